"""Many variants of the rules against one batch, on the same deals: paired differences of a few outcomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from numsim.analysis.paired import Paired, holm, paired_difference
from numsim.store import Run

Outcomes = Callable[[Run, int], dict[str, np.ndarray]]
"""One value per match for each outcome, in match order, of so many matches of a run."""


@dataclass(frozen=True)
class Change:
    """What a variant changes in one outcome, and the p value adjusted over the whole table (Holm)."""

    paired: Paired
    p_holm: float

    @property
    def certain(self) -> bool:
        """Whether the difference stands up beside all others of the table."""
        return self.p_holm < 0.05


def changes(pairs: Mapping[str, tuple[Run, Run]], outcomes: Outcomes) -> dict[str, dict[str, Change]]:
    """For every variant (name: base and variant) the change of each outcome, with 95 % intervals."""
    found: dict[tuple[str, str], Paired] = {}
    bases: dict[tuple[str, int], dict[str, np.ndarray]] = {}
    for name, (base, variant) in pairs.items():
        matches = min(base.matches, variant.matches)
        key = (str(base.folder), matches)
        if key not in bases:
            bases[key] = outcomes(base, matches)
        other = outcomes(variant, matches)
        for outcome, values in bases[key].items():
            found[name, outcome] = paired_difference(values, other[outcome])
    adjusted = holm([1.0 if p.p_value is None else p.p_value for p in found.values()])
    table: dict[str, dict[str, Change]] = {name: {} for name in pairs}
    for ((name, outcome), paired), p in zip(found.items(), adjusted):
        table[name][outcome] = Change(paired, p)
    return table
