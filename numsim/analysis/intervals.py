"""Intervals for one figure: shares, means and ratios, with matches as the independent units.

Rounds and seats of one match depend on each other, so every figure over them is a ratio of match totals
r = sum(a_g) / sum(b_g) with the linearised (Taylor) variance G/(G-1) * sum((a_g - r b_g)^2) / (sum b_g)^2
(Cochran 1977, Sampling Techniques, 6.4). Shares get a Wilson interval with the effective sample size
r(1-r)/variance, so that they stay inside 0..1 (Korn & Graubard 1998).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import polars as pl
from scipy import stats

FEWEST = 30
"""Fewer independent units than this: no interval, the cell says that there are too few data."""


@dataclass(frozen=True)
class Estimate:
    """A figure with its interval. `n` counts what it is over, `units` the independent ones among them (matches).

    All three numbers are None when there are too few data.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    units: int

    @property
    def known(self) -> bool:
        """Whether there were enough data."""
        return self.value is not None

    def as_dict(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)

    def shifted(self, by: float, scale: float = 1.0) -> Estimate:
        """(figure + by) * scale."""
        if self.value is None or self.low is None or self.high is None:
            return self
        ends = sorted(((self.low + by) * scale, (self.high + by) * scale))
        return Estimate((self.value + by) * scale, ends[0], ends[1], self.n, self.units)


def too_few(n: int, units: int) -> Estimate:
    """The figure of a cell with too few data."""
    return Estimate(None, None, None, n, units)


def wilson(successes: float, n: int, level: float = 0.95, fewest: int = FEWEST) -> Estimate:
    """Share of successes with the Wilson score interval (Wilson 1927)."""
    if n < max(fewest, 1):
        return too_few(n, n)
    low, high = wilson_limits(successes / n, n, level)
    return Estimate(successes / n, low, high, n, n)


def wilson_limits(share: float, n: float, level: float = 0.95) -> tuple[float, float]:
    """Limits of the Wilson score interval; n may be an effective size."""
    z2 = float(stats.norm.ppf(0.5 + level / 2)) ** 2
    centre = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = float(np.sqrt(z2 * (share * (1 - share) / n + z2 / (4 * n * n)))) / (1 + z2 / n)
    return max(0.0, centre - half), min(1.0, centre + half)


def mean_interval(values: Sequence[float] | np.ndarray, level: float = 0.95, fewest: int = FEWEST) -> Estimate:
    """Mean of independent values with the t interval."""
    x = np.asarray(values, float)
    n = len(x)
    if n < max(fewest, 2):
        return too_few(n, n)
    mean = float(x.mean())
    half = float(stats.t.ppf(0.5 + level / 2, n - 1) * x.std(ddof=1) / np.sqrt(n))
    return Estimate(mean, mean - half, mean + half, n, n)


def ratio_interval(
    a: np.ndarray, b: np.ndarray, level: float = 0.95, *, share: bool = False, fewest: int = FEWEST
) -> Estimate:
    """Ratio of totals a/b over independent units (one entry a unit), see the head of this file."""
    a, b = np.asarray(a, float), np.asarray(b, float)
    moments = (float(a.sum()), float(b.sum()), float(a @ a), float(a @ b), float(b @ b))
    return from_moments(len(a), moments, level, share=share, fewest=fewest)


def from_moments(
    units: int,
    moments: tuple[float, float, float, float, float],
    level: float = 0.95,
    *,
    share: bool = False,
    fewest: int = FEWEST,
) -> Estimate:
    """Ratio interval from sums over units: a, b, a^2, ab, b^2."""
    a, b, aa, ab, bb = moments
    if units < max(fewest, 2) or b <= 0:
        return too_few(round(b), units)
    r = a / b
    variance = units / (units - 1) * max(aa - 2 * r * ab + r * r * bb, 0.0) / b**2
    spread = r * (1 - r)
    if share and spread > 0 and variance <= 1e-15 * spread:
        low = high = r  # the same in every match: fixed by construction, as the mean win share of all seats
    elif share:
        low, high = wilson_limits(r, spread / variance if spread > 0 else float(units), level)
    else:
        half = float(stats.t.ppf(0.5 + level / 2, units - 1)) * variance**0.5
        low, high = r - half, r + half
    return Estimate(_tidy(r), _tidy(low), _tidy(high), round(b), units)


