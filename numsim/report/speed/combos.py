"""The combinations and the Shadow effect: questions 3 and 6."""

from __future__ import annotations

from collections.abc import Mapping

from numsim.analysis.intervals import Estimate
from numsim.analysis.speed.combos import CALLED, combos, shadows
from numsim.report.figures import Chart, ranked
from numsim.report.page import Figure, Section, Table
from numsim.report.speed.batches import REFERENCE, SIMPLE
from numsim.report.speed.people import People
from numsim.report.speed.readings import Readings
from numsim.report.words import figure, n_text, number, percent, plain_number, plain_percent
from numsim.store import Run

ASSOCIATION = (
    "That users of a combination go out first more often is an association, no effect: who lays many plies lays more "
    "of everything."
)


class Combos:
    """Combinations of the reference batch and of the simpler bot."""

    def __init__(self, run: Run, simple: Run) -> None:
        self.run, self.simple_run = run, simple
        self.found, self.simple = combos(run), combos(simple)

    @property
    def main_interrupt(self) -> str:
        """The combination that is laid out of turn most often."""
        return max(self.found.values(), key=lambda c: (c.share.value or 0) * (c.out_of_turn.value or 0)).label


def combos_section(combos: Combos, read: Readings, people: People) -> Section:
    """Question 3: how often each combination is laid, what it does, and what forbidding the commonest changes."""
    found = combos.found
    order = sorted(found, key=lambda kind: -(found[kind].share.value or 0))
    with Chart(3.8) as chart:
        ranked(chart.axes, [found[k].label for k in order], [found[k].share for k in order], unit=" %")
        chart.axes.set_xlabel("share of all plies, %")
        svg = chart.svg("combos", "Share of all plies of each kind of play")
    called = sorted((k for k in CALLED if found[k].won.known), key=lambda kind: -(found[kind].won.value or 0))
    with Chart(2.6) as chart:
        ranked(chart.axes, [found[k].label for k in called], [found[k].won for k in called], unit=" %")
        chart.axes.set_xlabel("share of these plies that win the tour, %")
        won = chart.svg("combos-won", "Share of the plies of each combination that win the tour")
    rows, users = [], []
    for kind in order:
        c = found[kind]
        rows.append(
            [
                c.label,
                percent(c.share),
                plain_percent(combos.simple[kind].share),
                plain_number(c.per_round, 2),
                plain_percent(c.out_of_turn, 0) if c.out_of_turn.value else "in turn only",
                percent(c.won, 0),
                plain_number(c.shed, 2),
                f"{c.won.n:,}",
            ]
        )
        users.append([c.label, percent(c.used), percent(c.unused), f"{c.used.n:,}", f"{c.unused.n:,}"])
    equal, rainbow = found["equal"], found["rainbow"]
    none = "equiv_same_value=no"
    change = read.changes[none]["rainbow"].paired
    times = "?" if not change.a else number(change.b / change.a)
    asked = ("interrupts", "rainbow", "lost", "saved_fast")
    names = [none, "self_interrupt=yes", "self_interrupt=rainbow_only", "cas2=atleast"]
    return Section(
        "combos",
        "3 Combinations",
        "Which combinations are played, and is the Equivalence of the same value too frequent?",
        [
            f"Equivalences of the same value are {percent(equal.share)} of all plies, {percent(equal.out_of_turn)} of "
            f"them out of turn; Rainbow effects are {percent(rainbow.share)}. Most interrupts are of the kind "
            f"“{combos.main_interrupt}”.",
            f"When the same number and value is no Equivalence, interrupts change by {read.phrase(none, 'interrupts')} "
            f"a round from {number(read.levels['interrupts'].value or 0)}, Rainbow effects become {times} times as "
            f"many, and the malus that the faster player saves changes by {read.phrase(none, 'saved_fast')} cards.",
            f"The combination that most often wins its tour is {found[called[0]].label} "
            f"({percent(found[called[0]].won)}), the one that least often does is {found[called[-1]].label} "
            f"({percent(found[called[-1]].won)}).",
        ],
        [
            Figure(
                svg,
                f"Four players, all seats {REFERENCE} with trained reflexes; 95 % intervals. "
                f"{n_text(equal.share.n, 'plies')} of {combos.run.matches:,} matches.",
            ),
            Figure(
                won,
                "Combinations that must be announced; 95 % intervals. N = plies: "
                + "; ".join(f"{found[k].label}: {found[k].won.n:,}" for k in called)
                + ".",
            ),
            Table(
                [
                    "play",
                    "of all plies",
                    f"the same, {SIMPLE}",
                    "a round",
                    "out of turn",
                    "wins the tour",
                    "hand cards a ply",
                    "plies",
                ],
                rows,
                "Every kind of play, most frequent first; 95 % intervals in brackets, N = plies in the last column. "
                f"The third column is a table of four {SIMPLE} bots (N = {combos.simple_run.matches:,} matches).",
            ),
            read.table(names, asked),
            Table(
                ["play", "first out: laid one", "first out: laid none", "N laid one", "N laid none"],
                users,
                "Share of the seats that went out first in a round in which they laid one, and in which they did not: "
                "an association. 95 % intervals in brackets, N = seats in the last columns.",
            ),
        ],
        [ASSOCIATION, people.span("equal")],
        ["Cas 1 and cas 2 in turn are counted as such even where they also fit a Facteur or an Equivalence."],
        "Question 3",
    )


