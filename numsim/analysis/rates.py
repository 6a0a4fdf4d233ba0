"""Who wins: shares of matches by seat, place and bot, and whether seats differ. The same for every game."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import polars as pl
from scipy import stats

from numsim.analysis.frames import seat_wins
from numsim.analysis.intervals import grouped
from numsim.store import Run


def match_share(run: Run, by: str, level: float = 0.95) -> pl.DataFrame:
    """Win share of the match by `seat`, `place` (from the first starter) or `bot` (a `name` is added)."""
    table = grouped(seat_wins(run), [by], pl.col("win"), level=level)
    return named(table, run) if by == "bot" else table


def named(table: pl.DataFrame, run: Run) -> pl.DataFrame:
    """A table by `bot` with the `name` of each bot."""
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


def about(run: Run) -> dict[str, Any]:
    """What was played: the first entries of every summary."""
    return {
        "plan": run.plan.as_dict(),
        "complete": run.complete,
        "matches": run.matches,
        "rounds": run.rounds,
        "fair_share": 1 / run.plan.players,
    }


def win_shares(run: Run) -> dict[str, list[dict[str, Any]]]:
    """`match_share` by seat, place and bot as plain values."""
    return {by: match_share(run, by).to_dicts() for by in ("seat", "place", "bot")}


def win_columns(run: Run, matches: int, first: str, after: str = "the starter") -> dict[str, np.ndarray]:
    """Columns of a paired comparison: win share of every seat, place and bot, by match.

    `first` names the first place, `after` that from which the others are counted.
    """
    players = run.plan.players
    wins = seat_wins(run, matches).collect()
    columns = {}
    for seat in range(players):
        columns[f"match won: seat {seat + 1}"] = in_order(wins.filter(pl.col("seat") == seat), "win")
    for place in range(players):
        name = first if place == 0 else f"{place} after {after}"
        columns[f"match won: {name}"] = in_order(wins.filter(pl.col("place") == place), "win")
    if len(run.bots) > 1:
        by_bot = wins.group_by("match", "bot").agg(pl.col("win").mean())
        for number, bot in enumerate(run.bots):
            columns[f"match won: bot {bot}, a seat"] = in_order(by_bot.filter(pl.col("bot") == number), "win")
    return columns


def in_order(frame: pl.DataFrame, column: str) -> np.ndarray:
    """A column in the order of the matches."""
    return frame.sort("match")[column].to_numpy().astype(float)
