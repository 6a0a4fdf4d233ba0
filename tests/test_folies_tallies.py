"""Properties of NUM FOLIES: every event of a card against the piles, and all tallied columns."""

import random
from collections import Counter

import pytest
from conftest import scaled
from folies import FOLIES, NAMES, random_profile, random_rules
from hypothesis import given, settings
from hypothesis import strategies as st

from numsim import cards
from numsim.games.folies.configure import deck_of
from numsim.games.folies.tables import ENDS
from numsim.plan import make_plan

CENTRE_SLAPS = {"1", "1bis", "1+3", "1bis+3"}
SHORT = scaled(3000, 200)


def plan_from(seed, players, **changes):
    """A plan of random rules and profiles; interpreted games are broken off early."""
    rnd = random.Random(seed)
    profiles = [random_profile(rnd) for _ in range(players)]
    rules = random_rules(rnd)
    rules["cap_flips"] = min(rules["cap_flips"], SHORT)
    return make_plan("folies", players, 10, profiles, rules, seed=seed, **changes)


def seats_in(mask, players):
    return {seat for seat in range(players) if int(mask) >> seat & 1}


def check_zones(match, deck):
    """Every card is in one place, and the set of seats with cards says the same as the stacks."""
    stacks = [match.stack(seat) for seat in range(match.players)]
    assert sorted([*match.centre, *match.folies, *(card for stack in stacks for card in stack)]) == deck
    assert seats_in(match._s["with_cards"], match.players) == {i for i, stack in enumerate(stacks) if stack}


def check_card(match, kind, events, before):
    """What may have happened on one card, from the piles before it and the events it made."""
    races = [event for event in events if event["e"] == "slap"]
    for event in races:
        assert event["kind"] == kind
        assert event["latency"] == sorted(event["latency"])
        assert len(set(event["order"])) == len(event["order"])
        assert event["winner"] is None or event["winner"] == event["order"][0] or 0 in event["latency"]
        assert event["winner"] not in event["payers"]
        assert event["payer"] == (event["payers"][0] if event["payers"] else None)
        if kind == "3":
            assert event["winner"] is None
    takes = [event for event in events if event["e"] == "take"]
    for event in takes:
        if event["why"] == "challenge":
            assert event["pile"] == "centre"
        else:
            assert event["seat"] == races[0]["winner"]
            assert kind == "2" if event["pile"] == "folies" else kind in CENTRE_SLAPS
    taken = {event["pile"] for event in takes}
    laid = [*before["centre"], events[0]["card"]]
    assert match.centre == ([] if "centre" in taken else laid)
    if "centre" in taken:
        (centre,) = [event["cards"] for event in takes if event["pile"] == "centre"]
        orders = {"block": laid, "reverse": laid[::-1]}
        assert centre == orders.get(match.plan.rules["collect_order"], centre)
        assert sorted(centre) == sorted(laid)
    paid = [card for event in events if event["e"] == "pay" for card in event["cards"]]
    if "folies" not in taken:
        assert match.folies == [*before["folies"], *paid]
    errors = Counter(event["seat"] for event in events if event["e"] == "wrong_slap")
    assert max(errors.values(), default=1) == 1
    assert not any(seat in races[0]["payers"] for seat in errors if races)


@settings(max_examples=scaled(40, 4), deadline=None)
@given(st.integers(2, 8), st.integers(0, 2**32))
def test_every_card_keeps_the_invariants(players, seed):
    plan = plan_from(seed, players)
    match = FOLIES.match(plan, seed % 10)
    deck = sorted(cards.card_text(code) for code in deck_of(plan.rules))
    in_game = set(range(players))
    check_zones(match, deck)
    while not match.over:
        before = {"centre": match.centre, "folies": match.folies}
        seen = len(match.events)
        assert match.turn in in_game
        assert match.sizes[match.turn] > 0
        kind = match.step()
        s = match._s
        check_card(match, kind, match.events[seen:], before)
        check_zones(match, deck)
        out = {event["seat"] for event in match.events[seen:] if event["e"] == "eliminated"}
        assert out <= in_game
        in_game -= out
        assert seats_in(s["in_game"], players) == in_game
        pending = seats_in(s["pending"], players)
        assert pending <= in_game
        assert not pending & seats_in(s["with_cards"], players)
        if s["holder"] >= 0 and not match.over:
            assert s["debt"] > 0
            assert s["holder"] != s["answering"] == s["turn"]
    end, result = match.events[-2:]
    assert end["stacks"] == result["points"] == match.sizes
    assert end["flips"] == sum(event["e"] == "turn" for event in match.events)
    if end["why"] in ("last_player", "nobody"):
        assert len(result["winners"]) == 1
    else:
        assert result["winners"] == [i for i, n in enumerate(match.sizes) if n == max(match.sizes)]


