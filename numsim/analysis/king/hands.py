"""How a seat fares by what it was dealt: specials, Jokers, pairs of Rainbow and Shadow; and who gets stuck.

The deal is random, so these differences are effects of the hand (together with what comes with it: a seat with one
special more holds one other card less).
"""

from __future__ import annotations

import polars as pl

from numsim.analysis.intervals import Estimate, grouped, overall
from numsim.analysis.king.frames import rounds_frame, seat_rounds
from numsim.store import Run

PAIRS_BITS = 0x55555555
"""Shadow bits of `hand_shadow_rainbow`; the Rainbow of the same value is the next bit."""

OUTCOMES = ("king", "rank_points", "bouffon", "stuck")


def pairs_dealt() -> pl.Expr:
    """Number of values of which a seat was dealt both the Rainbow and the Shadow."""
    word = pl.col("hand_shadow_rainbow").cast(pl.Int64)
    both = (word & (word // 2) & PAIRS_BITS).bitwise_count_ones()
    zero = (pl.col("hand_zeros") // 16 % 4) == 3
    return both.cast(pl.Int64) + zero.cast(pl.Int64)


def dealt(run: Run) -> pl.LazyFrame:
    """Rows of seats and rounds with what was dealt: jokers, infinis, numxs, specials, pairs; and the outcomes."""
    players = run.plan.players
    columns = ("place", "hand_shadow_rainbow", "hand_zeros", "hand_jokers", "hand_infinis", "hand_numxs", "stuck")
    frame = seat_rounds(run, *columns, "joker_groups", "infinis", "numxs")
    hand = {kind: pl.col(f"hand_{kind}") for kind in ("jokers", "infinis", "numxs")}
    return frame.select(
        "match",
        "round",
        "king",
        "rank_points",
        (pl.col("rank") == players).alias("bouffon"),
        "stuck",
        hand["jokers"].alias("dealt_jokers"),
        hand["infinis"].alias("dealt_infinis"),
        hand["numxs"].alias("dealt_numxs"),
        (hand["jokers"] + hand["infinis"] + hand["numxs"]).alias("dealt_specials"),
        pairs_dealt().alias("dealt_pairs"),
        pl.col("joker_groups").alias("laid_joker_groups"),
    )


def by_dealt(frame: pl.LazyFrame, what: str, outcome: str = "king", most: int = 4, level: float = 0.95) -> pl.DataFrame:
    """Outcome by the number dealt of `what` (a dealt_ column), `most` and more in one cell.

    `outcome`: king (share of rounds won), bouffon (share ended last), stuck (share), rank_points (mean).
    """
    cell = pl.col(what).clip(upper_bound=most).alias(what)
    table = grouped(frame.with_columns(cell), [what], pl.col(outcome), share=outcome != "rank_points", level=level)
    return table.rename({what: "dealt"})


def stuck(run: Run, level: float = 0.95) -> dict[str, Estimate]:
    """Stuck players: share of `rounds` with one or more, players per round, and rounds that ended all stuck."""
    seats = seat_rounds(run, "stuck")
    per_round = seats.group_by("match", "round").agg(pl.col("stuck").sum().alias("stuck"))
    return {
        "rounds": overall(per_round, pl.col("stuck") > 0, level=level),
        "per_round": overall(per_round, pl.col("stuck"), share=False, level=level),
        "all_stuck": overall(rounds_frame(run), pl.col("all_stuck"), level=level),
    }
