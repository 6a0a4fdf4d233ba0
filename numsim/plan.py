"""What to play: a validated plan, made from names and texts as a person writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numsim.errors import PlanError, unknown
from numsim.games import game_named
from numsim.games.game import Bot, Game, Value
from numsim.profiles import read_toml

DEFAULT_SHARD = 20_000
MOST_MATCHES = 2**32 - 1
"""Matches are numbered in 32 bits in the tables."""


@dataclass(frozen=True)
class Plan:
    """Everything that decides the content of a run; the same plan gives the same bytes.

    `rules` holds every option and knob of the game, defaults included. `shard` is the number of matches per part file:
    it changes the cut of the files, never a row.
    """

    game: str
    players: int
    matches: int
    bots: tuple[Bot, ...]
    rules: Mapping[str, Value]
    seed: int = 1
    rotate: bool = False
    tables: tuple[str, ...] = ()
    shard: int = DEFAULT_SHARD

    @property
    def bot_names(self) -> list[str]:
        """The distinct bots, in order of their first place in the line-up; the tables number them so."""
        return list(dict.fromkeys(str(bot) for bot in self.bots))

    def as_dict(self) -> dict[str, Any]:
        """Plain values for a manifest, in a fixed order."""
        return {
            "game": self.game,
            "players": self.players,
            "matches": self.matches,
            "bots": [str(bot) for bot in self.bots],
            "rules": dict(self.rules),
            "seed": self.seed,
            "rotate": self.rotate,
            "tables": list(self.tables),
            "shard": self.shard,
        }


def parse_line_up(game: Game, bots: str | Sequence[str]) -> tuple[Bot, ...]:
    """Who sits where: names (a sequence or a comma-separated text), or a TOML file with a list of [[seats]].

    PlanError names what is wrong.
    """
    if not isinstance(bots, str):
        return tuple(game.parse_bot(text) for text in bots)
    path = Path(bots)
    if path.suffix == ".toml" and "," not in bots:
        content = read_toml(path)
        if "seats" in content:
            return _seats_of(game, path, content["seats"])
    return tuple(game.parse_bot(text) for text in bots.split(","))


def _seats_of(game: Game, path: Path, seats: object) -> tuple[Bot, ...]:
    key = game.seats_hold.removesuffix("s")
    if not isinstance(seats, list) or not all(isinstance(seat, dict) for seat in seats):
        raise PlanError(f"{path}: seats must be a list of tables, [[seats]]")
    found = []
    for number, seat in enumerate(seats, 1):
        where = f"{path}, seat {number}: "
        if game.seats_hold == "bots and profiles":
            found.append(game.bot_of(seat, where))
            continue
        for name in seat:
            if name != key:
                raise unknown(f"{where}key", name, [key])
        if key not in seat:
            raise PlanError(f"{where}{key} is missing")
        found.append(game.bot_of(seat[key], where))
    return tuple(found)


def _with_profiles(game: Game, bots: tuple[Bot, ...], profiles: str | Sequence[str]) -> tuple[Bot, ...]:
    texts = profiles.split(",") if isinstance(profiles, str) else list(profiles)
    if len(texts) == 1:
        texts *= len(bots)
    if len(texts) != len(bots):
        raise PlanError(f"profiles: {len(texts)} given for {len(bots)} players; give one for all, or one per seat")
    return tuple(game.with_profile(bot, text) for bot, text in zip(bots, texts, strict=True))


def parse_rules(game: Game, settings: Mapping[str, object]) -> dict[str, Value]:
    """Complete rules from settings that differ from the defaults. PlanError names an unknown key or value."""
    options = {option.name: option for option in game.options}
    knobs = {knob.name: knob for knob in game.knobs}
    rules: dict[str, Value] = {option.name: option.default for option in game.options}
    rules |= {knob.name: knob.default for knob in game.knobs}
    for name, value in {**game.implied(settings), **settings}.items():
        if name in options:
            rules[name] = options[name].parse(value)
        elif name in knobs:
            rules[name] = knobs[name].parse(value)
        else:
            raise unknown(f"option of {game.name}", name, list(rules))
    return rules


def make_plan(
    game: str,
    players: int,
    matches: int,
    bots: str | Sequence[str],
    settings: Mapping[str, object] | None = None,
    *,
    profiles: str | Sequence[str] | None = None,
    seed: int = 1,
    rotate: bool = False,
    tables: Sequence[str] | None = None,
    shard: int = DEFAULT_SHARD,
) -> Plan:
    """A validated plan. `bots` is one name for all seats, or one per seat (a sequence or a comma-separated text).

    `profiles` likewise, for games whose seats hold a bot and a profile; without it each bot has its usual one.
    Raises PlanError, which names the key, the value and what is allowed.
    """
    kind = game_named(game)
    if not kind.fewest_players <= players <= kind.most_players:
        raise PlanError(f"players: {players} is not from {kind.fewest_players} to {kind.most_players} ({kind.title})")
    if not 1 <= matches <= MOST_MATCHES:
        raise PlanError(f"matches: {matches} is not from 1 to {MOST_MATCHES}")
    if not 0 <= seed < 2**64:
        raise PlanError(f"seed: {seed} is not from 0 to 2**64-1")
    if not 1 <= shard <= 1_000_000:
        raise PlanError(f"shard: {shard} is not from 1 to 1000000")
    specs = parse_line_up(kind, bots)
    if len(specs) == 1:
        specs *= players
    if len(specs) != players:
        raise PlanError(
            f"{kind.seats_hold}: {len(specs)} given for {players} players; give one for all, or one per seat"
        )
    if profiles is not None:
        specs = _with_profiles(kind, specs, profiles)
    names = [table.name for table in kind.tables]
    for name in tables if tables is not None else ():
        if name not in names:
            raise unknown(f"table of {kind.name}", name, names)
    rules = parse_rules(kind, settings or {})
    kind.check(players, rules)
    chosen = tuple(name for name in names if tables is None or name in tables)
    return Plan(kind.name, players, matches, specs, rules, seed, rotate, chosen, shard)
