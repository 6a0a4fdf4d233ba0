"""The scoring laboratory: the same rounds, scored in every way and ended in every way.

The run was played on (option play_on) until every ending was reached in both scores. From the malus of its rounds every
result that another score or ending would have given can be worked out: points end after the first round after which
somebody's total is at least the limit, fixed endings after their number of rounds; the lowest total wins, ties share.
Matches that were cut off before an ending was reached are left out there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from numsim.analysis.intervals import FEWEST, Estimate, mean_interval, too_few, wilson
from numsim.analysis.paired import Paired, paired_difference
from numsim.analysis.regress import explained
from numsim.analysis.skill import matches_to_tell
from numsim.analysis.speed.frames import bots_seated, by_bot, minutes_of, round_rows, seat_rows
from numsim.store import Run

SCORES = {
    "classic": ("malus_classic", 0),
    "competition": ("malus_competition", 0),
    "classic, specials 3": ("malus_classic", 1),
    "competition, specials 10": ("malus_competition", 5),
}
"""Column of the malus, and what a special or action card left counts beside it."""
ENDINGS = {
    "20 points": ("points", 20),
    "30 points": ("points", 30),
    "40 points": ("points", 40),
    "5 rounds": ("rounds", 5),
    "2 rounds": ("rounds", 2),
}
_BLOCKS = 20

Mode = tuple[str, str]
"""A score and an ending."""


@dataclass(frozen=True)
class Result:
    """What a mode makes of the rounds: by match the rounds it takes, its minutes, the win shares and totals by seat.

    `done` says in which matches the ending was reached; the other rows mean nothing.
    """

    rounds: np.ndarray
    minutes: np.ndarray
    wins: np.ndarray
    totals: np.ndarray
    done: np.ndarray


class Laboratory:
    """Malus and time of every round of a run, those after the end of the match included."""

    def __init__(self, run: Run) -> None:
        players = run.plan.players
        columns = ("malus_classic", "malus_competition", "specials_left")
        seats = seat_rows(run, *columns, extra=True).collect()
        rounds = round_rows(run, "ms", extra=True).collect()
        number = rounds["match"].to_numpy().astype(np.int64)
        at = rounds["round"].to_numpy() - 1
        self.run, self.matches, self.most = run, int(number[-1]) + 1, int(at.max()) + 1
        self.played = np.bincount(number, minlength=self.matches)
        self._malus = {}
        for name in columns:
            self._malus[name] = np.zeros((self.matches, self.most, players))
            self._malus[name][number, at] = seats[name].to_numpy().reshape(-1, players)
        self._ms = np.zeros((self.matches, self.most))
        self._ms[number, at] = rounds["ms"].to_numpy()
        self.bots = bots_seated(run, np.arange(self.matches))

    def malus(self, score: str) -> np.ndarray:
        """Malus by match, round and seat in a score of SCORES; 0 after the last round."""
        column, more = SCORES[score]
        return self._malus[column] + more * self._malus["specials_left"]

    def result(self, score: str, ending: str) -> Result:
        """The matches as this mode would have ended them."""
        kind, limit = ENDINGS[ending]
        totals = self.malus(score).cumsum(axis=1)
        if kind == "points":
            over = totals.max(axis=2) >= limit
            done = over[np.arange(self.matches), self.played - 1]
            last = np.where(done, over.argmax(axis=1), 0)
        else:
            done = self.played >= limit
            last = np.where(done, limit - 1, 0)
        rows = np.arange(self.matches)
        final = totals[rows, last]
        lowest = final == final.min(axis=1, keepdims=True)
        ms = self._ms.cumsum(axis=1)[rows, last]
        return Result(
            last + 1, _minutes(ms, last + 1), lowest / lowest.sum(axis=1, keepdims=True), final, np.asarray(done)
        )


def _minutes(ms: np.ndarray, rounds: np.ndarray) -> np.ndarray:
    import polars as pl

    frame = pl.DataFrame({"ms": ms, "rounds": rounds})
    return frame.select(minutes_of(pl.col("ms"), pl.col("rounds"))).to_series().to_numpy()


def agreement(one: Result, other: Result) -> Estimate:
    """Part of the win that goes to the same players: 1 when both modes have the same winners, 0 when none is common."""
    both = one.done & other.done
    return mean_interval(np.minimum(one.wins[both], other.wins[both]).sum(axis=1))


def tau(one: Result, other: Result) -> Estimate:
    """Kendall's tau-b of the two rankings, averaged over matches; all ranked alike counts as no ranking."""
    both = one.done & other.done
    a, b = (_signs(result.totals[both]) for result in (one, other))
    n_a, n_b = (a != 0).sum(axis=1), (b != 0).sum(axis=1)
    known = (n_a > 0) & (n_b > 0)
    return mean_interval((a * b).sum(axis=1)[known] / np.sqrt(n_a * n_b)[known])


def _signs(totals: np.ndarray) -> np.ndarray:
    """Sign of the difference of every pair of seats."""
    i, j = np.triu_indices(totals.shape[1], 1)
    return np.sign(totals[:, i] - totals[:, j])


@dataclass(frozen=True)
class Judged:
    """How a mode does: rounds, minutes, shared wins, and how well it tells the better bot.

    `shares`: win share of each bot; `skill`: share of the variance of a seat's win share that goes with the bot
    (adjusted R2); `tell`: matches until the better of two bots is ahead in wins with 95 %, None if it is not ahead.
    """

    rounds: Estimate
    minutes: Estimate
    ties: Estimate
    shares: list[Estimate]
    skill: Estimate
    tell: int | None
    done: Estimate


def judge(lab: Laboratory, mode: Mode, better: int, worse: int) -> Judged:
    """A mode judged by its rounds, ties and the bots it lets win; `better` and `worse` are numbers of bots."""
    result = lab.result(*mode)
    done = result.done
    wins, bots = result.wins[done], lab.bots[done]
    kinds = len(lab.run.bots)
    own = by_bot(bots, wins, kinds)
    blocks = np.repeat(np.flatnonzero(done) % _BLOCKS, wins.shape[1])
    design = (bots.reshape(-1, 1) == np.arange(kinds)).astype(float)
    gap = own[:, better] - own[:, worse]
    tied = (wins > 0).sum(axis=1) > 1
    return Judged(
        mean_interval(result.rounds[done]),
        mean_interval(result.minutes[done]),
        wilson(float(tied.sum()), len(tied)),
        [mean_interval(own[:, kind]) for kind in range(kinds)],
        explained(design, wins.reshape(-1), blocks) if len(own) >= FEWEST else too_few(wins.size, len(own)),
        matches_to_tell(gap) if len(gap) > 1 else None,
        wilson(float(done.sum()), len(done)),
    )


def incentive(plain: Laboratory, told: Laboratory, score: str, bot: int, rounds: int = 5) -> Paired:
    """Malus a round in `score` of a seat of `bot` over the first rounds: playing for `plain`'s score against `told`'s.

    The same deals, match by match; b is the laboratory whose bots play for the other score.
    """
    matches = min(plain.matches, told.matches)

    def means(lab: Laboratory) -> np.ndarray:
        malus = lab.malus(score)[:matches, :rounds].mean(axis=1)
        return by_bot(lab.bots[:matches], malus, len(lab.run.bots))[:, bot]

    return paired_difference(means(plain), means(told))
