"""Reflex, tactics and luck: the ladder of the bots, a grid of bots and reflexes, matches that tell two apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from numsim.analysis.intervals import Estimate, jackknife, mean_interval
from numsim.analysis.skill import matches_to_tell
from numsim.analysis.speed.frames import by_bot, results
from numsim.store import Run

BLOCKS = 20


def split_name(text: str) -> tuple[str, str]:
    """Policy and profile of a bot as the plan names it: "greedy@expert", or "greedy" with its default profile."""
    policy, _, profile = text.partition("@")
    return policy, profile or ("instant" if policy in ("random", "lowest", "snap") else "trained")


@dataclass(frozen=True)
class Rung:
    """A bot against the one below it, at the tables where both sit.

    `malus`: how many cards of malus a round it saves (malus of the worse less its own); `win`: difference of the win
    shares of a seat; `tell`: matches until it is ahead in wins with 95 %, None if it is not ahead.
    """

    better: str
    worse: str
    malus: Estimate
    win: Estimate
    tell: int | None


@dataclass(frozen=True)
class Ladder:
    """Mean malus a round and win share of a seat of each bot over the line-ups in which it sits, and the rungs."""

    bots: list[str]
    malus: list[Estimate]
    wins: list[Estimate]
    rungs: list[Rung]


def ladder(runs: Sequence[Run], order: Sequence[str]) -> Ladder:
    """Bots from the weakest (first of `order`) to the strongest. The runs share their deals.

    The same match of all runs is one unit, so that common deals are not counted twice.
    """
    matches = min(run.matches for run in runs)
    malus, wins = (np.full((len(runs), matches, len(order)), np.nan) for _ in range(2))
    for i, run in enumerate(runs):
        bots, won, cards = results(run, matches)
        number = np.array([order.index(name) for name in run.bots])[bots]
        malus[i], wins[i] = by_bot(number, cards, len(order)), by_bot(number, won, len(order))
    rungs = []
    for k in range(1, len(order)):
        both = [i for i in range(len(runs)) if not np.isnan(wins[i, :, [k - 1, k]]).any()]
        saved = (malus[both, :, k - 1] - malus[both, :, k]).mean(axis=0)
        gap = wins[both, :, k] - wins[both, :, k - 1]
        rungs.append(
            Rung(
                order[k],
                order[k - 1],
                mean_interval(saved),
                mean_interval(gap.mean(axis=0)),
                matches_to_tell(gap.reshape(-1)),
            )
        )
    means = [np.nanmean(values, axis=0) for values in (malus, wins)]
    every = range(len(order))
    return Ladder(
        list(order),
        [mean_interval(means[0][:, k]) for k in every],
        [mean_interval(means[1][:, k]) for k in every],
        rungs,
    )


PARTS = ("tactics", "reflex", "both", "deal", "rest")
"""Parts of the variance of a seat's result: its bot, its reflexes, their interaction, its cards and place, the rest."""


@dataclass(frozen=True)
class Grid:
    """Tables at which every bot and every profile sits once, on the same deals.

    `cells`: outcome by bot (rows) and profile (columns); `tactics`, `reflexes`: means over the other factor; `split`:
    share of the variance by part (PARTS), which add up to 1; `better`: that of the bots when the first, the weakest, is
    left out of `tactics`.
    """

    bots: list[str]
    profiles: list[str]
    cells: list[list[Estimate]]
    tactics: list[Estimate]
    reflexes: list[Estimate]
    split: dict[str, Estimate]
    better: Estimate
    deals: int


