"""What being dealt a card is worth in NUM KING: dealt-card effects of the 102 classic cards, Joker, Infini, Num-X.

See numsim.analysis.dealt. The cells are place, cards dealt, and first round or later (later place 0 is the Bouffon);
hands as dealt, before the exchange. The extra column is the number of values dealt as Rainbow *and* Shadow.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from numsim.analysis.dealt import CardEffects, Question, dealt_effects
from numsim.cards import CLASSIC, card_text
from numsim.store import Run

SPECIALS = ("JK", "INF", "NX")
KINDS = (*(card_text(code) for code in range(CLASSIC)), *SPECIALS)
OUTCOMES = ("king", "rank_points")
_COLUMNS = ("match", "round", "place", "rank", "dealt", "hand_colours", "hand_shadow_rainbow", "hand_zeros")
_COUNTS = ("hand_jokers", "hand_infinis", "hand_numxs")


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
    """Dealt-card effects on the share of rounds won (`king`) and on rank points (players - rank)."""
    players = run.plan.players
    matches = min(run.matches, most_matches or run.matches)
    frame = run.table("seats").filter(pl.col("match") < matches).select(*_COLUMNS, *_COUNTS).collect()

    def outcome(part: pl.DataFrame) -> np.ndarray:
        rank = part["rank"].to_numpy().astype(np.float32)
        return np.column_stack([(rank == 1).astype(np.float32), players - rank])

    copies = [1] * CLASSIC + [int(run.plan.rules[name]) for name in ("n_joker", "n_infini", "n_numx")]
    cells = ((pl.col("round") > 1).alias("later"), pl.col("place"), pl.col("dealt"))
    asked = Question(KINDS, copies, OUTCOMES, hand_matrix, outcome, ("W+S pair", pairs_of))
    return dealt_effects(frame, cells, players, asked, nulls)
