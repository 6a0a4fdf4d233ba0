"""What a card asks for, from the cards on top of the centre pile (plain Python). The kernels read it as a table.

A *kind* is one of the no-go classes NEUTRAL, NEAR_MISS, TRAP or of the slaps; combinations with slap 3 are kinds of
their own, as one race is made of both (FO-026, FO-035).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from numsim.cards import FAMILIES, RAINBOW, SHADOW
from numsim.games.game import Value

NEUTRAL, NEAR_MISS, TRAP, SLAP_1, SLAP_1BIS, SLAP_2, SLAP_3, SLAP_1_3, SLAP_1BIS_3, NOTHING = range(10)
"""NOTHING: a slap that the moment makes void; hands on it cost nothing (FO-039)."""

KIND_TEXTS = ("neutral", "near_miss", "trap", "1", "1bis", "2", "3", "1+3", "1bis+3", "nothing")

# How the value of a card relates to that of the card under it
OTHER, SAME, NEXT = 0, 1, 2
NO_CARD_UNDER = len(FAMILIES)
"""Stands for the family of the card under the first card of a pile."""


def kind_of(run: bool, family: int, under: int, relation: int, rules: Mapping[str, Value]) -> int:
    """The kind of a card of `family` on a card of the family `under` (NO_CARD_UNDER if there is none).

    `run`: the two cards under it are of one family; `relation`: OTHER, SAME or NEXT (values differ by one).
    """
    slaps = str(rules["slaps"]).split(",")
    three = run and family == under
    if three and "1bis" in slaps:  # FO-021; a third Shadow is no trap (FO-024)
        kind = SLAP_1BIS
    elif family == SHADOW:
        kind = _shadow(under, relation, rules, slaps)
    elif relation == SAME and under != NO_CARD_UNDER and "1" in slaps:  # FO-020
        kind = SLAP_1
    elif (run and family != under) or (relation == NEXT and under != NO_CARD_UNDER):
        kind = NEAR_MISS
    else:
        kind = NEUTRAL
    return _with_slap_3(kind, rules) if family == RAINBOW and "3" in slaps else kind


def _shadow(under: int, relation: int, rules: Mapping[str, Value], slaps: list[str]) -> int:
    if under == RAINBOW and "2" in slaps:  # FO-022
        return SLAP_2
    if relation == SAME and under not in (RAINBOW, NO_CARD_UNDER):  # FO-025, FO-A05
        if rules["shadow_same_value"] == "slap" and "1" in slaps:
            return SLAP_1
        if rules["shadow_same_value"] == "neutral":
            return NEUTRAL
    return TRAP


def _with_slap_3(kind: int, rules: Mapping[str, Value]) -> int:
    """FO-023, FO-035, FO-A06."""
    if kind not in (SLAP_1, SLAP_1BIS) or rules["rainbow_combo"] == "penalty_only":
        return SLAP_3
    if rules["rainbow_combo"] == "pile_only":
        return kind
    return SLAP_1_3 if kind == SLAP_1 else SLAP_1BIS_3


def kind_table(rules: Mapping[str, Value]) -> np.ndarray:
    """kind_of as uint8[2, 6, 7, 3], indexed by run, family, family under it, relation."""
    table = np.zeros((2, len(FAMILIES), len(FAMILIES) + 1, 3), np.uint8)
    for run, family, under, relation in np.ndindex(table.shape):
        table[run, family, under, relation] = kind_of(bool(run), family, under, relation, rules)
    return table
