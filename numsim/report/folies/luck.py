"""How much luck is in the deal: question 2."""

from __future__ import annotations

import polars as pl

from numsim.analysis.dealt import heat_map
from numsim.analysis.folies.luck import by_high_cards, card_effects, luck_shares
from numsim.analysis.intervals import Estimate, estimate
from numsim.cards import FAMILIES, FAMILY_NAMES
from numsim.report.figures import Chart, matrix, ranked
from numsim.report.folies.people import People
from numsim.report.page import Figure, Section, Table
from numsim.report.words import MARGIN, n_text, number, percent, plain_percent, points
from numsim.store import Run

MOST_MATCHES = 60_000
_PARTS = {
    "place": "place and number of cards",
    "high": "… and how many of each value 11-16",
    "specials": "… and how many Rainbows and Shadows",
    "cards": "… and every single card",
    "null": "… and random marks (control)",
}


class Luck:
    """Luck of persons with equal reflexes."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.shares = luck_shares(run, MOST_MATCHES)
        self.most = by_high_cards(run)
        self.effects = card_effects(run, most_matches=MOST_MATCHES)
        self.cards = self.effects.cards.sort("value", descending=True)

        values = (
            self.cards.with_columns(pl.col("card").str.head(-1).cast(pl.Int64).alias("number"))
            .group_by("number")
            .agg(pl.col("value").mean())
            .sort("value", descending=True)
        )
        self.best_value, self.best_worth = values.row(0)
        self.most_best = by_high_cards(run, (self.best_value,))

    def card(self, index: int) -> tuple[str, Estimate]:
        """Name and effect of a card by its rank (0 = best, -1 = worst)."""
        row = self.cards.row(index, named=True)
        found = Estimate(row["value"], row["low"], row["high"], self.effects.rows, self.effects.matches)
        return card_name(row["card"]), found


def card_name(card: str) -> str:
    """7W -> Rainbow 7."""
    return f"{FAMILY_NAMES[card[-1]]} {card[:-1]}"


def luck_section(luck: Luck, people: People) -> Section:
    """Question 2: what the dealt cards explain, and which cards it is good to be dealt."""
    heat = heat_map(luck.cards, "win")
    order = list(reversed(range(heat.height)))
    with Chart(6.6) as chart:
        matrix(
            chart.axes,
            [[100 * heat[family][i] for family in FAMILIES] for i in order],
            [str(heat["value"][i]) for i in order],
            [FAMILY_NAMES[family] for family in FAMILIES],
            digits=1,
            sign=True,
            fontsize=8.5,
        )
        chart.axes.set_ylabel("value of the card")
        chart.axes.xaxis.tick_top()
        svg = chart.svg("cards", "Change of the share of matches won by being dealt each card, in points")
    most = [estimate(luck.most, most=i) for i in (0, 1, 2)]
    with Chart(1.9) as chart:
        names = ["somebody was dealt more", "shares the most", "alone has the most"]
        ranked(chart.axes, names, most, reference=25, unit=" %")
        chart.axes.set_xlabel("share of the matches won by number of dealt cards 14-16, % (dashed: 25 %)")
        holders = chart.svg("holders", "Share of matches won by who was dealt the most cards of 14 to 16")
    nulls = luck.effects.nulls
    outside = int(((nulls["low"] > 0) | (nulls["high"] < 0)).sum())
    (best, good), (worst, bad) = luck.card(0), luck.card(-1)
    half = float(((luck.cards["high"] - luck.cards["low"]) / 2).max() or 0)  # type: ignore[arg-type]
    flagged = int(luck.cards["flagged"].sum())
    rows = [[_PARTS[name], percent(e, 2), f"{luck.effects.matches:,}"] for name, e in luck.shares.items()]
    hands = n_text(luck.effects.rows, "stacks")
    return Section(
        "luck",
        "2 Luck of the deal",
        "How much does it matter which cards one is dealt?",
        [
            f"Among four players of equal reflexes the dealt cards explain {percent(luck.shares['cards'], 2)} of the "
            f"spread of results, the numbers of high cards alone {percent(luck.shares['high'], 2)}.",
            f"Who alone was dealt the most cards of 14 to 16 wins {percent(most[2])} of the matches, who was dealt "
            f"fewer than somebody else {percent(most[0])}.",
            f"The best value to be dealt is {luck.best_value}: each such card adds {number(100 * luck.best_worth)} "
            "points on "
            f"average, and who alone was dealt the most of them wins {percent(estimate(luck.most_best, most=2))}.",
            f"The best card, {best}, changes the share of matches won by {points(good, 2)} against the average card, "
            f"the worst, {worst}, by {points(bad, 2)}; {flagged} of {luck.cards.height} cards differ from the average.",
        ],
        [
            Figure(
                holders,
                "Four players of equal reflexes, 95 % intervals. N = stacks: "
                + "; ".join(f"{name}: {e.n:,}" for name, e in zip(names, most))
                + ".",
            ),
            Table(
                ["what is known of the deal", "share of the spread of results", "matches"],
                rows,
                "Share of the variance of a seat's result (win or not) explained by the deal, corrected for the number "
                "of columns, 95 % intervals; a value around zero, also a little below, means nothing. N = matches in "
                "the last column.",
            ),
            Figure(
                svg,
                "Change of the share of matches won, in points, when a stack is dealt this card instead of the average "
                f"card. Intervals are at most ±{100 * half:.2f} points, all {luck.cards.height} together at 95 % "
                f"(Bonferroni). {hands} of {luck.effects.matches:,} matches.",
            ),
        ],
        [
            f"Of {nulls.height} null marks (stickers on random cards, true effect zero) {outside} had a 95 % interval "
            f"without zero; about {number(0.05 * nulls.height)} are expected.",
            "The deal is random, so these are effects of the cards. Regressions on the cards dealt, on place and size "
            "of the stack; intervals clustered by match.",
            people.span("holder"),
        ],
        [
            "The order of the cards in the stacks is luck as well; it is not in the tables and counts as the rest, "
            "like the luck of single races.",
            "Everybody has the same reflexes here: between people who differ, the cards explain less.",
        ],
        "Question 2",
    )


def luck_headline(luck: Luck) -> tuple[str, str]:
    """Figure and sentence for the first page."""
    share, most = luck.shares["cards"], estimate(luck.most_best, most=2)
    low, high = share.low or 0, share.high or 0
    word = (
        "The deal matters"
        if low > 0.05
        else "The deal matters little"
        if low > 0 and high > MARGIN
        else ("The deal hardly matters")
    )
    return plain_percent(share), (
        f"{word}: between equal players the dealt cards explain {percent(share)} of the spread of results, and who "
        f"alone holds the most cards of the best value, {luck.best_value}, at the start wins {percent(most)}, where "
        "25 % is fair."
    )
