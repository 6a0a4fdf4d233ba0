"""What moves the cards, and how often each slap comes: questions 6, 7 and 8."""

from __future__ import annotations

from fractions import Fraction

from numsim.analysis.folies.base_rates import exact
from numsim.analysis.folies.piles import CAUSES, JACKPOT, KINDS, cause_table, cell, folies_pile, rates
from numsim.report.figures import COLOURS, Chart, ranked
from numsim.report.folies.people import People
from numsim.report.page import Figure, Section, Table
from numsim.report.words import against, figure, n_text, number, percent, plain_percent
from numsim.store import Run

_EXACT = {
    "occasions_1": ("1",),
    "occasions_1bis": ("1bis", "third Shadow"),
    "occasions_2": ("2",),
    "occasions_3": ("3",),
    "occasions_1_3": ("1+3",),
    "occasions_1bis_3": ("1bis+3",),
    "traps": ("trap",),
}
"""Exact kinds by the columns of play; slap 2 with and without a Folies pile is one kind there."""


class Deciding:
    """Causes and rates of one run."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.causes = cause_table(run)
        self.rates = rates(run)
        self.pile = folies_pile(run)


def deciding_section(found: Deciding, people: People) -> Section:
    """Question 8: which share of piles and of cards comes from challenges and from each slap; question 6: Folies."""
    parts = {
        what: {CAUSES[cause].split(" (")[0]: cell(found.causes, cause, what).value or 0.0 for cause in CAUSES}
        for what in ("piles", "cards")
    }
    with Chart(2.9) as chart:
        axes = chart.axes
        left = {"piles": 0.0, "cards": 0.0}
        for i, cause in enumerate(CAUSES):
            for y, what in enumerate(("cards", "piles")):
                share = 100 * (cell(found.causes, cause, what).value or 0)
                label = CAUSES[cause] if what == "piles" else None
                axes.barh([y], [share], left=left[what], color=COLOURS[i], edgecolor="#FFFFFF", height=0.6, label=label)
                if share > 6:
                    at = (left[what] + share / 2, y)
                    axes.annotate(f"{share:.0f} %", at, ha="center", va="center", color="#FFFFFF", fontsize=9.5)
                left[what] += share
        axes.set_yticks([0, 1], ["cards", "piles"])
        axes.set_xlim(0, 100)
        axes.set_ylim(-0.5, 2.7)
        axes.set_xlabel("share of all that was won, %")
        axes.grid(visible=False)
        axes.legend(loc="upper left", ncols=2)
        svg = chart.svg("causes", "Share of piles and of cards won by challenges and by each kind of slap")
    rows = [
        [
            CAUSES[cause],
            percent(cell(found.causes, cause, "piles")),
            percent(cell(found.causes, cause, "cards")),
            figure(cell(found.causes, cause, "per_match"), "", 1),
            figure(cell(found.causes, cause, "reward"), "", 1),
            f"{cell(found.causes, cause, 'reward').n:,}",
        ]
        for cause in CAUSES
    ]
    piles, cards = cell(found.causes, "challenge", "piles"), cell(found.causes, "challenge", "cards")
    folies = cell(found.causes, "2", "cards")
    main = max(parts["cards"], key=lambda name: parts["cards"][name])
    return Section(
        "piles",
        "8 What decides",
        "Do challenges or slaps move the cards?",
        [
            f"Of all cards won, {percent(cards)} are won by challenges, {percent(cell(found.causes, '1', 'cards'))} by "
            f"slap 1 and {percent(folies)} with the Folies pile. The largest part comes from: {main}.",
            f"Challenges win {percent(piles)} of the piles. A Folies pile brings "
            f"{figure(cell(found.causes, '2', 'reward'), ' cards')} on average; in "
            f"{percent(found.pile['jackpot'])} of the matches it once held {JACKPOT} cards or more.",
        ],
        [
            Figure(svg, f"Four adults of natural speeds. {n_text(found.run.matches, 'matches')}."),
            Table(
                ["how a pile is won", "of the piles", "of the cards", "piles a match", "cards a pile", "piles"],
                rows,
                "95 % intervals in brackets; N = piles in the last column. A player's own cards in the pile count as "
                "won.",
            ),
        ],
        [people.span("challenges")],
        ["Cards that change hands say what moves the game, not what wins it: challenges ask for no skill at all."],
        "Questions 6 and 8",
    )


def rates_section(found: Deciding) -> Section:
    """Question 7: how often each slap comes, in play and exactly, and what it brings."""
    known = exact()
    rows = []
    for name, label in KINDS.items():
        kinds = _EXACT.get(name)
        share = "" if kinds is None else f"{100 * float(sum((known[k] for k in kinds), Fraction(0))):.2f} %"
        e = found.rates[name]
        every = "" if not e.value else f"1 in {number(1 / e.value, 0)}"
        rows.append([label, percent(e, 2), every, share, f"{e.n:,}"])
    e = found.rates["nothing"]
    rows.append(["nothing of these", percent(e, 2), "", f"{100 * float(known['nothing']):.2f} %", f"{e.n:,}"])
    one, three = found.rates["occasions_1"], found.rates["occasions_1bis"]
    with Chart(2.6) as chart:
        shown = [name for name in KINDS if name != "near_misses"]
        shown.sort(key=lambda name: -(found.rates[name].value or 0))
        ranked(chart.axes, [KINDS[name] for name in shown], [found.rates[name] for name in shown], unit=" %")
        chart.axes.set_xlabel("share of the cards turned, %")
        svg = chart.svg("kinds", "Share of the cards turned that are each kind of occasion")
    rewards = [cell(found.causes, cause, "reward") for cause in ("1", "1bis")]
    often = "?" if not one.value or not three.value else f"{one.value / three.value:.1f}"
    return Section(
        "slaps",
        "7 Slaps",
        "How often does each slap come, and is three of a family too rare?",
        [
            f"In play {percent(one, 2)} of the cards make slap 1 and {percent(three, 2)} slap 1bis: slap 1 comes "
            f"{often} "
            f"times as often. A pile won by slap 1 brings {figure(rewards[0], ' cards')}, by slap 1bis "
            f"{figure(rewards[1], ' cards')}.",
            f"Traps are {percent(found.rates['traps'], 2)} of the cards. Of the occasions to win a pile "
            f"{percent(found.rates['missed'], 2)} go by unused.",
        ],
        [
            Figure(
                svg,
                f"What a turned card is, in play. {n_text(found.rates['traps'].n, 'cards')} of "
                f"{found.run.matches:,} matches.",
            ),
            Table(
                ["a turned card is", "in play", "", "in a random order, exact", "cards"],
                rows,
                "In play: of all cards turned, 95 % intervals in brackets, N = cards in the last column. Exact: "
                "counted "
                "over all ordered triples of the 102 cards; slap 2 is one line there, with or without a Folies pile.",
            ),
        ],
        [
            "The two columns need not agree: in play a pile begins anew whenever it was won, collected piles keep "
            "their "
            "order, and cards in the Folies pile are out of play. A card that looks like an occasion is one of nothing."
        ],
        [
            "A share of people does not notice three of a family "
            "(parameter notice_three), which makes slap 1bis rarer to be won, not rarer to come up."
        ],
        "Question 7",
    )


def deciding_headline(found: Deciding) -> tuple[str, str]:
    """Figure and sentence for the first page."""
    cards = cell(found.causes, "challenge", "cards")
    word = {"above": "Challenges move most cards", "below": "Slaps move most cards"}.get(
        against(cards, 0.5, 0.02), "Challenges and slaps move about as many cards"
    )
    return plain_percent(cards), (
        f"{word}: {percent(cards)} of all cards won are won by challenges, without any skill; a Folies pile brings "
        f"{figure(cell(found.causes, '2', 'reward'), ' cards')}."
    )
