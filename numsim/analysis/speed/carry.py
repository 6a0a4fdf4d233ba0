"""SPEED-GAME: what winning round 1 is worth, and what is carried into round 2.

Matches in which nobody went out in round 1 count only for `nobody`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from numsim.analysis.dealt import mask_matrix
from numsim.analysis.intervals import Estimate, mean_interval, ratio_interval, wilson
from numsim.analysis.speed.frames import results, seat_rows
from numsim.cards import CLASSIC, VALUES
from numsim.store import Run


@dataclass(frozen=True)
class Carry:
    """`win`: share of the matches won by who went out first in round 1; `again`: share in which he does so in round 2.

    `kept_winner`, `kept_others`: cards they carry into round 2; `malus_winner`, `malus_others`: malus scored in round 2
    in the score in force; `first_part`: share of the whole malus that round 1 brings; `nobody` went out in round 1.
    `plateau_leads`: win share of the seats with the most plateau cards after round 1 (they start round 2; shared seats
    counted in parts).
    """

    win: Estimate
    again: Estimate
    kept_winner: Estimate
    kept_others: Estimate
    malus_winner: Estimate
    malus_others: Estimate
    first_part: Estimate
    nobody: Estimate
    plateau_leads: Estimate


def carry(run: Run, level: float = 0.95) -> Carry:
    """What round 1 does to round 2."""
    players = run.plan.players
    score = f"malus_{run.plan.rules['score']}"
    frame = seat_rows(run, "out", "kept", "plateau_left", score).collect()
    wins = results(run)[1]

    def cells(name: str) -> np.ndarray:
        return frame[name].to_numpy().astype(float).reshape(-1, 2, players)

    out, kept, malus, plateaus = cells("out"), cells("kept"), cells(score), cells("plateau_left")[:, 0]
    won = out[:, 0] == 1
    some = won.any(axis=1)
    others = ~won[some]
    most = plateaus == plateaus.max(axis=1, keepdims=True)
    part = most / most.sum(axis=1, keepdims=True)

    def of_winner(values: np.ndarray) -> Estimate:
        return mean_interval(values[some][won[some]], level)

    def of_others(values: np.ndarray) -> Estimate:
        return mean_interval((values[some] * others).sum(axis=1) / (players - 1), level)

    again = (out[:, 1] == 1)[some][won[some]]
    return Carry(
        of_winner(wins),
        wilson(float(again.sum()), len(again), level),
        of_winner(kept[:, 1]),
        of_others(kept[:, 1]),
        of_winner(malus[:, 1]),
        of_others(malus[:, 1]),
        ratio_interval(malus[:, 0].sum(axis=1), malus.sum(axis=(1, 2)), level, share=True),
        wilson(float((~some).sum()), len(some), level),
        mean_interval((wins * part).sum(axis=1), level),
    )


def by_kept(run: Run, edges: tuple[int, ...] = (1, 4, 7)) -> list[Estimate]:
    """Win share by the number of cards carried into round 2, in classes that begin at 0 and at the edges.

    An association: many cards are carried by who did badly in round 1.
    """
    kept = seat_rows(run, "kept").filter(pl.col("round") == 2).collect()["kept"].to_numpy()
    wins = results(run)[1]
    number = np.searchsorted(edges, kept.reshape(wins.shape), side="right")
    return [
        ratio_interval(((number == i) * wins).sum(axis=1), (number == i).sum(axis=1), share=True)
        for i in range(len(edges) + 1)
    ]


def by_dealt_sum(run: Run, parts: int = 3) -> tuple[list[float], list[Estimate]]:
    """Mean sum of the values dealt in round 1 and win share, by thirds of that sum. The deal is random: an effect."""
    frame = seat_rows(run, "dealt_low", "dealt_high").filter(pl.col("round") == 1).collect()
    hands = mask_matrix(frame)
    sums = (hands @ (np.arange(CLASSIC) // (CLASSIC // VALUES))).reshape(-1, run.plan.players)
    wins = results(run)[1]
    edges = np.quantile(sums, [i / parts for i in range(1, parts)])
    number = np.searchsorted(edges, sums, side="right")
    means = [float(sums[number == i].mean()) if (number == i).any() else 0.0 for i in range(parts)]
    return means, [
        ratio_interval(((number == i) * wins).sum(axis=1), (number == i).sum(axis=1), share=True) for i in range(parts)
    ]
