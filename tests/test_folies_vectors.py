"""The test vectors FO-T01 ... FO-T18, the table of conditions and one vector per option value, with scripted hands.

A scene names the cards in the order in which they are turned: "A7B B7R" is Alice's (seat 0) 7B, then Bob's (seat 1) 7R.
"""

from collections import Counter

import numpy as np
import pytest
from folies import FOLIES, match_on
from scipy import stats

from numsim import cards
from numsim.games.folies import step
from numsim.games.folies.conditions import (
    KIND_TEXTS,
    NEXT,
    NO_CARD_UNDER,
    OTHER,
    SAME,
    kind_of,
    kind_table,
)
from numsim.games.folies.options import OPTIONS
from numsim.plan import make_plan

ALICE, BOB, CLAIRE, DAVID = range(4)
ALL_SLAP = {ALICE: 300, BOB: 320, CLAIRE: 340, DAVID: 360}
SPARE = [f"{value}{family}" for value in (1, 6, 3, 8, 10, 0, 5, 2, 4, 7, 9) for family in "RBYG"]


def scene(turns, players=4, spare=4, stacks=None, **settings):
    """A match in which these cards come up in this order; below them every stack has `spare` cards that ask for none.

    `stacks` gives whole stacks by seat instead.
    """
    words = turns.split()
    given = stacks or {}
    used = {word[1:] for word in words}.union(*(stack.split() for stack in given.values()))
    left = iter(card for card in SPARE if card not in used)
    held = []
    for seat in range(players):
        turned = [word[1:] for word in words if word[0] == "ABCD"[seat]]
        held.append(given[seat] if seat in given else " ".join([*turned, *(next(left) for _ in range(spare))]))
    return match_on(held, "ABCD".index(words[0][0]), **settings)


def play(match, turns, hands=None, before=None, **scripted):
    """Turn these cards, the last one with `hands`, earlier ones as `before` says by card; (kind, its events).

    Where nobody slaps a Rainbow, David is taken as the last.
    """
    words = turns.split()
    for word in words:
        seen = len(match.events)
        last = word is words[-1]
        kind = match.step((hands or {}) if last else (before or {}).get(word[1:], {}), **(scripted if last else {}))
        turned = match.events[seen]
        assert ("ABCD"[turned["seat"]], turned["card"]) == (word[0], word[1:])
    return kind, match.events[seen + 1 :]


def show(turns, hands=None, on_centre=(), early=(), **scene_of):
    """(match, kind of the last card, its events) of a scene."""
    match = scene(turns, **scene_of)
    return match, *play(match, turns, hands, wrong_pile=on_centre, early=early)


def the(events, name):
    """The only event of a name."""
    (found,) = [event for event in events if event["e"] == name]
    return found


def names(events):
    return [event["e"] for event in events]


def take(seat, texts, why, pile="centre"):
    return {"e": "take", "seat": seat, "pile": pile, "cards": texts.split(), "why": why}


def challenge(holder, answering, debt):
    return {"e": "challenge", "holder": holder, "answering": answering, "debt": debt}


def seats_of(events, name):
    return [event["seat"] for event in events if event["e"] == name]


def payments(events):
    return {event["seat"]: len(event["cards"]) for event in events if event["e"] == "pay"}


# FO-T01 ... FO-T18


def test_t01_same_value_gives_the_pile_and_the_next_turn():
    match, kind, events = show("A7B B7R", {CLAIRE: 400, DAVID: 450})
    assert kind == "1"
    assert events == [
        {
            "e": "slap",
            "kind": "1",
            "winner": CLAIRE,
            "payer": None,
            "payers": [],
            "order": [CLAIRE, DAVID],
            "latency": [400, 450],
        },
        take(CLAIRE, "7B 7R", "slap"),
    ]
    assert match.turn == CLAIRE
    assert match.centre == []
    assert match.stack(CLAIRE)[-2:] == ["7B", "7R"]


def test_t01_rainbow_on_the_same_value():
    turns = "A12G B12W"
    match, kind, events = show(turns, {CLAIRE: 300, ALICE: 350, BOB: 400, DAVID: 500})
    assert kind == "1+3"
    assert names(events) == ["slap", "take", "pay"]
    assert (the(events, "slap")["winner"], the(events, "slap")["payer"]) == (CLAIRE, DAVID)
    assert payments(events) == {DAVID: 2}
    assert match.turn == CLAIRE
    match, kind, events = show(turns)
    assert names(events) == ["slap", "pay", "challenge"]
    assert the(events, "slap")["winner"] is None
    assert events[-1] == challenge(BOB, CLAIRE, 2)
    assert match.turn == CLAIRE


def test_t01_colour_on_a_rainbow_or_shadow_of_its_value():
    assert show("A5W B5G", {DAVID: 333})[1] == "1"
    match, kind, events = show("A14S B14Y", {DAVID: 333})
    assert match.events[3:4] == [challenge(ALICE, BOB, 4)]
    assert kind == "1"
    assert names(events) == ["slap", "take"]
    assert match.turn == DAVID
    match, _, events = show("A14S B14Y")
    assert names(events) == ["slap", "challenge"]
    assert events[-1] == challenge(BOB, CLAIRE, 4)


def test_t02_the_third_card_interrupts_a_challenge():
    turns = "A5R B12R C3R"
    match, kind, events = show(turns, {ALICE: 500})
    assert kind == "1bis"
    assert events[-1] == take(ALICE, "5R 12R 3R", "slap")
    assert match.turn == ALICE
    assert match.step({}) == "neutral"
    assert match.turn == BOB
    match, _, events = show(turns)
    assert names(events) == ["slap"]
    assert match.turn == CLAIRE


