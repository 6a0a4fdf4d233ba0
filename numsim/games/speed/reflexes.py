"""Compiled: who notices what and when: hands on their way, the time a turn takes, errors. Draws from `reaction_rng`.

A hand that interrupts arrives motor + median(kind) * LogNormal(0, sigma) after the table changed; median and spread are
those of the profile (profiles.py). Chances are whole numbers in 2**-32, factors 65536ths, medians 256ths of ms: no
floating-point number decides anything.
"""

import numpy as np

from numsim._jit import helper, keep_call, kernel
from numsim.bits import U0, U1, U
from numsim.games.speed.bots.decide import SNAP, want_cover, want_interrupt
from numsim.games.speed.bots.greedy import TIME_KIND_OF
from numsim.games.speed.legal import may_interrupt
from numsim.games.speed.options import FinishedPlayer, SelfInterrupt
from numsim.games.speed.state import (
    ERROR,
    INFINI_LAID,
    NEVER,
    NONE,
    OPENING,
    PLATEAU,
    PLY_KINDS,
    TIME_KINDS,
    action_families,
    action_kind,
    action_table_jokers,
    action_value,
    action_zone,
    held,
    is_set,
)
from numsim.rng import next_u64

ALL_NOTICED = U((1 << TIME_KINDS) - 1)


@helper
def spread(s, line):
    """A draw of the log-normal factor in 65536ths."""
    bits = next_u64(s["reaction_rng"]) >> U(32)
    cell = bits >> U(22)
    part = np.int64(bits & U(0x3FFFFF))
    low = s["line_spread"][line, cell]
    return low + (((s["line_spread"][line, cell + U1] - low) * part) >> 22)


@helper
def chance(s, p):
    """Whether something of chance p (2**-32) happens."""
    return (next_u64(s["reaction_rng"]) >> U(32)) < p


@helper
def burdened(s, seat, ms):
    """Longer thoughts under an obligation or a Block."""
    if s["obligation"][seat] != 0 or s["blocks"][seat] != 0:
        return (ms * s["line_obliged"][s["line"][seat]]) >> 16
    return ms


@helper
def from_plateau(s, seat, action):
    """Whether a ply uses plateau cards."""
    if action_kind(action) >= INFINI_LAID:
        return action_zone(action) >= PLATEAU
    natural = action_families(action) & ~held(s, seat, action_value(action))
    return natural != U0 or action_table_jokers(action) != U0


@kernel
def look(s):
    """The table changed: every player looks for an interrupt, once (SP-095)."""
    keep_call()
    s["fresh"] = 0
    opening = s["phase"] == OPENING
    for i in range(s["players"]):
        seat = U(i)
        s["hand_ms"][seat] = NEVER
        if not opening and not may_look(s, seat):
            continue
        wanted = want_cover(s, seat, ALL_NOTICED) if opening else want_interrupt(s, seat, ALL_NOTICED)
        if wanted == NONE:
            continue
        row = s["row"][seat]
        row["chances"] += 1
        line = s["line"][seat]
        ms = np.int64(0)
        if s["line_instant"][line] == 0:
            noticed = U0
            for kind in range(TIME_KINDS):
                noticed |= U(chance(s, s["line_notice"][line, kind])) << U(kind)
            if (noticed >> TIME_KIND_OF[action_kind(wanted)]) & U1 == U0:
                wanted = want_cover(s, seat, noticed) if opening else want_interrupt(s, seat, noticed)
                if wanted == NONE:
                    continue
            median = s["line_median"][line, TIME_KIND_OF[action_kind(wanted)]]
            if from_plateau(s, seat, wanted):
                median += s["line_plateau"][line]
            ms = burdened(s, seat, ((median * spread(s, line)) >> 16) >> 8) + s["line_motor"][line]
        row["noticed"] += 1
        s["hand_ms"][seat] = s["now"] + ms
        s["hand_action"][seat] = wanted


@helper
def may_look(s, seat):
    """Whether a seat's hand may come in some window of this table: everybody's but the owner's and the absent ones'."""
    bot = s["bot"][seat]
    if bot < SNAP or is_set(s["dropped"], seat):
        return False
    if is_set(s["out"], seat) and s["finished_player"] == FinishedPlayer.IDLE:
        return False
    return seat != s["owner"] or s["self_interrupt"] != SelfInterrupt.NO


@helper
def thinking_time(s, seat, median):
    """Time in ms of a decision in turn with a median in 256ths of ms."""
    line = s["line"][seat]
    if s["line_instant"][line] != 0:
        return np.int64(0)
    return burdened(s, seat, ((median * spread(s, line)) >> 16) >> 8)


@helper
def with_error(s, seat, action):
    """The same action, or the error that becomes of it."""
    kind = action_kind(action)
    line = s["line"][seat]
    if kind < PLY_KINDS and s["line_instant"][line] == 0 and chance(s, s["line_err"][line, TIME_KIND_OF[kind]]):
        return action | ERROR
    return action


@helper
def first_hand(s, begin):
    """Seat of the earliest hand that may come now, ties clockwise from the seat after `begin`; -1 if none."""
    best = np.int64(-1)
    best_ms = NEVER
    seat = U(begin)
    for _ in range(s["players"]):
        seat += U1
        if seat >= s["players"]:
            seat = U0
        if s["hand_ms"][seat] != NEVER:
            ms = max(s["hand_ms"][seat], s["now"])
            if ms < best_ms and (s["phase"] == OPENING or may_interrupt(s, seat)):
                best_ms = ms
                best = np.int64(seat)
    return best
