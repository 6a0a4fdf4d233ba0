"""Tables of a NUM-SPEED run in the shape that the questions ask for: rows of rounds, rows of seats, totals by match.

Rounds played after the end of a match (option play_on) are left out unless they are asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl

from numsim.analysis.intervals import Estimate, ratio_interval
from numsim.analysis.pace import PACE, Pace
from numsim.store import Run

_MASKS = ("dealt_low", "dealt_high")
NOBODY = 255
"""Stands for no seat in `starter`, `winner` and `place`."""


def round_rows(run: Run, *columns: str, first: int | None = None, extra: bool = False) -> pl.LazyFrame:
    """Rows of `rounds` with the named columns beside match and round; counts are Int64, so that they subtract."""
    frame = run.table("rounds")
    if first is not None:
        frame = frame.filter(pl.col("match") < first)
    if not extra and run.plan.rules["play_on"]:
        frame = frame.filter(~pl.col("extra"))
    names = [name for name in dict.fromkeys(("round", *columns)) if name != "match"]
    return frame.select("match", pl.col(names).cast(pl.Int64))


def seat_rows(run: Run, *columns: str, first: int | None = None, extra: bool = False) -> pl.LazyFrame:
    """Rows of `seats` with the named columns beside match, round and seat; counts are Int64."""
    frame = run.table("seats")
    if first is not None:
        frame = frame.filter(pl.col("match") < first)
    if not extra and run.plan.rules["play_on"]:
        last = run.table("matches").select("match", pl.col("rounds").alias("_last"))
        frame = frame.join(last, on="match", how="left", maintain_order="left").filter(
            pl.col("round") <= pl.col("_last")
        )
    names = [name for name in dict.fromkeys(("round", "seat", *columns)) if name != "match" and name not in _MASKS]
    return frame.select("match", pl.col(names).cast(pl.Int64), *[name for name in columns if name in _MASKS])


def round_arrays(run: Run, *columns: str, first: int | None = None) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Columns of `seats` as arrays of one row per round and one column per seat, with the match of each row."""
    players = run.plan.players
    frame = seat_rows(run, *columns, first=first).collect()  # in the order match, round, seat
    arrays = {name: frame[name].to_numpy().astype(float).reshape(-1, players) for name in columns}
    return frame["match"].to_numpy()[::players].astype(np.int64), arrays


class Totals:
    """Totals by match of columns of `rounds` and `seats`, in match order, and figures over them.

    The keys of `rounds` and `seats` name the totals; their values say what is added up. `rounds` (rounds played) and
    `rows` (seats times rounds) are always there.
    """

    def __init__(
        self,
        run: Run,
        rounds: Mapping[str, pl.Expr] | None = None,
        seats: Mapping[str, pl.Expr] | None = None,
        first: int | None = None,
    ) -> None:
        self.run = run
        asked = dict(rounds or {})
        needed = _columns(asked)
        frame = round_rows(run, *needed, first=first).group_by("match")
        table = frame.agg(
            pl.len().alias("rounds"), *[e.cast(pl.Float64).sum().alias(name) for name, e in asked.items()]
        )
        if seats:
            own = seat_rows(run, *_columns(seats), first=first).group_by("match")
            sums = own.agg(*[e.cast(pl.Float64).sum().alias(name) for name, e in seats.items()])
            table = table.join(sums, on="match")
        table = table.with_columns((pl.col("rounds") * run.plan.players).alias("rows"))
        self.table = table.sort("match").collect()

    def __getitem__(self, name: str) -> np.ndarray:
        return self.table[name].to_numpy().astype(float)

    def share(self, a: str, b: str = "rounds", level: float = 0.95) -> Estimate:
        """Total a as a share of total b."""
        some = self[b] > 0
        return ratio_interval(self[a][some], self[b][some], level, share=True)

    def mean(self, a: str, b: str = "rounds", level: float = 0.95) -> Estimate:
        """Total a per unit of total b."""
        some = self[b] > 0
        return ratio_interval(self[a][some], self[b][some], level)


def _columns(asked: Mapping[str, pl.Expr]) -> list[str]:
    return list(dict.fromkeys(name for e in asked.values() for name in e.meta.root_names()))


def columns_sum(names: Sequence[str]) -> pl.Expr:
    """The sum of several columns of a row."""
    return pl.sum_horizontal([pl.col(name) for name in names])


def minutes_of(ms: pl.Expr, rounds: pl.Expr, pace: Pace = PACE) -> pl.Expr:
    """Minutes of so many rounds whose play took `ms`, dealing and scoring included."""
    return ms / 60_000 + rounds * (pace.deal + pace.scoring) / 60


def bots_seated(run: Run, match: np.ndarray) -> np.ndarray:
    """Number of the bot in every seat (columns) of these matches (rows), as rotated."""
    players = run.plan.players
    line = np.array([run.bots.index(str(bot)) for bot in run.plan.bots])
    place = (match.astype(np.int64)[:, None] * int(run.plan.rotate) + np.arange(players)) % players
    return np.asarray(line[place])


def results(run: Run, first: int | None = None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Match by match and seat by seat: number of the bot, win share, malus a round in the score in force."""
    players = run.plan.players
    frame = run.table("matches").sort("match")
    if first is not None:
        frame = frame.filter(pl.col("match") < first)
    names = [f"points_{seat}" for seat in range(players)]
    table = frame.select("match", "winners", "rounds", *names).collect()
    mask = table["winners"].to_numpy().astype(np.int64)[:, None] >> np.arange(players) & 1
    malus = table.select(names).to_numpy().astype(float) / table["rounds"].to_numpy().astype(float)[:, None]
    return bots_seated(run, table["match"].to_numpy()), mask / mask.sum(axis=1, keepdims=True), malus


def by_bot(bots: np.ndarray, values: np.ndarray, kinds: int) -> np.ndarray:
    """Mean of the values of each bot (columns) in each match (rows); nan where it does not sit."""
    out = np.full((len(values), kinds), np.nan)
    for kind in range(kinds):
        mine = bots == kind
        count = mine.sum(axis=1)
        some = count > 0
        out[some, kind] = (values * mine).sum(axis=1)[some] / count[some]
    return out