def test_t02_a_third_shadow_is_no_trap():
    match = scene("A8S B14S C2S")
    assert [play(match, turn)[0] for turn in ("A8S", "B14S")] == ["trap", "trap"]
    kind, events = play(match, "C2S", {DAVID: 400})
    assert kind == "1bis"
    assert events[-1] == take(DAVID, "8S 14S 2S", "slap")
    assert match.turn == DAVID


def test_t02_a_third_rainbow_is_slap_3_too():
    match = scene("A10W B0W C16W", spare=8)
    assert [play(match, turn)[0] for turn in ("A10W", "B0W")] == ["3", "3"]
    kind, events = play(match, "C16W", ALL_SLAP)
    assert kind == "1bis+3"
    assert names(events) == ["slap", "take", "pay"]
    assert payments(events) == {DAVID: 2}
    assert match.turn == ALICE
    _, _, events = show("A10W B0W C16W", spare=8)
    assert events[-1] == challenge(CLAIRE, DAVID, 6)


def test_t02_the_slap_comes_before_the_holder():
    turns = "A7B B11B C9B"
    match, kind, events = show(turns, {DAVID: 700})
    assert kind == "1bis"
    assert events[-1] == take(DAVID, "7B 11B 9B", "slap")
    assert match.turn == DAVID
    match, _, events = show(turns)
    assert events[-1] == take(BOB, "7B 11B 9B", "challenge")
    assert match.turn == BOB


def test_t03_three_of_a_family_must_be_adjacent():
    assert show("A5R B12B C3R")[1] == "neutral"
    match = scene("A5R B7G C9R D2R")
    assert [play(match, turn)[0] for turn in ("A5R", "B7G", "C9R", "D2R")] == ["neutral"] * 4


@pytest.mark.parametrize(("turns", "after"), [("A12W B3S", None), ("A0W B15S", (BOB, CLAIRE, 5)), ("A8W B8S", None)])
def test_t04_a_shadow_on_a_rainbow_gives_the_folies_pile(turns, after):
    match = scene(turns)
    play(match, turns.split()[0])
    paid, centre = match.folies, match.centre
    assert len(paid) == 2
    kind, events = play(match, turns.split()[1], {CLAIRE: 500, ALICE: 450})
    assert kind == "2"
    assert events[1] == take(ALICE, " ".join(paid), "slap", "folies")
    assert events[2:] == ([challenge(*after)] if after else [])
    assert match.folies == []
    assert match.centre == [*centre, turns.split()[1][1:]]
    assert match.turn == (BOB if turns.startswith("A12W") else CLAIRE)


def test_t05_the_last_hand_pays_before_the_challenge():
    match, kind, events = show("A15W", {ALICE: 300, DAVID: 350, BOB: 500, CLAIRE: 400})
    assert kind == "3"
    assert names(events) == ["slap", "pay", "challenge"]
    assert the(events, "slap")["order"] == [ALICE, DAVID, CLAIRE, BOB]
    assert (the(events, "slap")["winner"], the(events, "slap")["payer"]) == (None, BOB)
    assert the(events, "pay")["cards"] == match.folies
    assert payments(events) == {BOB: 2}
    assert events[-1] == challenge(ALICE, BOB, 5)
    assert match.turn == BOB


def test_t06_everybody_who_falls_for_a_trap_pays():
    match, kind, events = show("D4R A9S", {BOB: 300, DAVID: 350})
    assert kind == "trap"
    assert names(events) == ["wrong_slap", "wrong_slap", "pay", "pay"]
    assert [event["why"] for event in events[:2]] == ["trap", "trap"]
    assert payments(events) == {BOB: 2, DAVID: 2}
    assert match.folies == events[2]["cards"] + events[3]["cards"]
    assert match.turn == BOB
    assert match.centre == ["4R", "9S"]


def test_t07_a_shadow_on_its_value_is_a_trap():
    match, kind, events = show("A7B B7S", {CLAIRE: 400})
    assert kind == "trap"
    assert names(events) == ["wrong_slap", "pay"]
    assert match.turn == CLAIRE


def test_t08_example_1():
    turns = "A14G B3R B7Y B9R B2Y"
    match, _, events = show(turns)
    assert events == [take(ALICE, "14G 3R 7Y 9R 2Y", "challenge")]
    assert match.turn == ALICE
    match, _, events = show("C1R D4B " + turns)
    assert events == [take(ALICE, "1R 4B 14G 3R 7Y 9R 2Y", "challenge")]


def test_t09_example_2():
    turns = "A13R B5R B15W C8R C4B C12S D6R D1Y"
    match = scene(turns)
    kind, events = play(match, "A13R B5R B15W", {BOB: 300, CLAIRE: 310, DAVID: 320, ALICE: 330})
    assert kind == "3"
    assert payments(events) == {ALICE: 2}
    assert events[-1] == challenge(BOB, CLAIRE, 5)
    kind, events = play(match, "C8R C4B C12S")
    assert kind == "trap"
    assert events == [challenge(CLAIRE, DAVID, 2)]
    _, events = play(match, "D6R D1Y")
    assert events == [take(CLAIRE, "13R 5R 15W 8R 4B 12S 6R 1Y", "challenge")]
    assert match.turn == CLAIRE


