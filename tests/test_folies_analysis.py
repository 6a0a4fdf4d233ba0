"""The questions about NUM FOLIES on small tables worked out by hand, and on planted effects."""

from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from numsim.analysis.compare import compare, compare_text
from numsim.analysis.dealt import mask_matrix
from numsim.analysis.folies import base_rates, drama, errors, lengths, luck, piles, speed, waiting
from numsim.analysis.intervals import Estimate
from numsim.analysis.rates import match_share, seat_test
from numsim.analysis.regress import explained
from numsim.analysis.summary import summarise, summary_text
from numsim.games.folies.tables import MATCHES, SEATS


class Tables:
    """Stands for a run: a plan and tables written by hand; columns that are not given are 0."""

    def __init__(self, players, matches, seats, bots=("family",), **rules):
        line = list(bots) * players if len(bots) == 1 else list(bots)
        self.bots = list(dict.fromkeys(line))
        self.plan = SimpleNamespace(
            game="folies", players=players, matches=len(matches), bots=line, rotate=False, seed=1,
            rules={"values": "0-16", "families": "RBYGSW", **rules},
        )  # fmt: skip
        self.plan.as_dict = lambda: {**vars(self.plan), "as_dict": None}
        self.matches = self.rounds = len(matches)
        self.complete, self.folder = True, "by-hand"
        self._tables = {"matches": _frame(MATCHES, matches), "seats": _frame(SEATS, seats)}

    def table(self, name):
        return self._tables[name].lazy()


def _frame(table, rows):
    return pl.DataFrame(
        {
            column.name: pl.Series([row.get(column.name, 0) for row in rows]).cast(
                getattr(pl, np.dtype(column.dtype).name.replace("ui", "UI").replace("bool", "Boolean"))
            )
            for column in table.columns
        }
    )


MINUTES = 65 / 60
"""Deal and scoring."""

EVEN = {
    "starter": 0, "winners": 0b001, "flips": 200, "ms": 300_000, "high_cards": 60, "traps": 30, "occasions_1": 6,
    "occasions_2": 4, "missed": 1, "lead_changes": 2, "settled": 150, "half_leaders": 0b100, "half_trailers": 0b010,
    "near_misses": 20, "occasions_3": 30, "folies_most": 40,
}  # fmt: skip
EVEN_SEATS = [
    {"rank": 1, "least_size": 2, "half_size": 8,
     "takes_1": 3, "cards_1": 30, "takes_challenge": 5, "cards_challenge": 50,
     "last_chances": 2, "chances_won": 2, "false_trap": 3, "paid_errors": 6},
    {"rank": 3, "out_flip": 100, "out_ms": 120_000, "last_chances": 1, "takes_2": 2, "cards_2": 20},
    {"rank": 2, "half_size": 50, "out_flip": 200, "out_ms": 300_000, "last_chances": 1,
     "false_near": 1, "paid_errors": 2},
]  # fmt: skip
ODD = {
    "starter": 1, "winners": 0b100, "flips": 400, "ms": 1_500_000, "high_cards": 140, "traps": 50, "occasions_1": 10,
    "lead_changes": 4, "settled": 100, "half_leaders": 0b100, "half_trailers": 0b001, "locked": 77, "folies_most": 20,
}  # fmt: skip
ODD_SEATS = [
    {"rank": 3, "out_flip": 300, "out_ms": 600_000, "last_chances": 2, "chances_won": 0},
    {"rank": 2, "out_flip": 400, "out_ms": 1_500_000, "last_chances": 1},
    {"rank": 1, "least_size": 20, "half_size": 60, "takes_challenge": 15, "cards_challenge": 100},
]  # fmt: skip


def _run(pairs=30, **more):
    matches, seats = [], []
    for match in range(2 * pairs):
        row, own = (EVEN, EVEN_SEATS) if match % 2 == 0 else (ODD, ODD_SEATS)
        matches.append({"match": match, **row})
        for seat, cells in enumerate(own):
            place = (seat + 3 - row["starter"]) % 3
            seats.append({"match": match, "seat": seat, "place": place, "dealt": 34, **cells})
    return Tables(3, matches, seats, **more)


@pytest.fixture(scope="module")
def by_hand():
    return _run()


def test_wins_by_seat_and_place(by_hand):
    assert match_share(by_hand, "seat")["value"].to_list() == [0.5, 0, 0.5]
    # even matches: seat 0 is the starter; odd ones: seat 2 sits one after the starter, seat 1
    assert match_share(by_hand, "place")["value"].to_list() == [0.5, 0.5, 0]
    assert seat_test(by_hand).wins == [30, 0, 30]


def test_lengths_by_hand(by_hand):
    table = lengths.length_table(by_hand)
    flips, minutes = (table.filter(pl.col("what") == what).row(0, named=True) for what in ("flips", "minutes"))
    assert (flips["value"], flips["longest"]) == (300, 400)
    assert minutes["value"] == pytest.approx((5 + 25) / 2 + MINUTES)
    found = lengths.outside(by_hand)
    assert (found["shorter"].value, found["longer"].value, found["outside"].value) == (0.5, 0.5, 1)
    assert lengths.longest(by_hand) == {"match": 1, "flips": 400, "minutes": pytest.approx(25 + MINUTES)}


