"""The questions about NUM-SPEED on small tables worked out by hand, and on planted effects."""

import json
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest
from scipy import stats

from numsim.analysis.compare import compare, compare_text
from numsim.analysis.rates import match_share, seat_test
from numsim.analysis.speed import (
    cards,
    carry,
    combos,
    drama,
    ends,
    frames,
    lab,
    lengths,
    plateau,
    skill,
    specials,
    turns,
)
from numsim.analysis.speed.sweeps import OUTCOMES, outcomes
from numsim.analysis.summary import summarise, summary_text
from numsim.analysis.sweeps import changes
from numsim.games import GAMES
from numsim.games.speed.tables import MATCHES, ROUNDS, SEATS

needs_game = pytest.mark.skipif(all(game.name != "speed" for game in GAMES), reason="the game is not there yet")
COPIES = {
    "n_joker": 2, "n_infini": 4, "n_numx": 1, "n_simple": 2, "n_double": 2, "n_twister": 2, "n_block": 3, "n_bombe": 1,
}  # fmt: skip
RULES = {"mode": "speedrun", "score": "classic", "ending": "points", "play_on": False, **COPIES}


class Tables:
    """Stands for a run: a plan and tables written by hand; columns that are not given are 0."""

    def __init__(self, players, matches, rounds, seats, bots=("greedy",), rotate=False, folder="by-hand", **rules):
        line = list(bots) * players if len(bots) == 1 else list(bots)
        self.bots = list(dict.fromkeys(line))
        self.plan = SimpleNamespace(
            game="speed", players=players, matches=len(matches), bots=line, rotate=rotate, seed=1,
            rules={**RULES, **rules},
        )  # fmt: skip
        self.plan.as_dict = lambda: {**vars(self.plan), "as_dict": None}
        self.matches, self.rounds = len(matches), len(rounds)
        self.complete, self.folder = True, folder
        self._tables = {
            "matches": _frame(MATCHES, matches, players),
            "rounds": _frame(ROUNDS, rounds, players),
            "seats": _frame(SEATS, seats, players),
        }

    def table(self, name):
        return self._tables[name].lazy()


def _frame(table, rows, players):
    columns = {}
    for column in table.columns:
        kind = getattr(pl, np.dtype(column.dtype).name.replace("ui", "UI").replace("bool", "Boolean"))
        for name, _ in column.parts(players):
            columns[name] = pl.Series([row.get(name, 0) for row in rows]).cast(kind)
    return pl.DataFrame(columns)


def _points(values):
    return {f"points_{seat}": value for seat, value in enumerate(values)}


