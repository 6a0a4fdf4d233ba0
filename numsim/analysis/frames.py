"""Tables of a run in the shape that the questions ask for: one row per seat and match, or per seat and round."""

from __future__ import annotations

import polars as pl

from numsim.store import Run


def seat_wins(run: Run, first: int | None = None) -> pl.LazyFrame:
    """One row per match and seat: match, seat, place (seats clockwise from the starter of round 1), bot, win, points.

    `win` is the win share, 1/k when k seats share the win. `first` keeps only that many matches.
    """
    plan = run.plan
    players = plan.players
    matches = run.table("matches")
    if first is not None:
        matches = matches.filter(pl.col("match") < first)
    names = run.bots
    line = [names.index(str(bot)) for bot in plan.bots]
    shares = pl.col("winners").bitwise_count_ones().cast(pl.Float64)
    frames = []
    for seat in range(players):
        place = (pl.col("match").cast(pl.Int64) * int(plan.rotate) + seat) % players
        frames.append(
            matches.select(
                "match",
                pl.lit(seat, pl.Int64).alias("seat"),
                ((seat + players - pl.col("starter").cast(pl.Int64)) % players).alias("place"),
                place.replace_strict(dict(enumerate(line)), return_dtype=pl.Int64).alias("bot"),
                ((pl.col("winners").cast(pl.Int64) // 2**seat % 2) / shares).alias("win"),
                pl.col(f"points_{seat}").cast(pl.Int64).alias("points"),
            )
        )
    return pl.concat(frames)


def seat_rounds(run: Run, *columns: str, first: int | None = None) -> pl.LazyFrame:
    """Rows of `seats` with the named columns beside match, round, seat; counts are Int64, so that they subtract."""
    frame = run.table("seats")
    if first is not None:
        frame = frame.filter(pl.col("match") < first)
    wanted = dict.fromkeys(("match", "round", "seat", "rank", *columns))
    keep = {"hand_colours", "hand_shadow_rainbow", "stuck"}
    return frame.select(
        [pl.col(name) if name in keep else pl.col(name).cast(pl.Int64) for name in wanted]
    ).with_columns((pl.col("rank") == 1).alias("king"), (run.plan.players - pl.col("rank")).alias("rank_points"))


def rounds_frame(run: Run, first: int | None = None) -> pl.LazyFrame:
    """Rows of `rounds` with counts as Int64, and `steps` = plays + passes + lead passes."""
    frame = run.table("rounds")
    if first is not None:
        frame = frame.filter(pl.col("match") < first)
    counts = ["round", "starter", "king", "tricks", "plays", "leads", "passes", "lead_passes"]
    return frame.with_columns(pl.col(counts).cast(pl.Int64)).with_columns(
        (pl.col("plays") + pl.col("passes") + pl.col("lead_passes")).alias("steps")
    )
