"""NUM FOLIES: a slap game of reflexes over a challenge game of high cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from numsim.cards import FAMILIES
from numsim.errors import PlanError
from numsim.games.folies.configs import CONFIGS
from numsim.games.folies.options import KNOBS, OPTIONS, parse_ranges
from numsim.games.folies.profiles import PARAMETERS, PRESETS, Profile
from numsim.games.folies.tables import TABLES
from numsim.games.game import Bot, BotKind, Game, Value

if TYPE_CHECKING:
    import numpy as np

    from numsim.games.folies.match import FoliesMatch


class Folies(Game):
    """The game contract for NUM FOLIES; kernels are imported only when they are needed."""

    name = "folies"
    title = "NUM FOLIES"
    fewest_players = 2
    most_players = 8
    seats_hold = "profiles"
    default_bot = "family"
    options = OPTIONS
    knobs = KNOBS
    bots = tuple(BotKind(p.name, p.explain, tuple(parameter.name for parameter in PARAMETERS)) for p in PRESETS)
    profiles = PRESETS
    configs = CONFIGS
    tables = TABLES

    def parse_bot(self, text: str) -> Profile:
        return Profile.parse(text)

    def bot_of(self, entry: object, where: str) -> Profile:
        return Profile.of(entry, where)

    def with_profile(self, bot: Bot, profile: str) -> Bot:
        raise PlanError(f"profiles: {profile}: the seats of {self.title} hold one profile each and nothing beside it")

    def implied(self, settings: Mapping[str, object]) -> Mapping[str, object]:
        return {}

    def check(self, players: int, rules: Mapping[str, Value]) -> None:
        """PlanError if the deck does not give every player a card, or if options do not go together."""
        if rules["empty_stack"] == "loses_trick" and (rules["slaps"] != "none" or rules["last_chance"]):
            raise PlanError(
                "empty_stack=loses_trick is for games without slaps: it needs slaps=none and last_chance=no"
            )
        values, families = parse_ranges(str(rules["values"])), str(rules["families"])
        cards = len(values) * sum(family in families for family in FAMILIES)
        if cards < players:
            raise PlanError(
                f"values={rules['values']} with families={families} are {cards} cards: too few for {players} players"
            )

    def configure(self, plan: Any) -> np.ndarray:
        from numsim.games.folies.configure import configure

        return configure(plan)

    def warm_up(self) -> None:
        from numsim.games.folies.configure import warm_up

        warm_up()

    def play(self, states: np.ndarray, first: int, count: int) -> dict[str, np.ndarray]:
        from numsim.games.folies.configure import play

        return play(states, first, count)

    def match(self, plan: Any, index: int, deals: Sequence[Mapping[str, Any]] = ()) -> FoliesMatch:
        from numsim.games.folies.match import FoliesMatch, check_deals

        if not 0 <= index < 2**32:
            raise PlanError(f"match: {index} is not from 0 to {2**32 - 1}")
        check_deals(plan, deals)
        return FoliesMatch(plan, self.configure(plan), index, deals)

    def tell(self, events: Sequence[Mapping[str, Any]]) -> Iterator[str]:
        from numsim.games.folies.tell import tell

        return tell(events)

    def cost(self, plan: Any) -> tuple[float, float]:
        from numsim.games.folies.configure import cost

        return cost(plan)


FOLIES = Folies()
