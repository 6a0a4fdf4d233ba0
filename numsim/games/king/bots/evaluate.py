"""Compiled: how the planning bots value a hand and a play, given what they know of the other hands.

A value held is a *group*; each group costs about one turn, less if it is strong (it may win the lead back) or holds
both Shadow and Rainbow (it surely does). A play is worth the cost that leaves the hand plus the chance that nobody
covers it times the value of the lead. What differs between the bots is their knowledge, `Unseen`.
"""

from math import comb
from typing import NamedTuple

import numpy as np

from numsim._jit import helper, keep_call, kernel
from numsim.bits import U0, U1, U2, U3, U4, U, lowest_bit, nibbles_at_least, popcount
from numsim.games.king.bots.weights import (
    COST_OF_GROUP,
    COVERING,
    CURVE,
    CUTTING,
    DOUBLE_GAIN,
    FINISHING,
    GAIN_OF_STRENGTH,
    INFINI_CROWD,
    INFINI_KEPT,
    JOKER_COST,
    JOKER_LATE,
    LEAD,
    LEAD_LATE,
    LEAD_PRESSED,
    NUMX_CUTS,
    NUMX_KEPT,
    OUT_COVERS,
    PASS_FADES,
    PASS_TRUST,
    RAINBOW_GAIN,
    SHADOW_GAIN,
    STUCK_COST,
)
from numsim.games.king.legal import VALUES_FROM
from numsim.games.king.state import action_families, action_jokers, action_value, families_held

NO_VALUE = U(17)
"""No value of a group."""
FULL_DECK = U(0x6666666666666666)
"""Nibble word: six classic cards of each value 1..16."""
STEPS = 32
"""Strengths run from 0 (everything unseen is higher) to 32 (nothing is)."""
SHARES = 64
"""A share of the unseen cards in one hand is counted in 64ths."""
FEW_GROUPS = 3.0
"""With so many groups left a bot looks whether it can finish in one go.

Chosen for speed: with 4 it is up to a tenth slower, and `counter` leads `strategist` by 0.127 instead of 0.117.
"""
NO_CHANCE = 0.02
"""A smaller chance to finish is not computed to the end."""
NEAR_OUT = U(5)
"""An opponent with so few cards presses."""


class Unseen(NamedTuple):
    """What a bot believes to be in the other hands together; never which hand holds what."""

    counts: np.uint64  # nibble word: classic cards of each value 1..16
    cards: float  # cards of all kinds that may be there
    infinis: float  # Infinis expected there
    numxs: float
    reads_passes: bool


class Situation(NamedTuple):
    """What every candidate of one decision is judged by."""

    counts: np.uint64
    infinis: float
    numxs: float
    reads_passes: bool
    step: float  # strength lost for each higher card unseen
    share: float  # 64ths of the unseen cards for each card in a hand
    groups: float  # values held
    pressed: float  # 1 / the fewest cards of an opponent; 0 if that is more than NEAR_OUT
    specials: float  # Infinis and Num-X in the own hand
    jokers: float


def _group_classes() -> np.ndarray:
    """Place in a row of COST for a 6-bit mask of families: 4 * colour cards + Shadow + 2 * Rainbow."""
    return np.array([4 * (families & 15).bit_count() + (families >> 4) for families in range(64)], np.int64)


def _costs() -> np.ndarray:
    """COST[strength, class]: turns that a group is expected to need."""
    table = np.zeros((STEPS + 1, 20))
    gains = (0.0, SHADOW_GAIN, RAINBOW_GAIN, DOUBLE_GAIN)
    for strength in range(STEPS + 1):
        for kind in range(1, 20):
            cards = kind // 4 + (kind & 3).bit_count() - 1
            falls = GAIN_OF_STRENGTH[cards] * (strength / STEPS) ** CURVE
            table[strength, kind] = COST_OF_GROUP[cards] - falls - gains[kind & 3]
    return table


