"""What special and action cards are worth: questions 4 and 5."""

from __future__ import annotations

import polars as pl

from numsim.analysis.dealt import heat_map
from numsim.analysis.intervals import Estimate
from numsim.analysis.speed.cards import GROUPS, card_effects, effect, group_effects
from numsim.analysis.speed.specials import NAMES, obligations, specials
from numsim.cards import FAMILIES, FAMILY_NAMES
from numsim.report.figures import Chart, matrix, ranked
from numsim.report.page import Figure, Section, Table
from numsim.report.speed.batches import REFERENCE
from numsim.report.speed.combos import ASSOCIATION
from numsim.report.speed.readings import Readings
from numsim.report.words import figure, n_text, number, percent, plain_number, points
from numsim.store import Run

MOST_MATCHES = 8_000
SPECIAL = ("infini", "numx", "joker")
ACTION = ("simple", "double", "block", "twister", "bombe")


class Cards:
    """Dealt-card effects and the use of special and action cards in the reference batch."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.effects = card_effects(run, most_matches=MOST_MATCHES)
        self.groups = {group: group_effects(run, group, most_matches=MOST_MATCHES) for group in GROUPS}
        self.used = specials(run)
        self.duties = obligations(run)

    def effect(self, kind: str, outcome: str) -> Estimate:
        """Effect of one dealt copy of a special or action card."""
        return effect(self.effects, NAMES[kind], outcome)

    def grouped(self, group: str, name: str, outcome: str) -> Estimate:
        """Effect of one card more of a value or family."""
        return effect(self.groups[group], name, outcome)


def _tables(cards: Cards, kinds: tuple[str, ...]) -> list[Table]:
    """What each kind is worth, and how its users fare."""
    rows, users = [], []
    for kind in kinds:
        used = cards.used[kind]
        rows.append(
            [
                used.name,
                figure(cards.effect(kind, "malus"), "", 2, sign=True),
                figure(cards.effect(kind, "competition"), "", 1, sign=True),
                points(cards.effect(kind, "first")),
                *[plain_number(e, 2) for e in (used.dealt, used.used)],
            ]
        )
        users.append(
            [used.name, percent(used.first_used), percent(used.first_unused)]
            + [f"{used.first_used.n:,}", f"{used.first_unused.n:,}"]
        )
    return [
        Table(
            ["card", "malus, classic", "malus, competition", "going out first", "dealt a round", "used a round"],
            rows,
            "Effect of being dealt one copy instead of the average card, intervals hold together for all kinds at 95 % "
            f"(Bonferroni; N = {cards.effects.rows:,} hands of {cards.effects.matches:,} matches). Dealt and used: by "
            "all seats together; cards are also drawn, and move by Twister, Bombe-X and Shadow.",
        ),
        Table(
            ["card", "first out: used one", "first out: used none", "N used one", "N used none"],
            users,
            "Share of the seats that went out first in a round in which they used one, and in which they did not: an "
            "association. 95 % intervals in brackets, N = seats in the last columns.",
        ),
    ]


def _worth(e: Estimate) -> str:
    """A malus effect in a word; below zero is good."""
    if e.low is None or e.high is None:
        return "undecided"
    return "a gift" if e.high < 0 else "a burden" if e.low > 0 else "neither gift nor burden"


def _best_first(cards: Cards, kinds: tuple[str, ...]) -> list[str]:
    return sorted(kinds, key=lambda kind: cards.effect(kind, "malus").value or 0)


def _effects_chart(cards: Cards, kinds: tuple[str, ...], name: str) -> str:
    order = _best_first(cards, kinds)
    with Chart(0.9 + 0.28 * len(order), columns=2) as chart:
        left, right = chart.all_axes
        ranked(
            left, [NAMES[k] for k in order], [cards.effect(k, "malus") for k in order], scale=1, reference=0, digits=2
        )
        left.set_xlabel("change of the malus of the round, cards")
        ranked(right, [NAMES[k] for k in order], [cards.effect(k, "first") for k in order], reference=0)
        right.set_xlabel("change of going out first, points")
        return chart.svg(name, "Effect of being dealt each card on the malus and on going out first")


def _in_words(cards: Cards, kind: str) -> str:
    e = cards.effect(kind, "malus")
    return f"{NAMES[kind]} {figure(e, ' cards', 2, sign=True)} ({_worth(e)})"


def specials_section(cards: Cards, read: Readings) -> Section:
    """Question 4: the power of each special."""
    words = [_in_words(cards, kind) for kind in SPECIAL]
    names = [
        "infini_cover=cas2",
        "infini_cover=reset",
        "infini_end=instant",
        "infini_out_of_turn=yes",
        "infini_on_infini=yes",
        "numx_out_of_turn=yes",
        "lead_special=no",
        "n_infini=0",
        "n_numx=0",
        "n_joker=0",
    ]
    return Section(
        "specials",
        "4 Specials",
        "How strong are Infini, Num-X and Joker?",
        [
            "Being dealt one changes the malus of the round against the average card: " + "; ".join(words) + ".",
            f"They change the chance to go out first by {points(cards.effect('infini', 'first'))} (Infini), "
            f"{points(cards.effect('numx', 'first'))} (Num-X) and {points(cards.effect('joker', 'first'))} (Joker); "
            "25 % is fair.",
            f"A deck without Infinis changes a round by {read.phrase('n_infini=0', 'round')} minutes and the malus "
            f"that the better bot saves by {read.phrase('n_infini=0', 'saved')} cards.",
        ],
        [
            Figure(
                _effects_chart(cards, SPECIAL, "specials"),
                f"Being dealt one copy instead of the average card, four {REFERENCE} bots; below zero malus is good. "
                f"{n_text(cards.effects.rows, 'hands')} of {cards.effects.matches:,} matches.",
            ),
            _tables(cards, SPECIAL)[0],
            read.table(names, ("saved", "malus", "stuck", "round")),
            _tables(cards, SPECIAL)[1],
        ],
        [
            "The deal is random, so these are effects of being dealt the card. " + _nulls(cards),
            ASSOCIATION,
        ],
        ["Effects are those among four bots that drop their specials in time; who keeps them too long gets stuck."],
        "Question 4",
    )


def actions_section(cards: Cards, read: Readings) -> Section:
    """Question 5: are action cards worth playing?"""
    words = [_in_words(cards, kind) for kind in _best_first(cards, ACTION)]
    duties = cards.duties
    names = [
        "action_is_turn=no",
        "obligation_fail=lapse",
        "obligation_fail=draw_frees",
        "obligation_scope=tour",
        "block_interrupts=no",
        "bombe_to=two_pools",
        "bombe_to=keep_sizes",
        "bombe_out_players=receive",
        "bombe_out_players=round_continues",
        "twister_to=hand",
        *[f"n_{kind}=0" for kind in ACTION],
    ]
    return Section(
        "actions",
        "5 Action cards",
        "Are action cards worth playing?",
        [
            "Being dealt one changes the malus of the round against the average card: " + "; ".join(words) + ".",
            f"All seats together play {figure(duties['actions'], ' action cards', 2)} a round. Obligations (Simple, "
            f"Double) bind {figure(duties['obliged'], ' turns', 2)} a round, and in {percent(duties['failed'])} of "
            f"these nothing is laid. Blocks cost {figure(duties['blocked'], ' passages', 2)} a round; "
            f"{percent(duties['all'])} of them are played on everybody.",
            f"Without Bombe-X the spread of the malus changes by {read.phrase('n_bombe=0', 'spread')} cards and the "
            f"malus that the better bot saves by {read.phrase('n_bombe=0', 'saved')}; without Blocks that changes by "
            f"{read.phrase('n_block=0', 'saved')}.",
        ],
        [
            Figure(
                _effects_chart(cards, ACTION, "actions"),
                f"Being dealt one copy instead of the average card, four {REFERENCE} bots; below zero malus is good. "
                f"{n_text(cards.effects.rows, 'hands')} of {cards.effects.matches:,} matches.",
            ),
            _tables(cards, ACTION)[0],
            read.table(names, ("saved", "malus", "spread", "actions")),
            _tables(cards, ACTION)[1],
        ],
        [_nulls(cards), ASSOCIATION],
        [
            "An action card is worth what these bots make of it: they play it when they cannot cover, and choose the "
            "shortest hand as target. Drawing instead costs a card on the plateau, so playing an action saves one.",
        ],
        "Question 5",
    )


def _nulls(cards: Cards) -> str:
    nulls = cards.effects.nulls.filter(pl.col("outcome") == "malus")
    outside = int(((nulls["low"] > 0) | (nulls["high"] < 0)).sum())
    return (
        f"Of {nulls.height} null marks (stickers on random cards, true effect zero) {outside} had a 95 % interval "
        f"without zero; about {number(0.05 * nulls.height)} are expected."
    )


def cards_section(cards: Cards) -> Section:
    """Dealt-card effects of the classic cards."""
    heat = heat_map(cards.effects.cards, "malus")
    order = list(reversed(range(heat.height)))
    with Chart(6.6) as chart:
        matrix(
            chart.axes,
            [[heat[family][i] for family in FAMILIES] for i in order],
            [str(heat["value"][i]) for i in order],
            [FAMILY_NAMES[family] for family in FAMILIES],
            digits=2,
            sign=True,
            fontsize=8.5,
        )
        chart.axes.set_ylabel("value of the card")
        chart.axes.xaxis.tick_top()
        svg = chart.svg("cards", "Change of the malus of the round by being dealt each classic card, in cards")
    names = [(group, name) for group in GROUPS for name in GROUPS[group]]
    worth = {key: cards.grouped(*key, "malus").value or 0.0 for key in names}
    values = sorted(GROUPS["value"], key=lambda name: worth["value", name])
    families = sorted(GROUPS["family"], key=lambda name: worth["family", name])
    table = cards.effects.cards.filter(pl.col("outcome") == "malus")
    half = float(((table["high"] - table["low"]) / 2).max() or 0)  # type: ignore[arg-type]
    rows = [
        [
            f"value {name}" if group == "value" else FAMILY_NAMES[name],
            figure(cards.grouped(group, name, "malus"), "", 2, sign=True),
            figure(cards.grouped(group, name, "competition"), "", 2, sign=True),
            points(cards.grouped(group, name, "first"), 2),
            f"{cards.groups[group].rows:,}",
        ]
        for group, name in names
    ]
    ends = {
        key: figure(cards.grouped(*key, "malus"), "", 2, sign=True)
        for key in (("value", values[0]), ("value", values[-1]), ("family", families[0]), ("family", families[-1]))
    }
    return Section(
        "cards",
        "Cards",
        "Which classic cards is it good to be dealt?",
        [
            f"In the classic score the best value to be dealt is {values[0]} ({ends['value', values[0]]} cards of "
            f"malus for each card), the worst {values[-1]} ({ends['value', values[-1]]}). The kindest family is "
            f"{FAMILY_NAMES[families[0]]} ({ends['family', families[0]]}), the hardest {FAMILY_NAMES[families[-1]]} "
            f"({ends['family', families[-1]]}).",
        ],
        [
            Figure(
                svg,
                "Change of the malus of the round (classic score, cards) when a hand is dealt this card instead of the "
                f"average card; blue is good. Intervals are at most ±{number(half, 2)}, all {table.height} kinds "
                f"together at 95 % (Bonferroni). {n_text(cards.effects.rows, 'hands')} of {cards.effects.matches:,} "
                "matches.",
            ),
            Table(
                ["one card more of", "malus, classic", "malus, competition", "going out first", "hands"],
                rows,
                "Effect of being dealt one card of a value or a family instead of the average card, in both scores. "
                "The intervals of the values hold together at 95 %, and so do those of the families (Bonferroni). N in "
                "the last column.",
            ),
        ],
        [_nulls(cards)],
        [f"Four {REFERENCE} bots, who play for the classic score in both columns."],
        "Question of every review",
    )


def specials_headline(cards: Cards) -> tuple[str, str]:
    """Figure and sentence for the first page."""
    every = (*SPECIAL, *ACTION)
    order = _best_first(cards, every)
    best, worst = order[0], order[-1]
    most = max(every, key=lambda kind: abs(cards.effect(kind, "malus").value or 0))
    gifts = [NAMES[k] for k in order if _worth(cards.effect(k, "malus")) == "a gift"]
    burdens = [NAMES[k] for k in order if _worth(cards.effect(k, "malus")) == "a burden"]
    return f"{number(cards.effect(most, 'malus').value or 0, 1, sign=True)} cards", (
        f"The special card to hope for is {NAMES[best]} ({figure(cards.effect(best, 'malus'), ' cards', 2, sign=True)} "
        f"of malus against the average card), the one to fear {NAMES[worst]} "
        f"({figure(cards.effect(worst, 'malus'), ' cards', 2, sign=True)}). Gifts: {', '.join(gifts) or 'none'}; "
        f"burdens: {', '.join(burdens) or 'none'}."
    )