class Shadows:
    """Use of the Shadow effect by bot, at the tables of the ladder."""

    def __init__(self, runs: Mapping[str, Run]) -> None:
        run = runs["ladder without lowest"]
        self.run = run
        self.by_bot = {name.partition("@")[0]: shadows(run, i) for i, name in enumerate(run.bots)}
        self.reference = shadows(runs["four"])
        self.matches = runs["four"].matches


def _played(found: Mapping[str, Estimate]) -> str:
    often = f"Among four {REFERENCE} bots a seat plays {figure(found['per_seat'], ' Shadow effects', 3)} a round"
    if not found["won"].known:
        return f"{often}: too few to say more."
    return (
        f"{often}: it takes {figure(found['picked_up'], ' cards', 2)} into the hand, wins the tour in "
        f"{percent(found['won'])} of the cases and is followed by an action card in {percent(found['bonus'])}."
    )


def shadow_section(shadow: Shadows, read: Readings) -> Section:
    """Question 6: is the Shadow effect ever right?"""
    found = shadow.reference
    names = list(shadow.by_bot)
    with Chart(2.0) as chart:
        ranked(chart.axes, names, [shadow.by_bot[n]["per_seat"] for n in names], scale=1, digits=3)
        chart.axes.set_xlabel("Shadow effects a seat and round")
        svg = chart.svg("shadow", "Shadow effects a seat and round, by bot")
    rows = [
        [
            name,
            figure(e["per_seat"], "", 3),
            percent(e["out_of_turn"], 0),
            percent(e["won"], 0),
            figure(e["picked_up"], "", 2),
            percent(e["bonus"], 0),
            f"{e['won'].n:,}",
        ]
        for name, e in [*shadow.by_bot.items(), (f"{REFERENCE}, four of them", found)]
    ]
    asked = ("shadow", "actions", "saved", "malus")
    return Section(
        "shadow",
        "6 Shadow",
        "Is the Shadow effect ever right to play?",
        [
            _played(found),
            "Without the Shadow on a single card a round has "
            f"{number(read.changes['shadow_on_single=no']['shadow'].paired.b, 2)} Shadow effects instead of "
            f"{number(read.levels['shadow'].value or 0, 2)}; the malus that the better bot saves changes by "
            f"{read.phrase('shadow_on_single=no', 'saved')} cards, the malus of a seat by "
            f"{read.phrase('shadow_on_single=no', 'malus')}.",
        ],
        [
            Figure(
                svg,
                "Tables of four different bots with trained reflexes; 95 % intervals. "
                f"{n_text(shadow.run.matches, 'matches')}.",
            ),
            Table(
                [
                    "bot",
                    "a seat and round",
                    "out of turn",
                    "wins the tour",
                    "cards taken",
                    "followed by an action card",
                    "plays",
                ],
                rows,
                "95 % intervals in brackets, N = Shadow effects in the last column "
                f"(last row: {shadow.matches:,} matches).",
            ),
            read.table(["shadow_on_single=no", "shadow_action=any", "shadow_action=in_turn"], asked),
        ],
        [],
        [
            "How often it is played is what these bots think of it: the tactician plays it only on one card, before a "
            "Block on everybody, or when ahead; greedy sheds whatever it can.",
        ],
        "Question 6",
    )


def combos_headline(combos: Combos, read: Readings) -> tuple[str, str]:
    """Figure and sentence for the first page."""
    equal = combos.found["equal"]
    return plain_percent(equal.share), (
        f"The Equivalence of the same value is {percent(equal.share)} of all plies; the commonest "
        f"interrupt is “{combos.main_interrupt}”. Without the Equivalence of the same value a round has "
        f"{number(read.changes['equiv_same_value=no']['interrupts'].paired.b)} interrupts instead of "
        f"{number(read.levels['interrupts'].value or 0)}."
    )