def _growth() -> np.ndarray:
    """GROWTH[m, q, k]: chance that q/64 of the unseen cards hold >= m of k cards, less the same for k - 1 cards."""
    table = np.zeros((8, SHARES + 1, 8))
    for q in range(SHARES + 1):
        p = q / SHARES
        for m in range(1, 7):
            holds = [sum(comb(k, i) * p**i * (1 - p) ** (k - i) for i in range(m, k + 1)) for k in range(7)]
            table[m, q, 1:7] = np.diff(holds)
    return table


GROUP_CLASS = _group_classes()
COST = _costs()
GROWTH = _growth()


@helper
def real(word):
    """A uint64 below 2**63 as a float; by way of int64, which is one instruction."""
    return float(np.int64(word))


@helper
def nibble_sum(word):
    """Sum of the sixteen fields (each at most 6)."""
    low = U(0x0F0F0F0F0F0F0F0F)
    return (((word & low) + ((word >> U4) & low)) * U(0x0101010101010101)) >> U(56)


@kernel
def situation(s, seat, unseen):
    """Everything about a decision that its candidates share."""
    keep_call()
    fewest = U(255)
    other = s["next"][seat]
    while other != seat:
        fewest = min(fewest, s["size"][other])
        other = s["next"][other]
    pressed = 1.0 / real(max(fewest, U1)) if fewest <= NEAR_OUT else 0.0
    step = float(STEPS) / real(max(nibble_sum(unseen.counts), U1))
    share = float(SHARES) / max(unseen.cards, 1.0)
    return Situation(
        unseen.counts,
        unseen.infinis,
        unseen.numxs,
        unseen.reads_passes,
        step,
        share,
        real(popcount(nibbles_at_least(s["counts"][seat], U1)) + U(s["zeros"][seat] != U0)),
        pressed,
        real(s["infinis"][seat] + s["numxs"][seat]),
        real(s["jokers"][seat]),
    )


@helper
def group_cost(s, seat, strength, families):
    """Turns that the cards of one value are expected to need."""
    return COST[strength, GROUP_CLASS[families]]


@helper
def strength_of(now, value):
    """0..32: how much of what is unseen is not higher than a value."""
    return STEPS - np.int64(real(nibble_sum(now.counts & VALUES_FROM[value + U1])) * now.step)


@kernel
def win_chance(s, seat, now, need, floor):
    """Chance that nobody covers a play which must be followed by `need` cards of a value >= floor."""
    keep_call()
    covers = 0.0
    if floor <= U(16) and need <= U(6):
        held = now.counts & VALUES_FROM[floor]
        n1 = real(popcount(nibbles_at_least(held, U1)))
        n2 = real(popcount(nibbles_at_least(held, U2)))
        n3 = real(popcount(nibbles_at_least(held, U3)))
        n4 = real(popcount(nibbles_at_least(held, U4)))
        n5 = real(popcount(nibbles_at_least(held, U(5))))
        n6 = real(popcount(nibbles_at_least(held, U(6))))
        other = s["next"][seat]
        while other != seat:
            size = s["size"][other]
            if size >= need:
                q = U(min(np.int64(real(size) * now.share), SHARES))
                able = n1 * GROWTH[need, q, 1] + n2 * GROWTH[need, q, 2] + n3 * GROWTH[need, q, 3]
                able += n4 * GROWTH[need, q, 4] + n5 * GROWTH[need, q, 5] + n6 * GROWTH[need, q, 6]
                passed = U(s["passed_need"][other])
                if now.reads_passes and passed != U0 and passed <= need and U(s["passed_floor"][other]) <= floor:
                    age = real(s["n_log"] - U(s["passed_log"][other]))
                    able *= 1.0 - PASS_TRUST / (1.0 + PASS_FADES * age)
                if size == need:
                    able *= OUT_COVERS
                covers += able
            other = s["next"][other]
    x = COVERING * covers
    return 1.0 / ((1.0 + x + 0.5 * x * x) * (1.0 + CUTTING * (now.infinis + now.numxs)))


