"""Seats, the starter and the card more: question 10."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from numsim.analysis.folies.frames import seat_rows
from numsim.analysis.intervals import estimate, grouped
from numsim.analysis.rates import SeatTest, match_share, seat_test
from numsim.report.figures import GREY, Chart, by_number
from numsim.report.folies.batches import PLAYERS
from numsim.report.page import Figure, Section, Table
from numsim.report.words import against, fair_percent, percent, plain_percent
from numsim.store import Run

_WORDS = {
    "above": "Starting is an advantage",
    "below": "Starting is a disadvantage",
    "same": "It makes no difference who starts",
    "undecided": "Whether it matters who starts is undecided",
}


class Seats:
    """Win share by place from the starter, by number of players."""

    def __init__(self, equal: Run, by_players: Mapping[int, Run]) -> None:
        self.equal, self.runs = equal, by_players
        self.places = match_share(equal, "place")
        self.test: SeatTest = seat_test(equal, "place")
        self.starter = {n: estimate(match_share(run, "place"), place=0) for n, run in by_players.items()}
        self.starter[4] = estimate(self.places, place=0)
        table = grouped(seat_rows(equal, "dealt"), ["dealt"], pl.col("win"))
        self.dealt = {size: estimate(table, dealt=size) for size in table["dealt"]}


def seats_section(seats: Seats) -> Section:
    """Question 10: does the place at the table matter, or the one card more?"""
    with Chart(3.0) as chart:
        axes = chart.axes
        axes.plot(PLAYERS, [100 / n for n in PLAYERS], color=GREY, linestyle=(0, (4, 3)), label="equal chances")
        by_number(axes, PLAYERS, {"the starter wins": [seats.starter[n] for n in PLAYERS]})
        axes.set_xlabel("players")
        axes.set_ylabel("share of the matches won, %")
        axes.set_ylim(bottom=0)
        axes.legend()
        svg = chart.svg("starter", "Share of matches won by the starter over the number of players")
    rows = [
        [
            "starter" if place == 0 else f"{place} after the starter",
            percent(estimate(seats.places, place=place), 2),
            f"{estimate(seats.places, place=place).n:,}",
        ]
        for place in range(4)
    ]
    by_count = [[str(n), fair_percent(n), percent(seats.starter[n]), f"{seats.starter[n].n:,}"] for n in PLAYERS]
    starter, test = seats.starter[4], seats.test
    sizes = sorted(seats.dealt)
    more = "; ".join(f"{size} cards: {percent(seats.dealt[size], 2)}" for size in sizes)
    widest = abs(100 * test.widest_points)
    chance = "which may be chance" if test.p_value > 0.01 else "which is more than chance"
    return Section(
        "seats",
        "10 Seats",
        "Does it matter who starts, or who is dealt one card more?",
        [
            f"{_WORDS[against(starter, 1 / 4)]}: among four players of equal reflexes the starter wins "
            f"{percent(starter, 2)} of the matches; no place is farther than {widest:.2f} points from 25 %, "
            f"{chance} (p = {test.p_value:.3f}).",
            f"102 cards cannot be dealt equally to four. Win share by size of the stack: {more}.",
        ],
        [
            Figure(
                svg,
                "Four players: equal reflexes; others: adults of natural speeds; 95 % intervals. N = matches: "
                + "; ".join(f"{n} players: {seats.starter[n].n:,}" for n in PLAYERS)
                + ".",
            ),
            Table(
                ["four players", "share of the matches won", "matches"],
                rows,
                "By place, clockwise from the starter, who is dealt first; 95 % intervals in brackets, N in the last "
                "column.",
            ),
            Table(
                ["players", "equal chances", "starter wins", "matches"],
                by_count,
                "95 % intervals in brackets, N in the last column.",
            ),
        ],
        ["The starter is drawn at random, so place and persons have nothing to do with each other."],
        [
            "Nobody is hindered by turning the card himself; the section on readings of the rules tries a delay for "
            "him (flipper_delay_ms).",
            "The first places from the starter are dealt the card more, so place and card cannot be told apart here.",
        ],
        "Question 10",
    )


def seats_headline(seats: Seats) -> tuple[str, str]:
    """Figure and sentence for the first page."""
    e = seats.starter[4]
    return plain_percent(e), (
        f"{_WORDS[against(e, 1 / 4)]}: among four players of equal reflexes the starter wins {percent(e, 2)} of the "
        "matches, where 25 % is fair."
    )
