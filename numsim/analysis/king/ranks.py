"""Social ranks: who stays what he is, how fast a rank is forgotten, and what an early lead is worth.

T_ij = P(next rank j | rank i). Every rank is held by one seat, so pi_i = 1/P and the stickiness sum_i pi_i T_ii is
tr T / P. Shorrocks mobility (P - tr T)/(P - 1); half-life ln(1/2) / ln|lambda_2|, in rounds; mean reign 1/(1 - T_KK).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from numsim.analysis.frames import seat_wins
from numsim.analysis.intervals import Estimate, estimate, grouped, jackknife, overall, too_few
from numsim.analysis.king.frames import seat_rounds
from numsim.store import Run

_BLOCKS = 20


def transitions(run: Run, level: float = 0.95) -> pl.DataFrame:
    """T with intervals: columns last_rank, rank, value, low, high, n (times somebody had last_rank), units."""
    frame = _later(run)
    tables = [
        grouped(frame, ["last_rank"], pl.col("rank") == rank, level=level).with_columns(
            pl.lit(rank, pl.Int64).alias("rank")
        )
        for rank in range(1, run.plan.players + 1)
    ]
    return pl.concat(tables).sort("last_rank", "rank")


def _later(run: Run) -> pl.LazyFrame:
    return seat_rounds(run, "last_rank").filter(pl.col("last_rank") > 0)


def mobility_of(matrix: np.ndarray) -> dict[str, float]:
    """Stickiness, Shorrocks mobility, half-life (rounds) and mean reign of the King from a transition matrix."""
    players = len(matrix)
    trace = float(np.trace(matrix))
    second = sorted(np.abs(np.linalg.eigvals(matrix)))[-2]
    king = float(matrix[0, 0])
    return {
        "stickiness": trace / players,
        "mobility": (players - trace) / (players - 1),
        "half_life": float(np.log(0.5) / np.log(second)) if 0 < second < 1 else (0.0 if second == 0 else np.inf),
        "reign": 1 / (1 - king) if king < 1 else np.inf,
    }


def mobility(run: Run, level: float = 0.95) -> dict[str, Estimate]:
    """`mobility_of` with jackknife intervals over blocks of matches; also `king_again` and `bouffon_again`."""
    players = run.plan.players
    counts = (
        _later(run)
        .group_by((pl.col("match") % _BLOCKS).alias("block"), "last_rank", "rank")
        .agg(pl.len().alias("n"))
        .collect()
    )
    blocks = np.zeros((_BLOCKS, players, players))
    block, last, now = (counts[name].to_numpy().astype(int) for name in ("block", "last_rank", "rank"))
    blocks[block, last - 1, now - 1] = counts["n"].to_numpy()
    n = int(blocks.sum())
    found = {name: too_few(n, _BLOCKS) for name in ("stickiness", "mobility", "half_life", "reign")}
    if (blocks.sum(axis=0).sum(axis=1) > 0).all() and (blocks.sum(axis=(1, 2)) > 0).all():
        for name in list(found):
            found[name] = jackknife(list(blocks), lambda total, name=name: mobility_of(_rows(total))[name], n, level)
    frame = _later(run)
    for name, rank in (("king_again", 1), ("bouffon_again", players)):
        found[name] = overall(frame.filter(pl.col("last_rank") == rank), pl.col("rank") == rank, level=level)
    found["bouffon_to_king"] = overall(frame.filter(pl.col("last_rank") == players), pl.col("rank") == 1, level=level)
    return found


def _rows(counts: np.ndarray) -> np.ndarray:
    return np.asarray(counts / counts.sum(axis=1, keepdims=True))


@dataclass(frozen=True)
class EarlyLead:
    """Win share of the match of the King and of the Bouffon of round 1, and lead changes per match."""

    king: Estimate
    bouffon: Estimate
    lead_changes: Estimate

    def snowball(self, players: int) -> Estimate:
        """P(win | leader after round 1) - 1/P."""
        return self.king.shifted(-1 / players)

    def as_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {name: getattr(self, name).as_dict() for name in ("king", "bouffon", "lead_changes")}


def early_lead(run: Run, level: float = 0.95) -> EarlyLead:
    """What the rank in round 1 is worth for the match."""
    first = seat_rounds(run).filter(pl.col("round") == 1).select("match", "seat", "rank")
    frame = seat_wins(run).select("match", "seat", "win").join(first, on=["match", "seat"])
    table = grouped(frame, ["rank"], pl.col("win"), level=level)
    changes = overall(run.table("matches"), pl.col("lead_changes"), share=False, level=level)
    return EarlyLead(estimate(table, rank=1), estimate(table, rank=run.plan.players), changes)