def test_ends_by_hand(by_hand):
    found = lengths.ends(by_hand)
    assert found["last_player"].value == 1
    assert found["locked"].value == 0.5
    assert found["endless"].value == 0


def test_first_player_out_by_hand(by_hand):
    found = waiting.first_out(by_hand)
    # out after 100 of 200 cards and 2 minutes, 300 of 400 and 10
    assert found.at_share.value == pytest.approx((0.5 + 0.75) / 2)
    assert found.at_minutes.value == pytest.approx((2 + 10) / 2 + MINUTES)
    assert found.wait_minutes.value == pytest.approx((3 + 15) / 2)
    assert found.early.value == 0
    assert found.long_wait.value == 0.5
    table = waiting.waits(by_hand).filter(pl.col("what") == "minutes")
    assert table["value"].to_list() == [0, 0, 9]


def test_what_moves_the_cards_by_hand(by_hand):
    table = piles.cause_table(by_hand)
    # a pair of matches: 20 challenges with 150 cards, 3 slaps 1 with 30, 2 slaps 2 with 20
    assert piles.cell(table, "challenge", "piles").value == pytest.approx(20 / 25)
    assert piles.cell(table, "1", "cards").value == pytest.approx(30 / 200)
    assert piles.cell(table, "2", "reward").value == 10
    assert piles.cell(table, "1", "per_match").value == 1.5
    assert piles.cell(table, "combo", "reward").value is None
    found = piles.rates(by_hand)
    assert found["traps"].value == pytest.approx(80 / 600)
    assert found["missed"].value == pytest.approx(1 / 20)
    assert found["nothing"].value == pytest.approx((600 - 80 - 16 - 4 - 30) / 600)
    assert piles.folies_pile(by_hand)["jackpot"].value == 0.5


def test_wrong_hands_by_hand(by_hand):
    found = errors.wrong_hands(by_hand)
    assert found["all"].value == 2
    assert found["paid"].value == 4
    # seen: 30 + 15 + 30 in an even match, 37.5 + 50 + 50 in an odd one; 3 slaps in each pair of matches
    assert found["per_trap"].value == pytest.approx(3 / (75 + 137.5))


def test_last_chances_by_hand(by_hand):
    found = drama.last_chances(by_hand)
    assert found.per_match.value == 3.5
    assert found.success.value == pytest.approx(2 / 7)
    assert found.winners.value == 0.5


def test_comebacks_by_hand(by_hand):
    found = drama.comebacks(by_hand)
    assert (found.trailer.value, found.leader.value) == (0, 0.5)
    assert found.rate.value == 0
    # even matches: seat 1 is out at half-time, of the others seat 0 has fewer; odd ones: seats 0 and 1 have none
    assert found.last_in.value == pytest.approx((1 + 0 + 0) / 3)
    assert found.open_for.value == pytest.approx((0.75 + 0.25) / 2)
    assert found.decisiveness.value == pytest.approx(0.5)
    assert (found.deepest.value, found.brink.value) == (11, 0.5)


def test_summary_and_comparison_of_small_tables(by_hand):
    import json

    figures = summarise(by_hand)
    assert figures["matches"] == 60
    json.dumps({name: value for name, value in figures.items() if name != "plan"}, allow_nan=False)
    text = summary_text(figures)
    assert "First player out" in text
    assert "King" not in text
    longer = _run()
    longer._tables["matches"] = longer._tables["matches"].with_columns(pl.col("ms") + 60_000)
    found = compare(by_hand, longer)
    rows = {row["what"]: row for row in found["rows"]}
    assert rows["minutes a match"]["difference"] == pytest.approx(1)
    assert rows["minutes a match"]["verdict"] == "more"
    assert rows["cards won by slap 1"]["a"] == pytest.approx(30 / 200)
    assert "minutes a match" in compare_text(found)


# Speed


def test_relative_latency_by_hand():
    seats = [{"match": m, "seat": s, "typical_ms": ms} for m in range(40) for s, ms in enumerate((300, 400, 500))]
    run = Tables(3, [{"match": m, "winners": 1} for m in range(40)], seats)
    table = speed.relative_latency(run).filter(pl.col("match") == 0).collect()
    assert table["relative"].to_list() == pytest.approx([300 / 450, 1, 500 / 350])
    classes = speed.by_class(run)
    assert classes["class"].to_list() == [1, 4, 8]
    assert classes["value"].to_list() == [1, 0, 0]
    assert len(speed.class_names()) == len(speed.EDGES) + 1


