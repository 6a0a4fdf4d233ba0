"""Compiled: `thrifty`, which saves its groups, its special cards and its high cards."""

from numsim._jit import helper, keep_call, kernel
from numsim.bits import U0, U1, U2, U3, U4, U, lowest_bit, nibbles_at_least, popcount
from numsim.games.king.legal import VALUES_FROM, any_legal, group_allowed, infini_allowed, numx_allowed
from numsim.games.king.options import StuckRule
from numsim.games.king.state import FIRST_FAMILIES, LAY_INFINI, LAY_NUMX, PASS, families_held, group

KEPT_CLASSICS = U(4)
"""Specials are to be gone before the last four classic cards (KG-040)."""
LATE_CLASSICS = U(10)
"""With so few classic cards left the re-entries are used (a guess, not tuned)."""
CARD_WORTH = 3
"""A lead may be so many values higher for each card more that it sheds (a guess, not tuned)."""
BESIDE_PRICE = 8
"""Following, a Shadow or Rainbow counts as so many values: a plain play within that range is preferred."""
BREAKING_PRICE = 4
"""The same for breaking a pair."""
WORST = 1000


@kernel
def lay_special(s, seat):
    """An Infini, else a Num-X, else PASS."""
    keep_call()
    if infini_allowed(s, seat):
        return LAY_INFINI
    if numx_allowed(s, seat):
        return LAY_NUMX
    return PASS


@helper
def long_low_value(s, seat):
    """The value whose cards make the longest and lowest group."""
    best = U0
    least = WORST
    if s["zeros"][seat] != U0:
        least = -CARD_WORTH * int(popcount(s["zeros"][seat]))
    held = nibbles_at_least(s["counts"][seat], U1) >> U3
    while held != U0:
        shift = lowest_bit(held)
        held &= held - U1
        value = (shift >> U2) + U1
        price = int(value) - CARD_WORTH * int((s["counts"][seat] >> shift) & U(15))
        if price < least:
            least = price
            best = value
    return best


@kernel
def thrifty_lead(s, seat):
    """The longest low group; a Joker goes along, and specials are led, while classic cards are left to end on."""
    keep_call()
    classics = s["classics"][seat]
    if s["stuck_rule"] == StuckRule.FORBID or classics == U0:
        return any_legal(s, seat)
    if classics <= KEPT_CLASSICS:
        action = lay_special(s, seat)
        if action != PASS:
            return action
    value = long_low_value(s, seat)
    families = families_held(s, seat, value)
    naturals = popcount(families)
    jokers = U(s["jokers"][seat] > U0 and classics > naturals and classics <= U2 * KEPT_CLASSICS)
    if jokers != U0 and not group_allowed(s, seat, naturals, popcount(families & U(15)), jokers):
        jokers = U0
    return group(value, families, jokers)


@helper
def unbroken_group(s, seat, need):
    """The cheapest group that leaves every three or more of a kind whole, or PASS."""
    counts = s["counts"][seat] & VALUES_FROM[s["floor"]]
    held = (nibbles_at_least(counts, need) & ~nibbles_at_least(counts, max(need + U1, U3))) >> U3
    best = PASS
    least = WORST
    while held != U0:
        shift = lowest_bit(held)
        held &= held - U1
        value = (shift >> U2) + U1
        laid = FIRST_FAMILIES[families_held(s, seat, value), need]
        breaks = (counts >> shift) & U(15) != need
        price = int(value) + BESIDE_PRICE * int(popcount(laid >> U4)) + BREAKING_PRICE * int(U(breaks))
        if price < least:
            least = price
            best = group(value, laid, U0)
    return best


@kernel
def thrifty_follow(s, seat):
    """The cheapest group that breaks nothing; late in the round also specials, then whatever fits."""
    keep_call()
    need = s["need"]
    if need == U0 or s["stuck_rule"] == StuckRule.FORBID:
        return any_legal(s, seat)
    classics = s["classics"][seat]
    best = unbroken_group(s, seat, need)
    holds_specials = s["size"][seat] > classics
    if best != PASS and (not holds_specials or classics > KEPT_CLASSICS):
        return best
    if classics > LATE_CLASSICS:
        return PASS
    action = lay_special(s, seat)
    if action != PASS:
        return action
    return best if best != PASS and classics > need else any_legal(s, seat)
