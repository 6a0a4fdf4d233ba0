"""Reflex against tactics against luck: question 1; the ladder of the bots."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from numsim.analysis.intervals import Estimate, estimate
from numsim.analysis.rates import match_share
from numsim.analysis.speed.skill import Grid, Ladder, grid, ladder, lead
from numsim.report.figures import Chart, by_number, matrix, ranked
from numsim.report.page import Figure, Section, Table
from numsim.report.speed.batches import GRID_BOTS, GRID_PROFILES, LADDER, SIMPLE, TWICE_PLAYERS, grid_lines
from numsim.report.speed.people import People
from numsim.report.words import apart, figure, listing, n_text, number, percent, plain_percent, points
from numsim.store import Run

_PARTS = {
    "tactics": "tactics (bot)",
    "reflex": "reflexes",
    "both": "tactics and reflexes together",
    "deal": "cards and place",
    "rest": "everything else",
}


class Skill:
    """The grid of bots and reflexes, the ladder, and a table of one bot with four reflexes."""

    def __init__(self, runs: Mapping[str, Run]) -> None:
        self.tables = [runs[name] for name in grid_lines()]
        self.wins: Grid = grid(self.tables, GRID_BOTS, GRID_PROFILES)
        self.malus: Grid = grid(self.tables, GRID_BOTS, GRID_PROFILES, "malus")
        self.reflexes = runs["reflexes"]
        names = [str(bot) for bot in self.reflexes.plan.bots]
        numbers = [self.reflexes.bots.index(name) for name in names]
        self.faster = {
            (worse, better): lead(self.reflexes, numbers[i + 1], numbers[i])
            for i, (worse, better) in enumerate(pairwise(GRID_PROFILES))
        }
        self.twice_runs = {n: runs[f"half the time-{n}"] for n in TWICE_PLAYERS}
        self.twice = {n: estimate(match_share(run, "bot"), bot=0) for n, run in self.twice_runs.items()}
        line_ups = [runs[f"ladder without {out.partition('@')[0]}"] for out in LADDER]
        order = [
            next(str(b) for run in line_ups for b in run.plan.bots if _policy(str(b)) == _policy(x)) for x in LADDER
        ]
        self.ladder: Ladder = ladder(line_ups, order)
        self.ladder_matches = min(run.matches for run in line_ups)

    @property
    def luck(self) -> Estimate:
        """Share of the variance of the win that is neither bot nor reflexes."""
        skill = [self.wins.split[name] for name in ("tactics", "reflex", "both")]
        value = 1 - sum(e.value or 0 for e in skill)
        half = sum(((e.high or 0) - (e.low or 0)) ** 2 for e in skill) ** 0.5 / 2
        return Estimate(value, value - half, value + half, skill[0].n, skill[0].units)


def _policy(name: str) -> str:
    return name.partition("@")[0]


def tell_text(tell: int | None) -> str:
    """Matches until somebody is ahead."""
    return "not ahead here" if tell is None else f"{tell:,}"


def takes(better: str, worse: str, tell: int | None) -> str:
    """Matches until somebody is ahead, in a sentence."""
    if tell is None:
        return f"{better} is not ahead of {worse} here"
    matches = f"{tell:,} match{'es' if tell > 1 else ''}"
    return f"it takes {matches} until {better} is ahead of {worse} in wins with 95 % certainty"


def skill_section(skill: Skill, people: People) -> Section:
    """Question 1: what part of the result is tactics, reflexes, cards, and the rest."""
    wins, malus = skill.wins, skill.malus
    with Chart(2.2) as chart:
        ranked(chart.axes, list(_PARTS.values()), [wins.split[name] for name in _PARTS], unit=" %")
        chart.axes.set_xlabel("share of the variance of one seat's result in one match, %")
        split = chart.svg("split", "Share of the variance of a match result that is tactics, reflexes, cards and rest")
    with Chart(2.6) as chart:
        matrix(
            chart.axes,
            [[None if e.value is None else 100 * e.value for e in row] for row in reversed(wins.cells)],
            list(reversed(wins.bots)),
            wins.profiles,
            centre=25,
        )
        chart.axes.set_xlabel("reflexes")
        chart.axes.grid(visible=False)
        cells = chart.svg("grid", "Share of matches won by every combination of bot and reflexes, in percent")
    with Chart(2.8, columns=2) as chart:
        for axes, names, values, title in (
            (chart.all_axes[0], wins.bots, wins.tactics, "by tactics (bot)"),
            (chart.all_axes[1], wins.profiles, wins.reflexes, "by reflexes (profile)"),
        ):
            by_number(axes, range(4), {"win share": values}, reference={"equal chances": 25}, labels=names)
            axes.set_title(title)
            axes.set_ylim(bottom=0)
        chart.axes.set_ylabel("share of the matches won, %")
        top = max(axes.get_ylim()[1] for axes in chart.all_axes)
        for axes in chart.all_axes:
            axes.set_ylim(0, top)
        factors = chart.svg("factors", "Share of matches won by bot and by reflexes")
    n = 4 * len(skill.tables) * wins.deals
    rows = [[_PARTS[name], percent(wins.split[name], 1), percent(malus.split[name], 1), f"{n:,}"] for name in _PARTS]
    told = [
        [f"{better} against {worse}", points(gap), tell_text(tell), f"{skill.reflexes.matches:,}"]
        for (worse, better), (gap, tell) in skill.faster.items()
    ]
    told += [
        [f"half the time, {n} players", points(twice.shifted(-1 / n)), "", f"{skill.twice_runs[n].matches:,}"]
        for n, twice in skill.twice.items()
    ]
    told += [
        [
            f"{_policy(rung.better)} against {_policy(rung.worse)}",
            points(rung.win),
            tell_text(rung.tell),
            f"{3 * skill.ladder_matches:,}",
        ]
        for rung in skill.ladder.rungs
    ]
    tactics, reflex, deal = (wins.split[name] for name in ("tactics", "reflex", "deal"))
    rung, twice = skill.ladder.rungs[-2], skill.twice
    expert, child = wins.reflexes[-1], wins.reflexes[0]
    best, worst = wins.tactics[-1], wins.tactics[0]
    stronger = {
        "first": "so tactics count more than reflexes",
        "second": "so reflexes count more than tactics",
        "neither": "so neither certainly counts more than the other",
        "": "too few data to compare them",
    }[apart(tactics, reflex)]
    return Section(
        "skill",
        "1 Reflex, tactics, luck",
        "How much of winning is reflex, how much tactics, how much luck?",
        [
            f"Of the spread of match results {percent(tactics)} go with the bot (tactics) and {percent(reflex)} with "
            f"the reflexes, {stronger} over the people and bots tried here. The cards and the place explain "
            f"{percent(deal)}; the rest is how the cards of the others fall and who happens to be first. Most of the "
            f"tactics may be the distance of {wins.bots[0]}: between the other three bots it is "
            f"{percent(wins.better)}.",
            f"At a table of four bots and four kinds of reflexes an expert wins {percent(expert)} and a child "
            f"{percent(child)}, whatever they play; {wins.bots[-1]} wins {percent(best)} and {wins.bots[0]} "
            f"{percent(worst)}, whatever their reflexes.",
            f"With the same tactics {takes('an expert', 'a trained player', skill.faster['trained', 'expert'][1])}; "
            f"with the same reflexes {takes(rung.better, rung.worse, rung.tell)}.",
            f"A player who needs half the time among equals wins {percent(twice[4])} of the matches with four players "
            f"(25 % is fair), {percent(twice[6])} with six (16.7 %) and {percent(twice[2])} with two (50 %).",
        ],
        [
            Figure(
                split,
                f"{len(skill.tables)} line-ups of the same {wins.deals:,} deals; every bot and every profile sits at "
                f"every table once. N = {n:,} results of a seat in a match.",
            ),
            Figure(
                factors,
                f"Share of matches won by bot (over all reflexes) and by reflexes (over all bots), 95 % intervals. "
                f"N = {len(skill.tables) * wins.deals:,} matches.",
            ),
            Figure(
                cells,
                "Share of the matches won, in %, by bot (rows) and reflexes (columns); 25 is fair. Intervals are about "
                f"±{_half(wins)} points. N = {3 * wins.deals:,} matches a cell.",
            ),
            Table(
                ["part", "of the match won or not", "of the malus a round", "results"],
                rows,
                "Share of the variance of a seat's result, 95 % intervals in brackets; a value around zero, also a "
                "little below, means nothing. N in the last column.",
            ),
            Table(
                ["who against whom", "difference of the win shares", "matches until ahead", "matches"],
                told,
                f"Reflexes: {SIMPLE} in all seats; bots: trained reflexes in all seats. Matches until the better one "
                "is ahead in wins with 95 % certainty. Half the time: one player against equals, difference to a fair "
                "share. 95 % intervals in brackets, N in the last column.",
            ),
        ],
        [
            "Each bot meets each other bot with every pair of reflexes exactly once, so no combination is favoured by "
            "its opponents. Intervals of the split are jackknifes over 20 blocks of deals.",
            people.span("reflex"),
        ],
        [
            f"Skill is what lies between these bots ({listing(wins.bots)}) and these reflexes "
            f"({listing(wins.profiles)}); a table of equals has less of it, and luck a larger part.",
        ],
        "Question 1",
    )


def _half(found: Grid) -> str:
    halves = [((e.high or 0) - (e.low or 0)) / 2 for row in found.cells for e in row]
    return number(100 * max(halves, default=0))


def ladder_section(skill: Skill) -> Section:
    """Do better bots win, with equal reflexes?"""
    found = skill.ladder
    names = [_policy(name) for name in found.bots]
    order = list(reversed(range(len(names))))
    with Chart(2.2, columns=2) as chart:
        left, right = chart.all_axes
        ranked(left, [names[k] for k in order], [found.malus[k] for k in order], scale=1, digits=2)
        left.set_xlabel("malus a round (cards)")
        ranked(right, [names[k] for k in order], [found.wins[k] for k in order], reference=25, unit=" %")
        right.set_xlabel("share of the matches won, % (dashed: 25 %)")
        svg = chart.svg("ladder", "Mean malus and win share of each bot at tables of four of them")
    rows = []
    wrong = []
    for rung in found.rungs:
        low, high = rung.malus.low, rung.malus.high
        word = "undecided" if low is None or high is None or low <= 0 <= high else "better" if low > 0 else "worse"
        if word != "better":
            wrong.append(f"{_policy(rung.better)} against {_policy(rung.worse)} ({word})")
        rows.append(
            [
                f"{_policy(rung.better)} against {_policy(rung.worse)}",
                figure(rung.malus, " cards", 2, sign=True),
                points(rung.win),
                word,
                f"{rung.malus.n:,}",
            ]
        )
    opening = (
        "Each bot is better than the one before: " if not wrong else f"Not every step is certain: {listing(wrong)}. "
    )
    return Section(
        "ladder",
        "Ladder",
        "Do better bots do better, with equal reflexes?",
        [
            opening
            + "; ".join(f"{name} {figure(e, '', 2)}" for name, e in zip(names, found.malus))
            + " cards of malus a round.",
        ],
        [
            Figure(
                svg,
                "Tables of four of the five bots, all with trained reflexes, seats rotating; classic score, 95 % "
                f"intervals. {n_text(skill.ladder_matches, 'deals')}, each played at five tables.",
            ),
            Table(
                ["who against whom", "malus saved a round", "difference of the win shares", "verdict", "deals"],
                rows,
                "At the tables where both sit. 95 % intervals in brackets; N in the last column.",
                (0, 3),
            ),
        ],
        ["The five tables of a deal count as one, so that its luck is not counted five times."],
        [
            "lowest never plays an action card and is no measure of anything; it shows what a player loses who ignores "
            "half of the rules.",
        ],
        "Question 1",
    )


def skill_headline(skill: Skill) -> tuple[str, str]:
    """Figure and sentence for the first page."""
    tactics, reflex = (skill.wins.split[name] for name in ("tactics", "reflex"))
    expert, best = skill.wins.reflexes[-1], skill.wins.tactics[-1]
    return f"{plain_percent(reflex, 0)} / {plain_percent(tactics, 0)}", (
        f"Between very different players reflexes explain {percent(reflex)} of the spread of match results and tactics "
        f"{percent(tactics)}; the rest is luck and the others. The fastest of four wins {percent(expert)}, the best "
        f"bot of four {percent(best)}, where 25 % is fair."
    )
