"""The statistics of numsim.analysis on numbers worked out by hand, and on small tables with planted effects."""

import math
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from numsim.analysis import frames, intervals, pace, paired, rates, regress, skill
from numsim.analysis.compare import NotComparable, compare, compare_text
from numsim.analysis.dealt import CardEffects, heat_map
from numsim.analysis.king import effects, hands, lengths, ranks
from numsim.analysis.king.cards import KINDS, card_effects, hand_matrix, pairs_of
from numsim.analysis.summary import summarise, summary_text
from numsim.plan import make_plan
from numsim.simulate import run_plan


class Tables:
    """Stands for a run: a plan and tables written by hand."""

    def __init__(self, players=4, bots="lowest", rotate=False, **tables):
        self.plan = make_plan("king", players, 1, bots, rotate=rotate)
        self.bots = self.plan.bot_names
        self._tables = tables

    def table(self, name):
        return pl.DataFrame(self._tables[name]).lazy()


# Intervals


def test_wilson_of_one_in_four():
    # z = 1.96, n = 100, p = .25: centre (.25 + .01921)/1.03842, half width .0854
    e = intervals.wilson(25, 100)
    assert (e.value, e.n) == (0.25, 100)
    assert (e.low, e.high) == pytest.approx((0.17545, 0.34305), abs=1e-4)


def test_wilson_of_none_is_not_empty():
    e = intervals.wilson(0, 100)
    assert e.low == 0
    assert e.high == pytest.approx(1.96**2 / (100 + 1.96**2), abs=1e-4)


def test_too_few_data_give_no_figure():
    assert intervals.wilson(3, 10) == intervals.too_few(10, 10)
    assert not intervals.mean_interval([1.0] * 29).known
    assert not intervals.ratio_interval(np.ones(0), np.ones(0)).known


def test_mean_interval_with_t():
    # 1..5: mean 3, sd sqrt(2.5), t(4) = 2.7764
    e = intervals.mean_interval([1, 2, 3, 4, 5], fewest=2)
    assert e.value == 3
    assert e.high == pytest.approx(3 + 2.7764 * math.sqrt(2.5 / 5), abs=1e-3)


def test_ratio_by_clusters():
    # a/b = 6/10; residuals a - .6 b = (.8, -.4, -.4): variance 3/2 * .96 / 100, t(2) = 4.3027
    e = intervals.ratio_interval(np.array([2, 2, 2]), np.array([2, 4, 4]), fewest=2)
    assert e.value == pytest.approx(0.6)
    assert e.high - e.value == pytest.approx(4.3027 * math.sqrt(1.5 * 0.96) / 10, abs=1e-3)
    assert (e.n, e.units) == (10, 3)


def test_independent_units_give_the_wilson_interval_almost():
    hits = np.array([1] * 250 + [0] * 750)
    e, w = intervals.ratio_interval(hits, np.ones(1000), share=True), intervals.wilson(250, 1000)
    assert (e.low, e.high) == pytest.approx((w.low, w.high), abs=1e-4)


def test_copies_in_a_match_do_not_narrow_the_interval():
    single = pl.DataFrame({"match": range(100), "x": [i % 4 == 0 for i in range(100)]})
    copied = pl.concat([single] * 5)
    a, b = (intervals.overall(frame.lazy(), pl.col("x")) for frame in (single, copied))
    assert (b.n, b.units) == (500, 100)
    assert (a.low, a.high) == pytest.approx((b.low, b.high))


