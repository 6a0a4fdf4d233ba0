"""One NUM-SPEED match in plain Python, step by step: for traces, notebooks and tests with scripted plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from numsim import __version__, cards
from numsim.errors import PlanError
from numsim.games.speed import step
from numsim.games.speed.state import (
    BONUS,
    CLOSE,
    DECIDING,
    DECLINE,
    DRAW,
    DRAWN,
    DRAWN_JOKER,
    ERROR,
    FLIP,
    INFINI_LAID,
    MAX_SEATS,
    NUMX_LAID,
    OPENING,
    OPENING_FAILS,
    OUT_OF_TURN,
    OVER,
    PASS,
    PLAY_CARD,
    PLY_KINDS,
    RAINBOW_ADDED,
    SHADOW_LAID,
    SHELVE,
    SHOWING,
    TURN,
)

KIND_TEXTS: tuple[str, ...] = (
    "lead",
    "cas1",
    "cas2",
    "fusion",
    "x+1",
    "x-1",
    "equivalence",
    "equivalence",
    "rainbow",
    "shadow",
)
KIND_TEXTS += ("infini", "numx")
_ACTION_TEXTS = cards.ALL_TEXTS[3:]
_WHY_TEXTS = ("blocked", "error", "deck_empty", "free")
_NOT_SET = 999
_PLATEAU = MAX_SEATS
Source = str | int


@dataclass(frozen=True)
class Move:
    """One thing a seat can do. `do` is "play" (a ply), "action", "draw", "shelve", "pass" or "decline" (no bonus)."""

    seat: int
    do: str
    kind: str | None
    cards: tuple[tuple[str, Source], ...]
    """Card texts with the zone they come from: "hand", "drawn" or the seat of a plateau."""
    targets: tuple[int, ...]
    action: int

    def __str__(self) -> str:
        texts = " ".join(text for text, _ in self.cards)
        if self.do == "play":
            return f"{texts} ({self.kind})"
        if self.do == "action":
            return f"{texts} on {', '.join(map(str, self.targets))}" if self.targets else texts
        return self.do


class SpeedMatch:
    """A match of a plan, played step by step.

    `turn` is the seat whose turn it is (None between rounds and while cards are turned), `legal(seat)` what a seat may
    do now, in or out of turn, `step()` lets clock and bots decide, `apply(move)` carries out a move of your choice.
    Every step appends to `events` (docs/trace.md). With `deals` the first rounds are dealt as given.
    """

    def __init__(self, plan: Any, states: np.ndarray, index: int, deals: Sequence[Mapping[str, Any]] = ()) -> None:
        self.plan = plan
        self._states = states
        self._s = states[0]
        self._deals = list(deals)
        self.players = int(plan.players)
        self.index = index
        self.over = False
        self._result: dict[str, Any] = {}
        self._any_capped = False
        step.start_match(states, index)
        bots = [str(plan.bots[(seat + index * plan.rotate) % self.players]) for seat in range(self.players)]
        self.events: list[dict[str, Any]] = [
            {
                "e": "match",
                "game": "speed",
                "players": self.players,
                "options": dict(plan.rules),
                "bots": bots,
                "seed": plan.seed,
                "match": index,
                "version": __version__,
            }
        ]
        self._late: dict[int, tuple[tuple[str, Source], ...]] = {}
        self._begin_round()

    # What a caller reads

    @property
    def turn(self) -> int | None:
        """Seat whose turn it is, None when the match is over or a card is being turned."""
        turn = int(self._s["turn"])
        return None if self.over or turn >= self.players else turn

    @property
    def points(self) -> list[int]:
        """Totals by seat so far, in the score in force."""
        return [int(p) for p in self._s["points"][int(self._s["score"])][: self.players]]

    @property
    def winners(self) -> list[int]:
        """Winning seats once the match is over."""
        return list(self._result.get("winners", []))

    @property
    def pli(self) -> tuple[int | None, int] | None:
        """(value, number of cards) on the table, value None for an Infini; None when there is nothing to cover."""
        s = self._s
        if not s["count"]:
            return None
        return (None, 1) if s["pli_special"] else (int(s["value"]), int(s["count"]))

    def hand(self, seat: int) -> list[str]:
        """Card texts of a hand, lowest value first, then specials and actions."""
        return self._zone(seat)

    def plateau(self, seat: int) -> list[str]:
        """Card texts of a plateau."""
        return self._zone(_PLATEAU + seat)

    def deck(self) -> list[str]:
        """Card texts of the deck, the top card first."""
        s = self._s
        top = [cards.card_text(int(code)) for code in s["deck"][: int(s["top"])][::-1]]
        under = s["under"][int(s["under_from"]) : int(s["under_to"])]
        return top + [cards.card_text(int(code)) for code in under]

    def legal(self, seat: int) -> tuple[Move, ...]:
        """What a seat may do now, one move per class: in his turn, or out of turn (at the opening everybody)."""
        s = self._s
        phase = int(s["phase"])
        if self.over or phase in (int(OVER), int(SHOWING)):
            return ()
        if phase == int(OPENING):
            return self._plies(seat, False, False) if s["count"] else ()
        if seat != int(s["turn"]):
            return self._plies(seat, False, False) if s["count"] and step.may_interrupt(self._states, seat) else ()
        if phase == int(BONUS):
            return (*self._cards(seat, False), self._simple(seat, int(DECLINE)))
        if s["blocks"][seat] or s["skips"][seat]:
            return (self._simple(seat, int(PASS)),)
        if phase == int(DECIDING):
            return (*self._plies(seat, True, True), *self._cards(seat, True), self._simple(seat, int(SHELVE)))
        if seat == int(s["owner"]) and not s["replay"]:
            return ()
        plies = self._plies(seat, True, False)
        found = [*plies, *self._cards(seat, False)]
        leading = not s["count"]
        drawing = bool(step.can_draw(self._states))
        if not plies or (not leading and s["voluntary_draw"]):
            found.append(self._simple(seat, int(DRAW) if drawing else int(PASS)))
        rule = self.plan.rules["pass"]
        if drawing and not leading and (rule == "free" or (rule == "free_if_stuck" and not plies)):
            found.append(self._simple(seat, int(PASS)))
        return tuple(found)

    # What a caller does

    def step(self) -> None:
        """One step as clock and bots have it."""
        seat, action = step.next_move(self._states)
        self._do(int(seat), int(action))

    def close(self) -> None:
        """Close the tour: the pointer is back on the owner of the pli and nobody interrupts."""
        s = self._s
        if int(s["phase"]) != int(TURN) or s["turn"] != s["owner"] or s["replay"]:
            raise PlanError("the tour cannot be closed: the pointer is not back on the owner of the pli")
        self._do(int(s["turn"]), int(CLOSE) << 11)

    def flip(self) -> None:
        """Turn the next card at the opening."""
        if int(self._s["phase"]) != int(OPENING):
            raise PlanError("no card is turned now")
        self._do(15, int(FLIP) << 11)

    def apply(self, move: Move) -> None:
        """Carry out a move of `legal`; PlanError if it is not legal."""
        if move not in self.legal(move.seat):
            allowed = ", ".join(str(one) for one in self.legal(move.seat)) or "nothing"
            raise PlanError(f"seat {move.seat} may not do {move} now (legal: {allowed})")
        if move.do == "pass":
            self._s["why"] = self._why(move.seat)
        self._do(move.seat, move.action)

    def play(self, seat: int, texts: str, kind: str | None = None) -> None:
        """Lay the cards of a text ("7R 7S") as the seat may; `kind` chooses between labels. PlanError if illegal."""
        wanted = sorted(texts.split())
        for move in self.legal(seat):
            same = sorted(text for text, _ in move.cards) == wanted
            if move.do == "play" and same and kind in (None, move.kind):
                self.apply(move)
                return
        allowed = ", ".join(str(one) for one in self.legal(seat)) or "nothing"
        raise PlanError(f"seat {seat} may not lay {texts}{f' as {kind}' if kind else ''} now (legal: {allowed})")

    def act(self, seat: int, card: str, targets: Sequence[int] = ()) -> None:
        """Play an action card on targets. PlanError if that is not legal."""
        for move in self.legal(seat):
            if move.do == "action" and move.cards[0][0] == card and move.targets == tuple(sorted(targets)):
                self.apply(move)
                return
        raise PlanError(f"seat {seat} may not play {card} on {list(targets)} now")

    def do(self, seat: int, what: str) -> None:
        """ "draw", "shelve", "pass" or "decline". PlanError if that is not legal."""
        for move in self.legal(seat):
            if move.do == what:
                self.apply(move)
                return
        raise PlanError(f"seat {seat} may not {what} now")

    def play_out(self) -> None:
        """Finish the match as the plan says."""
        while not self.over:
            self.step()

    # How it works

    def _why(self, seat: int) -> int:
        s = self._s
        if s["blocks"][seat]:
            return 0
        if s["skips"][seat]:
            return 1
        return 3 if step.can_draw(self._states) else 2

    def _zone(self, zone: int) -> list[str]:
        s = self._s
        texts = []
        for value in range(cards.VALUES):
            held = int(s["families"][zone][value])
            texts += [f"{value}{family}" for i, family in enumerate(cards.FAMILIES) if held >> i & 1]
        tally = int(s["tally"][zone])
        for nibble, text in enumerate(cards.ALL_TEXTS):
            texts += [text] * (tally >> 4 * nibble & 15)
        return texts

    def _listed(self, count: int) -> list[int]:
        return [int(action) for action in self._s["list"][: int(count)]]

    def _plies(self, seat: int, in_turn: bool, drawn: bool) -> tuple[Move, ...]:
        count = step.list_plies(self._states, seat, in_turn, drawn)
        return tuple(
            Move(seat, "play", KIND_TEXTS[action >> 11 & 31], self._sources(seat, action), (), action)
            for action in self._listed(count)
        )

    def _cards(self, seat: int, drawn: bool) -> tuple[Move, ...]:
        count = step.list_cards(self._states, seat, drawn)
        return tuple(
            Move(seat, "action", None, self._sources(seat, action), self._targets(action), action)
            for action in self._listed(count)
        )

    @staticmethod
    def _simple(seat: int, kind: int) -> Move:
        names = {int(DRAW): "draw", int(PASS): "pass", int(SHELVE): "shelve", int(DECLINE): "decline"}
        return Move(seat, names[kind], None, (), (), kind << 11)

    def _targets(self, action: int) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.players) if action >> 34 >> seat & 1)

    @staticmethod
    def _source(zone: int) -> Source:
        if zone == int(DRAWN):
            return "drawn"
        return "hand" if zone < _PLATEAU else zone - _PLATEAU

    def _sources(self, seat: int, action: int) -> tuple[tuple[str, Source], ...]:
        """The cards of a ply or action with their zones, before it is carried out."""
        s = self._s
        kind, zone = action >> 11 & 31, action >> 26 & 31
        if kind in (int(INFINI_LAID), int(NUMX_LAID)):
            return ((cards.SPECIAL_TEXTS[1 if kind == int(INFINI_LAID) else 2], self._source(zone)),)
        if kind == int(PLAY_CARD):
            return ((_ACTION_TEXTS[action >> 31 & 7], self._source(zone)),)
        value = action >> 6 & 31
        found: list[tuple[str, Source]] = []
        clockwise = [(seat + i) % self.players for i in range(self.players)]
        zones = [seat, int(DRAWN), *[_PLATEAU + other for other in clockwise]]
        for i, family in enumerate(cards.FAMILIES):
            if action >> i & 1:
                at = next(zone for zone in zones if int(s["families"][zone][value]) >> i & 1)
                found.append((f"{value}{family}", self._source(at)))
        found += [("JK", "hand")] * (action >> 17 & 15)
        if action & int(DRAWN_JOKER):
            found.append(("JK", "drawn"))
        more = action >> 21 & 15
        for other in clockwise:
            take = min(more, int(s["tally"][_PLATEAU + other]) & 15)
            found += [("JK", other)] * take
            more -= take
        return tuple(found)

    def _pli_cards(self) -> list[str]:
        s = self._s
        value, families = int(s["value"]), int(s["pli_families"])
        naturals = [f"{value}{family}" for i, family in enumerate(cards.FAMILIES) if families >> i & 1]
        return naturals + ["JK"] * int(s["pli_jokers"])

    def _do(self, seat: int, action: int) -> None:
        s = self._s
        kind = action >> 11 & 31
        leading = not s["count"]
        count, out, drawn, turn = int(s["count"]), int(s["out"]), int(s["drawn"]), int(s["turn"])
        closing = kind == int(CLOSE) or (kind == int(DECLINE) and int(s["phase"]) == int(SHOWING))
        owner = int(s["owner"])
        late = bool(s["late_now"])
        if action & int(OUT_OF_TURN) and not late:
            # A late hand meant the cards as they lay before the interrupt that beat it took some of them.
            hands = [other for other in range(self.players) if int(s["late"]) >> other & 1]
            self._late = {other: self._sources(other, int(s["late_action"][other])) for other in hands}
        sources: tuple[tuple[str, Source], ...] = ()
        if late:
            sources = self._late[seat]
        elif kind < int(PLY_KINDS) or kind == int(PLAY_CARD):
            sources = self._sources(seat, action)
        taken = self._pli_cards()
        s["penalty"], s["refilled"], s["tour_closed"], s["lead_passed"] = _NOT_SET, 0, 0, 0
        s["discarded"] = s["late_now"] = 0
        why = int(s["why"])
        step.carry_out(self._states, seat, action)
        if s["refilled"] and kind != int(OPENING_FAILS):
            self._note(e="reshuffle", deck=self._refilled())
        if kind < int(PLY_KINDS):
            if action & int(ERROR):
                self._note_error(seat, action, sources, drawn, late)
            else:
                self._note_ply(seat, action, sources, taken, count)
                self._note_end_of_hand(seat, out)
                if drawn != cards.NO_CARD and turn != seat:
                    self._note(e="shelve", seat=turn, card=cards.card_text(drawn))
        elif kind == int(PLAY_CARD):
            self._note_action(seat, action, sources, out)
        elif kind == int(DRAW):
            self._note(e="draw", seat=seat, card=cards.card_text(int(s["drawn"])))
        elif kind == int(SHELVE):
            self._note(e="shelve", seat=seat, card=cards.card_text(drawn))
            if s["discarded"]:
                nibble = (int(s["discarded"]).bit_length() - 1) // 4
                self._note(e="discard", seat=seat, card=cards.ALL_TEXTS[nibble])
                self._note(e="out", seat=seat)
            if s["lead_passed"]:
                self._note(e="lead_pass", seat=seat)
        elif kind == int(PASS):
            if leading and why >= 2:
                self._note(e="lead_pass", seat=seat)
            else:
                self._note(e="pass", seat=seat, why=_WHY_TEXTS[why])
        elif kind == int(FLIP):
            code = int(s["drawn_flip"])
            to = "centre" if code < cards.CLASSIC else "under_deck"
            self._note(e="flip", card=cards.card_text(code), to=to)
        elif kind == int(OPENING_FAILS):
            self._note(e="reshuffle", deck=self.deck())
        if s["tour_closed"]:
            winner = owner if closing else seat
            over = int(s["phase"]) == int(OVER)
            self._note(e="tour_end", winner=winner, leader=None if over else winner)
        if int(s["phase"]) == int(OVER):
            self._end_round()

    def _refilled(self) -> list[str]:
        s = self._s
        n = int(s["refilled"])
        return [cards.card_text(int(code)) for code in s["deck"][:n][::-1]]

    @staticmethod
    def _card_entries(sources: Sequence[tuple[str, Source]]) -> list[dict[str, Any]]:
        return [{"card": text, "from": source} for text, source in sources]

    def _note_ply(
        self, seat: int, action: int, sources: Sequence[tuple[str, Source]], taken: list[str], count: int
    ) -> None:
        kind = action >> 11 & 31
        special = kind in (int(INFINI_LAID), int(NUMX_LAID))
        after = len(sources)
        if KIND_TEXTS[kind] == "fusion":
            after += count
        elif kind == int(RAINBOW_ADDED):
            after = count + 1
        event = {
            "e": "play",
            "seat": seat,
            "in_turn": not action & int(OUT_OF_TURN),
            "kind": KIND_TEXTS[kind],
            "cards": self._card_entries(sources),
            "value": None if special else action >> 6 & 31,
            "count": after,
        }
        if kind == int(SHADOW_LAID):
            event["taken"] = taken
        self._note(**event)

    def _note_end_of_hand(self, seat: int, out: int) -> None:
        s = self._s
        if int(s["penalty"]) != _NOT_SET:
            code = int(s["penalty"])
            self._note(e="penalty", seat=seat, card=None if code == cards.NO_CARD else cards.card_text(code))
        if int(s["out"]) & ~out & 1 << seat:
            self._note(e="out", seat=seat)

    def _note_error(
        self, seat: int, action: int, sources: Sequence[tuple[str, Source]], drawn: int, late: bool
    ) -> None:
        code = int(self._s["error_card"][seat])
        in_turn = not action & int(OUT_OF_TURN)
        event = {
            "e": "error",
            "seat": seat,
            "in_turn": in_turn,
            "kind": KIND_TEXTS[action >> 11 & 31],
            "cards": self._card_entries(sources),
            "card": None if code == cards.NO_CARD else cards.card_text(code),
            "to": "plateau",
        }
        if late:
            event["late"] = True
        self._note(**event)
        if in_turn and drawn != cards.NO_CARD:
            self._note(e="shelve", seat=seat, card=cards.card_text(drawn))

    def _note_action(self, seat: int, action: int, sources: Sequence[tuple[str, Source]], out: int) -> None:
        s = self._s
        text, source = sources[0]
        targets = list(self._targets(action))
        self._note(**{"e": "action", "seat": seat, "card": text, "from": source, "targets": targets})
        emptied = int(s["penalty"]) != _NOT_SET
        self._note_end_of_hand(seat, out if emptied else int(s["out"]))
        ended_at_once = emptied and self.plan.rules["round_end"] == "instant"
        if text in ("TW", "BX") and not ended_at_once:
            hands = [self.hand(i) for i in range(self.players)]
            plateaus = [self.plateau(i) for i in range(self.players)]
            self._note(e="redistribute", hands=hands, plateaus=plateaus)
            for i in range(self.players):
                other = (seat + i) % self.players
                if int(s["out"]) & ~out & 1 << other and not (emptied and other == seat):
                    self._note(e="out", seat=other)

    def _begin_round(self) -> None:
        s = self._s
        step.deal_round(self._states)
        number = int(s["round"])
        given: Mapping[str, Any] = {}
        if number <= len(self._deals):
            given = self._deals[number - 1]
            self._set_deal(given)
        step.open_round(self._states)
        if given.get("starter") is not None:
            self._lead_by(int(given["starter"]))
        starter = int(s["turn"]) if int(s["phase"]) == int(TURN) else None
        event: dict[str, Any] = {
            "e": "deal",
            "round": number,
            "dealer": int(s["dealer"]),
            "starter": starter,
            "hands": [self.hand(seat) for seat in range(self.players)],
            "deck": self.deck(),
            "plateaus": [self.plateau(seat) for seat in range(self.players)],
        }
        if self._result:
            event["extra"] = True
        self._note(**event)

    def _lead_by(self, seat: int) -> None:
        s = self._s
        s["phase"], s["turn"], s["count"], s["thinking"], s["replay"], s["acted"] = TURN, seat, 0, 0, 0, 0
        s["round_row"]["opening"] = 2

    def _set_deal(self, deal: Mapping[str, Any]) -> None:
        s = self._s
        if "dealer" in deal:
            s["dealer"] = int(deal["dealer"])
        hands, plateaus = deal["hands"], deal.get("plateaus") or [[]] * self.players
        held = [(text, seat) for seat, hand in enumerate(hands) for text in hand]
        held += [(text, _PLATEAU + seat) for seat, plateau in enumerate(plateaus) for text in plateau]
        deck = deal.get("deck")
        if deck is None:
            # The rest of the game's cards, in the order of the seed.
            rest = [*self.deck(), *[text for seat in range(self.players) for text in self.hand(seat)]]
            for text, _ in held:
                if text in rest:
                    rest.remove(text)
            deck = rest
        codes = np.array([_code(text) for text, _ in held], np.int64)
        zones = np.array([zone for _, zone in held], np.int64)
        step.set_dealt(self._states, codes, zones, np.array([_code(text) for text in deck], np.uint8))

    def _end_round(self) -> None:
        s, seats = self._s, range(self.players)
        rows = s["row"]
        row = s["round_row"]
        self._any_capped |= bool(row["capped"])
        self._note(
            e="round_end",
            hands=[self.hand(seat) for seat in seats],
            plateaus=[self.plateau(seat) for seat in seats],
            malus={
                "classic": [int(rows[seat]["malus_classic"]) for seat in seats],
                "competition": [int(rows[seat]["malus_competition"]) for seat in seats],
            },
            blocked=bool(row["blocked"]),
            capped=bool(row["capped"]),
        )
        over = bool(step.score_round(self._states))
        if over and not self._result:
            mask = int(step.winners(self._states))
            capped = self._any_capped or (self.plan.rules["ending"] == "points" and int(s["round"]) >= 60)
            self._result = {
                "points": self.points,
                "winners": [seat for seat in seats if mask >> seat & 1],
                "rounds": int(s["round"]),
                "capped": capped,
            }
            s["over"] = 1
        if self._result and (not self.plan.rules["play_on"] or step.all_reached(self._states)):
            self.over = True
            self._note(e="match_end", **self._result)
        else:
            self._begin_round()

    def _note(self, **event: Any) -> None:
        event["t"] = int(self._s["now"])
        self.events.append(event)


def _code(text: str) -> int:
    return cards.card_code(text, cards.ALL_TEXTS)


def check_deals(plan: Any, deals: Sequence[Mapping[str, Any]]) -> None:
    """PlanError if deals given by hand do not fit the plan: seats, cards of the game, no card twice."""
    for number, deal in enumerate(deals, 1):
        where = f"deal {number}"
        seen: dict[str, int] = {}
        for key in ("hands", "plateaus"):
            zones = deal.get(key)
            if zones is None and key == "plateaus":
                continue
            if not isinstance(zones, list) or len(zones) != plan.players:
                raise PlanError(f"{where}: {key} must be a list of {plan.players} lists of cards, one per seat")
            for seat, zone in enumerate(zones):
                if key == "hands" and not zone:
                    raise PlanError(f"{where}: the hand of seat {seat} is empty")
                _count_cards(f"{where}, {key} of seat {seat}", zone, seen)
        if deal.get("deck") is not None:
            if not isinstance(deal["deck"], list):
                raise PlanError(f"{where}: deck must be a list of cards, the top one first")
            _count_cards(f"{where}, deck", deal["deck"], seen)
        for key in ("starter", "dealer"):
            named = deal.get(key)
            if named is not None and (not isinstance(named, int) or not 0 <= named < plan.players):
                raise PlanError(f"{where}: {key} {named!r} is not a seat from 0 to {plan.players - 1}")


def _count_cards(where: str, zone: Sequence[Any], seen: dict[str, int]) -> None:
    for text in zone:
        try:
            _code(str(text))
        except ValueError as error:
            raise PlanError(f"{where}: {error}") from None
        seen[text] = seen.get(text, 0) + 1
        most = cards.COPIES if text in cards.ALL_TEXTS else 1
        if seen[text] > most:
            raise PlanError(f"{where}: {text} is dealt {seen[text]} times (at most {most})")
