"""Readings of the rules and decks, one change at a time, on the same deals at the mixed table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from numsim.analysis.intervals import Estimate, mean_interval
from numsim.analysis.paired import verdict
from numsim.analysis.speed.sweeps import OUTCOMES, outcomes
from numsim.analysis.sweeps import Change, changes
from numsim.report.figures import Chart, ranked
from numsim.report.page import Figure, Section, Table
from numsim.report.speed.batches import DECK, HIGH, MEDIUM, MIXED, sweeps
from numsim.report.words import MARGIN, NBSP, figure, number, percent, points
from numsim.store import Run

TABLE = "Mixed table of four: one seat decides better, one is faster, two are plain (see Words used)."


class Readings:
    """Changes by every variant of the sweeps against the book, on the same deals."""

    def __init__(self, runs: Mapping[str, Run]) -> None:
        self.base = runs["mixed"]
        self.texts = {
            f"{option}={value}": text
            for options in (HIGH, MEDIUM)
            for option, values in options.items()
            for value, text in values.items()
        } | {f"{knob}=0": text for knob, text in DECK.items()}
        self.high = [f"{option}={value}" for option, values in HIGH.items() for value in values]
        self.medium = [f"{option}={value}" for option, values in MEDIUM.items() for value in values]
        self.open = [name for name in (*self.high, *self.medium) if name.split("=")[0] not in ("ending", "score")]
        self.deck = [f"{knob}=0" for knob in DECK]
        self.runs = {name: runs[name] for name, _ in sweeps()}
        self.changes = changes({name: (self.base, run) for name, run in self.runs.items()}, outcomes)
        self.levels = {name: mean_interval(values) for name, values in outcomes(self.base, self.base.matches).items()}

    def difference(self, name: str, outcome: str) -> Estimate:
        """Change of an outcome by a variant."""
        return self.changes[name][outcome].paired.difference

    def strongest(self, names: Sequence[str], outcome: str, lower: bool) -> list[str]:
        """Variants that certainly lower (or raise) an outcome by more than the margin, the strongest first."""
        found = []
        for name in names:
            change = self.changes[name][outcome]
            if _word(change, outcome) == ("less" if lower else "more") and change.certain:
                found.append((abs(change.paired.difference.value or 0), name))
        return [self.texts[name] for _, name in sorted(found, reverse=True)]

    def table(self, names: Sequence[str], asked: Sequence[str], more: str = "") -> Table:
        """What these variants change in the asked outcomes; the first row is the book's level."""
        rows = [
            ["by the book", *[_level(self.levels[outcome], outcome) for outcome in asked], f"{self.base.matches:,}"]
        ]
        for name in names:
            cells = [_cell(self.changes[name][outcome], outcome) for outcome in asked]
            rows.append([self.texts[name], *cells, f"{self.runs[name].matches:,}"])
        caption = (
            f"{TABLE} First row: the level by the book; below: the change on the same deals, 95 % intervals in "
            "brackets; * = certain beside all other changes tried (Holm). N = matches in the last column."
        )
        return Table(["rule", *[OUTCOMES[o][0] for o in asked], "matches"], rows, f"{caption} {more}".strip())

    def phrase(self, name: str, outcome: str) -> str:
        """The change of an outcome in words: +2.4 points (...), or a number."""
        e = self.difference(name, outcome)
        return points(e) if OUTCOMES[outcome][1] else figure(e, "", 2, sign=True)


def _word(change: Change, outcome: str) -> str:
    margin = MARGIN if OUTCOMES[outcome][1] else MARGIN * abs(change.paired.a)
    return verdict(change.paired.difference, margin, ("more", "less")).word


def _level(e: Estimate, outcome: str) -> str:
    return percent(e) if OUTCOMES[outcome][1] else figure(e, "", 2)


def _cell(change: Change, outcome: str) -> str:
    e = change.paired.difference
    if e.low == e.high == 0:
        return "no change"
    text = points(e) if OUTCOMES[outcome][1] else figure(e, "", 2, sign=True)
    return text + (f"{NBSP}*" if change.certain else "")


def quoted(names: Sequence[str], most: int = 4) -> str:
    """Variants in a sentence."""
    if not names:
        return "none of them"
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return "; ".join(f"“{name}”" for name in names[:most]) + more


