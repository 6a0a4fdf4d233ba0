"""How long: rounds, tours, plies and minutes of a round and a match, against the minutes printed for each mode."""

from __future__ import annotations

import polars as pl

from numsim.analysis.intervals import Estimate, overall
from numsim.analysis.pace import PACE, Pace
from numsim.analysis.speed.frames import minutes_of, round_rows
from numsim.store import Run

PRINTED = {"family": (15.0, 20.0), "speedrun": (20.0, 25.0), "speedgame": (30.0, 40.0)}
"""Minutes printed on the rules, by mode."""
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_COUNTS = ("tours", "plays", "events", "minutes")


def printed(run: Run) -> tuple[float, float]:
    """The printed minutes of the mode that was played."""
    return PRINTED[str(run.plan.rules["mode"])]


def timed_rounds(run: Run, pace: Pace = PACE, first: int | None = None) -> pl.LazyFrame:
    """Rounds with their counts and `minutes`, dealing and scoring included."""
    frame = round_rows(run, "tours", "plays", "events", "ms", first=first)
    return frame.with_columns(minutes_of(pl.col("ms"), pl.lit(1), pace).alias("minutes"))


def match_lengths(run: Run, pace: Pace = PACE, first: int | None = None) -> pl.DataFrame:
    """One row per match: match, rounds, tours, plays, events, minutes."""
    frame = timed_rounds(run, pace, first).group_by("match")
    sums = [pl.col(name).sum().round(9) if name == "minutes" else pl.col(name).sum() for name in _COUNTS]
    return frame.agg(pl.len().cast(pl.Int64).alias("rounds"), *sums).sort("match").collect()


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


def outside(run: Run, limits: tuple[float, float] | None = None, pace: Pace = PACE) -> dict[str, Estimate]:
    """Share of the matches shorter and longer than the printed minutes (or `limits`): keys shorter, longer, outside."""
    low, high = limits or printed(run)
    frame = match_lengths(run, pace).lazy()
    shorter, longer = pl.col("minutes") < low, pl.col("minutes") > high
    return {
        "shorter": overall(frame, shorter),
        "longer": overall(frame, longer),
        "outside": overall(frame, shorter | longer),
    }


def rounds_that_fit(run: Run, pace: Pace = PACE) -> tuple[float, float] | None:
    """How many rounds of average length fit into the printed minutes, from and to. None with too few data."""
    mean = overall(timed_rounds(run, pace), pl.col("minutes"), share=False)
    low, high = printed(run)
    return None if mean.value is None else (low / mean.value, high / mean.value)
