"""Figures as lines of text for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from numsim.games import game_named


def heading(figures: Mapping[str, Any], what: str = "") -> list[str]:
    """The first lines of a summary; `what` counts more than the matches, such as ", 50 rounds"."""
    plan = figures["plan"]
    bots = plan["bots"][0] if len(set(plan["bots"])) == 1 else ", ".join(plan["bots"])
    incomplete = "" if figures["complete"] else f"  (stopped early: {plan['matches']:,} were planned)"
    line_up = f"{game_named(plan['game']).seats_hold} {bots}{', rotating' if plan['rotate'] else ''}"
    return [
        f"{plan['game']}: {figures['matches']:,} matches{what}, {plan['players']} players" + incomplete,
        f"{line_up}; seed {plan['seed']}; brackets: 95 % intervals",
    ]


def win_lines(figures: Mapping[str, Any], origin: str = "starter") -> list[str]:
    """Who wins the match: by bot if there are several, by seat, by place from `origin`, and the test of the seats."""
    shares = figures["win_share"]
    lines = ["", f"Match won (fair {100 * figures['fair_share']:.1f} %)"]
    if len(shares["bot"]) > 1:
        lines += rows((f"bot {row['name']}", row) for row in shares["bot"])
    lines += rows((f"seat {row['seat'] + 1}", row) for row in shares["seat"])
    lines += rows((place_text(row["place"], origin), row) for row in shares["place"])
    test = figures["seat_test"]
    lines.append(
        f"  seats: chi-square {test['chi2']:.2f}, {test['df']} degrees of freedom, p = {test['p_value']:.3f}, "
        f"Cramer's V {test['cramers_v']:.4f}"
    )
    return lines


def length_lines(table: Sequence[Mapping[str, Any]]) -> list[str]:
    """Rows of a length table (what, per, value, q05, q50, q95)."""
    lines = ["", f"Length{'':<24}{'mean':>9}{'5 %':>9}{'median':>9}{'95 %':>9}"]
    for row in table:
        if row["value"] is not None:
            name = f"  {row['what']} per {row['per']}"
            lines.append(f"{name:<30}{row['value']:>9.1f}{row['q05']:>9.1f}{row['q50']:>9.1f}{row['q95']:>9.1f}")
    return lines


def place_text(place: int, origin: str = "starter") -> str:
    """A place counted from the starter or another `origin`."""
    return origin if place == 0 else f"{origin} + {place}"


def rows(cells: Iterable[tuple[str, Mapping[str, Any]]], unit: str = "%", width: int = 28) -> list[str]:
    """Figures with their intervals, one a line; cells with too few data say so. Names are `width` characters wide."""
    scale, digits = (100, 2) if unit == "%" else (1, 2)
    lines = []
    for name, cell in cells:
        if cell["value"] is None:
            lines.append(f"  {name:<{width}}too few data (n = {cell['n']:,})")
            continue
        value, low, high = (f"{scale * cell[key]:.{digits}f}" for key in ("value", "low", "high"))
        lines.append(f"  {name:<{width}}{value:>7}{' ' + unit if unit else '  '}  [{low}, {high}]  n = {cell['n']:,}")
    return lines
