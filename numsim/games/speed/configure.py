"""From a plan to a state record, and from kernels to rows (plain Python around the kernels)."""

from __future__ import annotations

import math
from decimal import Context, Decimal
from fractions import Fraction
from functools import cache
from typing import Any

import numba
import numpy as np

from numsim import rng
from numsim._jit import is_compiled
from numsim.games.speed.options import (
    CAP_EVENTS,
    CAP_EVENTS_RESHUFFLE,
    CAP_ROUNDS,
    DECK_KNOBS,
    OPTIONS,
    Ending,
)
from numsim.games.speed.play import play_many
from numsim.games.speed.plies import allowed_table, fitting_table
from numsim.games.speed.profiles import Profile
from numsim.games.speed.state import BOOK_COPIES, FADED, LATENCY_CELLS, STATE, SURE_PLIES
from numsim.games.speed.tables import MATCH_ROW, NO_SEAT, ROUND_ROW, SEAT_ROW
from numsim.quantiles import CELLS, NORMAL

NOT_OF_PLAY = frozenset(
    ("mode", "ending", "score", "speedgame_carry", "flip_every_round", "opening_priority", "play_on", "twister_to")
    + ("bombe_to", "late_card", "interrupt_tie", "self_interrupt", "block_interrupts", "obligation_scope")
    + ("plateau_action", "deck_out")
)
"""Options that the quick paths for the book's rules need not know."""
KEPT_PER_PLY = "0.97"
"""What memory keeps with each ply once it fades (speed.md I.5)."""
_CPU_PER_ROUND = {
    "random": 30e-6,
    "lowest": 6e-6,
    "snap": 8e-6,
    "novice": 40e-6,
    "greedy": 60e-6,
    "tactician": 80e-6,
    "counter": 160e-6,
}
_BYTES_PER_SEAT_ROUND = 45
_EXACT = Context(prec=20)
_TIMES: tuple[str, ...] = ("time_rainbow", "time_rainbow", "time_shadow", "time_equal", "time_plus", "time_minus")
_TIMES += ("time_division", "time_plus")
_MISSES: tuple[str, ...] = ("", "miss_rainbow", "miss_shadow", "miss_equal", "miss_plus", "miss_minus", "", "")
_ERRORS: tuple[str, ...] = (
    "err_plain",
    "err_rainbow",
    "err_shadow",
    "err_equal",
    "err_plus",
    "err_minus",
    "err_division",
    "err_fusion",
)


def configure(plan: Any, bots: list[str]) -> np.ndarray:
    """State record array of length 1, ready for `play_many`."""
    states = np.zeros(1, STATE)
    s = states[0]
    rules = plan.rules
    s["players"] = plan.players
    for option in OPTIONS:
        s[option.name] = option.code(rules[option.name])
    for knob in (*DECK_KNOBS, "hand_size", "limit", "malus_classic_card", "malus_classic_special"):
        s[knob] = rules[knob]
    s["malus_competition_special"] = rules["malus_competition_special"]
    s["rounds"] = 2 if rules["ending"] == "2rounds" else rules["rounds"]
    s["cap_events"] = CAP_EVENTS_RESHUFFLE if rules["deck_out"] == "reshuffle" else CAP_EVENTS
    s["longest"] = max(2, rules["rounds"])
    s["rotate"] = plan.rotate
    s["book_deck"] = tuple(rules[knob] for knob in DECK_KNOBS) == BOOK_COPIES
    s["book_play"] = all(rules[o.name] == o.default for o in OPTIONS if o.name not in NOT_OF_PLAY)
    s["effects"] = s["fusing"] = rules["mode"] != "family"
    s["timed"] = any(not seat.profile.is_instant for seat in plan.bots)
    s["windows"] = any(seat.name not in ("random", "lowest") for seat in plan.bots)
    s["tracking"] = rules["deck_out"] == "reshuffle"
    s["remembering"] = any(seat.name == "counter" for seat in plan.bots)
    s["allowed"] = allowed_table(rules)
    s["fitting"] = fitting_table(s["allowed"])
    for place, seat in enumerate(plan.bots):
        s["line_bot"][place] = bots.index(seat.name)
        s["line_label"][place] = plan.bot_names.index(str(seat))
        s["line_fade"][place] = _fading(seat.bot.memory)
        s["line_blunder"][place] = round(seat.bot.blunder * 2**32)
        _set_profile(s, place, seat.profile)
    s["deal_key"] = rng.stream_key(np.uint64(plan.seed), rng.DEAL)
    s["extra_key"] = rng.stream_key(np.uint64(plan.seed), rng.EXTRA_CARDS)
    s["bot_key"] = rng.stream_key(np.uint64(plan.seed), rng.BOTS)
    s["chance_key"] = rng.stream_key(np.uint64(plan.seed), rng.CHANCE)
    s["memory_key"] = rng.stream_key(np.uint64(plan.seed), rng.MEMORY)
    s["reaction_key"] = rng.stream_key(np.uint64(plan.seed), rng.REACTIONS)
    s["draws"][:] = 0xFFFF
    s["blank_round"]["starter"] = s["blank_round"]["winner"] = NO_SEAT
    return states


