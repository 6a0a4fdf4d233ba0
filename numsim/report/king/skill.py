"""Skill and luck: question 10."""

from __future__ import annotations

from numsim.analysis.king.strengths import strengths
from numsim.analysis.skill import Duplicate, duplicate, head_to_head
from numsim.report.figures import Chart, ranked, stacked
from numsim.report.page import Figure, Section, Table
from numsim.report.words import against, figure, listing, n_text, percent, plain_percent, points
from numsim.store import Run


class Skill:
    """The ladder batches: every bot played every hand of the same deals."""

    def __init__(self, runs: dict[str, Run]) -> None:
        self.ladder = [runs[f"ladder-{i}"] for i in range(1, 5)]
        self.duplicate: Duplicate = duplicate(self.ladder)
        self.counting = {n: head_to_head(runs[f"counting-{n}"], "counter", "strategist") for n in (3, 4)}


def skill_section(skill: Skill) -> Section:
    """Question 10: how much the better bot wins, and how much is luck."""
    found = skill.duplicate
    order = sorted(range(len(found.bots)), key=lambda k: -(found.shares[k].value or 0))
    with Chart(2.2) as chart:
        ranked(chart.axes, [found.bots[k] for k in order], [found.shares[k] for k in order], reference=25, unit=" %")
        chart.axes.set_xlabel("share of the matches won at a table of all four, % (dashed: 25 %)")
        svg = chart.svg("skill", "Share of matches won by each bot at a table of four different bots")
    split = found.split
    with Chart(1.3) as chart:
        parts = {"bot": split["skill"].value or 0, "cards and place": split["deal"].value or 0}
        parts["everything else"] = max(1 - sum(parts.values()), 0)
        stacked(chart.axes, parts)
        chart.axes.set_xlabel("share of the variance of the result of one seat in one match, %")
        luck = chart.svg("luck", "Share of the variance that goes with the bot, with the deal and with the rest")
    names, powers = strengths(skill.ladder)
    rows = [
        [name, figure(power, "", 2), percent(found.shares[found.bots.index(name)]), f"{found.deals:,}"]
        for power, name in sorted(zip(powers, names), key=lambda pair: -(pair[0].value or 0))
    ]
    counting = [
        [
            str(n),
            f"{100 * paired.a:.1f} %",
            f"{100 * paired.b:.1f} %",
            points(paired.difference, 2),
            f"{paired.difference.n:,}",
        ]
        for n, paired in skill.counting.items()
    ]
    tell = f"{found.matches_to_tell:,}" if found.matches_to_tell else "more than were played"
    return Section(
        "skill",
        "10 Skill and luck",
        "Does the better player win, and does counting cards pay?",
        [
            f"At a table of four different bots {found.bots[order[0]]} wins {percent(found.shares[order[0]])} of "
            f"the matches and {found.bots[order[-1]]} {percent(found.shares[order[-1]])}, on the same deals from "
            "every seat.",
            f"The bot explains {percent(split['skill'])} of the spread of results, the cards and the place "
            f"{percent(split['deal'])}. It takes {tell} matches until the best bot is ahead of the second in wins "
            "with 95 % certainty.",
            f"Counting cards is worth {points(skill.counting[4].difference)} of the matches to a seat with four "
            f"players and {points(skill.counting[3].difference)} with three.",
        ],
        [
            Figure(
                svg,
                "Each deal was played four times with the bots moved on by one seat; 95 % intervals. "
                f"{n_text(found.deals, 'deals')}, {4 * found.deals:,} matches.",
            ),
            Figure(
                luck,
                f"Variance of the win share of a seat, split by a two-way model on the same {found.deals:,} deals "
                f"(N = {4 * found.deals:,} matches). Everything else: what the others do with the same cards, and "
                "the rounds that follow.",
            ),
            Table(
                ["bot", "strength", "matches won", "deals"],
                rows,
                "Strength: Plackett-Luce from the ranks of every round, geometric mean 1; twice the strength, "
                "twice the chance to go out first. 95 % intervals in brackets; N = deals in the last column.",
            ),
            Table(
                ["players", "strategist, a seat", "counter, a seat", "difference", "matches"],
                counting,
                "Counter and strategist at one table, seats rotating: the same bot with and without counting. N in "
                "the last column.",
            ),
        ],
        ["Intervals of the split and of the strengths are jackknifes over 20 blocks of deals."],
        [
            f"Skill is what lies between these bots ({listing(found.bots)}); people differ by less or more.",
            "The bots pass when that is worth more to them than covering; how much voluntary passing alone is "
            "worth was not measured.",
        ],
        "Question 10",
    )


def skill_headline(skill: Skill) -> tuple[str, str]:
    """Figure and sentence for the first page."""
    found = skill.duplicate
    order = sorted(range(len(found.bots)), key=lambda k: -(found.shares[k].value or 0))
    best, worst = order[0], order[-1]
    opening = {"above": "Skill matters", "same": "Skill hardly matters"}.get(
        against(found.shares[best], 1 / len(found.bots)), "Whether skill matters is undecided"
    )
    return plain_percent(found.shares[best]), (
        f"{opening}: among four different bots the best ({found.bots[best]}) wins {percent(found.shares[best])} of "
        f"the matches and the weakest ({found.bots[worst]}) {percent(found.shares[worst])}; the choice of the bot "
        f"explains {plain_percent(found.split['skill'], 0)} of the spread of results, the cards and the place "
        f"{plain_percent(found.split['deal'], 0)}."
    )
