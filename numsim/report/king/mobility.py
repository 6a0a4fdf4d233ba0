"""Does the King run away? Question 2: rank transitions, and the exchange switched off or softened on the same deals."""

from __future__ import annotations

from typing import Any

from numsim.analysis.compare import compare
from numsim.analysis.intervals import Estimate, estimate
from numsim.analysis.king.ranks import EarlyLead, early_lead, mobility, transitions
from numsim.report.figures import Chart, matrix, ranked
from numsim.report.page import Figure, Section, Table
from numsim.report.words import against, figure, n_text, percent, plain_percent, points
from numsim.store import Run

_RANKS = ("King", "Chevalier", "Valet", "Bouffon")
_VARIANTS = {
    "four": "exchange by the book",
    "king-returns": "the King gives lowest cards back",
    "no-exchange": "no exchange",
}
_PAIRED = ("King again", "rank kept", "lead changes a match", "minutes a match")


class Mobility:
    """Mobility figures of the three variants."""

    def __init__(self, runs: dict[str, Run]) -> None:
        self.runs = {name: runs[name] for name in _VARIANTS}
        self.figures = {name: mobility(run) for name, run in self.runs.items()}
        self.early: EarlyLead = early_lead(runs["four"])
        self.exchange = compare(runs["no-exchange"], runs["four"])
        self.returns = compare(runs["four"], runs["king-returns"])

    def row(self, comparison: dict[str, Any], what: str) -> dict[str, Any]:
        """One row of a comparison."""
        return next(row for row in comparison["rows"] if row["what"] == what)


def _difference(row: dict[str, Any]) -> Estimate:
    return Estimate(row["difference"], row["low"], row["high"], row["n"], row["n"])


def mobility_section(found: Mobility) -> Section:
    """Question 2: transitions, stickiness, and the paired effect of the exchange."""
    four = found.runs["four"]
    table = transitions(four)
    cells = [[estimate(table, last_rank=i, rank=j) for j in range(1, 5)] for i in range(1, 5)]
    with Chart(2.9) as chart:
        shown = [[None if e.value is None else 100 * e.value for e in row] for row in cells]
        matrix(chart.axes, shown, [f"was {name}" for name in _RANKS], [f"is {name}" for name in _RANKS], centre=25)
        chart.axes.set_xlabel("next round, % of the cases in a row")
        heat = chart.svg("ranks", "Rank in the next round by rank in this round, in percent")
    names = list(_VARIANTS)
    with Chart(2.0) as chart:
        ranked(
            chart.axes,
            [_VARIANTS[name] for name in names],
            [found.figures[name]["king_again"] for name in names],
            reference=25,
            unit=" %",
        )
        chart.axes.set_xlabel("rounds in which the King becomes King again, % (dashed: 25 %)")
        again_svg = chart.svg("again", "Share of rounds in which the King stays King, by rule of the exchange")
    rows = [
        [
            _VARIANTS[name],
            percent(found.figures[name]["king_again"]),
            percent(found.figures[name]["bouffon_again"]),
            percent(found.figures[name]["stickiness"]),
            figure(found.figures[name]["mobility"], "", 3),
            figure(found.figures[name]["reign"], "", 2),
            figure(found.figures[name]["half_life"], "", 2),
        ]
        for name in names
    ]
    paired = []
    for label, comparison in (
        ("exchange, less none", found.exchange),
        ("giving back, less by the book", found.returns),
    ):
        for what in _PAIRED:
            row = found.row(comparison, what)
            difference = _difference(row)
            text = points(difference, 2) if row["unit"] else figure(difference, "", 2, sign=True)
            rho = "?" if row["rho"] is None else f"{row['rho']:.2f}"
            paired.append([f"{what}: {label}", text, rho, row["verdict_text"], f"{row['n']:,}"])
    effect = found.row(found.exchange, "King again")
    widest = max((e.value or 0, i, j) for i, row in enumerate(cells) for j, e in enumerate(row))
    return Section(
        "ranks",
        "2 Ranks and exchange",
        "Is there a runaway King, and what does the exchange do?",
        [
            f"The King becomes King again in {percent(found.figures['four']['king_again'])} of the rounds and the "
            f"Bouffon stays Bouffon in {percent(found.figures['four']['bouffon_again'])}; 25 % would be no memory "
            f"at all. A reign lasts {figure(found.figures['four']['reign'], ' rounds', 2)}.",
            f"On the same deals the exchange changes the King's chance to stay by {points(_difference(effect))}. "
            f"Who is King after round 1 wins the match in {percent(found.early.king)}, the first Bouffon in "
            f"{percent(found.early.bouffon)}.",
            "If the King gives as many of his lowest cards back, he is King again in "
            f"{percent(found.figures['king-returns']['king_again'])} of the rounds.",
        ],
        [
            Figure(
                heat,
                "How ranks follow each other, exchange by the book. Blue: rarer than 25 %, orange: more often. The "
                f"strongest tie is {_RANKS[widest[1]]} to {_RANKS[widest[2]]}. "
                f"{n_text(cells[0][0].n, 'rounds after the first')} a row; intervals are at most "
                f"±{max(100 * ((e.high or 0) - (e.low or 0)) / 2 for row in cells for e in row):.1f} points.",
            ),
            Figure(
                again_svg,
                "Share of rounds in which the King stays King, with 95 % intervals. N = matches: "
                + "; ".join(f"{_VARIANTS[name]}: {found.runs[name].matches:,}" for name in names)
                + ".",
            ),
            Table(
                [
                    "rule",
                    "King again",
                    "Bouffon again",
                    "rank kept",
                    "mobility",
                    "reign, rounds",
                    "half-life",
                ],
                rows,
                "Mobility: 0 = every rank is kept for ever, 1 = no memory. Half-life: rounds until half of an "
                f"advantage is forgotten. 95 % intervals in brackets; N as in the figure above ({four.matches:,}, "
                f"{found.runs['king-returns'].matches:,} and {found.runs['no-exchange'].matches:,} matches).",
            ),
            Table(
                ["paired difference on the same deals", "difference", "correlation", "verdict", "matches"],
                paired,
                f"Intervals hold together over {found.exchange['claims']} claims (Bonferroni). Margin: 1 point of a "
                "share, 1 % of a length. N = matches in the last column.",
                (0, 3),
            ),
        ],
        ["Both variants play the same deals with the same bots; what differs is the rule."],
        [
            "The bots adapt to the cards they hold, but they do not plan for the exchange of the round after.",
            "Giving back is measured with the lowest classic cards (king_returns=lowest).",
        ],
        "Question 2, the exchange part",
    )


def mobility_headline(found: Mobility) -> tuple[str, str]:
    """Figure and sentence for the first page."""
    again = found.figures["four"]["king_again"]
    effect = _difference(found.row(found.exchange, "King again"))
    opening = {
        "above": "The King has an edge but does not run away",
        "below": "The King is pulled back",
        "same": "The King has no edge",
        "undecided": "Whether the King has an edge is undecided",
    }[against(again, 1 / 4)]
    if (again.low or 0) > 1 / 2:
        opening = "The King runs away"
    return plain_percent(again), (
        f"{opening}: he is King again in {percent(again)} of the following rounds, where chance alone gives 25 % "
        f"and “running away” would mean over 50 %; the exchange of cards alone adds {points(effect)}."
    )
