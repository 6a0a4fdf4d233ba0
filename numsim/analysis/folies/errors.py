"""Traps and wrong hands: how often they come, how often a person falls for them, and what they cost."""

from __future__ import annotations

import polars as pl

from numsim.analysis.folies.frames import seat_rows
from numsim.analysis.intervals import Estimate, overall
from numsim.store import Run

WRONG = {
    "false_trap": "on a trap",
    "false_near": "on a card that looks like an occasion",
    "false_neutral": "on any other card",
    "false_pile": "on the wrong pile",
    "false_early": "before the card can be seen",
}
"""Wrong hands by column of `seats`, with names for people."""


def wrong_hands(run: Run, level: float = 0.95) -> dict[str, Estimate]:
    """Wrong hands a match, all seats together: keys of WRONG, `all`; `paid`: cards paid for them and for late hands.

    `traps`: traps a match; `per_trap`: share of the traps seen by a person on which he slaps. What a person saw is the
    match's traps times the share of its cards before he was out, as traps are not counted by seat.
    """
    columns = (*WRONG, "paid_errors", "paid_tax", "out_flip")
    seats = seat_rows(run, *columns, of_match=("flips", "traps"))
    seen = pl.when(pl.col("out_flip") > 0).then(pl.col("out_flip")).otherwise(pl.col("flips")) / pl.col("flips")
    totals = (
        seats.with_columns((seen * pl.col("traps")).alias("seen"))
        .group_by("match")
        .agg(pl.col("traps").first(), pl.col("seen").sum(), pl.col(*WRONG, "paid_errors", "paid_tax").sum())
        .collect()
        .lazy()
    )

    def mean(a: pl.Expr) -> Estimate:
        return overall(totals, a, share=False, level=level)

    return {
        **{name: mean(pl.col(name)) for name in WRONG},
        "all": mean(pl.sum_horizontal(list(WRONG))),
        "paid": mean(pl.col("paid_errors")),
        "tax": mean(pl.col("paid_tax")),
        "traps": mean(pl.col("traps")),
        "per_trap": overall(totals, pl.col("false_trap"), pl.col("seen"), level=level),
    }