def test_t10_example_3():
    match = scene("A16S B2R B9Y B3R B14W")
    assert play(match, "A16S") == ("trap", [challenge(ALICE, BOB, 6)])
    kind, events = play(match, "B2R B9Y B3R B14W", ALL_SLAP)
    assert kind == "3"
    assert payments(events) == {DAVID: 2}
    assert events[-1] == challenge(BOB, CLAIRE, 4)


def test_t11_a_pair_in_a_challenge():
    turns = "A14R B7R B7B"
    match, kind, events = show(turns, {DAVID: 400})
    assert kind == "1"
    assert events[-1] == take(DAVID, "14R 7R 7B", "slap")
    match.step({})
    assert match.turn == ALICE  # no challenge: David's card was an ordinary turn
    match = scene(turns + " B2R B5Y")
    assert names(play(match, turns)[1]) == ["slap"]
    assert play(match, "B2R")[1] == []
    assert play(match, "B5Y")[1] == [take(ALICE, "14R 7R 7B 2R 5Y", "challenge")]


def test_t12_questions_of_the_book():
    assert show("A12S B12W", ALL_SLAP)[1] == "1+3"
    match = scene("A14W B5S B2R B7B B9Y")
    play(match, "A14W")
    kind, events = play(match, "B5S", {CLAIRE: 480})
    assert kind == "2"
    assert the(events, "take")["pile"] == "folies"
    _, events = play(match, "B2R B7B B9Y")
    assert events == [take(ALICE, "14W 5S 2R 7B 9Y", "challenge")]


def test_t13_sixteen_rainbow_is_both():
    _, kind, events = show("A16W", ALL_SLAP)
    assert kind == "3"
    assert names(events) == ["slap", "pay", "challenge"]
    assert events[-1] == challenge(ALICE, BOB, 6)


def last_chance_of_claire(**settings):
    """Claire pays her only card for a wrong slap."""
    match = scene("A9S B7B D7R", stacks={CLAIRE: "2Y"}, **settings)
    return match, play(match, "A9S", {CLAIRE: 300})[1]


def test_t14_the_last_card_is_paid_and_the_last_chance_used_up():
    match, events = last_chance_of_claire()
    assert names(events) == ["wrong_slap", "pay", "last_chance"]
    assert payments(events) == {CLAIRE: 1}
    _, events = play(match, "B7B D7R", {ALICE: 300, CLAIRE: 301})
    assert names(events) == ["slap", "take", "eliminated"]
    assert seats_of(events, "eliminated") == [CLAIRE]
    match, _ = last_chance_of_claire()
    _, events = play(match, "B7B D7R", {CLAIRE: 300, ALICE: 301})
    assert names(events) == ["slap", "take", "back"]
    assert match.turn == CLAIRE
    match, _ = last_chance_of_claire()
    assert seats_of(play(match, "B7B D7R")[1], "eliminated") == [CLAIRE]  # FO-062: nobody slaps
    match, _ = last_chance_of_claire()
    assert names(play(match, "B7B", {CLAIRE: 300})[1]) == ["wrong_slap", "eliminated"]


def test_t15_too_few_cards_for_a_challenge():
    match, _, events = show("A15R B1B B3Y B5B", stacks={BOB: "1B 3Y 5B"})
    assert events == [take(ALICE, "15R 1B 3Y 5B", "challenge"), {"e": "last_chance", "seat": BOB}]
    assert match.turn == ALICE


def test_t16_an_empty_holder_collects():
    match, _, events = show("A13R B1B B3Y B5B", stacks={ALICE: "13R"})
    assert events == [take(ALICE, "13R 1B 3Y 5B", "challenge")]
    assert match.turn == ALICE
    assert not seats_of(match.events, "last_chance")


def test_t17_the_answering_player_pays_his_last_cards():
    match, kind, events = show("A14R B5W", {**ALL_SLAP, BOB: 900}, stacks={BOB: "5W 1R 3B"})
    assert kind == "3"
    assert names(events) == ["slap", "pay", "take", "last_chance"]
    assert payments(events) == {BOB: 2}
    assert the(events, "take") == take(ALICE, "14R 5W", "challenge")
    assert seats_of(events, "last_chance") == [BOB]
    assert match.turn == ALICE


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (2, [51, 51]),
        (3, [34, 34, 34]),
        (4, [26, 26, 25, 25]),
        (5, [21, 21, 20, 20, 20]),
        (6, [17] * 6),
        (7, [15, 15, 15, 15, 14, 14, 14]),
        (8, [13, 13, 13, 13, 13, 13, 12, 12]),
    ],
)
def test_t18_deal_sizes(players, sizes):
    assert sum(sizes) == 102
    deal = FOLIES.match(make_plan("folies", players, 1, "family"), 0).events[1]
    assert [len(deal["stacks"][(deal["starter"] + i) % players]) for i in range(players)] == sizes
    assert sorted(cards.card_code(card) for stack in deal["stacks"] for card in stack) == list(range(102))


# What the vectors leave out


def test_a_fourth_card_of_a_family_is_a_1bis_again():
    match = scene("A5R B1R C9R D7R")
    assert [play(match, turn)[0] for turn in ("A5R", "B1R", "C9R", "D7R")] == ["neutral", "neutral", "1bis", "1bis"]


def test_a_won_pile_leaves_no_history():
    match = scene("A7B B7R C7Y")
    play(match, "A7B B7R", {CLAIRE: 300})
    assert play(match, "C7Y")[0] == "neutral"


