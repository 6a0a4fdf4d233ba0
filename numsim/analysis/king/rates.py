"""Who wins rounds: shares by seat, place and bot, and the ranks."""

from __future__ import annotations

import polars as pl

from numsim.analysis.intervals import grouped
from numsim.analysis.king.frames import seat_rounds
from numsim.analysis.rates import named
from numsim.store import Run


def round_share(run: Run, by: str, *, rounds: str = "all", level: float = 0.95) -> pl.DataFrame:
    """Share of rounds won (King) by `seat`, `place` in that round or `bot`; `rounds` is "all", "first" or "later".

    In later rounds place 0 is the Bouffon of the round before.
    """
    frame = _which(seat_rounds(run, by), rounds)
    table = grouped(frame, [by], pl.col("king"), level=level)
    return named(table, run) if by == "bot" else table


def rank_shares(run: Run, by: str = "place", *, rounds: str = "all") -> pl.DataFrame:
    """Distribution of the rank in the round for every cell of `by`: columns by, rank, value, low, high, n, units."""
    frame = _which(seat_rounds(run, by), rounds)
    tables = [
        grouped(frame, [by], pl.col("rank") == rank).with_columns(pl.lit(rank, pl.Int64).alias("rank"))
        for rank in range(1, run.plan.players + 1)
    ]
    return pl.concat(tables).sort(by, "rank")


def _which(frame: pl.LazyFrame, rounds: str) -> pl.LazyFrame:
    if rounds == "all":
        return frame
    return frame.filter(pl.col("round") == 1 if rounds == "first" else pl.col("round") > 1)
