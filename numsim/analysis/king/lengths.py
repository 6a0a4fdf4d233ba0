"""How long: rounds, tricks, plays, steps and minutes per round and match, and the waiting of players already out."""

from __future__ import annotations

import polars as pl

from numsim.analysis.intervals import Estimate, grouped, overall
from numsim.analysis.king.frames import rounds_frame, seat_rounds
from numsim.analysis.pace import PACE, Pace
from numsim.store import Run

PRINTED = (15.0, 30.0)
"""Minutes printed on the rules; whether of a round or of a match they do not say."""
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_COUNTS = ("tricks", "plays", "steps", "minutes")


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


def timed_rounds(run: Run, pace: Pace = PACE, first: int | None = None) -> pl.LazyFrame:
    """Rows of `rounds` with `minutes` (all of it) and `play_minutes`."""
    exchange = bool(run.plan.rules.get("exchange", True))
    return rounds_frame(run, first).with_columns(
        round_minutes(exchange, pace).alias("minutes"), play_minutes(pace).alias("play_minutes")
    )


def match_lengths(run: Run, pace: Pace = PACE, first: int | None = None) -> pl.DataFrame:
    """One row per match: match, rounds, tricks, plays, steps, minutes."""
    sums = [pl.col(name).sum().round(9) if name == "minutes" else pl.col(name).sum() for name in _COUNTS]
    frame = timed_rounds(run, pace, first).group_by("match").agg(pl.len().cast(pl.Int64).alias("rounds"), *sums)
    return frame.sort("match").collect()


def length_table(run: Run, pace: Pace = PACE) -> pl.DataFrame:
    """Mean with interval and quantiles of each count, per round and per match.

    Columns: per, what, value, low, high, n, units, q05, q25, q50, q75, q95.
    """
    rounds = timed_rounds(run, pace).select("match", *_COUNTS).collect()
    matches = match_lengths(run, pace)
    rows = []
    for per, frame, names in (("round", rounds, _COUNTS), ("match", matches, ("rounds", *_COUNTS))):
        for name in names:
            mean = overall(frame.lazy(), pl.col(name), share=False)
            marks = {f"q{round(q * 100):02d}": frame[name].quantile(q, "linear") for q in QUANTILES}
            rows.append({"per": per, "what": name, **mean.as_dict(), **marks})
    return pl.DataFrame(rows)


def outside(run: Run, per: str, limits: tuple[float, float] = PRINTED, pace: Pace = PACE) -> dict[str, Estimate]:
    """Share of rounds or matches (`per`) shorter and longer than `limits` minutes: keys shorter, longer, outside."""
    frame = timed_rounds(run, pace) if per == "round" else match_lengths(run, pace).lazy()
    shorter, longer = pl.col("minutes") < limits[0], pl.col("minutes") > limits[1]
    return {
        "shorter": overall(frame, shorter),
        "longer": overall(frame, longer),
        "outside": overall(frame, shorter | longer),
    }


def rounds_that_fit(run: Run, minutes: float = PRINTED[1], pace: Pace = PACE) -> Estimate:
    """How many rounds of average length fit into `minutes`."""
    mean = overall(timed_rounds(run, pace), pl.col("minutes"), share=False)
    if mean.value is None or mean.low is None or mean.high is None:
        return mean
    return Estimate(minutes / mean.value, minutes / mean.high, minutes / mean.low, mean.n, mean.units)


def dead_time(run: Run, pace: Pace = PACE) -> pl.DataFrame:
    """Waiting of players who are out, by rank: `what` = share (of the round's steps) or minutes (that share of play).

    The time of single steps is not stored: minutes are the share of steps times the minutes of play of the round.
    """
    rounds = timed_rounds(run, pace).select("match", "round", "steps", "play_minutes")
    seats = seat_rounds(run, "out_step").join(rounds, on=["match", "round"])
    wait = pl.when(pl.col("out_step") > 0).then(1 - pl.col("out_step") / pl.col("steps")).otherwise(0.0)
    seats = seats.select("match", "rank", wait.alias("wait"), (wait * pl.col("play_minutes")).alias("minutes"))
    share = grouped(seats, ["rank"], pl.col("wait"), share=False).with_columns(pl.lit("share").alias("what"))
    minutes = grouped(seats, ["rank"], pl.col("minutes"), share=False).with_columns(pl.lit("minutes").alias("what"))
    return pl.concat([share, minutes])
