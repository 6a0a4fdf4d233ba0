"""From a plan to a state record, and from kernels to rows (plain Python around the kernels)."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numba
import numpy as np

from numsim import rng
from numsim._jit import is_compiled
from numsim.games.king import step
from numsim.games.king.bots.counter import counter
from numsim.games.king.bots.strategist import strategist
from numsim.games.king.bots.thrifty import thrifty_follow, thrifty_lead
from numsim.games.king.options import OPTIONS, GameEnd
from numsim.games.king.play import play_many
from numsim.games.king.state import LAST_20, STATE
from numsim.games.king.tables import MATCH_ROW, ROUND_ROW, SEAT_ROW

_EFFECT_OPTIONS = ("rainbow_after", "effect_attach", "shadow_single", "impossible")
_CPU_PER_ROUND = {"random": 11e-6, "lowest": 5e-6, "thrifty": 7e-6, "strategist": 46e-6, "counter": 52e-6}
_BYTES_PER_SEAT_ROUND = 20


def configure(plan: Any, bots: list[str]) -> np.ndarray:
    """State record array of length 1, ready for `play_many`."""
    states = np.zeros(1, STATE)
    s = states[0]
    s["players"] = plan.players
    for option in OPTIONS:
        s[option.name] = option.code(plan.rules[option.name])
    for knob in ("n_joker", "n_infini", "n_numx", "rounds"):
        s[knob] = plan.rules[knob]
    s["book_effects"] = all(s[name] == 0 for name in _EFFECT_OPTIONS)
    s["rotate"] = plan.rotate
    for place, bot in enumerate(plan.bots):
        s["line_bot"][place] = bots.index(bot.name)
        s["line_label"][place] = plan.bot_names.index(str(bot))
        memory = bot.memory
        s["line_memory"][place] = {"": 256, "last20": LAST_20}.get(memory) or round(float(memory) * 256)
        s["line_blunder"][place] = round(bot.blunder * 2**32)
    s["deal_key"] = rng.stream_key(np.uint64(plan.seed), rng.DEAL)
    s["extra_key"] = rng.stream_key(np.uint64(plan.seed), rng.EXTRA_CARDS)
    s["bot_key"] = rng.stream_key(np.uint64(plan.seed), rng.BOTS)
    s["memory_key"] = rng.stream_key(np.uint64(plan.seed), rng.MEMORY)
    s["draws"][:] = 0xFFFF
    return states


def warm_up() -> None:
    """Compile what is not in the cache yet. A second process compiles the larger bots meanwhile, into the cache."""
    if is_compiled(play_many):
        return
    code = f"from {__name__} import compile_bots; compile_bots()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as bots:
        states = numba.typeof(np.zeros(1, STATE))
        step.deal_round.compile((states,))
        step.open_round.compile((states,))
        step.list_actions.compile((states, numba.uint64[::1]))
        step.apply.compile((states, numba.int64))
        bots.wait()
    rows = tuple(numba.typeof(np.empty(0, dtype)) for dtype in (MATCH_ROW, ROUND_ROW, SEAT_ROW))
    play_many.compile((states, numba.int64, numba.int64, numba.types.Tuple(rows)))


def compile_bots() -> None:
    """Compile the bots that are kernels of their own, as the play loop calls them."""
    signature = (numba.typeof(np.zeros(1, STATE)).dtype, numba.uint64)
    for bot in (strategist, counter, thrifty_lead, thrifty_follow):
        bot.compile(signature)


def most_rounds(s: np.ndarray) -> int:
    """Most rounds that a match can have."""
    if s["game_end"] == GameEnd.FIRST_TO_3_KINGS:
        return 2 * int(s["players"]) + 1
    return int(s["rounds"])


def play(states: np.ndarray, first: int, count: int) -> dict[str, np.ndarray]:
    """Rows of the matches first..first+count-1, by table."""
    most = count * most_rounds(states[0])
    players = int(states[0]["players"])
    rows = (np.empty(count, MATCH_ROW), np.empty(most, ROUND_ROW), np.empty(most * players, SEAT_ROW))
    rounds = play_many(states, first, count, rows)
    return {"matches": rows[0], "rounds": rows[1][:rounds], "seats": rows[2][: rounds * players]}


def cost(plan: Any) -> tuple[float, float]:
    """Rough CPU seconds and bytes per match, from measurements at four players (benchmarks/)."""
    rounds = plan.rules["rounds"] if plan.rules["game_end"] == "rounds" else 1.6 * plan.players
    seconds = sum(_CPU_PER_ROUND[bot.name] for bot in plan.bots) / plan.players * (0.5 + plan.players / 8)
    size = _BYTES_PER_SEAT_ROUND * plan.players * ("seats" in plan.tables) + 8
    return rounds * seconds, rounds * size
