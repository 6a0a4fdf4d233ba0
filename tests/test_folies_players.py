"""The players of NUM FOLIES: latencies, misses, false slaps and memory are those that their profile says."""

import itertools

import numpy as np
import pytest
from conftest import scaled
from folies import FOLIES
from scipy import stats

from numsim import quantiles
from numsim.errors import PlanError
from numsim.games.folies.profiles import PARAMETERS, PRESETS, Profile
from numsim.plan import make_plan

EQUAL = "family:person_sd=0:person_error_sd=0"


def rows_of(profiles, count, players=4, **settings):
    plan = make_plan("folies", players, count, profiles, settings, seed=3)
    return FOLIES.play(FOLIES.configure(plan), 0, count)


def traced(profiles, count, players=4, **settings):
    """Events of several matches, with the seat that turned the card put to every slap and wrong slap."""
    plan = make_plan("folies", players, count, profiles, settings, seed=4)
    for number in range(count):
        match = FOLIES.match(plan, number)
        match.play_out()
        yield match.events


def latencies(profiles, count, players=4, kind="3", **settings):
    """Latencies on one kind of slap: of all seats, and of those that turned the card."""
    every, turner = [], []
    for events in traced(profiles, count, players, **settings):
        for before, event in itertools.pairwise(events):
            if event["e"] == "slap" and event["kind"] == kind:
                for seat, ms in zip(event["order"], event["latency"]):
                    (turner if before["e"] == "turn" and before["seat"] == seat else every).append(ms)
    return np.array(every), np.array(turner)


def test_the_shipped_quantiles_are_those_of_the_distributions():
    shipped = np.array([quantiles.NORMAL, quantiles.EXPONENTIAL])
    assert np.abs(shipped - quantiles.compute()).max() <= 1


@pytest.mark.compiled
def test_latencies_are_ex_gaussian():
    every, turner = latencies(EQUAL + ":miss=0", 80)
    ms = np.concatenate([every, turner])
    # mu + tau and sqrt(sigma^2 + tau^2); whole ms are rounded down.
    assert ms.mean() + 0.5 == pytest.approx(341 + 91, abs=5 * 98 / len(ms) ** 0.5)
    assert ms.std() == pytest.approx((37**2 + 91**2) ** 0.5, rel=0.04)
    assert ms.min() >= 100
    expected = stats.exponnorm(91 / 37, 341, 37)
    shares = [(ms < expected.ppf(q)).mean() for q in (0.1, 0.5, 0.9)]
    assert shares == pytest.approx([0.1, 0.5, 0.9], abs=0.02)


@pytest.mark.compiled
@pytest.mark.parametrize(("kind", "offset"), [("1", 60), ("2", 90), ("1bis", 140)])
def test_rarer_signals_take_longer(kind, offset):
    every, turner = latencies(EQUAL, 150, kind=kind)
    ms = np.concatenate([every, turner])
    assert ms.mean() == pytest.approx(341 + 91 + offset, abs=5 * 98 / len(ms) ** 0.5 + 1)


@pytest.mark.compiled
def test_the_turning_player_alone_is_handicapped():
    every, turner = latencies(EQUAL, 60, flipper_delay_ms=150)
    assert turner.mean() - every.mean() == pytest.approx(150, abs=15)


@pytest.mark.compiled
def test_factors_multiply_latencies():
    slow, _ = latencies(f"{EQUAL}:latency_factor=1.5", 30)
    assert slow.mean() == pytest.approx(1.5 * 432, rel=0.02)
    tired, _ = latencies(f"{EQUAL}:fatigue=20", 30)
    assert tired.mean() > 450


@pytest.mark.compiled
def test_persons_differ_by_the_log_normal_factor():
    person = rows_of("family", 4000)["seats"]["person"] / 1000
    assert np.log(person).mean() == pytest.approx(0, abs=0.01)
    assert np.log(person).std() == pytest.approx(0.13, rel=0.04)
    assert (rows_of(EQUAL, 10)["seats"]["person"] == 1000).all()


