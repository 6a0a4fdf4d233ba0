"""Which cards matter: dealt-card effects of every kind of card."""

from __future__ import annotations

import polars as pl

from numsim.analysis.dealt import CardEffects, heat_map
from numsim.analysis.intervals import Estimate
from numsim.analysis.king.cards import SPECIALS, card_effects
from numsim.cards import FAMILIES, FAMILY_NAMES
from numsim.report.figures import Chart, matrix, ranked
from numsim.report.page import Figure, Section
from numsim.report.words import n_text, number, points
from numsim.store import Run

_LONG = {"JK": "Joker", "INF": "Infini", "NX": "Num-X"}
MOST_MATCHES = 60_000
"""Matches used for the regression: it is the slowest step, and more matches narrow the intervals but slowly."""


class Cards:
    """Dealt-card effects of the four-player batch."""

    def __init__(self, run: Run) -> None:
        self.effects: CardEffects = card_effects(run, most_matches=MOST_MATCHES)
        self.king = self.effects.cards.filter(pl.col("outcome") == "king").sort("value", descending=True)

    def effect(self, card: str) -> Estimate:
        """Effect of one card on the share of rounds won, interval over all claims."""
        return self._estimate(self.king.filter(pl.col("card") == card).row(0, named=True))

    @property
    def pair(self) -> Estimate:
        """Effect of one more pair of Rainbow and Shadow."""
        return self._estimate(self.effects.pairs.filter(pl.col("outcome") == "king").row(0, named=True))

    def _estimate(self, row: dict[str, float]) -> Estimate:
        return Estimate(row["value"], row["low"], row["high"], self.effects.rows, self.effects.matches)


def card_name(card: str) -> str:
    """7W -> Rainbow 7."""
    return _LONG.get(card) or f"{FAMILY_NAMES[card[-1]]} {card[:-1]}"


def cards_section(cards: Cards) -> Section:
    """Dealt-card effects: heat map of the classic cards, the extremes, the specials."""
    king = cards.king
    heat = heat_map(cards.effects.cards, "king")
    values = [[100 * heat[family][i] for family in FAMILIES] for i in reversed(range(heat.height))]
    with Chart(6.6) as chart:
        matrix(
            chart.axes,
            values,
            [str(heat["value"][i]) for i in reversed(range(heat.height))],
            [FAMILY_NAMES[family] for family in FAMILIES],
            digits=1,
            sign=True,
            fontsize=8.5,
        )
        chart.axes.set_ylabel("value of the card")
        chart.axes.xaxis.tick_top()
        heat_svg = chart.svg("cards", "Change of the share of rounds won by being dealt each classic card, in points")
    classic = king.filter(~pl.col("card").is_in(SPECIALS))
    shown = [*classic["card"].to_list()[:5], *SPECIALS, *classic["card"].to_list()[-5:]]
    shown.sort(key=lambda card: -(cards.effect(card).value or 0))
    with Chart(3.8) as chart:
        ranked(chart.axes, [card_name(c) for c in shown], [cards.effect(c) for c in shown], reference=0, digits=2)
        chart.axes.set_xlabel("change of the share of rounds won, points")
        extremes = chart.svg("extremes", "The best and worst classic cards and the specials")
    nulls = cards.effects.nulls.filter(pl.col("outcome") == "king")
    outside = int(((nulls["low"] > 0) | (nulls["high"] < 0)).sum())
    best, worst = classic["card"][0], classic["card"][-1]
    half = float(((king["high"] - king["low"]) / 2).max() or 0)  # type: ignore[arg-type]
    flagged = int(king["flagged"].sum())
    return Section(
        "cards",
        "Cards",
        "Which cards is it good to be dealt?",
        [
            f"The best classic card, {card_name(best)}, changes the share of rounds won by "
            f"{points(cards.effect(best), 2)} against the average card, the worst, {card_name(worst)}, by "
            f"{points(cards.effect(worst), 2)}. Num-X: {points(cards.effect('NX'), 2)}; one Infini: "
            f"{points(cards.effect('INF'), 2)}; one Joker: {points(cards.effect('JK'), 2)}.",
            f"{flagged} of the {king.height} kinds of cards differ from the average card.",
        ],
        [
            Figure(
                heat_svg,
                "Change of the share of rounds won, in points, when a hand is dealt this card instead of the "
                f"average card. Intervals are at most ±{100 * half:.2f} points, all {king.height} together at 95 % "
                f"(Bonferroni). {n_text(cards.effects.rows, 'hands')} of {cards.effects.matches:,} matches.",
            ),
            Figure(
                extremes,
                "The five best and worst classic cards and the specials, one copy each, with intervals that hold "
                f"together at 95 %. {n_text(cards.effects.rows, 'hands')} of {cards.effects.matches:,} matches.",
            ),
        ],
        [
            f"Of {nulls.height} null marks (stickers on random cards, true effect zero) {outside} had a 95 % "
            f"interval without zero; about {number(0.05 * nulls.height)} are expected.",
            "Regression of the round's result on all cards dealt, on place and hand size, clustered by match.",
        ],
        [
            "The hand as dealt, before the exchange; the deal is random, so these are effects, not habits of good "
            "players.",
            "Effects are those for four seats of the same strong bot.",
        ],
        "Question of every review",
    )


def cards_headline(cards: Cards) -> tuple[str, str]:
    """Figure and sentence for the first page."""
    best = cards.king.row(0, named=True)["card"]
    worst = cards.king.row(-1, named=True)["card"]
    value = cards.effect(best)
    return f"{number(100 * (value.value or 0), 1, sign=True)} points", (
        f"The card to hope for is {card_name(best)}: being dealt it changes the chance to win the round by "
        f"{points(value)} against the average card; the one to fear is {card_name(worst)}, with "
        f"{points(cards.effect(worst))}."
    )
