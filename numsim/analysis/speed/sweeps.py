"""What the sweeps of NUM-SPEED follow: a few outcomes, match by match.

The line-ups begin with a seat that decides better than the others, then one that is faster, then equals.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from numsim.analysis.paired import ratio_values
from numsim.analysis.speed.frames import NOBODY, Totals, by_bot, columns_sum, minutes_of, results, round_arrays
from numsim.games.speed.tables import KINDS
from numsim.store import Run

OUTCOMES = {
    "tactics": ("the better bot wins", True),
    "reflex": ("the faster player wins", True),
    "saved": ("malus the better bot saves, a round", False),
    "saved_fast": ("malus the faster player saves, a round", False),
    "minutes": ("minutes a match", False),
    "round": ("minutes a round", False),
    "rounds": ("rounds a match", False),
    "malus": ("malus, a seat and round", False),
    "spread": ("highest less lowest malus", False),
    "starter": ("who opens goes out first", True),
    "interrupts": ("interrupts a round", False),
    "equal": ("Equivalences of the same value, of all plies", True),
    "rainbow": ("Rainbow effects a round", False),
    "shadow": ("Shadow effects a round", False),
    "lost": ("turns lost", True),
    "draws": ("cards drawn a round", False),
    "plateau": ("plateau cards left, a seat and round", False),
    "others": ("cards laid from others' plateaus, a round", False),
    "actions": ("action cards played a round", False),
    "stuck": ("hands that end stuck", True),
    "blocked": ("blocked rounds", True),
    "outs": ("players out a round", False),
}
"""Names for people, and whether the outcome is a share."""


def outcomes(run: Run, matches: int) -> dict[str, np.ndarray]:
    """One value per match for each of OUTCOMES, in match order."""
    laid = columns_sum([f"laid_{kind}" for kind in KINDS])
    started = pl.col("starter") != NOBODY
    found = Totals(
        run,
        {
            "ms": pl.col("ms"),
            "blocked": pl.col("blocked"),
            "interrupts": pl.col("interrupts"),
            "draws": pl.col("draws"),
            "actions": pl.col("actions"),
            "started": started.cast(pl.Int64),
            "starter": (started & (pl.col("starter") == pl.col("winner"))).cast(pl.Int64),
            "outs": pl.col("outs").bitwise_count_ones().cast(pl.Int64),
        },
        {
            "plies": laid,
            "equal": pl.col("laid_equal"),
            "rainbow": pl.col("laid_rainbow"),
            "shadow": pl.col("laid_shadow"),
            "lost": pl.col("turns_lost"),
            "due": pl.col("turns") + pl.col("turns_lost"),
            "malus": pl.col("malus_classic"),
            "plateau": pl.col("plateau_left"),
            "others": pl.col("from_others"),
            "stuck": pl.col("stuck"),
        },
        first=matches,
    )
    timed = found.table.select(minutes_of(pl.col("ms"), pl.col("rounds"))).to_series().to_numpy()
    match, seats = round_arrays(run, "malus_classic", first=matches)
    malus = seats["malus_classic"]
    spread = np.bincount(match, np.ptp(malus, axis=1), matches)
    bots, wins, _ = results(run, matches)
    each = by_bot(bots[match], malus, len(run.bots))
    plain = each[:, -1]
    own = by_bot(bots, wins, len(run.bots))
    rounds = found["rounds"]

    def per(name: str, of: str = "rounds") -> np.ndarray:
        return ratio_values(found[name], found[of]) if found[of].any() else np.zeros(matches)

    def saved(bot: int) -> np.ndarray:
        """Malus a round that a bot saves against the plain seats, the last of the line-up."""
        return ratio_values(np.bincount(match, plain - each[:, bot], matches), rounds)

    fast = min(1, len(run.bots) - 1)
    return {
        "tactics": own[:, 0],
        "reflex": own[:, fast],
        "saved": saved(0),
        "saved_fast": saved(fast),
        "minutes": timed,
        "round": ratio_values(timed, rounds),
        "rounds": rounds,
        "malus": per("malus", "rows"),
        "spread": ratio_values(spread, rounds),
        "starter": per("starter", "started"),
        "interrupts": per("interrupts"),
        "equal": per("equal", "plies"),
        "rainbow": per("rainbow"),
        "shadow": per("shadow"),
        "lost": per("lost", "due"),
        "draws": per("draws"),
        "plateau": per("plateau", "rows"),
        "others": per("others"),
        "actions": per("actions"),
        "stuck": per("stuck", "rows"),
        "blocked": per("blocked"),
        "outs": per("outs"),
    }
