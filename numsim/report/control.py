"""The A/A control of every report: seats that nothing distinguishes."""

from __future__ import annotations

from numsim.analysis.intervals import estimate
from numsim.analysis.rates import coverage, match_share, seat_test
from numsim.report.figures import Chart, ranked
from numsim.report.page import Figure, Section
from numsim.report.words import fair_percent, n_text
from numsim.store import Run

_COUNTS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}


def control_section(run: Run, bot: str = "bot") -> Section:
    """A/A control: the same `bot` (a word) in every seat of `run`, so the seats may differ by chance only."""
    players = run.plan.players
    fair = fair_percent(players)
    test = seat_test(run)
    misses, blocks = coverage(run)
    shares = match_share(run, "seat")
    cells = [estimate(shares, seat=seat) for seat in range(players)]
    chance = "by no more than chance" if test.p_value > 0.01 else "by MORE than chance: something is wrong"
    with Chart(2.0) as chart:
        ranked(
            chart.axes, [f"seat {i + 1}" for i in range(players)], cells, reference=100 / players, digits=2, unit=" %"
        )
        chart.axes.set_xlabel(f"share of the matches won, % (dashed: {fair})")
        svg = chart.svg("control", f"Share of matches won by seat, same {bot} in every seat")
    return Section(
        "control",
        "Control",
        "Control: do seats differ when nothing distinguishes them?",
        [
            f"No {bot}, rule or card is tied to a seat number, so all {_COUNTS[players]} must win alike. They differ "
            f"{chance} (chi-square {test.chi2:.2f} with {test.df} degrees of freedom, p = {test.p_value:.2f}; the "
            f"widest distance from {fair} is {abs(100 * test.widest_points):.2f} points, Cramer's V "
            f"{test.cramers_v:.4f})."
        ],
        [Figure(svg, f"Share of matches won by seat with 95 % intervals. {n_text(run.matches, 'matches')}.")],
        [
            "A p-value below 0.01 would come up in one of a hundred such reports by chance alone.",
            f"The intervals themselves: in {blocks} blocks of 1,000 matches the 95 % interval of seat 1 misses the "
            f"true {fair} {misses} times; about {0.05 * blocks:.1f} are expected.",
        ],
        [],
        "A/A control",
    )
