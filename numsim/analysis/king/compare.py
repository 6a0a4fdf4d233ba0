"""What two NUM KING runs are compared by."""

from __future__ import annotations

import numpy as np
import polars as pl

from numsim.analysis.king.frames import seat_rounds
from numsim.analysis.king.lengths import match_lengths
from numsim.analysis.paired import ratio_values
from numsim.analysis.rates import win_columns
from numsim.store import Run

DECK = ("n_joker", "n_infini", "n_numx")
"""Knobs that change the deck."""


def columns(run: Run, matches: int) -> dict[str, np.ndarray]:
    """One value per match for every claim, in match order; the name is "kind: what"."""
    found = win_columns(run, matches, "starter of round 1")
    lengths = match_lengths(run, first=matches)
    found["length: rounds a match"] = lengths["rounds"].to_numpy().astype(float)
    found["length: plays a match"] = lengths["plays"].to_numpy().astype(float)
    found["length: minutes a match"] = lengths["minutes"].to_numpy()
    minutes = ratio_values(lengths["minutes"].to_numpy(), lengths["rounds"].to_numpy())
    found["length: minutes a round"] = minutes
    seats = seat_rounds(run, "last_rank", "stuck", first=matches)
    sums = (
        seats.group_by("match")
        .agg(
            ((pl.col("rank") == 1) & (pl.col("last_rank") == 1)).sum().alias("king_again"),
            (pl.col("last_rank") == 1).sum().alias("kings"),
            ((pl.col("rank") == pl.col("last_rank")) & (pl.col("last_rank") > 0)).sum().alias("kept"),
            (pl.col("last_rank") > 0).sum().alias("held"),
            pl.col("stuck").sum().alias("stuck"),
            pl.len().alias("rows"),
        )
        .sort("match")
        .collect()
    )
    if (sums["kings"] > 0).all():
        found["share: King again"] = _ratio(sums, "king_again", "kings")
        found["share: rank kept"] = _ratio(sums, "kept", "held")
    found["share: seats stuck"] = _ratio(sums, "stuck", "rows")
    changes = run.table("matches").filter(pl.col("match") < matches).sort("match").select("lead_changes").collect()
    found["number: lead changes a match"] = changes["lead_changes"].to_numpy().astype(float)
    return found


def _ratio(sums: pl.DataFrame, a: str, b: str) -> np.ndarray:
    return ratio_values(sums[a].to_numpy(), sums[b].to_numpy())
