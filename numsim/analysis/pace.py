"""Seconds of the people's clock, all assumed (nobody measured them), and minutes computed from the counts of a run."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl


@dataclass(frozen=True)
class Pace:
    """Seconds per event."""

    lead: float = 4.0
    follow: float = 3.0
    passing: float = 1.5
    lead_pass: float = 1.5
    deal: float = 45.0
    scoring: float = 20.0
    exchange: float = 15.0


PACE = Pace()


def play_minutes(pace: Pace = PACE) -> pl.Expr:
    """Minutes of play of a row of `rounds`, without deal, exchange and scoring."""
    follows = pl.col("plays").cast(pl.Float64) - pl.col("leads")
    return (
        pl.col("leads") * pace.lead
        + follows * pace.follow
        + pl.col("passes") * pace.passing
        + pl.col("lead_passes") * pace.lead_pass
    ) / 60


def round_minutes(exchange: bool, pace: Pace = PACE) -> pl.Expr:
    """Minutes of a row of `rounds`: play, deal, scoring, and from round 2 on the exchange where there is one."""
    swap = pl.when(pl.col("round") > 1).then(pace.exchange if exchange else 0.0).otherwise(0.0)
    return play_minutes(pace) + (pace.deal + pace.scoring + swap) / 60
