"""What a game is to the rest of numsim, and the models of its rule options (plain Python)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Protocol

import numpy as np

from numsim.errors import PlanError, unknown
from numsim.profiles import Reflexes

Value = bool | str | int | float
_BLOCK = 2048


def value_text(value: Value) -> str:
    """A rule's value as it is typed on the command line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


@dataclass(frozen=True)
class Option:
    """A rule option: a choice among named readings, or yes/no. Kernels hold the index of its value."""

    name: str
    values: tuple[bool | str, ...]
    default: bool | str
    ids: str
    impact: str
    explain: str
    meanings: Mapping[str, str] = field(default_factory=dict)

    def parse(self, given: object) -> bool | str:
        """The value meant by `given` (yes/no texts for booleans). PlanError names option, value and what is allowed."""
        value = {"yes": True, "no": False, "true": True, "false": False}.get(str(given).lower(), given)
        if isinstance(self.default, bool):
            if isinstance(value, bool):
                return value
        elif given in self.values and isinstance(given, str):
            return given
        allowed = [value_text(value) for value in self.values]
        if not isinstance(self.default, bool):
            raise unknown(f"value for option {self.name}:", str(given), allowed)
        raise PlanError(f'option {self.name}: "{given}" is not allowed (allowed: {", ".join(allowed)})')

    def code(self, value: bool | str) -> int:
        """Integer that the kernels hold for a value."""
        return int(value) if isinstance(self.default, bool) else self.values.index(value)


@dataclass(frozen=True)
class Knob:
    """A number of the rules: a count of cards, a number of rounds, a time. `decimals` > 0 allows fractions."""

    name: str
    default: float
    low: float
    high: float
    ids: str
    explain: str
    decimals: int = 0

    def parse(self, given: object) -> float:
        """The number meant by `given`. PlanError names knob, value and range."""
        try:
            number = float(str(given)) if self.decimals else int(str(given))
        except ValueError:
            number = self.low - 1
        exact = not self.decimals or round(number, self.decimals) == number
        if not self.low <= number <= self.high or isinstance(given, bool) or not exact:
            kind = f"number with at most {self.decimals} decimals" if self.decimals else "whole number"
            raise PlanError(f'{self.name}: "{given}" is not a {kind} from {self.allowed.replace("-", " to ")}')
        return number

    @property
    def allowed(self) -> str:
        """The range as text."""
        return f"{self.low}-{self.high}"


@dataclass(frozen=True)
class TextKnob:
    """A part of the rules that is a short text, such as a list of values. `canonical` checks and normalises it."""

    name: str
    default: str
    ids: str
    explain: str
    canonical: Callable[[str], str]

    def parse(self, given: object) -> str:
        """The text in its one normal form. PlanError says what is allowed."""
        return self.canonical(str(given))

    @property
    def allowed(self) -> str:
        """Stands where a number has its range."""
        return "text"


def choice(name: str, enum: type[IntEnum], ids: str, impact: str, explain: str, **meanings: str) -> Option:
    """An option whose values are the lower-cased members of `enum`, the first one the default."""
    values = tuple(member.name.lower() for member in enum)
    if values != tuple(meanings):
        raise ValueError(f"option {name}: its meanings do not match {values}")
    return Option(name, values, values[0], ids, impact, explain, meanings)


def yes_no(name: str, default: bool, ids: str, impact: str, explain: str) -> Option:
    """A yes/no option."""
    return Option(name, (True, False), default, ids, impact, explain)


@dataclass(frozen=True)
class Column:
    """One column of a table. `per_seat` and `count` make several, numbered from 0 (seats) or 1; `kinds` names them."""

    name: str
    dtype: type[np.generic]
    explain: str
    per_seat: bool = False
    count: int = 1
    kinds: Mapping[str, str] = field(default_factory=dict)
    """Suffix and meaning of each of several columns; the meaning takes the place of {i} in `explain`."""

    def parts(self, players: int) -> list[tuple[str, str]]:
        """(name, explanation) of each column of the table that this entry stands for."""
        if self.kinds:
            return [(f"{self.name}_{kind}", self.explain.format(i=meaning)) for kind, meaning in self.kinds.items()]
        if self.per_seat:
            return [(f"{self.name}_{i}", self.explain.format(i=i)) for i in range(players)]
        if self.count > 1:
            return [(f"{self.name}_{i}", self.explain.format(i=i)) for i in range(1, self.count + 1)]
        return [(self.name, self.explain)]


@dataclass(frozen=True)
class Table:
    """A table that a run writes."""

    name: str
    explain: str
    columns: tuple[Column, ...]

    def row_dtype(self, most_seats: int) -> np.dtype:
        """Structured dtype of the rows that a kernel fills; booleans are uint8 0/1 there."""
        fields: list[tuple] = []
        for column in self.columns:
            kind = np.uint8 if column.dtype is np.bool_ else column.dtype
            size = most_seats if column.per_seat else len(column.kinds) or column.count
            fields.append((column.name, kind, (size,)) if size > 1 else (column.name, kind))
        return np.dtype(fields, align=True)

    def arrays(self, rows: np.ndarray, players: int) -> dict[str, np.ndarray]:
        """Contiguous arrays by column name from rows of `row_dtype`."""
        sources: list[tuple[np.ndarray, np.ndarray]] = []
        out = {}
        for column in self.columns:
            data = rows[column.name]
            for i, (name, _) in enumerate(column.parts(players)):
                source = data[:, i] if data.ndim > 1 else data
                target = np.empty(len(rows), source.dtype)
                sources.append((source, target))
                out[name] = target.view(np.bool_) if column.dtype is np.bool_ else target
        # Block by block, so that all columns of a block are copied while its rows are in the processor's cache.
        for start in range(0, len(rows), _BLOCK):
            for source, target in sources:
                target[start : start + _BLOCK] = source[start : start + _BLOCK]
        return out


