"""Drama: last chances, comebacks, lead changes and how early a match is decided."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from numsim.analysis.folies.frames import match_rows, seat_rows
from numsim.analysis.intervals import Estimate, overall
from numsim.store import Run


@dataclass(frozen=True)
class LastChances:
    """Last chances a match, the share that brought the player back, and the share of winners who had needed one."""

    per_match: Estimate
    success: Estimate
    winners: Estimate


def last_chances(run: Run, level: float = 0.95) -> LastChances:
    """What last chances are worth."""
    names = ["last_chances", "chances_won"]
    seats = seat_rows(run, *names).collect().lazy()
    totals = seats.group_by("match").agg(pl.col(names).sum())
    used, won = (pl.col(name) for name in names)
    return LastChances(
        overall(totals, used, share=False, level=level),
        overall(totals.filter(used > 0), won, used, level=level),
        overall(seats, pl.col("win") * (won > 0), pl.col("win"), level=level),
    )


@dataclass(frozen=True)
class Comebacks:
    """Half-time is half of the cards of the match.

    `trailer`, `leader`: win share of the seats with the smallest and the largest stack then; who is out has none, and
    `last_in` is the win share of the smallest stack among those still in. `rate` is P * P(win | last): 1 if being last
    did not matter, 0 if nobody ever came back. `deepest`: the winner's smallest stack (mean), and `brink`: share of
    wins in which it was three cards or fewer. `open_for`: share of the match that was over when the winner took the
    lead that he kept; `decisiveness` the rest.
    """

    trailer: Estimate
    last_in: Estimate
    leader: Estimate
    rate: Estimate
    lead_changes: Estimate
    open_for: Estimate
    decisiveness: Estimate
    deepest: Estimate
    brink: Estimate


def comebacks(run: Run, level: float = 0.95) -> Comebacks:
    """How often a match turns."""
    masks = ("half_leaders", "half_trailers")
    seats = seat_rows(run, "least_size", "half_size", "out_flip", of_match=(*masks, "flips")).collect().lazy()
    leads, trails = (pl.col(name) // pl.lit(2, pl.Int64).pow(pl.col("seat")) % 2 == 1 for name in masks)
    trailer = overall(seats.filter(trails), pl.col("win"), level=level)
    still_in = seats.filter((pl.col("out_flip") == 0) | (2 * pl.col("out_flip") > pl.col("flips")))
    smallest = pl.col("half_size") == pl.col("half_size").min().over("match")
    matches = match_rows(run).select("match", "lead_changes", "settled", "flips").collect().lazy()
    open_for = overall(matches, pl.col("settled") / pl.col("flips"), share=False, level=level)
    winner = seats.filter(pl.col("win") > 0)
    return Comebacks(
        trailer,
        overall(still_in.filter(smallest), pl.col("win"), level=level),
        overall(seats.filter(leads), pl.col("win"), level=level),
        trailer.shifted(0, run.plan.players),
        overall(matches, pl.col("lead_changes"), share=False, level=level),
        open_for,
        open_for.shifted(-1, -1),
        overall(winner, pl.col("least_size") * pl.col("win"), pl.col("win"), share=False, level=level),
        overall(winner, pl.col("win") * (pl.col("least_size") <= 3), pl.col("win"), level=level),
    )