@pytest.mark.compiled
def test_false_slaps_and_misses_have_their_rates():
    # error_cards=0 and equal players keep all in the game for long; every card is seen by those in the game.
    shown = wrong = near = wrong_near = occasions = noticed = 0
    for events in traced(f"{EQUAL}:miss=0.2:false_near=0.06", 60, players=2, error_cards=0, end_test="immediate"):
        for event in events:
            wrong += event["e"] == "wrong_slap" and event["why"] == "trap"
            wrong_near += event["e"] == "wrong_slap" and event["why"] == "near_miss"
            if event["e"] == "slap" and event["kind"] == "3":
                occasions += 2
                noticed += len(event["order"])
    rows = rows_of(f"{EQUAL}:miss=0.2:false_near=0.06", 2000, players=2, error_cards=0, end_test="immediate")
    shown = 2 * rows["matches"]["traps"].sum()
    near = 2 * rows["matches"]["near_misses"].sum()
    assert noticed / occasions == pytest.approx(0.8, abs=0.03)
    seats = rows["seats"]
    assert seats["false_trap"].sum() / shown == pytest.approx(0.10, abs=0.004)
    assert seats["false_near"].sum() / near == pytest.approx(0.06, abs=0.004)
    assert wrong > 0 and wrong_near > 0


@pytest.mark.compiled
def test_a_third_card_of_a_family_is_noticed_as_often_as_said():
    hands = races = 0
    for events in traced(f"{EQUAL}:miss=0:notice_three=0.4", 100, players=2):
        for event in events:
            if event["e"] == "slap" and event["kind"] == "1bis":
                races += 2
                hands += len(event["order"])
    assert hands / races == pytest.approx(0.4, abs=5 * (0.24 / races) ** 0.5)


@pytest.mark.parametrize("profile", ["family:false_neutral=0:false_near=0:false_trap=0", "machine", "passive"])
def test_a_chance_of_zero_is_never(profile):
    seats = rows_of(profile, scaled(200, 2))["seats"]
    assert not any(seats[name].any() for name in ("false_trap", "false_near", "false_neutral", "paid_errors"))


@pytest.mark.compiled
def test_one_draw_for_all_false_slaps_is_as_good_as_one_for_each():
    # Seats with different chances; the mean number of false slaps a card is the sum of the chances.
    chances = (0.5, 0.1, 0.9, 0.0)
    line = ",".join(f"{EQUAL}:false_trap={chance}" for chance in chances)
    rows = rows_of(line, 3000, error_cards=0, time_limit_min=1, end_mode="time")
    traps = rows["matches"]["traps"].sum()
    for seat, chance in enumerate(chances):
        own = rows["seats"]["false_trap"][rows["seats"]["seat"] == seat].sum()
        assert own / traps == pytest.approx(chance, abs=5 * (0.25 / traps) ** 0.5 + 0.002)


@pytest.mark.compiled
def test_machines_win_and_pay_by_lot():
    winners = np.zeros(4)
    payers = np.zeros(4)
    for events in traced("machine", 40):
        for event in events:
            if event["e"] == "slap" and event["kind"] == "1" and len(event["order"]) == 4:
                winners[event["winner"]] += 1
            if event["e"] == "slap" and event["kind"] == "3" and len(event["order"]) == 4:
                payers[event["payer"]] += 1
                assert set(event["latency"]) == {0}
    assert stats.chisquare(winners).pvalue > 1e-4
    assert stats.chisquare(payers).pvalue > 1e-4


@pytest.mark.compiled
def test_passive_players_pay_by_lot_and_before_all_others():
    payers = np.zeros(4)
    for events in traced("passive", 20):
        for event in events:
            if event["e"] == "slap" and event["kind"] == "3":
                assert event["order"] == []
                payers[event["payer"]] += 1
    assert payers.min() > 0
    rows = rows_of("passive,family:miss=0.5,machine,family", 200)["seats"]
    taxes = [rows["taxes"][rows["seat"] == seat].mean() for seat in range(4)]
    assert taxes[0] > taxes[1] > taxes[3]
    assert taxes[2] == min(taxes)


@pytest.mark.compiled
def test_memory_makes_foreseen_cards_faster_if_piles_keep_their_order():
    def mean(profile, **settings):
        every, turner = latencies(f"{profile}:person_sd=0:miss=0", 40, **settings)
        return np.concatenate([every, turner]).mean()

    with_memory, without = mean("memory"), mean("memory:memory=0")
    forgetful = mean("memory:memory_half_life=10")
    assert without - with_memory > 25
    assert without - 5 > forgetful > with_memory + 5
    assert mean("memory", collect_order="shuffle") == pytest.approx(without, abs=6)


@pytest.mark.compiled
def test_lapses_come_in_bursts():
    ran = []
    for events in traced(f"{EQUAL}:miss=0:notice_three=1:lapse_rate=0.02", 40, players=2):
        missed = 0
        for event in events:
            if event["e"] == "slap" and event["kind"] == "3":
                if 0 in event["order"]:
                    ran.append(missed)
                    missed = 0
                else:
                    missed += 1
    runs = np.array([n for n in ran if n])
    # A Rainbow comes every sixth card or so: some lapses of 5-10 cards hide two of them, none more than ten.
    assert 0 < (runs > 1).mean() < 0.6
    assert runs.max() <= 10