# Three players. Even matches: two rounds, seat 0 wins; odd ones: one round, seats 1 and 2 share the win.
LONG = {"rounds": 2, "dealer": 0, "winners": 0b001, "lead_changes": 1, "ms": 180_000, **_points((4, 30, 20))}
LONG_ROUNDS = [
    {"round": 1, "starter": 0, "winner": 0, "outs": 0b011, "tours": 6, "plays": 20, "interrupts": 8, "draws": 10,
     "actions": 2, "flips": 1, "could_cover": 0b111, "deck_left": 10, "events": 40, "ms": 120_000},
    {"round": 2, "starter": 1, "winner": 0, "outs": 0b001, "tours": 4, "plays": 10, "interrupts": 2, "draws": 5,
     "flips": 3, "could_cover": 0b001, "events": 30, "ms": 60_000},
]  # fmt: skip
LONG_SEATS = [
    [
        {"out": 1, "plateau_left": 2, "malus_classic": 2, "malus_competition": 10, "turns": 8, "turns_lost": 2,
         "turns_taken": 1, "laid_lead": 3, "won_lead": 3, "shed_lead": 6, "laid_equal": 5, "out_of_turn_equal": 4,
         "won_equal": 1, "shed_equal": 5, "laid_shadow": 2, "out_of_turn_shadow": 1, "won_shadow": 1, "shed_shadow": 2,
         "picked_up": 6, "bonus_actions": 1, "played_block": 1, "block_all": 1, "had_block": 1, "chances": 10,
         "noticed": 8, "late": 2, "from_own": 1, "from_others": 3, "draws": 4, "drawn_laid": 1, "plateau_plays": 1,
         "plateau_most": 3},
        {"out": 2, "plateau_left": 4, "malus_classic": 5, "specials_left": 1, "turns": 6, "turns_lost": 4,
         "turns_taken": 3, "laid_cas1": 10, "won_cas1": 2, "shed_cas1": 10, "taken": 3, "blocked_turns": 1},
        {"hand_left": 1, "stuck": True, "specials_left": 1, "malus_classic": 2, "malus_competition": 5, "turns": 10,
         "obliged_turns": 2, "obliged_failed": 1},
    ],
    [
        {"out": 1, "malus_classic": 2, "turns": 5, "laid_lead": 1, "won_lead": 1, "shed_lead": 1},
        {"hand_left": 20, "malus_classic": 25, "specials_left": 5, "turns": 5, "turns_lost": 1},
        {"hand_left": 18, "malus_classic": 18, "turns": 5, "turns_taken": 1},
    ],
]  # fmt: skip
SHORT = {"rounds": 1, "dealer": 1, "winners": 0b110, "ms": 60_000, **_points((30, 3, 3))}
SHORT_ROUNDS = [
    {"round": 1, "starter": 255, "opening": 1, "winner": 255, "tours": 2, "plays": 10, "flips": 60, "blocked": True,
     "deck_out_event": 20, "events": 50, "ms": 60_000},
]  # fmt: skip
SHORT_SEATS = [
    [
        {"hand_left": 30, "malus_classic": 30, "turns": 10, "laid_cas1": 10, "won_cas1": 5, "shed_cas1": 10},
        {"hand_left": 3, "malus_classic": 3, "turns": 10},
        {"hand_left": 3, "malus_classic": 3, "turns": 10},
    ]
]


def _run(pairs=30, extra=False, **more):
    matches, rounds, seats = [], [], []
    for match in range(2 * pairs):
        row, own, cells = (LONG, LONG_ROUNDS, LONG_SEATS) if match % 2 == 0 else (SHORT, SHORT_ROUNDS, SHORT_SEATS)
        matches.append({"match": match, **row})
        rounds += [{"match": match, **line} for line in own]
        for number, hands in enumerate(cells, 1):
            seats += [{"match": match, "round": number, "seat": seat, "dealt": 13, **h} for seat, h in enumerate(hands)]
        if extra:
            number = row["rounds"] + 1
            rounds.append({"match": match, "round": number, "extra": True, "plays": 99, "ms": 999_999, "winner": 0})
            seats += [
                {"match": match, "round": number, "seat": seat, "malus_classic": 99, "hand_left": 99, "dealt": 13}
                for seat in range(3)
            ]
    return Tables(3, matches, rounds, seats, **more)


@pytest.fixture(scope="module")
def by_hand():
    return _run()


def test_wins_by_seat_and_from_the_dealer(by_hand):
    assert match_share(by_hand, "seat")["value"].to_list() == [0.5, 0.25, 0.25]
    # even: seat 0 deals; odd: seat 1, so seat 2 is one after him
    assert match_share(by_hand, "place")["value"].to_list() == [0.5 + 0.25, 0.25, 0]
    assert seat_test(by_hand).wins == [30, 15, 15]


def test_rounds_after_the_end_do_not_count(by_hand):
    extra = _run(extra=True, play_on=True)
    assert frames.round_rows(extra).collect().height == 90
    assert frames.round_rows(extra, extra=True).collect().height == 150
    assert frames.seat_rows(extra, "turns").collect().equals(frames.seat_rows(by_hand, "turns").collect())
    assert frames.seat_rows(extra, extra=True).collect().height == 450
    assert lengths.match_lengths(extra).equals(lengths.match_lengths(by_hand))


