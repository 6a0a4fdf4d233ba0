"""Compiled: the baseline policies `random` and `lowest`, fixed to the letter (see docs/games/king.md, Bots)."""

from numsim._jit import helper, keep_call, kernel
from numsim.bits import U0, U1, U2, U4, U, lowest_bit, nibble_popcounts, nibbles_at_least, nth_bit, popcount
from numsim.games.king.legal import (
    VALUES_FROM,
    any_legal,
    families_word,
    fitting_cards,
    group_allowed,
    infini_allowed,
    list_groups_inlined,
    may_empty_or_keep,
    nth_group,
    numx_allowed,
)
from numsim.games.king.options import StuckRule
from numsim.games.king.state import (
    FIRST_FAMILIES,
    INFINI_CUT,
    LAY_INFINI,
    LAY_NUMX,
    PASS,
    families_held,
    group,
    shift_of,
)
from numsim.rng import bounded


@helper
def random_pick(s, seat, groups, passing):
    """Rank of a uniform choice among `groups` groups, INF, NX and, if `passing` is 1, the pass."""
    infini = U(infini_allowed(s, seat))
    numx = U(numx_allowed(s, seat))
    plays = groups + infini + numx
    if plays == U0:
        return groups, PASS
    choices = plays + passing
    pick = bounded(s["bot_rng"], choices) if choices > U1 else U0
    if pick >= plays:
        return groups, PASS
    return pick, LAY_INFINI if infini != U0 and pick == groups else LAY_NUMX


@kernel
def random_listed(s, seat, passing):
    """`random` by listing all classes."""
    keep_call()
    groups = list_groups_inlined(s, seat)
    pick, other = random_pick(s, seat, groups, passing)
    return nth_group(s, seat, pick) if pick < groups else other


@helper
def random_lead(s, seat):
    """Uniform over all distinct legal classes of leads."""
    return random_listed(s, seat, U0)


@helper
def random_follow(s, seat):
    """Uniform over all distinct legal classes of plays and the pass."""
    need = s["need"]
    if s["jokers"][seat] > U0 or need == U0 or s["floor"] == U0 or s["stuck_rule"] == StuckRule.FORBID:
        return random_listed(s, seat, U1)
    # The common case without a list: all classes lie in one word.
    held = families_word(s["shadow_rainbow"][seat]) & VALUES_FROM[s["floor"]]
    word = fitting_cards(s, seat, nibble_popcounts(s["colours"][seat]), held, need, U0)
    groups = popcount(word)
    pick, other = random_pick(s, seat, groups, U1)
    if pick >= groups:
        return other
    bit = nth_bit(word, pick)
    families = bit & U(3)
    value = (bit >> U2) + U1
    colours = (s["colours"][seat] >> shift_of(value)) & U(15)
    return group(value, FIRST_FAMILIES[colours, need - popcount(families)] | (families << U4), U0)


@helper
def lowest_special(s, seat):
    """INF if held and more than one card, else NX likewise, else PASS."""
    if s["size"][seat] > U1:
        if infini_allowed(s, seat):
            return LAY_INFINI
        if numx_allowed(s, seat):
            return LAY_NUMX
    return PASS


@helper
def lowest_lead(s, seat):
    """Lead all classic cards of the lowest value; without classic cards INF, then NX."""
    if s["classics"][seat] > U0:
        value = U0
        if s["zeros"][seat] == U0:
            value = (lowest_bit(s["counts"][seat]) >> U2) + U1
        families = families_held(s, seat, value)
        if may_empty_or_keep(s, seat, popcount(families), U0):
            return group(value, families, U0)
        return any_legal(s, seat)
    action = lowest_special(s, seat)
    return action if action != PASS else any_legal(s, seat)


@kernel
def lowest_with_jokers(s, seat):
    """The lowest group that Jokers complete, or PASS."""
    keep_call()
    need = s["need"]
    if s["size"][seat] <= need:
        return PASS
    held = s["counts"][seat] & VALUES_FROM[s["floor"]]
    while held != U0:
        shift = lowest_bit(held) & ~U(3)
        value = (shift >> U2) + U1
        naturals = (held >> shift) & U(15)
        held &= ~(U(15) << shift)
        if naturals < need and need - naturals <= s["jokers"][seat]:
            families = families_held(s, seat, value)
            if group_allowed(s, seat, naturals, popcount(families & U(15)), need - naturals):
                return group(value, families, need - naturals)
    return PASS


@helper
def lowest_follow(s, seat):
    """The lowest group that fits, completed by Jokers if need be; else INF, NX, pass."""
    need = s["need"]
    if s["floor"] == U0 and s["effect"] == INFINI_CUT:
        return LAY_NUMX if numx_allowed(s, seat) and s["size"][seat] > U1 else PASS
    held = nibbles_at_least(s["counts"][seat], need) & VALUES_FROM[s["floor"]]
    if s["floor"] == U0 and popcount(s["zeros"][seat]) >= need and may_empty_or_keep(s, seat, need, U0):
        return group(U0, FIRST_FAMILIES[s["zeros"][seat], need], U0)
    if held != U0:
        value = (lowest_bit(held) >> U2) + U1
        if may_empty_or_keep(s, seat, need, U0):
            return group(value, FIRST_FAMILIES[families_held(s, seat, value), need], U0)
    if s["jokers"][seat] > U0 and need > U1:
        action = lowest_with_jokers(s, seat)
        if action != PASS:
            return action
    return lowest_special(s, seat)