@settings(max_examples=scaled(60, 3), deadline=None)
@given(st.integers(2, 8), st.integers(0, 2**32))
def test_every_tallied_column_agrees_with_the_trace(players, seed):
    plan = plan_from(seed, players, rotate=True)
    rows = FOLIES.play(FOLIES.configure(plan), 3, 2)
    match = FOLIES.match(plan, 4)
    match.play_out()
    row, mine = rows["matches"][1], rows["seats"][players:]
    end, result = match.events[-2:]
    deal = match.events[1]
    assert (row["match"], row["starter"], ENDS[row["end"]]) == (4, deal["starter"], end["why"])
    assert sorted(seats_in(row["winners"], players)) == result["winners"]
    assert [dealt_cards(line) for line in mine] == [sorted(stack) for stack in deal["stacks"]]
    assert (mine["rank"] == 1).tolist() == [seat in result["winners"] for seat in range(players)]
    assert match.events[0]["bots"] == [plan.bot_names[n] for n in mine["bot"]]
    by_seat, by_match = tallies(match.events)
    for name, counted in by_seat.items():
        assert mine[name].tolist() == [counted[seat] for seat in range(players)], name
    for name, counted in by_match.items():
        assert row[name] == counted, name


FAULTS = {
    "trap": "false_trap",
    "near_miss": "false_near",
    "neutral": "false_neutral",
    "wrong_pile": "false_pile",
    "anticipation": "false_early",
    "late": "late",
}
WAYS = ("challenge", "1", "1bis", "combo", "2")


def tallies(events):
    """Columns of `seats` (Counters by seat) and of `matches` as counted from the events of a trace."""
    names = ["turned", "last_chances", "chances_won", "hands", "out_flip", "out_ms", "taxes", *FAULTS.values()]
    names += [f"{what}_{way}" for what in ("takes", "cards") for way in WAYS]
    by_seat = {name: Counter() for name in names}
    by_match = Counter({f"occasions_{name}": 0 for name in ("1", "1bis", "2", "3", "1_3", "1bis_3")})
    by_match |= Counter()
    by_match.update({"missed": 0, "tricks": 0, "folies_most": 0})
    kind, flips, held, now, deferred = None, 0, 0, 0, None
    tax_deferred = events[0]["options"]["slap3_timing"] == "deferred"
    for event in events:
        name, seat = event["e"], event.get("seat")
        if name == "turn":
            flips, now = flips + 1, event["t"]
            by_seat["turned"][seat] += 1
            if tax_deferred and deferred and event["card"][-1] != "S":
                by_seat["taxes"].update(deferred)
            deferred = None
        elif name == "slap":
            kind = event["kind"]
            by_match["occasions_" + kind.replace("+", "_")] += 1
            deferred = event["payers"]
            if not tax_deferred:
                by_seat["taxes"].update(event["payers"])
            if kind != "3":
                by_match["missed"] += event["winner"] is None
                by_seat["hands"].update(event["order"])
        elif name == "wrong_slap":
            by_seat[FAULTS[event["why"]]][seat] += 1
        elif name == "take":
            way = "challenge" if event["why"] == "challenge" else "combo" if "+" in kind else kind
            by_seat[f"takes_{way}"][seat] += 1
            by_seat[f"cards_{way}"][seat] += len(event["cards"])
            by_match["tricks"] += way == "challenge"
            held = 0 if event["pile"] == "folies" else held
        elif name == "pay":
            held += len(event["cards"])
            by_match["folies_most"] = max(by_match["folies_most"], held)
        elif name in ("last_chance", "back"):
            by_seat["chances_won" if name == "back" else "last_chances"][seat] += 1
        elif name == "eliminated":
            by_seat["out_flip"][seat], by_seat["out_ms"][seat] = flips, now
    return by_seat, by_match


def dealt_cards(row):
    """Card texts of the dealt stack as a row of `seats` stores it, sorted."""
    mask = int(row["dealt_low"]) | int(row["dealt_high"]) << 64
    return sorted(cards.card_text(code) for code in range(102) if mask >> code & 1)


@settings(max_examples=scaled(15, 2), deadline=None)
@given(st.integers(2, 8), st.integers(0, 2**32))
def test_rows_do_not_depend_on_the_cut(players, seed):
    plan = plan_from(seed, players, rotate=True)
    count = scaled(30, 3)
    whole = FOLIES.play(FOLIES.configure(plan), 0, count)
    states = FOLIES.configure(plan)
    later = FOLIES.play(states, count // 2, count - count // 2)
    earlier = FOLIES.play(states, 0, count // 2)
    for table in ("matches", "seats"):
        assert [*earlier[table], *later[table]] == [*whole[table]]


@pytest.mark.compiled
@pytest.mark.parametrize("profile", NAMES)
def test_every_profile_ends_every_default_game(profile):
    rows = FOLIES.play(FOLIES.configure(make_plan("folies", 4, 200, profile, seed=8)), 0, 200)["matches"]
    assert {ENDS[end] for end in rows["end"]} <= {"last_player", "nobody"}