def test_results_of_rotating_line_ups():
    run = _run(bots=("tactician", "greedy", "novice"), rotate=True)
    bots, wins, malus = frames.results(run, 4)
    assert bots.tolist() == [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]
    assert wins.tolist() == [[1, 0, 0], [0, 0.5, 0.5]] * 2
    assert malus[0].tolist() == [2, 15, 10]
    own = frames.by_bot(bots, wins, 3)
    assert own[1].tolist() == [0.5, 0, 0.5]
    assert np.isnan(frames.by_bot(bots[:, :1], wins[:, :1], 3)[0]).tolist() == [False, True, True]


def test_lengths_by_hand(by_hand):
    table = lengths.length_table(by_hand)
    minutes = table.filter((pl.col("per") == "match") & (pl.col("what") == "minutes")).row(0, named=True)
    # 3 minutes and twice 65 seconds; 1 minute and 65 seconds
    assert minutes["value"] == pytest.approx((3 + 130 / 60 + 1 + 65 / 60) / 2)
    plays = table.filter((pl.col("per") == "round") & (pl.col("what") == "plays")).row(0, named=True)
    assert plays["value"] == pytest.approx(40 / 3)
    assert lengths.printed(by_hand) == (20, 25)
    assert lengths.outside(by_hand, (3, 5))["longer"].value == 0.5
    assert lengths.outside(by_hand, (3, 5))["shorter"].value == 0.5
    fit = lengths.rounds_that_fit(by_hand)
    assert fit[0] == pytest.approx(20 / ((4 + 195 / 60) / 3))


def test_combinations_by_hand(by_hand):
    found = combos.combos(by_hand)
    # a pair of matches: 4 leads, 20 cas 1, 5 equivalences, 2 shadows
    assert found["equal"].share.value == pytest.approx(5 / 31)
    assert found["equal"].per_round.value == pytest.approx(5 / 3)
    assert found["equal"].out_of_turn.value == pytest.approx(4 / 5)
    assert found["cas1"].won.value == pytest.approx(7 / 20)
    assert found["lead"].shed.value == pytest.approx(7 / 4)
    # of the two seats a pair of matches that lay cas 1 none goes out first; both seats with a lead do
    assert (found["cas1"].used.value, found["cas1"].unused.value) == (0, pytest.approx(2 / 7))
    assert (found["lead"].used.value, found["lead"].unused.value) == (1, 0)
    assert found["minus"].won.value is None
    assert combos.share_of_plies(by_hand, "equal", "shadow").value == pytest.approx(7 / 31)
    shadow = combos.shadows(by_hand)
    assert shadow["per_seat"].value == pytest.approx(2 / 9)
    assert shadow["picked_up"].value == 3
    assert (shadow["won"].value, shadow["out_of_turn"].value, shadow["bonus"].value) == (0.5, 0.5, 0.5)


def test_turns_by_seat_and_beside_somebody(by_hand):
    found = turns.by_seat(by_hand)
    assert [t.lost.value for t in found] == pytest.approx([2 / 3, 5 / 3, 0])
    assert [t.share.value for t in found] == pytest.approx([2 / 25, 5 / 26, 0])
    assert [t.taken.value for t in found] == pytest.approx([1 / 3, 1, 1 / 3])
    assert found[0].malus.value == pytest.approx(34 / 3)
    # the fast one sits in seat 1 in all matches: seat 2 is one after him, seat 0 two
    near = turns.beside(_run(bots=("slow", "fast", "slow")), 1)
    assert [t.lost.value for t in near] == pytest.approx([5 / 3, 0, 2 / 3])
    assert [t.win.value for t in near] == pytest.approx([0.25, 0.25, 0.5])
    rotated = turns.beside(_run(bots=("fast", "slow", "slow"), rotate=True), 0)
    # he sits in seat 0, 2, 1, 0, 2, 1 ...; wins 1, .5, 0, 0, 0, .5 of them
    assert rotated[0].win.value == pytest.approx(2 / 6)


def test_reactions_and_openings_by_hand(by_hand):
    found = turns.reactions(by_hand)
    assert found["chances"].value == pytest.approx(10 / 9)
    assert (found["noticed"].value, found["late"].value) == (0.8, 0.25)
    opened = turns.openings(by_hand)
    assert opened["first_covered"].value == pytest.approx(1 / 3)
    assert opened["could"].value == pytest.approx(4 / 3)
    assert opened["contested"].value == pytest.approx(1 / 3)
    assert opened["nobody"].value == pytest.approx(1 / 3)
    assert opened["starter"].value == 0.5


