"""What being dealt a card is worth, for any game: tau_c = E[Y | c dealt] - E[Y | c not dealt].

By the regression Y ~ cell + sum_c tau_c Z_c with the cards as dealt, relative to the average card of the deck; the
cells are what else the deal fixes (place, number of cards). The deal is random, so tau is causal. Copies of a card
count as one kind (Z = number held). Null marks are stickers put on a random card of the deck: their true effect is
zero, and how often their interval misses zero shows what the intervals are worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import polars as pl
from scipy import stats

from numsim.analysis.paired import benjamini_hochberg, bonferroni_level
from numsim.analysis.regress import Chunk, Fit, fit
from numsim.cards import CLASSIC

_CHUNK_MATCHES = 2_000


@dataclass(frozen=True)
class CardEffects:
    """`cards`: card, copies, outcome, value, se, low, high, p_value, p_bh, flagged (interval excludes 0 or BH < 0.05).

    The intervals are Bonferroni over the kinds. `pairs` has the same columns for the extra column of a game, if it has
    one (95 %), `nulls` the same for the null marks (95 %).
    """

    cards: pl.DataFrame
    pairs: pl.DataFrame
    nulls: pl.DataFrame
    rows: int
    matches: int


@dataclass(frozen=True)
class Question:
    """How a game's rows are read: the names of the kinds of cards and of the outcomes, and how to get at them.

    `copies` are those in the deck. `hands` gives the number of copies of every kind in each row, `outcome` one column
    for each of `outcomes`; `extra` (with its name) one more column of the design, from the hands.
    """

    kinds: Sequence[str]
    copies: Sequence[int]
    outcomes: Sequence[str]
    hands: Callable[[pl.DataFrame], np.ndarray]
    outcome: Callable[[pl.DataFrame], np.ndarray]
    extra: tuple[str, Callable[[np.ndarray], np.ndarray]] | None = None


def dealt_effects(
    frame: pl.DataFrame, cells: Sequence[pl.Expr], players: int, asked: Question, nulls: int = 16
) -> CardEffects:
    """Effects from rows of seats in the order match, (round,) seat, with the columns match and dealt."""
    present = [i for i, n in enumerate(asked.copies) if n]
    copies = [asked.copies[i] for i in present]
    in_cells = frame.select(*cells)
    keys = in_cells.unique().sort(pl.all()).with_row_index("cell")
    number = in_cells.join(keys, on=in_cells.columns, how="left", maintain_order="left")["cell"].to_numpy()
    first, after = keys.height, keys.height + len(present)
    width = after + (asked.extra is not None) + nulls
    marks = list(range(width - nulls, width))
    match = frame["match"].to_numpy()
    bounds = np.searchsorted(match, np.arange(0, int(match[-1]) + 1 + _CHUNK_MATCHES, _CHUNK_MATCHES))

    def chunks() -> Iterator[Chunk]:
        for chunk, (start, end) in enumerate(pairwise(bounds)):
            if start == end:
                continue
            part = frame.slice(int(start), int(end - start))
            hands = asked.hands(part)
            design = np.zeros((len(hands), width), np.float32)
            design[np.arange(len(hands)), number[start:end]] = 1
            design[:, first:after] = hands if len(present) == len(asked.kinds) else hands[:, present]
            if asked.extra is not None:
                design[:, after] = asked.extra[1](hands)
            size = part["dealt"].to_numpy().astype(np.int64)
            design[:, marks] = _stickers(chunk, len(hands) // players, players, size, sum(copies), nulls)
            yield design, asked.outcome(part), match[start:end]

    weights = np.zeros(width)
    weights[first:after] = copies
    models = [[*range(after), *marks], range(after + 1)]
    found = fit(chunks, weights, models if asked.extra is not None else models[:1])
    alone, with_extra = found[0], found[-1]
    names = [asked.kinds[i] for i in present]
    table = _frame(alone, range(first, after), names, copies, asked.outcomes, bonferroni_level(len(present)))
    rows = range(after, after + nulls)  # of the model, not of the design
    stickers = _frame(alone, rows, [f"mark {i + 1}" for i in range(nulls)], [1] * nulls, asked.outcomes, 0.95)
    name = asked.extra[0] if asked.extra is not None else ""
    extra = _frame(with_extra, [after], [name], [1], asked.outcomes, 0.95) if name else table.clear()
    return CardEffects(table, extra, stickers, alone.rows, alone.clusters)


def _stickers(chunk: int, deals: int, players: int, size: np.ndarray, deck: int, nulls: int) -> np.ndarray:
    """Null marks: `nulls` stickers, each on a random card of the deck of each deal; 1 where the seat was dealt it."""
    draws = np.random.default_rng([20_26, chunk]).random((deals, 1, nulls)) * deck
    ends = size.reshape(deals, players).cumsum(axis=1)[:, :, None]
    starts = ends - size.reshape(deals, players)[:, :, None]
    return ((draws >= starts) & (draws < ends)).reshape(deals * players, nulls)


def _frame(
    found: Fit, rows: Sequence[int], names: list[str], copies: list[int], outcomes: Sequence[str], level: float
) -> pl.DataFrame:
    index = list(rows)
    z = float(stats.t.ppf(0.5 + level / 2, max(found.clusters - 1, 1)))
    tables = []
    for column, outcome in enumerate(outcomes):
        # Ten decimals: the last bits depend on the number of threads of the matrix product.
        value, se = found.beta[index, column].round(10), found.se[index, column].round(10)
        p = 2 * stats.t.sf(np.abs(value) / se, max(found.clusters - 1, 1))
        adjusted = np.array(benjamini_hochberg(list(p)))
        tables.append(
            pl.DataFrame(
                {
                    "card": names,
                    "copies": copies,
                    "outcome": [outcome] * len(index),
                    "value": value,
                    "se": se,
                    "low": value - z * se,
                    "high": value + z * se,
                    "p_value": p,
                    "p_bh": adjusted,
                    "flagged": adjusted < 0.05,
                }
            )
        )
    return pl.concat(tables)


def mask_matrix(frame: pl.DataFrame) -> np.ndarray:
    """Which of the 102 classic cards (columns by code) each row was dealt, from its two bit masks; uint8."""
    words = [frame[name].to_numpy().astype("<u8") for name in ("dealt_low", "dealt_high")]
    bits = [np.unpackbits(word.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little") for word in words]
    return np.concatenate(bits, axis=1)[:, :CLASSIC]


def heat_map(cards: pl.DataFrame, outcome: str) -> pl.DataFrame:
    """Value x family: columns value, R, B, Y, G, S, W with the effect of each classic card."""
    table = cards.filter((pl.col("outcome") == outcome) & pl.col("card").str.contains(r"^\d+[RBYGSW]$"))
    table = table.with_columns(
        pl.col("card").str.slice(-1).alias("family"),
        pl.col("card").str.head(-1).cast(pl.Int64).alias("number"),
    )
    wide = table.pivot("family", index="number", values="value").sort("number").rename({"number": "points"})
    return wide.select(pl.col("points").alias("value"), *"RBYGSW")
