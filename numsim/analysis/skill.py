"""Skill and luck: better bots on the same deals, strengths from rankings, and how many matches tell two bots apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from scipy import stats

from numsim.analysis.frames import seat_wins
from numsim.analysis.intervals import Estimate, jackknife, mean_interval
from numsim.analysis.paired import Paired, paired_difference
from numsim.store import Run

BLOCKS = 20


@dataclass(frozen=True)
class Duplicate:
    """Bots that played the same deals in turn, each in every seat (as in duplicate bridge).

    `shares`: win share of each bot; `split`: share of the variance of the win share of a seat that goes with the bot
    ("skill"), with the cards and place of that seat ("deal"), and with everything else ("rest").
    """

    bots: list[str]
    shares: list[Estimate]
    best_to_worst: Paired
    matches_to_tell: int | None
    split: dict[str, Estimate]
    deals: int


def duplicate(runs: Sequence[Run], outcome: str = "win") -> Duplicate:
    """Needs as many runs as seats: the same plan with the line-up moved on by one seat each. ValueError otherwise."""
    bots = runs[0].bots
    seats = runs[0].plan.players
    if len(runs) != seats or len(bots) != seats:
        raise ValueError(f"{seats} players need {seats} runs with {seats} different bots, not {len(runs)}")
    y, who = [], []
    for run in runs:
        table = seat_wins(run).sort("match", "seat").select("bot", outcome).collect()
        y.append(table[outcome].to_numpy().astype(float).reshape(-1, seats))
        names = np.array([bots.index(name) for name in run.bots])
        who.append(names[table["bot"].to_numpy().reshape(-1, seats)[0]])
    values, bot = np.stack(y, axis=2), np.stack(who, axis=1)  # deals x seats x runs; seats x runs
    if any(sorted(row) != list(range(seats)) for row in bot.tolist()):
        raise ValueError("every bot must sit in every seat exactly once over the runs")
    deals = len(values)
    by_bot = np.stack([(values * (bot == k)).sum(axis=(1, 2)) / seats for k in range(seats)], axis=1)
    shares = [mean_interval(by_bot[:, k]) for k in range(seats)]
    order = np.argsort(-by_bot.mean(axis=0), kind="stable")
    best, worst = by_bot[:, order[0]], by_bot[:, order[-1]]
    one = values[:, :, 0]
    gap = one[:, bot[:, 0] == order[0]][:, 0] - one[:, bot[:, 0] == order[1]][:, 0]
    split = _split(values, bot)
    return Duplicate(bots, shares, paired_difference(worst, best), matches_to_tell(gap), split, deals)


def _split(values: np.ndarray, bot: np.ndarray) -> dict[str, Estimate]:
    """Variance components of Y = deal and seat + bot + rest, balanced, with a jackknife over blocks of deals."""
    deals, _, runs = values.shape
    kinds = int(bot.max()) + 1

    def totals(part: np.ndarray) -> np.ndarray:
        cells = part.mean(axis=2)
        sums = [float((part * (bot == k)).sum()) for k in range(kinds)]
        return np.array([cells.size, part.sum(), (part**2).sum(), (cells**2).sum(), *sums])

    def components(total: np.ndarray) -> tuple[float, float, float]:
        cells, sum_y, sum_yy, sum_aa, by_bot = total[0], total[1], total[2], total[3], total[4:]
        n = cells * runs
        grand = sum_y / n
        effects = by_bot / (n / kinds) - grand
        bots_ss = float((effects**2).mean()) * n
        cells_ss = runs * (sum_aa - cells * grand**2)
        rest_ms = (sum_yy - n * grand**2 - cells_ss - bots_ss) / (n - cells - kinds + 1)
        skill = bots_ss / n
        luck = max((cells_ss / max(cells - 1, 1) - rest_ms) / runs, 0.0)
        return skill, luck, rest_ms

    def share(which: int) -> Estimate:
        return jackknife(blocks, lambda total: components(total)[which] / sum(components(total)), deals)

    blocks = [totals(values[i::BLOCKS]) for i in range(BLOCKS) if len(values[i::BLOCKS])]
    return {"skill": share(0), "deal": share(1), "rest": share(2)}


def matches_to_tell(gap: np.ndarray, level: float = 0.95) -> int | None:
    """Matches after which the better of two is ahead in wins with probability `level`: (z sd / mean)^2.

    `gap` holds the difference of win shares by match. None if it is not above 0.
    """
    mean, sd = float(gap.mean()), float(gap.std(ddof=1))
    if mean <= 0:
        return None
    return max(int(np.ceil((float(stats.norm.ppf(level)) * sd / mean) ** 2)), 1)


def head_to_head(run: Run, bot: str, other: str, level: float = 0.95) -> Paired:
    """Win share of a seat of `bot` (b) and of a seat of `other` (a), match by match at the same tables."""
    table = seat_wins(run).group_by("match", "bot").agg(pl.col("win").mean()).sort("match").collect()
    a, b = (table.filter(pl.col("bot") == run.bots.index(name))["win"].to_numpy() for name in (other, bot))
    return paired_difference(a, b, level)


def plackett_luce(rankings: Mapping[tuple[int, ...], float], kinds: int, rounds: int = 500) -> np.ndarray:
    """Strengths (geometric mean 1) from rankings, best first, with their counts: Hunter's MM algorithm (2004).

    P(best of a set = i) = strength_i / sum of the set; for pairs this is Bradley-Terry. A kind may appear several times
    in a ranking.
    """
    orders = np.array(list(rankings), int)
    counts = np.array(list(rankings.values()), float)
    size = orders.shape[1]
    picked = np.zeros(kinds)
    for stage in range(size - 1):
        picked += np.bincount(orders[:, stage], counts, kinds)
    strength = np.ones(kinds)
    for _ in range(rounds):
        exposure = np.zeros(kinds)
        for stage in range(size - 1):
            left = orders[:, stage:]
            weight = counts / strength[left].sum(axis=1)
            for column in range(left.shape[1]):
                exposure += np.bincount(left[:, column], weight, kinds)
        new = picked / exposure
        with np.errstate(divide="ignore"):
            new /= np.exp(np.log(new).mean()) if (new > 0).all() else new.max()
        done = np.abs(new - strength).max() < 1e-10
        strength = new
        if done:
            break
    return strength