def test_plateaus_by_hand(by_hand):
    found = plateau.plateau(by_hand)
    assert set(found) == set(plateau.FIGURES)
    assert found["left"].value == pytest.approx(6 / 9)
    assert found["of_left"].value == pytest.approx(6 / (6 + 1 + 38 + 36))
    assert found["kept"].value == 0.25
    assert found["others"].value == pytest.approx(3 / 9)
    assert found["of_laid"].value == pytest.approx(1 / 31)
    assert found["emptied"].value == pytest.approx(4 / 10)


def test_ends_of_rounds_by_hand(by_hand):
    found = ends.ends(by_hand)
    assert set(found) == set(ends.FIGURES)
    assert found["stuck_rounds"].value == pytest.approx(1 / 3)
    assert found["stuck"].value == pytest.approx(1 / 9)
    assert found["blocked"].value == found["nobody"].value == found["deck_out"].value == pytest.approx(1 / 3)
    assert found["outs"].value == 1
    assert found["several"].value == pytest.approx(1 / 3)
    assert found["spread"].value == pytest.approx((3 + 23 + 27) / 3)
    assert found["specials"].value == pytest.approx(7 / 81)


def test_specials_by_hand(by_hand):
    found = specials.specials(by_hand)
    assert list(found) == list(specials.NAMES)
    assert (found["block"].dealt.value, found["block"].used.value) == (pytest.approx(1 / 3), pytest.approx(1 / 3))
    assert found["block"].first_used.value == 1
    assert found["block"].first_unused.value == pytest.approx(1 / 8)
    duties = specials.obligations(by_hand)
    assert duties["obliged"].value == pytest.approx(2 / 3)
    assert (duties["failed"].value, duties["all"].value, duties["bonus"].value) == (0.5, 1, 1)


def test_outcomes_of_sweeps_and_their_changes(by_hand):
    found = outcomes(by_hand, 60)
    assert set(found) == set(OUTCOMES)
    assert found["malus"].mean() == pytest.approx(90 / 9)
    assert found["starter"].mean() == pytest.approx(0.5)
    assert found["lost"].mean() == pytest.approx(7 / (34 + 30 + 7 + 5))
    assert found["spread"].mean() == pytest.approx(53 / 3)
    assert found["round"].mean() == pytest.approx((4 + 195 / 60) / 3)
    longer = _run(folder="longer")
    longer._tables["rounds"] = longer._tables["rounds"].with_columns(pl.col("ms") + 60_000)
    table = changes({"longer": (by_hand, longer)}, outcomes)
    assert table["longer"]["round"].paired.difference.value == pytest.approx(1)
    assert table["longer"]["minutes"].paired.difference.value == pytest.approx(1.5)
    assert table["longer"]["round"].certain
    assert not table["longer"]["malus"].certain


@needs_game
def test_summary_and_comparison_of_small_tables(by_hand):
    figures = summarise(by_hand)
    assert figures["matches"] == 60
    json.dumps({name: value for name, value in figures.items() if name != "plan"}, allow_nan=False)
    text = summary_text(figures)
    for word in ("dealer + 1", "Equivalence, same value", "Ends of rounds", "match over 25 min"):
        assert word in text
    assert "nan" not in text
    other = _run(folder="other")
    other._tables["rounds"] = other._tables["rounds"].with_columns(pl.col("interrupts") + 1)
    found = compare(by_hand, other)
    rows = {row["what"]: row for row in found["rows"]}
    assert rows["interrupts a round"]["difference"] == pytest.approx(1)
    assert rows["interrupts a round"]["verdict"] == "more"
    assert rows["blocked rounds"]["a"] == pytest.approx(1 / 3)
    assert "interrupts a round" in compare_text(found)


# SPEED-GAME


