"""What moves the cards: piles and cards won by challenges and by each kind of slap, and how often each chance comes."""

from __future__ import annotations

import polars as pl

from numsim.analysis.folies.frames import match_rows, seat_rows
from numsim.analysis.intervals import Estimate, overall
from numsim.store import Run

CAUSES = {
    "challenge": "challenge",
    "1": "slap 1 (same value)",
    "1bis": "slap 1bis (three of a family)",
    "combo": "Rainbow that is also slap 1 or 1bis",
    "2": "slap 2 (the Folies pile)",
}
"""How a pile is won, by the ending of the columns `takes_` and `cards_`, with names for people."""

KINDS = {
    "occasions_1": "slap 1",
    "occasions_1bis": "slap 1bis",
    "occasions_2": "slap 2, with a Folies pile",
    "empty_2": "slap 2, but no Folies pile",
    "occasions_3": "slap 3 alone",
    "occasions_1_3": "Rainbow, slap 1 too",
    "occasions_1bis_3": "Rainbow, slap 1bis too",
    "traps": "trap",
    "near_misses": "looks like an occasion",
}
"""What a card can be, by the columns of `matches`, with names for people."""


JACKPOT = 30
"""Cards in the Folies pile that are called a jackpot."""


def cause_table(run: Run, level: float = 0.95) -> pl.DataFrame:
    """One row per cause: cause, label, then value, low, high of each figure with its name as prefix; n (piles).

    Figures: `piles` and `cards` (shares of all won), `per_match` (piles), `reward` (cards per pile). The cards that the
    winner himself had laid count as won.
    """
    names = [f"{kind}_{cause}" for kind in ("takes", "cards") for cause in CAUSES]
    totals = seat_rows(run, *names).group_by("match").agg(pl.col(names).sum()).collect().lazy()
    all_piles = pl.sum_horizontal([f"takes_{cause}" for cause in CAUSES])
    all_cards = pl.sum_horizontal([f"cards_{cause}" for cause in CAUSES])
    rows = []
    for cause, label in CAUSES.items():
        piles, cards = pl.col(f"takes_{cause}"), pl.col(f"cards_{cause}")
        found = {
            "piles": overall(totals, piles, all_piles, level=level),
            "cards": overall(totals, cards, all_cards, level=level),
            "per_match": overall(totals, piles, share=False, level=level),
            "reward": overall(totals.filter(piles > 0), cards, piles, share=False, level=level),
        }
        cells = {
            name + ending: value
            for name, e in found.items()
            for ending, value in (("", e.value), ("_low", e.low), ("_high", e.high))
        }
        rows.append({"cause": cause, "label": label, **cells, "n": found["reward"].n})
    floats = {name: pl.Float64 for name in rows[0] if name not in ("cause", "label", "n")}
    return pl.DataFrame(rows, schema_overrides=floats)


def cell(table: pl.DataFrame, cause: str, what: str) -> Estimate:
    """One figure of `cause_table` with its interval."""
    row = table.filter(pl.col("cause") == cause).row(0, named=True)
    return Estimate(row[what], row[f"{what}_low"], row[f"{what}_high"], row["n"], row["n"])


def rates(run: Run, level: float = 0.95) -> dict[str, Estimate]:
    """Cards of every kind (keys of KINDS) as a share of the cards turned in play, `high_cards`, `nothing` (the rest).

    `missed`: share of the occasions to win a pile that nobody used.
    """
    frame = match_rows(run).select("match", "flips", "missed", "high_cards", *KINDS).collect().lazy()
    flips = pl.col("flips")
    found = {name: overall(frame, pl.col(name), flips, level=level) for name in (*KINDS, "high_cards")}
    found["nothing"] = overall(frame, flips - pl.sum_horizontal([k for k in KINDS if k != "near_misses"]), flips)
    races = pl.sum_horizontal("occasions_1", "occasions_1bis", "occasions_2", "occasions_1_3", "occasions_1bis_3")
    found["missed"] = overall(frame, pl.col("missed"), races, level=level)
    return found


def folies_pile(run: Run) -> dict[str, Estimate]:
    """Most cards in the Folies pile in a match (mean); `jackpot`: share of matches in which it held JACKPOT or more."""
    frame = match_rows(run).select("match", "folies_most").collect().lazy()
    return {
        "most": overall(frame, pl.col("folies_most"), share=False),
        "jackpot": overall(frame, pl.col("folies_most") >= JACKPOT),
    }