def test_profiles_do_not_move_the_deal():
    deals = {
        profile: next(iter(traced(profile, 1)))[1]
        for profile in ("family", "machine", "child:lapse_rate=0.1", "memory")
    }
    assert len({str(deal) for deal in deals.values()}) == 1
    for name in ("dealt_low", "dealt_high"):
        assert (rows_of("family", 3)["seats"][name] == rows_of("passive", 3)["seats"][name]).all()


@pytest.mark.parametrize("preset", PRESETS, ids=str)
def test_texts_of_profiles_read_back(preset):
    assert Profile.parse(str(preset)) == preset
    changed = preset.with_changes({"mu": 123.456789012345, "miss": 0.125}, "")
    assert Profile.parse(str(changed)) == changed


def test_presets_keep_the_ratios_of_the_table():
    regular, family = Profile.parse("regular"), Profile.parse("family")
    assert regular.mu / family.mu == pytest.approx(340 / 400)
    assert regular.false_trap == pytest.approx(0.10 * 3 / 5)
    assert Profile.parse("child").mu == pytest.approx(1.8 * family.mu)
    for parameter in PARAMETERS:
        assert parameter.source in ("measured range", "assumed", "no source") or parameter.source.startswith("measured")


def test_profiles_come_from_toml_files(tmp_path):
    own = tmp_path / "anna.toml"
    own.write_text('base = "regular"\nmu = 300\n', encoding="utf-8")
    plan = make_plan("folies", 3, 1, f"family,{own},child")
    assert [str(profile) for profile in plan.bots] == ["family", "regular:mu=300", "child"]
    table = tmp_path / "table.toml"
    table.write_text(
        '[[seats]]\nprofile = "child"\n[[seats]]\nprofile = {base = "family", miss = 0.05}\n', encoding="utf-8"
    )
    assert [str(profile) for profile in make_plan("folies", 2, 1, str(table)).bots] == ["child", "family:miss=0.05"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("familly", 'unknown profile "familly", did you mean "family"'),
        ("family:mu=-5", 'mu: "-5" is not a number from 0 to 5000'),
        ("family:miss=1.2", 'miss: "1.2" is not a number from 0 to 1'),
        ("family:false_trap=nan", "false_trap"),
        ("family:fals_trap=0.1", 'did you mean "false_trap"'),
        ("family:mu", "write a parameter as name=value"),
        ("nobody.toml", "nobody.toml: cannot read this file"),
        ("family,child,family", "profiles: 3 given for 4 players"),
    ],
)
def test_wrong_profiles_are_refused_with_a_reason(text, message):
    with pytest.raises(PlanError, match=message):
        make_plan("folies", 4, 1, text)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('base = "nobody"', 'unknown .*base of a profile "nobody"'),
        ("mu = -1", r'own\.toml: mu: "-1" is not a number from 0'),
        ("klass = 1", r"own\.toml: parameter of a profile"),
        ("mu = ", "this is no TOML"),
        ("seats = 3", "seats must be a list of tables"),
        ("[[seats]]\nbot = 1", 'unknown .*seat 1: key "bot"'),
        ("[[seats]]\n", "seat 1: profile is missing"),
        ("[[seats]]\nprofile = 7", "seat 1: a profile is a text or a table"),
    ],
)
def test_wrong_files_are_refused_with_a_reason(tmp_path, content, message):
    path = tmp_path / "own.toml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(PlanError, match=message):
        make_plan("folies", 2, 1, str(path))


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"values": "3-20"}, "values"),
        ({"values": "a"}, "values"),
        ({"families": "RRB"}, "families"),
        ({"families": "X"}, "families"),
        ({"challenge": "11"}, "challenge"),
        ({"challenge": "11:0"}, "challenge"),
        ({"slaps": "4"}, 'unknown slap .* "4"'),
        ({"tax_cards": "-1"}, "tax_cards"),
        ({"flip_delay_s": "1.2345"}, "flip_delay_s.*at most 2 decimals"),
        ({"values": "1", "families": "RB"}, "2 cards: too few for 4 players"),
    ],
)
def test_wrong_knobs_are_refused_with_a_reason(setting, message):
    with pytest.raises(PlanError, match=message):
        make_plan("folies", 4, 1, "family", setting)