def _game(pairs=30):
    """Even matches: seat 0 goes out first in both rounds and wins; odd ones: seat 1 in round 1, seat 2 wins."""
    matches, rounds, seats = [], [], []
    for match in range(2 * pairs):
        even = match % 2 == 0
        matches.append({"match": match, "rounds": 2, "winners": 0b001 if even else 0b100, **_points((1, 2, 3))})
        for number in (1, 2):
            rounds.append({"match": match, "round": number})
            first = 0 if even else (1 if number == 1 else 2)
            for seat in range(3):
                mine = seat == first
                seats.append(
                    {"match": match, "round": number, "seat": seat, "dealt": 10, "out": int(mine),
                     "kept": (4 if seat != (0 if even else 1) else 0) if number == 2 else 0,
                     "plateau_left": 3 if seat == 2 else 1,
                     "malus_competition": (0 if mine else 10) if number == 2 else 5,
                     # seat 2 is dealt 16R (code 96), the others 0R (code 0)
                     "dealt_low": 0 if seat == 2 else 1, "dealt_high": 1 << 32 if seat == 2 else 0}
                )  # fmt: skip
    return Tables(3, matches, rounds, seats, mode="speedgame", score="competition", ending="2rounds")


def test_early_lead_by_hand(by_hand):
    found = drama.early_lead(by_hand)
    # even: seats 0 and 2 share the lead with 2, seat 0 wins; odd: seats 1 and 2 share the lead and the win
    assert found.leader.value == pytest.approx((0.5 + 0.5) / 2)
    assert found.last.value == 0
    assert found.changes.value == 0.5


def test_carry_over_by_hand():
    run = _game()
    found = carry.carry(run)
    assert (found.win.value, found.again.value) == (0.5, 0.5)
    assert (found.kept_winner.value, found.kept_others.value) == (0, 4)
    assert found.malus_winner.value == 5  # 0 in even matches, 10 in odd ones
    assert found.malus_others.value == pytest.approx((10 + 5) / 2)
    assert found.first_part.value == pytest.approx(15 / 35)
    assert found.nobody.value == 0
    assert found.plateau_leads.value == 0.5
    none, some, *_ = carry.by_kept(run)
    assert (none.value, some.value) == (0.5, None)
    assert carry.by_kept(run)[2].value == pytest.approx(30 / 120)
    sums, shares = carry.by_dealt_sum(run, parts=2)
    assert sums == [0.0, 16.0] or shares[-1].n >= 60
    assert lengths.printed(run) == (30, 40)


# The scoring laboratory


CLASSIC = [[10, 2, 4], [10, 2, 4], [10, 2, 4], [0, 12, 1], [0, 12, 1]]
COMPETITION = [[5, 40, 10], [5, 0, 10], [5, 0, 10], [5, 0, 10], [5, 0, 10]]


@pytest.fixture(scope="module")
def laboratory():
    matches, rounds, seats = [], [], []
    for match in range(40):
        matches.append({"match": match, "rounds": 3, "winners": 1})
        for number, (classic, competition) in enumerate(zip(CLASSIC, COMPETITION, strict=True), 1):
            rounds.append({"match": match, "round": number, "extra": number > 3, "ms": 60_000})
            seats += [
                {"match": match, "round": number, "seat": seat, "malus_classic": classic[seat],
                 "malus_competition": competition[seat], "specials_left": int(seat == 2)}
                for seat in range(3)
            ]  # fmt: skip
    return lab.Laboratory(Tables(3, matches, rounds, seats, bots=("a", "b", "c"), play_on=True))


def test_laboratory_by_hand(laboratory):
    thirty = laboratory.result("classic", "30 points")
    assert thirty.rounds.tolist() == [3] * 40
    assert thirty.totals[0].tolist() == [30, 6, 12]
    assert thirty.wins[0].tolist() == [0, 1, 0]
    assert thirty.minutes[0] == pytest.approx(3 + 3 * 65 / 60)
    five = laboratory.result("classic", "5 rounds")
    assert five.totals[0].tolist() == [30, 30, 14]
    assert five.wins[0].tolist() == [0, 0, 1]
    fast = laboratory.result("competition", "30 points")
    assert fast.rounds[0] == 1
    assert fast.wins[0].tolist() == [1, 0, 0]
    assert not laboratory.result("classic", "40 points").done.any()
    assert laboratory.result("classic, specials 3", "2 rounds").totals[0].tolist() == [20, 4, 10]
    assert lab.agreement(thirty, five).value == 0
    assert lab.agreement(five, five).value == 1
    # 30 6 12 against 30 30 14: tau-b of one agreeing pair, one other way, one tie
    expected = stats.kendalltau([30, 6, 12], [30, 30, 14]).statistic
    assert lab.tau(thirty, five).value == pytest.approx(expected)


