"""Property tests of play and of the written rows, over bots, players and rules."""

import random
from collections import Counter

import numpy as np
from conftest import scaled
from hypothesis import given, settings
from hypothesis import strategies as st
from king import BOTS, KING, random_rules
from reference.king import full_deck

from numsim import cards
from numsim.plan import make_plan


@settings(max_examples=scaled(50, 4), deadline=None)
@given(st.integers(3, 8), st.integers(0, 2**32), st.data())
def test_every_step_keeps_the_invariants(players, seed, data):
    rnd = random.Random(seed)
    bots = data.draw(st.lists(st.sampled_from(BOTS), min_size=players, max_size=players))
    plan = make_plan("king", players, 10, bots, random_rules(rnd) | {"rounds": 2}, seed=seed)
    match = KING.match(plan, seed % 10)
    deck = full_deck(plan.rules)
    aside = Counter(deck)
    laid: Counter[str] = Counter()
    seen = 0
    while True:
        for event in match.events[seen:]:
            if event["e"] == "deal":
                laid.clear()
                aside = deck - Counter(card for hand in event["hands"] for card in hand)
                sizes = [len(hand) for hand in event["hands"]]
                assert sum(sizes) + aside.total() == deck.total()
                assert aside.total() == 0 or plan.rules["deal_extra"] == "aside"
            elif event["e"] == "play":
                laid.update(event["cards"])
            elif event["e"] == "round_end":
                assert sorted(event["ranks"]) == list(range(1, players + 1))
                assert not event["capped"]
        seen = len(match.events)
        if match.over:
            break
        if rnd.random() < 0.1:  # no card is lost, doubled or changed
            held = Counter(card for seat in range(players) for card in match.hand(seat))
            assert held + laid + aside == deck
        match.apply(match.bot_play())
    rounds = sum(event["e"] == "round_end" for event in match.events)
    assert sum(match.points) == rounds * players * (players - 1) // 2


@settings(max_examples=scaled(25, 2), deadline=None)
@given(st.integers(3, 8), st.integers(0, 2**32))
def test_rows_agree_with_the_trace(players, seed):
    """What the batch kernel writes is what stepping the same match shows: one rules path, two ways to drive it."""
    rnd = random.Random(seed)
    bots = [rnd.choice(BOTS) for _ in range(players)]
    rules = random_rules(rnd)
    plan = make_plan("king", players, 5, bots, rules, seed=seed, rotate=True)
    rows = KING.play(KING.configure(plan), 3, 2)
    match = KING.match(plan, 4)
    match.play_out()
    end = match.events[-1]
    row = rows["matches"][1]
    assert row["match"] == 4
    assert row["rounds"] == end["rounds"]
    assert row["points"][:players].tolist() == end["points"]
    assert [seat for seat in range(players) if row["winners"] >> seat & 1] == end["winners"]
    seats = rows["seats"][rows["seats"]["match"] == 4]
    rounds = rows["rounds"][rows["rounds"]["match"] == 4]
    number = 0
    for event in match.events:
        if event["e"] == "deal":
            number += 1
            mine = seats[seats["round"] == number]
            hands = event["hands"]
            tally = {key: Counter() for key in ("play", "pass", "lead_pass", "trick_end", "out")}
            assert [hand_of(line) for line in mine] == [sorted(hand) for hand in hands]
            assert mine["dealt"].tolist() == [len(hand) for hand in hands]
            assert (mine["seat"][mine["place"] == 0] == event["starter"]).all()
        elif event["e"] == "round_end":
            line = rounds[number - 1]
            assert mine["rank"].tolist() == event["ranks"]
            assert mine["stuck"].astype(bool).tolist() == event["stuck"]
            assert mine["plays"].tolist() == [tally["play"][seat] for seat in range(players)]
            assert mine["passes"].tolist() == [tally["pass"][seat] for seat in range(players)]
            assert mine["tricks"].tolist() == [tally["trick_end"][seat] for seat in range(players)]
            assert (mine["out_step"] > 0).tolist() == [tally["out"][seat] > 0 for seat in range(players)]
            assert line["lead_passes"] == tally["lead_pass"].total()
            assert line["plays"] == tally["play"].total()
            assert line["king"] == event["ranks"].index(1)
        elif event["e"] in ("play", "pass", "lead_pass", "out"):
            tally[event["e"]][event["seat"]] += 1
        elif event["e"] == "trick_end":
            tally["trick_end"][event["winner"]] += 1


def hand_of(row):
    """Card texts of the dealt hand as a row of `seats` stores it, sorted."""
    colours, others, zeros = int(row["hand_colours"]), int(row["hand_shadow_rainbow"]), int(row["hand_zeros"])
    held = [f"0{family}" for i, family in enumerate(cards.FAMILIES) if zeros >> i & 1]
    for value in range(1, 17):
        held += [f"{value}{f}" for i, f in enumerate("RBYG") if colours >> (4 * (value - 1) + i) & 1]
        held += [f"{value}{f}" for i, f in enumerate("SW") if others >> (2 * (value - 1) + i) & 1]
    held += ["JK"] * row["hand_jokers"] + ["INF"] * row["hand_infinis"] + ["NX"] * row["hand_numxs"]
    return sorted(held)


def dealt(bots="lowest", matches=None, **settings):
    """`seats` rows of the only round of some four-player matches."""
    matches = matches or scaled(2000, 4)
    plan = make_plan("king", 4, matches, bots, {"rounds": 1, **settings}, seed=3)
    rows = KING.play(KING.configure(plan), 0, matches)
    return rows["seats"]


HAND = ["hand_colours", "hand_shadow_rainbow", "hand_zeros", "hand_jokers", "hand_infinis", "hand_numxs"]


def test_a_bot_or_a_rule_never_changes_a_deal():
    base = dealt()
    for other in (dealt(bots="random"), dealt(bots="counter,random,lowest,thrifty"), dealt(pass_final=True)):
        assert (base[HAND] == other[HAND]).all()


def test_later_deals_differ_only_in_who_gets_the_cards_left_over():
    plans = [make_plan("king", 4, 20, bots, {"rounds": 3}, seed=3) for bots in ("lowest", "random")]
    a, b = (KING.play(KING.configure(plan), 0, scaled(20, 2))["seats"] for plan in plans)
    different = [
        sum(
            (Counter(hand_of(x)) - Counter(hand_of(y))).total() for x, y in zip(a[i : i + 4], b[i : i + 4], strict=True)
        )
        for i in range(0, len(a), 4)
    ]
    assert max(different) <= 1  # 109 = 4 * 27 + 1


def test_decks_that_differ_in_a_card_stay_paired():
    """A changed deck moves a few cards only: the one in the gap, and those left over where the equal share changes."""
    base = dealt()
    for changed, most in (({"n_infini": 5}, 2), ({"n_infini": 3}, 2), ({"n_joker": 1, "n_numx": 0}, 6)):
        other = dealt(**changed)
        for match in range(scaled(200, 4)):
            moved = 0
            for x, y in zip(base[4 * match : 4 * match + 4], other[4 * match : 4 * match + 4], strict=True):
                moved += (Counter(hand_of(y)) - Counter(hand_of(x))).total()
            assert moved <= most


def test_added_cards_are_dealt_uniformly():
    rows = dealt(matches=scaled(4000, 40), n_infini=8, n_joker=0)
    assert (rows["hand_jokers"] == 0).all()
    per_match = rows["hand_infinis"].reshape(-1, 4)
    assert (per_match.sum(axis=1) == 8).all()
    share = per_match.mean(axis=0) / 8
    assert np.abs(share - 0.25).max() < scaled(0.02, 0.3)
