"""The plateaus: how many cards lie there, who lays them, and what part of the malus they are."""

from __future__ import annotations

import polars as pl

from numsim.analysis.intervals import Estimate
from numsim.analysis.speed.frames import Totals, columns_sum
from numsim.games.speed.tables import KINDS
from numsim.store import Run

FIGURES = {
    "left": "cards on a plateau at the end",
    "most": "most cards on a plateau in a round",
    "of_left": "part of all cards left that lie on plateaus",
    "drawn": "cards drawn, a seat and round",
    "kept": "drawn cards laid at once",
    "own": "cards laid from the own plateau, a seat and round",
    "others": "cards laid from plateaus of others, a seat and round",
    "of_laid": "plies without a hand card",
    "emptied": "cards that reached a plateau and were laid again",
}
"""Names for people."""
SHARES = ("of_left", "kept", "of_laid", "emptied")


def plateau(run: Run) -> dict[str, Estimate]:
    """Figures of the plateau economy, keys of FIGURES."""
    found = Totals(
        run,
        seats={
            **{
                name: pl.col(name)
                for name in (
                    "plateau_left",
                    "plateau_most",
                    "draws",
                    "drawn_laid",
                    "from_own",
                    "from_others",
                    "taken",
                    "plateau_plays",
                )
            },
            "cards_left": pl.col("plateau_left") + pl.col("hand_left"),
            "plies": columns_sum([f"laid_{kind}" for kind in KINDS]),
            "gone": pl.col("from_own") + pl.col("taken"),
            "came": pl.col("from_own") + pl.col("taken") + pl.col("plateau_left"),
        },
    )
    return {
        "left": found.mean("plateau_left", "rows"),
        "most": found.mean("plateau_most", "rows"),
        "of_left": found.share("plateau_left", "cards_left"),
        "drawn": found.mean("draws", "rows"),
        "kept": found.share("drawn_laid", "draws"),
        "own": found.mean("from_own", "rows"),
        "others": found.mean("from_others", "rows"),
        "of_laid": found.share("plateau_plays", "plies"),
        "emptied": found.share("gone", "came"),
    }
