"""One NUM FOLIES match in plain Python, card by card: for traces, notebooks and tests with scripted hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from numsim import __version__, cards
from numsim.errors import PlanError
from numsim.games.folies import step
from numsim.games.folies.conditions import KIND_TEXTS, NOTHING, SLAP_2, TRAP
from numsim.games.folies.state import EARLY, GOOD, NOBODY, RING, WHY_TEXTS, WRONG_PILE
from numsim.games.folies.tables import ENDS

Hands = Mapping[int, int]


class FoliesMatch:
    """A match of a plan, played card by card.

    `turn` is the seat that turns the next card (None when the match is over), `step()` turns it, lets the players slap
    and carries out all that follows. Every step appends to `events` (docs/trace.md). With `deals` the stacks are as
    given (the first of them).
    """

    def __init__(self, plan: Any, states: np.ndarray, index: int, deals: Sequence[Mapping[str, Any]] = ()) -> None:
        self.plan = plan
        self._states = states
        self._s = states[0]
        self.players = int(plan.players)
        self.index = index
        self._after_tricks: dict[bytes, int] = {}
        self._first_repeat: int | None = None
        step.start_match(states, index)
        if deals:
            held = [(cards.card_code(text), seat) for seat, stack in enumerate(deals[0]["stacks"]) for text in stack]
            codes, seats = np.array(held, np.int64).T.copy()
            step.set_dealt(states, codes, seats, int(deals[0].get("starter", 0)))
        bots = [str(plan.bots[(seat + index * plan.rotate) % self.players]) for seat in range(self.players)]
        self.events: list[dict[str, Any]] = [
            {
                "e": "match",
                "game": "folies",
                "players": self.players,
                "options": dict(plan.rules),
                "bots": bots,
                "seed": plan.seed,
                "match": index,
                "version": __version__,
            },
            {"e": "deal", "starter": int(self._s["starter"]), "stacks": [self.stack(i) for i in range(self.players)]},
        ]

    # What a caller reads

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self._s["over"])

    @property
    def turn(self) -> int | None:
        """Seat that turns the next card, None when the match is over."""
        return None if self.over else int(self._s["turn"])

    @property
    def sizes(self) -> list[int]:
        """Cards in each stack."""
        return [int(n) for n in self._s["size"][: self.players]]

    @property
    def winners(self) -> list[int]:
        """Winning seats once the match is over."""
        return self._seats("winners") if self.over else []

    def stack(self, seat: int) -> list[str]:
        """Card texts of a stack, the top card first."""
        s = self._s
        head, size = int(s["head"][seat]), int(s["size"][seat])
        return [cards.card_text(int(s["stack"][seat][(head + i) % RING])) for i in range(size)]

    @property
    def centre(self) -> list[str]:
        """Card texts of the centre pile, the oldest first."""
        return [cards.card_text(int(code)) for code in self._s["centre"][: int(self._s["n_centre"])]]

    @property
    def folies(self) -> list[str]:
        """Card texts of the Folies pile, the oldest first."""
        return [cards.card_text(int(code)) for code in self._s["folies"][: int(self._s["n_folies"])]]

    # What a caller does

    def step(self, hands: Hands | None = None, wrong_pile: Sequence[int] = (), early: Sequence[int] = ()) -> str:
        """Turn one card. Returns what it asks for: "1", "1bis", "2", "3", "1+3", "1bis+3", "trap", "near_miss",
        "neutral" (always, when no slaps are played) or "nothing" (a slap that the moment makes void).

        Without `hands` the profiles of the plan react. Given, they are the latencies in ms of the seats that slap (all
        others do not); a hand in `wrong_pile` lands there, one in `early` before the card can be seen. PlanError if the
        match is over or a seat does not exist.
        """
        if self.over:
            raise PlanError("the match is over: no card is left to turn")
        s, states = self._s, self._states
        for field in ("slap_cards", "trick_cards", "challenged", "back", "gone", "fresh"):
            s[field] = 0
        deferred, deferred_from = int(s["deferred"]), int(s["deferred_from"])
        seat = int(s["turn"])
        step.turn_card(states)
        self._note(e="turn", seat=seat, card=cards.card_text(int(s["card"])), t=int(s["ms"]))
        if deferred and int(s["deferred_paid"]) == deferred:
            self._note_payments(deferred, deferred_from)
        kind = int(s["kind"])
        if hands is None:
            settled = bool(step.react(states))
        else:
            settled = bool(s["slapping"]) and kind != NOTHING
            if settled:
                self._script(hands, wrong_pile, early, kind)
        if settled:
            step.settle(states)
            self._note_slap(kind)
        self._finish()
        return KIND_TEXTS[kind]

    def play_out(self) -> None:
        """Let the profiles of the plan finish the match."""
        while not self.over:
            self.step()

    # How it works

    def _script(self, hands: Hands, wrong_pile: Sequence[int], early: Sequence[int], kind: int) -> None:
        ms = np.full(8, -1, np.int64)
        fault = np.full(8, kind if kind <= TRAP else GOOD, np.uint8)
        for seat in (*hands, *wrong_pile, *early):
            if not 0 <= seat < self.players:
                raise PlanError(f"hands: {seat} is not a seat from 0 to {self.players - 1}")
        for seat, latency in hands.items():
            ms[seat] = latency
        if self.plan.rules["wrong_pile"] == "error":
            fault[list(wrong_pile)] = WRONG_PILE
        counts = self.plan.rules["anticipation"] == "valid" and kind > TRAP and kind != SLAP_2
        for seat in early:
            ms[seat] = 0
            fault[seat] = GOOD if counts else EARLY
        step.set_hands(self._states, ms, fault)

    def _note_slap(self, kind: int) -> None:
        s = self._s
        if kind > TRAP:
            landed = sorted(self._seats("landed"), key=lambda seat: int(s["hand_key"][seat]))
            payers = [seat for seat in self._clockwise() if int(s["payers"]) >> seat & 1]
            winner = int(s["winner"])
            self._note(
                e="slap",
                kind=KIND_TEXTS[kind],
                winner=None if winner == NOBODY else winner,
                payer=payers[0] if payers else None,
                payers=payers,
                order=landed,
                latency=[int(s["hand_ms"][seat]) for seat in landed],
            )
        wrong, late = int(s["wrong"]), int(s["late"])
        for seat in self._clockwise():
            if wrong >> seat & 1:
                self._note(e="wrong_slap", seat=seat, why=WHY_TEXTS[int(s["hand_fault"][seat])])
            elif late >> seat & 1:
                self._note(e="wrong_slap", seat=seat, why="late")
        taken = int(s["slap_cards"])
        if taken:
            pile = "folies" if KIND_TEXTS[kind] == "2" else "centre"
            self._note_take(int(s["winner"]), pile, self.stack(int(s["winner"]))[-taken:], "slap")
        if self.plan.rules["slap3_timing"] == "now":
            self._note_payments(wrong | late | int(s["payers"]), int(s["turner"]))
        else:
            self._note_payments(wrong | late, int(s["turner"]))

    def _note_payments(self, mask: int, first: int) -> None:
        """The payments are the last cards of the Folies pile, in clockwise order from the left of `first`."""
        s = self._s
        payers = [seat for seat in self._clockwise(first) if mask >> seat & 1 and s["paid"][seat]]
        pile = self.folies
        at = len(pile) - sum(int(s["paid"][seat]) for seat in payers)
        for seat in payers:
            n = int(s["paid"][seat])
            self._note(e="pay", seat=seat, cards=pile[at : at + n])
            at += n

    def _note_take(self, seat: int, pile: str, texts: list[str], why: str) -> None:
        self._note(e="take", seat=seat, pile=pile, cards=texts, why=why)

    def _finish(self) -> None:
        s = self._s
        holder = int(s["turner"]) if s["debt_of"][int(s["card"])] else int(s["holder"])
        step.finish_card(self._states)
        if s["trick_cards"]:
            seat, n = int(s["trick_seat"]), int(s["trick_cards"])
            self._note_take(seat, "centre", self.stack(seat)[-n:], "challenge")
            self._watch()
        elif s["challenged"]:
            self._note(e="challenge", holder=holder, answering=int(s["answering"]), debt=int(s["debt"]))
        back, gone, fresh = (int(s[name]) for name in ("back", "gone", "fresh"))
        for seat in self._clockwise():
            for mask, name in ((back, "back"), (gone, "eliminated"), (fresh, "last_chance")):
                if mask >> seat & 1:
                    self._note(e=name, seat=seat)
        if s["over"]:
            self._end()

    def _end(self) -> None:
        s = self._s
        why = ENDS[int(s["end"])]
        loop = {}
        if why == "loop":
            loop = {
                "period_flips": int(s["loop_flips"]),
                "period_tricks": int(s["loop_tricks"]),
                "first_repeat": self._first_repeat,
            }
        self._note(e="end", why=why, stacks=self.sizes, flips=int(s["flips"]), t=int(s["next_ms"]), **loop)
        self._note(e="match_end", points=self.sizes, winners=self.winners, rounds=1, capped=why == "capped")

    def _watch(self) -> None:
        """Find the first repetition of a state after a trick, in a game without chance."""
        s = self._s
        if not s["deterministic"] or self._first_repeat is not None:
            return
        marks = [int(s["turn"]), int(s["in_game"]), int(s["pending"])]
        for seat in range(self.players):
            codes = [cards.card_code(text) for text in self.stack(seat)]
            marks += [-1, *(codes if s["slapping"] else [int(s["debt_of"][code]) for code in codes])]
        key = np.array(marks, np.int16).tobytes()
        if key in self._after_tricks:
            self._first_repeat = int(s["flips"])
        self._after_tricks[key] = int(s["flips"])

    def _seats(self, field: str) -> list[int]:
        mask = int(self._s[field])
        return [seat for seat in range(self.players) if mask >> seat & 1]

    def _clockwise(self, first: int | None = None) -> list[int]:
        """All seats from the left of `first` (default: who turned the card) on, he himself last."""
        start = int(self._s["turner"]) if first is None else first
        return [(start + 1 + i) % self.players for i in range(self.players)]

    def _note(self, **event: Any) -> None:
        self.events.append(event)


def check_deals(plan: Any, deals: Sequence[Mapping[str, Any]]) -> None:
    """PlanError if stacks given by hand do not fit: one per seat, none empty, classic cards, no card twice."""
    if len(deals) > 1:
        raise PlanError(f"deal: {len(deals)} deals given; a match of NUM FOLIES has one")
    for deal in deals:
        stacks, starter = deal.get("stacks"), deal.get("starter", 0)
        if not isinstance(stacks, list) or len(stacks) != plan.players:
            raise PlanError(f"deal: stacks must be a list of {plan.players} stacks, one per seat, top card first")
        if not isinstance(starter, int) or not 0 <= starter < plan.players:
            raise PlanError(f"deal: starter {starter!r} is not a seat from 0 to {plan.players - 1}")
        seen: set[str] = set()
        for seat, stack in enumerate(stacks):
            if not stack:
                raise PlanError(f"deal: the stack of seat {seat} is empty")
            for text in stack:
                try:
                    code = cards.card_code(str(text))
                except ValueError as error:
                    raise PlanError(f"deal, seat {seat}: {error}") from None
                if code >= cards.CLASSIC or text in seen:
                    raise PlanError(f"deal, seat {seat}: {text} {'is dealt twice' if text in seen else 'is not used'}")
                seen.add(text)
