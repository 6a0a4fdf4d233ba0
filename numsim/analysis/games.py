"""What the analysis knows of each game, in one explicit table: a new game is one folder and one entry here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from numsim.analysis.folies import compare as folies_compare
from numsim.analysis.folies import summary as folies_summary
from numsim.analysis.king import compare as king_compare
from numsim.analysis.king import summary as king_summary
from numsim.analysis.speed import compare as speed_compare
from numsim.analysis.speed import summary as speed_summary
from numsim.store import Run


@dataclass(frozen=True)
class Analysis:
    """A game's summary (figures and text), the columns by which two runs are compared, and the knobs of its deck.

    `columns(run, matches)` gives one value per match for every claim, in match order; the names are "kind: what" with
    the kinds of `compare.HEADS`.
    """

    summarise: Callable[[Run], dict[str, Any]]
    summary_text: Callable[[Mapping[str, Any]], str]
    columns: Callable[[Run, int], dict[str, np.ndarray]]
    deck: tuple[str, ...]


ANALYSES: Mapping[str, Analysis] = {
    "king": Analysis(king_summary.summarise, king_summary.summary_text, king_compare.columns, king_compare.DECK),
    "folies": Analysis(
        folies_summary.summarise, folies_summary.summary_text, folies_compare.columns, folies_compare.DECK
    ),
    "speed": Analysis(speed_summary.summarise, speed_summary.summary_text, speed_compare.columns, speed_compare.DECK),
}