def _fading(memory: str) -> list[int]:
    """Chance in 2**-32, by plies since a card was laid, that a bot still knows it: speed.md I.5, in whole numbers."""
    if memory == "perfect":
        return [1 << 32] * FADED
    kept = Fraction(memory or KEPT_PER_PLY)
    chances = [1 << 32] * FADED
    for age in range(SURE_PLIES + 1, FADED):
        chances[age] = math.floor(chances[age - 1] * kept)
    return chances


def _set_profile(s: np.ndarray, place: int, profile: Profile) -> None:
    p = profile
    s["line_instant"][place] = p.is_instant
    s["line_motor"][place], s["line_pass"][place] = round(p.motor_ms), round(p.time_pass)
    factor = Decimal(str(p.latency_factor))
    s["line_median"][place] = [_part(factor * Decimal(str(getattr(p, name))), 256) for name in _TIMES]
    s["line_plateau"][place] = _part(factor * Decimal(str(p.time_plateau)), 256)
    s["line_turn"][place] = _part(factor * Decimal(str(p.time_turn)), 256)
    s["line_drawn"][place] = _part(factor * Decimal(str(p.time_drawn)), 256)
    s["line_obliged"][place] = _part(Decimal(str(p.obliged_factor)), 65536)
    s["line_spread"][place] = spread_factors(p.sigma)
    for kind, (miss, err) in enumerate(zip(_MISSES, _ERRORS, strict=True)):
        detection = p.p_det_division if kind == 6 else p.p_det
        missed = (1 - Decimal(str(detection))) * Decimal(str(getattr(p, miss) if miss else 1))
        s["line_notice"][place][kind] = _part(max(Decimal(0), 1 - missed), 2**32)
        s["line_err"][place][kind] = _part(
            min(Decimal(1), Decimal(str(p.p_err)) * Decimal(str(getattr(p, err)))), 2**32
        )


def _part(number: Decimal, parts: int) -> int:
    """A number as a count of its parts; exact, so that it is the same on every machine."""
    return int((number * parts).to_integral_value())


@cache
def spread_factors(sigma: float) -> np.ndarray:
    """Quantiles of the log-normal factor exp(sigma * Z), int64[1025] in 65536ths, rounded correctly everywhere."""
    step = CELLS // LATENCY_CELLS
    z = [Decimal(int(NORMAL[cell * step])) / 65536 for cell in range(LATENCY_CELLS + 1)]
    factors = [_EXACT.multiply(x, Decimal(str(sigma))).exp(_EXACT) for x in z]
    return np.array([int((factor * 65536).to_integral_value()) for factor in factors], np.int64)


def warm_up() -> None:
    """Compile what is not in the cache yet."""
    if is_compiled(play_many):
        return
    states = numba.typeof(np.zeros(1, STATE))
    rows = tuple(numba.typeof(np.empty(0, dtype)) for dtype in (MATCH_ROW, ROUND_ROW, SEAT_ROW))
    play_many.compile((states, numba.int64, numba.int64, numba.types.Tuple(rows)))


def play(states: np.ndarray, first: int, count: int) -> dict[str, np.ndarray]:
    """Rows of the matches first..first+count-1, by table."""
    players, pieces = int(states[0]["players"]), []
    fixed = states[0]["ending"] != Ending.POINTS and not states[0]["play_on"]
    done = 0
    while done < count:
        ask = count - done
        most = CAP_ROUNDS + (int(states[0]["rounds"]) if fixed else 11) * ask
        rows = (np.empty(ask, MATCH_ROW), np.empty(most, ROUND_ROW), np.empty(most * players, SEAT_ROW))
        played, rounds = play_many(states, first + done, ask, rows)
        pieces.append((rows[0][:played], rows[1][:rounds], rows[2][: rounds * players]))
        done += played
    matches, rounds_, seats = (
        np.concatenate(parts) if len(parts) > 1 else parts[0] for parts in zip(*pieces, strict=True)
    )
    return {"matches": matches, "rounds": rounds_, "seats": seats}


def cost(plan: Any) -> tuple[float, float]:
    """Rough CPU seconds and bytes per match, from measurements at four players (benchmarks/)."""
    rules = plan.rules
    rounds = {"points": 7 * rules["limit"] / 30, "5rounds": rules["rounds"], "2rounds": 2}[rules["ending"]]
    if rules["score"] == "competition" and rules["ending"] == "points":
        rounds = max(1.0, rounds / 6)
    if rules["play_on"]:
        rounds = max(rounds, 8)
    seconds = sum(_CPU_PER_ROUND[seat.name] for seat in plan.bots) / plan.players * (0.3 + 0.175 * plan.players)
    size = _BYTES_PER_SEAT_ROUND * plan.players * ("seats" in plan.tables) + 30 * ("rounds" in plan.tables) + 8
    return rounds * seconds, rounds * size