def test_what_is_the_same_in_every_match_has_no_spread():
    frame = pl.DataFrame(
        {"match": [i // 4 for i in range(400)], "win": [float(i % 4 == i // 4 % 4) for i in range(400)]}
    )
    e = intervals.overall(frame.lazy(), pl.col("win"))
    assert (e.value, e.low, e.high) == (0.25, 0.25, 0.25)


def test_jackknife_of_a_mean_is_its_standard_error():
    blocks = [np.array([float(x), 1.0]) for x in (1, 2, 3, 4, 5)]
    e = intervals.jackknife(blocks, lambda total: total[0] / total[1], 5)
    assert e.value == 3
    assert e.high == pytest.approx(3 + 2.7764 * math.sqrt(2.5 / 5), abs=1e-3)


# Pairs, verdicts, many claims


def test_paired_difference_by_hand():
    # d = 1, 0, 2, 1: mean 1, sd^2 2/3; var a 5/3, var b 11/3; rho = (5/3 + 11/3 - 2/3) / (2 sqrt(55/9))
    p = paired.paired_difference([0, 1, 2, 3], [1, 1, 4, 4], fewest=2)
    assert (p.a, p.b, p.difference.value) == (1.5, 2.5, 1.0)
    assert p.gain == pytest.approx((5 / 3 + 3) / (2 / 3))
    assert p.rho == pytest.approx((5 / 3 + 3 - 2 / 3) / (2 * math.sqrt(5)))
    assert p.difference.high - 1 == pytest.approx(3.1824 * math.sqrt(2 / 3 / 4), abs=1e-3)


def test_equal_columns_differ_by_exactly_nothing():
    p = paired.paired_difference(np.arange(50.0), np.arange(50.0))
    assert (p.difference.value, p.difference.low, p.difference.high, p.p_value) == (0, 0, 0, 1)
    assert p.rho == 1
    assert p.gain is None


def test_paired_columns_must_be_as_long():
    with pytest.raises(ValueError, match="equal length"):
        paired.paired_difference([1, 2], [1])


def test_ratio_values_average_to_the_ratio():
    values = paired.ratio_values(np.array([1, 0, 3]), np.array([2, 2, 4]))
    assert values.mean() == pytest.approx(0.5)


def test_mcnemar_counts_only_discordant_pairs():
    a = [True] * 6 + [False] * 1 + [True] * 50
    b = [False] * 6 + [True] * 1 + [True] * 50
    assert paired.mcnemar(a, b) == pytest.approx(2 * (1 + 7) / 2**7)
    assert paired.mcnemar(a, a) == 1


@pytest.mark.parametrize(
    ("low", "high", "word"),
    [(0.02, 0.04, "better"), (-0.04, -0.02, "worse"), (-0.009, 0.008, "same"), (0.005, 0.02, "undecided")],
)
def test_verdicts(low, high, word):
    e = intervals.Estimate((low + high) / 2, low, high, 1000, 1000)
    assert paired.verdict(e, 0.01).word == word


def test_undecided_says_how_many_more():
    # half width .01, distance to the margin .005: four times as many matches, 3,000 more
    e = intervals.Estimate(0.015, 0.005, 0.025, 1000, 1000)
    assert paired.verdict(e, 0.01).more == pytest.approx(3000, rel=0.05)
    assert "more matches" in str(paired.verdict(e, 0.01))


@pytest.mark.parametrize(("n", "points"), [(10**4, 1.72), (10**5, 0.54), (10**6, 0.17)])
def test_detectable_difference(n, points):
    assert 100 * paired.detectable(n, 0.25 * 0.75) == pytest.approx(points, abs=0.005)


def test_holm_steps_down():
    assert paired.holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])


def test_benjamini_hochberg():
    assert paired.benjamini_hochberg([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.04, 0.04])


def test_bonferroni_level():
    assert paired.bonferroni_level(5) == pytest.approx(0.99)


# Small tables


@pytest.fixture(scope="module")
def two_bots():
    """Three players, 40 matches: seat 0 wins the even ones, seats 1 and 2 share the odd ones; it starts in seat 1."""
    matches = {
        "match": list(range(40)),
        "starter": [1] * 40,
        "winners": [0b001, 0b110] * 20,
        "points_0": [9, 5] * 20,
        "points_1": [3, 8] * 20,
        "points_2": [3, 8] * 20,
    }
    return Tables(3, "random,lowest,lowest", rotate=True, matches=matches)


def test_win_share_by_seat_and_place(two_bots):
    seats = rates.match_share(two_bots, "seat")
    assert seats["value"].to_list() == [0.5, 0.25, 0.25]
    assert seats["n"].to_list() == [40, 40, 40]
    places = rates.match_share(two_bots, "place")
    assert places["value"].to_list() == [0.25, 0.25, 0.5]


def test_rotating_line_up(two_bots):
    table = frames.seat_wins(two_bots).filter(pl.col("match") < 3).sort("match", "seat").collect()
    # seat s of match m holds place (s + m) mod 3 of the line-up random, lowest, lowest
    assert table["bot"].to_list() == [0, 1, 1, 1, 1, 0, 1, 0, 1]


