"""Compiled: which plays are legal in NUM KING: groups by classes, Infini, Num-X."""

import numpy as np

from numsim._jit import helper, keep_call, kernel
from numsim.bits import ONES, U0, U1, U2, U3, U4, U, nibble_popcounts, nibbles_at_least, nth_bit, popcount
from numsim.games.king.options import JokerWithWs, StuckRule
from numsim.games.king.state import FIRST_FAMILIES, INFINI_KIND, LEAD, NOTHING, PASS, group, shift_of

VALUES_FROM = np.array([(2**64 - 1) & ~((1 << (4 * max(v - 1, 0))) - 1) for v in range(18)], np.uint64)
"""VALUES_FROM[v]: all nibbles of values v..16."""

# A class of groups is (value, colour cards, Shadow?, Rainbow?, Jokers). One word holds many: bit t of a value's nibble
# is a class with the families of t beside the colours, t = 0 none, 1 Shadow, 2 Rainbow, 3 both.
_T_NONE = ONES
_T_ONE = ONES * U(6)
_T_BOTH = ONES * U(8)
_BESIDE = np.array([0, 1, 1, 2], np.uint64)


@helper
def may_empty_or_keep(s, seat, naturals, jokers):
    """Whether laying a group of this size is allowed by what it leaves in the hand (KG-040, KG-045, KG-A17)."""
    size = s["size"][seat] - naturals - jokers
    if size == U0:
        return jokers == U0 or s["stuck_rule"] == StuckRule.LAST_RANK
    return s["stuck_rule"] != StuckRule.FORBID or s["classics"][seat] > naturals


@helper
def special_allowed(s, seat):
    """Whether an Infini or Num-X may leave this hand (KG-040, KG-A17)."""
    if s["size"][seat] == U1:
        return s["stuck_rule"] == StuckRule.LAST_RANK
    return s["stuck_rule"] != StuckRule.FORBID or s["classics"][seat] > U0


@helper
def infini_allowed(s, seat):
    """Whether the seat whose turn it is may lay an Infini now (KG-030, KG-037)."""
    if s["infinis"][seat] == U0:
        return False
    ok = s["lead_special"] if s["phase"] == LEAD else s["infini_ok"]
    return ok != 0 and special_allowed(s, seat)


@helper
def numx_allowed(s, seat):
    """Whether the seat whose turn it is may lay a Num-X now (KG-033, KG-037)."""
    if s["numxs"][seat] == U0:
        return False
    return (s["phase"] != LEAD or s["lead_special"] != 0) and special_allowed(s, seat)


@helper
def group_allowed(s, seat, naturals, colours, jokers):
    """Whether a group of cards held is well-formed and may leave the hand (KG-034, KG-035, KG-040)."""
    if naturals == U0 or colours + jokers > U4:
        return False
    if jokers > U0:
        if s["joker_with_ws"] != JokerWithWs.ANY_NATURAL and colours == U0:
            return False
        if s["joker_with_ws"] == JokerWithWs.COLOURS_ONLY and naturals > colours:
            return False
    return may_empty_or_keep(s, seat, naturals, jokers)


@helper
def allowed_families(s, seat, colours, jokers):
    """4-bit mask of the t that may stand beside so many colour cards and Jokers."""
    if jokers == U0 and s["stuck_rule"] != StuckRule.FORBID:
        return U(15) if colours > U0 else U(14)
    mask = U0
    if group_allowed(s, seat, colours, colours, jokers):
        mask |= U1
    if group_allowed(s, seat, colours + U1, colours, jokers):
        mask |= U(6)
    if group_allowed(s, seat, colours + U2, colours, jokers):
        mask |= U(8)
    return mask


@helper
def families_word(shadow_rainbow):
    """Word whose bit t of each nibble says that the families of t are held."""
    shadow = shadow_rainbow & ONES
    rainbow = (shadow_rainbow >> U1) & ONES
    return ONES | (shadow << U1) | (rainbow << U2) | ((shadow & rainbow) << U3)


@helper
def fitting(s, seat, colour_counts, held, colours, jokers):
    """Word of all classes with exactly so many colour cards and Jokers."""
    fits = (nibbles_at_least(colour_counts, colours) >> U3) * U(15) & held
    if jokers == U0 and s["stuck_rule"] != StuckRule.FORBID:
        return fits if colours > U0 else fits & ~_T_NONE
    return fits & (ONES * allowed_families(s, seat, colours, jokers))


