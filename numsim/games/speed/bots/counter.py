"""Compiled: `counter`: the tactician that also weighs whether others can lay on a ply (docs/games/speed.md, Bots).

What it cannot see it takes to be spread evenly over the deck and the other hands, as far as it remembers what is gone;
who failed to cover a pli is taken to lack what would have covered it. All chances are 65536ths in whole numbers.
"""

from math import comb

import numpy as np

from numsim._jit import helper, keep_call, kernel
from numsim.bits import U0, U1, U, lowest_bit, popcount
from numsim.games.speed.bots.baseline import draw_or_pass
from numsim.games.speed.bots.greedy import is_noticed
from numsim.games.speed.bots.tactician import TEMPO_OF_INFINI, best_card, ply_worth
from numsim.games.speed.legal import list_cards, list_plies
from numsim.games.speed.memory import recalls, take_stock
from numsim.games.speed.options import InfiniCover, PlateauUse
from numsim.games.speed.state import (
    DRAW,
    FUSION,
    INF_COUNT,
    INFINI_LAID,
    NONE,
    NUMX_LAID,
    PLATEAU,
    RAINBOW_ADDED,
    RAINBOW_BIT,
    SHADOW_BIT,
    SHELVE,
    action_count,
    action_families,
    action_kind,
    action_value,
    copies_of,
    is_set,
    next_seat,
    plateau_tally,
    simple_action,
    size_of,
)

# Weights in tenths of a malus point, chosen by hand and checked in self-play at four players.
LEAD_WON = 10
OTHERS_DRAW = 6
DRAWN_AGAIN = 20
LEAST_JUMP = 8
INFINI_KEPT = 10
NOTICED = 60_000
"""Chance (65536ths) that somebody who can interrupt does so in time."""

ONE = U(65536)
_STEPS = 64
_MOST = 7


def _tails():
    """TAIL[p, k, n]: chance (65536ths) that of k cards, each in a hand with chance p/64, at least n are there."""
    table = np.zeros((_STEPS + 1, _MOST, _MOST + 1), np.uint64)
    for p in range(_STEPS + 1):
        for k in range(_MOST):
            for n in range(_MOST + 1):
                ways = sum(comb(k, i) * p**i * (_STEPS - p) ** (k - i) for i in range(n, k + 1))
                table[p, k, n] = (ways << 16) // _STEPS**k
    return table


TAIL = _tails()


