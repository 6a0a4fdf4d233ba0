"""Linear regression on many rows with matches as clusters, by chunks.

Y ~ nuisance + features, least squares with the restriction sum_c w_c tau_c = 0: the number of cards in a hand fixes the
sum of the card counts, so a card's effect can only be told relative to the average card. The restriction enters as a
Lagrange row (Greene, Econometric Analysis, 5.4): [X'X w; w' 0]. The covariance is the sandwich
B (sum_g U_g U_g') B with U_g = X_g' e_g summed over a match (Liang & Zeger 1986), times G/(G-1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from numsim.analysis.intervals import Estimate, jackknife

Chunk = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Design rows (float32), outcomes (float32, one column each) and the match of each row, sorted by match."""


@dataclass(frozen=True)
class Fit:
    """Coefficients and standard errors: one row per column of the design, one column per outcome."""

    beta: np.ndarray
    se: np.ndarray
    rows: int
    clusters: int


def fit(chunks: Callable[[], Iterator[Chunk]], weights: np.ndarray, models: Sequence[Sequence[int]]) -> list[Fit]:
    """Two passes over `chunks()`; a match must lie in one chunk. `weights` is w, 0 for columns without restriction.

    Each model is the list of design columns that it uses; the passes are shared.
    """
    xx = xy = None
    rows = 0
    for x, y, _ in chunks():
        # Counts and 0/1 in float32 are exact below 2**24 rows times the largest product.
        part, right = (x.T @ x).astype(float), (x.T @ y).astype(float)
        xx, xy = (part, right) if xx is None or xy is None else (xx + part, xy + right)
        rows += len(x)
    if xx is None or xy is None:
        raise ValueError("no rows to fit")
    wide = [np.asarray(columns) for columns in models]
    breads = [_bread(xx[np.ix_(c, c)], weights[c]) for c in wide]
    betas = [bread @ xy[c] for bread, c in zip(breads, wide)]
    # All models and outcomes at once: one residual column for each pair of them.
    outcomes = xy.shape[1]
    full = np.zeros((len(xx), len(wide) * outcomes))
    for i, (beta, c) in enumerate(zip(betas, wide)):
        full[c, i * outcomes : (i + 1) * outcomes] = beta
    meats = [np.zeros((len(c), outcomes)) for c in wide]
    clusters = 0
    for x, y, match in chunks():
        starts = np.flatnonzero(np.r_[True, match[1:] != match[:-1]])
        clusters += len(starts)
        residuals = np.tile(y, len(wide)) - x @ full.astype(np.float32)
        for i, (bread, c) in enumerate(zip(breads, wide)):
            for outcome in range(outcomes):
                scores = _sums(x, residuals[:, i * outcomes + outcome], starts)
                meats[i][:, outcome] += ((scores[:, c].astype(float) @ bread) ** 2).sum(axis=0)
    correction = clusters / max(clusters - 1, 1)
    return [Fit(beta, np.sqrt(meat * correction), rows, clusters) for beta, meat in zip(betas, meats)]


def _bread(xx: np.ndarray, weights: np.ndarray) -> np.ndarray:
    k = len(xx)
    system = np.zeros((k + 1, k + 1))
    system[:k, :k] = xx
    most = np.abs(weights).max()
    # Scaled like X'X, for the condition of the system; the scale does not change the solution.
    system[:k, k] = system[k, :k] = weights * (np.trace(xx) / k / most if most else 1.0)
    if not most:
        system[k, k] = 1.0
    return np.asarray(np.linalg.inv(system)[:k, :k])


def _sums(x: np.ndarray, residual: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """Sum of residual * x over the rows of each match; `starts` are the first rows."""
    groups = len(starts)
    size = len(x) // groups
    if len(x) == groups * size and (np.diff(starts) == size).all():  # as a rule all matches have as many rows
        return np.asarray(np.matmul(residual.reshape(groups, 1, size), x.reshape(groups, size, -1))[:, 0])
    return np.asarray(np.add.reduceat(x * residual[:, None], starts, axis=0))


def explained(x: np.ndarray, y: np.ndarray, blocks: np.ndarray) -> Estimate:
    """Adjusted R2 = 1 - (1 - R2)(n - 1)/(n - k) of y on the columns of x (a constant lies in them), k their rank.

    `blocks` numbers the block of each row for the jackknife; rows that depend on each other share a block. Without the
    adjustment R2 of columns without any effect would be k/n, not 0.
    """
    sums = [_augmented(x[blocks == block], y[blocks == block]) for block in np.unique(blocks)]
    return jackknife(sums, lambda total: _adjusted(total), len(y))


def _augmented(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Totals of the products of all columns of x, y and 1."""
    rows = np.column_stack([x, y, np.ones(len(y))]).astype(float)
    return np.asarray(rows.T @ rows)


def _adjusted(total: np.ndarray) -> float:
    n = total[-1, -1]
    xx, xy, yy, sum_y = total[:-2, :-2], total[:-2, -2], total[-2, -2], total[-2, -1]
    beta, _, rank, _ = np.linalg.lstsq(xx, xy, rcond=1e-10)
    around_mean = yy - sum_y**2 / n
    return float(1 - (yy - beta @ xy) / around_mean * (n - 1) / (n - rank))
