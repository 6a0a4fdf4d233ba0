"""What two NUM-SPEED runs are compared by."""

from __future__ import annotations

import numpy as np
import polars as pl

from numsim.analysis.paired import ratio_values
from numsim.analysis.rates import win_columns
from numsim.analysis.speed.frames import Totals, minutes_of
from numsim.games.speed.options import DECK_KNOBS
from numsim.store import Run

DECK = DECK_KNOBS
"""Knobs that change the deck."""


def columns(run: Run, matches: int) -> dict[str, np.ndarray]:
    """One value per match for every claim, in match order; the name is "kind: what"."""
    found = win_columns(run, matches, "dealer of round 1", "the dealer")
    names = ("ms", "tours", "plays", "interrupts", "draws", "actions", "blocked")
    seats = ("malus_classic", "malus_competition", "plateau_left", "stuck", "turns", "turns_lost")
    totals = Totals(
        run,
        {name: pl.col(name) for name in names},
        {**{name: pl.col(name) for name in seats}, "due": pl.col("turns") + pl.col("turns_lost")},
        first=matches,
    )
    minutes = totals.table.select(minutes_of(pl.col("ms"), pl.col("rounds"))).to_series().to_numpy()
    changes = run.table("matches").filter(pl.col("match") < matches).sort("match").select("lead_changes").collect()

    def per(name: str, of: str = "rounds") -> np.ndarray:
        return ratio_values(totals[name], totals[of])

    found["length: rounds a match"] = totals["rounds"]
    found["length: minutes a match"] = minutes
    found["length: minutes a round"] = ratio_values(minutes, totals["rounds"])
    found["length: tours a round"] = per("tours")
    found["length: plies a round"] = per("plays")
    found["share: blocked rounds"] = per("blocked")
    found["share: hands that end stuck"] = per("stuck", "rows")
    if totals["due"].any():
        found["share: turns lost to interrupts"] = per("turns_lost", "due")
    found["number: malus a round, classic"] = per("malus_classic", "rows")
    found["number: malus a round, competition"] = per("malus_competition", "rows")
    found["number: plateau cards left, a seat"] = per("plateau_left", "rows")
    found["number: interrupts a round"] = per("interrupts")
    found["number: cards drawn a round"] = per("draws")
    found["number: action cards a round"] = per("actions")
    found["number: lead changes a match"] = changes["lead_changes"].to_numpy().astype(float)
    return found