def grid(runs: Sequence[Run], bots: Sequence[str], profiles: Sequence[str], outcome: str = "win") -> Grid:
    """Variance components of Y = bot x profile + deal and seat + rest, jackknifed over blocks of deals.

    Every run seats all bots and all profiles once, in another combination. Cell effects are the means of the cells; the
    component of a deal and seat is the covariance of what is left between runs, so it needs no balance within a deal.
    """
    a, b = len(bots), len(profiles)
    matches = min(run.matches for run in runs)
    values, cell = [], []
    for run in runs:
        names = [split_name(name) for name in run.bots]
        number = np.array([bots.index(policy) * b + profiles.index(profile) for policy, profile in names])
        seated, won, malus = results(run, matches)
        cell.append(number[seated])
        values.append(won if outcome == "win" else malus)
    y, c = np.stack(values), np.stack(cell)  # runs x matches x seats
    kinds = a * b
    blocks = [_totals(y[:, i::BLOCKS], c[:, i::BLOCKS], kinds) for i in range(BLOCKS) if i < matches]

    def over_matches(weights: np.ndarray) -> Estimate:
        """Weighted mean of the cells, match by match, as a mean over matches."""
        share = weights[c]
        count = share.sum(axis=(0, 2))
        return mean_interval((share * y).sum(axis=(0, 2)) / np.where(count > 0, count, 1))

    unit = np.eye(kinds).reshape(a, b, kinds)
    return Grid(
        list(bots),
        list(profiles),
        [[_cell(y, c, i * b + j) for j in range(b)] for i in range(a)],
        [over_matches(unit[i].sum(axis=0)) for i in range(a)],
        [over_matches(unit[:, j].sum(axis=0)) for j in range(b)],
        {
            name: jackknife(blocks, lambda total, name=name: _components(total, a, b, len(runs))[name], y.size)
            for name in PARTS
        },
        jackknife(blocks, lambda total: _components(total, a, b, len(runs))["better"], y.size),
        matches,
    )


def _cell(y: np.ndarray, c: np.ndarray, kind: int) -> Estimate:
    """Mean of one cell: by match over the runs in which it sits."""
    mine = c == kind
    return mean_interval((y * mine).sum(axis=(0, 2)) / mine.sum(axis=(0, 2)))


def _totals(y: np.ndarray, c: np.ndarray, kinds: int) -> np.ndarray:
    """Sums that add up over deals: n and y by cell; y and y^2; squares and products over the runs of a deal's seat."""
    runs = len(y)
    flat_c, flat_y = c.reshape(-1), y.reshape(-1)
    n = np.bincount(flat_c, minlength=kinds).astype(float)
    sums = np.bincount(flat_c, flat_y, kinds)
    together = y.sum(axis=0).reshape(-1)  # over the runs, for each deal and seat
    times = (c.reshape(runs, -1).T[:, :, None] == np.arange(kinds)).sum(axis=1).astype(float)
    return np.concatenate(
        [
            n,
            sums,
            [flat_y.sum(), (flat_y**2).sum(), (together**2).sum(), len(together)],
            times.T @ together,
            (times.T @ times).reshape(-1),
        ]
    )


def _components(total: np.ndarray, a: int, b: int, runs: int) -> dict[str, float]:
    kinds = a * b
    n, sums = total[:kinds], total[kinds : 2 * kinds]
    _, squares, together, places = total[2 * kinds : 2 * kinds + 4]
    crossed = total[2 * kinds + 4 : 3 * kinds + 4]
    products = total[3 * kinds + 4 :].reshape(kinds, kinds)
    mean = sums / np.maximum(n, 1)
    left = squares - 2 * mean @ sums + (n * mean**2).sum()  # sum of the squared residuals
    joint = together - 2 * mean @ crossed + mean @ products @ mean  # the same of their sums over runs
    deal = (joint - left) / (places * runs * (runs - 1))
    noise = left / n.sum()
    table = mean.reshape(a, b)
    rows, columns = table.mean(axis=1) - table.mean(), table.mean(axis=0) - table.mean()
    inner = table - table.mean() - rows[:, None] - columns
    per_cell = noise / n.mean()  # variance of a cell mean, which would pass for an effect
    parts = {
        "tactics": float((rows**2).mean()) - per_cell / b * (a - 1) / a,
        "reflex": float((columns**2).mean()) - per_cell / a * (b - 1) / b,
        "both": float((inner**2).mean()) - per_cell * (a - 1) * (b - 1) / kinds,
        "deal": float(deal),
        "rest": float(noise - deal),
    }
    whole = sum(parts.values())
    parts["better"] = float(rows[1:].var()) - per_cell / b * (a - 2) / (a - 1)
    return {name: part / whole for name, part in parts.items()}


def lead(run: Run, better: int, worse: int) -> tuple[Estimate, int | None]:
    """Difference of the win shares of two bots of one line-up (by number), and matches until the better is ahead."""
    bots, wins, _ = results(run)
    own = by_bot(bots, wins, len(run.bots))
    gap = own[:, better] - own[:, worse]
    return mean_interval(gap), matches_to_tell(gap)
