"""What a figure owes to assumptions about people: it is computed again with each of them halved and raised by a "
"half."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from numsim.analysis.folies.drama import comebacks
from numsim.analysis.folies.lengths import length_table
from numsim.analysis.folies.luck import by_high_cards
from numsim.analysis.folies.piles import cause_table, cell
from numsim.analysis.folies.speed import own_share
from numsim.analysis.folies.waiting import first_out
from numsim.analysis.intervals import Estimate, estimate
from numsim.report.figures import Chart, ranked
from numsim.report.folies.batches import HUMANS, SWEPT
from numsim.report.page import Figure, Section, Table
from numsim.report.words import fair_percent, figure, number, percent, plain_percent
from numsim.store import Run


def _minutes(run: Run) -> Estimate:
    row = length_table(run).row(1, named=True)
    return Estimate(row["value"], row["low"], row["high"], row["n"], row["units"])


FIGURES: dict[str, tuple[str, Callable[[Run], Estimate], bool]] = {
    "faster": ("win share of who is 10 % faster", own_share, True),
    "minutes": ("minutes a match", _minutes, False),
    "waits": ("minutes the first one out waits", lambda run: first_out(run).wait_minutes, False),
    "holder": ("who alone has most cards 14-16 wins", lambda run: estimate(by_high_cards(run), most=2), True),
    "comeback": ("last of those still in at half-time wins", lambda run: comebacks(run).last_in, True),
    "challenges": ("cards moved by challenges", lambda run: cell(cause_table(run), "challenge", "cards"), True),
}
"""Figures that are followed: name for people, the figure of a run, whether it is a share."""


_CHILD = "a child among three adults wins"


class People:
    """The figures under every assumption; `child` is the child's win share among three adults."""

    def __init__(self, runs: Mapping[str, Run]) -> None:
        names = [f"{label} x {factor:g}" for label in HUMANS for factor in SWEPT]
        self.names = ["as assumed", *names]
        self.runs = {name: runs["duel" if name == "as assumed" else name] for name in self.names}
        self.found = {
            key: {name: find(run) for name, run in self.runs.items()} for key, (_, find, _) in FIGURES.items()
        }
        self.found["child"] = {name: own_share(runs[f"child, {name}"]) for name in names}
        self.found["child"] = {"as assumed": own_share(runs["guest child"]), **self.found["child"]}

    def span(self, key: str) -> str:
        """The sentence about one figure: "Halving ... moves this figure between a and b"."""
        values = [e.value for e in self.found[key].values() if e.value is not None]
        if not values:
            return "Too few matches were played to say how it depends on the assumptions about people."
        share = key == "child" or FIGURES[key][2]
        low, high = (number(100 * v if share else v) + (" %" if share else "") for v in (min(values), max(values)))
        base = self.found[key]["as assumed"]
        name = FIGURES[key][0] if key in FIGURES else _CHILD
        return (
            f"When the spread of the latency, missed slaps, false slaps and the delay on rarer signals are each halved "
            f"or raised by a half, “{name}” stays between {low} and {high} (as assumed: "
            f"{plain_percent(base) if share else number(base.value or 0)})."
        )


def _name(name: str) -> str:
    label, _, factor = name.partition(" x ")
    return f"{label} × {factor}" if factor else name


def _cell(people: People, key: str, name: str) -> str:
    e = people.found[key][name]
    return percent(e) if key == "child" or FIGURES[key][2] else figure(e, "", 1)


def people_section(people: People) -> Section:
    """How far the conclusions rest on what is assumed about people."""
    shares = people.found["faster"]
    with Chart(3.4) as chart:
        ranked(chart.axes, [_name(n) for n in people.names], list(shares.values()), reference=25, unit=" %")
        chart.axes.set_xlabel("win share of a player who is 10 % faster than three equals, % (dashed: 25 %)")
        svg = chart.svg("people", "Win share of the faster player under other assumptions about people")
    tables = []
    for keys in (("faster", "minutes", "waits", "challenges"), ("holder", "comeback", "child")):
        rows = [
            [_name(name), *[_cell(people, key, name) for key in keys], f"{people.runs[name].matches:,}"]
            for name in people.names
        ]
        head = ["assumption", *[_CHILD if key == "child" else FIGURES[key][0] for key in keys], "matches"]
        child = " The child sits among three adults of different speed (fewer matches)." if "child" in keys else ""
        tables.append(
            Table(
                head,
                rows,
                f"Four players, one of them 10 % faster than three equals.{child} 95 % intervals in brackets, N in the "
                "last column.",
            )
        )
    widest = max(
        (name for name in people.names if shares[name].value is not None),
        key=lambda name: abs((shares[name].value or 0) - (shares["as assumed"].value or 0)),
        default="as assumed",
    )
    return Section(
        "people",
        "People",
        "How much of this depends on what is assumed about people?",
        [
            f"What moves the advantage of being fast most is “{_name(widest)}”: a player who is 10 % faster then wins "
            f"{percent(shares[widest])}, as assumed {percent(shares['as assumed'])}, where {fair_percent(4)} is fair.",
            "A conclusion that keeps its sign in every row below does not hang on these assumptions; one that changes "
            "it should be tried at a real table first.",
        ],
        [
            Figure(
                svg,
                "One assumption changed at a time, for everybody at the table; 95 % intervals. N = matches: "
                + "; ".join(f"{_name(name)}: {people.runs[name].matches:,}" for name in people.names)
                + ".",
            ),
            *tables,
        ],
        ["Each row is played on the same deals."],
        [
            "Latency, its spread between and within persons and misses were measured in laboratories on adults, in "
            "go/no-go tasks; no hand had to travel to a pile. False slaps on near misses and on other cards, the "
            "delays on rarer signals and whether three of a family are noticed are assumed.",
            "Nobody tires, bluffs or watches one opponent more than another.",
        ],
        "Assumptions",
    )
