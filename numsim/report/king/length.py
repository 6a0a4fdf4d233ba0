"""How long it takes: question 9."""

from __future__ import annotations

from typing import Any

import polars as pl

from numsim.analysis.intervals import Estimate, estimate
from numsim.analysis.king.lengths import PRINTED, dead_time, length_table, outside, rounds_that_fit
from numsim.analysis.pace import PACE
from numsim.report.figures import BAND, COLOURS, Chart, bands
from numsim.report.king.batches import PLAYERS
from numsim.report.page import Figure, Section, Table
from numsim.report.words import figure, number, percent
from numsim.store import Run


class Lengths:
    """Length tables by number of players."""

    def __init__(self, runs: dict[int, Run]) -> None:
        self.runs = runs
        self.tables = {n: length_table(run) for n, run in runs.items()}

    def row(self, players: int, per: str, what: str) -> dict[str, Any]:
        """One row of length_table."""
        table = self.tables[players]
        return table.filter((pl.col("per") == per) & (pl.col("what") == what)).row(0, named=True)

    def mean(self, players: int, per: str, what: str) -> Estimate:
        """Mean with its interval."""
        row = self.row(players, per, what)
        return Estimate(row["value"], row["low"], row["high"], row["n"], row["units"])


def length_section(lengths: Lengths) -> Section:
    """Question 9: minutes per round and match against the printed 15-30, and waiting."""
    low, high = PRINTED
    with Chart(3.2, columns=2) as chart:
        for axes, per in zip(chart.all_axes, ("round", "match")):
            axes.axhspan(low, high, color=BAND, zorder=0, label="printed 15-30 min")
            bands(axes, PLAYERS, [lengths.row(n, per, "minutes") for n in PLAYERS], COLOURS[0], "median, 50 % and 90 %")
            axes.set_title("one round" if per == "round" else "a match of five rounds")
            axes.set_xlabel("players")
            axes.set_ylabel("minutes")
            axes.set_ylim(bottom=0)
        chart.all_axes[1].legend(loc="lower right")
        svg = chart.svg("minutes", "Minutes of a round and of a match over the number of players")
    rows = []
    for n in PLAYERS:
        fit = rounds_that_fit(lengths.runs[n])
        too_long = outside(lengths.runs[n], "match")["longer"]
        rows.append(
            [
                str(n),
                figure(lengths.mean(n, "round", "tricks"), "", 1),
                figure(lengths.mean(n, "round", "steps"), "", 0),
                figure(lengths.mean(n, "round", "minutes"), "", 1),
                figure(lengths.mean(n, "match", "minutes"), "", 1),
                percent(too_long),
                figure(fit, "", 2),
            ]
        )
    waiting = dead_time(lengths.runs[4])
    wait_rows = [
        [
            f"rank {rank}",
            percent(estimate(waiting, rank=rank, what="share")),
            figure(estimate(waiting, rank=rank, what="minutes"), "", 2),
            f"{estimate(waiting, rank=rank, what='share').n:,}",
        ]
        for rank in range(1, 5)
    ]
    match, one = lengths.mean(4, "match", "minutes"), lengths.mean(4, "round", "minutes")
    king_waits = estimate(waiting, rank=1, what="minutes")
    return Section(
        "length",
        "9 Length",
        "How long is a game, and how long do players wait who are out?",
        [
            f"With four players a round takes {figure(one, ' minutes')} and a match of five rounds "
            f"{figure(match, ' minutes')}; the rules print 15 to 30 minutes.",
            f"In 30 minutes {figure(rounds_that_fit(lengths.runs[4]), ' rounds', 2)} can be played. The King of a "
            f"round waits {figure(king_waits, ' minutes', 2)} for the others.",
        ],
        [
            Figure(
                svg,
                "Dot: median; thick bar: middle half; thin line: 5 to 95 %. Shaded: the printed duration. N = matches: "
                + "; ".join(f"{n} players: {lengths.runs[n].matches:,}" for n in PLAYERS)
                + ".",
            ),
            Table(
                [
                    "players",
                    "tricks a round",
                    "steps a round",
                    "minutes a round",
                    "minutes a match",
                    "matches over 30 min",
                    "rounds in 30 min",
                ],
                rows,
                "Means with 95 % intervals; a step is a play, a pass or a failed lead; N as in the figure above.",
            ),
            Table(
                ["four players", "waits, share of the steps", "waits, minutes a round", "rounds"],
                wait_rows,
                "Waiting of players who are out, by rank; N in the last column.",
            ),
        ],
        ["Steps are counted exactly; minutes multiply them by an assumed pace."],
        [
            f"Pace, in seconds, all assumed: lead {number(PACE.lead, 1)}, follow {number(PACE.follow, 1)}, pass "
            f"{number(PACE.passing, 1)}, deal {number(PACE.deal, 0)} and scoring {number(PACE.scoring, 0)} a round, "
            f"exchange {number(PACE.exchange, 0)}. At half or one and a half times these seconds all minutes are "
            "half or one and a half times as long.",
            "The book does not say whether 15-30 minutes are a round or a match, nor when a match ends; five "
            "rounds here.",
        ],
        "Question 9",
    )


def length_headline(lengths: Lengths) -> tuple[str, str]:
    """Figure and sentence for the first page."""
    match = lengths.mean(4, "match", "minutes")
    fit = rounds_that_fit(lengths.runs[4])
    row = lengths.row(4, "match", "minutes")
    return f"{number(match.value or 0, 0)} minutes", (
        f"A match of five rounds with four players takes {figure(match, ' minutes')} on average, and 90 % of them "
        f"take {number(row['q05'], 0)} to {number(row['q95'], 0)}; {figure(fit, ' rounds', 2)} fit into the printed "
        "30 minutes (by an assumed pace)."
    )
