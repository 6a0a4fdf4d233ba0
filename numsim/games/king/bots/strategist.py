"""Compiled: the planning bots' choice among their plays, and `strategist`, which plans without counting cards."""

from numsim._jit import helper, keep_call, kernel
from numsim.bits import U0, U1, U2, U3, U4, U, lowest_bit, nibbles_at_least, popcount
from numsim.cards import CLASSIC
from numsim.games.king.bots.evaluate import (
    FULL_DECK,
    Unseen,
    gain_of_group,
    gain_of_special,
    real,
    situation,
)
from numsim.games.king.bots.weights import PASS_GAIN, PASS_GAIN_EARLY, PASS_GAIN_OPEN
from numsim.games.king.legal import (
    VALUES_FROM,
    any_legal,
    group_allowed,
    infini_allowed,
    may_empty_or_keep,
    numx_allowed,
)
from numsim.games.king.state import FIRST_FAMILIES, LAY_INFINI, LAY_NUMX, LEAD, PASS, families_held, group

NO_GAIN = -1e9


@helper
def better_special(s, seat, now, best, best_gain):
    """`best`, or an Infini or Num-X that gains more."""
    if infini_allowed(s, seat):
        gain = gain_of_special(s, seat, now, False)
        if gain > best_gain:
            best_gain = gain
            best = LAY_INFINI
    if numx_allowed(s, seat) and gain_of_special(s, seat, now, True) > best_gain:
        best = LAY_NUMX
    return best


@kernel
def plan_follow(s, seat, now):
    """The play that gains most, or the pass if none gains more than that."""
    keep_call()
    need = s["need"]
    if need == U0:
        return any_legal(s, seat)
    best = PASS
    best_gain = PASS_GAIN + PASS_GAIN_EARLY * now.groups
    if s["to_ask"] > U1:
        best_gain += PASS_GAIN_OPEN
    counts = s["counts"][seat] & VALUES_FROM[s["floor"]]
    jokers = s["jokers"][seat] if need > U1 else U0
    held = nibbles_at_least(counts, need - min(jokers, need - U1)) >> U3
    while held != U0:
        shift = lowest_bit(held)
        held &= held - U1
        value = (shift >> U2) + U1
        families = families_held(s, seat, value)
        naturals = (counts >> shift) & U(15)
        colours = popcount(families & U(15))
        if naturals < need:
            if group_allowed(s, seat, naturals, colours, need - naturals):
                action = group(value, families, need - naturals)
                gain = gain_of_group(s, seat, now, action, best_gain)
                if gain > best_gain:
                    best_gain = gain
                    best = action
            continue
        if naturals == need and naturals == s["size"][seat]:
            return group(value, families, U0)
        if not may_empty_or_keep(s, seat, need, U0):
            continue
        beside = U0
        while beside < U4:
            others = popcount(beside)
            if beside & ~(families >> U4) == U0 and others <= need and need - others <= colours:
                action = group(value, FIRST_FAMILIES[families & U(15), need - others] | (beside << U4), U0)
                gain = gain_of_group(s, seat, now, action, best_gain)
                if gain > best_gain:
                    best_gain = gain
                    best = action
            beside += U1
    return better_special(s, seat, now, best, best_gain) if now.specials > 0.0 else best


@kernel
def plan_lead(s, seat, now):
    """The lead that gains most: all cards of a value, with or without its Shadow and Rainbow and one Joker."""
    keep_call()
    best = PASS
    best_gain = NO_GAIN
    held = nibbles_at_least(s["counts"][seat], U1) >> U3
    value = U0
    families = s["zeros"][seat]
    while True:
        if families != U0 and popcount(families) == s["size"][seat]:
            return group(value, families, U0)
        with_joker = U0
        while with_joker <= min(s["jokers"][seat], U1):
            beside = U0
            while beside < U4:
                laid = families & (U(15) | (beside << U4))
                held_beside = beside & ~(families >> U4) == U0
                if held_beside and group_allowed(s, seat, popcount(laid), popcount(laid & U(15)), with_joker):
                    action = group(value, laid, with_joker)
                    gain = gain_of_group(s, seat, now, action, best_gain)
                    if gain > best_gain:
                        best_gain = gain
                        best = action
                beside += U1
            with_joker += U1
        if held == U0:
            break
        value = (lowest_bit(held) >> U2) + U1
        held &= held - U1
        families = families_held(s, seat, value)
    if now.specials > 0.0:
        best = better_special(s, seat, now, best, best_gain)
    return best if best != PASS else any_legal(s, seat)


@helper
def other_cards(s, seat):
    """Cards in the hands of the players still in, without the own hand."""
    cards = U0
    other = s["next"][seat]
    while other != seat:
        cards += s["size"][other]
        other = s["next"][other]
    return real(cards)


@helper
def not_in(total, seen):
    """total - seen, 0 where a deal given by hand has more copies than the plan's deck."""
    return max(total, seen) - seen


@helper
def not_held(s, seat):
    """Unseen cards for a bot that does not count: anything it does not hold may still be out."""
    cards = real(U(CLASSIC) + s["n_joker"] + s["n_infini"] + s["n_numx"] - s["size"][seat])
    still_in = other_cards(s, seat) / max(cards, 1.0)
    infinis = real(not_in(s["n_infini"], s["infinis"][seat])) * still_in
    numxs = real(not_in(s["n_numx"], s["numxs"][seat])) * still_in
    return Unseen(FULL_DECK - s["counts"][seat], cards, infinis, numxs, False)


@kernel
def strategist(s, seat):
    """The lead of `strategist`, or what it lays on a play, or PASS."""
    keep_call()
    now = situation(s, seat, not_held(s, seat))
    return plan_lead(s, seat, now) if s["phase"] == LEAD else plan_follow(s, seat, now)
