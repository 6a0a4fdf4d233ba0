"""Paired comparison of two variants on the same deals, verdicts, and the correction for many claims.

d_i = B_i - A_i over matches; mean with the t interval. rho = correlation of A and B; the variance gain
(s_A^2 + s_B^2) / s_d^2 says how many times more matches an unpaired comparison would need.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from scipy import stats

from numsim.analysis.intervals import FEWEST, Estimate, too_few


@dataclass(frozen=True)
class Paired:
    """Means of both variants, their difference with interval, and what the pairing gained."""

    a: float
    b: float
    difference: Estimate
    rho: float | None
    gain: float | None
    p_value: float | None

    def as_dict(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


def paired_difference(
    a: Sequence[float] | np.ndarray, b: Sequence[float] | np.ndarray, level: float = 0.95, fewest: int = FEWEST
) -> Paired:
    """Mean of b - a over matches (same order in both)."""
    x, y = np.asarray(a, float), np.asarray(b, float)
    if x.shape != y.shape:
        raise ValueError(f"paired values must have equal length, not {len(x)} and {len(y)}")
    n = len(x)
    mean_a, mean_b = (float(x.mean()), float(y.mean())) if n else (float("nan"), float("nan"))
    if n < max(fewest, 2):
        return Paired(mean_a, mean_b, too_few(n, n), None, None, None)
    d = y - x
    mean, var_d = float(d.mean()), float(d.var(ddof=1))
    var_a, var_b = float(x.var(ddof=1)), float(y.var(ddof=1))
    se = (var_d / n) ** 0.5
    half = float(stats.t.ppf(0.5 + level / 2, n - 1)) * se
    # Rounded variances would make identical columns look different in the last bit.
    rho = float(np.clip((var_a + var_b - var_d) / (2 * (var_a * var_b) ** 0.5), -1, 1)) if var_a * var_b > 0 else None
    gain = (var_a + var_b) / var_d if var_d > 0 else None
    p = float(2 * stats.t.sf(abs(mean) / se, n - 1)) if se > 0 else (1.0 if mean == 0 else 0.0)
    return Paired(mean_a, mean_b, Estimate(mean, mean - half, mean + half, n, n), rho, gain, p)


def ratio_values(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Per-match values whose mean is sum(a)/sum(b) and whose variance is that of the ratio (linearisation)."""
    a, b = np.asarray(a, float), np.asarray(b, float)
    r = a.sum() / b.sum()
    return np.asarray(r + (a - r * b) / b.mean())


def mcnemar(a: np.ndarray, b: np.ndarray) -> float:
    """Exact McNemar test of two paired yes/no columns: p value of the discordant pairs being even (scipy binomtest)."""
    x, y = np.asarray(a, bool), np.asarray(b, bool)
    only_a, only_b = int((x & ~y).sum()), int((~x & y).sum())
    return float(stats.binomtest(only_a, only_a + only_b).pvalue) if only_a + only_b else 1.0


@dataclass(frozen=True)
class Verdict:
    """`word` is one of the two words given, "same" or "undecided"; then `more` is about how many matches are missing.

    `more` is None if the figure lies so close to the margin that no affordable number would decide.
    """

    word: str
    more: int | None = None

    def __str__(self) -> str:
        if self.word != "undecided":
            return self.word
        return "undecided, " + (f"about {self.more:,} more matches" if self.more else "too close to the margin")


def verdict(difference: Estimate, margin: float, words: tuple[str, str] = ("better", "worse")) -> Verdict:
    """Better/worse: the interval lies wholly outside +-margin; same: wholly inside; else undecided.

    The matches missing are those after which an interval around the same figure would clear the nearer margin.
    """
    if difference.value is None or difference.low is None or difference.high is None:
        return Verdict("undecided", FEWEST)
    if difference.low > margin:
        return Verdict(words[0])
    if difference.high < -margin:
        return Verdict(words[1])
    if -margin <= difference.low and difference.high <= margin:
        return Verdict("same")
    distance = abs(abs(difference.value) - margin)
    half = (difference.high - difference.low) / 2
    if distance * 100 < half:
        return Verdict("undecided")
    wanted = difference.units * (half / distance) ** 2 - difference.units
    step = 10 ** max(int(np.log10(max(wanted, 1))) - 1, 0)
    return Verdict("undecided", max(int(np.ceil(wanted / step)) * step, 1))


def detectable(n: int, variance: float, rho: float = 0.0, alpha: float = 0.05, power: float = 0.8) -> float:
    """Minimum detectable difference of two means, n matches an arm, correlation rho between the arms."""
    z = stats.norm.ppf(1 - alpha / 2) + stats.norm.ppf(power)
    return float(z * np.sqrt(2 * variance * (1 - rho) / n))


def bonferroni_level(claims: int, level: float = 0.95) -> float:
    """Level of each interval so that all `claims` intervals hold together at `level`."""
    return 1 - (1 - level) / max(claims, 1)


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down adjusted p values (Holm 1979), in the order given."""
    p = np.asarray(p_values, float)
    order = np.argsort(p, kind="stable")
    adjusted = np.empty(len(p))
    running = 0.0
    for i, index in enumerate(order):
        running = max(running, min(1.0, (len(p) - i) * p[index]))
        adjusted[index] = running
    return [float(x) for x in adjusted]


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Adjusted p values that control the false discovery rate (scipy), in the order given."""
    return [float(x) for x in stats.false_discovery_control(p_values, method="bh")] if len(p_values) else []
