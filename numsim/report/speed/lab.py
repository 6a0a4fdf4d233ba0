"""The scoring laboratory: the same rounds under every scoring and ending; question 10."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from numsim.analysis.intervals import Estimate
from numsim.analysis.paired import Paired, verdict
from numsim.analysis.speed.lab import Judged, Laboratory, Mode, agreement, incentive, judge, tau
from numsim.report.figures import Chart, by_number, matrix, ranked
from numsim.report.page import Figure, Section, Table
from numsim.report.speed.skill import takes, tell_text
from numsim.report.words import figure, listing, n_text, number, percent, plain_number, plain_percent
from numsim.store import Run

BOOK: Mode = ("classic", "30 points")
MAIN = [(score, ending) for score in ("classic", "competition") for ending in ("30 points", "5 rounds", "2 rounds")]
_MORE = [
    ("classic", "20 points"),
    ("classic", "40 points"),
    ("competition", "20 points"),
    ("competition", "40 points"),
    ("classic, specials 3", "30 points"),
    ("competition, specials 10", "5 rounds"),
]
BETTER, WORSE = 0, 2
"""The bots that a mode is to tell apart: the strongest and greedy, by number in the line-up."""


def name_of(mode: Mode) -> str:
    """A mode in words."""
    return f"{mode[0]}, {mode[1]}"


class Scorings:
    """Results of the laboratory under every mode."""

    def __init__(self, runs: Mapping[str, Run]) -> None:
        self.lab = Laboratory(runs["laboratory"])
        self.told = Laboratory(runs["laboratory, competition"])
        self.bots = self.lab.run.bots
        self.judged: dict[Mode, Judged] = {mode: judge(self.lab, mode, BETTER, WORSE) for mode in [*MAIN, *_MORE]}
        results = {mode: self.lab.result(*mode) for mode in [*MAIN, *_MORE]}
        self.agreement = {(a, b): agreement(results[a], results[b]) for a in MAIN for b in MAIN}
        self.tau = {(a, b): tau(results[a], results[b]) for a in MAIN for b in MAIN}
        self.special = {
            mode: (agreement(results[BOOK], results[mode]), tau(results[BOOK], results[mode])) for mode in _MORE
        }
        self.incentive: dict[tuple[str, int], Paired] = {
            (score, bot): incentive(self.lab, self.told, score, bot)
            for score in ("classic", "competition")
            for bot in range(len(self.bots))
        }
        self.knowing = {mode: judge(self.told, mode, BETTER, WORSE) for mode in MAIN}

    @property
    def sharpest(self) -> Mode:
        """The main mode that tells the better bot best."""
        return max(MAIN, key=lambda mode: self.judged[mode].skill.value or 0)

    @property
    def bluntest(self) -> Mode:
        """The main mode that tells it worst."""
        return min(MAIN, key=lambda mode: self.judged[mode].skill.value or 0)


def _table(scorings: Scorings, modes: Sequence[Mode], caption: str) -> Table:
    """How modes do on the same rounds."""
    best, worse = scorings.bots[BETTER], scorings.bots[WORSE]
    rows = []
    for mode in modes:
        j = scorings.judged[mode]
        rows.append(
            [
                name_of(mode),
                plain_number(j.rounds),
                plain_number(j.minutes),
                percent(j.ties),
                percent(j.shares[BETTER]),
                percent(j.skill),
                tell_text(j.tell),
                f"{scorings.lab.matches:,}",
            ]
        )
    head = ["score and ending", "rounds", "minutes", "shared wins", f"{best} wins", "goes with the bot"]
    return Table([*head, f"matches until {best} is ahead of {worse}", "matches"], rows, caption)


def lab_section(scorings: Scorings) -> Section:
    """Question 10: what scoring and ending change when the rounds are the same."""
    lab, judged = scorings.lab, scorings.judged
    n = lab.matches
    names = [name_of(mode) for mode in MAIN]
    short = [f"{score[:4]}.\n{ending}" for score, ending in MAIN]
    with Chart(3.6, columns=2) as chart:
        for axes, table, title in (
            (chart.all_axes[0], scorings.agreement, "same winner, %"),
            (chart.all_axes[1], scorings.tau, "Kendall's τ of the ranking, × 100"),
        ):
            values = [[_hundred(table[a, b]) for b in MAIN] for a in MAIN]
            matrix(axes, values, names if axes is chart.axes else [""] * len(names), short, centre=100, digits=0)
            axes.set_title(title)
            axes.tick_params(axis="x", labelsize=7)
            axes.tick_params(axis="y", labelsize=8.5)
        agree = chart.svg("agreement", "How often two modes have the same winner, and how alike their rankings are")
    with Chart(2.6, columns=2) as chart:
        left, right = chart.all_axes
        ranked(left, names, [judged[mode].skill for mode in MAIN], unit=" %")
        left.set_xlabel("spread of results that goes with the bot, %")
        ranked(right, [""] * len(names), [judged[mode].ties for mode in MAIN], unit=" %")
        right.set_xlabel("shared wins, %")
        tells = chart.svg("tells", "How well each mode tells the better bot, and how often the win is shared")
    sharp, blunt = scorings.sharpest, scorings.bluntest
    other = ("competition", "30 points")
    score_only = scorings.agreement[("classic", "5 rounds"), ("competition", "5 rounds")]
    ending_only = scorings.agreement[BOOK, ("classic", "5 rounds")]
    best, worse = scorings.bots[BETTER], scorings.bots[WORSE]
    return Section(
        "lab",
        "10 Scoring laboratory",
        "The same rounds, scored and ended in every way: what changes?",
        [
            f"With the same 5 rounds, classic and competition score have the same winner in {percent(score_only)} of "
            "the matches. In the classic score, 30 points and five rounds have the same winner in "
            f"{percent(ending_only)}.",
            f"The mode that tells the better bot best is {name_of(sharp)}: {percent(judged[sharp].skill)} of the "
            f"spread of results go with the bot, and {takes(best, worse, judged[sharp].tell)}. Worst is "
            f"{name_of(blunt)} with {percent(judged[blunt].skill)}: {takes(best, worse, judged[blunt].tell)}.",
            f"30 points in the competition score are reached after {figure(judged[other].rounds, ' rounds', 1)}, in "
            f"the classic score after {figure(judged[BOOK].rounds, ' rounds', 1)}. Wins are shared in "
            f"{percent(judged[BOOK].ties)} of the matches by the book and in "
            f"{percent(judged['classic', '2 rounds'].ties)} after two rounds in the classic score.",
        ],
        [
            Figure(
                agree,
                "Left: how often two modes have the same winner (a shared win counts in part); right: how alike they "
                f"rank the four seats, 100 = alike. Intervals are about ±{_half(scorings)} points. "
                f"{n_text(n, 'matches')}.",
            ),
            Figure(
                tells,
                f"Line-up {listing(scorings.bots)}, trained reflexes, seats rotating; 95 % intervals. "
                f"{n_text(n, 'matches')}.",
            ),
            _table(
                scorings,
                MAIN,
                "The same SPEED RUN rounds under two scores and three endings. 95 % intervals in brackets, N in the "
                "last column.",
            ),
        ],
        ["Rounds were played on until every ending was reached in both scores, so that no mode has its own luck."],
        [
            "The bots play for the classic score here, and none plays for the ending; section “Knowing the score” says "
            "what changes when they play for the competition score.",
        ],
        "Question 10",
    )


def limits_section(scorings: Scorings) -> Section:
    """Other limits and other values of special and action cards, on the same rounds."""
    judged, n = scorings.judged, scorings.lab.matches
    limits = [20, 30, 40]
    with Chart(2.8, columns=2) as chart:
        for axes, what, title in (
            (chart.all_axes[0], "minutes", "minutes a match"),
            (chart.all_axes[1], "skill", "results that go with the bot, %"),
        ):
            series = {
                score: [getattr(judged[score, f"{limit} points"], what) for limit in limits]
                for score in ("classic", "competition")
            }
            by_number(axes, limits, series, scale=1 if what == "minutes" else 100)
            axes.set_title(title)
            axes.set_xlabel("limit, points")
            axes.set_ylim(bottom=0)
        chart.axes.legend()
        svg = chart.svg("limits", "Minutes and share of the variance that goes with the bot over the limit")
    order = [
        *[(score, f"{limit} points") for score in ("classic", "competition") for limit in limits],
        ("classic, specials 3", "30 points"),
        ("competition, specials 10", "5 rounds"),
    ]
    rows = [
        [name_of(mode), percent(same), figure(ranks, "", 2), f"{n:,}"]
        for mode, (same, ranks) in scorings.special.items()
    ]
    low, book, high = (judged["classic", f"{limit} points"] for limit in limits)
    dear, plain = judged["classic, specials 3", "30 points"], judged[BOOK]
    same = scorings.special["classic, specials 3", "30 points"][0]
    return Section(
        "limits",
        "10 Limits and values",
        "What would another limit, or other values of special cards, change?",
        [
            f"In the classic score 20 points take {figure(low.minutes, ' minutes')}, 30 points "
            f"{figure(book.minutes, ' minutes')} and 40 points {figure(high.minutes, ' minutes')}; the share of the "
            f"results that goes with the bot is {percent(low.skill)}, {percent(book.skill)} and {percent(high.skill)}.",
            f"If special and action cards counted 3 instead of 2, the same players would win in {percent(same)} of the "
            f"matches, after {figure(dear.rounds, ' rounds')} instead of {figure(plain.rounds, ' rounds')}.",
        ],
        [
            Figure(
                svg,
                "The same rounds ended at 20, 30 and 40 points in both scores; 95 % intervals. "
                f"{n_text(n, 'matches')}.",
            ),
            _table(
                scorings,
                order,
                "Specials 3 and 10: what a special or action card left counts instead of 2 (classic) and 5 "
                "(competition). 95 % intervals in brackets, N in the last column.",
            ),
            Table(
                ["score and ending", "same winner as by the book", "Kendall's τ to the book", "matches"],
                rows,
                "Against the book's classic score to 30 points, on the same rounds. 95 % intervals in brackets, N in "
                "the last column.",
            ),
        ],
        [],
        ["The bots know none of these limits and values."],
        "Question 10",
    )


_CHANGES = {"better": "lower", "worse": "higher", "same": "the same", "undecided": "undecided"}


def knowing_section(scorings: Scorings) -> Section:
    """What changes when the bots play for the competition score."""
    n = min(scorings.lab.matches, scorings.told.matches)
    rows = []
    for bot, name in enumerate(scorings.bots):
        cells = []
        for score in ("classic", "competition"):
            paired = scorings.incentive[score, bot]
            cells += [number(paired.a, 2), figure(paired.difference, "", 2, sign=True)]
        rows.append([name, *cells, f"{n:,}"])
    modes = []
    for mode in MAIN:
        plain, told = scorings.judged[mode], scorings.knowing[mode]
        cells = [percent(e) for e in (plain.shares[BETTER], told.shares[BETTER], plain.skill, told.skill)]
        modes.append([name_of(mode), *cells, f"{n:,}"])
    best = scorings.bots[BETTER]
    with Chart(2.0) as chart:
        own = [scorings.incentive["competition", bot].difference for bot in range(len(scorings.bots))]
        ranked(chart.axes, scorings.bots, own, scale=1, reference=0, digits=2)
        chart.axes.set_xlabel("change of the competition malus a round by playing for it")
        svg = chart.svg("knowing", "Change of the competition malus when the bots play for the competition score")
    smart = scorings.incentive["competition", BETTER]
    word = verdict(smart.difference.shifted(0, -1), 0.01 * abs(smart.a), ("better", "worse")).word
    fixed = ("competition", "5 rounds")
    return Section(
        "knowing",
        "10 Knowing the score",
        "What changes when the bots know that high cards cost more?",
        [
            f"When all bots play for the competition score, the competition malus of {best} is {_CHANGES[word]}: "
            f"{figure(smart.difference, '', 2, sign=True)} points a round from {number(smart.a, 1)}.",
            f"Over five rounds in the competition score {best} then wins "
            f"{percent(scorings.knowing[fixed].shares[BETTER])} instead of "
            f"{percent(scorings.judged[fixed].shares[BETTER])} of the matches.",
        ],
        [
            Figure(
                svg,
                f"First five rounds on the same deals; line-up {listing(scorings.bots)}; 95 % intervals. "
                f"{n_text(n, 'matches')}.",
            ),
            Table(
                [
                    "bot",
                    "classic malus a round",
                    "change by playing for competition",
                    "competition malus a round",
                    "change by playing for competition",
                    "matches",
                ],
                rows,
                "Malus a round of a seat over the first five rounds when all bots play for the classic score, and the "
                "change when they play for the competition score, on the same deals. 95 % intervals in brackets, N in "
                "the last column.",
            ),
            Table(
                [
                    "score and ending",
                    f"{best} wins, playing for classic",
                    f"{best} wins, playing for competition",
                    "goes with the bot, playing for classic",
                    "goes with the bot, playing for competition",
                    "matches",
                ],
                modes,
                "The laboratory of both batches. 95 % intervals in brackets, N in the last column.",
            ),
        ],
        [],
        [
            "Only bots that weigh their cards by the score change their play (tactician, counter); what people "
            "would make of it may be more.",
        ],
        "Question 10",
    )


def lab_headline(scorings: Scorings) -> tuple[str, str]:
    """Figure and sentence for the first page."""
    sharp, blunt = scorings.sharpest, scorings.bluntest
    same = scorings.agreement[("classic", "5 rounds"), ("competition", "5 rounds")]
    return plain_percent(same), (
        f"The same five rounds have the same winner in classic and competition score in {percent(same)} of the "
        f"matches; the better bot shows best in {name_of(sharp)} and least in {name_of(blunt)} "
        f"({plain_percent(scorings.judged[sharp].skill)} and {plain_percent(scorings.judged[blunt].skill)} of the "
        "spread of results)."
    )


def _hundred(e: Estimate) -> float | None:
    return None if e.value is None else 100 * e.value


def _half(scorings: Scorings) -> str:
    halves = [((e.high or 0) - (e.low or 0)) / 2 for e in (*scorings.agreement.values(), *scorings.tau.values())]
    return number(100 * max(halves, default=0))
