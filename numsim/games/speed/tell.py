"""The trace of a NUM-SPEED match as text that a designer can follow (seats and rounds counted from 1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_CALLS = {
    "lead": "leads",
    "cas1": "covers with",
    "cas2": "covers with one card more:",
    "fusion": "makes a Fusion with",
    "x+1": "calls Facteur X+1 with",
    "x-1": "calls Facteur X-1 with",
    "equivalence": "calls Equivalence with",
    "rainbow": "adds the Rainbow",
    "shadow": "replaces the pli by the Shadow",
    "infini": "lays",
    "numx": "lays",
}
_ACTIONS = {"A1": "Simple", "A2": "Double", "TW": "Twister", "BL": "Block", "BX": "Bombe-X"}
_NAMES = {"JK": "Joker", "INF": "Infini", "NX": "Num-X", **_ACTIONS}
_WHY = {
    "blocked": "is blocked and passes",
    "error": "loses this turn for an error",
    "deck_empty": "passes: the deck is empty",
    "free": "passes",
}


def tell(events: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Lines of text for the events of one match (docs/trace.md)."""
    table = _Table()
    for event in events:
        yield from table.lines(event)


def seat_name(seat: int) -> str:
    """Seats are told from 1."""
    return f"Seat {seat + 1}"


def spell(cards: Sequence[str]) -> str:
    """Card texts with specials and actions by name."""
    return " ".join(_NAMES.get(card, card) for card in cards) or "nothing"


