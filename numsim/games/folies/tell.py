"""The trace of a NUM FOLIES match as text that a designer can follow (seats counted from 1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from numsim.cards import FAMILY_NAMES

_SLAPS = {
    "1": "same value: slap 1",
    "1bis": "three of a family: slap 1bis",
    "2": "Shadow on Rainbow: slap 2",
    "3": "Rainbow: slap 3",
    "1+3": "Rainbow on the same value: slap 1 and 3",
    "1bis+3": "third Rainbow: slap 1bis and 3",
}
_WRONG = {
    "trap": "falls for the trap",
    "neutral": "slaps for no reason",
    "near_miss": "slaps at what only looks like an occasion",
    "wrong_pile": "slaps the wrong pile",
    "anticipation": "slaps before the card can be seen",
    "late": "slaps too late",
}
_ENDS = {
    "last_player": "one player is left",
    "time": "the time is up",
    "nobody": "nobody has cards any more; the player of the last card wins",
    "capped": "broken off at the cap of cards",
    "loop": "the game would go on for ever",
}


def tell(events: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Lines of text for the events of one match (docs/trace.md)."""
    for event in events:
        text = _TELLERS[event["e"]](event)
        if text:
            yield text


def seat_name(seat: int) -> str:
    """Seats are told from 1."""
    return f"Seat {seat + 1}"


def card_name(text: str) -> str:
    """A card in words, e.g. "7W" -> "7 Rainbow"."""
    return f"{text[:-1]} {FAMILY_NAMES[text[-1]]}"


def _seats(seats: Sequence[int]) -> str:
    return ", ".join(str(seat + 1) for seat in seats)


def _count(n: int) -> str:
    return "1 card" if n == 1 else f"{n} cards"


def _match(event: Mapping[str, Any]) -> str:
    bots = ", ".join(f"seat {seat + 1} {bot}" for seat, bot in enumerate(event["bots"]))
    return f"NUM FOLIES, {event['players']} players ({bots}), seed {event['seed']}, match {event['match']}"


def _deal(event: Mapping[str, Any]) -> str:
    sizes = ", ".join(str(len(stack)) for stack in event["stacks"])
    return f"Stacks of {sizes} cards; {seat_name(event['starter'])} begins."


def _turn(event: Mapping[str, Any]) -> str:
    return f"{event['t'] / 1000:7.1f} s  {seat_name(event['seat'])} turns {card_name(event['card'])}"


def _slap(event: Mapping[str, Any]) -> str:
    pieces = [_SLAPS[event["kind"]]]
    if event["order"]:
        hands = (
            f"{seat + 1} after {ms} ms" if ms else f"{seat + 1}" for seat, ms in zip(event["order"], event["latency"])
        )
        pieces.append("hands: " + ", ".join(hands))
    else:
        pieces.append("nobody slaps")
    if event["winner"] is not None:
        pieces.append(f"{seat_name(event['winner'])} is first")
    if event["payers"]:
        pieces.append(
            f"{seat_name(event['payers'][0])} is last"
            if len(event["payers"]) == 1
            else (f"seats {_seats(event['payers'])} did not slap")
        )
    return " " * 11 + "; ".join(pieces)


def _wrong(event: Mapping[str, Any]) -> str:
    return f"{'':11}{seat_name(event['seat'])} {_WRONG[event['why']]}"


def _pay(event: Mapping[str, Any]) -> str:
    names = ", ".join(card_name(text) for text in event["cards"])
    return f"{'':11}{seat_name(event['seat'])} pays {_count(len(event['cards']))} to the Folies pile: {names}"


def _take(event: Mapping[str, Any]) -> str:
    pile = "centre pile" if event["pile"] == "centre" else "Folies pile"
    how = "by the challenge" if event["why"] == "challenge" else "by the slap"
    return f"{'':11}{seat_name(event['seat'])} takes the {pile} ({_count(len(event['cards']))}) {how}"


def _challenge(event: Mapping[str, Any]) -> str:
    owed = _count(event["debt"])
    return f"{'':11}{seat_name(event['holder'])} challenges: {seat_name(event['answering'])} owes {owed}"


def _end(event: Mapping[str, Any]) -> str:
    text = f"End after {event['flips']} cards and {event['t'] / 60_000:.1f} minutes of play: {_ENDS[event['why']]}."
    if event["why"] == "loop":
        text += (
            f" It repeats itself every {event['period_flips']} cards ({event['period_tricks']} piles), "
            f"for the first time after {event['first_repeat']} cards."
        )
    return text


def _match_end(event: Mapping[str, Any]) -> str:
    winners = event["winners"]
    who = f"{seat_name(winners[0])} wins" if len(winners) == 1 else f"Seats {_seats(winners)} share the win"
    return f"{who}. Cards left: " + ", ".join(str(n) for n in event["points"])


_TELLERS = {
    "match": _match,
    "deal": _deal,
    "turn": _turn,
    "slap": _slap,
    "wrong_slap": _wrong,
    "pay": _pay,
    "take": _take,
    "challenge": _challenge,
    "last_chance": lambda event: f"{'':11}{seat_name(event['seat'])} has no cards: one last chance",
    "back": lambda event: f"{'':11}{seat_name(event['seat'])} is back in the game",
    "eliminated": lambda event: f"{'':11}{seat_name(event['seat'])} is out",
    "end": _end,
    "match_end": _match_end,
}