@kernel
def look_around(s, seat):
    """Take stock, and write to `odds` in 64ths how likely an unseen card is in each of the other hands."""
    keep_call()
    total = take_stock(s, seat)
    for other in range(s["players"]):
        n = size_of(s["tally"][U(other)])
        for value in range(17):
            n -= min(n, U(s["known"][other, value]))
        if U(other) == U(seat) or total == U0:
            n = U0
        s["odds"][other] = min((U(_STEPS) * n + total // U(2)) // max(total, U1), U(_STEPS))
    tally = s["tally"][seat] + plateau_tally(s)
    s["unseen_infinis"] = unseen_copies(s["n_infini"], tally, s["gone"], U(1))
    s["unseen_numxs"] = unseen_copies(s["n_numx"], tally, s["gone"], U(2))


@helper
def unseen_copies(n, tally, gone, nibble):
    """Copies of a special that are in the deck or in other hands."""
    seen = copies_of(tally, nibble) + copies_of(gone, nibble)
    return min(n - min(n, seen), U(_MOST - 1))


@kernel
def none_fits(s, seat, in_turn, count, value, families):
    """Chance that a seat holds nothing for a pli of `count` cards of `value` (INF_COUNT: an Infini)."""
    keep_call()
    odds = s["odds"][seat]
    fail = ONE
    owed = U(s["obligation"][seat])
    values = U(s["fitting"][U(in_turn), count, value])
    everywhere = s["plateau_use"] == PlateauUse.ALL or (s["plateau_use"] == PlateauUse.IN_TURN and in_turn)
    while values != U0:
        w = lowest_bit(values)
        values &= values - U1
        options = U(s["allowed"][U(in_turn), count, value, w])
        if owed != U0:
            options &= U1 << owed
        if options == U0:
            continue
        need = lowest_bit(options)
        known = U(s["known"][seat, w])
        lying = U(s["lying"][w]) if everywhere else popcount(U(s["families"][PLATEAU + U(seat), w]))
        have = known + lying
        missing = need - min(have, need)
        if missing == U0:
            if known > U0:
                return U0
            missing = U1
        unseen = popcount(U(s["unseen"][w]))
        if missing > unseen:
            continue
        if missing >= U(s["fewer_than"][seat, w]) and recalls(s, seat, 128 + w, s["failed_at"][seat, w]):
            continue
        fail = (fail * (ONE - TAIL[odds, unseen, missing])) >> U(16)
    if owed > U1:
        return fail
    if count != INF_COUNT:
        if s["effects"] != 0:
            loose = U(s["unseen"][value]) & ~families & (RAINBOW_BIT | SHADOW_BIT)
            fail = (fail * (ONE - TAIL[odds, popcount(loose), 1])) >> U(16)
        if in_turn or s["infini_out_of_turn"] != 0:
            fail = (fail * (ONE - TAIL[odds, s["unseen_infinis"], 1])) >> U(16)
    elif s["infini_on_infini"] != 0 or s["infini_cover"] == InfiniCover.RESET:
        fail = (fail * (ONE - TAIL[odds, s["unseen_infinis"], 1])) >> U(16)
    if in_turn or s["numx_out_of_turn"] != 0:
        fail = (fail * (ONE - TAIL[odds, s["unseen_numxs"], 1])) >> U(16)
    return fail


@kernel
def hold_worth(s, seat, action):
    """What a ply is worth, in tenths of a malus point, for how hard it is to lay on it."""
    keep_call()
    kind = action_kind(action)
    count, value, families = action_count(action), action_value(action), action_families(action)
    if kind == NUMX_LAID:
        return np.int64(LEAD_WON)
    if kind == INFINI_LAID:
        count, value, families = INF_COUNT, U0, U0
    elif kind in (RAINBOW_ADDED, FUSION):
        count += s["count"]
        value = s["value"]
        families |= s["pli_families"]
    reach = ONE
    for i in range(s["players"]):
        other = U(i)
        absent = other == U(seat) or is_set(s["out"] | s["dropped"], other) or s["odds"][other] == U0
        if absent or (s["block_interrupts"] != 0 and s["blocks"][other] != 0):
            continue
        jump = ((ONE - none_fits(s, other, False, count, value, families)) * U(NOTICED)) >> U(16)
        reach = (reach * (ONE - jump)) >> U(16)
    worth = np.int64(0)
    other = next_seat(s, U(seat))
    while other != U(seat):
        if not is_set(s["out"] | s["dropped"], other):
            fail = ONE
            if not is_set(s["held_up"], other):
                fail = none_fits(s, other, True, count, value, families)
            reach = (reach * fail) >> U(16)
            worth += OTHERS_DRAW * np.int64(reach)
        other = next_seat(s, other)
    return (worth + LEAD_WON * np.int64(reach)) >> 16


@kernel
def best_held_ply(s, seat, n, noticed):
    """(action, worth) of the best of the first n listed plies; NONE if there is none."""
    keep_call()
    best = NONE
    best_worth = np.int64(-10_000)
    for i in range(n):
        action = s["list"][i]
        if is_noticed(noticed, action):
            worth = ply_worth(s, seat, action)
            if action_kind(action) >= INFINI_LAID:
                worth -= TEMPO_OF_INFINI + INFINI_KEPT
            # The second look takes longer: only for what may still win.
            if worth + LEAD_WON + OTHERS_DRAW * np.int64(s["players"]) > best_worth:
                worth += hold_worth(s, seat, action)
                if worth > best_worth:
                    best_worth = worth
                    best = action
    return best, best_worth


@kernel
def counter_turn(s, seat):
    """The best of all plies, action cards and drawing."""
    keep_call()
    leading = s["count"] == U0
    look_around(s, seat)
    n = list_plies(s, seat, True, False)
    must = n > U0 and (leading or s["voluntary_draw"] == 0)
    ply, worth = best_held_ply(s, seat, n, U(255))
    card, card_worth = best_card(s, seat, list_cards(s, seat, False, U0))
    if card != NONE and card_worth > worth and (card_worth > 0 or must):
        return card
    if ply != NONE and (must or worth > -DRAWN_AGAIN):
        return ply
    action = draw_or_pass(s)
    if action == simple_action(DRAW) or ply == NONE:
        return action
    return ply if worth > 0 else action


@kernel
def counter_drawn(s, seat):
    """A drawn card is laid unless that breaks more than the plateau costs."""
    keep_call()
    look_around(s, seat)
    n = list_plies(s, seat, True, True)
    ply, worth = best_held_ply(s, seat, n, U(255))
    n = list_cards(s, seat, True, U0)
    if n > U0:
        card, _ = best_card(s, seat, n)
        return card
    if ply != NONE and (s["draw_play"] != 0 or worth > -2 * DRAWN_AGAIN):
        return ply
    return simple_action(SHELVE)


@kernel
def counter_interrupt(s, seat, noticed):
    """The best interrupt, if it is worth laying; NONE otherwise."""
    keep_call()
    n = list_plies(s, seat, False, False)
    if n == U0:
        return NONE
    look_around(s, seat)
    ply, worth = best_held_ply(s, seat, n, noticed)
    return ply if worth >= LEAST_JUMP else NONE