@dataclass(frozen=True)
class BotKind:
    """A policy or profile that a plan can name. `parameters` may follow the name, as in counter:memory=0.8.

    `memories`: words that `memory` may be instead of a share; the first one is meant when nothing is said.
    """

    name: str
    explain: str
    parameters: tuple[str, ...] = ("blunder",)
    memories: tuple[str, ...] = ()


class Bot(Protocol):
    """Who sits at a seat, as a plan names it: str() gives that text, with everything that differs from the preset."""

    @property
    def name(self) -> str:
        """Name of the policy or preset."""


@dataclass(frozen=True)
class BotSpec:
    """A bot that decides: its policy, how well it remembers and how often it blunders.

    `memory` is empty for what the policy does by itself, else a word of BotKind.memories or a share.
    """

    name: str
    memory: str = ""
    blunder: float = 0.0

    def __str__(self) -> str:
        text = self.name
        if self.memory:
            text += f":memory={self.memory}"
        if self.blunder:
            text += f":blunder={self.blunder:g}"
        return text


def parse_bot_spec(game: str, kinds: Sequence[BotKind], text: str) -> BotSpec:
    """A bot from a text such as "counter:memory=0.8:blunder=0.05". PlanError names what is wrong."""
    name, *parameters = text.strip().split(":")
    by_name = {kind.name: kind for kind in kinds}
    if name not in by_name:
        raise unknown(f"bot of {game}", name, list(by_name))
    given: dict[str, Any] = {}
    for parameter in parameters:
        key, _, value = parameter.partition("=")
        if key not in by_name[name].parameters:
            raise unknown(f'parameter of bot "{name}"', key, by_name[name].parameters)
        memories = by_name[name].memories if key == "memory" else ()
        if value in memories:
            given[key] = "" if value == memories[0] else value
            continue
        allowed = " or ".join(("a share from 0 to 1", *memories))
        try:
            share = float(value)
        except ValueError:
            share = -1.0
        if not 0 <= share <= 1:
            raise PlanError(f'bot "{text}": {key}="{value}" is not {allowed}')
        given[key] = share if key == "blunder" else f"{share:g}"
    return BotSpec(name, **given)


@dataclass(frozen=True)
class Config:
    """A named set of rules that makes another game of this one, with the players and line-up it is meant for."""

    name: str
    explain: str
    players: int
    bots: str
    settings: Mapping[str, object]
    read_deal: Callable[[str], dict[str, Any]]
    """A "deal" event from a text on the command line; ValueError if the text is none."""


class Match(Protocol):
    """One match played step by step in plain Python; every step adds events (docs/trace.md)."""

    events: list[dict[str, Any]]

    def play_out(self) -> None:
        """Finish the match as the plan says."""


class Game(Protocol):
    """What the rest of numsim knows of a game. Its module is the only place that knows more."""

    name: str
    title: str
    fewest_players: int
    most_players: int
    seats_hold: str
    """ "bots", "profiles" or "bots and profiles": what a plan names for each seat."""
    default_bot: str
    options: tuple[Option, ...]
    knobs: tuple[Knob | TextKnob, ...]
    bots: tuple[BotKind, ...]
    profiles: tuple[Reflexes, ...]
    """Presets of the players' reflexes; empty where the game has none."""
    configs: tuple[Config, ...]
    tables: tuple[Table, ...]

    def parse_bot(self, text: str) -> Bot:
        """Who a text stands for. PlanError names what is wrong."""

    def bot_of(self, entry: object, where: str) -> Bot:
        """The same from an entry of a TOML file; `where` begins the message of a PlanError."""

    def with_profile(self, bot: Bot, profile: str) -> Bot:
        """The same bot with a profile. PlanError for an unknown one, or if the seats hold no bot beside it."""

    def implied(self, settings: Mapping[str, object]) -> Mapping[str, object]:
        """What these settings set beside themselves, unless they do so expressly (a mode its deck)."""

    def check(self, players: int, rules: Mapping[str, Value]) -> None:
        """PlanError if these complete rules cannot be dealt to so many players."""

    def configure(self, plan: Any) -> np.ndarray:
        """State record array (length 1) set up for a plan; each thread plays on a copy of it."""

    def warm_up(self) -> None:
        """Compile the kernels if need be, before threads would."""

    def play(self, states: np.ndarray, first: int, count: int) -> dict[str, np.ndarray]:
        """Play matches first..first+count-1; the rows of each table, in match order."""

    def match(self, plan: Any, index: int, deals: Sequence[Mapping[str, Any]] = ()) -> Match:
        """One match of the plan, to be stepped; `deals` replace the shuffled deals of the first rounds."""

    def tell(self, events: Sequence[Mapping[str, Any]]) -> Iterator[str]:
        """The trace as lines of text for people (seats and rounds counted from 1)."""

    def cost(self, plan: Any) -> tuple[float, float]:
        """Estimated CPU seconds and bytes on disk per match."""