def test_crossing_by_hand():
    shares = [Estimate(v, v - 0.05, v + 0.05, 100, 100) for v in (0.40, 0.30, 0.20)]
    found = speed.crossing((0, 1, 2), shares, 0.25)
    assert found.at == pytest.approx(1.5)
    assert (found.low, found.high) == (pytest.approx(1), pytest.approx(2))
    assert speed.crossing((0, 1), shares[:2], 0.25) == speed.Crossing(None, None, None)


# Luck and cards


def test_masks_to_cards():
    # code = 6 * value + family: 0R is code 0, 10S code 64, 16W code 101
    frame = pl.DataFrame(
        {"dealt_low": [1 << 0 | 1 << 63], "dealt_high": [1 << (64 - 64) | 1 << (101 - 64)]},
        schema={"dealt_low": pl.UInt64, "dealt_high": pl.UInt64},
    )
    found = mask_matrix(frame)
    assert [luck.KINDS[i] for i in np.flatnonzero(found[0])] == ["0R", "10G", "10S", "16W"]
    assert luck.high_cards(found).tolist() == [[0, 0, 0, 0, 0, 1]]


def test_explained_share_of_planted_variance():
    rng = np.random.default_rng(4)
    n = 20_000
    x = rng.integers(0, 2, (n, 3)).astype(float)
    design = np.column_stack([np.ones(n), x])
    y = x @ (1.0, 0.0, 0.0) + rng.normal(0, 0.75**0.5, n)  # variance .25 of 1
    found = explained(design, y, np.arange(n) % 20)
    assert found.value == pytest.approx(0.25, abs=0.01)
    assert found.low < 0.25 < found.high
    assert explained(design, rng.normal(0, 1, n), np.arange(n) % 20).value == pytest.approx(0, abs=0.001)
    # a column twice changes nothing
    twice = explained(np.column_stack([design, x[:, 0]]), y, np.arange(n) % 20)
    assert twice.value == pytest.approx(found.value)


@pytest.fixture(scope="module")
def dealt_at_random():
    """Two players, who wins depends on the number of dealt cards of value 16 only."""
    rng = np.random.default_rng(8)
    matches, seats = [], []
    for match in range(3000):
        order = rng.permutation(102)
        hands = [order[:51], order[51:]]
        aces = sum(int(code) // 6 == 16 for code in hands[0])
        winner = int(rng.random() > 0.5 + 0.1 * (aces - 3))
        matches.append({"match": match, "winners": 1 << winner})
        for seat, hand in enumerate(hands):
            mask = sum(1 << int(code) for code in hand)
            seats.append(
                {"match": match, "seat": seat, "place": seat, "dealt": 51, "dealt_low": mask % 2**64,
                 "dealt_high": mask >> 64}
            )  # fmt: skip
    return Tables(2, matches, seats)


def test_luck_finds_the_cards_that_count(dealt_at_random):
    found = luck.luck_shares(dealt_at_random)
    # the number of 16s has variance 6 * 1/4 * 96/101, and each is worth .1: .0143 of .25
    assert found["high"].value == pytest.approx(0.01 * 1.5 * 96 / 101 / 0.25, abs=0.02)
    assert found["place"].value == pytest.approx(0, abs=0.01)
    assert found["null"].value == pytest.approx(0, abs=0.01)
    most = luck.by_high_cards(dealt_at_random, (16,))
    assert most["most"].to_list() == [0, 1, 2]
    assert most["value"][2] > 0.6
    effects = luck.card_effects(dealt_at_random, nulls=10)
    by_card = dict(zip(effects.cards["card"], effects.cards["value"], strict=True))
    assert np.mean([by_card[f"16{family}"] for family in "RBYGSW"]) == pytest.approx(0.1, abs=0.03)
    assert effects.cards.filter("flagged")["card"].str.starts_with("16").all()
    assert effects.pairs.height == 0


# Exact rates of the conditions


def test_exact_rates_are_those_of_the_rules():
    found = {name: 100 * float(share) for name, share in base_rates.exact().items()}
    expected = {"nothing": 61.8, "1": 3.30, "1+3": 0.83, "1bis": 1.58, "1bis+3": 0.40, "third Shadow": 0.40}
    expected |= {"2": 2.81, "3": 15.4, "trap": 13.5, "trap on same value": 0.66}
    for name, share in expected.items():
        assert found[name] == pytest.approx(share, abs=0.06), name
    assert sum(found[name] for name in base_rates.KINDS) == pytest.approx(100)


def test_exact_rates_by_brute_force_on_one_card():
    # C = 5R: of the 101 * 100 pairs under it 5 * 100 - ... have P of value 5; 16 * 15 are two other reds
    cards = [(value, family) for value in range(17) for family in range(6)]
    counts = dict.fromkeys(base_rates.KINDS, 0)
    card = (5, 0)
    for p in cards:
        for pp in cards:
            if len({card, p, pp}) == 3:
                counts[base_rates.kind(card, p, card[1] == p[1] == pp[1])] += 1
    assert counts["1bis"] == 16 * 15
    assert counts["1"] == 5 * 100
    assert counts["nothing"] == 101 * 100 - 16 * 15 - 500