def test_seat_test_by_hand():
    # expected 25 each: (5^2 + 5^2) / 25 = 2; V = sqrt(2 / 300)
    test = rates.seat_test_of([30, 20, 25, 25])
    assert test.chi2 == pytest.approx(2)
    assert test.cramers_v == pytest.approx(math.sqrt(2 / 300))
    assert abs(test.widest_points) == pytest.approx(0.05)


def test_coverage_counts_blocks_that_miss():
    # seat 0 of three wins all 100 matches of one block and a third of the next, never sharing
    winners = [0b001] * 100 + [0b001, 0b010, 0b100] * 33 + [0b001]
    run = Tables(3, matches={"match": list(range(200)), "starter": [0] * 200, "winners": winners, **_no_points(200)})
    assert rates.coverage(run, 100) == (1, 2)


def _no_points(matches):
    return {f"points_{seat}": [0] * matches for seat in range(3)}


def _seats(rank_rows, matches=40):
    """Seats table of so many equal matches; rank_rows: ranks by seat, one list a round."""
    rows = []
    for match in range(matches):
        last = [0] * len(rank_rows[0])
        for number, found in enumerate(rank_rows, 1):
            rows += [
                {
                    "match": match,
                    "round": number,
                    "seat": seat,
                    "rank": rank,
                    "last_rank": last[seat],
                    "stuck": seat == 2,
                }
                for seat, rank in enumerate(found)
            ]
            last = found
    return rows


def test_transitions_by_hand():
    # Kings: seat 0, 0, 1. The Kings of rounds 1, 2 become 1st, then 2nd.
    run = Tables(3, seats=_seats([[1, 2, 3], [1, 3, 2], [2, 1, 3]]))
    table = ranks.transitions(run)
    found = np.array(table["value"]).reshape(3, 3)
    assert found.tolist() == [[0.5, 0.5, 0], [0, 0, 1], [0.5, 0.5, 0]]
    assert table["n"].to_list() == [80] * 9
    # the King stays in one case of two, the others never: (.5 + 0 + 0) / 3
    assert ranks.mobility(run)["stickiness"].value == pytest.approx(0.5 / 3)
    assert ranks.mobility(run)["king_again"].value == pytest.approx(0.5)


def test_mobility_of_known_matrices():
    frozen, random = ranks.mobility_of(np.eye(4)), ranks.mobility_of(np.full((4, 4), 0.25))
    assert (frozen["stickiness"], frozen["mobility"]) == (1, 0)
    assert random["stickiness"] == 0.25
    assert random["mobility"] == 1
    # two states, stay with .75: second eigenvalue .5, half-life 1, reign 4
    two = ranks.mobility_of(np.array([[0.75, 0.25], [0.25, 0.75]]))
    assert two["half_life"] == pytest.approx(1)
    assert two["reign"] == 4


def test_stuck_players_by_hand():
    found = hands.stuck(Tables(3, seats=_seats([[1, 2, 3]]), rounds=_rounds(1)))
    assert found["rounds"].value == 1
    assert found["per_round"].value == 1


def _rounds(count, matches=40):
    return [
        {
            "match": match, "round": number, "starter": 0, "king": 0, "tricks": 3, "plays": 10, "leads": 4,
            "passes": 8, "lead_passes": 2, "all_stuck": False, "capped": False,
        }
        for match in range(matches)
        for number in range(1, count + 1)
    ]  # fmt: skip


def test_minutes_by_hand():
    run = Tables(3, rounds=_rounds(2))
    # 4 leads, 6 follows, 8 passes, 2 lead passes: 16 + 18 + 12 + 3 = 49 s; 65 s more a round, 15 s for one exchange
    found = lengths.match_lengths(run)
    assert found["minutes"].to_list() == pytest.approx([(2 * (49 + 65) + 15) / 60] * 40)
    assert found["steps"].to_list() == [40] * 40
    fast = lengths.match_lengths(run, pace.Pace(lead=0, follow=0, passing=0, lead_pass=0))
    assert fast["minutes"][0] == pytest.approx((2 * 65 + 15) / 60)
    assert lengths.outside(run, "match")["shorter"].value == 1


def test_waiting_by_hand():
    seats = [{**row, "out_step": {1: 10, 2: 15, 3: 0}[row["rank"]]} for row in _seats([[1, 2, 3]])]
    table = lengths.dead_time(Tables(3, seats=seats, rounds=_rounds(1)))
    assert table.filter(pl.col("what") == "share")["value"].to_list() == [0.5, 0.25, 0]
    assert table.filter(pl.col("what") == "minutes")["value"][0] == pytest.approx(49 / 60 / 2)


