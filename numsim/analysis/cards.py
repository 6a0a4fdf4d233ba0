"""What being dealt a card is worth: dealt-card effects of the 102 classic cards, Joker, Infini and Num-X.

tau_c = E[Y | c dealt] - E[Y | c not dealt], relative to the average card of the deck; by the regression
Y ~ (place, cards dealt, first round or later) + sum_c tau_c Z_c, hands as dealt, before the exchange. The deal is
random, so tau is causal. Copies of a special count as one kind (Z = number held). Z may also hold the number of
values dealt as Rainbow *and* Shadow, and null marks: stickers put on a random card of the deck, whose effect is zero.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import polars as pl
from scipy import stats

from numsim.analysis.paired import benjamini_hochberg, bonferroni_level
from numsim.analysis.regress import Chunk, Fit, fit
from numsim.cards import CLASSIC, card_text
from numsim.store import Run

SPECIALS = ("JK", "INF", "NX")
KINDS = (*(card_text(code) for code in range(CLASSIC)), *SPECIALS)
OUTCOMES = ("king", "rank_points")
_CHUNK_MATCHES = 2_000
_COLUMNS = ("match", "round", "place", "rank", "dealt", "hand_colours", "hand_shadow_rainbow", "hand_zeros")
_COUNTS = ("hand_jokers", "hand_infinis", "hand_numxs")


@dataclass(frozen=True)
class CardEffects:
    """`cards`: card, copies, outcome, value, se, low, high, p_value, p_bh, flagged (interval excludes 0 or BH < 0.05).

    The intervals are Bonferroni over the kinds. `pairs` has the same columns for one more pair of Rainbow and Shadow
    beyond the two cards (95 %), `nulls` the same for the null marks (95 %).
    """

    cards: pl.DataFrame
    pairs: pl.DataFrame
    nulls: pl.DataFrame
    rows: int
    matches: int


def hand_matrix(seats: pl.DataFrame) -> np.ndarray:
    """Number of copies of every kind (columns as KINDS) in each hand as dealt, from the bit masks; uint8."""
    n = seats.height
    out = np.empty((n, len(KINDS)), np.uint8)
    colours = seats["hand_colours"].to_numpy().astype("<u8")
    others = seats["hand_shadow_rainbow"].to_numpy().astype("<u4")
    zeros = seats["hand_zeros"].to_numpy().astype(np.uint8)
    classic = out[:, :CLASSIC].reshape(n, 17, 6)
    classic[:, 1:, :4] = np.unpackbits(colours.view(np.uint8).reshape(n, 8), axis=1, bitorder="little").reshape(
        n, 16, 4
    )
    classic[:, 1:, 4:] = np.unpackbits(others.view(np.uint8).reshape(n, 4), axis=1, bitorder="little").reshape(n, 16, 2)
    classic[:, 0, :] = np.unpackbits(zeros[:, None], axis=1, bitorder="little")[:, :6]
    for i, name in enumerate(_COUNTS):
        out[:, CLASSIC + i] = seats[name].to_numpy()
    return out


def pairs_of(hands: np.ndarray) -> np.ndarray:
    """Number of values of which both Rainbow and Shadow are in the hand."""
    classic = hands[:, :CLASSIC].reshape(len(hands), 17, 6)
    return np.asarray((classic[:, :, 4] & classic[:, :, 5]).sum(axis=1))


def card_effects(run: Run, *, nulls: int = 16, most_matches: int | None = None) -> CardEffects:
    """Dealt-card effects on the share of rounds won and on rank points (players - rank). Reads the table by chunks."""
    plan = run.plan
    players = plan.players
    copies = [1] * CLASSIC + [int(plan.rules[name]) for name in ("n_joker", "n_infini", "n_numx")]
    present = [i for i, n in enumerate(copies) if n]
    matches = min(run.matches, most_matches or run.matches)
    table = run.table("seats").filter(pl.col("match") < matches).select(*_COLUMNS, *_COUNTS)
    cell = (pl.col("round") > 1, pl.col("place"), pl.col("dealt"))
    cells = table.select(pl.struct(*cell).alias("cell")).unique().sort("cell").collect()["cell"].to_list()
    # place and cards dealt, first round apart: later place 0 is the Bouffon
    keys = {tuple(c.values()): i for i, c in enumerate(cells)}
    first, after = len(keys), len(keys) + len(present)
    width = after + 1 + nulls
    deck = sum(copies)
    frame = table.collect()

    def chunks() -> Iterator[Chunk]:
        match = frame["match"].to_numpy()
        bounds = np.searchsorted(match, np.arange(0, matches + _CHUNK_MATCHES, _CHUNK_MATCHES))
        for number, (start, end) in enumerate(pairwise(bounds)):
            if start == end:
                continue
            part = frame.slice(int(start), int(end - start))
            hands = hand_matrix(part)
            later, place, size = (part[n].to_numpy().astype(np.int64) for n in ("round", "place", "dealt"))
            design = np.zeros((len(hands), width), np.float32)
            for (is_later, at, cards), i in keys.items():
                design[:, i] = ((later > 1) == is_later) & (place == at) & (size == cards)
            design[:, first:after] = hands if len(present) == len(KINDS) else hands[:, present]
            design[:, after] = pairs_of(hands)
            design[:, after + 1 :] = _stickers(number, len(hands) // players, players, size, deck, nulls)
            rank = part["rank"].to_numpy().astype(np.float32)
            yield design, np.column_stack([(rank == 1).astype(np.float32), players - rank]), match[start:end]

    weights = np.zeros(width)
    weights[first:after] = [copies[i] for i in present]
    alone, with_pairs = fit(chunks, weights, [[i for i in range(width) if i != after], range(after + 1)])
    level = bonferroni_level(len(present))
    marks = [f"mark {i + 1}" for i in range(nulls)]
    return CardEffects(
        _frame(alone, range(first, after), [KINDS[i] for i in present], [copies[i] for i in present], level),
        _frame(with_pairs, [after], ["W+S pair"], [1], 0.95),
        _frame(alone, range(after, after + nulls), marks, [1] * nulls, 0.95),
        alone.rows,
        alone.clusters,
    )


def _stickers(chunk: int, rounds: int, players: int, size: np.ndarray, deck: int, nulls: int) -> np.ndarray:
    """Null marks: `nulls` stickers, each on a random card of the deck of each round; 1 where the seat was dealt it."""
    draws = np.random.default_rng([20_26, chunk]).random((rounds, 1, nulls)) * deck
    ends = size.reshape(rounds, players).cumsum(axis=1)[:, :, None]
    starts = ends - size.reshape(rounds, players)[:, :, None]
    return ((draws >= starts) & (draws < ends)).reshape(rounds * players, nulls)


def _frame(found: Fit, rows: Sequence[int], names: list[str], copies: list[int], level: float) -> pl.DataFrame:
    index = list(rows)
    z = float(stats.t.ppf(0.5 + level / 2, max(found.clusters - 1, 1)))
    tables = []
    for column, outcome in enumerate(OUTCOMES):
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


def heat_map(cards: pl.DataFrame, outcome: str = "king") -> pl.DataFrame:
    """Value x family: columns value, R, B, Y, G, S, W with the effect of each classic card."""
    table = cards.filter((pl.col("outcome") == outcome) & ~pl.col("card").is_in(SPECIALS))
    table = table.with_columns(
        pl.col("card").str.slice(-1).alias("family"),
        pl.col("card").str.head(-1).cast(pl.Int64).alias("number"),
    )
    wide = table.pivot("family", index="number", values="value").sort("number").rename({"number": "points"})
    return wide.select(pl.col("points").alias("value"), *"RBYGSW")
