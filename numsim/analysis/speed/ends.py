"""How rounds end: players who go out, hands stuck on special and action cards, blocked rounds, an empty deck."""

from __future__ import annotations

import numpy as np
import polars as pl

from numsim.analysis.intervals import Estimate, ratio_interval
from numsim.analysis.speed.frames import NOBODY, Totals, round_arrays
from numsim.store import Run

FIGURES = {
    "stuck_rounds": "rounds with a stuck hand",
    "stuck": "hands that end stuck",
    "nobody": "rounds in which nobody goes out",
    "blocked": "blocked rounds",
    "capped": "rounds cut at the cap",
    "outs": "players out a round",
    "several": "rounds in which two or more go out",
    "deck_out": "rounds in which the deck runs out",
    "deck_left": "cards left in the deck",
    "spread": "highest less lowest malus of a round",
    "specials": "special and action cards among the cards left",
}
"""Names for people."""
SHARES = ("stuck_rounds", "stuck", "nobody", "blocked", "capped", "several", "deck_out", "specials")


def ends(run: Run) -> dict[str, Estimate]:
    """Figures of the ends of rounds, keys of FIGURES."""
    match, seats = round_arrays(run, "stuck", "malus_classic")
    units = int(match[-1]) + 1
    rounds = np.bincount(match, minlength=units).astype(float)
    somebody = np.bincount(match, seats["stuck"].any(axis=1), units)
    spread = np.bincount(match, seats["malus_classic"].max(axis=1) - seats["malus_classic"].min(axis=1), units)
    outs = pl.col("outs").bitwise_count_ones().cast(pl.Int64)
    found = Totals(
        run,
        {
            "blocked": pl.col("blocked"),
            "capped": pl.col("capped"),
            "nobody": (pl.col("winner") == NOBODY).cast(pl.Int64),
            "outs": outs,
            "several": (outs > 1).cast(pl.Int64),
            "deck_out": (pl.col("deck_out_event") > 0).cast(pl.Int64),
            "deck_left": pl.col("deck_left"),
        },
        {
            "stuck": pl.col("stuck"),
            "specials_left": pl.col("specials_left"),
            "cards_left": pl.col("hand_left") + pl.col("plateau_left"),
        },
    )
    return {
        "stuck_rounds": ratio_interval(somebody, rounds, share=True),
        "stuck": found.share("stuck", "rows"),
        "nobody": found.share("nobody"),
        "blocked": found.share("blocked"),
        "capped": found.share("capped"),
        "outs": found.mean("outs"),
        "several": found.share("several"),
        "deck_out": found.share("deck_out"),
        "deck_left": found.mean("deck_left"),
        "spread": ratio_interval(spread, rounds),
        "specials": found.share("specials_left", "cards_left"),
    }
