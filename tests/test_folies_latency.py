"""The players of NUM FOLIES in scenes: exact latencies of players without spread, and rates card by card."""

import numpy as np
import pytest
from conftest import scaled
from folies import FOLIES
from scipy import stats

from numsim.games.folies.match import FoliesMatch
from numsim.games.folies.profiles import PRESETS
from numsim.plan import make_plan

# Every latency of theirs is exact: no spread within or between persons, no misses.
STEADY = "family:sigma=0:tau=0:person_sd=0:miss=0:notice_three=1:false_trap=0:false_near=0:false_neutral=0"
EQUAL = "person_sd=0:person_error_sd=0"
PEOPLE = [profile.name for profile in PRESETS if profile.name not in ("machine", "passive")]
RAINBOW, TRAP, NEAR, NEUTRAL, THREE = "8W", "4R 9S", "4R 5B", "4R 9B", "1R 5R 9R"


def last_events(profiles, turns, count, players=4, **settings):
    """Events of the last of some cards, turned in turn from seat 0 on, over many matches.

    Matches in which somebody had to pay one of these cards before are left out.
    """
    plan = make_plan("folies", players, count, profiles, settings, seed=12)
    states = FOLIES.configure(plan)
    spare = iter(f"{value}{family}" for value in (0, 3, 6, 10) for family in "BYG")
    stacks = [[] for _ in range(players)]
    for place, card in enumerate(turns.split()):
        stacks[place % players].append(card)
    for stack in stacks:
        stack += [next(spare) for _ in range(3)]
    for number in range(count):
        match = FoliesMatch(plan, states, number, [{"e": "deal", "starter": 0, "stacks": stacks}])
        for _ in turns.split():
            seen = len(match.events)
            match.step()
        if [event["card"] for event in match.events if event["e"] == "turn"] == turns.split():
            yield match.events[seen:]


def slaps(*given, **settings):
    return [event for events in last_events(*given, **settings) for event in events if event["e"] == "slap"]


def latency_on(profile, turns, **settings):
    """The latencies of one race by seat."""
    (event,) = slaps(profile, turns, 1, **settings)
    return dict(zip(event["order"], event["latency"]))


def test_offsets_factor_arm_and_handicap_are_exact():
    assert set(latency_on(STEADY, RAINBOW).values()) == {341}
    assert set(latency_on(STEADY, "7B 7R").values()) == {401}
    assert set(latency_on(STEADY, "0W 3S").values()) == {431}
    assert set(latency_on(STEADY, THREE).values()) == {481}
    assert set(latency_on(STEADY, "9R 9W").values()) == {341}  # a Rainbow calls by itself
    assert set(latency_on(STEADY + ":latency_factor=1.5", "7B 7R").values()) == {601}
    assert set(latency_on(STEADY + ":arm_ms=70", RAINBOW).values()) == {411}
    assert set(latency_on(STEADY + ":mu=20", RAINBOW).values()) == {100}
    assert set(latency_on(STEADY + ":mu=20:fastest_ms=0", RAINBOW).values()) == {20}
    handicap = latency_on(STEADY, RAINBOW, flipper_delay_ms=150)
    assert handicap == {0: 491, 1: 341, 2: 341, 3: 341}


def steady_match(profile, **settings):
    match = FOLIES.match(make_plan("folies", 3, 1, profile, {"cap_flips": scaled(1500, 300), **settings}, seed=4), 0)
    match.play_out()
    return match.events


def test_fatigue_grows_with_the_cards():
    flips, seen = 0, 0
    for event in steady_match(STEADY + ":fatigue=20", flip_delay_s=10):
        flips += event["e"] == "turn"
        if event["e"] == "slap" and "3" in event["kind"]:
            expected = 341 * (1 + 0.2 * flips / 100)
            assert all(abs(ms - expected) <= 1.5 for ms in event["latency"])
            seen += 1
    assert seen > 10


