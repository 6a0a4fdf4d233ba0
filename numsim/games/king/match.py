"""One NUM KING match in plain Python, decision by decision: for traces, notebooks and bots written in Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from numsim import __version__, cards
from numsim.errors import PlanError
from numsim.games.king import step
from numsim.games.king.state import LEAD, OVER, PASS

_FAMILIES = cards.FAMILIES
_MOST_ACTIONS = 600


@dataclass(frozen=True)
class Play:
    """One thing a seat can do: lay `cards` (texts, `value` None for INF and NX) or, with no cards, pass."""

    cards: tuple[str, ...]
    value: int | None
    action: int

    @property
    def is_pass(self) -> bool:
        """True for a pass; for a leader it means that no lead is possible."""
        return not self.cards

    def __str__(self) -> str:
        return " ".join(self.cards) or "pass"


PASSING = Play((), None, int(PASS))


def play_of(action: int) -> Play:
    """The play that an action code (numsim.games.king.state) stands for."""
    kind = action >> 15 & 3
    if kind == 3:
        return PASSING
    if kind:
        return Play((cards.SPECIAL_TEXTS[kind],), None, action)
    value = action >> 10 & 31
    naturals = [f"{value}{family}" for i, family in enumerate(_FAMILIES) if action >> i & 1]
    return Play((*naturals, *["JK"] * (action >> 6 & 15)), value, action)


def action_of(texts: Sequence[str]) -> int:
    """Action code of laying these cards; PlanError if they are no group, Infini or Num-X."""
    if list(texts) in (["INF"], ["NX"]):
        return cards.SPECIAL_TEXTS.index(texts[0]) << 15
    naturals = [text for text in texts if text != "JK"]
    codes = [cards.card_code(text) for text in naturals]
    values = {code // 6 for code in codes}
    if len(values) != 1 or len(set(codes)) < len(codes) or any(code >= cards.CLASSIC for code in codes):
        raise PlanError(f"{' '.join(texts)} is no play: cards of one value, with or without Jokers, or INF or NX alone")
    families = sum(1 << code % 6 for code in codes)
    return families | (len(texts) - len(naturals)) << 6 | values.pop() << 10


@dataclass(frozen=True)
class View:
    """What one seat may know when it decides: its own hand and everything that happened in the open."""

    seat: int
    hand: tuple[str, ...]
    sizes: tuple[int, ...]
    ranks: tuple[int, ...]
    last_ranks: tuple[int, ...]
    points: tuple[int, ...]
    round: int
    leading: bool
    table: tuple[str, ...]
    table_owner: int | None
    need: int | None
    lowest_value: int | None
    legal: tuple[Play, ...]
    history: tuple[dict[str, Any], ...]
    """Events of this round that this seat saw, as in docs/trace.md; of an exchange only its own cards."""


PythonBot = Callable[[View], Play]


class KingMatch:
    """A match of a plan, stepped from Python.

    `turn` is the seat to decide (None when the match is over), `legal()` its plays, `apply` carries one out. Every step
    appends to `events`. With `deals` the first rounds are dealt as given ("deal" events of docs/trace.md).
    """

    def __init__(self, plan: Any, states: np.ndarray, index: int, deals: Sequence[Mapping[str, Any]] = ()) -> None:
        self.plan = plan
        self._states = states
        self._s = states[0]
        self._deals = list(deals)
        self._legal: tuple[Play, ...] | None = None
        self.players = int(plan.players)
        self.index = index
        self.over = False
        step.start_match(states, index)
        bots = [str(plan.bots[(seat + index * plan.rotate) % self.players]) for seat in range(self.players)]
        self.events: list[dict[str, Any]] = [
            {
                "e": "match",
                "game": "king",
                "players": self.players,
                "options": dict(plan.rules),
                "bots": bots,
                "seed": plan.seed,
                "match": index,
                "version": __version__,
            }
        ]
        self._begin_round()

    # What a caller reads

    @property
    def turn(self) -> int | None:
        """Seat whose turn it is, None when the match is over."""
        return None if self.over else int(self._s["turn"])

    @property
    def leading(self) -> bool:
        """Whether the seat whose turn it is opens a trick."""
        return int(self._s["phase"]) == LEAD

    @property
    def points(self) -> list[int]:
        """Points by seat so far."""
        return [int(p) for p in self._s["points"][: self.players]]

    @property
    def winners(self) -> list[int]:
        """Winning seats once the match is over."""
        mask = int(step.winners(self._states)) if self.over else 0
        return [seat for seat in range(self.players) if mask >> seat & 1]

    def hand(self, seat: int) -> list[str]:
        """Card texts of a hand, lowest value first, then JK, INF, NX."""
        s = self._s
        colours, others, zeros = int(s["colours"][seat]), int(s["shadow_rainbow"][seat]), int(s["zeros"][seat])
        texts = [f"0{family}" for i, family in enumerate(_FAMILIES) if zeros >> i & 1]
        for value in range(1, cards.VALUES):
            held = (colours >> 4 * (value - 1) & 15) | (others >> 4 * (value - 1) & 3) << 4
            texts += [f"{value}{family}" for i, family in enumerate(_FAMILIES) if held >> i & 1]
        for text, field in zip(cards.SPECIAL_TEXTS, ("jokers", "infinis", "numxs"), strict=True):
            texts += [text] * int(s[field][seat])
        return texts

    def legal(self) -> tuple[Play, ...]:
        """Legal plays of the seat whose turn it is, one per class (which colour cards fill it does not matter).

        A follower may also pass; a leader passes only when nothing else is legal.
        """
        if self.over:
            return ()
        if self._legal is None:
            out = np.zeros(_MOST_ACTIONS, np.uint64)
            n = int(step.list_actions(self._states, out))
            plays = tuple(play_of(int(action)) for action in out[:n])
            self._legal = plays if plays and self.leading else (*plays, PASSING)
        return self._legal

    def view(self) -> View:
        """What the seat whose turn it is may know."""
        if self.turn is None:
            raise PlanError("the match is over: nobody has a turn")
        s, seat = self._s, self.turn
        start = max(i for i, event in enumerate(self.events) if event["e"] == "deal")
        history = [self._seen_by(seat, event) for event in self.events[start:]]
        table = [event for event in history if event["e"] == "play"][-1:] if not self.leading else []
        need, floor = int(s["need"]), int(s["floor"])
        groups = not self.leading and floor <= 16
        return View(
            seat=seat,
            hand=tuple(self.hand(seat)),
            sizes=tuple(int(n) for n in s["size"][: self.players]),
            ranks=tuple(int(r) for r in s["rank"][: self.players]),
            last_ranks=tuple(int(r) for r in s["last_rank"][: self.players]),
            points=tuple(self.points),
            round=int(s["round"]),
            leading=self.leading,
            table=tuple(table[0]["cards"]) if table else (),
            table_owner=table[0]["seat"] if table else None,
            need=need if groups and need else None,
            lowest_value=floor if groups else None,
            legal=self.legal(),
            history=tuple(history),
        )

    # What a caller does

    def bot_play(self) -> Play:
        """What the plan's bot of the seat whose turn it is would do now (its random choices are used up)."""
        if self.turn is None:
            raise PlanError("the match is over: nobody has a turn")
        return play_of(int(step.decide(self._states)))

    def apply(self, play: Play | Sequence[str]) -> None:
        """Carry out a play (a Play, or the card texts; no cards = pass). PlanError if it is not legal."""
        seat = self.turn
        if seat is None:
            raise PlanError("the match is over: no play is possible")
        texts = play.cards if isinstance(play, Play) else tuple(play)
        action = action_of(texts) if texts else int(PASS)
        self._check(seat, texts, action)
        self._do(seat, action)

    def play_out(self, own: Mapping[int, PythonBot] | None = None) -> None:
        """Finish the match: seats in `own` ask their Python function, all others the plan's bot."""
        own = own or {}
        while not self.over:
            seat = int(self._s["turn"])
            if seat in own:
                self.apply(own[seat](self.view()))
            else:
                self._do(seat, int(step.decide(self._states)))

    # How it works

    def _begin_round(self) -> None:
        s = self._s
        step.deal_round(self._states)
        number = int(s["round"])
        if number <= len(self._deals):
            deal = self._deals[number - 1]
            held = [(cards.card_code(text), seat) for seat, hand in enumerate(deal["hands"]) for text in hand]
            codes, seats = np.array(held, np.int64).T.copy()
            step.set_dealt(self._states, codes, seats, int(deal.get("starter", 0)))
        hands = [self.hand(seat) for seat in range(self.players)]
        self._note(e="deal", round=number, starter=int(s["starter"]), hands=hands)
        step.open_round(self._states)
        if number > 1 and s["exchange"]:
            self._note_exchange()

    def _note_exchange(self) -> None:
        s, players = self._s, self.players
        by_rank = {int(rank): seat for seat, rank in enumerate(s["last_rank"][:players])}
        king, bouffon = by_rank[1], by_rank[players]
        gave = {seat: self._codes("given", seat) for seat in range(players)}
        self._note(**{"e": "exchange", "from": bouffon, "to": king, "cards": gave[bouffon]})
        returned = gave[king]
        middle: list[str] = []
        rules = self.plan.rules
        if players > 3:
            self._note(
                **{"e": "exchange", "from": by_rank[players - 1], "to": by_rank[2], "cards": gave[by_rank[players - 1]]}
            )
        elif rules["three_players"] == "mid_gives_king":
            middle = gave[by_rank[2]]
            self._note(**{"e": "exchange", "from": by_rank[2], "to": king, "cards": middle})
        if rules["king_returns"] != "none":
            to_middle = returned[len(returned) - len(middle) :] if middle else []
            to_bouffon = returned[: len(returned) - len(to_middle)]
            self._note(**{"e": "exchange", "from": king, "to": bouffon, "cards": to_bouffon})
            if players == 3 and rules["three_players"] == "mid_gives_king":
                self._note(**{"e": "exchange", "from": king, "to": by_rank[2], "cards": to_middle})

    def _codes(self, field: str, seat: int) -> list[str]:
        return [cards.card_text(int(code)) for code in self._s[field][seat] if code != cards.NO_CARD]

    def _check(self, seat: int, texts: Sequence[str], action: int) -> None:
        hand = self.hand(seat)
        for text in texts:
            if text not in hand:
                raise PlanError(f"seat {seat} does not hold {text} (hand: {' '.join(hand)})")
            hand.remove(text)
        wanted = _class_of(action)
        if all(_class_of(play.action) != wanted for play in self.legal()):
            allowed = ", ".join(str(play) for play in self.legal())
            raise PlanError(
                f"seat {seat} may not {'lay ' + ' '.join(texts) if texts else 'pass'} now (legal: {allowed})"
            )

    def _do(self, seat: int, action: int) -> None:
        s = self._s
        was_leading, tricks, owner = self.leading, int(s["tricks"]), int(s["owner"])
        play = play_of(action)
        step.apply(self._states, action)
        self._legal = None
        if play.is_pass:
            self._note(e="lead_pass" if was_leading else "pass", seat=seat)
        else:
            owner = seat
            self._note(e="play", seat=seat, cards=list(play.cards), value=play.value)
            if s["out_step"][seat] == s["steps"]:
                self._note(e="out", seat=seat, rank=int(s["rank"][seat]))
        if int(s["tricks"]) > tricks:
            self._note(e="trick_end", winner=owner, leader=int(s["turn"]))
        if int(s["phase"]) == OVER:
            self._end_round()

    def _end_round(self) -> None:
        s, players = self._s, self.players
        ranks = [int(rank) for rank in s["rank"][:players]]
        stuck = [bool(flag) for flag in s["stuck"][:players]]
        self._note(e="round_end", ranks=ranks, stuck=stuck, capped=bool(s["capped"]))
        if step.score_round(self._states):
            self.over = True
            capped = any(event["e"] == "round_end" and event["capped"] for event in self.events)
            self._note(e="match_end", points=self.points, winners=self.winners, rounds=int(s["round"]), capped=capped)
        else:
            self._begin_round()

    def _note(self, **event: Any) -> None:
        self.events.append(event)

    def _seen_by(self, seat: int, event: dict[str, Any]) -> dict[str, Any]:
        if event["e"] == "deal":
            hands = [hand if other == seat else len(hand) for other, hand in enumerate(event["hands"])]
            return {**event, "hands": hands}
        if event["e"] == "exchange" and seat not in (event["from"], event["to"]):
            return {**event, "cards": len(event["cards"])}
        return event