def test_laboratory_judges_a_mode(laboratory):
    found = lab.judge(laboratory, ("classic", "30 points"), 1, 0)
    assert [share.value for share in found.shares] == [0, 1, 0]
    assert (found.rounds.value, found.ties.value, found.tell) == (3, 0, 1)
    assert found.skill.value == pytest.approx(1)
    assert lab.judge(laboratory, ("classic", "30 points"), 0, 1).tell is None
    nothing = lab.judge(laboratory, ("classic", "40 points"), 1, 0)
    assert nothing.rounds.value is None
    assert nothing.tell is None
    assert nothing.done.value == 0
    change = lab.incentive(laboratory, laboratory, "competition", 1)
    assert (change.a, change.difference.value) == (8, 0)


# Skill


def _planted(line, matches, values, rotate=False):
    """One round a match; `values(match, seat, name)` is a seat's malus."""
    rows = []
    for match in range(matches):
        names = [line[(match * rotate + seat) % len(line)] for seat in range(len(line))]
        malus = [values(match, seat, name) for seat, name in enumerate(names)]
        best = 1 << int(np.argmin(malus))
        rows.append({"match": match, "rounds": 1, "winners": best, **_points([round(v) for v in malus])})
    return Tables(len(line), rows, [], [], bots=line, rotate=rotate)


def test_ladder_by_hand():
    worth = {"c": 10, "b": 20, "a": 30}
    runs = [
        _planted(line, 40, lambda match, seat, name: worth[name] + match % 2, rotate=True)
        for line in (["a", "b"], ["b", "c"], ["a", "c"])
    ]
    found = skill.ladder(runs, ["a", "b", "c"])
    assert [e.value for e in found.malus] == pytest.approx([30.5, 20.5, 10.5])
    assert [e.value for e in found.wins] == [0, 0.5, 1]
    assert [(rung.better, rung.worse, rung.malus.value) for rung in found.rungs] == [("b", "a", 10), ("c", "b", 10)]
    assert [rung.tell for rung in found.rungs] == [1, 1]
    gap, tell = skill.lead(runs[0], 1, 0)
    assert (gap.value, tell) == (1, 1)


def test_names_of_bots_and_reflexes():
    assert skill.split_name("greedy@expert:sigma=0.2") == ("greedy", "expert:sigma=0.2")
    assert skill.split_name("greedy") == ("greedy", "trained")
    assert skill.split_name("snap") == ("snap", "instant")


def test_grid_finds_planted_parts_of_the_variance():
    rng = np.random.default_rng(5)
    bots, profiles, deals = ("p", "q"), ("x", "y"), 400
    lines = [["p@x", "q@y"], ["p@y", "q@x"], ["q@y", "p@x"], ["q@x", "p@y"]]
    luck = rng.normal(0, 200, (deals, 2))
    tactics, reflex = {"p": 100, "q": -100}, {"x": 50, "y": -50}

    def value(match, seat, name):
        bot, profile = name.split("@")
        return 5000 + tactics[bot] + reflex[profile] + luck[match, seat] + rng.normal(0, 100)

    runs = [_planted(line, deals, value) for line in lines]
    found = skill.grid(runs, bots, profiles, "malus")
    whole = 100**2 + 50**2 + 200**2 + 100**2
    for name, part in (("tactics", 100**2), ("reflex", 50**2), ("both", 0), ("deal", 200**2), ("rest", 100**2)):
        e = found.split[name]
        assert e.value == pytest.approx(part / whole, abs=0.05), name
    assert sum(e.value for e in found.split.values()) == pytest.approx(1)
    assert found.better.value == pytest.approx(0, abs=0.01)  # one bot is left
    assert found.cells[0][0].value == pytest.approx(5150, abs=30)
    assert found.tactics[1].value == pytest.approx(4900, abs=30)
    assert found.reflexes[0].value == pytest.approx(5050, abs=30)


