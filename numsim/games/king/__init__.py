"""NUM KING: climbing with social ranks and a card exchange."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from numsim.errors import PlanError
from numsim.games.game import Bot, BotKind, BotSpec, Config, Game, Value, parse_bot_spec
from numsim.games.king.options import KNOBS, OPTIONS
from numsim.games.king.tables import TABLES
from numsim.profiles import Reflexes

if TYPE_CHECKING:
    import numpy as np

    from numsim.games.king.match import KingMatch

BOTS = (
    BotKind("random", "chooses uniformly among all distinct legal plays and the pass"),
    BotKind("lowest", "always lays the lowest group that fits; specials when nothing else does"),
    BotKind("thrifty", "saves groups, Jokers, Rainbows and Shadows; keeps high cards for taking the lead back"),
    BotKind("strategist", "plans the fewest leads, keeps controls, presses opponents who are short of cards"),
    BotKind("counter", "strategist that counts cards and reads passes", ("memory", "blunder"), ("perfect", "last20")),
)
"""In the order of their bot ids in the kernels (bots/decide.py)."""


class King(Game):
    """The game contract for NUM KING; kernels are imported only when they are needed."""

    name = "king"
    title = "NUM KING"
    fewest_players = 3
    most_players = 8
    seats_hold = "bots"
    default_bot = "lowest"
    options = OPTIONS
    knobs = KNOBS
    bots = BOTS
    profiles: tuple[Reflexes, ...] = ()
    configs: tuple[Config, ...] = ()
    tables = TABLES

    def parse_bot(self, text: str) -> BotSpec:
        return parse_bot_spec(self.name, BOTS, text)

    def bot_of(self, entry: object, where: str) -> BotSpec:
        if not isinstance(entry, str):
            raise PlanError(f"{where}a bot is a text, not {entry!r}")
        return self.parse_bot(entry)

    def with_profile(self, bot: Bot, profile: str) -> Bot:
        raise PlanError(f"profiles: {profile}: the seats of {self.title} hold bots only")

    def implied(self, settings: Mapping[str, object]) -> Mapping[str, object]:
        return {}

    def check(self, players: int, rules: Mapping[str, Value]) -> None:
        """Every deck that the knobs allow can be dealt to 3-8 players."""

    def configure(self, plan: Any) -> np.ndarray:
        from numsim.games.king.configure import configure

        return configure(plan, [kind.name for kind in BOTS])

    def warm_up(self) -> None:
        from numsim.games.king.configure import warm_up

        warm_up()

    def play(self, states: np.ndarray, first: int, count: int) -> dict[str, np.ndarray]:
        from numsim.games.king.configure import play

        return play(states, first, count)

    def match(self, plan: Any, index: int, deals: Sequence[Mapping[str, Any]] = ()) -> KingMatch:
        from numsim.games.king.match import KingMatch, check_deals

        if not 0 <= index < 2**32:
            raise PlanError(f"match: {index} is not from 0 to {2**32 - 1}")
        check_deals(plan, deals)
        return KingMatch(plan, self.configure(plan), index, deals)

    def tell(self, events: Sequence[Mapping[str, Any]]) -> Iterator[str]:
        from numsim.games.king.tell import tell

        return tell(events)

    def cost(self, plan: Any) -> tuple[float, float]:
        from numsim.games.king.configure import cost

        return cost(plan)


KING = King()

__all__ = ["BOTS", "KING", "BotSpec", "King"]
