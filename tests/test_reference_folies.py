"""The NUM FOLIES referee itself: test vectors FO-T01 to FO-T18, every option and knob, and Beggar-my-neighbour.

Traces are written in short lines, separated by semicolons; times follow from the races, "@ms" sets another one.
"0 7R" is a turn of seat 0. "slap 1+3 2,0 pays 1" is a slap event with its hands in order ("-": nobody; "2@400": with
a latency). "wrong 3 trap", "pay 3 2B 9S", "ask 0 1 4" (holder, answering, debt), "last 3", "back 3", "out 3" stand for
the events of these names. "take 2 7B 7R" and "folies 2 2B" are piles taken by a slap, "trick 0 7B 7R" by a challenge.
"end time 3,4 wins 1" is the end with its stacks, and the match_end.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from reference.folies import CHOICES, DECK, Event, Illegal, Options, Summary, check

KNOBS: Options = {
    "values": "0-16",
    "families": "RBYGSW",
    "challenge": "11:1,12:2,13:3,14:4,15:5,16:6",
    "slaps": "1,1bis,2,3",
    "tax_cards": 2,
    "error_cards": 2,
    "time_limit_min": 15,
    "flip_delay_s": 1.3,
    "race_delay_s": 2.5,
    "flipper_delay_ms": 0,
    "cap_flips": 6000,
}


def match_event(players: int, **changed: Any) -> Event:
    options = {**{name: values[0] for name, values in CHOICES.items()}, **KNOBS}
    assert set(changed) <= set(options)
    return {
        "e": "match",
        "game": "folies",
        "players": players,
        "options": {**options, **changed},
        "bots": ["family"] * players,
        "seed": 1,
        "match": 0,
        "version": "0",
    }


def begin(*stacks: str, starter: int = 0, **changed: Any) -> list[Event]:
    deal = {"e": "deal", "starter": starter, "stacks": [stack.split() for stack in stacks]}
    return [match_event(len(stacks), **changed), deal]


def slap_event(words: list[str]) -> Event:
    kind, hands = words[1], [] if words[2] == "-" else words[2].split(",")
    order = [int(hand.partition("@")[0]) for hand in hands]
    latency = [int(hand.partition("@")[2] or 300 + 10 * place) for place, hand in enumerate(hands)]
    payers = [int(seat) for seat in words[4].split(",")] if len(words) > 3 else []
    winner = order[0] if order and kind != "3" else None
    payer = payers[0] if payers else None
    return {
        "e": "slap",
        "kind": kind,
        "winner": winner,
        "payer": payer,
        "payers": payers,
        "order": order,
        "latency": latency,
    }


def take_event(words: list[str]) -> Event:
    pile, why = "folies" if words[0] == "folies" else "centre", "challenge" if words[0] == "trick" else "slap"
    return {"e": "take", "seat": int(words[1]), "pile": pile, "cards": words[2:], "why": why}


def other_event(words: list[str]) -> Event:
    name, seat = words[0], int(words[1])
    if name == "wrong":
        return {"e": "wrong_slap", "seat": seat, "why": words[2]}
    if name == "pay":
        return {"e": "pay", "seat": seat, "cards": words[2:]}
    if name == "ask":
        return {"e": "challenge", "holder": seat, "answering": int(words[2]), "debt": int(words[3])}
    return {"e": {"last": "last_chance", "back": "back", "out": "eliminated"}[name], "seat": seat}


def end_events(words: list[str], flips: int, time: int) -> list[Event]:
    sizes, winners = ([int(number) for number in words[place].split(",")] for place in (2, 4))
    end = {"e": "end", "why": words[1], "stacks": sizes, "flips": flips, "t": time}
    capped = words[1] == "capped"
    return [end, {"e": "match_end", "points": sizes, "winners": winners, "rounds": 1, "capped": capped}]


def build(start: list[Event], text: str) -> list[Event]:
    """The events of a match that begins with `start`."""
    options, events, flips, time, delay = start[0]["options"], list(start), 0, 0, 0.0
    for part in text.split(";"):
        piece, _, given = part.partition(" @")
        words = piece.split()
        if not words:
            continue
        if words[0].isdigit() or words[0] == "end":
            time += round(1000 * delay)
            delay = options["flip_delay_s"]
        shown = int(given) if given else time
        if words[0].isdigit():
            flips += 1
            events.append({"e": "turn", "seat": int(words[0]), "card": words[1], "t": shown})
        elif words[0] == "end":
            events += end_events(words, flips, shown)
        elif words[0] == "slap":
            events.append(slap_event(words))
            if events[-1]["winner"] is not None or events[-1]["payers"]:
                delay = options["race_delay_s"]
        elif words[0] in ("take", "folies", "trick"):
            events.append(take_event(words))
        else:
            events.append(other_event(words))
    return events


def whole(start: list[Event], text: str) -> Summary:
    """A complete match without fault; and none of its events may be missing or doubled."""
    events = build(start, text)
    for number in range(len(events)):
        for broken in (events[:number] + events[number + 1 :], events[: number + 1] + events[number:]):
            with pytest.raises(Illegal):
                check(broken)
    return check(events)


def good(start: list[Event], text: str) -> None:
    """The beginning of a match is without fault: the referee only misses the rest."""
    events = build(start, text)
    with pytest.raises(Illegal) as error:
        check(events)
    assert error.value.number == len(events), error.value


def bad(start: list[Event], text: str, rule: str) -> None:
    """The last event, and only this one, breaks the rule."""
    events = build(start, text)
    with pytest.raises(Illegal) as error:
        check(events)
    assert error.value.number == len(events) - 1, error.value
    assert rule in error.value.rule, error.value


# ------------------------------------------------------------------------------------------------- test vectors


def test_t01_slap_1() -> None:
    start = begin("7B 0R", "7R 1R", "2G 3G 9R", "4Y 6B")
    good(start, "0 7B; 1 7R; slap 1 2,0; take 2 7B 7R; 2 2G")
    good(start, "0 7B; 1 7R; slap 1 1; take 1 7B 7R; 1 1R")
    good(start, "0 7B; 1 7R; slap 1 -; 2 2G")
    bad(start, "0 7B; 1 7R; 2 2G", "FO-020")
    bad(start, "0 7B; 1 7R; slap 1bis 2", "FO-020")
    bad(start, "0 7B; 1 7R; slap 1 2; take 0 7B 7R", "FO-030")
    bad(start, "0 7B; 1 7R; slap 1 2; take 2 7R 7B", "FO-030")
    bad(start, "0 7B; 1 7R; slap 1 2; folies 2 7B 7R", "FO-030")
    bad(start, "0 7B; 1 7R; slap 1 2; trick 2 7B 7R", "FO-030")
    bad(start, "0 7B; 1 7R; slap 1 2; 2 2G", "FO-030")
    bad(start, "0 7B; 1 7R; slap 1 2; take 2 7B 7R; 3 4Y", "FO-010")
    bad(start, "0 7B; 1 7R; slap 1 2; take 2 7B 7R; 2 2G @2600", "FO-010")
    bad(start, "0 7B; 1 7R; slap 1 -; 2 2G @3800", "FO-010")
    bad(start, "0 7B; 1 7R; slap 1 2 pays 3", "FO-033")
    bad(start, "0 7B; 1 7R; slap 1 2,2", "FO-A34")
    bad(start, "0 7B; 1 7R; slap 1 2@400,0@300", "R22")
    bad(start, "0 7B; 1 7R; slap 1 2@1301", "R11")
    bad(start, "0 7B; 1 7R; slap 1 2@300,0@2501", "R11")
    good(start, "0 7B; 1 7R; slap 1 2@1300,0@2500; take 2 7B 7R")
    bad(start, "0 7B; 1 7R; slap 1 4", "FO-012")


def test_t01_slap_event_fields() -> None:
    start = begin("7B 0R", "7R 1R", "2G 3G 9R", "4Y 6B")
    for field, value in [
        ("winner", 0),
        ("winner", None),
        ("payer", 0),
        ("payers", [0]),
        ("payers", None),
        ("order", None),
        ("latency", [300]),
        ("latency", [300.0, 310]),
        ("latency", [-1, 310]),
    ]:
        events = build(start, "0 7B; 1 7R; slap 1 2,0")
        events[-1][field] = value
        with pytest.raises(Illegal) as error:
            check(events)
        assert error.value.number == len(events) - 1


def test_t01_rainbow_and_shadow() -> None:
    start = begin("12G 0R 8G", "12W 1R 0B", "2G 3G 9R", "4Y 6B 0G")
    good(start, "0 12G; ask 0 1 2; 1 12W; slap 1+3 2,0,1,3 pays 3; take 2 12G 12W; pay 3 4Y 6B; 2 2G")
    good(start, "0 12G; ask 0 1 2; 1 12W; slap 1+3 - pays 3; pay 3 4Y 6B; ask 1 2 2; 2 2G")
    bad(start, "0 12G; ask 0 1 2; 1 12W; slap 1+3 2,0,1,3 pays 1", "FO-033")
    bad(start, "0 12G; ask 0 1 2; 1 12W; slap 1+3 2,0,1,3 pays 3; take 2 12G 12W; pay 3 6B 4Y", "FO-033")
    bad(start, "0 12G; ask 0 1 2; 1 12W; slap 1+3 2,0,1,3 pays 3; take 2 12G 12W; pay 3 4Y", "FO-033")
    bad(start, "0 12G; ask 0 1 2; 1 12W; slap 1+3 2,0,1,3 pays 3; pay 3 4Y 6B", "FO-030")
    bad(start, "0 12G; ask 0 1 2; 1 12W; slap 1+3 2,0,1 pays 1", "FO-033")
    start = begin("5W 0R", "5G 1R", "2G 3G", "4Y 6B 0G")
    good(start, "0 5W; slap 3 0,1,2,3 pays 3; pay 3 4Y 6B; 1 5G; slap 1 0; take 0 5W 5G; 0 0R")
    start = begin("14S 0R", "14Y 1R", "2G 3G 8B 9B", "4Y 6B 0G")
    good(start, "0 14S; ask 0 1 4; 1 14Y; slap 1 -; ask 1 2 4; 2 2G")
    good(start, "0 14S; ask 0 1 4; 1 14Y; slap 1 3; take 3 14S 14Y; 3 4Y")
    bad(start, "0 14S; ask 0 1 4; 1 14Y; slap 1 3; take 3 14S 14Y; ask 1 2 4", "FO-010")
    bad(start, "0 14S; ask 0 1 4; 1 14Y; slap 1 -; 1 1R", "FO-050")


def test_t02_three_of_a_family() -> None:
    start = begin("5R 1B", "12R 1G", "3R 6G 1Y", "4Y 6B 0G")
    good(start, "0 5R; 1 12R; ask 1 2 2; 2 3R; slap 1bis 3; take 3 5R 12R 3R; 3 4Y")
    bad(start, "0 5R; 1 12R; ask 1 2 2; 2 3R; 2 6G", "FO-020")
    start = begin("8S 1B", "14S 1G", "2S 6G 1Y 2R", "4Y 6B 0G")
    good(start, "0 8S; 1 14S; ask 1 2 4; 2 2S; slap 1bis -; 2 6G")
    good(start, "0 8S; wrong 1 trap; pay 1 14S 1G; last 1; 2 2S; wrong 3 trap; pay 3 4Y 6B")
    bad(start, "0 8S; 1 14S; ask 1 2 4; 2 2S; wrong 0 trap", "FO-020")
    start = begin("10W 1B 3B", "0W 1G 3G", "16W 6G 1Y 2R", "4Y 6B 0G 8B 8Y")
    text = "0 10W; slap 3 0,1,2,3 pays 3; pay 3 4Y 6B; 1 0W; slap 3 1,2,3,0 pays 0; pay 0 1B 3B; last 0; 2 16W;"
    won = f"{text} slap 1bis+3 3,0,1,2 pays 2; take 3 10W 0W 16W; pay 2 6G 1Y; out 0; 3 0G"
    good(start, won)
    good(start, f"{text} slap 1bis+3 - pays 1; pay 1 1G 3G; ask 2 3 6; out 0; last 1; 3 0G")
    good(start, f"{text} slap 1bis+3 0,1 pays 3; take 0 10W 0W 16W; pay 3 0G 8B; back 0; 0 10W; slap 3 0,1,2,3 pays 3")
    bad(start, f"{text} slap 1bis+3 0 pays 0", "FO-033")
    bad(start, f"{text} slap 3 3,0,1,2 pays 2", "FO-020")
    start = begin("7B 1B", "11B 1G", "9B 6G 1Y", "4Y 6B 0G")
    good(start, "0 7B; 1 11B; ask 1 2 1; 2 9B; slap 1bis -; trick 1 7B 11B 9B; 1 1G")
    good(start, "0 7B; 1 11B; ask 1 2 1; 2 9B; slap 1bis 3; take 3 7B 11B 9B; 3 4Y")
    bad(start, "0 7B; 1 11B; ask 1 2 1; 2 9B; trick 1 7B 11B 9B", "FO-020")


def test_t03_no_three_of_a_family() -> None:
    start = begin("5R 1B", "12B 1G", "3R 6G 1Y", "4Y 6B 0G")
    good(start, "0 5R; 1 12B; ask 1 2 2; 2 3R; 2 6G")
    bad(start, "0 5R; 1 12B; ask 1 2 2; 2 3R; slap 1bis 0", "FO-010")
    start = begin("5R 1B 9R", "7G 1G 9G", "8R 6G 1Y", "2R 6B 0G")
    good(start, "0 5R; 1 7G; 2 8R; 3 2R; 0 1B")
    good(start, "0 5R; 1 7G; 2 8R; wrong 0 near_miss; pay 0 1B 9R; last 0")
    good(start, "0 5R; 1 7G; 2 8R; 3 2R; wrong 1 neutral; pay 1 1G 9G; last 1")
    bad(start, "0 5R; 1 7G; 2 8R; wrong 0 neutral", "FO-036")
    bad(start, "0 5R; 1 7G; 2 8R; 3 2R; wrong 1 trap", "FO-036")
    bad(start, "0 5R; 1 7G; 2 8R; 3 2R; slap 1bis 0", "FO-010")
    good(begin("5R 1B 9R", "7R 9G", "2G 6G", "4B"), "0 5R; 1 7R; 2 2G; wrong 0 near_miss; pay 0 1B 9R")


def test_t04_slap_2() -> None:
    start = begin("12W 1B 2B", "3S 1G 6R", "6G 1Y", "4Y 6B 0G")
    text = "0 12W; slap 3 0,1,2,3 pays 3; pay 3 4Y 6B; ask 0 1 2; 1 3S;"
    good(start, f"{text} slap 2 2,0; folies 2 4Y 6B; 1 1G")
    good(start, f"{text} slap 2 -; 1 1G; trick 0 12W 3S 1G; 0 1B")
    good(
        start, f"{text} slap 2 2; wrong 3 wrong_pile; wrong 0 wrong_pile; folies 2 4Y 6B; pay 3 0G; pay 0 1B 2B; last 3"
    )
    bad(start, f"{text} slap 2 2,0; folies 2 4Y 6B; 2 6G", "FO-010")
    bad(start, f"{text} slap 2 2,0; folies 2 6B 4Y", "FO-032")
    bad(start, f"{text} slap 2 2,0; take 2 12W 3S", "FO-032")
    bad(start, f"{text} 1 1G", "FO-020")
    bad(start, f"{text} wrong 2 trap", "FO-020")
    bad(start, f"{text} slap 2 2; wrong 3 trap", "FO-036")
    start = begin("0W 1B 2B", "15S 1G 6R", "6G 1Y", "4Y 6B 0G")
    text = "0 0W; slap 3 0,1,2,3 pays 3; pay 3 4Y 6B; 1 15S;"
    good(start, f"{text} slap 2 3; folies 3 4Y 6B; ask 1 2 5; 2 6G")
    bad(start, f"{text} slap 2 3; folies 3 4Y 6B; 2 6G", "FO-050")
    start = begin("8W 1B 2B", "8S 1G 6R", "6G 1Y", "4Y 6B 0G")
    good(start, "0 8W; slap 3 0,1,2,3 pays 3; pay 3 4Y 6B; 1 8S; slap 2 3; folies 3 4Y 6B; 2 6G")
    bad(start, "0 8W; slap 3 0,1,2,3 pays 3; pay 3 4Y 6B; 1 8S; slap 1 3", "FO-020")


def test_slap_2_without_a_folies_pile() -> None:
    """FO-039, R7."""
    start = begin("8W 1B", "9S 1G", "6G 1Y", tax_cards=0)
    good(start, "0 8W; slap 3 0,1,2 pays 2; 1 9S; 2 6G")
    bad(start, "0 8W; slap 3 0,1,2 pays 2; 1 9S; slap 2 0", "FO-010")
    bad(start, "0 8W; slap 3 0,1,2 pays 2; 1 9S; wrong 0 trap", "FO-036")
    bad(start, "0 8W; slap 3 0,1,2 pays 2; 1 9S; wrong 0 wrong_pile", "FO-036")
    bad(start, "0 8W; slap 3 0,1,2 pays 2; pay 2 6G", "FO-010")


def test_t05_slap_3() -> None:
    start = begin("15W 1B 2B", "3S 1G 6R", "6G 1Y 9R", "4Y 6B 0G")
    good(start, "0 15W; slap 3 0,1,2,3 pays 3; pay 3 4Y 6B; ask 0 1 5; 1 3S")
    good(start, "0 15W; slap 3 0,2 pays 1; pay 1 3S 1G; ask 0 1 5")
    good(start, "0 15W; slap 3 0,2 pays 3; pay 3 4Y 6B; ask 0 1 5")
    good(start, "0 15W; slap 3 3,2,1,0 pays 0; pay 0 1B 2B; ask 0 1 5; 1 3S")
    bad(start, "0 15W; slap 3 0,1,2,3 pays 2", "FO-033")
    bad(start, "0 15W; slap 3 0,2 pays 2", "FO-033")
    bad(start, "0 15W; slap 3 0,2", "FO-033")
    bad(start, "0 15W; slap 3 0,2 pays 1,3", "FO-033")
    bad(start, "0 15W; ask 0 1 5", "FO-020")
    bad(start, "0 15W; slap 3 0,1,2,3 pays 3; ask 0 1 5", "FO-033")
    bad(start, "0 15W; slap 3 0,1,2,3 pays 3; pay 3 4Y 6B; ask 0 1 4", "FO-050")
    bad(start, "0 15W; slap 3 0,1,2,3 pays 3; pay 3 4Y 6B; ask 0 2 5", "FO-050")
    bad(start, "0 15W; slap 3 0,1,2,3 pays 3; pay 3 4Y 6B; 1 3S", "FO-050")
    events = build(start, "0 15W; slap 3 0,1,2,3 pays 3")
    events[-1]["winner"] = 0
    with pytest.raises(Illegal, match="first hand"):
        check(events)


def test_wrong_slapper_of_a_slap_3_pays_once() -> None:
    """FO-036 with FO-033, FO-A34."""
    start = begin("15W 1B 2B", "3S 1G 6R", "6G 1Y 9R", "4Y 6B 0G")
    text = "wrong 1 anticipation; pay 1 3S 1G; pay 3 4Y 6B; ask 0 1 5"
    good(start, f"0 15W; slap 3 0,2 pays 3; {text}")
    events = build(start, "0 15W; slap 3 0,2 pays 1; wrong 1 anticipation")
    with pytest.raises(Illegal) as error:
        check(events)
    assert error.value.number == 3  # the slap event itself is wrong
    events = build(start, "0 15W; slap 3 0,1,2 pays 3; wrong 1 anticipation")
    with pytest.raises(Illegal, match="right hand"):
        check(events)


def test_t06_trap() -> None:
    start = begin("9S 1B 2B", "3S 1G 6R", "6G 1Y 9R", "4R 6B 0G 8Y", starter=3)
    text = "3 4R; 0 9S; wrong 1 trap; wrong 3 trap;"
    good(start, f"{text} pay 1 3S 1G; pay 3 6B 0G; 1 6R")
    bad(start, f"{text} pay 3 6B 0G", "FO-036")
    bad(start, f"{text} pay 1 3S 1G; 1 6R", "FO-036")
    bad(start, f"{text} pay 1 1G 3S", "FO-036")
    bad(start, f"{text} pay 1 3S 1G 6R", "FO-036")
    bad(start, f"{text} wrong 3 trap", "FO-036")
    bad(start, f"{text} pay 1 3S 1G; pay 3 6B 0G; 0 1B", "FO-010")
    bad(start, "3 4R; 0 9S; wrong 3 trap; wrong 1 trap", "FO-036")
    bad(start, "3 4R; 0 9S; wrong 3 near_miss", "FO-036")
    bad(start, "3 4R; 0 9S; wrong 4 trap", "FO-036")
    bad(start, "3 4R; 0 9S; slap 2 1", "FO-010")
    good(start, "3 4R; 0 9S; wrong 1 anticipation; wrong 0 trap; pay 1 3S 1G; pay 0 1B 2B; last 0")


def test_t07_shadow_on_the_same_value() -> None:
    start = begin("7B 1B", "7S 1G", "6G 1Y 9R")
    good(start, "0 7B; 1 7S; wrong 2 trap; pay 2 6G 1Y; 2 9R")
    bad(start, "0 7B; 1 7S; slap 1 2", "FO-010")


def test_t08_example_1() -> None:
    start = begin("14G 0R", "3B 7Y 9B 2Y 5R", "4G 8G", "6R 8R", starter=3)
    text = "3 6R; 0 14G; ask 0 1 4; 1 3B; 1 7Y; 1 9B; 1 2Y;"
    good(start, f"{text} trick 0 6R 14G 3B 7Y 9B 2Y; 0 0R")
    bad(start, f"{text} trick 0 14G 3B 7Y 9B 2Y", "FO-051")
    bad(start, f"{text} trick 1 6R 14G 3B 7Y 9B 2Y", "FO-051")
    bad(start, f"{text} take 0 6R 14G 3B 7Y 9B 2Y", "FO-051")
    bad(start, f"{text} 1 5R", "FO-051")
    bad(start, f"{text} trick 0 6R 14G 3B 7Y 9B 2Y; 1 5R", "FO-010")
    bad(start, "3 6R; 0 14G; ask 0 1 4; 1 3B; 2 4G", "FO-010")
    bad(start, "3 6R; 0 14G; ask 0 1 4; 1 3B; ask 0 1 3", "FO-010")


def test_t09_example_2() -> None:
    start = begin("13R 0R 0B", "5B 15W 3B", "8Y 4G 12S 2G", "6R 1Y 9R 9B 9G")
    text = "0 13R; ask 0 1 3; 1 5B; 1 15W; slap 3 0,1,2,3 pays 3; pay 3 6R 1Y; ask 1 2 5; 2 8Y; 2 4G; 2 12S; ask 2 3 2;"
    good(start, f"{text} 3 9R; 3 9B; slap 1 -; trick 2 13R 5B 15W 8Y 4G 12S 9R 9B; 2 2G")
    bad(start, f"{text} 3 9R; trick 2 13R 5B 15W 8Y 4G 12S 9R", "FO-010")
    bad(start, "0 13R; ask 0 1 3; 1 5B; 1 15W; slap 3 0,1,2,3 pays 3; pay 3 6R 1Y; 1 3B", "FO-050")
    trap = text.replace(" ask 2 3 2;", " wrong 0 trap; pay 0 0R 0B; ask 2 3 2; last 0;")
    good(start, f"{trap} 3 9R; 3 9B; slap 1 0; take 0 13R 5B 15W 8Y 4G 12S 9R 9B; back 0; 0 13R")


def test_t10_example_3() -> None:
    start = begin("16S 0R", "2G 9R 3B 14W 5B", "8Y 4G", "6R 1Y 9G")
    text = "0 16S; ask 0 1 6; 1 2G; 1 9R; 1 3B; 1 14W; slap 3 0,1,2,3 pays 3; pay 3 6R 1Y;"
    good(start, f"{text} ask 1 2 4; 2 8Y")
    good(start, "0 16S; wrong 2 trap; pay 2 8Y 4G; ask 0 1 6; last 2; 1 2G")
    bad(start, f"{text} ask 0 2 4", "FO-050")
    bad(start, "0 16S; ask 0 1 6; last 2", "FO-010")
    bad(start, "0 16S; ask 0 1 6; wrong 2 trap", "FO-010")


def test_t11_pair_inside_a_challenge() -> None:
    start = begin("14S 0R", "7B 7Y 3B 5G 5B", "8Y 4G", "6R 1Y 9G")
    text = "0 14S; ask 0 1 4; 1 7B; 1 7Y;"
    good(start, f"{text} slap 1 2,1; take 2 14S 7B 7Y; 2 8Y")
    good(start, f"{text} slap 1 -; 1 3B; 1 5G; trick 0 14S 7B 7Y 3B 5G; 0 0R")
    bad(start, f"{text} slap 1 2,1; take 2 14S 7B 7Y; 1 3B", "FO-010")
    bad(start, f"{text} slap 1 -; 1 3B; trick 0 14S 7B 7Y 3B", "FO-010")


def test_t12_shadow_and_rainbow() -> None:
    start = begin("12S 0R", "12W 7Y 3B", "8Y 4G 5R", "6R 1Y 9G")
    good(start, "0 12S; ask 0 1 2; 1 12W; slap 1+3 2,0,1,3 pays 3; take 2 12S 12W; pay 3 6R 1Y; 2 8Y")
    start = begin("14W 0R", "5S 7Y 3B 1G", "8Y 4G 5R", "6R 1Y 9G")
    text = "0 14W; slap 3 0,1,2,3 pays 3; pay 3 6R 1Y; ask 0 1 4; 1 5S; slap 2 3; folies 3 6R 1Y;"
    good(start, f"{text} 1 7Y; 1 3B; 1 1G; trick 0 14W 5S 7Y 3B 1G")
    bad(start, f"{text} 3 9G", "FO-010")
    bad(start, f"{text} 1 7Y; 1 3B; trick 0 14W 5S 7Y 3B", "FO-010")


def test_t13_rainbow_16() -> None:
    start = begin("16W 0R", "5S 7Y 3B 1G", "8Y 4G 5R")
    good(start, "0 16W; slap 3 0,1,2 pays 2; pay 2 8Y 4G; ask 0 1 6; 1 5S")
    bad(start, "0 16W; slap 3 0,1,2 pays 2; ask 0 1 6", "FO-033")


def test_t14_last_chance() -> None:
    start = begin("4R 7B 1B", "9S 1G 5B", "6G", "7G 2Y 8Y")
    text = "0 4R; 1 9S; wrong 2 trap; pay 2 6G; last 2; 3 7G; 0 7B;"
    good(start, f"{text} slap 1 3,2; take 3 4R 9S 7G 7B; out 2; 3 2Y")
    good(start, f"{text} slap 1 -; out 2; 1 1G")
    good(start, f"{text} slap 1 2; take 2 4R 9S 7G 7B; back 2; 2 4R")
    good(start, "0 4R; 1 9S; wrong 2 trap; pay 2 6G; last 2; 3 7G; wrong 2 neutral; out 2; 0 7B")  # R15
    bad(start, "0 4R; 1 9S; wrong 2 trap; pay 2 6G; 3 7G", "FO-060")
    bad(start, "0 4R; 1 9S; wrong 2 trap; pay 2 6G; out 2", "FO-060")
    bad(start, "0 4R; 1 9S; wrong 2 trap; last 2", "FO-036")
    bad(start, "0 4R; 1 9S; wrong 2 trap; pay 2 6G; last 2; 3 7G; wrong 2 neutral; 0 7B", "FO-060")
    bad(start, f"{text} slap 1 3,2; take 3 4R 9S 7G 7B; 3 2Y", "FO-060")
    bad(start, f"{text} slap 1 2; take 2 4R 9S 7G 7B; 2 4R", "FO-060")
    bad(start, f"{text} slap 1 2; take 2 4R 9S 7G 7B; out 2", "FO-060")
    bad(start, f"{text} slap 1 -; out 2; 1 1G; wrong 2 neutral", "R25")


def test_t15_short_challenge() -> None:
    start = begin("15R 0R", "4B 6Y 8B", "2G 5Y", "6G")
    text = "0 15R; ask 0 1 5; 1 4B; 1 6Y; 1 8B;"
    good(start, f"{text} trick 0 15R 4B 6Y 8B; last 1; 0 0R")
    bad(start, f"{text} 2 2G", "FO-055")
    bad(start, f"{text} trick 0 15R 4B 6Y 8B; 0 0R", "FO-060")
    bad(start, f"{text} last 1", "FO-055")


def test_t16_empty_holder() -> None:
    start = begin("13R", "4B 6Y 8B 2G", "5Y 9Y")
    text = "0 13R; ask 0 1 3; 1 4B; 1 6Y; 1 8B;"
    good(start, f"{text} trick 0 13R 4B 6Y 8B; 0 13R")
    bad(start, "0 13R; ask 0 1 3; last 0", "FO-010")
    bad(start, f"{text} trick 0 13R 4B 6Y 8B; back 0", "FO-010")
    good(begin("13R", "13S 6Y 8B 2G", "5Y 9Y"), "0 13R; ask 0 1 3; 1 13S; ask 1 2 3; last 0; 2 5Y")
    start = begin("13R", "13G 6Y 8B 2G", "5Y 9Y")
    good(start, "0 13R; ask 0 1 3; 1 13G; slap 1 2; take 2 13R 13G; last 0; 2 5Y")  # used only from the next card on


def test_t17_payer_is_the_answering_player() -> None:
    start = begin("14R 0R", "4B 15W 6Y 8B", "2G 5Y", "6G 9G 1R")
    text = "0 14R; ask 0 1 4; 1 4B; 1 15W; slap 3 0,1,3,2 pays 2; pay 2 2G 5Y;"
    good(start, f"{text} ask 1 3 5; last 2; 3 6G")
    bad(start, f"{text} ask 1 2 5", "FO-050")
    start = begin("14R 0R", "4B 10S 6Y 8B", "2G 5Y", "6G 9G 1R")
    text = "0 14R; ask 0 1 4; 1 4B; 1 10S; wrong 1 trap; pay 1 6Y 8B;"
    good(start, f"{text} trick 0 14R 4B 10S; last 1; 0 0R")
    bad(start, f"{text} 2 2G", "FO-055")


def test_t17_literal() -> None:
    """FO-T17: the Rainbow answers a challenge in a table in which its value asks for nothing."""
    start = begin("14R 0R", "4B 5W 6Y 8B", "2G 5Y", "6G 9G 1R")
    text = "0 14R; ask 0 1 4; 1 4B; 1 5W; slap 3 0,2,3,1 pays 1; pay 1 6Y 8B;"
    good(start, f"{text} trick 0 14R 4B 5W; last 1; 0 0R")
    bad(start, f"{text} trick 1 14R 4B 5W", "FO-055")


def whole_deal(players: int, starter: int = 0, **changed: Any) -> list[Event]:
    deck = sorted(DECK)
    random.Random(players).shuffle(deck)
    stacks = [" ".join(deck[(seat - starter) % players :: players]) for seat in range(players)]
    return begin(*stacks, starter=starter, **changed)


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (2, [51, 51]),
        (3, [34] * 3),
        (4, [26, 26, 25, 25]),
        (5, [21, 21, 20, 20, 20]),
        (6, [17] * 6),
        (7, [15] * 4 + [14] * 3),
        (8, [13] * 6 + [12] * 2),
    ],
)
def test_t18_deal_sizes(players: int, sizes: list[int]) -> None:
    for starter in range(players):
        events = whole_deal(players, starter)
        dealt = [len(events[1]["stacks"][(starter + place) % players]) for place in range(players)]
        assert dealt == sizes
        with pytest.raises(Illegal) as error:
            check(events, whole_deck=True)
        assert error.value.number == 2  # only the game itself is missing
        stacks = events[1]["stacks"]
        stacks[starter - 1].append(stacks[starter].pop())
        with pytest.raises(Illegal, match="FO-003"):
            check(events, whole_deck=True)
        stacks[starter - 1].pop()
        with pytest.raises(Illegal, match="FO-002"):
            check(events, whole_deck=True)


def test_knobs_values_and_families() -> None:
    cards = [f"{value}{family}" for value in (2, 3, 9) for family in "RB"]
    stacks = " ".join(cards[0::2]), " ".join(cards[1::2])
    with pytest.raises(Illegal) as error:
        check(begin(*stacks, values="2-3,9", families="RB"), whole_deck=True)
    assert error.value.number == 2
    for changed in ({"values": "2-4,9", "families": "RB"}, {"values": "2-3,9", "families": "RBY"}):
        with pytest.raises(Illegal, match="FO-002"):
            check(begin(*stacks, **changed), whole_deck=True)


# ------------------------------------------------------------------------------------------- deals, match event, end


def test_match_and_deal_events() -> None:
    for change in ({"game": "king"}, {"players": 1}, {"players": 9}, {"options": {}}):
        events = begin("7B", "7R")
        events[0] = {**events[0], **change}
        with pytest.raises(Illegal) as error:
            check(events)
        assert error.value.number == 0
    for name, value in [("end_mode", "never"), ("last_chance", "yes"), ("last_chance", 1), ("late_hand", True)]:
        with pytest.raises(Illegal, match=name):
            check(begin("7B", "7R", **{name: value}))
    for change in ({"starter": 2}, {"stacks": [["7B"]]}, {"stacks": [["7B"], ["7B"]]}, {"stacks": [["7B"], ["17R"]]}):
        events = begin("7B", "7R")
        events[1].update(change)
        with pytest.raises(Illegal) as error:
            check(events)
        assert error.value.number == 1
    bad(begin("7B 1R", "7R"), "0 1R", "FO-010")
    bad(begin("7B 1R", "7R", starter=1), "0 7B", "FO-010")
    good(begin("", "7R 8B", "9S 1G"), "1 7R; last 0; 2 9S")


def test_whole_match_and_its_summary() -> None:
    start = begin("7B 3R 2Y", "7R", "2G")
    text = "0 7B; 1 7R; slap 1 0,1; take 0 7B 7R; last 1; 0 3R; 2 2G; wrong 1 near_miss; out 1; last 2;"
    text += "0 2Y; slap 1 0,2; take 0 3R 2G 2Y; out 2; end last_player 5,0,0 wins 0"
    summary = whole(start, text)
    assert (summary.flips, summary.tricks, summary.ends, summary.winners) == (5, 0, "last_player", [0])
    assert summary.slaps == Counter({"1": 2})
    assert summary.cards_taken == [Counter({"1": 5}), Counter(), Counter()]
    assert summary.eliminated == [1, 2]
    bad(start, text.replace("end last_player 5,0,0 wins 0", "end last_player 5,0,0 wins 1"), "FO-064")
    for wrong in ("nobody 5,0,0", "last_player 4,0,0"):
        events = build(start, text.replace("end last_player 5,0,0", f"end {wrong}"))[:-1]
        with pytest.raises(Illegal, match="FO-064"):
            check(events)
    bad(start, text.replace("end last_player 5,0,0 wins 0", "0 7B"), "FO-064")
    late = build(start, text)
    late[-2]["t"] += 1
    with pytest.raises(Illegal, match="t should be"):
        check(late)


def test_summary_counts_causes() -> None:
    start = begin("12S 0R 9Y", "12W 1G 7Y 2Y", "4W 8Y 4S")
    text = "0 12S; ask 0 1 2; 1 12W; slap 1+3 0,2,1 pays 1; take 0 12S 12W; pay 1 1G 7Y; 0 0R;"
    text += "1 2Y; last 1; 2 4W; slap 3 0,2 pays 2; pay 2 8Y 4S; last 2; 0 9Y; 0 12S; wrong 0 trap; pay 0 12W;"
    text += "trick 0 0R 2Y 4W 9Y 12S; end last_player 5,0,0 wins 0"
    summary = whole(start, text)
    assert summary.cards_taken[0] == Counter({"combo": 2, "challenge": 5})
    assert (summary.tricks, summary.ends, summary.flips) == (1, "last_player", 7)
    start = begin("4W 0R 9Y", "5S 1G 7Y 2Y")
    text = "0 4W; slap 3 1,0 pays 0; pay 0 0R 9Y; last 0; 1 5S; slap 2 1,0; folies 1 0R 9Y; out 0;"
    summary = whole(start, f"{text} end last_player 0,5 wins 1")
    assert summary.cards_taken == [Counter(), Counter({"2": 2})]


def test_lonely_player_goes_once_through_his_stack() -> None:
    """FO-065: the count starts with his cards when he becomes the only one with cards."""
    start = begin("4R", "9B 12G 2Y")
    whole(start, "0 4R; last 0; 1 9B; 1 12G; trick 1 4R 9B 12G; 1 2Y; end last_player 0,3 wins 1")
    whole(start, "0 4R; last 0; 1 9B; wrong 0 neutral; out 0; end last_player 0,2 wins 1")
    bad(start, "0 4R; last 0; 1 9B; 1 12G; trick 1 4R 9B 12G; 1 2Y; 1 4R", "FO-064")
    bad(start, "0 4R; last 0; 1 9B; 1 12G; ask 1 0 2", "FO-056")
    start = begin("4R", "4B 5G 2Y 8G")
    good(start, "0 4R; last 0; 1 4B; slap 1 0; take 0 4R 4B; back 0; 0 4R; 1 5G; 0 4B; last 0; 1 2Y; 1 8G")
    whole(start, "0 4R; last 0; 1 4B; slap 1 1,0; take 1 4R 4B; out 0; end last_player 0,5 wins 1")


def test_paid_cards_count_for_the_lonely_player() -> None:
    start = begin("4R", "9S 1G 2Y", "7Y", slaps="1,1bis,2")
    text = "0 4R; last 0; 1 9S; wrong 1 trap; pay 1 1G 2Y; last 1; 2 7Y; last 2; end last_player 0,0,0 wins 2"
    whole(start, text)
    start = begin("4R", "9S 1G 2Y 8G")
    text = "0 4R; last 0; 1 9S; wrong 1 trap; pay 1 1G 2Y; 1 8G; last 1; end last_player 0,0 wins 1"
    whole(start, text)  # he has no cards himself, but he is the one counted


def test_count_is_forgotten() -> None:
    """FO-065: an empty holder counts as without cards, and drops the count when he collects."""
    start = begin("12R", "4B 6Y 8B")
    good(start, "0 12R; ask 0 1 2; 1 4B; 1 6Y; trick 0 12R 4B 6Y; 0 12R; ask 0 1 2; 1 8B; trick 0 12R 8B; last 1; 0 4B")


def test_nobody_has_cards() -> None:
    start = begin("4R", "6W 9B", "8B 8Y")
    text = "0 4R; last 0; 1 6W; slap 3 1,2 pays 2; pay 2 8B 8Y; last 2; 1 9B; last 1; end last_player 0,0,0 wins 1"
    whole(start, text)
    start = begin("4R 6W", "9B 5Y")
    text = "0 4R; 1 9B; 0 6W; slap 3 1 pays 1; pay 1 5Y; last 1; last 0; end nobody 0,0 wins 0"
    whole(start, text)
    bad(start, text.replace("wins 0", "wins 1"), "FO-064")
    bad(start, "0 4R; 1 9B; 0 6W; slap 3 1,0 pays 1", "FO-012")  # R8: who has no cards lays no hand on a slap 3


def test_cap() -> None:
    start = begin("4R 6B 1G", "9B 5Y 7G", cap_flips=2)
    whole(start, "0 4R; 1 9B; end capped 2,2 wins 0,1")
    bad(start, "0 4R; 1 9B; 0 6B", "FO-064")
    bad(start, "0 4R; 1 9B; end capped 2,2 wins 0", "FO-064")


# ------------------------------------------------------------------------------------------------------ the options

TIMED: Options = {"end_mode": "time", "time_limit_min": 1, "flip_delay_s": 10, "race_delay_s": 20}


def test_end_mode_time() -> None:
    start = begin("1R 3R 5B 7G 1B", "9B 6Y 9G 3Y", **TIMED)
    text = "0 1R; 1 9B; 0 3R; 1 6Y; 0 5B; 1 9G;"
    bad(start, f"{text} 0 7G", "FO-064")
    start = begin("1R 3R 5B 7G 1B", "9B 6Y 9G 3Y", **TIMED)
    whole(start, "0 1R; 1 9B; 0 3R; 1 6Y; 0 5B; wrong 0 near_miss; pay 0 7G 1B; last 0; 1 9G; end time 0,1 wins 1")
    start = begin("1R 3R 5B 7G", "9B 6Y 9G 3Y", **TIMED)
    whole(start, f"{text} end time 1,1 wins 0,1")
    bad(start, f"{text} end time 1,1 wins 0", "FO-064")
    start = begin("1R 3R 5B 7G", "9B 6Y 5G 3Y 8B", **TIMED)
    whole(start, "0 1R; 1 9B; 0 3R; 1 6Y; 0 5B; 1 5G; slap 1 -; end time 1,2 wins 1")
    text = "0 1R; 1 9B; 0 3R; 1 6Y; 0 5B; 1 5G; slap 1 0; take 0 1R 9B 3R 6Y 5B 5G;"
    whole(start, f"{text} end time 7,2 wins 0 @60000")
    bad(start, f"{text} 0 7G", "FO-064")


def test_timeout_finish_challenge() -> None:
    cards = ("1R 3R 5B 7G 1B", "9B 6Y 12G 3Y")
    text = "0 1R; 1 9B; 0 3R; 1 6Y; 0 5B; 1 12G; ask 1 0 2;"
    whole(begin(*cards, **TIMED), f"{text} end time 2,1 wins 0")
    bad(begin(*cards, **TIMED), f"{text} 0 7G", "FO-064")
    start = begin(*cards, timeout="finish_challenge", **TIMED)
    whole(start, f"{text} 0 7G; 0 1B; trick 1 1R 9B 3R 6Y 5B 12G 7G 1B; last 0; end time 0,9 wins 1 @80000")
    with pytest.raises(Illegal, match="FO-010"):
        check(build(start, f"{text} end time 2,1 wins 0"))


def test_end_test_immediate() -> None:
    cards = ("4R", "9B 12G 2Y")
    whole(begin(*cards, end_test="immediate"), "0 4R; last 0; end last_player 0,3 wins 1")
    bad(begin(*cards, end_test="immediate"), "0 4R; last 0; 1 9B", "FO-064")
    start = begin("12R", "9B 1G 2Y", end_test="immediate")
    good(start, "0 12R; ask 0 1 2; 1 9B; 1 1G; trick 0 12R 9B 1G; 0 12R")  # a challenge runs


LATE = ("7B 0R", "7R 1R 1Y", "2G 3G 9R", "4Y 6B")


def test_late_hand() -> None:
    text = "0 7B; 1 7R; slap 1 2@400,0@700,1@1400;"
    good(begin(*LATE), f"{text} take 2 7B 7R; 2 2G")
    bad(begin(*LATE), f"{text} wrong 0 late", "FO-036")
    paying = begin(*LATE, late_hand="pay")
    good(paying, f"{text} wrong 0 late; wrong 1 late; take 2 7B 7R; pay 0 0R; pay 1 1R 1Y; last 0; last 1; 2 2G")
    bad(paying, f"{text} wrong 0 late; take 2 7B 7R", "FO-A17")
    bad(paying, f"{text} wrong 3 late", "FO-036")
    bad(paying, f"{text} take 2 7B 7R", "FO-A17")
    bad(paying, f"{text} wrong 0 late; wrong 1 late; take 2 7B 7R; pay 1 1R 1Y", "FO-036")
    slow = begin(*LATE, late_hand="pay_after_1s")
    good(slow, f"{text} wrong 1 late; take 2 7B 7R; pay 1 1R 1Y; last 1; 2 2G")
    bad(slow, f"{text} wrong 0 late", "FO-036")
    bad(slow, f"{text} take 2 7B 7R", "FO-A17")


def test_late_hand_of_a_pending_player() -> None:
    """R14, R15; and no late hands in a race that is also a slap 3."""
    shadow = begin("7B 0R", "8W 1R 1Y", "5S 8B", "2Y", tax_cards=1, late_hand="pay", last_chance_on="centre_only")
    text = "0 7B; 1 8W; slap 3 0,1,2,3 pays 3; pay 3 2Y; last 3; 2 5S;"
    good(shadow, f"{text} slap 2 1,3; wrong 3 late; folies 1 2Y; out 3; 0 0R")
    bad(shadow, f"{text} slap 2 1,3; wrong 3 late; folies 1 2Y; 0 0R", "FO-060")
    combo = begin("8B 0R", "8W 1R 1Y", "5G 9B", late_hand="pay")
    good(combo, "0 8B; 1 8W; slap 1+3 0,1,2 pays 2; take 0 8B 8W; pay 2 5G 9B; last 2; 0 0R")


COMBO = ("12G 0R 8G", "12W 1R 0B", "2G 3G 9R", "4Y 6B 0G")


def test_rainbow_combo() -> None:
    text = "0 12G; ask 0 1 2; 1 12W;"
    only_pile = begin(*COMBO, rainbow_combo="pile_only")
    good(only_pile, f"{text} slap 1 2,0; take 2 12G 12W; 2 2G")
    bad(only_pile, f"{text} slap 1+3 2,0,1,3 pays 3", "FO-020")
    bad(only_pile, f"{text} slap 1 2,0 pays 3", "FO-033")
    only_penalty = begin(*COMBO, rainbow_combo="penalty_only")
    good(only_penalty, f"{text} slap 3 2,0,1,3 pays 3; pay 3 4Y 6B; ask 1 2 2; 2 2G")
    bad(only_penalty, f"{text} slap 1+3 2,0,1,3 pays 3", "FO-020")
    bad(only_penalty, f"{text} slap 3 2,0,1,3 pays 3; take 2 12G 12W", "FO-033")


def test_shadow_same_value() -> None:
    cards = ("7B 1B", "7S 1G", "6G 1Y 9R")
    slap = begin(*cards, shadow_same_value="slap")
    good(slap, "0 7B; 1 7S; slap 1 2; take 2 7B 7S; 2 6G")
    bad(slap, "0 7B; 1 7S; wrong 2 trap", "FO-020")
    neutral = begin(*cards, shadow_same_value="neutral")
    good(neutral, "0 7B; 1 7S; wrong 2 neutral; pay 2 6G 1Y; 2 9R")
    bad(neutral, "0 7B; 1 7S; wrong 2 trap", "FO-036")
    run = begin("3B 1B", "7B 1G", "7S 1Y 9R", shadow_same_value="neutral")
    good(run, "0 3B; 1 7B; 2 7S; wrong 1 neutral; pay 1 1G; last 1")  # R4: neutral, not near_miss
    rainbow = begin("7W 1B", "7S 1G", "6G 1Y 9R", shadow_same_value="slap")
    bad(rainbow, "0 7W; slap 3 0,1,2 pays 2; pay 2 6G 1Y; 1 7S; slap 1 2", "FO-020")


def test_slap3_payers_all_missing() -> None:
    cards = ("5W 0R 3Y", "3S 1G 6R", "6G 1Y 9R", "4Y 6B 0G")
    start = begin(*cards, slap3_payers="all_missing")
    good(start, "0 5W; slap 3 2 pays 1,3,0; pay 1 3S 1G; pay 3 4Y 6B; pay 0 0R 3Y; last 0; 1 6R")
    good(start, "0 5W; slap 3 2,3,1,0 pays 0; pay 0 0R 3Y; last 0; 1 3S")
    bad(start, "0 5W; slap 3 2 pays 1,3", "FO-A08")
    bad(start, "0 5W; slap 3 2 pays 3,0,1", "R9")
    bad(start, "0 5W; slap 3 2,3,1,0 pays 1", "FO-A08")
    bad(start, "0 5W; slap 3 2 pays 1,3,0; pay 1 3S 1G; pay 0 0R 3Y", "FO-033")


def test_slap3_timing_deferred() -> None:
    cards = ("5W 0R 3Y", "8G 1G 6R", "6G 1Y", "4Y 6B 0G")
    start = begin(*cards, slap3_timing="deferred")
    good(start, "0 5W; slap 3 2 pays 3; 1 8G; pay 3 4Y 6B; 2 6G")
    bad(start, "0 5W; slap 3 2 pays 3; pay 3 4Y 6B", "FO-010")
    bad(start, "0 5W; slap 3 2 pays 3; 1 8G; 2 6G", "FO-A09")
    bad(start, "0 5W; slap 3 2 pays 3; 1 8G; pay 3 4Y", "FO-A09")
    good(start, "0 5W; slap 3 3 pays 2; 1 8G; pay 2 6G 1Y; last 2; 3 4Y")
    bad(start, "0 5W; slap 3 3 pays 2; last 2", "FO-010")
    shadow = begin("5W 0R 3Y", "8S 1G 6R", "6G 1Y", "4Y 6B 0G", slap3_timing="deferred")
    good(shadow, "0 5W; slap 3 2 pays 3; 1 8S; 2 6G")  # the Folies pile is empty: no slap 2 either
    bad(shadow, "0 5W; slap 3 2 pays 3; 1 8S; pay 3 4Y 6B", "FO-010")
    combo = begin("5G 0R 3Y", "5W 1G 6R", "6G 1Y", "4Y 6B 0G", slap3_timing="deferred")
    good(combo, "0 5G; 1 5W; slap 1+3 2 pays 3; take 2 5G 5W; 2 6G; pay 3 4Y 6B; 3 0G")
    many = begin(*cards, slap3_timing="deferred", slap3_payers="all_missing")
    good(many, "0 5W; slap 3 1 pays 2,3,0; 1 8G; pay 2 6G 1Y; pay 3 4Y 6B; pay 0 0R 3Y; last 2; last 0; 3 0G")
    bad(many, "0 5W; slap 3 1 pays 2,3,0; 1 8G; pay 0 0R 3Y", "FO-A09")


def test_slap3_in_challenge_may() -> None:
    start = begin("14G 0R", "3B 7W 5B 5Y 9R", "4G 8G", slap3_in_challenge="may")
    good(start, "0 14G; ask 0 1 4; 1 3B; 1 7W; 1 5B; 1 5Y; slap 1 -; trick 0 14G 3B 7W 5B 5Y; 0 0R")
    bad(start, "0 14G; ask 0 1 4; 1 3B; 1 7W; slap 3 0,1 pays 2", "FO-010")
    bad(start, "0 14G; ask 0 1 4; 1 3B; 1 7W; wrong 0 neutral", "FO-036")
    start = begin("14G 0R", "3B 3W 5B 5Y 9R", "4G 8G", slap3_in_challenge="may")
    good(start, "0 14G; ask 0 1 4; 1 3B; 1 3W; slap 1 2; take 2 14G 3B 3W; 2 4G")
    bad(start, "0 14G; ask 0 1 4; 1 3B; 1 3W; slap 1+3 2 pays 0", "FO-020")
    start = begin("14W 0R 1R", "3B 7W", "4G 8G", slap3_in_challenge="may")
    good(start, "0 14W; slap 3 0,1,2 pays 2; pay 2 4G 8G; ask 0 1 4; last 2")  # this card does not answer
    bad(start, "0 14W; ask 0 1 4", "FO-020")


def test_wrong_pile_ok() -> None:
    start = begin("0W 1B 2B", "5S 1G 6R", "6G 1Y", "4Y 6B 0G", wrong_pile="ok")
    text = "0 0W; slap 3 0,1,2,3 pays 3; pay 3 4Y 6B; 1 5S;"
    good(start, f"{text} slap 2 3,0; folies 3 4Y 6B; 2 6G")
    bad(start, f"{text} slap 2 3; wrong 0 wrong_pile", "FO-036")


def test_anticipation_valid() -> None:
    cards = ("7B 0R 3R", "7R 1R", "2G 3G 9R")
    text = "0 7B; 1 7R; slap 1 2@0,0@400;"
    good(begin(*cards, anticipation="valid"), f"{text} take 2 7B 7R; 2 2G")
    bad(begin(*cards, anticipation="valid"), "0 7B; 1 7R; slap 1 2; wrong 0 anticipation", "FO-036")
    good(begin(*cards, anticipation="valid"), "0 7B; wrong 2 anticipation; pay 2 2G 3G; 1 7R")
    good(begin(*cards), "0 7B; 1 7R; slap 1 2; wrong 0 anticipation; take 2 7B 7R; pay 0 0R 3R; last 0; 2 2G")
    start = begin("0W 1B 2B", "5S 1G 6R", "4Y 6B 0G", anticipation="valid", wrong_pile="ok")
    text = "0 0W; slap 3 0,1,2 pays 2; pay 2 4Y 6B; 1 5S; slap 2 2; wrong 0 anticipation;"
    good(start, f"{text} folies 2 4Y 6B; pay 0 1B 2B; last 0; 2 0G")


def test_collect_order() -> None:
    text = "0 7B; 1 7R; slap 1 2;"
    good(begin(*LATE, collect_order="reverse"), f"{text} take 2 7R 7B; 2 2G")
    bad(begin(*LATE, collect_order="reverse"), f"{text} take 2 7B 7R", "FO-030")
    for cards in ("7B 7R", "7R 7B"):
        good(begin(*LATE, collect_order="shuffle"), f"{text} take 2 {cards}; 2 2G")
    bad(begin(*LATE, collect_order="shuffle"), f"{text} take 2 7B", "FO-030")
    bad(begin(*LATE, collect_order="shuffle"), f"{text} take 2 7B 7B", "FO-030")


def test_last_card_priority_holder() -> None:
    cards = ("7B 1B", "11B 1G", "9B 6G 1Y", "4Y 6B 0G")
    start = begin(*cards, last_card_priority="holder")
    good(start, "0 7B; 1 11B; ask 1 2 1; 2 9B; trick 1 7B 11B 9B; 1 1G")
    bad(start, "0 7B; 1 11B; ask 1 2 1; 2 9B; slap 1bis 0", "FO-051")
    bad(start, "0 7B; 1 11B; ask 1 2 1; 2 9B; wrong 0 neutral", "FO-036")
    rainbow = begin("7W 1B", "12G 1G", "9B 9W 1Y", "4Y 6B 0G", last_card_priority="holder")
    text = "0 7W; slap 3 0,1,2,3 pays 3; pay 3 4Y 6B; 1 12G; ask 1 2 2; 2 9B; 2 9W;"
    good(rainbow, f"{text} slap 3 0,1,2,3 pays 3; pay 3 0G; trick 1 7W 12G 9B 9W; last 3; 1 1G")
    bad(rainbow, f"{text} slap 1+3 0,1,2,3 pays 3", "FO-020")
    obliges = begin("7B 1B", "11R 1G", "11B 6G 1Y", "4Y 6B 0G", last_card_priority="holder")
    good(obliges, "0 7B; 1 11R; ask 1 2 1; 2 11B; slap 1 0; take 0 7B 11R 11B; 0 1B")
    both = begin("7B 1B", "11W 1G", "5W 6G 1Y", "4Y 6B 0G", last_card_priority="holder", slap3_in_challenge="may")
    good(both, "0 7B; 1 11W; slap 3 0,1,2,3 pays 3; pay 3 4Y 6B; ask 1 2 1; 2 5W; trick 1 7B 11W 5W; 1 1G")


SHORT = ("15R 0R", "4B 6Y 8B", "2G 5Y 7B 9R 1G 3Y", "6G")


def test_short_challenge() -> None:
    text = "0 15R; ask 0 1 5; 1 4B; 1 6Y; 1 8B;"
    goes_on = begin(*SHORT, short_challenge="continue")
    good(goes_on, f"{text} ask 0 2 2; last 1; 2 2G; 2 5Y; trick 0 15R 4B 6Y 8B 2G 5Y; 0 0R")
    bad(goes_on, f"{text} trick 0 15R 4B 6Y 8B", "FO-050")
    bad(goes_on, f"{text} ask 0 2 5", "FO-050")
    restart = begin(*SHORT, short_challenge="restart")
    good(restart, f"{text} ask 0 2 5; last 1; 2 2G")
    bad(restart, f"{text} ask 0 2 2", "FO-050")
    alone = begin("15R 0R", "4B 6Y 8B", short_challenge="continue")
    good(alone, f"{text} trick 0 15R 4B 6Y 8B; last 1; 0 0R")


def test_empty_holder_pending() -> None:
    cards = ("13R", "4B 6Y 8B 4G 5B", "5Y 9Y")
    start = begin(*cards, empty_holder="pending")
    text = "0 13R; ask 0 1 3; last 0; 1 4B;"
    good(start, f"{text} 1 6Y; 1 8B; trick 0 13R 4B 6Y 8B; back 0; 0 13R")
    good(start, f"{text} wrong 0 neutral; out 0; 1 6Y; 2 5Y; 1 8B; 2 9Y")  # the challenge is void, the pile stays
    bad(start, f"{text} wrong 0 neutral; out 0; 1 6Y; 1 8B", "FO-010")
    bad(start, "0 13R; ask 0 1 3; 1 4B", "FO-060")
    bad(start, f"{text} 1 6Y; 1 8B; trick 0 13R 4B 6Y 8B; 0 13R", "FO-060")


def test_empty_holder_lost() -> None:
    start = begin("13R", "4B 6Y 8B 4G", "5Y 9Y", empty_holder="lost")
    good(start, "0 13R; ask 0 1 3; last 0; 1 4B; 2 5Y; 1 6Y; 2 9Y")
    bad(start, "0 13R; ask 0 1 3; last 0; 1 4B; 1 6Y", "FO-010")
    bad(start, "0 13R; ask 0 1 3; 1 4B", "FO-060")


def test_last_chance_on() -> None:
    cards = ("4R 1B 8R", "9S 1G 5B", "6G", "7W 2Y 8Y 0R", "")
    text = "0 4R; last 4; 1 9S; wrong 2 trap; pay 2 6G; last 2; 3 7W; slap 3 0,1,3 pays 3; pay 3 2Y 8Y;"
    good(begin(*cards), f"{text} 0 1B")
    bad(begin(*cards), f"{text} out 4", "FO-010")
    also = begin(*cards, last_chance_on="plus_slap3")
    good(also, f"{text} out 4; out 2; 0 1B")
    bad(also, f"{text} 0 1B", "FO-060")
    bad(also, "0 4R; last 4; 1 9S; wrong 2 trap; pay 2 6G; last 2; 3 7W; slap 3 0,1,3,2 pays 3", "FO-012")
    cards = ("4W 1B 8R", "9S 1G 5B", "6G", "7W 2Y 8Y 0R")
    text = "0 4W; slap 3 0,1,3,2 pays 2; pay 2 6G; last 2; 1 9S;"
    good(begin(*cards), f"{text} slap 2 0; folies 0 6G; out 2; 3 7W")
    centre = begin(*cards, last_chance_on="centre_only")
    good(centre, f"{text} slap 2 0; folies 0 6G; 3 7W")
    good(centre, f"{text} slap 2 2; folies 2 6G; back 2; 2 6G")
    bad(centre, f"{text} slap 2 0; folies 0 6G; out 2", "FO-010")


def test_last_chance_no() -> None:
    start = begin("4R", "9B 1G", "2Y 8Y", last_chance=False)
    whole(start, "0 4R; out 0; 1 9B; 2 2Y; 1 1G; out 1; end last_player 0,0,1 wins 2")
    bad(start, "0 4R; last 0", "FO-060")
    bad(start, "0 4R; 1 9B", "FO-060")


def test_knob_slaps() -> None:
    none = begin("7B 1B", "7R 1G", "9S 1Y 3R", slaps="none")
    good(none, "0 7B; 1 7R; 2 9S; 0 1B")
    bad(none, "0 7B; 1 7R; slap 1 0", "FO-010")
    bad(none, "0 7B; 1 7R; 2 9S; wrong 0 trap", "FO-036")
    no_one = begin("7B 1B 2R", "7W 1G", "9S 1Y 3R", slaps="1bis,2,3")
    good(no_one, "0 7B; 1 7W; slap 3 0,1,2 pays 2; pay 2 9S 1Y; 2 3R")
    bad(no_one, "0 7B; 1 7W; slap 1+3 0,1,2 pays 2", "FO-020")
    no_three = begin("7B 1B 2R", "7W 1G", "9S 1Y 3R", slaps="1,1bis")
    good(no_three, "0 7B; 1 7W; slap 1 -; 2 9S; wrong 0 trap; pay 0 1B 2R; last 0; 1 1G")
    bad(no_three, "0 7B; 1 7W; slap 1 -; 2 9S; wrong 0 neutral", "FO-036")
    no_run = begin("8S 1B 2R", "9S 1G", "2S 1Y 3R", slaps="1,2,3")
    good(no_run, "0 8S; 1 9S; 2 2S; wrong 0 trap; pay 0 1B 2R; last 0")
    bad(no_run, "0 8S; 1 9S; 2 2S; slap 1bis 0", "FO-010")


def test_knob_challenge() -> None:
    start = begin("5R 13B 0B", "9B 1G 2R 12G", challenge="5:3")
    good(start, "0 5R; ask 0 1 3; 1 9B; 1 1G; 1 2R; trick 0 5R 9B 1G 2R; 0 13B; 1 12G; wrong 0 near_miss; pay 0 0B 5R")
    bad(start, "0 5R; 1 9B", "FO-050")
    bad(start, "0 5R; ask 0 1 3; 1 9B; 1 1G; 1 2R; trick 0 5R 9B 1G 2R; 0 13B; ask 0 1 3", "FO-010")
    good(begin("14R 13B", "9B 1G", challenge="none"), "0 14R; 1 9B; 0 13B; last 0; 1 1G")


def test_knobs_of_payments() -> None:
    start = begin("4R 5W 0B", "9S 1G 2R", "8Y 2Y 9R 0Y", tax_cards=1, error_cards=3)
    text = "0 4R; 1 9S; wrong 2 trap; pay 2 8Y 2Y 9R; 2 0Y; last 2; 0 5W; slap 3 0,1 pays 1; pay 1 1G;"
    good(start, f"{text} 1 2R")
    bad(start, text.replace("pay 1 1G;", "pay 1 1G 2R"), "FO-033")
    bad(start, "0 4R; 1 9S; wrong 2 trap; pay 2 8Y 2Y", "FO-036")
    good(begin("4R 5W", "9S 1G", error_cards=0), "0 4R; 1 9S; wrong 0 trap; 0 5W")


def test_knobs_of_the_clock() -> None:
    start = begin("7B 0R", "7R 1R", "2G 3G 9R", flip_delay_s=0.75, race_delay_s=1.5)
    good(start, "0 7B; 1 7R @750; slap 1 2@750,0@1500; take 2 7B 7R; 2 2G @2250")
    bad(start, "0 7B; 1 7R; slap 1 2@751", "R11")
    bad(start, "0 7B; 1 7R; slap 1 2@750,0@1501", "R11")
    shorter = begin("7B 0R", "7R 1R", "2G 3G 9R", flip_delay_s=2, race_delay_s=1)
    events = build(shorter, "0 7B; 1 7R; slap 1 2@750,0@2000; take 2 7B 7R; 2 2G @4000")
    with pytest.raises(Illegal) as error:
        check(events)
    assert error.value.number == len(events)


def test_baseline_profiles() -> None:
    machines = begin("7B 0R", "7R 1R", "2G 3G")
    machines[0]["bots"] = ["machine", "machine", "passive"]
    good(machines, "0 7B; 1 7R; slap 1 1@0,0@0; take 1 7B 7R; 1 1R")
    bad(machines, "0 7B; 1 7R; slap 1 1@0", "machine")
    bad(machines, "0 7B; 1 7R; slap 1 1@0,0@0,2@0", "passive")
    bad(machines, "0 7B; wrong 0 neutral", "baseline")
    bad(machines, "0 7B; wrong 2 neutral", "baseline")


# ------------------------------------------------------------------------------------------- Beggar-my-neighbour

BEGGAR: Options = {
    "slaps": "none",
    "last_chance": False,
    "empty_stack": "loses_trick",
    "values": "2-14",
    "families": "RBYG",
    "challenge": "11:1,12:2,13:3,14:4",
    "cap_flips": 100_000,
}
OWED = {11: 1, 12: 2, 13: 3, 14: 4}


def beggar_stacks(*deals: str) -> list[str]:
    """Cards for the letters of beggar-my-neighbour.md."""
    plain = iter([f"{value}{family}" for value in range(2, 11) for family in "RBYG"])
    courts = {letter: iter([f"{value}{family}" for family in "RBYG"]) for letter, value in zip("JQKA", OWED)}
    return [" ".join(next(courts.get(letter, plain)) for letter in deal) for deal in deals]


def play_beggar(deals: tuple[str, ...], tricks: int | None) -> tuple[list[Event], list[str], list[list[str]], int]:
    """A match for two players after the usual rules of the game, played here without the referee.

    It stops when one player has all cards after a trick, or after some number of tricks. The result is the beginning
    of the match, its lines, the stacks and the winner of the last trick.
    """
    start = begin(*beggar_stacks(*deals), **BEGGAR)
    stacks = [list(stack) for stack in start[1]["stacks"]]
    lines: list[str] = []
    pile: list[str] = []
    seat, debt, played = 0, 0, 0
    while pile or (all(stacks) and played != tricks):
        pile.append(stacks[seat].pop(0))
        lines.append(f"{seat} {pile[-1]}")
        value = int(pile[-1][:-1])
        paid = debt == 1 and value not in OWED  # the last card owed: the other one wins the trick
        if value in OWED:
            seat, debt = 1 - seat, OWED[value]
        elif debt:
            debt -= 1
        else:
            seat = 1 - seat
        if paid or not stacks[seat]:
            seat, debt, played = 1 - seat, 0, played + 1
            lines.append(f"trick {seat} {' '.join(pile)}")
            stacks[seat] += pile
            pile = []
        elif value in OWED:
            lines.append(f"ask {1 - seat} {seat} {debt}")
    return start, lines, stacks, seat


@pytest.mark.parametrize(
    ("first", "second", "cards", "tricks", "winner"),
    [
        ("------------KAQ----J------", "-JQQK---K----JK--QA-A-JA--", 4791, 670, 0),
        ("---JQ---K-A----A-J-K---QK-", "-J-----------AJQA----K---Q", 5790, 805, 0),
        ("K-KK----K-A-----JAA--Q--J-", "---Q---Q-J-----J------AQ--", 7157, 1007, 1),
        ("---AJ--Q---------QAKQJJ-QK", "-----A----KJ-K--------A---", 8344, 1164, 1),
        ("K---J----AK---J-J---------", "--KAQ-A-Q-----Q-K--A-Q-J--", 542, 76, 1),
        ("-A---QJ-----KA--K---K---K-", "----QJA------JA-Q-JQ------", 327, 42, 0),
        ("-" * 26, "----------AAAAKKKKQQQQJJJJ", 40, 4, 1),
    ],
)
def test_beggar_my_neighbour(first: str, second: str, cards: int, tricks: int, winner: int) -> None:
    start, lines, stacks, last = play_beggar((first, second), None)
    assert last == winner
    sizes = ",".join(str(len(stack)) for stack in stacks)
    lines += [f"out {1 - winner}", f"end last_player {sizes} wins {winner}"]
    summary = check(build(start, ";".join(lines)))
    assert (summary.flips, summary.tricks, summary.winners) == (cards, tricks, [winner])


def test_beggar_my_neighbour_needs_the_last_trick() -> None:
    start = begin("2R", "3B 4B", **BEGGAR)
    whole(start, "0 2R; 1 3B; trick 1 2R 3B; out 0; end last_player 0,3 wins 1")
    bad(start, "0 2R; out 0", "FO-010")
    bad(start, "0 2R; 1 3B; 1 4B", "R23")
    start = begin("12R", "3B 4B", **BEGGAR)
    whole(start, "0 12R; ask 0 1 2; 1 3B; 1 4B; trick 0 12R 3B 4B; out 1; end last_player 3,0 wins 0")
    start = begin("12R", "3B", short_challenge="continue", **BEGGAR)
    whole(start, "0 12R; ask 0 1 2; 1 3B; trick 0 12R 3B; out 1; end last_player 2,0 wins 0")


@pytest.mark.parametrize(
    ("first", "second", "tricks", "loop"),
    [
        ("--Q------QJ----JK---", "---Q---J-Q-KJ--K-K--", 37, [188, 36, 197]),  # Camicia: plain cards are all alike
        ("--J--K", "J--K-Q", 32, [170, 30, 176]),  # every card in its place again
    ],
)
def test_loop(first: str, second: str, tricks: int, loop: list[int]) -> None:
    """III.4: the end names the distance to an earlier equal state, and when a state first came back."""
    start, lines, stacks, _ = play_beggar((first, second), tricks)
    sizes = [len(stack) for stack in stacks]
    best = ",".join(str(seat) for seat in (0, 1) if sizes[seat] == max(sizes))
    events = build(start, ";".join([*lines, f"end loop {sizes[0]},{sizes[1]} wins {best}"]))
    names = ("period_flips", "period_tricks", "first_repeat")
    events[-2].update(zip(names, loop, strict=True))
    summary = check(events)
    assert (summary.ends, summary.tricks) == ("loop", tricks)
    for name in names:
        broken = [*events[:-2], {**events[-2], name: events[-2][name] + 1}, events[-1]]
        with pytest.raises(Illegal, match="period_flips, period_tricks"):
            check(broken)


def test_no_loop_without_a_repeat() -> None:
    for start, text in [
        (begin("2R 5R", "3B 4B"), "0 2R; 1 3B; end loop 1,1 wins 0,1"),
        (begin("12R 4R", "3B 4B 9R"), "0 12R; ask 0 1 2; 1 3B; 1 4B; trick 0 12R 3B 4B; end loop 4,1 wins 0"),
    ]:
        events = build(start, text)
        events[-2].update(period_flips=2, period_tricks=1, first_repeat=2)
        with pytest.raises(Illegal, match="period_flips, period_tricks"):
            check(events)
