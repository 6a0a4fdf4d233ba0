"""Human players: what every game's reflex profiles share (plain Python). A profile is a set of parameters.

Every parameter says whether its default was measured or assumed; assumed ones have a range to sweep. The parameters and
presets of a game stand in its own folder (games/<game>/profiles.py).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar, Self

from numsim.errors import PlanError, unknown

MEASURED = "measured (Hedge 2018, go/no-go, 47 adults)"
ASSUMED = "assumed"


@dataclass(frozen=True)
class Parameter:
    """One parameter of a profile: its range, its source and the range over which a report may sweep it."""

    name: str
    unit: str
    low: float
    high: float
    source: str
    sweep: tuple[float, float] | None
    explain: str

    def parse(self, given: object, where: str) -> float:
        """The number meant by `given`; `where` begins the message of a PlanError."""
        try:
            number = float(str(given))
        except ValueError:
            number = float("nan")
        if isinstance(given, bool) or not self.low <= number <= self.high:
            raise PlanError(f'{where}{self.name}: "{given}" is not a number from {self.low:g} to {self.high:g}')
        return number


@dataclass(frozen=True)
class Reflexes:
    """Base of a game's profile: `name` of the preset, then one field per parameter. str() is how a plan names it."""

    name: str
    explain: str
    parameters: ClassVar[tuple[Parameter, ...]]
    presets: ClassVar[Mapping[str, Self]]
    """By name; set once below the class in its own file."""

    def changed(self) -> dict[str, float]:
        """The parameters that differ from the preset of the same name."""
        preset, names = self.presets[self.name], [parameter.name for parameter in self.parameters]
        return {name: getattr(self, name) for name in names if getattr(self, name) != getattr(preset, name)}

    def __str__(self) -> str:
        # repr() of a float is the shortest text that reads back as the same number.
        changes = (f"{name}={float(value)!r}".removesuffix(".0") for name, value in self.changed().items())
        return ":".join([self.name, *changes])

    def with_changes(self, changes: Mapping[str, object], where: str) -> Self:
        """The profile with other parameters. PlanError, its message beginning with `where`, for a bad name or value."""
        by_name = {parameter.name: parameter for parameter in self.parameters}
        values = {}
        for name, value in changes.items():
            if name not in by_name:
                raise unknown(f"{where}parameter of a profile", name, list(by_name))
            values[name] = by_name[name].parse(value, where)
        return replace(self, **values)  # type: ignore[arg-type]

    @classmethod
    def parse(cls, text: str) -> Self:
        """From "family", "family:mu=300:miss=0" or the path of a TOML file. PlanError names what is wrong."""
        name, *pieces = text.strip().split(":")
        if text.strip().endswith(".toml"):
            path = Path(text.strip())
            return cls.of(read_toml(path), f"{path}: ")
        if name not in cls.presets:
            raise unknown("profile", name, [*cls.presets, "FILE.toml"])
        changes: dict[str, object] = {}
        for piece in pieces:
            key, equals, value = piece.partition("=")
            if not equals:
                raise PlanError(f'profile "{text}": write a parameter as name=value')
            changes[key] = value
        return cls.presets[name].with_changes(changes, f'profile "{text}": ')

    @classmethod
    def of(cls, entry: object, where: str) -> Self:
        """From a text or a table {base = "family", mu = 300} of a TOML file; without a base, the first preset."""
        if isinstance(entry, str):
            return cls.parse(entry)
        if not isinstance(entry, dict):
            raise PlanError(f"{where}a profile is a text or a table with a base, not {entry!r}")
        base = entry.get("base", next(iter(cls.presets)))
        if base not in cls.presets:
            raise unknown(f"{where}base of a profile", str(base), list(cls.presets))
        return cls.presets[base].with_changes({key: value for key, value in entry.items() if key != "base"}, where)


def read_toml(path: Path) -> dict[str, object]:
    """A TOML file; PlanError names the file that is missing or wrong."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise PlanError(f"{path}: cannot read this file: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise PlanError(f"{path}: this is no TOML: {error}") from None
