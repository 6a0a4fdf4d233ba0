"""Players who are out: question 4."""

from __future__ import annotations

from collections.abc import Mapping

from numsim.analysis.folies.waiting import LONG_WAIT, first_out, waits
from numsim.analysis.intervals import estimate
from numsim.report.figures import Chart, by_number
from numsim.report.folies.batches import PLAYERS
from numsim.report.folies.people import People
from numsim.report.page import Figure, Section, Table
from numsim.report.words import figure, number, percent
from numsim.store import Run

SEVERAL = tuple(n for n in PLAYERS if n > 2)
"""With two players nobody waits."""


class Waiting:
    """First players out, by number of players."""

    def __init__(self, by_players: Mapping[int, Run]) -> None:
        self.runs = {n: by_players[n] for n in SEVERAL}
        self.first = {n: first_out(run) for n, run in self.runs.items()}
        self.by_rank = waits(by_players[4])


def waiting_section(waiting: Waiting, people: People) -> Section:
    """Question 4: how early is the first player out, and how long does he wait?"""
    first = waiting.first
    with Chart(3.0) as chart:
        by_number(
            chart.axes,
            SEVERAL,
            {
                "first one is out after": [first[n].at_minutes for n in SEVERAL],
                "and then waits": [first[n].wait_minutes for n in SEVERAL],
            },
            scale=1,
        )
        chart.axes.set_xlabel("players")
        chart.axes.set_ylabel("minutes")
        chart.axes.set_ylim(bottom=0)
        chart.axes.legend()
        svg = chart.svg("out", "Minutes until the first player is out, and minutes that he waits, by number of players")
    rows = [
        [
            str(n),
            percent(first[n].at_share),
            figure(first[n].at_minutes, "", 1),
            figure(first[n].wait_minutes, "", 1),
            number(first[n].quantiles["q95"] or 0),
            percent(first[n].early),
            percent(first[n].long_wait),
            f"{first[n].at_share.n:,}",
        ]
        for n in SEVERAL
    ]
    rank_rows = [
        [
            "winner" if rank == 1 else f"rank {rank}",
            percent(estimate(waiting.by_rank, rank=rank, what="share")),
            figure(estimate(waiting.by_rank, rank=rank, what="minutes"), "", 1),
            f"{estimate(waiting.by_rank, rank=rank, what='share').n:,}",
        ]
        for rank in range(1, 5)
    ]
    counts = "; ".join(f"{n} players: {first[n].at_share.n:,}" for n in SEVERAL)
    return Section(
        "waiting",
        "4 Waiting",
        "How early is the first player out, and how long does he wait?",
        [
            f"With four players the first one is out for good after {percent(first[4].at_share)} of the cards, "
            f"{figure(first[4].at_minutes, ' minutes')} after the start; then he waits "
            f"{figure(first[4].wait_minutes, ' minutes')}.",
            f"In {percent(first[4].long_wait)} of the four-player matches he waits longer than {LONG_WAIT:.0f} "
            "minutes, "
            f"with eight players in {percent(first[8].long_wait)}.",
        ],
        [
            Figure(svg, f"Means with 95 % intervals; adults of natural speeds. N = matches: {counts}."),
            Table(
                [
                    "players",
                    "out after, of the cards",
                    "out after, minutes",
                    "waits, minutes",
                    "5 % wait over",
                    "out in the first half",
                    f"waits over {LONG_WAIT:.0f} min",
                    "matches",
                ],
                rows,
                "The first player who is out for good; 95 % intervals in brackets, N in the last column.",
            ),
            Table(
                ["four players", "waits, share of the match", "waits, minutes", "players"],
                rank_rows,
                "Mean waiting by final rank (who is never out waits 0; two players out at the same card share a "
                "rank), 95 % "
                "intervals in brackets; N in the last column.",
            ),
        ],
        ["A player who waits for his last chance is still in the game; out is out for good.", people.span("waits")],
        ["Minutes by the assumed pace of the section on length.", "Who is out does not slap any more."],
        "Question 4",
    )


def waiting_headline(waiting: Waiting) -> tuple[str, str]:
    """Figure and sentence for the first page."""
    first = waiting.first[4]
    return f"{number(first.wait_minutes.value or 0)} minutes", (
        f"With four players the first one is out after {figure(first.at_minutes, ' minutes')} and watches the others "
        f"for {figure(first.wait_minutes, ' minutes')}; in {percent(first.long_wait)} of the matches longer than "
        f"{LONG_WAIT:.0f} minutes."
    )
