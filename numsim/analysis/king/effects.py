"""The effects of plays: how often each is seen, how often it takes the trick, and how its users fare (association)."""

from __future__ import annotations

import polars as pl

from numsim.analysis.intervals import Estimate, grouped, overall
from numsim.analysis.king.frames import seat_rounds
from numsim.store import Run

EFFECTS = {
    "plain": "plain group",
    "rainbow": "Rainbow",
    "shadow": "Shadow (2 or more cards)",
    "lone_shadow": "single Shadow",
    "double": "Rainbow + Shadow",
    "infini": "Infini",
    "numx": "Num-X",
    "joker": "group with a Joker",
}
"""Names for people. A group with a Joker is counted again under its effect."""

_LAID_WON = {
    "rainbow": ("rainbows", "rainbows_won"),
    "shadow": ("shadows", "shadows_won"),
    "lone_shadow": ("lone_shadows", "lone_shadows_won"),
    "double": ("doubles", "doubles"),
    "infini": ("infinis", "infinis_won"),
    "numx": ("numxs", "numxs"),
    "joker": ("joker_groups", "joker_groups_won"),
}
_COLUMNS = tuple(dict.fromkeys(name for pair in _LAID_WON.values() for name in pair))


def _frame(run: Run) -> pl.LazyFrame:
    kinds = [pair for name, pair in _LAID_WON.items() if name != "joker"]
    laid = pl.sum_horizontal([pl.col(a) for a, _ in kinds])
    won = pl.sum_horizontal([pl.col(b) for _, b in kinds])
    frame = seat_rounds(run, "plays", "tricks", "rainbow_leads", "rainbow_leads_won", *_COLUMNS)
    return frame.with_columns((pl.col("plays") - laid).alias("plain"), (pl.col("tricks") - won).alias("plain_won"))


def effect_table(run: Run, level: float = 0.95) -> pl.DataFrame:
    """One row per effect: effect, label, then for `per_round` (plays of all seats a round) and `trick` (share of these
    plays that win the trick) value, low, high with that prefix; n (plays), rounds.

    The play in which a round ends wins no completed trick, so "wins the trick" is a little low for every effect.
    """
    # One pass over the rows: totals per match are the units of every figure below.
    pairs = {"plain": ("plain", "plain_won"), **_LAID_WON}
    names = list(dict.fromkeys(name for pair in pairs.values() for name in pair))
    seats = run.plan.players
    per_match = _frame(run).group_by("match").agg(pl.len().alias("rows"), *[pl.col(name).sum() for name in names])
    totals = per_match.collect().lazy()
    rows = []
    for effect, (laid, won) in pairs.items():
        often = overall(totals, pl.col(laid), pl.col("rows") / seats, share=False, level=level)
        trick = overall(totals.filter(pl.col(laid) > 0), pl.col(won), pl.col(laid), level=level)
        rows.append(
            {
                "effect": effect,
                "label": EFFECTS[effect],
                "per_round": often.value,
                "per_round_low": often.low,
                "per_round_high": often.high,
                "trick": trick.value,
                "trick_low": trick.low,
                "trick_high": trick.high,
                "n": trick.n,
                "rounds": often.n,
            }
        )
    return pl.DataFrame(rows, schema_overrides={"trick": pl.Float64, "trick_low": pl.Float64, "trick_high": pl.Float64})


def users(run: Run, level: float = 0.95) -> pl.DataFrame:
    """How seats that laid an effect at least once in a round fare against those that did not: share of rounds won.

    Columns effect, used, value, low, high, n, units. An association: who lays a Num-X had been dealt one or taken it,
    and who stays in longer has more occasions to lay anything.
    """
    frame = _frame(run).select("match", "king", *[pl.col(a).alias(k) for k, (a, _) in _LAID_WON.items()]).collect()
    tables = [
        grouped(frame.lazy().with_columns(pl.col(effect) > 0), [effect], pl.col("king"), level=level)
        .rename({effect: "used"})
        .with_columns(pl.lit(effect).alias("effect"))
        for effect in _LAID_WON
    ]
    return pl.concat(tables)


def rainbow_leads(run: Run, level: float = 0.95) -> dict[str, Estimate]:
    """Rainbow leads: `per_round`, and the share that nobody covered (`uncovered`), which Num-X and Infini could."""
    frame = _frame(run).select("match", "rainbow_leads", "rainbow_leads_won")
    leads = pl.col("rainbow_leads")
    rounds = pl.lit(1 / run.plan.players)
    return {
        "per_round": overall(frame, leads, rounds, share=False, level=level),
        "uncovered": overall(frame.filter(leads > 0), pl.col("rainbow_leads_won"), leads, level=level),
    }


def plays_per_round(run: Run, column: str, level: float = 0.95) -> Estimate:
    """Plays a round of one kind (a count column of `seats`), all seats together; n = rounds."""
    frame = seat_rounds(run, column)
    return overall(frame, pl.col(column), pl.lit(1 / run.plan.players), share=False, level=level)
