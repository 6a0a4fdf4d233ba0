"""How long: cards turned and minutes of a match, against the printed duration; which reasons end a match."""

from __future__ import annotations

from typing import Any

import polars as pl

from numsim.analysis.folies.frames import match_rows, minutes_of
from numsim.analysis.intervals import Estimate, overall
from numsim.analysis.pace import PACE, Pace
from numsim.games.folies.tables import ENDS
from numsim.store import Run

PRINTED = (10.0, 20.0)
"""Minutes printed on the rules."""
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
_WHAT = ("flips", "minutes")


def length_table(run: Run, pace: Pace = PACE) -> pl.DataFrame:
    """Mean with interval, quantiles and longest match, of cards turned (flips) and minutes.

    Columns: per, what, value, low, high, n, units, q05, q25, q50, q75, q95, q99, longest.
    """
    frame = _timed(run, pace).collect()
    rows = []
    for name in _WHAT:
        mean = overall(frame.lazy(), pl.col(name), share=False)
        marks = {f"q{round(q * 100):02d}": frame[name].quantile(q, "linear") for q in QUANTILES}
        rows.append({"per": "match", "what": name, **mean.as_dict(), **marks, "longest": float(frame[name].max())})  # type: ignore[arg-type]
    return pl.DataFrame(rows)


def outside(run: Run, limits: tuple[float, float] = PRINTED, pace: Pace = PACE) -> dict[str, Estimate]:
    """Share of the matches shorter and longer than `limits` minutes: keys shorter, longer, outside."""
    frame = _timed(run, pace).select("match", "minutes").collect().lazy()
    shorter, longer = pl.col("minutes") < limits[0], pl.col("minutes") > limits[1]
    return {
        "shorter": overall(frame, shorter),
        "longer": overall(frame, longer),
        "outside": overall(frame, shorter | longer),
    }


def _timed(run: Run, pace: Pace) -> pl.LazyFrame:
    return match_rows(run).with_columns(minutes_of("ms", pace).alias("minutes"))


def ends(run: Run) -> dict[str, Estimate]:
    """Share of the matches by the reason of their end (keys: tables.ENDS), and `endless`: those in a loop.

    A match in a loop is broken off when it is found (`loop`) or at the cap; `locked` is the share in which all Rainbows
    or all Shadows lay in the Folies pile at some time, so that slap 2 had become impossible.
    """
    frame = match_rows(run).select("match", "end", "locked", "loop_flips").collect().lazy()
    found = {name: overall(frame, pl.col("end") == code) for code, name in enumerate(ENDS)}
    found["endless"] = overall(frame, pl.col("loop_flips") > 0)
    found["locked"] = overall(frame, pl.col("locked") > 0)
    return found


def longest(run: Run) -> dict[str, Any]:
    """The longest match of a run: match, flips, minutes."""
    row = match_rows(run).sort("flips", "match", descending=[True, False]).first().collect().row(0, named=True)
    return {name: row[name] for name in ("match", "flips", "minutes")}