def test_slap_2_without_a_folies_pile_is_nothing():
    match, kind, events = show("A0W B3S", {CLAIRE: 300}, on_centre=[DAVID], tax_cards=0)
    assert (kind, events) == ("nothing", [])
    assert match.sizes == [4, 4, 4, 4]


def test_paid_cards_ask_for_nothing():
    match = scene("A4R B9S", stacks={CLAIRE: "16R 16B 16Y 5R"})
    kind, events = play(match, "A4R B9S", {CLAIRE: 300})
    assert (kind, names(events)) == ("trap", ["wrong_slap", "pay"])
    assert match.folies == ["16R", "16B"]
    assert match.turn == CLAIRE


def test_a_wrong_slapper_is_out_of_the_race_and_pays_once():
    _, kind, events = show("A0W B3S", {CLAIRE: 500}, on_centre=[DAVID], early=[DAVID])
    assert kind == "2"
    assert (the(events, "slap")["order"], payments(events)) == ([CLAIRE], {DAVID: 2})
    _, kind, events = show("A5W", {ALICE: 300, BOB: 350}, early=[DAVID])
    assert the(events, "slap")["payer"] == CLAIRE
    assert payments(events) == {DAVID: 2, CLAIRE: 2}
    _, _, events = show("A9R B9W", {BOB: 300}, early=[ALICE], players=2)
    assert (the(events, "slap")["payers"], payments(events)) == ([], {ALICE: 2})


def test_the_winner_of_a_combination_never_pays():
    _, _, events = show("A9R B9W", {BOB: 300}, stacks={ALICE: "9R"}, players=2)
    assert names(events)[:3] == ["slap", "take", "eliminated"]
    assert (the(events, "slap")["winner"], the(events, "slap")["payer"]) == (BOB, None)
    _, _, events = show("A9R B9W", {ALICE: 300}, players=2)
    assert payments(events) == {BOB: 2}  # FO-A07


def test_hands_after_the_next_card_have_missed():
    assert the(show("A7B B7R", {CLAIRE: 1301})[2], "slap")["winner"] is None
    _, _, events = show("A7B B7R", {CLAIRE: 1300, DAVID: 2500, ALICE: 2501})
    assert the(events, "slap")["order"] == [CLAIRE, DAVID]
    assert show("A4R B9S", {CLAIRE: 1301, DAVID: 1300})[2][0]["seat"] == DAVID
    assert names(show("A4R B9S", {CLAIRE: 1301})[2]) == []


def test_times_of_the_cards():
    turns = "A7B B7R C2B D8Y"
    match = scene(turns, flip_delay_s=0.9, race_delay_s=3)
    play(match, turns, before={"7R": {CLAIRE: 300}})
    assert [event["t"] for event in match.events if event["e"] == "turn"] == [0, 900, 3900, 4800]
    match = scene(turns, flip_delay_s=0.9, race_delay_s=0.3)
    play(match, turns, before={"7R": {CLAIRE: 300}})
    assert [event["t"] for event in match.events if event["e"] == "turn"] == [0, 900, 1800, 2700]


def test_the_card_that_empties_the_holder_and_nobody_to_answer():
    match, _, events = show("A13R", stacks={ALICE: "13R 1R"}, players=2)
    assert events == [challenge(ALICE, BOB, 3)]
    match = match_on(["2R 14B 5B", "3B"])
    match.step({})
    assert names(match.events)[-1] == "turn"
    match.step({})
    assert match.events[-1] == {"e": "last_chance", "seat": BOB}
    match.step({})  # FO-056: 14B collects at once
    assert match.events[-1] == take(ALICE, "2R 3B 14B", "challenge")
    assert not match.over


def test_the_only_player_with_cards_goes_once_through_his_stack():
    match = match_on(["2R 14B 5B 8Y", "3B"])
    while not match.over:
        match.step({})
    assert [event["card"] for event in match.events if event["e"] == "turn"] == ["2R", "3B", "14B", "5B", "8Y"]
    assert (match.events[-2]["why"], match.winners) == ("last_player", [ALICE])


def test_the_count_through_his_stack_is_forgotten_when_somebody_is_back():
    match = match_on(["2R 4B 4Y 14G 9R", "3G"])
    for _ in range(3):
        match.step({})
    match.step({BOB: 300})
    assert match.events[-1] == {"e": "back", "seat": BOB}
    while not match.over:
        match.step({})
    assert seats_of(match.events, "last_chance") == [BOB, BOB]
    assert (match.events[-2]["flips"], match.winners) == (15, [ALICE])


def test_a_holder_who_is_out_loses_his_challenge():
    match = scene("A13R B1B B1R B5Y C8Y", stacks={ALICE: "13R"}, empty_holder="pending")
    assert names(play(match, "A13R B1B B1R")[1]) == ["slap", "eliminated"]
    assert play(match, "B5Y C8Y")[1] == []
    assert match.centre == ["13R", "1B", "1R", "5Y", "8Y"]


def test_no_immediate_end_while_a_challenge_runs():
    match = match_on(["13R", "1B 3Y 5B 7R"], end_test="immediate")
    play(match, "A13R B1B B3Y")
    assert (match.over, match.sizes) == (False, [0, 2])
    assert play(match, "B5B")[1] == [take(ALICE, "13R 1B 3Y 5B", "challenge")]


