"""Players who are out: when the first one goes, and how long everybody waits for the end."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from numsim.analysis.folies.frames import minutes_of, seat_rows
from numsim.analysis.intervals import Estimate, grouped, overall
from numsim.store import Run


@dataclass(frozen=True)
class FirstOut:
    """The first player who is out for good: when (share of the cards, minutes), how long he waits (share, minutes).

    `early`: share of the matches in which he is out before half of the cards; `long_wait`: in which he waits more than
    five minutes. A player out at the last card has not waited. Matches in which nobody goes out are not counted.
    """

    at_share: Estimate
    at_minutes: Estimate
    wait_share: Estimate
    wait_minutes: Estimate
    early: Estimate
    long_wait: Estimate
    quantiles: dict[str, float | None]


LONG_WAIT = 5.0
"""Minutes that are called a long wait."""


def first_outs(run: Run, first: int | None = None) -> pl.LazyFrame:
    """One row per match: match, at_share, at_minutes, wait_share, wait_minutes of the first one out, and `somebody`.

    Where nobody went out the end of the match stands for it.
    """
    seats = seat_rows(run, "out_flip", "out_ms", of_match=("flips", "ms"), first=first)
    out = pl.col("out_flip") > 0
    return (
        seats.group_by("match")
        .agg(
            pl.col("flips").first(),
            pl.col("ms").first(),
            pl.col("out_flip").filter(out).min().alias("out_flip"),
            pl.col("out_ms").filter(out).min().alias("out_ms"),
        )
        .with_columns(
            pl.col("out_flip").is_not_null().alias("somebody"),
            pl.col("out_flip").fill_null(pl.col("flips")),
            pl.col("out_ms").fill_null(pl.col("ms")),
        )
        .select(
            "match",
            "somebody",
            (pl.col("out_flip") / pl.col("flips")).alias("at_share"),
            minutes_of("out_ms").alias("at_minutes"),
            (1 - pl.col("out_flip") / pl.col("flips")).alias("wait_share"),
            ((pl.col("ms") - pl.col("out_ms")) / 60_000).alias("wait_minutes"),
        )
        .sort("match")
    )


def first_out(run: Run, level: float = 0.95) -> FirstOut:
    """When the first player is out and how long he waits."""
    frame = first_outs(run).filter("somebody").collect()
    lazy = frame.lazy()
    return FirstOut(
        overall(lazy, pl.col("at_share"), level=level, share=False),
        overall(lazy, pl.col("at_minutes"), level=level, share=False),
        overall(lazy, pl.col("wait_share"), level=level, share=False),
        overall(lazy, pl.col("wait_minutes"), level=level, share=False),
        overall(lazy, pl.col("at_share") < 0.5, level=level),
        overall(lazy, pl.col("wait_minutes") > LONG_WAIT, level=level),
        {f"q{round(100 * q):02d}": frame["wait_minutes"].quantile(q, "linear") for q in (0.05, 0.5, 0.95)},
    )


def waits(run: Run) -> pl.DataFrame:
    """Mean waiting by final rank: `what` = share (of the cards of the match) or minutes; 0 for who is never out."""
    seats = seat_rows(run, "rank", "out_flip", "out_ms", of_match=("flips", "ms"))
    out = pl.col("out_flip") > 0
    share = pl.when(out).then(1 - pl.col("out_flip") / pl.col("flips")).otherwise(0.0)
    minutes = pl.when(out).then((pl.col("ms") - pl.col("out_ms")) / 60_000).otherwise(0.0)
    frame = seats.select("match", "rank", share.alias("share"), minutes.alias("minutes")).collect().lazy()
    return pl.concat(
        [
            grouped(frame, ["rank"], pl.col(what), share=False).with_columns(pl.lit(what).alias("what"))
            for what in ("share", "minutes")
        ]
    )
