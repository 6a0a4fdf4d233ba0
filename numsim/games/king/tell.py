"""The trace of a NUM KING match as text that a designer can follow (seats and rounds counted from 1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from numsim.cards import FAMILIES, FAMILY_NAMES

_SPECIALS = {"JK": "Joker", "INF": "Infini", "NX": "Num-X"}
_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}


def tell(events: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Lines of text for the events of one match (docs/trace.md)."""
    table = _Table()
    for event in events:
        yield from table.lines(event)


def seat_name(seat: int) -> str:
    """Seats are told from 1."""
    return f"Seat {seat + 1}"


def title(rank: int, players: int) -> str:
    """Social rank of a place, or its ordinal (KG-050)."""
    if rank == 1:
        return "King"
    if rank == players:
        return "Bouffon"
    if rank == 2 and players > 3:
        return "Chevalier"
    if rank == players - 1 and players > 3:
        return "Valet"
    return f"{_ORDINALS.get(rank, f'{rank}th')} place"


class _Table:
    """What the text needs to remember: whose cards are where, and what was laid last."""

    def __init__(self) -> None:
        self.players = 0
        self.hands: dict[int, list[str]] = {}
        self.leading = True
        self.trick = 0

    def lines(self, event: Mapping[str, Any]) -> Iterator[str]:
        yield from getattr(self, f"_{event['e']}")(event)

    def _match(self, event: Mapping[str, Any]) -> Iterator[str]:
        self.players = event["players"]
        yield f"NUM KING, {self.players} players, seed {event['seed']}, match {event['match'] + 1}"
        yield "Bots: " + ", ".join(f"{seat_name(seat)} {bot}" for seat, bot in enumerate(event["bots"]))

    def _deal(self, event: Mapping[str, Any]) -> Iterator[str]:
        self.hands = {seat: list(hand) for seat, hand in enumerate(event["hands"])}
        self.leading, self.trick = True, 0
        yield ""
        yield f"=== Round {event['round']} === {seat_name(event['starter'])} starts"
        for seat, hand in self.hands.items():
            yield f"  {seat_name(seat)} holds {len(hand)}: {_by_value(hand)}"

    def _exchange(self, event: Mapping[str, Any]) -> Iterator[str]:
        cards = event["cards"]
        for card in cards:
            self.hands[event["from"]].remove(card)
            self.hands[event["to"]].append(card)
        what = " and ".join(_spell(card) for card in cards) or "nothing"
        yield f"  Exchange: {seat_name(event['from'])} gives {what} to {seat_name(event['to'])}"

    def _play(self, event: Mapping[str, Any]) -> Iterator[str]:
        cards, seat = event["cards"], event["seat"]
        if self.leading:
            self.trick += 1
            yield f"Trick {self.trick}"
        for card in cards:
            self.hands[seat].remove(card)
        left = len(self.hands[seat])
        verb = "leads" if self.leading else ("cuts " if event["value"] is None else "lays ")
        self.leading = False
        yield f"  {seat_name(seat)} {verb} {' '.join(cards):<24} {left:>2} left{_effect(cards)}"

    def _pass(self, event: Mapping[str, Any]) -> Iterator[str]:
        yield f"  {seat_name(event['seat'])} passes"

    def _lead_pass(self, event: Mapping[str, Any]) -> Iterator[str]:
        hand = " ".join(self.hands[event["seat"]])
        yield f"  {seat_name(event['seat'])} cannot lead ({hand}); the lead moves on"

    def _out(self, event: Mapping[str, Any]) -> Iterator[str]:
        yield f"  ** {seat_name(event['seat'])} is out: {title(event['rank'], self.players)}"

    def _trick_end(self, event: Mapping[str, Any]) -> Iterator[str]:
        self.leading = True
        leader = "" if event["leader"] == event["winner"] else f"; {seat_name(event['leader'])} leads"
        yield f"  -> {seat_name(event['winner'])} wins the trick{leader}"

    def _round_end(self, event: Mapping[str, Any]) -> Iterator[str]:
        self.leading = True
        yield "Result of the round"
        for rank, seat in sorted((rank, seat) for seat, rank in enumerate(event["ranks"])):
            hand = self.hands[seat]
            left = f", still holds {' '.join(hand)}" if hand else ""
            stuck = " (stuck)" if event["stuck"][seat] else ""
            points = f"{self.players - rank} point{'s' * (self.players - rank != 1)}"
            yield f"  {title(rank, self.players):<10} {seat_name(seat)}, {points}{left}{stuck}"
        if event["capped"]:
            yield "  The round was cut off at the step cap."

    def _match_end(self, event: Mapping[str, Any]) -> Iterator[str]:
        yield ""
        points = ", ".join(f"{seat_name(seat)} {points}" for seat, points in enumerate(event["points"]))
        winners = " and ".join(seat_name(seat) for seat in event["winners"])
        rounds = f"{event['rounds']} round{'s' * (event['rounds'] != 1)}"
        yield f"Match over after {rounds}. Points: {points}. Won by {winners}."


def _by_value(hand: Sequence[str]) -> str:
    """Cards grouped by value: 3RB 7RGW 16S JK."""
    groups: dict[str, str] = {}
    specials = []
    for card in hand:
        if card in _SPECIALS:
            specials.append(card)
        else:
            groups[card[:-1]] = groups.get(card[:-1], "") + card[-1]
    ordered = sorted(groups, key=int)
    return " ".join([value + "".join(sorted(groups[value], key=FAMILIES.index)) for value in ordered] + specials)


def _spell(card: str) -> str:
    return _SPECIALS.get(card) or f"{FAMILY_NAMES[card[-1]]} {card[:-1]}"


def _effect(cards: Sequence[str]) -> str:
    rainbow = any(card.endswith("W") for card in cards)
    shadow = any(card[-1] == "S" for card in cards)
    if rainbow and shadow:
        return "   Rainbow + Shadow: the trick ends"
    if rainbow:
        return "   Rainbow"
    if shadow:
        return "   Shadow"
    return ""