def test_deferred_payments_go_clockwise_from_the_rainbow():
    match = scene("A5W B2R", slap3_timing="deferred", slap3_payers="all_missing")
    play(match, "A5W", {ALICE: 300})
    tops = {seat: match.stack(seat)[seat == BOB :][:2] for seat in (BOB, CLAIRE, DAVID)}
    events = play(match, "B2R")[1]
    assert [(event["e"], event["seat"], event["cards"]) for event in events] == [
        ("pay", seat, tops[seat]) for seat in (BOB, CLAIRE, DAVID)
    ]


def test_a_player_without_cards_lays_no_hand_on_slap_3():
    match = scene("A9S B5W", stacks={CLAIRE: "2Y"})
    play(match, "A9S", {CLAIRE: 300})
    events = play(match, "B5W", ALL_SLAP)[1]
    assert the(events, "slap")["order"] == [ALICE, BOB, DAVID]


def test_nobody_has_cards():
    match = match_on(["2R", "5B"])
    while not match.over:
        match.step({})
    assert names(match.events)[-3:] == ["last_chance", "end", "match_end"]
    assert (match.events[-2]["why"], match.winners) == ("last_player", [BOB])
    match = match_on(["2R", "9S 5B"])
    match.step({})
    match.step({BOB: 300})
    assert (match.events[-2]["why"], match.winners, match.sizes) == ("last_player", [BOB], [0, 0])
    match = match_on(["9S", "5B"])
    match.step({BOB: 300})  # FO-066: both lose their last card at once
    assert (match.events[-2]["why"], match.winners, match.sizes) == ("nobody", [ALICE], [0, 0])


# One vector per option value: what is seen under it


def kinds_of_scene(turns, hands=None):
    def seen(**settings):
        _, kind, events = show(turns, hands, **settings)
        slap = [event for event in events if event["e"] == "slap"]
        who = (slap[0]["winner"], slap[0]["payers"]) if slap else None
        return kind, who, seats_of(events, "take"), [e["why"] for e in events if e["e"] == "wrong_slap"]

    return seen


def see_payments(turns, hands, **scripted):
    def seen(**settings):
        events = show(turns, hands, **scripted, **settings)[2]
        return the(events, "slap")["order"], payments(events)

    return seen


def see_end_mode(**settings):
    match = match_on(["1R 3B 5Y", "2R 4B 6Y", "0G 8B"], flip_delay_s=10, race_delay_s=10, time_limit_min=1, **settings)
    for _ in range(6):
        match.step({})
    return match.over, match.events[-2].get("why"), match.winners


def see_end_test(**settings):
    match = match_on(["2R 4B 7Y", "3B"], **settings)
    while not match.over:
        match.step({})
    return match.events[-2]["flips"], match.events[-2]["why"], match.winners


def see_timing(**settings):
    match = scene("A5W B2R", **settings)
    at_once = payments(play(match, "A5W")[1])
    later = payments(play(match, "B2R")[1])
    match = scene("A5W B2S", **settings)
    play(match, "A5W B2S")
    return at_once, later, len(match.folies)


def see_wrong_pile(**settings):
    events = show("A0W B3S", {ALICE: 300, CLAIRE: 400}, on_centre=[ALICE], **settings)[2]
    return the(events, "slap")["winner"], the(events, "slap")["order"], payments(events)


def see_anticipation(**settings):
    race = show("A7B B7R", {CLAIRE: 200}, early=[DAVID], **settings)[2]
    trap = show("A4R B9S", early=[DAVID], **settings)[2]
    folies = show("A0W B3S", {CLAIRE: 400}, early=[DAVID], **settings)[2]
    return the(race, "slap")["latency"], [
        event["why"] for events in (race, trap, folies) for event in events if event["e"] == "wrong_slap"
    ]


def see_order(**settings):
    match, _, events = show("C5B D1B A14G B3R B7Y B9R B2Y", **settings)
    laid = ["5B", "1B", "14G", "3R", "7Y", "9R", "2Y"]
    taken = the(events, "take")["cards"]
    assert match.stack(ALICE)[-7:] == taken
    assert sorted(taken) == sorted(laid)
    return {tuple(laid): "as laid", tuple(laid[::-1]): "reversed"}.get(tuple(taken), "mixed")


def see_short(**settings):
    return show("A15R B1B B3Y B5B", stacks={BOB: "1B 3Y 5B"}, **settings)[2][:1]


def see_holder(**settings):
    match = scene("A13R B1B B3Y B5B", stacks={ALICE: "13R"}, **settings)
    seen = names(play(match, "A13R")[1])
    match.step({})
    lead = match.turn
    if lead == BOB:
        seen += names(play(match, "B3Y B5B")[1])
    return seen, lead


def see_chance(turns, hands):
    def seen(**settings):
        match = scene(f"A9S B7B {turns}", stacks={CLAIRE: "2Y"}, **settings)
        play(match, "A9S", {CLAIRE: 300})
        play(match, f"B7B {turns}", hands)
        return seats_of(match.events, "eliminated"), seats_of(match.events, "back")

    return seen


def see_slap_2_chance(**settings):
    return see_chance("D5W A3S", {ALICE: 300})(**settings), see_chance("D5W A3S", {CLAIRE: 300})(**settings)


def see_timeout(**settings):
    match = match_on(
        ["1R 3B 9Y 5Y", "2R 14G 6Y", "0G 8B 10R 6B 5R", "2Y 4Y 1G"],
        flip_delay_s=10, race_delay_s=10, time_limit_min=1, end_mode="time", **settings,
    )  # fmt: skip
    while not match.over:
        match.step({})
    return match.events[-2]["flips"], match.events[-2]["t"], match.sizes, match.winners


