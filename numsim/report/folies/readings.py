"""Readings of the rules, one at a time, on the same deals; the prices of Rainbows and of errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from numsim.analysis.folies.sweeps import outcomes
from numsim.analysis.intervals import Estimate, mean_interval
from numsim.analysis.paired import verdict
from numsim.analysis.sweeps import Change, changes
from numsim.games import game_named
from numsim.report.figures import Chart, by_number, ranked
from numsim.report.folies.batches import ERRORS, OPTIONS, OWN_PERSONS, TAXES, sweeps
from numsim.report.page import Figure, Section, Table
from numsim.report.words import MARGIN, NBSP, figure, number, points
from numsim.store import Run

_PRICES = {"tax_cards": (*TAXES, 2), "error_cards": (*ERRORS, 2)}


class Readings:
    """Changes by every variant of the sweeps against its base, for a player 10 % faster than three equals."""

    def __init__(self, runs: Mapping[str, Run]) -> None:
        self.runs = runs
        self.pairs = {name: (runs[base], runs[name]) for name, base, _, _ in sweeps()}
        self.changes = changes(self.pairs, outcomes)
        self.options = {f"{option}={value}": text for option, texts in OPTIONS.items() for value, text in texts.items()}

    def strongest(self, outcome: str, lower: bool) -> list[str]:
        """Readings that certainly lower (or raise) an outcome by more than the margin, the strongest first."""
        found = []
        for name in self.options:
            change = self.changes[name][outcome]
            margin = MARGIN if outcome == "first" else MARGIN * change.paired.a
            word = verdict(change.paired.difference, margin, ("more", "less")).word
            if change.certain and word == ("less" if lower else "more"):
                found.append((abs(change.paired.difference.value or 0), name))
        return [self.options[name] for _, name in sorted(found, reverse=True)]


def _cell(change: Change, share: bool) -> str:
    e = change.paired.difference
    text = points(e) if share else figure(e, "", 2, sign=True)
    return text + (f"{NBSP}*" if change.certain else "")


def _list(names: Sequence[str], most: int = 4) -> str:
    if not names:
        return "none of them"
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return "; ".join(f"“{name}”" for name in names[:most]) + more


def readings_section(found: Readings) -> Section:
    """Every reading of the rules that the book leaves open, and some other rules: what each would change."""
    names = list(found.options)
    order = sorted(names, key=lambda name: found.changes[name]["first"].paired.difference.value or 0)
    with Chart(0.9 + 0.27 * len(order)) as chart:
        cells = [found.changes[name]["first"].paired.difference for name in order]
        ranked(chart.axes, [found.options[name] for name in order], cells, reference=0)
        chart.axes.set_xlabel("change of the win share of the faster player, points")
        svg = chart.svg("readings", "Change of the win share of the faster player by each reading of the rules")
    rows = []
    for name in names:
        change = found.changes[name]
        judged = verdict(change["first"].paired.difference, MARGIN, ("steeper", "flatter"))
        texts = [_cell(change[outcome], outcome == "first") for outcome in ("first", "minutes", "waits")]
        rows.append([found.options[name], *texts, judged.word, f"{change['first'].paired.difference.n:,}"])
    flatter, steeper = found.strongest("first", True), found.strongest("first", False)
    shorter, longer = found.strongest("minutes", True), found.strongest("minutes", False)
    options = {option.name: option for option in game_named("folies").options}
    meanings = [
        [text, name, options[name.split("=")[0]].explain if name.split("=")[0] in options else "a number of the rules"]
        for name, text in found.options.items()
    ]
    habits = "; ".join(f"{name}: {habit}" for name, habit in OWN_PERSONS.items())
    base = found.runs["duel"]
    most = max(found.changes[name]["first"].paired.difference.n for name in names)
    return Section(
        "readings",
        "Readings",
        "Which reading of the rules would change the game?",
        [
            f"Of {len(names)} readings, these make the faster player win less by more than a point: "
            f"{_list(flatter)}; these make him win more: {_list(steeper)}.",
            f"Shorter matches by more than a percent: {_list(shorter)}; longer ones: {_list(longer)}.",
        ],
        [
            Figure(
                svg,
                "Paired differences to the rules by the book on the same deals, 95 % intervals; one player 10 % faster "
                f"than three equals. N = matches: up to {most:,} a reading (last column of the table).",
            ),
            Table(
                ["reading", "faster player wins", "minutes", "first one out waits", "curve", "matches"],
                rows,
                "Change against the rules by the book (win share in points, minutes), 95 % "
                "intervals in "
                "brackets; * = certain beside all other claims of this study (Holm). N in the last column.",
                (0, 4),
            ),
            Table(
                ["reading", "rule", "what the rule decides"],
                meanings,
                f"What the rules mean; N as above ({base.matches:,} matches by the book).",
                (0, 1, 2),
            ),
        ],
        [
            f"Flatter or steeper: the interval lies more than {100 * MARGIN:.0f} point from 0; same: within it.",
        ],
        [
            "Persons of equal reflexes, one of them 10 % faster. Two readings matter only to people with a habit, and "
            f"are compared among such people ({habits}).",
        ],
        "First sweeps",
    )


def prices_section(found: Readings) -> Section:
    """What the tax on the last hand of a Rainbow and the price of an error do."""
    words = {"tax_cards": "last hand on a Rainbow pays", "error_cards": "a wrong hand pays"}
    with Chart(3.0, columns=2) as chart:
        for axes, outcome in zip(chart.all_axes, ("first", "minutes")):
            for i, (knob, numbers) in enumerate(_PRICES.items()):
                at = sorted(numbers)
                levels = [_level(found, knob, n, outcome) for n in at]
                by_number(axes, at, {words[knob]: levels}, scale=100 if outcome == "first" else 1, first=i)
            axes.set_xlabel("cards")
            axes.set_xticks(range(5))
            axes.set_title("faster player wins, %" if outcome == "first" else "minutes a match")
            axes.set_ylim(bottom=0)
        chart.all_axes[0].legend(loc="lower right")
        svg = chart.svg("prices", "Win share of the faster player and minutes a match over the two prices in cards")
    rows = []
    for knob, numbers in _PRICES.items():
        for n in sorted(numbers):
            name = f"{knob}={n}"
            if name in found.changes:
                change = found.changes[name]
                cells = [_cell(change[outcome], outcome == "first") for outcome in ("first", "minutes", "waits")]
                rows.append([name, *cells, f"{change['first'].paired.difference.n:,}"])
    none = found.changes["tax_cards=0"]["minutes"].paired
    longer = "?" if not none.a else number(none.b / none.a, 1)
    free, dear = (found.changes[f"error_cards={n}"]["first"].paired.difference for n in (0, 4))
    return Section(
        "prices",
        "5 Prices",
        "What do the cards paid on Rainbows and for errors do?",
        [
            f"Without the tax on Rainbows a match would take {longer} times as long "
            f"({number(none.b)} instead of {number(none.a)} minutes). Three cards instead of two change the win share "
            f"of the faster player by {points(found.changes['tax_cards=3']['first'].paired.difference)} and the match "
            f"by {figure(found.changes['tax_cards=3']['minutes'].paired.difference, ' minutes', 1, sign=True)}.",
            f"Errors that cost nothing change his win share by {points(free)}, errors at four cards by {points(dear)}.",
        ],
        [
            Figure(
                svg,
                "One player 10 % faster than three equals; 95 % intervals. "
                f"N = matches: {found.pairs['tax_cards=0'][1].matches:,} a point (two cards: "
                f"{found.runs['duel'].matches:,}).",
            ),
            Table(
                ["rule", "faster player wins", "minutes", "first one out waits", "matches"],
                rows,
                "Change against two cards each, on the same deals; 95 % intervals in brackets; * = certain beside all "
                "other claims (Holm). N in the last column.",
            ),
        ],
        [],
        ["People are taken to slap as they do whatever the price; at a table they would grow more careful."],
        "Questions 1, 3 and 5",
    )


def _level(found: Readings, knob: str, cards: int, outcome: str) -> Estimate:
    name = f"{knob}={cards}"
    run = found.runs[name] if name in found.pairs else found.runs["duel"]
    return mean_interval(outcomes(run, run.matches)[outcome])