# Cards


def test_hands_from_masks():
    seats = pl.DataFrame(
        {
            "hand_colours": pl.Series([1 << 4 * 6 | 1 << 63], dtype=pl.UInt64),  # 7R, 16G
            "hand_shadow_rainbow": pl.Series([0b11 << 2 * 12 | 1], dtype=pl.UInt32),  # 13S, 13W, 1S
            "hand_zeros": pl.Series([0b110010], dtype=pl.UInt8),  # 0B, 0S, 0W
            "hand_jokers": [2],
            "hand_infinis": [0],
            "hand_numxs": [1],
        }
    )
    found = hand_matrix(seats)
    held = {KINDS[i]: int(n) for i, n in enumerate(found[0]) if n}
    assert held == {"7R": 1, "16G": 1, "13S": 1, "13W": 1, "1S": 1, "0B": 1, "0S": 1, "0W": 1, "JK": 2, "NX": 1}
    assert pairs_of(found).tolist() == [2]
    frame = seats.with_columns(pl.col(pl.Int64).cast(pl.Int64)).lazy()
    assert frame.select(hands.pairs_dealt()).collect().item() == 2


def test_regression_recovers_planted_effects_and_their_spread():
    rng = np.random.default_rng(5)
    matches, seats = 4000, 4
    owner = rng.integers(0, seats, (matches, 6))
    cards = (owner[:, None, :] == np.arange(seats)[None, :, None]).astype(np.float32)
    cards = cards[(cards.sum(axis=2) > 0).all(axis=1)]  # any selection that does not look at y
    planted = np.array([0.3, -0.2, 0.1, 0.0, 0.0, -0.2])
    y = cards @ planted + rng.normal(0, 1, cards.shape[:2]) + rng.normal(0, 2, (len(cards), 1))
    x = np.concatenate([np.ones((*cards.shape[:2], 1)), cards], axis=2).reshape(-1, 7).astype(np.float32)
    match = np.repeat(np.arange(len(cards)), seats)
    weights = np.array([0, 1, 1, 1, 1, 1, 1])
    chunk = (x, y.reshape(-1, 1).astype(np.float32), match)
    (found,) = regress.fit(lambda: iter([chunk]), weights, [range(7)])
    assert (found.rows, found.clusters) == (len(x), len(cards))
    assert abs(found.beta[1:, 0].sum()) < 1e-6
    assert np.abs((found.beta[1:, 0] - planted) / found.se[1:, 0]).max() < 4
    # the same with unequal matches goes the other way through the code
    cut = (x[1:], chunk[1][1:], match[1:])
    (other,) = regress.fit(lambda: iter([cut]), weights, [range(7)])
    assert other.se[1:, 0] == pytest.approx(found.se[1:, 0], rel=0.01)


def test_regression_equals_least_squares_when_nothing_is_restricted():
    rng = np.random.default_rng(1)
    x = np.column_stack([np.ones(200), rng.integers(0, 3, 200)]).astype(np.float32)
    y = rng.integers(0, 5, (200, 1)).astype(np.float32)
    (found,) = regress.fit(lambda: iter([(x, y, np.arange(200))]), np.zeros(2), [range(2)])
    beta, *_ = np.linalg.lstsq(x.astype(float), y.astype(float), rcond=None)
    assert found.beta == pytest.approx(beta, abs=1e-6)
    # White's sandwich by hand
    bread = np.linalg.inv(x.T.astype(float) @ x)
    residual = y[:, 0] - x @ beta[:, 0]
    white = bread @ (x.T * residual**2 @ x) @ bread * 200 / 199
    assert found.se[:, 0] == pytest.approx(np.sqrt(np.diag(white)), rel=1e-4)


# Skill


def test_plackett_luce_of_a_pair_is_the_odds():
    strength = skill.plackett_luce({(0, 1): 75, (1, 0): 25}, 2)
    assert strength[0] / strength[1] == pytest.approx(3)


def test_plackett_luce_finds_planted_strengths():
    planted = np.array([4.0, 2.0, 1.0])
    rankings = {}
    for a, b, c in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        rankings[(a, b, c)] = planted[a] / 7 * planted[b] / (planted[b] + planted[c])
    assert skill.plackett_luce(rankings, 3) == pytest.approx(planted / 2, rel=1e-6)


