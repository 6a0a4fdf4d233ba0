"""Tables of a NUM FOLIES run in the shape that the questions ask for: one row per match, or per seat and match."""

from __future__ import annotations

import polars as pl

from numsim.analysis.pace import PACE, Pace
from numsim.store import Run

_MASKS = ("dealt_low", "dealt_high")


def minutes_of(ms: str, pace: Pace = PACE) -> pl.Expr:
    """Minutes of a match up to a time in ms, dealing and scoring included."""
    return pl.col(ms) / 60_000 + (pace.deal + pace.scoring) / 60


def match_rows(run: Run, first: int | None = None) -> pl.LazyFrame:
    """Rows of `matches` with counts as Int64, so that they subtract, and `minutes`. `first` keeps so many matches."""
    frame = run.table("matches")
    if first is not None:
        frame = frame.filter(pl.col("match") < first)
    return frame.with_columns(pl.all().exclude("match").cast(pl.Int64)).with_columns(minutes_of("ms").alias("minutes"))


def seat_rows(run: Run, *columns: str, of_match: tuple[str, ...] = (), first: int | None = None) -> pl.LazyFrame:
    """Rows of `seats`: match, seat, `win` (1/k when k seats share the win) and the named columns; counts are Int64.

    `of_match` names columns of `matches` to put beside them.
    """
    seats, matches = run.table("seats"), run.table("matches")
    if first is not None:
        seats, matches = seats.filter(pl.col("match") < first), matches.filter(pl.col("match") < first)
    wanted = [name for name in dict.fromkeys(("seat", *columns)) if name not in _MASKS]
    masks = [name for name in columns if name in _MASKS]
    own = seats.select("match", pl.col(wanted).cast(pl.Int64), *masks)
    theirs = matches.select("match", pl.col("winners", *of_match).cast(pl.Int64))
    mine = pl.col("winners") // pl.lit(2, pl.Int64).pow(pl.col("seat")) % 2
    return (
        own.join(theirs, on="match", how="left", maintain_order="left")
        .with_columns((mine / pl.col("winners").bitwise_count_ones()).alias("win"))
        .drop("winners")
    )
