"""NUM-SPEED: climbing and shedding with interrupts out of turn, action cards, three modes and two scorings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from numsim.errors import PlanError, unknown
from numsim.games.game import Bot, BotKind, BotSpec, Config, Game, Value, parse_bot_spec
from numsim.games.speed.options import DECK_KNOBS, IMPLIED, KNOBS, OPTIONS
from numsim.games.speed.profiles import PRESETS, Profile
from numsim.games.speed.tables import TABLES

if TYPE_CHECKING:
    import numpy as np

    from numsim.games.speed.match import SpeedMatch

BOTS = (
    BotKind("random", "chooses uniformly among all distinct legal plays, action cards and the draw; never interrupts"),
    BotKind("lowest", "always lays the lowest group of its hand that fits; never interrupts"),
    BotKind("snap", "lowest that interrupts with a Rainbow or an equal play whenever it can"),
    BotKind("novice", "lays the lowest group of its hand; interrupts with Rainbows only; gets stuck with specials"),
    BotKind("greedy", "sheds as many hand cards as it can, in and out of turn; completes groups from plateaus"),
    BotKind("tactician", "weighs every step by malus, plies still needed and tempo, in the score in force"),
    BotKind(
        "counter",
        "tactician that counts cards and weighs what the others can still lay",
        ("memory", "blunder"),
        ("fading", "perfect"),
    ),
)
"""In the order of their bot ids in the kernels (bots/decide.py)."""
BASELINES = ("random", "lowest", "snap")


@dataclass(frozen=True)
class Player:
    """Who sits at a seat: the bot that decides and the profile that says how fast and how reliably."""

    bot: BotSpec
    profile: Profile

    @property
    def name(self) -> str:
        """Name of the policy."""
        return self.bot.name

    def __str__(self) -> str:
        default = default_profile(self.name)
        return str(self.bot) if self.profile == default else f"{self.bot}@{self.profile}"


def default_profile(bot: str) -> Profile:
    """The profile of a bot for which none is named."""
    return Profile.presets["instant" if bot in BASELINES else "trained"]


class Speed(Game):
    """The game contract for NUM-SPEED; kernels are imported only when they are needed."""

    name = "speed"
    title = "NUM-SPEED"
    fewest_players = 2
    most_players = 8
    seats_hold = "bots and profiles"
    default_bot = "greedy"
    options = OPTIONS
    knobs = KNOBS
    bots = BOTS
    profiles = PRESETS
    configs: tuple[Config, ...] = ()
    tables = TABLES

    def parse_bot(self, text: str) -> Player:
        """A player from "greedy", "greedy@expert" or "counter:memory=0.9@trained:p_err=0"."""
        bot, at, profile = text.strip().partition("@")
        spec = parse_bot_spec(self.name, BOTS, bot)
        return Player(spec, Profile.parse(profile) if at else default_profile(spec.name))

    def bot_of(self, entry: object, where: str) -> Player:
        if isinstance(entry, str):
            return self.parse_bot(entry)
        if not isinstance(entry, dict):
            raise PlanError(f"{where}a seat is a bot, or a bot and a profile, not {entry!r}")
        for name in entry:
            if name not in ("bot", "profile"):
                raise unknown(f"{where}key", str(name), ["bot", "profile"])
        bot = entry.get("bot", self.default_bot)
        if not isinstance(bot, str):
            raise PlanError(f"{where}a bot is a text, not {bot!r}")
        player = self.parse_bot(bot)
        if "profile" not in entry:
            return player
        return Player(player.bot, Profile.of(entry["profile"], where))

    def with_profile(self, bot: Bot, profile: str) -> Player:
        if not isinstance(bot, Player):
            raise PlanError(f"{bot} is no player of {self.title}")
        return Player(bot.bot, Profile.parse(profile))

    def implied(self, settings: Mapping[str, object]) -> Mapping[str, object]:
        return IMPLIED.get(str(settings.get("mode", "speedrun")), {})

    def check(self, players: int, rules: Mapping[str, Value]) -> None:
        """PlanError if the hands cannot be dealt, or if options do not go together."""
        wanted = int(rules["hand_size"]) * players
        deck = 102 + sum(int(rules[knob]) for knob in DECK_KNOBS)
        if wanted > deck:
            raise PlanError(
                f"hand_size={rules['hand_size']} for {players} players needs {wanted} cards; the deck has {deck}"
            )
        if rules["bombe_out_players"] == "receive" and rules["finished_player"] != "idle":
            raise PlanError("bombe_out_players=receive needs finished_player=idle")

    def configure(self, plan: Any) -> np.ndarray:
        from numsim.games.speed.configure import configure

        return configure(plan, [kind.name for kind in BOTS])

    def warm_up(self) -> None:
        from numsim.games.speed.configure import warm_up

        warm_up()

    def play(self, states: np.ndarray, first: int, count: int) -> dict[str, np.ndarray]:
        from numsim.games.speed.configure import play

        return play(states, first, count)

    def match(self, plan: Any, index: int, deals: Sequence[Mapping[str, Any]] = ()) -> SpeedMatch:
        from numsim.games.speed.match import SpeedMatch, check_deals

        if not 0 <= index < 2**32:
            raise PlanError(f"match: {index} is not from 0 to {2**32 - 1}")
        check_deals(plan, deals)
        return SpeedMatch(plan, self.configure(plan), index, deals)

    def tell(self, events: Sequence[Mapping[str, Any]]) -> Iterator[str]:
        from numsim.games.speed.tell import tell

        return tell(events)

    def cost(self, plan: Any) -> tuple[float, float]:
        from numsim.games.speed.configure import cost

        return cost(plan)


SPEED = Speed()
