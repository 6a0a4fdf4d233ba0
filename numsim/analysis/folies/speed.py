"""How much speed decides: win share over the own latency against that of the others, and one seat with another latency.

The latency of a person is his median one on a Rainbow (`typical_ms`), his relative latency that divided by the mean of
the others at the table: 0.9 is 10 % faster. Persons are drawn at random, so the curve is an effect of speed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import polars as pl

from numsim.analysis.folies.frames import seat_rows
from numsim.analysis.intervals import Estimate, estimate, grouped
from numsim.analysis.rates import match_share
from numsim.store import Run

EDGES = (0.65, 0.75, 0.85, 0.95, 1.05, 1.15, 1.25, 1.35)
"""Edges of the classes of relative latency; both ends are open."""


def relative_latency(run: Run) -> pl.LazyFrame:
    """Rows of seats: match, seat, win, relative (own latency / mean of the others), without machines and passive."""
    seats = seat_rows(run, "typical_ms").filter(pl.col("typical_ms") > 0)
    total, count = pl.col("typical_ms").sum().over("match"), pl.len().over("match")
    return seats.filter(count > 1).select(
        "match",
        "seat",
        "win",
        (pl.col("typical_ms") / ((total - pl.col("typical_ms")) / (count - 1))).alias("relative"),
    )


def by_class(run: Run, edges: Sequence[float] = EDGES) -> pl.DataFrame:
    """Win share by class of relative latency: columns class (0 = below the first edge), value, low, high, n, units."""
    number = pl.sum_horizontal([(pl.col("relative") >= edge).cast(pl.Int64) for edge in edges])
    frame = relative_latency(run).select("match", "win", number.alias("class")).collect().lazy()
    return grouped(frame, ["class"], pl.col("win"))


def class_names(edges: Sequence[float] = EDGES) -> list[str]:
    """Texts for the classes of `by_class`, in percent of the others' latency."""
    inner = [f"{100 * a:.0f}-{100 * b:.0f} %" for a, b in pairwise(edges)]
    return [f"under {100 * edges[0]:.0f} %", *inner, f"over {100 * edges[-1]:.0f} %"]


def own_share(run: Run, bot: int = 0) -> Estimate:
    """Win share of a seat of the profile with this number (0: the first of the line-up)."""
    return estimate(match_share(run, "bot"), bot=bot)


@dataclass(frozen=True)
class Crossing:
    """Where a win share reaches a target over a swept quantity; `at` is None when it does not within the sweep."""

    at: float | None
    low: float | None
    high: float | None


def crossing(x: Sequence[float], shares: Sequence[Estimate], target: float) -> Crossing:
    """First crossing of the target, with straight lines between the swept points.

    Low and high are where the limits of the intervals cross; both are None if one does not within the sweep.
    """

    def first(values: Sequence[float | None]) -> float | None:
        for (x0, y0), (x1, y1) in pairwise(zip(x, values)):
            if y0 is None or y1 is None:
                continue
            if y0 == target:
                return x0
            if (y0 - target) * (y1 - target) <= 0 and y0 != y1:
                return x0 + (x1 - x0) * (target - y0) / (y1 - y0)
        return None

    at, one, other = first([e.value for e in shares]), first([e.low for e in shares]), first([e.high for e in shares])
    ends = sorted(end for end in (one, other) if end is not None)
    if at is None or len(ends) < 2:
        return Crossing(at, None, None)
    return Crossing(at, ends[0], ends[1])
