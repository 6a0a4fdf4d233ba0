"""Figures in words: numbers with their range, and comparisons with what would be fair. Plain text, no markup."""

from __future__ import annotations

from collections.abc import Sequence

from numsim.analysis.intervals import Estimate
from numsim.analysis.paired import verdict

MARGIN = 0.01
"""One point of a share: smaller differences are called equal."""

NBSP = "\N{NO-BREAK SPACE}"


def number(value: float, digits: int = 1, *, sign: bool = False) -> str:
    """A number with thousands separators and a real minus; never "-0.0"."""
    text = f"{value:+,.{digits}f}" if sign else f"{value:,.{digits}f}"
    if float(text.replace(",", "")) == 0:
        text = text.lstrip("+-")
    return text.replace("-", "\N{MINUS SIGN}")


def too_few(e: Estimate) -> str:
    """What stands in place of a figure that cannot be given."""
    return f"too few data (n = {e.n:,})"


def figure(e: Estimate, unit: str = "", digits: int = 1, scale: float = 1.0, *, sign: bool = False) -> str:
    """Value, unit and range: "6.6 minutes (6.5 to 6.8)"."""
    if e.value is None or e.low is None or e.high is None:
        return too_few(e)
    low, high = (number(scale * x, digits, sign=sign) for x in (e.low, e.high))
    # No-break spaces, so that a line or a table cell breaks only before the bracket.
    return f"{number(scale * e.value, digits, sign=sign)}{unit} ({low} to {high})".replace(" ", NBSP).replace(
        f"{NBSP}(", " ("
    )


def percent(e: Estimate, digits: int = 1) -> str:
    """A share: "25.4 % (24.9 to 25.9)"; a share of nothing seen gives its upper limit only."""
    if e.value == 0 and e.high:
        return f"none seen (at most {number(100 * e.high, max(digits, 2))}{NBSP}%)"
    return figure(e, " %", digits, 100)


def points(e: Estimate, digits: int = 1) -> str:
    """A difference of shares: "+2.4 points (+1.9 to +2.9)"."""
    return figure(e, " points", digits, 100, sign=True)


def plain_percent(e: Estimate, digits: int = 1) -> str:
    """A share without its range."""
    return too_few(e) if e.value is None else f"{number(100 * e.value, digits)}{NBSP}%"


def plain_number(e: Estimate, digits: int = 1) -> str:
    """A number without its range."""
    return too_few(e) if e.value is None else number(e.value, digits)


def fair_percent(players: int) -> str:
    """The equal share of each of `players`."""
    text = f"{100 / players:.1f}".removesuffix(".0")
    return f"{text} %"


def against(e: Estimate, fair: float, margin: float = MARGIN) -> str:
    """Where a share lies: "above", "below", "same" (within the margin of fair), "undecided"."""
    return verdict(e.shifted(-fair), margin, ("above", "below")).word


def apart(one: Estimate, other: Estimate) -> str:
    """Which of two figures is larger, if their intervals do not overlap: "first", "second", "neither"; else ""."""
    if one.low is None or one.high is None or other.low is None or other.high is None:
        return ""
    return "first" if one.low > other.high else "second" if one.high < other.low else "neither"


def listing(items: Sequence[str]) -> str:
    """a, b and c."""
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " and " + items[-1]


def n_text(n: int, what: str) -> str:
    """N for a caption: "N = 20,000 matches"."""
    return f"N = {n:,} {what}"
