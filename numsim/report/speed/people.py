"""What a figure owes to assumptions about people: computed again with each of them halved and raised by a half."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from numsim.analysis.intervals import Estimate, mean_interval
from numsim.analysis.speed.sweeps import outcomes
from numsim.report.figures import Chart, ranked
from numsim.report.page import Figure, Section, Table
from numsim.report.speed.batches import HUMANS, SWEPT
from numsim.report.speed.readings import TABLE
from numsim.report.words import figure, number, percent, plain_percent
from numsim.store import Run

FIGURES = {
    "reflex": ("the faster player wins", True),
    "tactics": ("the better bot wins", True),
    "minutes": ("minutes a match", False),
    "interrupts": ("interrupts a round", False),
    "equal": ("plies that are Equivalences of the same value", True),
    "lost": ("turns lost to interrupts", True),
    "malus": ("malus, a seat and round", False),
}
"""Figures that are followed: name for people, whether it is a share."""


class People:
    """The figures under every assumption."""

    def __init__(self, runs: Mapping[str, Run]) -> None:
        names = [f"{label} x {factor:g}" for label in HUMANS for factor in SWEPT]
        self.names = ["as assumed", *names]
        self.runs = {name: runs["mixed" if name == "as assumed" else name] for name in self.names}
        self.found: dict[str, dict[str, Estimate]] = {}
        for name, run in self.runs.items():
            values: dict[str, np.ndarray] = outcomes(run, run.matches)
            for key in FIGURES:
                self.found.setdefault(key, {})[name] = mean_interval(values[key])

    def span(self, key: str) -> str:
        """The sentence about one figure: "When ... are halved or raised by a half, ... stays between a and b"."""
        values = [e.value for e in self.found[key].values() if e.value is not None]
        if not values:
            return "Too few matches were played to say how it depends on the assumptions about people."
        name, share = FIGURES[key]
        low, high = (number(100 * v if share else v) + (" %" if share else "") for v in (min(values), max(values)))
        base = self.found[key]["as assumed"]
        return (
            f"When times, chances missed, errors and the advantage of the fast player are each halved or raised by a "
            f"half, “{name}” stays between {low} and {high} (as assumed: "
            f"{plain_percent(base) if share else number(base.value or 0)}; section People)."
        )

    def widest(self, key: str) -> str:
        """The assumption that moves a figure most."""
        base = self.found[key]["as assumed"].value or 0
        known = [name for name in self.names if self.found[key][name].value is not None]
        return max(known, key=lambda name: abs((self.found[key][name].value or 0) - base), default="as assumed")


def _name(name: str) -> str:
    label, _, factor = name.partition(" x ")
    return f"{label} × {factor}" if factor else name


def people_section(people: People) -> Section:
    """How far the conclusions rest on what is assumed about people."""
    shares = people.found["reflex"]
    with Chart(5.0) as chart:
        ranked(chart.axes, [_name(n) for n in people.names], [shares[n] for n in people.names], reference=25, unit=" %")
        chart.axes.set_xlabel("share of the matches won by the faster player, % (dashed: 25 %)")
        svg = chart.svg("people", "Win share of the faster player under other assumptions about people")
    tables = []
    for keys in (("reflex", "tactics", "lost", "minutes"), ("interrupts", "equal", "malus")):
        rows = []
        for name in people.names:
            cells = [
                percent(people.found[key][name]) if FIGURES[key][1] else figure(people.found[key][name], "", 1)
                for key in keys
            ]
            rows.append([_name(name), *cells, f"{people.runs[name].matches:,}"])
        tables.append(
            Table(
                ["assumption", *[FIGURES[key][0] for key in keys], "matches"],
                rows,
                "One assumption changed at a time, on the same deals. Advantage of the fast player: how far the expert "
                "is from the trained adult in times, chances noticed and errors. 95 % intervals in brackets, N in the "
                "last column.",
            )
        )
    widest, longest = people.widest("reflex"), people.widest("minutes")
    return Section(
        "people",
        "People",
        "How much of this depends on what is assumed about people?",
        [
            f"The win share of the faster player moves most with “{_name(widest)}”: {percent(shares[widest])}, as "
            f"assumed {percent(shares['as assumed'])}, where 25 % is fair.",
            f"The length of a match moves most with “{_name(longest)}”: "
            f"{figure(people.found['minutes'][longest], ' minutes')}, as assumed "
            f"{figure(people.found['minutes']['as assumed'], ' minutes')}.",
            "A conclusion that keeps its sign in every row below does not hang on these assumptions; one that changes "
            "it should be tried at a real table first.",
        ],
        [
            Figure(
                svg,
                f"One assumption changed at a time, for everybody at the table; 95 % intervals. {TABLE} N = matches: "
                + "; ".join(f"{_name(name)}: {people.runs[name].matches:,}" for name in people.names)
                + ".",
            ),
            *tables,
        ],
        ["Each row is played on the same deals."],
        [
            "Nobody has measured this game: how long people need to see a combination, how often they miss one and how "
            "often they err is assumed throughout (section Method has the numbers).",
            "Nobody tires, bluffs, or watches one opponent more than another.",
        ],
        "Assumptions",
    )