def see_empty_stack(**settings):
    match = match_on(["2R 4R", "3B", "5Y 7Y"], slaps="none", last_chance=False, **settings)
    seen = []
    for _ in range(4):
        seen.append([(e["e"], e["seat"]) for e in play_any(match) if e["e"] != "turn"])
        if match.over:
            break
    return seen


def play_any(match):
    seen = len(match.events)
    match.step({})
    return [event for event in match.events[seen:] if "seat" in event]


def see_last_chance(**settings):
    return names(last_chance_of_claire(**settings)[1])[2:]


VECTORS = {
    "end_mode": (
        see_end_mode,
        {"elimination": (False, None, []), "time": (True, "time", [ALICE, BOB])},
    ),
    "end_test": (
        see_end_test,
        {"resolve_last_chance": (4, "last_player", [ALICE]), "immediate": (2, "last_player", [ALICE])},
    ),
    "late_hand": (
        see_payments("A7B B7R", {CLAIRE: 300, DAVID: 1000, ALICE: 1001}),
        {
            "free": ([CLAIRE, DAVID, ALICE], {}),
            "pay": ([CLAIRE, DAVID, ALICE], {DAVID: 2, ALICE: 2}),
            "pay_after_1s": ([CLAIRE, DAVID, ALICE], {ALICE: 2}),
        },
    ),
    "rainbow_combo": (
        kinds_of_scene("A9R B9W", ALL_SLAP),
        {
            "both": ("1+3", (ALICE, [DAVID]), [ALICE], []),
            "pile_only": ("1", (ALICE, []), [ALICE], []),
            "penalty_only": ("3", (None, [DAVID]), [], []),
        },
    ),
    "shadow_same_value": (
        kinds_of_scene("A7B B7S", {CLAIRE: 400}),
        {
            "trap": ("trap", None, [], ["trap"]),
            "slap": ("1", (CLAIRE, []), [CLAIRE], []),
            "neutral": ("neutral", None, [], ["neutral"]),
        },
    ),
    "slap3_payers": (
        see_payments("A5W", {ALICE: 300, CLAIRE: 350}),
        {"one": ([ALICE, CLAIRE], {DAVID: 2}), "all_missing": ([ALICE, CLAIRE], {BOB: 2, DAVID: 2})},
    ),
    "slap3_timing": (see_timing, {"now": ({DAVID: 2}, {}, 2), "deferred": ({}, {DAVID: 2}, 0)}),
    "slap3_in_challenge": (
        kinds_of_scene("A12R B5W", ALL_SLAP),
        {"must": ("3", (None, [DAVID]), [], []), "may": ("nothing", None, [], [])},
    ),
    "wrong_pile": (
        see_wrong_pile,
        {"error": (CLAIRE, [CLAIRE], {ALICE: 2}), "ok": (ALICE, [ALICE, CLAIRE], {})},
    ),
    "anticipation": (
        see_anticipation,
        {"error": ([200], ["anticipation"] * 3), "valid": ([0, 200], ["anticipation"] * 2)},
    ),
    "collect_order": (see_order, {"block": "as laid", "shuffle": "mixed", "reverse": "reversed"}),
    "last_card_priority": (
        kinds_of_scene("A7B B11B C9B", {DAVID: 400}),
        {"slap": ("1bis", (DAVID, []), [DAVID], []), "holder": ("nothing", None, [BOB], [])},
    ),
    "short_challenge": (
        see_short,
        {
            "holder": [take(ALICE, "15R 1B 3Y 5B", "challenge")],
            "continue": [challenge(ALICE, CLAIRE, 2)],
            "restart": [challenge(ALICE, CLAIRE, 5)],
        },
    ),
    "empty_holder": (
        see_holder,
        {
            "claim": (["challenge", "take"], BOB),
            "pending": (["challenge", "last_chance", "take", "back"], BOB),
            "lost": (["challenge", "last_chance"], CLAIRE),
        },
    ),
    "timeout": (
        see_timeout,
        {
            "ignore_piles": (6, 60_000, [2, 1, 4, 2], [CLAIRE]),
            "finish_challenge": (10, 100_000, [2, 11, 0, 2], [BOB]),
        },
    ),
    "empty_stack": (
        see_empty_stack,
        {
            "skipped": [[], [("eliminated", BOB)], [], [("eliminated", ALICE)]],
            "loses_trick": [[], [], [], [("take", ALICE), ("eliminated", BOB)]],
        },
    ),
    "last_chance": (see_last_chance, {True: ["last_chance"], False: ["eliminated"]}),
    "last_chance_on": (
        lambda **settings: (see_chance("D5W", ALL_SLAP)(**settings)[0], see_slap_2_chance(**settings)),
        {
            "win_races": ([], (([CLAIRE], []), ([], [CLAIRE]))),
            "plus_slap3": ([CLAIRE], (([CLAIRE], []), ([CLAIRE], []))),
            "centre_only": ([], (([], []), ([], [CLAIRE]))),
        },
    ),
}  # fmt: skip


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_option_value_has_a_vector_of_its_own(option):
    _, expected = VECTORS[option.name]
    assert set(expected) == set(option.values)
    seen = list(expected.values())
    assert all(seen[i] not in seen[:i] for i in range(len(seen)))


@pytest.mark.parametrize(("name", "value"), [(option.name, value) for option in OPTIONS for value in option.values])
def test_option_value(name, value):
    see, expected = VECTORS[name]
    assert see(**{name: value}) == expected[value]


