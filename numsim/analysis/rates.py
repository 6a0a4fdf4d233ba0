"""Who wins: shares of matches and rounds by seat, place and bot."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import polars as pl
from scipy import stats

from numsim.analysis.frames import seat_rounds, seat_wins
from numsim.analysis.intervals import grouped
from numsim.store import Run


def match_share(run: Run, by: str, level: float = 0.95) -> pl.DataFrame:
    """Win share of the match by `seat`, `place` (from the starter of round 1) or `bot` (a `name` is added)."""
    table = grouped(seat_wins(run), [by], pl.col("win"), level=level)
    return _named(table, run) if by == "bot" else table


def round_share(run: Run, by: str, *, rounds: str = "all", level: float = 0.95) -> pl.DataFrame:
    """Share of rounds won (King) by `seat`, `place` in that round or `bot`; `rounds` is "all", "first" or "later".

    In later rounds place 0 is the Bouffon of the round before.
    """
    frame = _which(seat_rounds(run, by), rounds)
    table = grouped(frame, [by], pl.col("king"), level=level)
    return _named(table, run) if by == "bot" else table


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


def _named(table: pl.DataFrame, run: Run) -> pl.DataFrame:
    return table.with_columns(pl.col("bot").map_elements(lambda i: run.bots[i], return_dtype=pl.String).alias("name"))


@dataclass(frozen=True)
class SeatTest:
    """Do the seats differ by more than chance? Chi-square of the wins by seat against equal shares."""

    by: str
    wins: list[float]
    chi2: float
    df: int
    p_value: float
    cramers_v: float
    widest_points: float
    n: int

    def as_dict(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


def seat_test(run: Run, by: str = "seat") -> SeatTest:
    """Chi-square test, Cramer's V = sqrt(chi2 / (n (k-1))) and the widest distance from 1/k in points of a share.

    Shared wins enter as shares; their variance is smaller than that of whole wins, which makes the test cautious.
    """
    totals = seat_wins(run).group_by(by).agg(pl.col("win").sum()).sort(by).collect()
    return seat_test_of([round(float(w), 6) for w in totals["win"]], by)


def seat_test_of(wins: list[float], by: str = "seat") -> SeatTest:
    """`seat_test` from totals of wins."""
    n, k = sum(wins), len(wins)
    result = stats.chisquare(wins)
    chi2 = float(result.statistic)
    widest = max((w / n - 1 / k for w in wins), key=abs)
    return SeatTest(by, wins, chi2, k - 1, float(result.pvalue), (chi2 / (n * (k - 1))) ** 0.5, widest, round(n))


def coverage(run: Run, block: int = 1_000, level: float = 0.95) -> tuple[int, int]:
    """A/A check of the intervals: in how many blocks of matches the interval of seat 0's win share misses 1/k.

    Returns (misses, blocks); with the same bot in every seat about 1 - level of the blocks should miss.
    """
    blocks = seat_wins(run).filter(pl.col("seat") == 0).with_columns((pl.col("match") // block).alias("block"))
    table = grouped(blocks, ["block"], pl.col("win"), level=level).filter(pl.col("units") == block)
    fair = 1 / run.plan.players
    return table.filter((pl.col("low") > fair) | (pl.col("high") < fair)).height, table.height