@helper
def group_wins(s, seat, now, action):
    """Chance that a group wins its trick (KG-020, KG-021, KG-024, KG-026)."""
    families = action_families(action)
    beside = families >> U4
    if beside == U3:
        return 1.0
    need = popcount(families) + action_jokers(action)
    if beside == U2:
        need += U1
    elif beside == U1 and need > U1:
        need -= U1
    return win_chance(s, seat, now, need, action_value(action) + U1)


@kernel
def finish_chance(s, seat, now, changed, rest):
    """Chance that all groups but the weakest win their tricks, when `rest` is left of the value `changed`."""
    keep_call()
    product = 1.0
    weakest = 1.0
    held = nibbles_at_least(s["counts"][seat], U1) >> U3
    value = U0
    families = s["zeros"][seat]
    while True:
        if value == changed:
            families = rest
        if families != U0:
            chance = group_wins(s, seat, now, families | (value << U(10)))
            product *= chance
            weakest = min(weakest, chance)
        if held == U0 or product < NO_CHANCE * weakest:
            return product / max(weakest, 1e-9)
        value = (lowest_bit(held) >> U2) + U1
        held &= held - U1
        families = families_held(s, seat, value)


@helper
def lead_worth(s, seat, now, groups):
    """What the lead is worth with so many groups left: more towards the end and when an opponent is nearly out."""
    return LEAD + LEAD_LATE / max(groups, 1.0) + LEAD_PRESSED * now.pressed


@helper
def specials_cost(s, seat, specials, jokers, groups):
    """Turns that Infinis and Num-X (together `specials`) and Jokers cost beside so many groups (KG-040).

    Infinis and Num-X save turns, but many of them beside few groups are a burden, and without a group they are stuck.
    """
    each = 1.0 / max(groups, 0.5)
    cost = INFINI_CROWD * specials * specials * each + jokers * (JOKER_COST + JOKER_LATE * each)
    if groups == 0.0 and specials + jokers > 0.0:
        cost += STUCK_COST
    return cost


@kernel
def gain_of_group(s, seat, now, action, to_beat):
    """Gain of laying a group; any number <= to_beat if it is not more than that."""
    keep_call()
    value = action_value(action)
    held = families_held(s, seat, value)
    rest = held & ~action_families(action)
    left = now.groups - real(U(rest == U0))
    strength = strength_of(now, value)
    gain = group_cost(s, seat, strength, held) - group_cost(s, seat, strength, rest)
    jokers_left = now.jokers - real(action_jokers(action))
    if now.specials + now.jokers > 0.0:
        gain += specials_cost(s, seat, now.specials, now.jokers, now.groups)
        gain -= specials_cost(s, seat, now.specials, jokers_left, left)
    worth = lead_worth(s, seat, now, left)
    finishes = left <= FEW_GROUPS and jokers_left == 0.0
    if gain + worth + FINISHING * real(U(finishes)) <= to_beat:
        return to_beat
    chance = group_wins(s, seat, now, action)
    gain += chance * worth
    if finishes and gain + FINISHING * chance > to_beat:
        gain += FINISHING * chance * finish_chance(s, seat, now, value, rest)
    return gain


@kernel
def gain_of_special(s, seat, now, is_numx):
    """Gain of laying a Num-X, which always wins (KG-033), or an Infini, which only a Num-X beats (KG-030)."""
    keep_call()
    kept = NUMX_KEPT if is_numx else INFINI_KEPT
    chance = 1.0 if is_numx else 1.0 - NUMX_CUTS * min(now.numxs, 1.0)
    gain = specials_cost(s, seat, now.specials, now.jokers, now.groups) - kept
    gain -= specials_cost(s, seat, now.specials - 1.0, now.jokers, now.groups)
    gain += chance * lead_worth(s, seat, now, now.groups)
    if now.groups <= FEW_GROUPS and now.jokers == 0.0:
        gain += FINISHING * chance * finish_chance(s, seat, now, NO_VALUE, U0)
    return gain
