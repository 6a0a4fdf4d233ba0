"""What being dealt a card is worth in NUM-SPEED: 102 classic cards, specials and action cards (numsim.analysis.dealt).

The outcomes are the malus of the round in both scores and whether the seat goes out first. All seats are dealt as many
cards and who starts depends on the cards, so the only cell is the number of cards dealt.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import polars as pl

from numsim.analysis.dealt import CardEffects, Question, dealt_effects, mask_matrix
from numsim.analysis.intervals import Estimate
from numsim.analysis.speed.frames import seat_rows
from numsim.analysis.speed.specials import NAMES
from numsim.cards import CLASSIC, FAMILIES, VALUES, card_text
from numsim.games.speed.options import DECK_KNOBS
from numsim.games.speed.tables import SPECIALS
from numsim.store import Run

KINDS = (*(card_text(code) for code in range(CLASSIC)), *NAMES.values())
OUTCOMES = ("malus", "competition", "first")
_HAD = tuple(f"had_{kind}" for kind in SPECIALS)


def hand_matrix(seats: pl.DataFrame) -> np.ndarray:
    """Number of copies of every kind (columns as KINDS) that each row was dealt; uint8."""
    return np.concatenate([mask_matrix(seats), seats.select(_HAD).to_numpy().astype(np.uint8)], axis=1)


GROUPS = {"value": tuple(str(value) for value in range(VALUES)), "family": tuple(FAMILIES)}
"""Names of the classic cards taken together: by value, by family."""


def card_effects(run: Run, *, nulls: int = 16, most_matches: int | None = None) -> CardEffects:
    """Dealt-card effects on the malus of the round (classic, competition) and on going out first."""
    return _effects(run, KINDS, [1] * CLASSIC, hand_matrix, nulls, most_matches)


def group_effects(run: Run, group: str, *, most_matches: int | None = None) -> CardEffects:
    """The same for one card more of a value or of a family (GROUPS), and for the special and action cards."""
    axis = 2 if group == "value" else 1
    names = GROUPS[group]

    def hands(seats: pl.DataFrame) -> np.ndarray:
        every = hand_matrix(seats)
        summed = every[:, :CLASSIC].reshape(-1, VALUES, len(FAMILIES)).sum(axis=axis, dtype=np.uint8)
        return np.concatenate([summed, every[:, CLASSIC:]], axis=1)

    return _effects(run, (*names, *NAMES.values()), [CLASSIC // len(names)] * len(names), hands, 0, most_matches)


def _effects(
    run: Run,
    kinds: tuple[str, ...],
    copies: list[int],
    hands: Callable[[pl.DataFrame], np.ndarray],
    nulls: int,
    most_matches: int | None,
) -> CardEffects:
    columns = ("dealt", "out", "malus_classic", "malus_competition", *_HAD, "dealt_low", "dealt_high")
    frame = seat_rows(run, *columns, first=most_matches).collect()

    def outcome(part: pl.DataFrame) -> np.ndarray:
        first = (pl.col("out") == 1).cast(pl.Float32).alias("first")
        return part.select("malus_classic", "malus_competition", first).to_numpy().astype(np.float32)

    copies = copies + [int(run.plan.rules[name]) for name in DECK_KNOBS]
    asked = Question(kinds, copies, OUTCOMES, hands, outcome)
    return dealt_effects(frame, (pl.col("dealt"),), run.plan.players, asked, nulls)


def effect(effects: CardEffects, card: str, outcome: str) -> Estimate:
    """One effect as an estimate."""
    table = effects.cards.filter((pl.col("card") == card) & (pl.col("outcome") == outcome))
    if table.height != 1:
        return Estimate(None, None, None, effects.rows, effects.matches)
    row = table.row(0, named=True)
    return Estimate(row["value"], row["low"], row["high"], effects.rows, effects.matches)