def foreseen_and_not(events):
    """Latencies on Rainbows that were collected before, with the cards turned since, and on those that were not."""
    flips, collected, known, new = 0, {}, [], []
    for event in events:
        if event["e"] == "turn":
            flips, card = flips + 1, event["card"]
        elif event["e"] == "slap" and "3" in event["kind"]:
            for ms in event["latency"]:
                if card in collected:
                    known.append((flips - collected[card], ms))
                else:
                    new.append(ms)
        elif event["e"] == "take":
            collected |= dict.fromkeys(event["cards"], flips)
    return known, new


@pytest.mark.parametrize(("order", "ms"), [("block", 261), ("reverse", 261), ("shuffle", 341)])
def test_memory_gains_exactly_where_a_card_was_collected_in_order(order, ms):
    known, new = foreseen_and_not(steady_match(STEADY + ":memory=1", collect_order=order))
    assert {latency for _, latency in known} == {ms}
    assert set(new) == {341}


def test_prediction_gain_is_a_parameter():
    known, _ = foreseen_and_not(steady_match(STEADY + ":memory=1:prediction_gain_ms=33"))
    assert {latency for _, latency in known} == {308}


@pytest.mark.compiled
def test_memory_decays_with_its_half_life():
    ages, hits = [], []
    plan = make_plan("folies", 3, 200, STEADY + ":memory=0.8:memory_half_life=60", seed=4)
    for number in range(40):
        match = FOLIES.match(plan, number)
        match.play_out()
        for age, ms in foreseen_and_not(match.events)[0]:
            ages.append(age)
            hits.append(ms < 341)
    ages, hits = np.array(ages), np.array(hits)
    for low, high in ((1, 30), (30, 60), (60, 120), (120, 240)):
        inside = (ages >= low) & (ages < high)
        halvings, rest = np.divmod(ages[inside], 60)
        expected = (0.8 * 0.5**halvings * (1 - rest / 120)).mean()
        assert inside.sum() > 100
        assert abs(hits[inside].mean() - expected) < 5 * 0.5 / inside.sum() ** 0.5


def close(hits, trials, share):
    """Within 5 standard errors, and exact where nothing is left to chance."""
    return abs(hits / trials - share) <= 5 * (share * (1 - share) / trials) ** 0.5


@pytest.mark.compiled
@pytest.mark.parametrize("name", PEOPLE)
def test_rates_of_every_preset(name):
    profile = f"{name}:{EQUAL}:lapse_rate=0:latency_factor=0.2"
    own = FOLIES.parse_bot(profile)
    n = 600
    for turns, why, share in (
        (TRAP, "trap", own.false_trap),
        (NEAR, "near_miss", own.false_near),
        (NEUTRAL, "neutral", own.false_neutral),
    ):
        played = list(last_events(profile, turns, n))
        wrong = [event for events in played for event in events if event["e"] == "wrong_slap"]
        assert {event["why"] for event in wrong} <= {why}
        assert close(len(wrong), 4 * len(played), share)
        if share > 0.01:
            assert stats.chisquare(np.bincount([event["seat"] for event in wrong], minlength=4)).pvalue > 1e-5
    for turns, share in (("7B 7R", 1 - own.miss), (THREE, (1 - own.miss) * own.notice_three)):
        found = slaps(profile, turns, n)
        assert close(sum(len(event["order"]) for event in found), 4 * len(found), share)


@pytest.mark.compiled
@pytest.mark.parametrize("policy", ["error", "valid"])
def test_anticipation_and_wrong_pile_have_their_rates(policy):
    n = 600
    profile = f"{STEADY}:anticipation=0.1"
    for turns, counts in (("8W", True), ("7B", False)):
        events = [event for found in last_events(profile, turns, n, anticipation=policy) for event in found]
        early = sum(e["e"] == "wrong_slap" and e["why"] == "anticipation" for e in events)
        at_once = sum(ms == 0 for e in events if e["e"] == "slap" for ms in e["latency"])
        right, other = (at_once, early) if counts and policy == "valid" else (early, at_once)
        assert close(right, 4 * n, 0.1)
        assert other == 0
    for wrong_pile, why in (("error", ["wrong_pile"]), ("ok", [])):
        played = list(last_events(STEADY + ":wrong_pile=0.2", "0W 3S", n, wrong_pile=wrong_pile))
        wrong = [event["why"] for events in played for event in events if event["e"] == "wrong_slap"]
        assert len(played) > 0.6 * n
        assert sorted(set(wrong)) == why
        assert close(len(wrong), 4 * len(played), 0.2 if why else 0)


