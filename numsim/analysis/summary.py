"""A run at a glance: one dictionary of plain values for programs, one text for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numsim.analysis.games import ANALYSES
from numsim.store import Run


def summarise(run: Run) -> dict[str, Any]:
    """All headline figures of a run as plain values. Cells with too few data hold None."""
    return ANALYSES[run.plan.game].summarise(run)


def summary_text(figures: Mapping[str, Any]) -> str:
    """`summarise` for a terminal; shares in %, brackets are 95 % intervals."""
    return ANALYSES[figures["plan"]["game"]].summary_text(figures)