@helper
def fitting_cards(s, seat, colour_counts, held, naturals, jokers):
    """Word of all classes with exactly so many natural cards and Jokers."""
    word = U0
    if naturals <= U4:
        word |= fitting(s, seat, colour_counts, held, naturals, jokers) & _T_NONE
    if naturals >= U1 and naturals <= U(5):
        word |= fitting(s, seat, colour_counts, held, naturals - U1, jokers) & _T_ONE
    if naturals >= U2:
        word |= fitting(s, seat, colour_counts, held, naturals - U2, jokers) & _T_BOTH
    return word


@helper
def push_word(s, word, cards, jokers, zero):
    i = s["n_words"]
    s["words"][i] = word
    s["word_cards"][i] = np.uint8(cards)
    s["word_jokers"][i] = np.uint8(jokers)
    s["word_zero"][i] = np.uint8(zero)
    s["n_words"] = i + U1
    return popcount(word)


@helper
def push_classes(s, seat, need, floor, zero):
    """List the classes of one word of values (1..16, or 0 alone) that have `need` cards (0 = any). Returns how many."""
    if zero:
        colour_counts = popcount(s["zeros"][seat] & U(15))
        held = families_word(s["zeros"][seat] >> U4) & U(15)
    else:
        colour_counts = nibble_popcounts(s["colours"][seat])
        held = families_word(s["shadow_rainbow"][seat]) & VALUES_FROM[floor]
    total = U0
    for n_jokers in range(min(s["jokers"][seat], U4) + U1):
        jokers = U(n_jokers)
        if need == U0:
            for colours in range(5):
                word = fitting(s, seat, colour_counts, held, U(colours), jokers)
                total += push_word(s, word, colours, jokers, zero)
        elif jokers < need:
            word = fitting_cards(s, seat, colour_counts, held, need - jokers, jokers)
            total += push_word(s, word, need - jokers, jokers, zero)
    return total


@helper
def list_groups_inlined(s, seat):
    """List all legal classes of groups of the seat whose turn it is, in `words`. Returns their number (uint64).

    Where the number of cards is fixed, `word_cards` holds the natural cards of a word's classes, else the colour cards.
    """
    s["n_words"] = U0
    if s["phase"] == LEAD:
        return push_classes(s, seat, U0, U0, False) + push_classes(s, seat, U0, U0, True)
    if s["floor"] == NOTHING:
        return U0
    total = push_classes(s, seat, s["need"], s["floor"], False)
    if s["floor"] == U0:
        total += push_classes(s, seat, s["need"], U0, True)
    return total


@kernel
def list_groups(s, seat):
    """`list_groups_inlined` as a call of its own."""
    keep_call()
    return list_groups_inlined(s, seat)


@helper
def class_action(s, seat, i, bit):
    """Action for the class at a bit of words[i]: the first colour cards held in the order R B Y G (any would do)."""
    families = bit & U3
    if s["word_zero"][i] != 0:
        value = U0
        held = s["zeros"][seat] & U(15)
    else:
        value = (bit >> U2) + U1
        held = (s["colours"][seat] >> shift_of(value)) & U(15)
    colours = U(s["word_cards"][i])
    if s["phase"] != LEAD and s["need"] != U0:
        colours -= _BESIDE[families]
    return group(value, FIRST_FAMILIES[held, colours] | (families << U4), U(s["word_jokers"][i]))


@helper
def nth_group(s, seat, n):
    """Action of the n-th (from 0) class listed by `list_groups`."""
    for i in range(s["n_words"]):
        here = popcount(s["words"][i])
        if n < here:
            return class_action(s, seat, U(i), nth_bit(s["words"][i], n))
        n -= here
    return PASS


@kernel
def any_legal(s, seat):
    """Some legal play of the seat whose turn it is, or PASS if it has none."""
    keep_call()
    if list_groups(s, seat) > U0:
        return nth_group(s, seat, U0)
    if infini_allowed(s, seat):
        return INFINI_KIND << U(15)
    if numx_allowed(s, seat):
        return U2 << U(15)
    return PASS
