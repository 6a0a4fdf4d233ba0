"""The NUM KING referee itself: test vectors KG-T01 to KG-T15, every option, and whole matches.

Traces are written in short lines: "0 7R 7W" is a play of seat 0, "1 pass", "1 lead_pass", "trick 0 2" (winner,
leader), "out 0 1" (seat, rank), "gift 3 0 12W NX" (from, to, cards), "deal 2" is followed by its hands.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from reference import king
from reference.king import (
    CHOICES,
    PASS,
    Event,
    Lay,
    Options,
    Pli,
    RefereeError,
    Trace,
    cards_of,
    full_deck,
    hand_sizes,
    is_stuck,
    legal_plays,
    play_lowest,
    replay,
)


def options_with(**changed: Any) -> Options:
    knobs = {"n_joker": 2, "n_infini": 4, "n_numx": 1, "rounds": 1}
    options = {**{name: values[0] for name, values in CHOICES.items()}, **knobs, **changed}
    assert set(options) == set(CHOICES) | set(knobs)
    return options


def match_event(players: int, bot: str = "other", **changed: Any) -> Event:
    return {
        "e": "match",
        "game": "king",
        "players": players,
        "options": options_with(**changed),
        "bots": [bot] * players,
        "seed": 1,
        "match": 0,
        "version": "0",
    }


def move(text: str) -> Event:
    words = text.split()
    if words[0] == "trick":
        return {"e": "trick_end", "winner": int(words[1]), "leader": int(words[2])}
    if words[0] == "out":
        return {"e": "out", "seat": int(words[1]), "rank": int(words[2])}
    if words[0] == "gift":
        return {"e": "exchange", "from": int(words[1]), "to": int(words[2]), "cards": words[3:]}
    if words[1] in ("pass", "lead_pass"):
        return {"e": words[1], "seat": int(words[0])}
    values = [int(card[:-1]) for card in words[1:] if card not in king.SPECIALS]
    return {"e": "play", "seat": int(words[0]), "cards": words[1:], "value": values[0] if values else None}


def moves(text: str) -> list[Event]:
    """Moves separated by semicolons."""
    return [move(part) for part in text.split(";") if part.strip()]


def deal(*hands: str, round_no: int = 1, starter: int = 0) -> Event:
    return {"e": "deal", "round": round_no, "starter": starter, "hands": [hand.split() for hand in hands]}


def begin(*hands: str, starter: int = 0, **changed: Any) -> list[Event]:
    return [match_event(len(hands), **changed), deal(*hands, starter=starter)]


def round_end(ranks: list[int], stuck: str = "", capped: bool = False) -> Event:
    """`stuck` lists the stuck seats, such as "02"."""
    flags = [str(seat) in stuck for seat in range(len(ranks))]
    return {"e": "round_end", "ranks": ranks, "stuck": flags, "capped": capped}


def match_end(points: list[int], winners: list[int], rounds: int = 1, capped: bool = False) -> Event:
    return {"e": "match_end", "points": points, "winners": winners, "rounds": rounds, "capped": capped}


def whole(start: list[Event], text: str, *end: Event) -> None:
    """A complete match without fault; and none of its events may be missing or doubled."""
    events = [*start, *moves(text), *end]
    replay(events, check_deal=False)
    for number in range(len(events)):
        for broken in (events[:number] + events[number + 1 :], events[: number + 1] + events[number:]):
            with pytest.raises(RefereeError):
                replay(broken, check_deal=False)


def good(start: list[Event], text: str) -> None:
    """The beginning of a match is without fault: the referee only misses the rest."""
    events = [*start, *moves(text)]
    with pytest.raises(RefereeError) as error:
        replay(events, check_deal=False)
    assert error.value.number == len(events), error.value


def bad(start: list[Event], text: str, rule: str, *end: Event) -> None:
    """The last event, and only this one, breaks the rule."""
    events = [*start, *moves(text), *end]
    with pytest.raises(RefereeError) as error:
        replay(events, check_deal=False)
    assert error.value.number == len(events) - 1, error.value
    assert rule in error.value.rule
    assert f"event {len(events) - 1} " in str(error.value)


# ------------------------------------------------------------------------------------------- test vectors


def test_t01_rainbow_alone() -> None:
    start = begin("7W 0R 0B", "7R 7G 8R 8G 8B INF NX", "1R 1B 1G")
    good(start, "0 7W; 1 8R 8G")
    good(start, "0 7W; 1 INF; 2 pass")
    good(start, "0 7W; 1 NX; trick 1 1")
    good(start, "0 7W; 1 pass; 2 pass; trick 0 0")
    bad(start, "0 7W; 1 8R", "KG-020")
    bad(start, "0 7W; 1 7R 7G", "KG-013")
    bad(start, "0 7W; 1 8R 8G 8B", "KG-020")
    bad(start, "0 7W; 2 pass", "KG-006")
    bad(start, "0 7W; 1 8R 8Y", "KG-010")
    bad(start, "0 7W; 1 7R 8G", "KG-010")
    bad(start, "0 7W; 1 INF NX", "KG-010")
    bad(start, "0 7W; 1 INF 8R", "KG-010")
    bad(start, "0 7W; 1 NX 8R", "KG-010")
    bad(start, "0 7W; trick 0 0", "KG-015")
    bad(start, "0 7W; 1 NX; 2 pass", "KG-033")


def test_t02_t03_rainbow_in_groups() -> None:
    start = begin("9R 9W 11R 11B 11W 0R", "10R 10B 10G 12R 12B 12G 12Y 0B", "1R 1B")
    good(start, "0 9R 9W; 1 10R 10B 10G")
    bad(start, "0 9R 9W; 1 10R 10B", "KG-020")
    good(start, "0 11R 11B 11W; 1 12R 12B 12G 12Y")
    bad(start, "0 11R 11B 11W; 1 12R 12B 12G", "KG-020")


def test_t04_shadow_pair() -> None:
    start = begin("13S 13G 0R", "14R 14B 13R 0B", "1R 1B")
    good(start, "0 13S 13G; 1 14R")
    bad(start, "0 13S 13G; 1 14R 14B", "KG-021")
    bad(start, "0 13S 13G; 1 13R", "KG-013")


def test_t05_type_after_an_effect() -> None:
    start = begin("7W 13S 13G 0R", "8R 8G 8W 14R 0B", "9R 9B 9G 15R 15B 1B")
    good(start, "0 7W; 1 8R 8G; 2 9R 9B")
    bad(start, "0 7W; 1 8R 8G; 2 9R", "KG-013")
    bad(start, "0 7W; 1 8R 8G; 2 9R 9B 9G", "KG-013")
    good(start, "0 7W; 1 8R 8W; 2 9R 9B 9G")
    bad(start, "0 7W; 1 8R 8W; 2 9R 9B", "KG-020")
    good(start, "0 13S 13G; 1 14R; 2 15R")
    bad(start, "0 13S 13G; 1 14R; 2 15R 15B", "KG-013")


def test_t06_rainbow_and_shadow() -> None:
    start = begin("5W 5S 0R", "INF NX 0B", "6R 6B 6G")
    good(start, "0 5W 5S; trick 0 0; 0 0R; out 0 1; 1 INF")
    bad(start, "0 5W 5S; 1 INF", "KG-026")
    bad(start, "0 5W 5S; 1 NX", "KG-026")
    bad(start, "0 5W 5S; trick 0 1", "KG-026")
    start = begin("5W 5S", "INF NX 0B", "6R 6B 6G")
    good(start, "0 5W 5S; out 0 1; trick 0 1; 1 0B")
    bad(start, "0 5W 5S; trick 0 0", "KG-041")
    bad(start, "0 5W 5S; out 0 1; trick 0 2", "KG-043")
    start = begin("4R 0R", "5W 5S 0B", "6R")
    bad(start, "0 4R; 1 5W 5S", "KG-013")  # KG-027: it has to be a legal lay itself


def test_t07_lone_shadow() -> None:
    start = begin("10S 0R", "11R 11B 10R 0B", "1R 1B")
    good(start, "0 10S; 1 11R; 2 pass")
    good(start, "0 10S; 1 pass; 2 pass; trick 0 0")
    bad(start, "0 10S; 1 10R", "KG-013")
    bad(start, "0 10S; 1 11R 11B", "KG-013")


def test_t08_effect_stays() -> None:
    start = begin("7W 0R", "1R 1B", "8R 8B 9R")
    good(start, "0 7W; 1 pass; 2 8R 8B")
    bad(start, "0 7W; 1 pass; 2 9R", "KG-020")


def test_t09_top_value() -> None:
    start = begin("16R 16W 0R", "16B 16G INF NX 0B", "1R 1B")
    for lead in ("16R", "16W"):
        good(start, f"0 {lead}; 1 INF; 2 pass")
        good(start, f"0 {lead}; 1 NX; trick 1 1")
        good(start, f"0 {lead}; 1 pass; 2 pass; trick 0 0")
    bad(start, "0 16R; 1 16B", "KG-013")
    bad(start, "0 16W; 1 16B 16G", "KG-013")


def test_t10_after_infini() -> None:
    start = begin("4R 4B 4G 0R", "INF 1R 1B", "INF NX 5R 5B 5G 2R")
    good(start, "0 4R 4B 4G; 1 INF; 2 NX; trick 2 2")
    good(start, "0 4R 4B 4G; 1 INF; 2 pass; 0 pass; trick 1 1")
    bad(start, "0 4R 4B 4G; 1 INF; 2 INF", "KG-031")
    bad(start, "0 4R 4B 4G; 1 INF; 2 5R 5B 5G", "KG-032")
    bad(start, "0 4R 4B 4G; 1 INF; 2 NX; 0 pass", "KG-033")


def test_t11_stranded_joker() -> None:
    start = begin("7R JK", "8R 1B", "9R 0B")
    bad(start, "0 7R JK", "KG-040")
    text = "0 7R; 1 8R; 2 9R; 0 pass; 1 pass; trick 2 2; 2 0B; out 2 1; 0 pass; 1 1B; out 1 2"
    whole(start, text, round_end([3, 2, 1], "0"), match_end([0, 1, 2], [2]))
    bad(start, text, "KG-044", round_end([3, 2, 1], ""))
    bad(start, text, "KG-042", round_end([3, 1, 2], "0"))


def test_t12_infini_as_last_card() -> None:
    start = begin("INF", "1R 1B", "2R 2B")
    bad(start, "0 INF", "KG-019")
    bad(start, "0 pass", "KG-019")
    good(start, "0 lead_pass; 1 1R")
    start = begin("INF 4R", "1R 1B", "2R 2B")
    good(start, "0 INF; 1 pass; 2 pass; trick 0 0; 0 4R; out 0 1")
    bad(start, "0 4R; 1 pass; 2 pass; trick 0 0; 0 INF", "KG-019")
    good(start, "0 4R; 1 pass; 2 pass; trick 0 0; 0 lead_pass; 1 1R")
    bad(start, "0 4R; 1 pass; 2 pass; trick 0 0; 1 1R", "KG-019")
    bad(start, "0 lead_pass", "KG-019")


def test_t13_jokers() -> None:
    start = begin("JK JK 7W 0R 0B", "8R 8B 8G 1R", "2R 2B")
    bad(start, "0 JK JK", "KG-035")
    bad(start, "0 JK", "KG-035")
    good(start, "0 JK 7W; 1 8R 8B 8G")
    bad(start, "0 JK 7W; 1 8R 8B", "KG-020")
    start = begin("7R 7G 7B 7Y 7W 7S JK 0R", "1R 1B", "2R 2B")
    bad(start, "0 7R 7G 7B 7Y JK", "KG-034")
    bad(start, "0 7R 7G 7B 7Y 7W JK", "KG-034")
    good(start, "0 7R 7G 7B 7W JK; 1 pass")
    good(start, "0 7R 7G 7B 7W 7S JK; trick 0 0")
    good(start, "0 7R 7G 7B 7Y 7W 7S; trick 0 0")
    bad([*start, {"e": "play", "seat": 0, "cards": ["7R"], "value": 8}], "", "KG-010")


def first_round(players: int, **changed: Any) -> list[Event]:
    """A first round of two that ends in the order of the seats: seat 0 is King, the last seat Bouffon."""
    cards = [f"{5 + seat}R" for seat in range(players)]
    text = ";".join(f"{seat} {cards[seat]}; out {seat} {seat + 1}" for seat in range(players - 1))
    options = {"rounds": 2, **changed}
    return [*begin(*cards, **options), *moves(text), round_end(list(range(1, players + 1)), "")]


def second_round(*hands: str, **changed: Any) -> list[Event]:
    starter = len(hands) - 1
    return [*first_round(len(hands), **changed), deal(*hands, round_no=2, starter=starter)]


def test_t14_exchange() -> None:
    start = second_round("0R 1R", "0B 1B", "2R 2B 5W 4W", "12W 3W NX 16R")
    good(start, "gift 3 0 12W NX; gift 2 1 5W; 3 16R")
    bad(start, "gift 3 0 12W NX; gift 2 1 5W; 3 NX", "KG-010")
    bad(start, "3 16R", "KG-051")
    bad(start, "gift 3 0 3W NX", "KG-051")
    bad(start, "gift 3 0 12W 16R", "KG-054")
    bad(start, "gift 3 0 12W", "KG-051")
    bad(start, "gift 3 1 12W NX", "KG-051")
    bad(start, "gift 3 0 12W NX; 3 16R", "KG-052")
    bad(start, "gift 3 0 12W NX; gift 2 1 4W", "KG-052")
    bad(start, "gift 3 0 12W NX; gift 2 1 5W; gift 0 3 0R 1R", "KG-019")
    start = second_round("0R 1R", "0B 1B", "2R 2B", "16S 16R 1S")
    good(start, "gift 3 0 16S; gift 2 1; 3 1S")
    bad(start, "gift 3 0 16R", "KG-054")
    bad(start, "gift 3 0", "KG-054")
    bad(start, "gift 3 0 16S; gift 2 1 2R", "KG-052")
    start = second_round("0R 1R", "0B 1B 3W", "2R JK INF 7W 6W")
    good(start, "gift 2 0 7W INF; 2 6W")  # KG-057: nothing else with three players
    bad(start, "gift 2 0 7W JK", "KG-054")
    bad(start, "gift 2 0 7W INF; gift 1 0 3W", "KG-019")
    start = second_round("0R 1R", "0B 1B", "6R 3W", "7R", "4W 4R 3R")
    good(start, "gift 4 0 4W 4R; gift 3 1; 4 3R")


def test_t14_bouffon_starts() -> None:
    start = first_round(3)
    good([*start, deal("0R", "0B", "1W 1R 2R", round_no=2, starter=2)], "gift 2 0 1W 2R; 2 1R; out 2 1")
    bad([*start, deal("0R", "0B", "1W 1R 2R", round_no=2, starter=0)], "", "KG-005")
    bad([*start, deal("0R", "0B", "1W 1R 2R", round_no=3, starter=2)], "", "KG-058")


def full_deal(
    rng: random.Random, players: int, options: Options, round_no: int, starter: int, before: list[int]
) -> Event:
    deck = sorted(full_deck(options).elements())
    rng.shuffle(deck)
    sizes = hand_sizes(players, options, round_no, starter, before)
    hands = [[deck.pop() for _ in range(size)] for size in sizes]
    return {"e": "deal", "round": round_no, "starter": starter, "hands": hands}


@pytest.mark.parametrize("players", range(3, 9))
def test_t15_deal_sizes(players: int) -> None:
    sizes = hand_sizes(players, options_with(), 1, 2, [])
    assert sum(sizes) == 109
    assert [sizes[(2 + step) % players] for step in range(players)] == sorted(sizes, reverse=True)
    assert max(sizes) - min(sizes) == 1
    match = match_event(players, "lowest")
    dealt = full_deal(random.Random(players), players, match["options"], 1, 2, [])
    swapped = {**dealt, "starter": (dealt["starter"] + 109 % players) % players}
    for event, rule in ((dealt, "KG-019"), (swapped, "KG-004")):
        with pytest.raises(RefereeError, match=rule):
            replay([match, event])


def test_t15_deck() -> None:
    for hands in (("7R 7R", "1R", "2R"), ("7R", "7R", "2R"), ("JK JK JK", "1R", "2R"), ("17R", "1R", "2R")):
        bad(begin(*hands), "", "KG-002")
    bad(begin("NX", "1R", "2R", n_numx=0), "", "KG-002")
    good(begin("JK JK JK 1R 2R", "0R", "2B", n_joker=3), "0 1R JK JK JK; 1 pass")


def test_deal_extra() -> None:
    def sizes(mode: str, players: int, round_no: int, starter: int, before: list[int]) -> list[int]:
        return hand_sizes(players, options_with(deal_extra=mode), round_no, starter, before)

    assert sizes("starter", 5, 3, 4, [3, 1, 2, 4, 5]) == [22, 22, 22, 21, 22]
    assert sizes("dealer_left", 8, 1, 6, []) == [13, 14, 14, 14, 14, 14, 13, 13]
    assert sizes("dealer_left", 3, 3, 1, [1, 3, 2]) == [37, 36, 36]
    assert sizes("aside", 8, 1, 6, []) == [13] * 8
    assert sizes("king", 8, 2, 6, [2, 1, 3, 4, 5, 6, 7, 8]) == [13, 18, 13, 13, 13, 13, 13, 13]
    assert sizes("bouffon", 4, 2, 3, [2, 1, 3, 4]) == [27, 27, 27, 28]
    assert sizes("king", 4, 1, 2, []) == [27, 27, 28, 27]
    assert sum(hand_sizes(4, options_with(n_joker=8, n_numx=0), 1, 0, [])) == 114


# ------------------------------------------------------------------------------------------- ends of a round


def test_reentry_and_trick_end() -> None:
    start = begin("1R 4R 0R", "2R 5R 0B", "3R 6R 0G")
    good(start, "0 1R; 1 pass; 2 3R; 0 pass; 1 5R; 2 pass; 0 pass; trick 1 1; 1 2R")
    bad(start, "0 1R; 1 pass; 2 3R; 0 pass; trick 2 2", "KG-018")
    bad(start, "0 1R; 1 pass; 2 pass; 0 4R", "KG-018")
    bad(start, "0 1R; 1 pass; 2 pass; trick 0 1", "KG-017")


def test_owner_out_next_leads() -> None:
    start = begin("9R", "2R 5R", "3R 6R", "4R 7R")
    good(start, "0 9R; out 0 1; 1 pass; 2 pass; 3 pass; trick 0 1; 1 2R")
    bad(start, "0 9R; out 0 1; 1 pass; 2 pass; 3 pass; trick 0 2", "KG-043")
    bad(start, "0 9R; out 0 1; 1 pass; 2 pass; trick 0 1", "KG-015")
    bad(start, "0 9R; 1 pass", "KG-041")
    bad(start, "0 9R; out 0 2", "KG-041")


def test_all_stuck() -> None:
    start = begin("1R", "INF", "JK JK", "NX")
    text = "0 1R; out 0 1; 1 pass; 2 pass; 3 pass; trick 0 1; 1 lead_pass; 2 lead_pass; 3 lead_pass"
    whole(start, text, round_end([1, 2, 4, 3], "123"), match_end([3, 2, 0, 1], [0]))
    bad(start, text, "KG-044", round_end([1, 3, 4, 2], "123"))
    start = begin("INF", "JK JK", "NX", starter=2)
    whole(start, "2 lead_pass; 0 lead_pass; 1 lead_pass", round_end([2, 3, 1], "012"), match_end([1, 0, 2], [2]))


def test_last_lay_ends_the_round() -> None:
    start = begin("1R", "2W 2S 0R", "3R")
    text = "0 1R; out 0 1; 1 pass; 2 3R; out 2 2"
    whole(start, text, round_end([1, 3, 2]), match_end([2, 0, 1], [0]))
    bad(start, text + "; trick 2 1", "KG-042")


def test_stuck_hands() -> None:
    def stuck(hand: str, **changed: Any) -> bool:
        return is_stuck(hand.split(), options_with(**changed))

    assert stuck("INF NX") and stuck("JK") and stuck("7R JK") and stuck("7W JK")
    assert not stuck("7R 8R JK JK JK") and stuck("7R 8R JK JK JK JK")
    assert not stuck("7W 8R JK JK JK JK") and not stuck("7R") and not stuck("7R 7B JK JK JK")
    assert not stuck("7W 8R JK", joker_with_ws="colour_needed") and stuck("7W 8W JK", joker_with_ws="colours_only")
    assert not stuck("INF", stuck_rule="last_rank") and not stuck("7R JK JK JK", stuck_rule="last_rank")
    assert stuck("INF JK", stuck_rule="last_rank") and stuck(
        "7W JK", stuck_rule="last_rank", joker_with_ws="colours_only"
    )
    assert stuck("7R JK", stuck_rule="forbid") and not stuck("7R 8R JK", stuck_rule="forbid")


@pytest.mark.parametrize("stuck_rule", CHOICES["stuck_rule"])
@pytest.mark.parametrize("joker_with_ws", CHOICES["joker_with_ws"])
def test_stuck_by_search(stuck_rule: str, joker_with_ws: str) -> None:
    """The formula agrees with a search through all sequences of leads."""
    options = options_with(stuck_rule=stuck_rule, joker_with_ws=joker_with_ws)

    def can_finish(hand: tuple[str, ...], seen: dict[tuple[str, ...], bool]) -> bool:
        if hand not in seen:
            lays = [cards_of(lay, list(hand)) for lay in legal_plays(list(hand), None, options)]
            rests = [tuple(sorted(king.without(list(hand), cards))) for cards in lays]
            seen[hand] = any(can_finish(rest, seen) for rest in rests)
        return seen[hand]

    rng = random.Random(7)
    seen: dict[tuple[str, ...], bool] = {(): True}
    for _ in range(60):
        few = rng.sample(["0R", "0B", "0W", "0S", "1W", "1S", "2R"], rng.randrange(4))
        hand = [*few, *["JK"] * rng.randrange(9), *rng.sample(["INF", "NX"], rng.randrange(3))]
        if hand:
            assert is_stuck(hand, options) is not can_finish(tuple(sorted(hand)), seen), hand


def test_cap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(king, "STEP_CAP", 3)
    start = begin("1R 4R", "2R 5R", "3R 6R 7R", starter=1)
    end = (round_end([3, 1, 2], "", True), match_end([0, 2, 1], [1], capped=True))
    whole(start, "1 2R; 2 3R; 0 pass", *end)
    bad(start, "1 2R; 2 3R; 0 pass; 1 pass", "KG-042")


def test_match_event() -> None:
    start = begin("1R", "2R", "3R")
    for broken in (
        {**start[0], "game": "speed"},
        {**start[0], "bots": ["lowest"]},
        {**start[0], "options": {**start[0]["options"], "leader_pass": True}},
        {**start[0], "options": {**start[0]["options"], "pass_final": "no"}},
        {**start[0], "options": {**start[0]["options"], "n_joker": 9}},
        {**start[0], "options": {**start[0]["options"], "rounds": 0}},
        {key: value for key, value in start[0].items() if key != "seed"},
    ):
        with pytest.raises(RefereeError, match=r"event 0"):
            replay([broken, start[1]], check_deal=False)
    bad([start[0], deal("1R", "2R")], "", "KG-003")
    bad([start[0], deal("1R", "2R", "3R", starter=3)], "", "KG-005")


# ------------------------------------------------------------------------------------------- options


def test_pass_final() -> None:
    start = begin("1R 4R 7R 0R", "2R 5R 0B", "3R 0G", pass_final=True)
    good(start, "0 1R; 1 pass; 2 3R; 0 4R; 2 pass; trick 0 0")
    good(start, "0 1R; 1 pass; 2 3R; 0 pass; trick 2 2; 2 0G; out 2 1; 0 4R")
    bad(start, "0 1R; 1 pass; 2 3R; 0 4R; 1 5R", "KG-006")
    bad(start, "0 1R; 1 pass; 2 3R; 0 pass; 1 5R", "KG-018")
    start = begin("1R 4R 0R", "2R 5R 0B", "3R", pass_final=True)
    good(start, "0 1R; 1 pass; 2 3R; out 2 1; 0 4R; trick 0 0; 0 0R; out 0 2")  # a lay finds all others passed
    bad(start, "0 1R; 1 pass; 2 3R; out 2 1; 0 4R; 1 5R", "KG-018")
    good(start, "0 1R; 1 pass; 2 3R; out 2 1; 0 pass; trick 2 0")
    start = begin("1R 4R", "2R 5R 0B", "9R 0R", "3R", pass_final=True)
    good(start, "0 1R; 1 pass; 2 pass; 3 3R; out 3 1; 0 4R; out 0 2; trick 0 1")  # nobody is left to be asked


def test_rainbow_after_revert() -> None:
    start = begin("7W 0R", "8R 8B 8W 0B", "9R 9B 9G 0G", rainbow_after="revert")
    good(start, "0 7W; 1 8R 8B; 2 9R")
    bad(start, "0 7W; 1 8R 8B; 2 9R 9B", "KG-013")
    good(start, "0 7W; 1 8R 8W; 2 9R 9B 9G")
    bad(start, "0 7W; 1 8R 8W; 2 9R", "KG-020")
    start = begin("7W 10R 10B 0R", "8R 8W 0B", "9R", rainbow_after="revert", effect_attach="next")
    good(start, "0 7W; 1 8R 8W; 2 pass; 0 10R 10B")  # only plain lays revert
    bad(start, "0 7W; 1 8R 8W; 2 pass; 0 10R", "KG-013")
    start = begin("7W 0R", "8R 0B", "9R 9B 10R 10B", rainbow_after="revert", effect_attach="next")
    good(start, "0 7W; 1 pass; 2 9R; 0 pass")
    bad(start, "0 7W; 1 pass; 2 9R 9B", "KG-013")
    start = begin("7R 7W 0R", "8R 8B 8S 0B", "9R 9B 0G", rainbow_after="revert", impossible="relax")
    good(start, "0 7R 7W; 1 8R 8B 8S; 2 9R 9B")  # the Shadow counts from three cards
    start = begin("7R 7W 0R", "8R 8B 0B", "9R 9B 0G", rainbow_after="revert", impossible="relax")
    good(start, "0 7R 7W; 1 8R 8B; 2 9R 9B")  # no reverting after a relaxed lay
    bad(start, "0 7R 7W; 1 8R 8B; 2 9R", "KG-013")


def test_effect_attach_next() -> None:
    start = begin("7W 5S 5R 0R", "8R 8B 0B", "9R 9B 0G", effect_attach="next")
    bad(start, "0 7W; 1 8R", "KG-020")
    good(start, "0 7W; 1 pass; 2 9R")
    bad(start, "0 7W; 1 pass; 2 9R 9B", "KG-013")
    good(start, "0 5S 5R; 1 pass; 2 9R 9B")
    bad(start, "0 5S 5R; 1 8R 8B", "KG-021")
    bad(start, "0 5S 5R; 1 pass; 2 9R", "KG-013")


def test_effect_attach_void() -> None:
    start = begin("7W 0R", "8R INF 0B", "9R 9B 0G", effect_attach="void_if_unable")
    good(start, "0 7W; 1 8R; 2 9R")
    good(start, "0 7W; 1 INF; 2 pass")
    good(start, "0 7W; 1 pass; 2 9R")
    bad(start, "0 7W; 1 pass; 2 9R 9B", "KG-013")
    start = begin("7W 0R", "8R 8B 0B", "9R 9B 0G", effect_attach="void_if_unable")
    bad(start, "0 7W; 1 8R", "KG-020")
    good(start, "0 7W; 1 pass; 2 9R 9B")
    bad(start, "0 7W; 1 pass; 2 9R", "KG-020")
    start = begin("7W 0R", "8R JK", "9R 9B 0G", effect_attach="void_if_unable")
    good(start, "0 7W; 1 8R; 2 9R")  # 8R+JK would empty the hand, so he is unable


def test_shadow_single_skip() -> None:
    start = begin("10S 0R", "11R INF 0B", "12R 9R", shadow_single="skip")
    good(start, "0 10S; 1 pass; 2 12R")
    good(start, "0 10S; 1 INF; 2 pass")
    bad(start, "0 10S; 1 11R", "shadow_single=skip")
    bad(start, "0 10S; 1 pass; 2 9R", "KG-013")
    good(begin("10S 10R 0R", "11R 0B", "12R 9R", shadow_single="skip"), "0 10S 10R; 1 11R; 2 12R")


def test_shadow_single_win() -> None:
    start = begin("10S 10R 0R", "11R INF 0B", "12R 9R", shadow_single="win")
    good(start, "0 10S; trick 0 0; 0 10R")
    bad(start, "0 10S; 1 11R", "shadow_single=win")
    good(start, "0 10S 10R; 1 11R")
    good(begin("10S", "11R 0B", "12R 9R", shadow_single="win"), "0 10S; out 0 1; trick 0 1")


def test_shadow_single_any_value() -> None:
    hands = ("10S 0R", "0S INF JK 2R 2B", "1R 9R 11R")
    start = begin(*hands, shadow_single="any_value")
    good(start, "0 10S; 1 0S; 2 1R; 0 pass")
    good(start, "0 10S; 1 pass; 2 1R")
    bad(start, "0 10S; 1 2R 2B", "any_value")
    bad(start, "0 10S; 1 2R; 2 1R", "KG-013")
    start = begin(*hands, shadow_single="any_value", effect_attach="next")
    good(start, "0 10S; 1 pass; 2 11R")
    bad(start, "0 10S; 1 pass; 2 9R", "KG-013")
    start = begin("10S 0R", "INF JK", "1R 9R 11R", shadow_single="any_value", effect_attach="void_if_unable")
    good(start, "0 10S; 1 pass; 2 11R")
    bad(start, "0 10S; 1 pass; 2 9R", "KG-013")


def test_impossible_relax() -> None:
    start = begin("7W 0R", "8R INF 0B", "9R 9B 10R", impossible="relax")
    good(start, "0 7W; 1 8R; 2 9R")
    bad(start, "0 7W; 1 8R; 2 9R 9B", "KG-013")
    bad(start, "0 7W; 1 0B", "KG-013")
    good(start, "0 7W; 1 pass; 2 9R 9B")
    bad(start, "0 7W; 1 pass; 2 10R", "KG-020")  # he is able
    start = begin("7W 0R", "8R 8B 0B", "9R 10R 0G", impossible="relax", effect_attach="void_if_unable")
    good(start, "0 7W; 1 pass; 2 9R")


def test_impossible_end() -> None:
    start = begin("16W 16S 16R 16B 0R", "INF NX 0B", "1R 1B", impossible="end")
    good(start, "0 16W; trick 0 0; 0 0R")
    bad(start, "0 16W; 1 INF", "impossible=end")
    good(begin("7W 15S 15R 0R", "INF 8R 8B", "1R", impossible="end"), "0 7W; 1 8R 8B")
    good(begin("7W 15S 15R 0R", "INF 8R 8B", "1R", impossible="end"), "0 15S 15R; 1 INF")
    good(start, "0 16S 16R; trick 0 0")
    good(start, "0 16S; 1 INF")
    bad(start, "0 16S; trick 0 0", "KG-015")
    good(start, "0 16R; 1 NX; trick 1 1")


def test_infini_after_reset() -> None:
    start = begin("4R 4B 0R", "INF 1R 1B", "INF 2R 2B 2G 3R", infini_after="reset")
    good(start, "0 4R 4B; 1 INF; 2 2R 2B 2G; 0 pass")
    good(start, "0 4R 4B; 1 INF; 2 INF; 0 0R; out 0 1; 1 1R")
    bad(start, "0 4R 4B; 1 INF; 2 2R 2B 2G; 0 0R", "KG-013")


def test_infini_after_keep_type() -> None:
    hands = ("4R 4B 0R INF", "INF 1R 1B", "INF 2R 2B 2G 3R NX")
    start = begin(*hands, infini_after="keep_type")
    good(start, "0 4R 4B; 1 INF; 2 2R 2B; 0 pass")
    good(start, "0 4R 4B; 1 INF; 2 NX; trick 2 2")
    bad(start, "0 4R 4B; 1 INF; 2 3R", "KG-013")
    bad(start, "0 4R 4B; 1 INF; 2 INF", "KG-031")
    good(start, "0 INF; 1 1R; 2 2R")
    start = begin(*hands, infini_after="keep_type", infini_on_infini=True)
    good(start, "0 4R 4B; 1 INF; 2 INF; 0 pass; 1 1R 1B; out 1 1")
    bad(start, "0 4R 4B; 1 INF; 2 INF; 0 0R", "KG-013")
    good(start, "0 INF; 1 INF; 2 2R 2B 2G")


def test_infini_on_infini() -> None:
    start = begin("4R 0R", "INF 1R 1B", "INF NX 5R", infini_on_infini=True)
    good(start, "0 4R; 1 INF; 2 INF; 0 pass; 1 pass; trick 2 2")
    good(start, "0 4R; 1 INF; 2 NX; trick 2 2")
    bad(start, "0 4R; 1 INF; 2 5R", "KG-032")


def test_lead_special() -> None:
    start = begin("INF NX JK", "1R INF", "2R 2B", lead_special=False)
    good(start, "0 lead_pass; 1 1R; 2 2R; 0 INF; 1 pass")
    bad(start, "0 INF", "KG-019")
    bad(begin("INF 5R", "1R INF", "2R 2B", lead_special=False), "0 INF", "KG-A14")
    good(begin("INF 5R", "1R INF", "2R 2B"), "0 INF; 1 pass")


def test_joker_with_ws() -> None:
    hands = ("7W 7R JK 0R", "1R 1B", "2R 2B")
    bad(begin(*hands, joker_with_ws="colour_needed"), "0 7W JK", "KG-A16")
    good(begin(*hands, joker_with_ws="colour_needed"), "0 7W 7R JK; 1 pass")
    bad(begin(*hands, joker_with_ws="colours_only"), "0 7W 7R JK", "KG-A16")
    good(begin(*hands, joker_with_ws="colours_only"), "0 7R JK; 1 pass")


def test_stuck_rule_forbid() -> None:
    start = begin("7R 8R JK INF", "1R 1B", "NX INF", stuck_rule="forbid")
    good(start, "0 7R JK; 1 pass; 2 pass; trick 0 0; 0 INF; 1 pass; 2 pass; trick 0 0; 0 8R; out 0 1")
    bad(start, "0 7R JK; 1 pass; 2 pass; trick 0 0; 0 8R", "KG-A17")
    bad(start, "0 7R; 1 pass; 2 INF", "KG-A17")
    bad(begin("7R JK", "1R 1B", "NX", stuck_rule="forbid"), "0 7R", "KG-019")
    good(begin("7R JK", "1R 1B", "NX", stuck_rule="forbid"), "0 lead_pass; 1 1R")


def test_stuck_rule_last_rank() -> None:
    start = begin("7R JK", "1R 1B", "INF", "9R", stuck_rule="last_rank")
    text = "0 7R JK; out 0 4; 1 pass; 2 INF; out 2 3; 3 pass; 1 pass; trick 2 3; 3 9R; out 3 1"
    whole(start, text, round_end([4, 2, 3, 1]), match_end([0, 2, 1, 3], [3]))
    bad(start, "0 7R JK; out 0 1", "KG-A17")
    bad(begin("JK JK", "1R 1B", "2R", stuck_rule="last_rank"), "0 JK JK", "KG-019")
    start = begin("7R JK", "9R 1B", "INF", "9B", stuck_rule="last_rank", rank_mode="cards_left")
    whole(
        start,
        "0 7R JK; out 0 4; 1 pass; 2 INF; out 2 3; 3 pass; 1 pass; trick 2 3; 3 9B; out 3 1",
        round_end([4, 2, 3, 1]),
        match_end([0, 2, 1, 3], [3]),
    )


def test_rank_mode() -> None:
    hands = ("9R", "1R 1B 1G", "2R 2B", "3R 3B")
    whole(
        begin(*hands, rank_mode="cards_left"),
        "0 9R; out 0 1",
        round_end([1, 4, 2, 3]),
        match_end([3, 0, 2, 1], [0]),
    )
    start = begin("9R", "1R 1B 1G", "2R 2B", "16R", starter=0, rank_mode="two_out")
    text = "0 9R; out 0 1; 1 pass; 2 pass; 3 16R; out 3 2"
    whole(start, text, round_end([1, 4, 3, 2]), match_end([3, 0, 1, 2], [0]))
    bad(begin(*hands), "0 9R; out 0 1", "KG-015", round_end([1, 4, 2, 3]))


def test_lead_after_out() -> None:
    hands = ("9R", "2R 5R", "3R 6R", "4R 7R")
    start = begin(*hands, lead_after_out="last_passer")
    good(start, "0 9R; out 0 1; 1 pass; 2 pass; 3 pass; trick 0 3; 3 4R")
    bad(start, "0 9R; out 0 1; 1 pass; 2 pass; 3 pass; trick 0 1", "KG-043")
    start = begin("5W 5S", "2R 5R", "3R 6R", lead_after_out="last_passer")
    good(start, "0 5W 5S; out 0 1; trick 0 1")  # nobody has passed
    start = begin("1R 1B 0R 0B", "2R 5R", "3R 6R", "5W 5S", lead_after_out="last_passer")
    good(start, "0 1R 1B; 1 pass; 2 pass; 3 5W 5S; out 3 1; trick 3 2")


def test_no_rainbow() -> None:
    hands = ("0R 1R", "0B 1B", "2R 2B", "16S 16R 1S")
    start = second_round(*hands, no_rainbow="best_classic")
    good(start, "gift 3 0 16S 16R; gift 2 1 2R; 3 1S")
    bad(start, "gift 3 0 16S", "KG-051")
    bad(start, "gift 3 0 16S 16R; gift 2 1 2B", "KG-052")


@pytest.mark.parametrize(
    ("mode", "bot", "right", "wrong"),
    [
        ("joker_over_infini", "other", ["JK"], ["INF", "9R"]),
        ("king_category", "lowest", ["9R"], ["INF", "JK"]),
        ("king_category", "other", ["9R", "INF"], ["JK", "8R"]),
        ("bouffon_choice", "lowest", ["INF"], ["9R", "JK"]),
        ("bouffon_choice", "other", ["9R", "INF"], ["JK", "8R"]),
    ],
)
def test_exchange_second(mode: str, bot: str, right: list[str], wrong: list[str]) -> None:
    start = second_round("0R 1R", "0B 1B", "2R 2B", "16W INF JK 9R 8R", exchange_second=mode)
    start[0]["bots"] = [bot] * 4
    for card in right:
        good(start, f"gift 3 0 16W {card}; gift 2 1")
    for card in wrong:
        bad(start, f"gift 3 0 16W {card}", "KG-054")


def test_three_players() -> None:
    start = second_round("0R 1R", "0B 1W", "2R 2B 3R", three_players="mid_gives_king")
    good(start, "gift 2 0 3R; gift 1 0 1W; 2 2R")
    bad(start, "gift 2 0 3R; 2 2R", "KG-A23")
    start = second_round("0R 1R", "0B 1W", "2R 2B 3R", three_players="mid_gives_king", king_returns="lowest")
    good(start, "gift 2 0 3R; gift 1 0 1W; gift 0 2 0R; gift 0 1 1R; 2 2R")
    bad(start, "gift 2 0 3R; gift 1 0 1W; gift 0 1 0R", "KG-A24")


def test_king_returns() -> None:
    hands = ("5R 6R JK", "0B 1B", "2R 2B", "4W 3R 2G")
    start = second_round(*hands, king_returns="lowest")
    good(start, "gift 3 0 4W 3R; gift 2 1; gift 0 3 3R 4W; 3 2G")
    bad(start, "gift 3 0 4W 3R; gift 2 1; gift 0 3 5R 6R", "KG-A24")
    bad(start, "gift 3 0 4W 3R; gift 2 1; 3 2G", "KG-A24")
    start = second_round(*hands, king_returns="choice")
    good(start, "gift 3 0 4W 3R; gift 2 1; gift 0 3 JK 6R; 3 2G")
    bad(start, "gift 3 0 4W 3R; gift 2 1; gift 0 3 JK", "KG-A24")
    bad(start, "gift 3 0 4W 3R; gift 2 1; gift 0 3 JK 2B", "KG-A24")
    start[0]["bots"] = ["lowest"] * 4
    bad(start, "gift 3 0 4W 3R; gift 2 1; gift 0 3 JK 6R", "KG-A24")


def test_without_exchange() -> None:
    start = second_round("0R 1R", "0B 1B", "2R 2W", exchange=False)
    good(start, "2 2R; 0 pass")
    bad(start, "gift 2 0 2W 2R", "KG-019")


def test_first_to_3_kings() -> None:
    events = first_round(3, game_end="first_to_3_kings", exchange=False, rounds=1)
    for round_no in (2, 3):
        events += [deal("6R", "7R", "5R 0R", round_no=round_no, starter=2)]
        events += [*moves("2 5R; 0 6R; out 0 1; 1 7R; out 1 2"), round_end([1, 2, 3])]
    whole(events, "", match_end([6, 3, 0], [0], rounds=3))
    bad(events, "", "KG-058", match_end([6, 3, 0], [0, 1], rounds=3))
    bad(events, "", "KG-058", match_end([5, 3, 0], [0], rounds=3))


def test_shared_victory() -> None:
    events = first_round(3, exchange=False)
    events += [deal("6R 0R", "7R", "5R", round_no=2, starter=2)]
    events += [*moves("2 5R; out 2 1; 0 6R; 1 7R; out 1 2"), round_end([3, 2, 1])]
    whole(events, "", match_end([2, 2, 2], [0, 1, 2], rounds=2))


# ------------------------------------------------------------------------------------------- lowest, whole matches


def test_legal_plays() -> None:
    hand = ["7R", "7B", "8W", "INF"]
    options = options_with()
    assert set(legal_plays(hand, None, options)) == {
        Lay("group", 7, 1),
        Lay("group", 7, 2),
        Lay("group", 8, rainbow=True),
        Lay("INF"),
    }
    pli = Pli("group", 6, 1, 1, rainbow=True)
    assert set(legal_plays(hand, pli, options)) == {Lay("group", 7, 2), Lay("INF"), PASS}
    assert legal_plays(["INF"], None, options) == []
    jokers = legal_plays(["9R", "9W", "JK", "JK", "0R"], Pli("group", 8, 3, 3), options)
    assert set(jokers) == {
        Lay("group", 9, 1, True, False, 1),
        Lay("group", 9, 1, False, False, 2),
        Lay("group", 9, 0, True, False, 2),
        PASS,
    }


def test_lowest_policy() -> None:
    def wish(hand: str, pli: Pli | None) -> str:
        return " ".join(king.lowest(hand.split(), pli, options_with()) or ["-"])

    single, pair, triple = (Pli("group", 6, count, count) for count in (1, 2, 3))
    assert wish("3S 3R 3W 9R INF", None) == "3R 3S 3W"
    assert wish("INF NX JK", None) == "INF" and wish("NX JK", None) == "NX" and wish("JK JK", None) == "-"
    assert wish("7S 7R 6B", single) == "7R" and wish("7R 8W 8S 8Y 9R 9B", pair) == "8Y 8S"
    assert wish("7R 8W JK 0R", pair) == "7R JK" and wish("7R JK", pair) == "-"
    assert wish("7R 8W 8B", pair) == "8B 8W" and wish("7R 7B 8R 8B 8Y", pair) == "7R 7B"
    assert wish("7R 7B 7Y 7G 8R 8B 8W 8S JK 0R", Pli("group", 6, 5, 5)) == "8R 8B 8S 8W JK"
    assert wish("7R 7B 7W 8R 8B 8Y 8G JK JK", Pli("group", 6, 5, 5)) == "7R 7B 7W JK JK"
    assert wish("7R 7B JK 0R", triple) == "7R 7B JK" and wish("7R JK INF", pair) == "7R JK"
    assert wish("7R JK INF NX 0R", triple) == "INF" and wish("NX 0R", triple) == "NX" and wish("INF", single) == "-"
    assert wish("INF NX", Pli("INF")) == "NX" and wish("INF 9R", Pli("INF")) == "-" and wish("NX", Pli("INF")) == "-"


class Dealer(Trace):
    """Writes a trace from full random deals; by `lowest`, or with every decision drawn from all legal classes."""

    def __init__(self, match: Event, seed: int, at_random: bool = False) -> None:
        super().__init__([match], [])
        self.rng = random.Random(seed)
        self.at_random = at_random

    def deal(self, round_no: int) -> Event:
        players, before = self.events[0]["players"], self.events[-1].get("ranks", [])
        starter = before.index(players) if before else self.rng.randrange(players)
        own = full_deal(self.rng, players, self.events[0]["options"], round_no, starter, before)
        return self.next(own, "a deal", "deal")

    def choose(self, hand: list[str], pli: Pli | None, options: Options) -> list[str]:
        if not self.at_random:
            return super().choose(hand, pli, options)
        lay = self.rng.choice(legal_plays(hand, pli, options))
        return [] if lay == PASS else cards_of(lay, hand)


def lowest_match(players: int, seed: int, **changed: Any) -> list[Event]:
    trace = Dealer(match_event(players, "lowest", **changed), seed)
    king.run(trace, check_deal=True)
    return trace.events


@pytest.mark.parametrize("players", range(3, 9))
def test_lowest_matches(players: int) -> None:
    events = lowest_match(players, players, rounds=3)
    replay(events, check_lowest=True)
    assert play_lowest(events[0], [event for event in events if event["e"] == "deal"]) == events
    assert events[-1]["rounds"] == 3 and not events[-1]["capped"]
    assert sum(events[-1]["points"]) == 3 * players * (players - 1) // 2


def test_lowest_with_many_specials() -> None:
    replay(lowest_match(4, 1, rounds=3, n_joker=8, n_infini=8, n_numx=8), check_lowest=True)
    replay(lowest_match(5, 2, rounds=2, n_joker=0, n_infini=0, n_numx=0), check_lowest=True)


def test_play_lowest_from_a_small_deal() -> None:
    """Any unique cards may be dealt by hand; the whole trace, card by card."""
    start = begin("7W 7R JK", "9R INF", "8R 8G 0B", starter=2)
    start[0]["bots"] = ["lowest"] * 3
    text = "2 0B; 0 7R; 1 9R; 2 pass; 0 pass; trick 1 1; 1 lead_pass; 2 8R 8G; out 2 1; 0 pass; 1 pass"
    text += "; trick 2 0; 0 7W; 1 pass; trick 0 0; 0 lead_pass; 1 lead_pass"
    expected = [*start, *moves(text), round_end([2, 3, 1], "01"), match_end([1, 0, 2], [2])]
    assert play_lowest(start[0], [start[1]]) == expected
    replay(expected, check_lowest=True, check_deal=False)


def test_check_lowest_refuses_other_decisions() -> None:
    events = [*begin("3R 3B 9R", "4R 4B 5R", "6R 7R"), *moves("0 3R; 1 4R")]
    events[0]["bots"] = ["lowest", "other", "other"]
    with pytest.raises(RefereeError, match=r"event 4 .*end of the trace"):
        replay(events, check_deal=False)
    with pytest.raises(RefereeError, match=r"event 2 .*baseline lowest"):
        replay(events, check_lowest=True, check_deal=False)
    events[0]["bots"] = ["other", "lowest", "other"]
    events[-1] = move("1 pass")
    with pytest.raises(RefereeError, match=r"event 3 .*baseline lowest"):
        replay(events, check_lowest=True, check_deal=False)


def test_every_event_counts() -> None:
    """Any event that is dropped, doubled or swapped with its neighbour is found."""
    events = lowest_match(3, 5)
    for number in range(len(events)):
        tampered = [events[:number] + events[number + 1 :], events[: number + 1] + events[number:]]
        if number + 1 < len(events):
            tampered.append([*events[:number], events[number + 1], events[number], *events[number + 2 :]])
        for broken in tampered:
            with pytest.raises(RefereeError):
                replay(broken)


@pytest.mark.parametrize("seed", range(16))
def test_random_options(seed: int) -> None:
    """Random decisions under random options: the match ends, the invariants hold, the trace replays."""
    rng = random.Random(seed)
    changed = {name: rng.choice(values) for name, values in CHOICES.items()}
    changed |= {"rounds": 2, "n_joker": rng.randrange(9), "n_infini": rng.randrange(9), "n_numx": rng.randrange(3)}
    players = rng.randrange(3, 9)
    trace = Dealer(match_event(players, "random", **changed), seed, at_random=True)
    king.run(trace, check_deal=True)
    replay(trace.events)
    for event in trace.events:
        if event["e"] == "round_end":
            assert sorted(event["ranks"]) == list(range(1, players + 1)) and not event["capped"]
