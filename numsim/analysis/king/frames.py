"""Tables of a NUM KING run in the shape that the questions ask for: one row per seat and round, or per round."""

from __future__ import annotations

import polars as pl

from numsim.store import Run


def seat_rounds(run: Run, *columns: str, first: int | None = None) -> pl.LazyFrame:
    """Rows of `seats` with the named columns beside match, round, seat; counts are Int64, so that they subtract."""
    frame = run.table("seats")
    if first is not None:
        frame = frame.filter(pl.col("match") < first)
    wanted = dict.fromkeys(("match", "round", "seat", "rank", *columns))
    keep = {"hand_colours", "hand_shadow_rainbow", "stuck"}
    return frame.select(
        [pl.col(name) if name in keep else pl.col(name).cast(pl.Int64) for name in wanted]
    ).with_columns((pl.col("rank") == 1).alias("king"), (run.plan.players - pl.col("rank")).alias("rank_points"))


def rounds_frame(run: Run, first: int | None = None) -> pl.LazyFrame:
    """Rows of `rounds` with counts as Int64, and `steps` = plays + passes + lead passes."""
    frame = run.table("rounds")
    if first is not None:
        frame = frame.filter(pl.col("match") < first)
    counts = ["round", "starter", "king", "tricks", "plays", "leads", "passes", "lead_passes"]
    return frame.with_columns(pl.col(counts).cast(pl.Int64)).with_columns(
        (pl.col("plays") + pl.col("passes") + pl.col("lead_passes")).alias("steps")
    )
