"""The combinations: how often each is laid, how often it wins the tour, what it sheds, and how its users fare."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from numsim.analysis.intervals import Estimate, estimate, grouped
from numsim.analysis.speed.frames import Totals, columns_sum, seat_rows
from numsim.games.speed.tables import KINDS
from numsim.store import Run

LABELS = {
    "lead": "lead",
    "cas1": "same number, higher (cas 1)",
    "cas2": "one card more (cas 2)",
    "fusion": "Fusion",
    "plus": "Facteur X+1",
    "minus": "Facteur X-1",
    "equal": "Equivalence, same value",
    "division": "Equivalence, other number",
    "rainbow": "Rainbow effect",
    "shadow": "Shadow effect",
    "infini": "Infini",
    "numx": "Num-X",
}
"""Names for people, by kind of play."""
CALLED = ("fusion", "plus", "minus", "equal", "division", "rainbow", "shadow")
"""Combinations that must be announced."""


@dataclass(frozen=True)
class Combo:
    """One kind of play.

    `share` of all plies, `per_round` all seats together, `out_of_turn` and `won`: shares of its plies laid out of turn
    and winning the tour; `shed`: hand cards a ply. `used`, `unused`: share of the seats that went out first in a round
    among those that laid it at least once and those that did not. That is an association: who is doing well anyway
    lays more of everything.
    """

    label: str
    share: Estimate
    per_round: Estimate
    out_of_turn: Estimate
    won: Estimate
    shed: Estimate
    used: Estimate
    unused: Estimate


def combos(run: Run) -> dict[str, Combo]:
    """Every kind of play of a run, by kind."""
    sums = {
        f"{what}_{kind}": pl.col(f"{what}_{kind}") for what in ("laid", "out_of_turn", "won", "shed") for kind in KINDS
    }
    totals = Totals(run, seats={**sums, "plies": columns_sum([f"laid_{kind}" for kind in KINDS])})
    users = seat_rows(run, "out", *[f"laid_{kind}" for kind in KINDS]).collect()
    found = {}
    for kind in KINDS:
        laid = f"laid_{kind}"
        some = users.lazy().select("match", (pl.col(laid) > 0).alias("used"), (pl.col("out") == 1).alias("first"))
        fared = grouped(some, ["used"], pl.col("first"))
        found[kind] = Combo(
            LABELS[kind],
            totals.share(laid, "plies"),
            totals.mean(laid),
            totals.share(f"out_of_turn_{kind}", laid),
            totals.share(f"won_{kind}", laid),
            totals.mean(f"shed_{kind}", laid),
            estimate(fared, used=True),
            estimate(fared, used=False),
        )
    return found


def share_of_plies(run: Run, *kinds: str) -> Estimate:
    """Share of all plies that are of these kinds."""
    totals = Totals(
        run,
        seats={
            "some": columns_sum([f"laid_{kind}" for kind in kinds]),
            "plies": columns_sum([f"laid_{kind}" for kind in KINDS]),
        },
    )
    return totals.share("some", "plies")


def shadows(run: Run, bot: int | None = None) -> dict[str, Estimate]:
    """The Shadow effect: `per_seat` (plays a seat and round), `out_of_turn`, `won`, `picked_up` (cards), `bonus`.

    `bonus`: share of its plays followed at once by an action card. `bot` keeps the seats of one bot.
    """
    mine = pl.lit(1) if bot is None else (pl.col("bot") == bot).cast(pl.Int64)
    names = ("laid_shadow", "out_of_turn_shadow", "won_shadow", "picked_up", "bonus_actions")
    found = Totals(run, seats={**{name: mine * pl.col(name) for name in names}, "seats": mine * (pl.col("seat") >= 0)})
    return {
        "per_seat": found.mean("laid_shadow", "seats"),
        "out_of_turn": found.share("out_of_turn_shadow", "laid_shadow"),
        "won": found.share("won_shadow", "laid_shadow"),
        "picked_up": found.mean("picked_up", "laid_shadow"),
        "bonus": found.share("bonus_actions", "laid_shadow"),
    }
