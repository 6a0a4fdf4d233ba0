"""What two NUM FOLIES runs are compared by."""

from __future__ import annotations

import numpy as np
import polars as pl

from numsim.analysis.folies.errors import WRONG
from numsim.analysis.folies.frames import match_rows, seat_rows
from numsim.analysis.folies.lengths import PRINTED
from numsim.analysis.folies.piles import CAUSES
from numsim.analysis.folies.waiting import first_outs
from numsim.analysis.paired import ratio_values
from numsim.analysis.rates import win_columns
from numsim.store import Run

DECK = ("values", "families")
"""Knobs that change the deck."""

_CARDS = {
    "challenge": "challenges",
    "1": "slap 1",
    "1bis": "slap 1bis",
    "combo": "Rainbow with slap 1, 1bis",
    "2": "slap 2",
}


def columns(run: Run, matches: int) -> dict[str, np.ndarray]:
    """One value per match for every claim, in match order; the name is "kind: what".

    Where nobody goes out the end of the match stands for the first one out.
    """
    found = win_columns(run, matches, "starter")
    names = ("flips", "minutes", "lead_changes")
    rows = match_rows(run, matches).select("match", *names).sort("match").collect()
    out = first_outs(run, matches).collect()
    cards = [f"cards_{cause}" for cause in CAUSES]
    takes = [f"takes_{cause}" for cause in CAUSES]
    sums = ["last_chances", *WRONG, *cards, *takes]
    seats = seat_rows(run, *sums, first=matches).group_by("match").agg(pl.col(sums).sum()).sort("match").collect()
    found["length: cards turned a match"] = _column(rows, "flips")
    found["length: minutes a match"] = _column(rows, "minutes")
    found["length: minutes until the first out"] = _column(out, "at_minutes")
    found["length: minutes that he waits"] = _column(out, "wait_minutes")
    found[f"share: matches over {PRINTED[1]:.0f} minutes"] = (rows["minutes"] > PRINTED[1]).to_numpy().astype(float)
    found["share: of the match he waits"] = _column(out, "wait_share")
    total = seats.select(pl.sum_horizontal(cards)).to_series().to_numpy()
    for cause, label in _CARDS.items():
        found[f"share: cards won by {label}"] = ratio_values(seats[f"cards_{cause}"].to_numpy(), total)
    found["number: piles won a match"] = seats.select(pl.sum_horizontal(takes)).to_series().to_numpy().astype(float)
    found["number: wrong hands a match"] = (
        seats.select(pl.sum_horizontal(list(WRONG))).to_series().to_numpy().astype(float)
    )
    found["number: last chances a match"] = _column(seats, "last_chances")
    found["number: lead changes a match"] = _column(rows, "lead_changes")
    return found


def _column(frame: pl.DataFrame, name: str) -> np.ndarray:
    return frame[name].to_numpy().astype(float)
