"""How much speed decides: question 1."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from numsim.analysis.folies.frames import seat_rows
from numsim.analysis.folies.speed import EDGES, by_class, class_names, own_share
from numsim.analysis.folies.sweeps import outcomes
from numsim.analysis.intervals import Estimate, estimate, overall
from numsim.analysis.skill import matches_to_tell
from numsim.games.folies.profiles import Profile
from numsim.report.figures import Chart, by_number
from numsim.report.folies.batches import DUEL_PLAYERS, FACTORS, FASTER, PLAYERS, REFERENCE
from numsim.report.folies.people import People
from numsim.report.page import Figure, Section, Table
from numsim.report.words import against, fair_percent, percent, plain_percent
from numsim.store import Run

_SHOWN = (2, 4, 8)


class Speed:
    """Win share over the relative latency: among people of natural speeds, and of one seat among equals."""

    def __init__(self, runs: Mapping[str, Run], by_players: Mapping[int, Run]) -> None:
        self.by_players = by_players
        self.classes = {n: by_class(run) for n, run in by_players.items()}
        names = {factor: "duel" if factor == FASTER else f"factor-{factor:g}" for factor in FACTORS}
        self.runs = {factor: runs[name] for factor, name in names.items()}
        self.controlled = {factor: own_share(run) for factor, run in self.runs.items()}
        self.duels = {n: own_share(runs[f"duel-{n}"]) for n in DUEL_PLAYERS}
        self.duels[4] = self.controlled[FASTER]
        self.typical = overall(seat_rows(runs["equal"], "typical_ms"), pl.col("typical_ms"), share=False).value or 0.0

        win = outcomes(runs["duel"], runs["duel"].matches)["first"]
        self.to_tell = matches_to_tell(win - (1 - win) / 3)

    def natural(self, players: int, relative: float) -> Estimate:
        """Win share of the class of relative latency in which a number lies, in a group of natural speeds."""
        return estimate(self.classes[players], **{"class": sum(relative >= edge for edge in EDGES)})

    @property
    def faster(self) -> Estimate:
        """Win share of who is 10 % faster than three equals."""
        return self.controlled[FASTER]


def _times_fair(e: Estimate, players: int) -> str:
    return "?" if e.value is None else f"{e.value * players:.1f}"


def speed_section(speed: Speed, people: People) -> Section:
    """Question 1: how steep is the skill curve?"""
    names = class_names()
    with Chart(3.4) as chart:
        series = {
            f"{n} players": [estimate(speed.classes[n], **{"class": i}) for i in range(len(EDGES) + 1)] for n in _SHOWN
        }
        by_number(chart.axes, range(len(names)), series, labels=[name.replace(" %", "") for name in names])
        chart.axes.set_xlabel("own latency, % of the mean of the others")
        chart.axes.set_ylabel("share of the matches won, %")
        chart.axes.set_ylim(bottom=0)
        chart.axes.legend()
        natural = chart.svg("speed", "Share of matches won over the own latency relative to the others")
    x = sorted((*FACTORS, 1.0))
    cells = [Estimate(0.25, 0.25, 0.25, 0, 0) if f == 1 else speed.controlled[f] for f in x]
    with Chart(3.0) as chart:
        by_number(
            chart.axes,
            range(len(x)),
            {"one seat among three equals": cells},
            reference={"equal chances": 25},
            labels=[f"{100 * f:.0f} %" for f in x],
        )
        chart.axes.set_xlabel("latency of that seat, in percent of the others' latency")
        chart.axes.set_ylabel("share of the matches won, %")
        chart.axes.set_ylim(bottom=0)
        chart.axes.legend()
        controlled = chart.svg("factor", "Share of matches won by one seat whose latency differs from three equals")
    rows = [
        [
            str(n),
            fair_percent(n),
            percent(speed.duels[n]),
            _times_fair(speed.duels[n], n),
            percent(speed.natural(n, 0.9)),
            percent(speed.natural(n, 1)),
            percent(speed.natural(n, 1.1)),
            f"{speed.duels[n].units:,} / {speed.by_players[n].matches:,}",
        ]
        for n in PLAYERS
    ]
    tell = "more than could be counted" if speed.to_tell is None else f"{speed.to_tell:,}"
    spread = 100 * Profile.parse(REFERENCE).person_sd
    fast, slow = speed.controlled[0.8], speed.controlled[1.2]
    counts = "; ".join(f"{n} players: {speed.by_players[n].matches:,}" for n in _SHOWN)
    return Section(
        "speed",
        "1 Speed",
        "How much does the faster hand decide?",
        [
            f"With four players somebody who reacts 10 % faster than the three others wins {percent(speed.faster)} of "
            f"the matches, where {fair_percent(4)} is fair; 20 % faster {percent(fast)}, 20 % slower {percent(slow)}.",
            f"With two players 10 % faster means {percent(speed.duels[2])} instead of 50 %, with eight "
            f"{percent(speed.duels[8])} instead of 12.5 %. After {tell} matches of "
            "four he is ahead of each of the others in wins with a chance of 95 %.",
            f"Among adults as they were measured, whose speeds differ by about {spread:.0f} %, who is about as fast "
            "as the "
            f"mean of three others wins {percent(speed.natural(4, 1))} only: the fastest of the table takes most. "
            "About 10 % "
            f"faster wins {percent(speed.natural(4, 0.9))}, about 10 % slower {percent(speed.natural(4, 1.1))}.",
        ],
        [
            Figure(
                natural,
                "Adults of natural speeds, in classes of their own median latency relative to the mean of the others; "
                f"95 % intervals. N = matches: {counts}.",
            ),
            Figure(
                controlled,
                "One seat differs in latency only, the three others are equal; 95 % intervals (100 %: fair by "
                "symmetry). N = matches: "
                + "; ".join(f"{100 * f:.0f} %: {speed.runs[f].matches:,}" for f in FACTORS)
                + ".",
            ),
            Table(
                [
                    "players",
                    "equal chances",
                    "10 % faster than equals",
                    "times the fair share",
                    "natural group: 85-95 %",
                    "95-105 %",
                    "105-115 %",
                    "matches",
                ],
                rows,
                "Share won by one seat that is 10 % faster than equal others; and in a group of adults of natural "
                "speeds, "
                "by latency relative to the mean of the others. 95 % intervals in brackets; N in the last column "
                "(equal / "
                "natural).",
            ),
        ],
        [
            "Persons and seats are drawn at random, so these are effects of speed and not of anything that goes with "
            "it.",
            people.span("faster"),
        ],
        [
            f"Ten percent are about {speed.typical / 10:.0f} ms. Faster persons are taken to err as often as slower "
            "ones; the next sections "
            "vary that.",
            "Latency as measured in a laboratory; the way of the hand is the same for everybody.",
        ],
        "Question 1",
    )


def speed_headline(speed: Speed) -> tuple[str, str]:
    """Figure and sentence for the first page."""
    e = speed.faster
    word = {
        "above": "Speed decides much",
        "below": "Speed is a burden",
        "same": "Speed hardly matters",
        "undecided": "Whether speed matters is undecided",
    }[against(e, 1 / 4)]
    if word == "Speed decides much" and (e.value or 0) < 0.30:
        word = "Speed helps a little"
    return plain_percent(e), (
        f"{word}: a hand 10 % faster than three equal ones wins {percent(e)} of the matches, where 25 % is fair; with "
        f"two players {percent(speed.duels[2])} instead of 50 %."
    )
