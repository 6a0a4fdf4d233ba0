"""Who won, in the shape that the questions ask for: one row per seat and match. The same for every game."""

from __future__ import annotations

import polars as pl

from numsim.store import Run


def seat_wins(run: Run, first: int | None = None) -> pl.LazyFrame:
    """One row per match and seat: match, seat, place, bot, win.

    `win` is the win share, 1/k when k seats share the win. `place` counts clockwise from the first starter; where it is
    the cards that decide who starts, and `matches` knows only the dealer, from him. `first` keeps only that many
    matches.
    """
    plan = run.plan
    players = plan.players
    matches = run.table("matches")
    if first is not None:
        matches = matches.filter(pl.col("match") < first)
    names = run.bots
    line = [names.index(str(bot)) for bot in plan.bots]
    shares = pl.col("winners").bitwise_count_ones().cast(pl.Float64)
    origin = pl.col("starter" if "starter" in matches.collect_schema() else "dealer").cast(pl.Int64)
    frames = []
    for seat in range(players):
        place = (pl.col("match").cast(pl.Int64) * int(plan.rotate) + seat) % players
        frames.append(
            matches.select(
                "match",
                pl.lit(seat, pl.Int64).alias("seat"),
                ((seat + players - origin) % players).alias("place"),
                place.replace_strict(dict(enumerate(line)), return_dtype=pl.Int64).alias("bot"),
                ((pl.col("winners").cast(pl.Int64) // 2**seat % 2) / shares).alias("win"),
            )
        )
    return pl.concat(frames)