def readings_section(found: Readings) -> Section:
    """All readings with a high impact, and the others: what each would change."""
    both = [*found.high, *found.medium]
    high = [name for name in found.high if name in found.open]
    length = sorted(high, key=lambda name: found.difference(name, "minutes").value or 0)
    with Chart(0.9 + 0.27 * len(length)) as chart:
        cells = [found.difference(name, "minutes") for name in length]
        ranked(chart.axes, [found.texts[name] for name in length], cells, scale=1, reference=0)
        chart.axes.set_xlabel("change of the length of a match, minutes")
        svg = chart.svg("readings", "Change of the length of a match by each reading of the rules")
    order = sorted(high, key=lambda name: found.difference(name, "saved").value or 0)
    with Chart(0.9 + 0.27 * len(order), columns=2) as chart:
        left, right = chart.all_axes
        texts = [found.texts[name] for name in order]
        ranked(left, texts, [found.difference(n, "saved") for n in order], scale=1, reference=0, digits=2)
        ranked(
            right, [""] * len(order), [found.difference(n, "saved_fast") for n in order], scale=1, reference=0, digits=2
        )
        left.set_xlabel("the better bot saves, cards a round")
        right.set_xlabel("the faster player saves")
        skill = chart.svg("readings-skill", "Change of the malus saved by the better bot and by the faster player")
    judged = [
        [
            found.texts[name],
            name.replace("=", "= "),
            _word(found.changes[name]["tactics"], "tactics"),
            _word(found.changes[name]["reflex"], "reflex"),
            _word(found.changes[name]["minutes"], "minutes"),
            _word(found.changes[name]["spread"], "spread"),
            f"{found.runs[name].matches:,}",
        ]
        for name in both
    ]
    shorter, longer = (quoted(found.strongest(found.open, "minutes", lower)) for lower in (True, False))
    wilder, tamer = (quoted(found.strongest(found.open, "spread", lower)) for lower in (False, True))
    clever, dull = (quoted(found.strongest(found.open, "saved", lower)) for lower in (False, True))
    quick, calm = (quoted(found.strongest(found.open, "saved_fast", lower)) for lower in (False, True))
    n = f"{found.base.matches:,}"
    return Section(
        "readings",
        "Readings",
        "Which reading of the rules would change the game?",
        [
            f"Of {len(found.open)} readings of what the book leaves open, these make a match shorter by more than a "
            f"percent: {shorter}; these make it longer: {longer}.",
            f"The players of a round end farther apart (highest less lowest malus) with {wilder}; closer together with "
            f"{tamer}.",
            f"Tactics count more (the better bot saves more malus) with {clever}; less with {dull}.",
            f"Reflexes count more with {quick}; less with {calm}.",
        ],
        [
            Figure(
                svg,
                f"{TABLE} Paired differences to the rules by the book on the same deals, 95 % intervals. N = up to {n} "
                "matches a reading (last column of the table).",
            ),
            Figure(
                skill,
                "Change of the malus that the better bot (left) and the faster player (right) save against the plain "
                f"seats; by the book {figure(found.levels['saved'], '', 2)} and "
                f"{figure(found.levels['saved_fast'], '', 2)} cards a round. Paired differences, 95 % intervals. N = "
                f"up to {n} matches a reading.",
            ),
            found.table(found.high, ("minutes", "malus", "spread", "starter"), "Readings of high impact (H)."),
            found.table(found.high, ("saved", "saved_fast", "tactics", "reflex"), "Readings of high impact (H)."),
            found.table(found.medium, ("minutes", "spread", "saved", "saved_fast"), "Readings of medium impact (M)."),
            Table(
                ["reading", "rule", "better bot", "faster player", "minutes", "spread", "matches"],
                judged,
                "Verdicts: more or less = the interval lies more than one point (a percent for minutes and spread) "
                "from no change; same = within it. N in the last column.",
                (0, 1, 2, 3, 4, 5),
            ),
        ],
        [
            f"Win shares need many matches: with {n} of them a change of less than about three points stays undecided. "
            "Lengths and malus are known much better, and so is the malus that the better bot and the faster player "
            "save against the plain seats.",
        ],
        [
            f"Bots do not change their ideas with the rule (line-up {MIXED}): they use what it allows, but a plan made "
            "for it is not among them. Shares of the two special seats are therefore cautious.",
        ],
        "First sweeps",
    )


def readings_headline(found: Readings) -> tuple[str, str]:
    """Figure and sentence for the first page."""
    name = max(found.open, key=lambda name: abs(found.difference(name, "minutes").value or 0))
    asked = ("tactics", "reflex", "saved", "saved_fast", "minutes", "spread")
    certain = [n for n in found.open if any(found.changes[n][o].certain for o in asked)]
    return f"{len(certain)} of {len(found.open)}", (
        f"{len(certain)} of {len(found.open)} readings of open rules certainly change the length of a match, the "
        f"spread of the malus or what skill is worth; the length moves most with “{found.texts[name]}”, by "
        f"{figure(found.difference(name, 'minutes'), ' minutes', 1, sign=True)} from "
        f"{number(found.levels['minutes'].value or 0)}."
    )