class _Table:
    """What the text needs to remember: whether a tour is open, and how many there were."""

    def __init__(self) -> None:
        self.players = 0
        self.tour = 0
        self.open = False

    def lines(self, event: Mapping[str, Any]) -> Iterator[str]:
        for line in getattr(self, f"_{event['e']}")(event):
            timed = event.get("t", 0) and line.startswith("  ")
            yield f"{line}  [{event['t'] / 1000:.1f} s]" if timed else line

    def _match(self, event: Mapping[str, Any]) -> Iterator[str]:
        self.players = event["players"]
        options = event["options"]
        yield f"NUM-SPEED, {self.players} players, seed {event['seed']}, match {event['match'] + 1}"
        yield f"Mode {options['mode']}, ending {options['ending']}, score {options['score']}"
        yield "Bots: " + ", ".join(f"{seat_name(seat)} {bot}" for seat, bot in enumerate(event["bots"]))

    def _deal(self, event: Mapping[str, Any]) -> Iterator[str]:
        self.tour, self.open = 0, False
        extra = " (after the end of the match, does not count)" if event.get("extra") else ""
        who = f"{seat_name(event['starter'])} leads" if event["starter"] is not None else "a card is turned"
        yield ""
        yield f"=== Round {event['round']} ==={extra} {seat_name(event['dealer'])} deals, {who}"
        for seat, (hand, plateau) in enumerate(zip(event["hands"], event["plateaus"], strict=True)):
            shown = f"; plateau {spell(plateau)}" if plateau else ""
            yield f"{seat_name(seat)} holds {len(hand)}: {spell(hand)}{shown}"

    def _flip(self, event: Mapping[str, Any]) -> Iterator[str]:
        put = "" if event["to"] == "centre" else ": no value, it goes under the deck"
        yield f"  Turned: {spell([event['card']])}{put}"

    def _play(self, event: Mapping[str, Any]) -> Iterator[str]:
        if not self.open:
            self.tour, self.open = self.tour + 1, True
            yield f"Tour {self.tour}"
        out = " out of turn" if not event["in_turn"] else ""
        cards = " ".join(_NAMES.get(entry["card"], entry["card"]) + _origin(entry["from"]) for entry in event["cards"])
        after = f"({event['value']}, {event['count']})" if event["value"] is not None else ""
        taken = f", takes {spell(event['taken'])} into the hand" if "taken" in event else ""
        yield f"  {seat_name(event['seat'])} {_CALLS[event['kind']]} {cards}{out} {after}".rstrip() + taken

    def _draw(self, event: Mapping[str, Any]) -> Iterator[str]:
        yield f"  {seat_name(event['seat'])} draws {spell([event['card']])}"

    def _shelve(self, event: Mapping[str, Any]) -> Iterator[str]:
        yield f"  {seat_name(event['seat'])} lays {spell([event['card']])} on the plateau"

    def _pass(self, event: Mapping[str, Any]) -> Iterator[str]:
        yield f"  {seat_name(event['seat'])} {_WHY[event['why']]}"

    def _lead_pass(self, event: Mapping[str, Any]) -> Iterator[str]:
        yield f"  {seat_name(event['seat'])} cannot lead: the lead moves on"

    def _action(self, event: Mapping[str, Any]) -> Iterator[str]:
        whom = ", ".join(seat_name(seat) for seat in event["targets"])
        name = _ACTIONS[event["card"]] + _origin(event["from"])
        yield f"  {seat_name(event['seat'])} plays {name}{f' on {whom}' if whom else ''}"

    def _redistribute(self, event: Mapping[str, Any]) -> Iterator[str]:
        yield "  The cards are dealt anew:"
        for seat, (hand, plateau) in enumerate(zip(event["hands"], event["plateaus"], strict=True)):
            yield f"    {seat_name(seat)}: hand {spell(hand)}; plateau {spell(plateau)}"

    def _error(self, event: Mapping[str, Any]) -> Iterator[str]:
        cards = spell([entry["card"] for entry in event["cards"]])
        what = "comes too late" if event.get("late") else f"errs ({event['kind']})"
        fine = f"draws {spell([event['card']])} onto the plateau" if event["card"] else "no card is left to draw"
        yield f"  {seat_name(event['seat'])} {what} with {cards}: cards back, {fine}, a turn is lost"

    def _out(self, event: Mapping[str, Any]) -> Iterator[str]:
        yield f"  {seat_name(event['seat'])} is out"

    def _penalty(self, event: Mapping[str, Any]) -> Iterator[str]:
        card = spell([event["card"]]) if event["card"] else "nothing: the deck is empty"
        yield f"  {seat_name(event['seat'])} draws {card} for a last play without a classic card"

    def _discard(self, event: Mapping[str, Any]) -> Iterator[str]:
        yield f"  {seat_name(event['seat'])} discards the last card, {spell([event['card']])}"

    def _reshuffle(self, event: Mapping[str, Any]) -> Iterator[str]:
        yield f"  A new deck of {len(event['deck'])} cards is shuffled"

    def _tour_end(self, event: Mapping[str, Any]) -> Iterator[str]:
        self.open = False
        then = " and leads" if event["leader"] is not None else "; the round is over"
        yield f"  {seat_name(event['winner'])} wins the tour{then}"

    def _round_end(self, event: Mapping[str, Any]) -> Iterator[str]:
        why = " (blocked: nobody can lead)" if event["blocked"] else " (cut off)" if event["capped"] else ""
        yield f"End of the round{why}"
        malus = event["malus"]
        for seat, (hand, plateau) in enumerate(zip(event["hands"], event["plateaus"], strict=True)):
            left = f"hand {spell(hand)}, plateau {spell(plateau)}"
            score = f"malus {malus['classic'][seat]} classic, {malus['competition'][seat]} competition"
            yield f"{seat_name(seat)}: {score}; {left}"

    def _match_end(self, event: Mapping[str, Any]) -> Iterator[str]:
        yield ""
        totals = ", ".join(f"{seat_name(seat)} {total}" for seat, total in enumerate(event["points"]))
        won = " and ".join(seat_name(seat) for seat in event["winners"])
        verb = "wins" if len(event["winners"]) == 1 else "share the win"
        yield f"After {event['rounds']} rounds: {totals}. {won} {verb}."


def _origin(source: str | int) -> str:
    if source == "hand":
        return ""
    return " (drawn)" if source == "drawn" else f" (plateau of {seat_name(int(source)).lower()})"
