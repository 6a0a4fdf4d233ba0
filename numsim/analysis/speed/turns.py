"""Turns lost to interrupts, by seat and beside a fast player; who notices a chance and who is first; the opening."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from numsim.analysis.intervals import Estimate, ratio_interval
from numsim.analysis.speed.frames import NOBODY, Totals, results, round_arrays
from numsim.store import Run


@dataclass(frozen=True)
class Turns:
    """What interrupts do to the seats at one place.

    `lost`: turns lost a round; `share`: of all turns that would have come to them; `taken`: turns of others that their
    own interrupts took, a round; `malus` a round (classic score); `win`: share of the matches won.
    """

    lost: Estimate
    share: Estimate
    taken: Estimate
    malus: Estimate
    win: Estimate


_COLUMNS = ("turns", "turns_lost", "turns_taken", "malus_classic")


def _figures(match: np.ndarray, cells: dict[str, np.ndarray], wins: np.ndarray) -> Turns:
    """Figures of one seat a round: `cells` by round, `wins` by match."""
    units = int(match[-1]) + 1 if len(match) else 0
    sums = {name: np.bincount(match, values, units) for name, values in cells.items()}
    rounds = np.bincount(match, minlength=units).astype(float)
    due = sums["turns"] + sums["turns_lost"]
    return Turns(
        ratio_interval(sums["turns_lost"], rounds),
        ratio_interval(sums["turns_lost"], due, share=True),
        ratio_interval(sums["turns_taken"], rounds),
        ratio_interval(sums["malus_classic"], rounds),
        ratio_interval(wins, np.ones(len(wins)), share=True),
    )


def by_seat(run: Run) -> list[Turns]:
    """Seat by seat."""
    match, cells = round_arrays(run, *_COLUMNS)
    wins = results(run)[1]
    return [
        _figures(match, {name: values[:, seat] for name, values in cells.items()}, wins[:, seat])
        for seat in range(run.plan.players)
    ]


def beside(run: Run, bot: int = 0) -> list[Turns]:
    """By the number of seats clockwise from the only seat of `bot` (entry 0: that seat itself)."""
    players = run.plan.players
    match, cells = round_arrays(run, *_COLUMNS)
    bots, wins, _ = results(run)
    at = (bots == bot).argmax(axis=1)
    found = []
    for distance in range(players):
        seat = (at + distance) % players
        rows = np.arange(len(match))
        own = {name: values[rows, seat[match]] for name, values in cells.items()}
        found.append(_figures(match, own, wins[np.arange(len(wins)), seat]))
    return found


def reactions(run: Run, bot: int | None = None) -> dict[str, Estimate]:
    """Chances to interrupt: `chances` a seat and round; `noticed` share of them; `late` share of those noticed.

    `interrupts` and `opening`: interrupts a round and the cards turned until somebody covers. `bot` keeps one bot.
    """
    mine = pl.lit(1) if bot is None else (pl.col("bot") == bot).cast(pl.Int64)
    names = ("chances", "noticed", "late", "errors", "errors_out")
    found = Totals(run, seats={**{name: mine * pl.col(name) for name in names}, "seats": mine * (pl.col("seat") >= 0)})
    return {
        "chances": found.mean("chances", "seats"),
        "noticed": found.share("noticed", "chances"),
        "late": found.share("late", "noticed"),
        "errors": found.mean("errors", "seats"),
        "errors_out": found.mean("errors_out", "seats"),
    }


def openings(run: Run) -> dict[str, Estimate]:
    """How rounds begin: `first_covered` (share in which the first card with a value is covered), `could` (players who
    could cover it), `contested` (share in which two or more could), `starter` (share of rounds in which who opened goes
    out first), `nobody` (nobody covered any card)."""
    could = pl.col("could_cover").bitwise_count_ones().cast(pl.Int64)
    opened = pl.col("opening") == 0
    known = opened & (pl.col("starter") != NOBODY)
    found = Totals(
        run,
        {
            "turned": (pl.col("opening") < 2).cast(pl.Int64),
            "first": (opened & (pl.col("flips") == 1)).cast(pl.Int64),
            "could": could * (pl.col("opening") < 2),
            "contested": ((could > 1) & (pl.col("opening") < 2)).cast(pl.Int64),
            "failed": (pl.col("opening") == 1).cast(pl.Int64),
            "known": known.cast(pl.Int64),
            "won": (known & (pl.col("starter") == pl.col("winner"))).cast(pl.Int64),
        },
    )
    return {
        "first_covered": found.share("first", "turned"),
        "could": found.mean("could", "turned"),
        "contested": found.share("contested", "turned"),
        "nobody": found.share("failed", "turned"),
        "starter": found.share("won", "known"),
    }
