"""What holds on every card of every NUM FOLIES match, under random rules and players."""

import itertools
import random
from collections import Counter

import numpy as np
import pytest
from conftest import INTERPRETED, scaled
from folies import FOLIES, random_profile, random_rules
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from numsim.plan import make_plan
from numsim.simulate import run_plan

SETTINGS = settings(
    max_examples=scaled(60, 6), deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


def plan_from(seed, matches=50):
    rnd = random.Random(seed)
    players = rnd.randint(2, 8)
    profiles = [random_profile(rnd) for _ in range(players)]
    rules = random_rules(rnd)
    if INTERPRETED:
        rules["cap_flips"] = 150
    return make_plan("folies", players, matches, profiles, rules, seed=rnd.getrandbits(64))


def zones(match):
    return [text for zone in (*map(match.stack, range(match.players)), match.centre, match.folies) for text in zone]


@given(st.integers(0, 10**6))
@SETTINGS
def test_every_card_is_in_one_place_and_piles_empty_only_by_their_events(seed):
    match = FOLIES.match(plan_from(seed), seed % 50)
    cards = sorted(zones(match))
    assert len(set(cards)) == len(cards)
    in_game = set(range(match.players))
    while not match.over:
        centre, folies, told = len(match.centre), len(match.folies), len(match.events)
        kind = match.step()
        events = match.events[told:]
        counts = Counter(event["e"] for event in events)
        assert sorted(zones(match)) == cards
        takes = [(event["pile"], event["why"]) for event in events if event["e"] == "take"]
        assert (len(match.centre) == centre + 1) == ("centre" not in [pile for pile, _ in takes])
        if ("folies", "slap") in takes:
            assert kind == "2"
        else:
            assert len(match.folies) >= folies
        assert ("centre", "slap") not in takes or kind in ("1", "1bis", "1+3", "1bis+3")
        assert counts["turn"] == 1
        assert counts["slap"] <= 1
        gone = {event["seat"] for event in events if event["e"] == "eliminated"}
        assert gone <= in_game
        in_game -= gone
        for event in events:
            if event["e"] == "challenge":
                assert event["debt"] > 0
                assert event["answering"] != event["holder"]
            if event["e"] == "turn":
                assert event["seat"] in in_game | gone
        assert all(size == 0 for seat, size in enumerate(match.sizes) if seat not in in_game)
    end, result = match.events[-2:]
    assert (end["e"], result["e"]) == ("end", "match_end")
    assert result["winners"]
    assert result["capped"] == (end["why"] == "capped")


@given(st.integers(0, 10**6))
@SETTINGS
def test_a_match_is_the_same_whenever_it_is_played(seed):
    plan, number = plan_from(seed), seed % 50
    first, second = FOLIES.match(plan, number), FOLIES.match(plan, number)
    first.play_out()
    second.play_out()
    assert first.events == second.events


@pytest.mark.parametrize("seed", range(scaled(30, 3)))
def test_rows_agree_with_the_trace_and_with_each_other(seed):
    plan = plan_from(seed)
    number = seed % 50
    match = FOLIES.match(plan, number)
    match.play_out()
    rows = FOLIES.play(FOLIES.configure(plan), number, 1)
    row, seats = rows["matches"][0], rows["seats"]
    end = match.events[-2]
    count = Counter(event["e"] for event in match.events)
    assert (row["flips"], row["ms"]) == (end["flips"], end["t"])
    assert list(seats["final_size"]) == end["stacks"]
    assert seats["turned"].sum() == row["flips"]
    assert seats["takes_challenge"].sum() == row["tricks"]
    assert seats["last_chances"].sum() == count["last_chance"]
    assert seats["chances_won"].sum() == count["back"]
    assert (seats["out_flip"] > 0).sum() == count["eliminated"]
    paid = sum(len(event["cards"]) for event in match.events if event["e"] == "pay")
    assert seats["paid_tax"].sum() + seats["paid_errors"].sum() == paid
    faults = sum(seats[f"false_{why}"].sum() for why in ("trap", "near", "neutral", "pile", "early"))
    assert faults + seats["late"].sum() == count["wrong_slap"]
    assert (seats["rank"] == 1).sum() == len(match.winners)
    assert sorted(seats["seat"][seats["rank"] == 1]) == match.winners
    assert (seats["least_size"] <= seats["dealt"]).all()
    slaps = Counter(event["kind"] for event in match.events if event["e"] == "slap")
    assert row["occasions_3"] == slaps["3"]
    unused = sum(event["e"] == "slap" and event["kind"] != "3" and event["winner"] is None for event in match.events)
    assert row["missed"] == unused
    dealt = [bin(int(low)).count("1") + bin(int(high)).count("1") for low, high in seats[["dealt_low", "dealt_high"]]]
    assert dealt == list(seats["dealt"])


def test_the_course_of_a_match_is_told_from_its_samples():
    plan = make_plan("folies", 3, 20, "family", seed=8)
    for number in range(scaled(20, 1)):
        match = FOLIES.match(plan, number)
        samples, flips = [], 0
        while not match.over:
            match.step()
            flips += 1
            if flips % 16 == 0:
                samples.append(match.sizes)
        row = FOLIES.play(FOLIES.configure(plan), number, 1)["matches"][0]
        leaders = [{seat for seat, size in enumerate(sizes) if size == max(sizes)} for sizes in samples]
        sole = [next(iter(found)) for found in leaders if len(found) == 1]
        assert row["lead_changes"] == sum(a != b for a, b in itertools.pairwise(sole))
        half = samples[int(row["flips"]) // 32 - 1]
        assert row["half_leaders"] == sum(1 << seat for seat, size in enumerate(half) if size == max(half))
        assert row["half_trailers"] == sum(1 << seat for seat, size in enumerate(half) if size == min(half))
        lasting = len(samples)
        while lasting and leaders[lasting - 1] == set(match.winners):
            lasting -= 1
        assert row["settled"] == min(16 * (lasting + 1), row["flips"])


@pytest.mark.compiled
def test_threads_and_shards_do_not_change_a_row(tmp_path):
    files = []
    for threads, shard in ((1, 300), (2, 300), (2, 77)):
        plan = make_plan("folies", 4, 600, "family,child,memory,distracted", rotate=True, shard=shard)
        run = run_plan(plan, tmp_path / f"{threads}-{shard}", threads=threads)
        tables = [run.table(name).collect() for name in ("matches", "seats")]
        files.append([np.array(table.to_numpy()).tobytes() for table in tables])
    assert files[0] == files[1] == files[2]
