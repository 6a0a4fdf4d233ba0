"""Strengths of the bots from the rankings of all rounds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from numsim.analysis.intervals import Estimate, jackknife
from numsim.analysis.king.frames import seat_rounds
from numsim.analysis.skill import BLOCKS, plackett_luce
from numsim.store import Run


def strengths(runs: Sequence[Run]) -> tuple[list[str], list[Estimate]]:
    """Plackett-Luce strengths of the bots from the ranks of every round, with jackknife intervals."""
    bots = list(dict.fromkeys(name for run in runs for name in run.bots))
    tables: list[dict[tuple[int, ...], float]] = [{} for _ in range(BLOCKS)]
    for run in runs:
        names = pl.Series([bots.index(name) for name in run.bots])
        frame = seat_rounds(run, "bot").sort("match", "round", "rank").select("match", "bot").collect()
        order = names.gather(frame["bot"]).to_numpy().reshape(-1, run.plan.players)
        block = frame["match"].to_numpy()[:: run.plan.players] % BLOCKS
        rows, counts = np.unique(np.column_stack([block, order]), axis=0, return_counts=True)
        for row, count in zip(rows.tolist(), counts.tolist()):
            key = tuple(row[1:])
            tables[row[0]][key] = tables[row[0]].get(key, 0) + count
    keys = sorted(set().union(*tables))
    blocks = [np.array([table.get(key, 0) for key in keys], float) for table in tables if table]
    n = int(sum(block.sum() for block in blocks))

    def figure(total: np.ndarray, kind: int) -> float:
        return float(plackett_luce(dict(zip(keys, total)), len(bots))[kind])

    found = []
    for kind in range(len(bots)):
        found.append(jackknife(blocks, lambda total, kind=kind: figure(total, kind), n))
    return bots, found