@pytest.mark.parametrize(
    ("settings", "turns", "hands", "expected"),
    [
        ({"slap3_in_challenge": "may"}, "A12R B12W", ALL_SLAP, ("1", (ALICE, []), [ALICE], [])),
        ({"slap3_in_challenge": "may"}, "A10W B11W C9W", ALL_SLAP, ("1bis", (ALICE, []), [ALICE], [])),
        ({"slap3_in_challenge": "may"}, "A5W", ALL_SLAP, ("3", (None, [DAVID]), [], [])),
        ({"last_card_priority": "holder"}, "A12R B7R B7B", ALL_SLAP, ("nothing", None, [ALICE], [])),
        ({"last_card_priority": "holder"}, "A14R B7R B7B", ALL_SLAP, ("1", (ALICE, []), [ALICE], [])),
        ({"last_card_priority": "holder"}, "A10W B11W C9W", ALL_SLAP, ("3", (None, [DAVID]), [BOB], [])),
        ({"last_card_priority": "holder"}, "A7B B11B C12B", ALL_SLAP, ("1bis", (ALICE, []), [ALICE], [])),
        ({"rainbow_combo": "pile_only"}, "A1W B3W C8W", ALL_SLAP, ("1bis", (ALICE, []), [ALICE], [])),
        ({"rainbow_combo": "penalty_only"}, "A1W B3W C8W", ALL_SLAP, ("3", (None, [DAVID]), [], [])),
        ({"slaps": "1bis,2,3"}, "A9R B9W", ALL_SLAP, ("3", (None, [DAVID]), [], [])),
        ({"slaps": "1,1bis,2"}, "A9R B9W", ALL_SLAP, ("1", (ALICE, []), [ALICE], [])),
        ({"slaps": "1bis,2,3"}, "A9R B9B", {DAVID: 300}, ("neutral", None, [], ["neutral"])),
        ({"slaps": "1bis"}, "A9B B3B C3R", {DAVID: 300}, ("near_miss", None, [], ["near_miss"])),
        ({"slaps": "1,1bis,3"}, "A0W B3S", {DAVID: 300}, ("trap", None, [], ["trap"])),
        ({"slaps": "1,1bis,3", "shadow_same_value": "slap"}, "A8W B8S", {DAVID: 300}, ("trap", None, [], ["trap"])),
        ({"slaps": "1,2,3"}, "A8S B3S C1S", {DAVID: 300}, ("trap", None, [], ["trap"])),
    ],
)  # fmt: skip
def test_options_that_change_what_a_card_asks_for(settings, turns, hands, expected):
    assert kinds_of_scene(turns, hands)(spare=8, **settings) == expected


def test_without_slaps_every_hand_is_ignored():
    match = scene("A5W B5G C5S D9S", slaps="none")
    for turn in ("A5W", "B5G", "C5S", "D9S"):
        assert play(match, turn, ALL_SLAP, early=[BOB])[1] == []


@pytest.mark.parametrize(("tax", "paid"), [(0, {}), (1, {DAVID: 1}), (3, {DAVID: 3}), (20, {DAVID: 4})])
def test_tax_cards(tax, paid):
    _, _, events = show("A5W", ALL_SLAP, tax_cards=tax)
    assert the(events, "slap")["payer"] == DAVID
    assert payments(events) == paid


@pytest.mark.parametrize(("price", "paid"), [(0, {}), (1, {DAVID: 1}), (20, {DAVID: 4})])
def test_error_cards(price, paid):
    _, _, events = show("A4R B9S", {DAVID: 300}, error_cards=price)
    assert seats_of(events, "wrong_slap") == [DAVID]
    assert payments(events) == paid


def test_challenge_table():
    assert show("A5R", challenge="5:3,16:1")[2] == [challenge(ALICE, BOB, 3)]
    assert show("A16R", challenge="5:3,16:1")[2] == [challenge(ALICE, BOB, 1)]
    assert show("A14R", challenge="5:3,16:1")[2] == []
    assert show("A14R", challenge="none")[2] == []


def test_values_and_families_make_the_deck():
    plan = make_plan("folies", 3, 1, "family", {"values": "2-4,16", "families": "RSW"})
    held = [card for stack in FOLIES.match(plan, 0).events[1]["stacks"] for card in stack]
    assert sorted(held) == sorted(f"{value}{family}" for value in (2, 3, 4, 16) for family in "RSW")


def test_the_clock_ends_a_game_at_its_limit():
    match = FOLIES.match(make_plan("folies", 4, 1, "passive", {"end_mode": "time", "time_limit_min": 1,
                                                              "flip_delay_s": 7, "race_delay_s": 7}), 0)  # fmt: skip
    match.play_out()
    turned = [event["t"] for event in match.events if event["e"] == "turn"]
    assert turned == list(range(0, 60_000, 7000))
    assert (match.events[-2]["why"], match.events[-2]["t"]) == ("time", 60_000)
    most = max(match.sizes)
    assert match.winners == [seat for seat in range(4) if match.sizes[seat] == most]


def test_cap_of_cards():
    match = FOLIES.match(make_plan("folies", 4, 1, "passive", {"cap_flips": 100}), 0)
    match.play_out()
    end, result = match.events[-2:]
    assert (end["why"], end["flips"], result["capped"]) == ("capped", 100, True)
    most = max(end["stacks"])
    assert result["winners"] == [seat for seat in range(4) if end["stacks"][seat] == most]


# The table of conditions (III.1) and its exact base rates

