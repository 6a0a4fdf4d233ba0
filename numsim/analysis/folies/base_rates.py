"""What a turned card is, exactly: a count over all ordered triples of distinct cards of the 102 (default rules).

C is the card, P the card under it, PP the one under P, as if the pile were a random order of the deck without end. In
play piles are taken and begin anew, so the rates seen there are a little different.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from numsim.cards import FAMILIES, RAINBOW, SHADOW, VALUES

KINDS = ("nothing", "1", "1+3", "1bis", "1bis+3", "third Shadow", "2", "3", "trap")


def kind(c: tuple[int, int], p: tuple[int, int], three: bool) -> str:
    """The kind of the card c = (value, family) on p; `three`: with PP they are of one family (FO-020 to FO-025)."""
    shadow, rainbow = c[1] == SHADOW, c[1] == RAINBOW
    if three:
        return "third Shadow" if shadow else "1bis+3" if rainbow else "1bis"
    if shadow:
        return "2" if p[1] == RAINBOW else "trap"
    if c[0] == p[0]:
        return "1+3" if rainbow else "1"
    return "3" if rainbow else "nothing"


@cache
def exact() -> dict[str, Fraction]:
    """Share of the triples by kind (KINDS), and `trap on same value`, which is a part of the traps."""
    cards = list(product(range(VALUES), range(len(FAMILIES))))
    counts = dict.fromkeys((*KINDS, "trap on same value"), 0)
    for c, p, times, three in _cases(cards):
        found = kind(c, p, three)
        counts[found] += times
        if found == "trap" and c[0] == p[0]:
            counts["trap on same value"] += times
    total = len(cards) * (len(cards) - 1) * (len(cards) - 2)
    return {name: Fraction(count, total) for name, count in counts.items()}


def _cases(cards: list[tuple[int, int]]) -> Iterator[tuple[tuple[int, int], tuple[int, int], int, bool]]:
    """All pairs of C and P, each with how many PP make three of a family and how many do not."""
    for c, p in product(cards, cards):
        if c == p:
            continue
        same_family = VALUES - 2 if c[1] == p[1] else 0  # PP of the family that both have
        yield c, p, same_family, True
        yield c, p, len(cards) - 2 - same_family, False