def _tidy(x: float) -> float:
    """Twelve digits: the last bits depend on the order in which threads added up, and must not reach a report."""
    return float(f"{x:.12g}")


def grouped(
    frame: pl.LazyFrame,
    by: Sequence[str],
    a: pl.Expr,
    b: pl.Expr | None = None,
    *,
    share: bool = True,
    level: float = 0.95,
    fewest: int = FEWEST,
) -> pl.DataFrame:
    """Ratio of the totals of `a` and `b` (default: rows) for every cell of `by`, with matches as units.

    Columns: `by`, value, low, high, n (total of b), units (matches). `share=True` for figures between 0 and 1.
    """
    b = pl.lit(1) if b is None else b
    by = list(by)
    frame = frame.select(*by, "match", a.cast(pl.Float64).alias("_a"), b.cast(pl.Float64).alias("_b"))
    totals = [pl.col("_a").sum(), pl.col("_b").sum()]
    kind = frame.collect_schema()[by[0]] if len(by) == 1 else None
    if kind is not None and (kind.is_integer() or kind == pl.Boolean):
        # One integer key of cell and match groups twice as fast as two keys; matches have 32 bits.
        key = pl.col(by[0]).cast(pl.Int64) * 2**32 + pl.col("match")
        cell = (pl.col("_key") // 2**32).cast(kind).alias(by[0])
        per_match = frame.group_by(key.alias("_key")).agg(totals).select(cell, "_a", "_b")
    else:
        per_match = frame.group_by([*by, "match"]).agg(totals)
    sums = [
        pl.col("_a").sum().alias("s_a"),
        pl.col("_b").sum().alias("s_b"),
        (pl.col("_a") ** 2).sum().alias("s_aa"),
        (pl.col("_a") * pl.col("_b")).sum().alias("s_ab"),
        (pl.col("_b") ** 2).sum().alias("s_bb"),
    ]
    units = pl.len().alias("units")
    cells = (per_match.group_by(by).agg(units, *sums).sort(by) if by else per_match.select(units, *sums)).collect()
    found = [
        from_moments(row[0], (row[1], row[2], row[3], row[4], row[5]), level, share=share, fewest=fewest)
        for row in cells.select("units", "s_a", "s_b", "s_aa", "s_ab", "s_bb").iter_rows()
    ]
    return pl.DataFrame(
        {
            **{name: cells[name] for name in by},
            "value": pl.Series([e.value for e in found], dtype=pl.Float64),
            "low": pl.Series([e.low for e in found], dtype=pl.Float64),
            "high": pl.Series([e.high for e in found], dtype=pl.Float64),
            "n": pl.Series([e.n for e in found], dtype=pl.Int64),
            "units": pl.Series([e.units for e in found], dtype=pl.Int64),
        }
    )


def overall(
    frame: pl.LazyFrame, a: pl.Expr, b: pl.Expr | None = None, *, share: bool = True, level: float = 0.95
) -> Estimate:
    """`grouped` without cells."""
    return estimate(grouped(frame, [], a, b, share=share, level=level))


def estimate(table: pl.DataFrame, **cell: Any) -> Estimate:
    """One cell of a `grouped` table; a cell that is not there has no data."""
    rows = table.filter(*[pl.col(name) == value for name, value in cell.items()]) if cell else table
    if rows.height != 1:
        if rows.height > 1:
            raise ValueError(f"{cell} names {rows.height} cells")
        return too_few(0, 0)
    row = rows.row(0, named=True)
    return Estimate(row["value"], row["low"], row["high"], row["n"], row["units"])


def jackknife(blocks: Sequence[Any], figure: Any, n: int, level: float = 0.95) -> Estimate:
    """Delete-a-block jackknife (Tukey 1958) of `figure(sum of blocks)`; blocks are arrays of totals that add up."""
    count = len(blocks)
    total = sum(blocks[1:], blocks[0])
    value = float(figure(total))
    left_out = np.array([float(figure(total - block)) for block in blocks])
    se = float(np.sqrt((count - 1) / count * ((left_out - left_out.mean()) ** 2).sum()))
    half = float(stats.t.ppf(0.5 + level / 2, count - 1)) * se
    return Estimate(value, value - half, value + half, n, count)