RULES = make_plan("folies", 2, 1, "family").rules
COLOUR, SHADOW, RAINBOW = "RBYG", "S", "W"
ABSENT = "impossible"
# By kind of C: no card under it, then P: colour other / same value, Rainbow other / same value, Shadow other / same.
TABLE = {
    COLOUR: ["none", "none", "1", "none", "1", "none", "1"],
    RAINBOW: ["3", "3", "1+3", "3", ABSENT, "3", "1+3"],
    SHADOW: ["trap", "trap", "trap", "2", "2", "trap", ABSENT],
}
UNDER = [("", False), *((kind, same) for kind in (COLOUR, RAINBOW, SHADOW) for same in (False, True))]
THREE = {"none": "1bis", "3": "1bis+3", "trap": "1bis"}


def kind_text(run, family, under, relation):
    code = kind_of(run, cards.FAMILIES.index(family), NO_CARD_UNDER if under == "" else cards.FAMILIES.index(under),
                   relation, RULES)  # fmt: skip
    return KIND_TEXTS[code]


@pytest.mark.parametrize("column", range(7))
@pytest.mark.parametrize("kind", TABLE, ids=["colour", "rainbow", "shadow"])
def test_condition_table(kind, column):
    under, same = UNDER[column]
    expected = TABLE[kind][column]
    checked = 0
    for family in kind:
        for below in under or [""]:
            if below == family and same:  # one card only
                continue
            for relation in (SAME,) if same else (OTHER, NEXT):
                for run in (False, True) if below else (False,):
                    text = kind_text(run, family, below, relation)
                    three = run and family == below
                    wanted = THREE[expected] if three else expected
                    near = (relation == NEXT and below) or (run and not three)
                    assert text == (("near_miss" if near else "neutral") if wanted == "none" else wanted)
                    checked += 1
    assert (checked == 0) == (expected == ABSENT)


def relations(c, p):
    """Relation of the values of cards, by code."""
    apart = np.abs(c // 6 - p // 6)
    return np.where(apart == 0, SAME, np.where(apart == 1, NEXT, OTHER))


def exact_rates():
    """Number of ordered triples PP, P, C of distinct cards by kind of C; and of Shadows on an equal value."""
    pp, p, c = (axis.ravel() for axis in np.meshgrid(*[np.arange(102)] * 3, indexing="ij"))
    distinct = (pp != p) & (p != c) & (pp != c)
    pp, p, c = pp[distinct], p[distinct], c[distinct]
    kinds = kind_table(RULES)[(pp % 6 == p % 6).astype(int), c % 6, p % 6, relations(c, p)]
    counts = np.bincount(kinds, minlength=10)
    families = np.array(list(cards.FAMILIES))
    equal = (families[c % 6] == "S") & (c // 6 == p // 6) & (families[p % 6] != "W")
    third_shadow = (kinds == KIND_TEXTS.index("1bis")) & (families[c % 6] == "S")
    assert (kinds[equal] == KIND_TEXTS.index("trap")).all()
    return dict(zip(KIND_TEXTS, counts.tolist())), int(equal.sum()), int(third_shadow.sum()), len(c)


# As printed, in percent
PRINTED = {"1": "3.30", "1+3": "0.83", "1bis+3": "0.40", "2": "2.81", "3": "15.4", "trap": "13.5"}


def test_exact_base_rates():
    counts, equal, third_shadow, total = exact_rates()
    assert total == sum(counts.values()) == 102 * 101 * 100
    percent = {kind: 100 * count / total for kind, count in counts.items()}
    for kind, text in PRINTED.items():
        assert f"{percent[kind]:.{len(text.split('.')[1])}f}" == text
    assert f"{percent['neutral'] + percent['near_miss']:.1f}" == "61.8"
    assert f"{100 * (counts['1bis'] - third_shadow) / total:.2f}" == "1.58"
    assert f"{100 * third_shadow / total:.2f}" == "0.40"
    assert f"{100 * equal / total:.2f}" == "0.66"
    assert counts["nothing"] == 0
    # Same value: 5 of 101 cards under a colour or Rainbow card; a family has 17 cards.
    assert counts["1"] + counts["1+3"] == 85 * 5 * 100
    assert counts["1bis"] + counts["1bis+3"] == 102 * 16 * 15
    assert counts["2"] == 17 * 17 * 100
    assert counts["trap"] == 17 * 84 * 100 - 17 * 16 * 15


@pytest.mark.compiled
def test_dealt_cards_have_the_exact_base_rates():
    """The third card on the first two of the starter's stack, as if he turned them alone."""
    deals = 20_000
    states = FOLIES.configure(make_plan("folies", 4, deals, "passive", seed=2026))
    drawn = np.empty((deals, 3), np.int64)
    for match in range(deals):
        step.start_match(states, match)
        drawn[match] = states[0]["stack"][int(states[0]["starter"])][:3]
    pp, p, c = drawn.T
    kinds = kind_table(RULES)[(pp % 6 == p % 6).astype(int), c % 6, p % 6, relations(c, p)]
    counts, _, _, total = exact_rates()
    seen = Counter(KIND_TEXTS[kind] for kind in kinds)
    played = [kind for kind in KIND_TEXTS if counts[kind]]
    observed = np.array([seen[kind] for kind in played])
    assert observed.sum() == deals
    expected = np.array([counts[kind] / total * deals for kind in played])
    assert stats.chisquare(observed, expected).pvalue > 1e-4
    assert stats.chisquare(np.bincount(drawn[:, 2], minlength=102)).pvalue > 1e-4
