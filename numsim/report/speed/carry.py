"""SPEED-GAME: what winning round 1 is worth, under every reading of what is carried over; question 10."""

from __future__ import annotations

from collections.abc import Mapping

from numsim.analysis.intervals import Estimate
from numsim.analysis.speed.carry import Carry, by_dealt_sum, by_kept, carry
from numsim.report.figures import Chart, by_number, ranked
from numsim.report.page import Figure, Section, Table
from numsim.report.speed.batches import CARRIES, REFERENCE
from numsim.report.words import against, apart, figure, n_text, number, percent, plain_number, plain_percent, points
from numsim.store import Run

_NAMES = {
    "game": "by the book: hands kept unscored",
    "game, clear": "nothing is carried over",
    "game, finisher_only": "only the finisher's plateau is scored",
    "game, score_and_keep": "hands scored and kept",
    "game, score=classic": "classic score",
    "game, specials 10": "special and action cards count 10",
}
_KEPT = ("none", "1 to 3", "4 to 6", "7+")


class Game:
    """The SPEED-GAME batches."""

    def __init__(self, runs: Mapping[str, Run]) -> None:
        self.runs = {name: runs[name] for name in _NAMES}
        self.found: dict[str, Carry] = {name: carry(run) for name, run in self.runs.items()}
        self.kept = by_kept(self.runs["game"])
        self.sums, self.by_sum = by_dealt_sum(self.runs["game"])

    @property
    def book(self) -> Carry:
        """By the book."""
        return self.found["game"]


_WORDS = {
    "above": "Winning round 1 is an advantage",
    "below": "Winning round 1 is a disadvantage",
    "same": "Winning round 1 makes no difference",
    "undecided": "Whether winning round 1 helps is undecided",
}


_HIGH = {
    "first": "Being dealt high values hurts",
    "second": "Being dealt high values helps",
    "neither": "Whether one is dealt high or low values makes no difference that these matches can show",
    "": "Too few data on high values",
}


def _edge(e: Estimate) -> str:
    return points(e.shifted(-1 / 4))


def carry_section(game: Game) -> Section:
    """Question 10: the carry-over of SPEED-GAME."""
    book = game.book
    names = list(_NAMES)
    with Chart(2.6) as chart:
        cells = [game.found[name].win for name in names]
        ranked(chart.axes, [_NAMES[name] for name in names], cells, reference=25, unit=" %")
        chart.axes.set_xlabel("the winner of round 1 wins, % of the matches (dashed: 25 %)")
        svg = chart.svg("carry", "Share of matches won by the winner of round 1 under each reading of the carry-over")
    with Chart(2.8, columns=2) as chart:
        left, right = chart.all_axes
        by_number(left, range(4), {"win share": game.kept}, reference={"fair": 25}, labels=_KEPT)
        left.set_title("cards carried into round 2")
        by_number(
            right,
            range(len(game.sums)),
            {"win share": game.by_sum},
            reference={"fair": 25},
            labels=[f"mean {number(s, 0)}" for s in game.sums],
        )
        right.set_title("sum of the values dealt in round 1")
        left.set_ylabel("share of the matches won, %")
        for axes in chart.all_axes:
            axes.set_ylim(bottom=0)
        kept = chart.svg("kept", "Win share by the number of cards carried over and by the sum of the values dealt")
    rows = []
    for name in names:
        c = game.found[name]
        rows.append(
            [
                _NAMES[name],
                percent(c.win),
                percent(c.again),
                f"{plain_number(c.kept_winner)} / {plain_number(c.kept_others)}",
                f"{plain_number(c.malus_winner)} / {plain_number(c.malus_others)}",
                percent(c.plateau_leads),
                f"{game.runs[name].matches:,}",
            ]
        )
    strongest = max(CARRIES, key=lambda c: abs((game.found[f"game, {c}"].win.value or 0) - (book.win.value or 0)))
    low, high = game.by_sum[0], game.by_sum[-1]
    return Section(
        "carry",
        "10 SPEED-GAME",
        "What is it worth to win the first round of a SPEED-GAME?",
        [
            f"{_WORDS[against(book.win, 1 / 4)]}: who goes out first in round 1 wins the match in {percent(book.win)} "
            f"({_edge(book.win)} against a fair share). He begins round 2 with {plain_number(book.kept_winner)} cards "
            f"beside the ten new ones, the others with {figure(book.kept_others, ' cards', 1)}, and goes out first "
            f"again in {percent(book.again)}.",
            f"Round 1 brings {percent(book.first_part)} of all malus. Who has most cards on the plateau then starts "
            f"round 2 and wins {percent(book.plateau_leads)}.",
            f"The reading that changes this most is “{_NAMES[f'game, {strongest}']}”: "
            f"{percent(game.found[f'game, {strongest}'].win)}. In the classic score the winner of round 1 wins "
            f"{percent(game.found['game, score=classic'].win)}; with 10 for special and action cards "
            f"{percent(game.found['game, specials 10'].win)}.",
            f"{_HIGH[apart(low, high)]}: the third of the hands with the lowest values in round 1 wins {percent(low)}, "
            f"the highest third {percent(high)}.",
        ],
        [
            Figure(
                svg,
                f"Four {REFERENCE} bots, ten cards, two rounds, competition score unless said; 95 % intervals. N = "
                "matches: " + "; ".join(f"{_NAMES[name]}: {game.runs[name].matches:,}" for name in names) + ".",
            ),
            Table(
                [
                    "reading",
                    "winner of round 1 wins",
                    "goes out first again",
                    "carries over: he / others",
                    "malus in round 2: he / others",
                    "most plateau cards wins",
                    "matches",
                ],
                rows,
                "95 % intervals in brackets; N in the last column.",
            ),
            Figure(
                kept,
                "Left: an association (many cards are carried by who did badly); right: an effect of the deal. N = "
                "seats: "
                + "; ".join(f"{label}: {e.n:,}" for label, e in zip(_KEPT, game.kept))
                + f"; thirds by sum: {', '.join(f'{e.n:,}' for e in game.by_sum)}.",
            ),
        ],
        [f"Readings share their deals of round 1. {n_text(game.runs['game'].matches, 'matches')} by the book."],
        [
            "Bots do not keep cards for round 2 on purpose; a person who does may gain more, or less, from a card "
            "kept. SPEED-GAME rounds are never mixed with those of SPEED RUN.",
        ],
        "Question 10",
    )


def carry_headline(game: Game) -> tuple[str, str]:
    """Figure and sentence for the first page."""
    book = game.book
    return plain_percent(book.win), (
        f"{_WORDS[against(book.win, 1 / 4)]} in SPEED-GAME: who goes out first in it wins {percent(book.win)} of the "
        f"matches, where 25 % is fair; with nothing carried over it would be {percent(game.found['game, clear'].win)}."
    )
