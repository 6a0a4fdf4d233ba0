"""Special and action cards: how often they are dealt and played, what is left over, and what Block and Bombe-X do."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from numsim.analysis.intervals import Estimate, estimate, grouped
from numsim.analysis.speed.frames import Totals, seat_rows
from numsim.games.speed.tables import ACTIONS, SPECIALS
from numsim.store import Run

NAMES = {
    "joker": "Joker",
    "infini": "Infini",
    "numx": "Num-X",
    "simple": "Simple",
    "double": "Double",
    "twister": "Twister",
    "block": "Block",
    "bombe": "Bombe-X",
}
"""Names for people, by kind of special or action card."""
USE = {
    "joker": "jokers_laid",
    "infini": "laid_infini",
    "numx": "laid_numx",
    **{kind: f"played_{kind}" for kind in ACTIONS},
}
"""Columns of `seats` that count the use of each kind."""


@dataclass(frozen=True)
class Special:
    """One kind: `dealt` and `used` a round (all seats together); `first_used`, `first_unused`: share of the seats that
    went out first among those that used one in the round and those that did not (an association)."""

    name: str
    dealt: Estimate
    used: Estimate
    first_used: Estimate
    first_unused: Estimate


def specials(run: Run) -> dict[str, Special]:
    """Every kind of special and action card."""
    columns = [*[f"had_{kind}" for kind in SPECIALS], *USE.values()]
    totals = Totals(run, seats={name: pl.col(name) for name in columns})
    users = seat_rows(run, "out", *USE.values()).collect()
    found = {}
    for kind in SPECIALS:
        some = users.lazy().select("match", (pl.col(USE[kind]) > 0).alias("used"), (pl.col("out") == 1).alias("first"))
        fared = grouped(some, ["used"], pl.col("first"))
        found[kind] = Special(
            NAMES[kind],
            totals.mean(f"had_{kind}"),
            totals.mean(USE[kind]),
            estimate(fared, used=True),
            estimate(fared, used=False),
        )
    return found


def obligations(run: Run) -> dict[str, Estimate]:
    """Simple, Double and Block: `obliged` turns a round, `failed` share of them; `blocked` passages lost a round;
    `all`: share of the Blocks that are played on everybody; `actions` a round, `bonus` share of them after a Shadow."""
    actions = [f"played_{kind}" for kind in ACTIONS]
    names = ("obliged_turns", "obliged_failed", "blocked_turns", "block_all", "played_block", "bonus_actions")
    found = Totals(
        run,
        seats={**{name: pl.col(name) for name in names}, "actions": pl.sum_horizontal([pl.col(n) for n in actions])},
    )
    return {
        "obliged": found.mean("obliged_turns"),
        "failed": found.share("obliged_failed", "obliged_turns"),
        "blocked": found.mean("blocked_turns"),
        "all": found.share("block_all", "played_block"),
        "actions": found.mean("actions"),
        "bonus": found.share("bonus_actions", "actions"),
    }
