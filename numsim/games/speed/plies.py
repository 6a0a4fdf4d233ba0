"""Which group may be laid on which pli, as a table made from the options (plain Python).

`allowed_table(rules)[in_turn][count][value][w]` holds bit k when k cards of value w may be laid on a pli of `count`
cards of `value`, in turn (1) or out of turn (0). A count of 0 is an empty table (a lead), INF_COUNT an Infini; the
value is 0 then. What more than one card may do (effects of a lone Rainbow or Shadow, specials) is not in the table.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from numsim.cards import VALUES
from numsim.games.game import Value

INF_COUNT = 15
MOST_COUNT = 14
_ANY = sum(1 << k for k in range(1, MOST_COUNT + 1))


def allowed_table(rules: Mapping[str, Value]) -> np.ndarray:
    """uint16[2, 16, 17, 17] for complete rules."""
    table = np.zeros((2, MOST_COUNT + 2, VALUES, VALUES), np.uint16)
    for in_turn in (0, 1):
        for count in range(MOST_COUNT + 2):
            for value in range(VALUES):
                for w in range(VALUES):
                    table[in_turn, count, value, w] = _allowed(rules, bool(in_turn), count, value, w)
    return table


def fitting_table(allowed: np.ndarray) -> np.ndarray:
    """uint32[2, 16, 17]: bit w when some number of cards of value w may be laid."""
    bits = np.uint32(1) << np.arange(VALUES, dtype=np.uint32)
    return ((allowed != 0) * bits).sum(axis=3, dtype=np.uint32)


def _allowed(rules: Mapping[str, Value], in_turn: bool, count: int, value: int, w: int) -> int:
    more = rules["cas2"] == "atleast"
    if count in (0, INF_COUNT) and not in_turn:
        return 0
    if count == 0:
        return _ANY
    if count == INF_COUNT:
        on_infini = {"numx": 0, "cas2": _ANY & ~2 if more else 4, "reset": _ANY}
        return on_infini[str(rules["infini_cover"])]
    found = 0
    for k in range(1, MOST_COUNT + 1):
        by_cas = in_turn and ((k == count and w > value) or k == count + 1 or (more and k > count))
        if by_cas or _plus(count, value, k, w) or _minus(count, value, k, w) or _equivalent(rules, count, value, k, w):
            found |= 1 << k
    return found


def _plus(count: int, value: int, k: int, w: int) -> bool:
    """Facteur X+1 (SP-070)."""
    return k == count + 1 and w == value + 1


def _minus(count: int, value: int, k: int, w: int) -> bool:
    """Facteur X-1 (SP-071)."""
    return k == count - 1 and w == value - 1


def _equivalent(rules: Mapping[str, Value], count: int, value: int, k: int, w: int) -> bool:
    """Equivalence (SP-074..077); FAMILY has none (SP-151)."""
    if rules["mode"] == "family" or k * w != count * value:
        return False
    return not (k == count and w == value) or bool(rules["equiv_same_value"])