# Cards


def test_dealt_effects_find_a_planted_card():
    rng = np.random.default_rng(3)
    matches, rounds, seats = [], [], []
    first = np.cumsum([102, *COPIES.values()])  # places of the specials in the deck
    for match in range(1500):
        deck = rng.permutation(119)
        matches.append({"match": match, "rounds": 1})
        rounds.append({"match": match, "round": 1})
        for seat in range(2):
            hand = deck[13 * seat : 13 * seat + 13]
            mask = sum(1 << int(code) for code in hand if code < 102)
            had = {
                f"had_{kind}": int(((hand >= start) & (hand < end)).sum())
                for kind, start, end in zip(specials.NAMES, first, first[1:], strict=False)
            }
            malus = 10 + rng.integers(0, 3) - 5 * had["had_numx"]
            seats.append(
                {"match": match, "round": 1, "seat": seat, "dealt": 13, "dealt_low": mask % 2**64,
                 "dealt_high": mask >> 64, "malus_classic": malus, "malus_competition": malus * 2, "out": seat, **had}
            )  # fmt: skip
    run = Tables(2, matches, rounds, seats)
    found = cards.card_effects(run, nulls=8)
    assert found.rows == 3000
    numx = cards.effect(found, "Num-X", "malus")
    assert numx.value == pytest.approx(-5, abs=0.4)
    assert numx.high < 0
    assert cards.effect(found, "Num-X", "competition").value == pytest.approx(-10, abs=0.8)
    assert cards.effect(found, "nothing", "malus").value is None
    values = cards.group_effects(run, "value")
    assert cards.effect(values, "Num-X", "malus").value == pytest.approx(-5, abs=0.4)
    assert cards.effect(values, "16", "malus").value == pytest.approx(5 / 119, abs=0.3)
    assert cards.group_effects(run, "family").cards["card"].to_list()[:6] == list("RBYGSW")
    others = found.cards.filter((pl.col("outcome") == "malus") & (pl.col("card") != "Num-X"))
    assert others["value"].abs().max() < 0.5
    assert others["flagged"].sum() < 10


# What the report plays


def test_line_ups_of_the_grid_are_balanced():
    from itertools import combinations

    from numsim.report.speed.batches import GRID_BOTS, GRID_PROFILES, grid_lines

    lines = [line.split(",") for line in grid_lines().values()]
    for line in lines:
        policies, profiles = zip(*[seat.split("@") for seat in line], strict=True)
        assert sorted(policies) == sorted(GRID_BOTS)
        assert sorted(profiles) == sorted(GRID_PROFILES)
    pairs = [frozenset(pair) for line in lines for pair in combinations(line, 2)]
    assert len(pairs) == len(set(pairs)) == 72  # of 16 cells, every two of different bot and profile


def test_scaled_people_change_what_they_say():
    from numsim.games.speed.profiles import Profile
    from numsim.report.speed.batches import HUMANS, scaled

    def profile(text):
        return Profile.parse(text.partition("@")[2])

    misses = profile(scaled("tactician", HUMANS["chances missed"], 1.5))
    assert misses.p_det == pytest.approx(1 - 1.5 * (1 - Profile.parse("trained").p_det))
    half = profile(scaled("greedy@expert", HUMANS["advantage of the fast player"], 0.5))
    assert half.latency_factor == pytest.approx((1 + Profile.parse("expert").latency_factor) / 2)
    assert half.sigma == Profile.parse("expert").sigma
    assert profile(scaled("greedy", HUMANS["advantage of the fast player"], 1.5)) == Profile.parse("trained")
    slow = profile(scaled("greedy@expert", HUMANS["movement of the hand"], 1.5))
    assert slow.motor_ms == pytest.approx(1.5 * Profile.parse("expert").motor_ms)
