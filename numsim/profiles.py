"""Human players: how fast and how reliably somebody reacts (plain Python). A profile is a set of parameters.

Every default says whether it was measured or assumed. Measured: Hedge et al. 2018, go/no-go task of 47 adults (latency,
misses, false slaps and their latency, spread between persons). Assumed values have a range to sweep.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path

from numsim.errors import PlanError, unknown


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


_MEASURED = "measured (Hedge 2018, go/no-go, 47 adults)"
_ASSUMED = "assumed"

PARAMETERS: tuple[Parameter, ...] = (
    Parameter("mu", "ms", 0, 5000, _MEASURED, None, "Mean of the normal part of the latency (ex-Gaussian)."),
    Parameter("sigma", "ms", 0, 2000, _MEASURED, (18, 55), "Standard deviation of the normal part."),
    Parameter("tau", "ms", 0, 2000, _MEASURED, (45, 137), "Mean of the exponential part."),
    Parameter("latency_factor", "", 0.05, 10, _ASSUMED, (0.8, 1.25), "Multiplies every latency: 0.9 is 10 % faster."),
    Parameter(
        "person_sd", "", 0, 1, _MEASURED, (0.06, 0.2), "Spread of persons: SD of the logarithm of their own factor."
    ),
    Parameter("miss", "share", 0, 1, _MEASURED, (0.005, 0.07), "A valid slap that is not made."),
    Parameter(
        "notice_three",
        "share",
        0,
        1,
        _ASSUMED,
        (0.4, 1),
        "A third card of one family is noticed (if it is no Rainbow).",
    ),
    Parameter("false_trap", "share", 0, 1, "measured range", (0.04, 0.3), "A slap on a trap, by the median person."),
    Parameter("false_near", "share", 0, 1, _ASSUMED, (0.015, 0.06), "A slap on a card that looks like an occasion."),
    Parameter("false_neutral", "share", 0, 1, _ASSUMED, (0.0025, 0.01), "A slap on any other card that asks for none."),
    Parameter(
        "person_error_sd", "logit", 0, 3, _ASSUMED, (0, 1.2), "Spread of persons: SD of the logit of their false slaps."
    ),
    Parameter("false_latency", "", 0.1, 3, _MEASURED, None, "Latency of a false slap as a share of the own latency."),
    Parameter("offset_rainbow", "ms", 0, 2000, _ASSUMED, None, "Added to the latency on a Rainbow."),
    Parameter("offset_same", "ms", 0, 2000, _ASSUMED, (30, 90), "Added on a card of the same value."),
    Parameter("offset_shadow", "ms", 0, 2000, _ASSUMED, (45, 135), "Added on a Shadow on a Rainbow: the other pile."),
    Parameter("offset_three", "ms", 0, 2000, _ASSUMED, (70, 210), "Added on the third card of one family."),
    Parameter("arm_ms", "ms", 0, 2000, "no source", (0, 250), "Movement of the arm, added to every slap."),
    Parameter("fastest_ms", "ms", 0, 1000, _MEASURED, None, "No slap is faster (0.07 % of the measured ones were)."),
    Parameter("anticipation", "share", 0, 1, _ASSUMED, (0, 0.02), "A slap before the card can be seen, per card."),
    Parameter("wrong_pile", "share", 0, 1, _ASSUMED, (0, 0.1), "A slap 2 that lands on the centre pile."),
    Parameter("lapse_rate", "share", 0, 1, _ASSUMED, (0, 0.04), "A lapse of attention (5-10 cards) begins, per card."),
    Parameter("fatigue", "%", 0, 100, _ASSUMED, (0, 3), "Growth of the latency per 100 cards."),
    Parameter("memory", "share", 0, 1, _ASSUMED, (0.25, 1), "Cards of a collected pile whose place is remembered."),
    Parameter("memory_half_life", "cards", 0, 100_000, _ASSUMED, (50, 800), "Half of them is forgotten; 0 = nothing."),
    Parameter("prediction_gain_ms", "ms", 0, 1000, _ASSUMED, (40, 120), "Gained on an occasion that was foreseen."),
)
_BY_NAME = {parameter.name: parameter for parameter in PARAMETERS}


@dataclass(frozen=True)
class Profile:
    """A reflex profile: `name` of the preset, then every parameter (see PARAMETERS). str() is how a plan names it."""

    name: str
    explain: str
    mu: float = 341
    sigma: float = 37
    tau: float = 91
    latency_factor: float = 1
    person_sd: float = 0.13
    miss: float = 0.01
    notice_three: float = 0.75
    false_trap: float = 0.10
    false_near: float = 0.03
    false_neutral: float = 0.005
    person_error_sd: float = 0.8
    false_latency: float = 0.9
    offset_rainbow: float = 0
    offset_same: float = 60
    offset_shadow: float = 90
    offset_three: float = 140
    arm_ms: float = 0
    fastest_ms: float = 100
    anticipation: float = 0
    wrong_pile: float = 0
    lapse_rate: float = 0
    fatigue: float = 0
    memory: float = 0
    memory_half_life: float = 0
    prediction_gain_ms: float = 80

    def changed(self) -> dict[str, float]:
        """The parameters that differ from the preset of the same name."""
        preset = _PRESET[self.name]
        return {p.name: getattr(self, p.name) for p in PARAMETERS if getattr(self, p.name) != getattr(preset, p.name)}

    def __str__(self) -> str:
        # repr() of a float is the shortest text that reads back as the same number.
        changes = (f"{name}={float(value)!r}".removesuffix(".0") for name, value in self.changed().items())
        return ":".join([self.name, *changes])

    def with_changes(self, changes: Mapping[str, object], where: str) -> Profile:
        """The profile with other parameters. PlanError, its message beginning with `where`, for a bad name or value."""
        values = {}
        for name, value in changes.items():
            if name not in _BY_NAME:
                raise unknown(f"{where}parameter of a profile", name, list(_BY_NAME))
            values[name] = _BY_NAME[name].parse(value, where)
        return replace(self, **values)  # type: ignore[arg-type]


def _ratio(explain: str, name: str, row: tuple[float, ...], **more: float) -> Profile:
    """A preset from its row of the table of players: mu, sigma, tau, miss, false trap/near/neutral, notices three.

    The table's `family` row gives the ratio by which each measured or assumed value of the adult is multiplied.
    """
    family = (400, 60, 110, 7, 5, 3, 0.5, 75)
    names = ("mu", "sigma", "tau", "miss", "false_trap", "false_near", "false_neutral", "notice_three")
    adult = Profile("family", "")
    values = {key: round(getattr(adult, key) * own / base, 4) for key, own, base in zip(names, row, family)}
    return Profile(name, explain, **{**values, **more})


PRESETS: tuple[Profile, ...] = (
    Profile("family", "reference adult: measured latencies and errors"),
    Profile(
        "child",
        "child of 10: latencies 1.8 times as long, more false slaps",
        mu=613.8,
        sigma=66.6,
        tau=163.8,
        person_sd=0.18,
        miss=0.03,
        notice_three=0.40,
        false_trap=0.18,
        false_near=0.06,
        false_neutral=0.015,
        offset_same=90,
        offset_shadow=135,
        offset_three=210,
    ),
    _ratio(
        "adult whose attention lapses for 5-10 cards at a time",
        "distracted",
        (430, 80, 160, 20, 6, 4, 0.8, 50),
        lapse_rate=0.02,
    ),
    _ratio("plays often", "regular", (340, 50, 80, 3, 3, 1.5, 0.3, 92)),
    _ratio("very fast and clean", "champion", (280, 35, 50, 1, 1.5, 0.8, 0.1, 99)),
    _ratio("fast and reckless", "trigger_happy", (250, 40, 50, 1, 15, 8, 3, 95)),
    _ratio("slow and clean", "cautious", (420, 50, 80, 4, 0.5, 0.3, 0, 90)),
    _ratio(
        "plays often and remembers the order of collected piles",
        "memory",
        (340, 50, 80, 2, 2, 1, 0.2, 99),
        memory=1,
    ),
    Profile(
        "machine",
        "never misses, never errs, no latency; ties by lot",
        **{p.name: 0 for p in PARAMETERS if p.name not in ("latency_factor", "false_latency", "notice_three")},
        notice_three=1,
    ),
    Profile(
        "passive",
        "never slaps; a slap 3 is paid by lot",
        **{p.name: 0 for p in PARAMETERS if p.name not in ("latency_factor", "false_latency", "miss")},
        miss=1,
    ),
)
_PRESET = {profile.name: profile for profile in PRESETS}

if tuple(field.name for field in fields(Profile))[2:] != tuple(_BY_NAME):
    raise AssertionError("PARAMETERS and the fields of Profile differ")


def parse_profile(text: str) -> Profile:
    """A profile from "family", "family:mu=300:miss=0" or the path of a TOML file. PlanError names what is wrong."""
    name, *pieces = text.strip().split(":")
    if text.strip().endswith(".toml"):
        return read_profile(Path(text.strip()))
    if name not in _PRESET:
        raise unknown("profile", name, [*_PRESET, "FILE.toml"])
    changes: dict[str, object] = {}
    for piece in pieces:
        key, equals, value = piece.partition("=")
        if not equals:
            raise PlanError(f'profile "{text}": write a parameter as name=value')
        changes[key] = value
    return _PRESET[name].with_changes(changes, f'profile "{text}": ')


def profile_of(entry: object, where: str) -> Profile:
    """A profile from a text or a table {base = "family", mu = 300} of a TOML file."""
    if isinstance(entry, str):
        return parse_profile(entry)
    if not isinstance(entry, dict):
        raise PlanError(f"{where}a profile is a text or a table with a base, not {entry!r}")
    base = entry.get("base", "family")
    if base not in _PRESET:
        raise unknown(f"{where}base of a profile", str(base), list(_PRESET))
    return _PRESET[base].with_changes({key: value for key, value in entry.items() if key != "base"}, where)


def read_toml(path: Path) -> dict[str, object]:
    """A TOML file; PlanError names the file that is missing or wrong."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise PlanError(f"{path}: cannot read this file: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise PlanError(f"{path}: this is no TOML: {error}") from None


def read_profile(path: Path) -> Profile:
    """A profile from a TOML file: base = "family" and the parameters that differ."""
    return profile_of(read_toml(path), f"{path}: ")
