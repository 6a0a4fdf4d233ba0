"""Compiled: `thrifty`, which saves its groups, its special cards and its high cards."""

from numsim._jit import helper, keep_call, kernel
from numsim.bits import U0, U1, U2, U3, U4, U, lowest_bit, nibbles_at_least, popcount
from numsim.games.king.bots.baseline import lowest_follow
from numsim.games.king.options import StuckRule
from numsim.games.king.rules import (
    VALUES_FROM,
    any_legal,
    group_allowed,
    infini_allowed,
    numx_allowed,
)
from numsim.games.king.state import FIRST_FAMILIES, LAY_INFINI, LAY_NUMX, PASS, families_held, group

KEPT_CLASSICS = U(4)
LATE_CLASSICS = U(10)
CARD_BONUS = 3
HIGH = U(14)


@helper
def special_or_pass(s, seat):
    if infini_allowed(s, seat):
        return LAY_INFINI
    if numx_allowed(s, seat):
        return LAY_NUMX
    return PASS


@kernel
def thrifty_lead(s, seat):
    """Long low groups first."""
    keep_call()
    classics = s["classics"][seat]
    specials = s["size"][seat] - classics
    if s["stuck_rule"] == StuckRule.FORBID or classics == U0:
        return any_legal(s, seat)
    if specials > U0 and classics <= KEPT_CLASSICS:
        action = special_or_pass(s, seat)
        if action != PASS:
            return action
    best = U0
    best_score = 1000
    if s["zeros"][seat] != U0:
        best_score = -CARD_BONUS * int(popcount(s["zeros"][seat]))
    held = nibbles_at_least(s["counts"][seat], U1) >> U3
    while held != U0:
        shift = lowest_bit(held)
        held &= held - U1
        score = int(shift >> U2) + 1 - CARD_BONUS * int((s["counts"][seat] >> shift) & U(15))
        if score < best_score:
            best_score = score
            best = (shift >> U2) + U1
    families = families_held(s, seat, best)
    if s["jokers"][seat] > U0 and classics <= U2 * KEPT_CLASSICS:
        if classics > popcount(families) and group_allowed(s, seat, popcount(families), popcount(families & U(15)), U1):
            return group(best, families, U1)
    return group(best, families, U0)


@kernel
def thrifty_follow(s, seat):
    """The lowest group that breaks nothing."""
    keep_call()
    need = s["need"]
    if need == U0 or s["stuck_rule"] == StuckRule.FORBID:
        return lowest_follow(s, seat)
    classics = s["classics"][seat]
    specials = s["size"][seat] - classics
    late = classics <= LATE_CLASSICS
    counts = s["counts"][seat] & VALUES_FROM[s["floor"]]
    enough = nibbles_at_least(counts, need) >> U3
    held = enough & ~(nibbles_at_least(counts, max(need + U1, U3)) >> U3)
    best = PASS
    best_score = 1000
    while held != U0:
        shift = lowest_bit(held)
        held &= held - U1
        value = (shift >> U2) + U1
        families = families_held(s, seat, value)
        laid = FIRST_FAMILIES[families, need]
        score = int(value) + 8 * int(popcount(laid >> U4)) + 4 * int((counts >> shift) & U(15) != need)
        if score < best_score:
            best_score = score
            best = group(value, laid, U0)
    if best != PASS:
        if specials == U0 or classics > KEPT_CLASSICS:
            return best
    if specials > U0 and late:
        action = special_or_pass(s, seat)
        if action != PASS:
            return action
    if best != PASS and classics > need:
        return best
    return lowest_follow(s, seat) if late else PASS