def _class_of(action: int) -> tuple[int, ...]:
    """(kind, value, colour cards, Shadow and Rainbow, Jokers)."""
    return action >> 15 & 3, action >> 10 & 31, (action & 15).bit_count(), action >> 4 & 3, action >> 6 & 15


def check_deals(plan: Any, deals: Sequence[Mapping[str, Any]]) -> None:
    """PlanError if deals given by hand do not fit the plan: seats, cards of the game, no card twice."""
    most = {"JK": cards.COPIES, "INF": cards.COPIES, "NX": cards.COPIES}
    for number, deal in enumerate(deals, 1):
        hands, starter = deal.get("hands"), deal.get("starter", 0)
        if not isinstance(hands, list) or len(hands) != plan.players:
            raise PlanError(f"deal {number}: hands must be a list of {plan.players} hands, one per seat")
        if not isinstance(starter, int) or not 0 <= starter < plan.players:
            raise PlanError(f"deal {number}: starter {starter!r} is not a seat from 0 to {plan.players - 1}")
        seen: dict[str, int] = {}
        for seat, hand in enumerate(hands):
            if not hand:
                raise PlanError(f"deal {number}: the hand of seat {seat} is empty")
            for text in hand:
                try:
                    cards.card_code(str(text))
                except ValueError as error:
                    raise PlanError(f"deal {number}, seat {seat}: {error}") from None
                seen[text] = seen.get(text, 0) + 1
                if seen[text] > most.get(text, 1):
                    raise PlanError(f"deal {number}: {text} is dealt {seen[text]} times (at most {most.get(text, 1)})")