@pytest.mark.compiled
def test_lots_of_machine_and_passive_are_uniform():
    n = 1000
    for profile, turns, key, taking_part in (
        ("machine", "7B 7R", "winner", 4),
        ("machine", "0W 3S", "winner", 4),
        ("machine", "8W", "payer", 4),
        ("passive", "8W", "payer", 4),
        ("machine", "9R 9W", "winner", 4),
        ("machine", "9R 9W", "payer", 4),
        ("passive", "9R 9W", "payer", 4),
    ):
        found = slaps(profile, turns, n)
        assert len(found) > 0.6 * n
        counts = np.bincount([event[key] for event in found], minlength=4)
        assert len(counts) == taking_part
        assert stats.chisquare(counts).pvalue > 1e-5, (profile, turns, key)
    mixed = slaps("machine,passive,machine,passive", "8W", n)
    counts = np.bincount([event["payer"] for event in mixed], minlength=4)
    assert counts[0] == counts[2] == 0
    assert stats.chisquare(counts[[1, 3]]).pvalue > 1e-5


@pytest.mark.compiled
def test_ties_are_broken_by_lot_and_payers_who_miss_too():
    n = 1000
    counts = np.bincount([event["winner"] for event in slaps(STEADY, "7B 7R", n)], minlength=4)
    assert stats.chisquare(counts).pvalue > 1e-5
    counts = np.bincount([event["payer"] for event in slaps("family:miss=0.9:person_sd=0", "8W", n)], minlength=4)
    assert stats.chisquare(counts).pvalue > 1e-5


@pytest.mark.compiled
def test_lapses_last_five_to_ten_cards():
    plan = make_plan("folies", 2, 1, f"{STEADY}:lapse_rate=0.03,machine", {"cap_flips": 20_000}, seed=4)
    lengths = []
    for number in range(40):
        match = FOLIES.match(plan, number)
        ends = 0
        while not match.over:
            match.step()
            start, stop = int(match._s["lapse_from"][0]), int(match._s["lapse_to"][0])
            if stop > ends:
                assert start >= ends
                lengths.append(stop - start)
                ends = stop
    counts = np.bincount(lengths, minlength=11)
    assert counts[:5].sum() == 0
    assert len(counts) == 11
    assert stats.chisquare(counts[5:]).pvalue > 1e-5


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "sd"), [("family", 0.13), ("child", 0.18)])
def test_persons_are_log_normal(name, sd):
    n = 5000
    rows = FOLIES.play(FOLIES.configure(make_plan("folies", 2, n, name, {"cap_flips": 100}, seed=5)), 0, n)["seats"]
    logs = np.log(rows["person"] / 1000)
    assert abs(np.median(rows["person"]) - 1000) < 8
    assert stats.kstest(logs, stats.norm(0, sd).cdf).pvalue > 1e-4


@pytest.mark.compiled
def test_persons_differ_in_their_false_slaps():
    """With person_error_sd the mean chance is that of the logit-normal distribution, not that of the median person."""
    n = 1000
    z = stats.norm.ppf((np.arange(2000) + 0.5) / 2000)
    mean = (1 / (1 + np.exp(-(np.log(0.1 / 0.9) + 0.8 * z)))).mean()
    wrong = sum(e["e"] == "wrong_slap" for found in last_events("family:person_sd=0", TRAP, n) for e in found)
    assert close(wrong, 4 * n, mean)