def test_matches_to_tell():
    # mean .1, sd 1.01: (1.645 * sd / mean)^2
    gap = np.array([1.1, -0.9] * 100)
    assert skill.matches_to_tell(gap) == math.ceil((1.6448536 * gap.std(ddof=1) / 0.1) ** 2)
    assert skill.matches_to_tell(-gap) is None


def test_variance_split_of_planted_components():
    rng = np.random.default_rng(3)
    bot = np.array([[(seat + run) % 4 for run in range(4)] for seat in range(4)])
    effect = np.array([1.0, -1.0, 2.0, -2.0])  # variance 2.5
    deal = rng.normal(0, 1, (4000, 4, 1))
    values = effect[bot][None] + deal + rng.normal(0, 0.5**0.5, (4000, 4, 4))
    split = skill._split(values, bot)
    for name, share in (("skill", 2.5 / 4), ("deal", 1 / 4), ("rest", 0.5 / 4)):
        assert split[name].value == pytest.approx(share, abs=0.01)


# Real runs


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    from conftest import scaled

    folder = tmp_path_factory.mktemp("analysis")
    n = scaled(1500, 60)

    def run(name, **settings):
        return run_plan(make_plan("king", 4, n, "lowest", settings), folder / name)

    return SimpleNamespace(book=run("book"), again=run("again"), free=run("free", exchange=False), folder=folder, n=n)


def test_summary_is_plain_and_adds_up(runs):
    import json

    figures = summarise(runs.book)
    json.dumps(figures, allow_nan=False)
    assert sum(row["value"] for row in figures["win_share"]["seat"]) == pytest.approx(1)
    assert figures["matches"] == runs.n
    assert figures["capped_rounds"]["value"] == 0
    text = summary_text(figures)
    assert f"{runs.n:,} matches" in text
    assert "King again" in text


def test_summary_of_a_handful_says_too_few(tmp_path):
    run = run_plan(make_plan("king", 3, 2, "lowest", {"rounds": 1}), tmp_path / "two")
    assert "too few data" in summary_text(summarise(run))


def test_effects_count_every_play_once(runs):
    table = effects.effect_table(runs.book).filter(pl.col("effect") != "joker")
    plays = runs.book.table("rounds").select(pl.col("plays").cast(pl.Int64).sum()).collect().item()
    assert table["n"].sum() == plays
    assert table.filter(pl.col("effect") == "numx")["trick"].item() == 1


def test_a_run_compared_with_itself_is_the_same(runs):
    figures = compare(runs.book, runs.again)
    assert all(row["difference"] == 0 and row["verdict"] == "same" for row in figures["rows"])
    assert "control" in compare_text(figures)


def test_the_exchange_is_seen(runs):
    figures = compare(runs.book, runs.free)
    assert figures["different_rules"] == {"exchange": [True, False]}
    row = next(row for row in figures["rows"] if row["what"] == "King again")
    if runs.n >= 1000:
        assert row["verdict"] == "less"
        assert row["high"] < 0
    first = next(row for row in figures["rows"] if row["what"] == "seat 1")
    assert first["rho"] > 0


def test_runs_on_other_deals_are_refused(runs):
    other = run_plan(make_plan("king", 4, 5, "lowest", seed=2), runs.folder / "seed")
    with pytest.raises(NotComparable, match=r"seed is 1 .* and 2"):
        compare(runs.book, other)
    shorter = run_plan(make_plan("king", 4, 40, "lowest"), runs.folder / "short")
    assert compare(runs.book, shorter)["matches"] == 40


@pytest.mark.compiled
def test_card_effects_of_a_run(runs):
    found: CardEffects = card_effects(runs.book, nulls=20)
    king = found.cards.filter(pl.col("outcome") == "king")
    assert king.height == 105
    assert abs((king["value"] * king["copies"]).sum()) < 1e-9  # relative to the average card
    by_card = dict(zip(king["card"], king["value"], strict=True))
    assert min(by_card["NX"], by_card["INF"]) > 0.05  # they win tricks
    assert by_card["16R"] > by_card["3R"]
    nulls = found.nulls.filter(pl.col("outcome") == "king")
    assert ((nulls["low"] <= 0) & (nulls["high"] >= 0)).sum() >= 15  # 19 expected of 20
    assert heat_map(found.cards, "king").shape == (17, 7)
