"""How much luck is in the deal: the share of the spread of results that the dealt cards explain, and each card's worth.

Only meaningful for persons of equal reflexes. The order of the stacks is luck too, and is not in the tables.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from numsim.analysis.dealt import CardEffects, Question, dealt_effects, mask_matrix
from numsim.analysis.folies.frames import seat_rows
from numsim.analysis.intervals import Estimate, grouped
from numsim.analysis.regress import explained
from numsim.cards import CLASSIC, FAMILIES, RAINBOW, SHADOW, VALUES, card_text
from numsim.store import Run

KINDS = tuple(card_text(code) for code in range(CLASSIC))
LOWEST_HIGH = 11
"""Cards from this value on open challenges."""
_COLUMNS = ("place", "dealt", "dealt_low", "dealt_high")
_BLOCKS = 20


def card_effects(run: Run, *, nulls: int = 16, most_matches: int | None = None) -> CardEffects:
    """Dealt-card effects of all cards on the win share; cells are place and number of cards."""
    frame = seat_rows(run, *_COLUMNS, first=most_matches).collect()
    copies = _copies(run)
    asked = Question(
        KINDS, copies, ("win",), mask_matrix, lambda part: part.select("win").to_numpy().astype(np.float32)
    )
    return dealt_effects(frame, (pl.col("place"), pl.col("dealt")), run.plan.players, asked, nulls)


def _copies(run: Run) -> list[int]:
    seen = mask_matrix(seat_rows(run, *_COLUMNS, first=1).collect()).sum(axis=0)
    return [int(n) for n in seen]


def high_cards(hands: np.ndarray) -> np.ndarray:
    """Number of cards of each value from 11 to 16 in each row."""
    return np.asarray(hands.reshape(len(hands), VALUES, len(FAMILIES)).sum(axis=2)[:, LOWEST_HIGH:])


def luck_shares(run: Run, most_matches: int | None = None) -> dict[str, Estimate]:
    """Share of the variance of the win (R2, adjusted for its number of columns) that the deal explains.

    `place`: place and number of cards only; each of the others adds to these: `high` the number of cards of each value
    11-16, `specials` the numbers of Rainbows and Shadows, `cards` all cards; `null` as many random marks as `high` has
    columns (control: 0). Intervals by a jackknife over blocks of matches.
    """
    frame = seat_rows(run, *_COLUMNS, first=most_matches).collect()
    hands = mask_matrix(frame)
    cells = frame.select(pl.col("place").cast(pl.String) + "/" + pl.col("dealt").cast(pl.String)).to_series()
    base = cells.to_dummies().to_numpy().astype(np.float32)
    grid = hands.reshape(len(hands), VALUES, len(FAMILIES))
    marks = np.random.default_rng(20_26).integers(0, 2, (len(hands), VALUES - LOWEST_HIGH))
    blocks = (frame["match"] % _BLOCKS).to_numpy()
    y = frame["win"].to_numpy()
    parts: dict[str, np.ndarray | None] = {
        "place": None,
        "high": high_cards(hands),
        "specials": grid[:, :, [SHADOW, RAINBOW]].sum(axis=1),
        "cards": hands,
        "null": marks,
    }
    return {
        name: explained(base if part is None else np.hstack([base, part.astype(np.float32)]), y, blocks)
        for name, part in parts.items()
    }


def by_high_cards(run: Run, values: Sequence[int] = (14, 15, 16)) -> pl.DataFrame:
    """Win share by how a seat's number of dealt cards of `values` ranks at its table.

    Columns most (0 fewer than somebody, 1 shares the most, 2 alone has the most), value, low, high, n, units.
    """
    frame = seat_rows(run, *_COLUMNS).collect()
    count = mask_matrix(frame).reshape(-1, VALUES, len(FAMILIES))[:, list(values)].sum(axis=(1, 2))
    table = frame.select("match", "win").with_columns(pl.Series("count", count.astype(np.int64)))
    top = pl.col("count") == pl.col("count").max().over("match")
    most = top.cast(pl.Int64) + (top & (top.sum().over("match") == 1)).cast(pl.Int64)
    return grouped(table.lazy().select("match", "win", most.alias("most")), ["most"], pl.col("win"))
