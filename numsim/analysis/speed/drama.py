"""What an early lead is worth, and how often it changes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from numsim.analysis.intervals import Estimate, mean_interval, overall
from numsim.analysis.speed.frames import results, seat_rows
from numsim.store import Run


@dataclass(frozen=True)
class EarlyLead:
    """Win share of the seat with the lowest and of that with the highest malus after round 1; lead changes a match.

    Seats that share a place after round 1 count in parts. The first lead is no change.
    """

    leader: Estimate
    last: Estimate
    changes: Estimate


def early_lead(run: Run) -> EarlyLead:
    """What round 1 is worth for the match."""
    score = f"malus_{run.plan.rules['score']}"
    first = seat_rows(run, score).filter(pl.col("round") == 1).collect()[score].to_numpy().reshape(-1, run.plan.players)
    wins = results(run)[1]

    def share(mine: np.ndarray) -> Estimate:
        return mean_interval((wins * mine).sum(axis=1) / mine.sum(axis=1))

    return EarlyLead(
        share(first == first.min(axis=1, keepdims=True)),
        share(first == first.max(axis=1, keepdims=True)),
        overall(run.table("matches"), pl.col("lead_changes"), share=False),
    )
