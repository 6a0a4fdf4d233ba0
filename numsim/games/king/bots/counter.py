"""Compiled: `counter`, the strategist's planning with the cards counted, as far as the bot remembers them."""

import numpy as np

from numsim._jit import helper, keep_call, kernel
from numsim.bits import ONES, U0, U1, U3, U4, U, popcount
from numsim.games.king.bots.evaluate import Unseen, real, situation
from numsim.games.king.bots.strategist import not_in, plan_follow, plan_lead
from numsim.games.king.state import (
    FIRST_FAMILIES,
    GROUP,
    INFINI_KIND,
    LAST_20,
    LEAD,
    NUMX_KIND,
    action_families,
    action_jokers,
    action_kind,
    action_value,
    count_nibbles,
    shift_of,
)
from numsim.rng import mix64

PERFECT = U(256)
LAST_CARDS = 20
_GOLDEN = U(0x9E3779B97F4A7C15)


@kernel
def union_of_others(s, seat):
    """(colours, shadow_rainbow, infinis, numxs, cards) of all hands but the own and what was put aside, as one heap."""
    keep_call()
    colours = s["aside_colours"]
    shadow_rainbow = s["aside_shadow_rainbow"]
    rest = s["aside_rest"]
    infinis = (rest >> U(12)) & U(15)
    numxs = (rest >> U(16)) & U(15)
    cards = (rest >> U(32)) & U(255)
    other = s["next"][seat]
    while other != seat:
        colours |= s["colours"][other]
        shadow_rainbow |= s["shadow_rainbow"][other]
        infinis += s["infinis"][other]
        numxs += s["numxs"][other]
        cards += s["size"][other]
        other = s["next"][other]
    return colours, shadow_rainbow, infinis, numxs, cards


@helper
def remembered_bits(key, word, chance):
    """64 bits, each set with chance `chance`/256: the same ones whenever key and word are the same."""
    bits = U0
    for i in range(8):
        draw = mix64(key + (word * U(8) + U(i)) * _GOLDEN)
        bits = bits | draw if (chance >> U(i)) & U1 != U0 else bits & draw
    return bits


@helper
def last_cards(s):
    """(colours, shadow_rainbow, infinis, numxs) of the last 20 cards laid."""
    colours, shadow_rainbow, infinis, numxs = U0, U0, U0, U0
    left = np.int64(LAST_CARDS)
    i = s["n_log"]
    while i > U0 and left > 0:
        i -= U1
        action = s["log"][i]
        kind = action_kind(action)
        if kind == GROUP:
            families = action_families(action)
            value = action_value(action)
            families = FIRST_FAMILIES[families, min(popcount(families), U(left))]
            if value > U0:
                colours |= (families & U(15)) << shift_of(value)
                shadow_rainbow |= (families >> U4) << shift_of(value)
            left -= np.int64(popcount(families) + action_jokers(action))
        else:
            infinis += U(kind == INFINI_KIND)
            numxs += U(kind == NUMX_KIND)
            left -= 1
    return colours, shadow_rainbow, infinis, numxs


@kernel
def counted_imperfectly(s, seat):
    """Unseen cards for a bot that has forgotten some of the cards laid: it takes those for unseen."""
    keep_call()
    colours, shadow_rainbow, infinis, numxs, cards = union_of_others(s, seat)
    laid_colours = ~(colours | s["colours"][seat])
    laid_shadow_rainbow = ONES * U3 & ~(shadow_rainbow | s["shadow_rainbow"][seat])
    laid_infinis = not_in(s["n_infini"], s["infinis"][seat] + infinis)
    laid_numxs = not_in(s["n_numx"], s["numxs"][seat] + numxs)
    memory = s["memory"][seat]
    if memory == U(LAST_20):
        known_colours, known_shadow_rainbow, known_infinis, known_numxs = last_cards(s)
    else:
        key = mix64(mix64(s["memory_key"] ^ s["match"]) + s["round"] * U(64) + U(seat))
        known_colours = laid_colours & remembered_bits(key, U0, memory)
        known_shadow_rainbow = laid_shadow_rainbow & remembered_bits(key, U(1), memory)
        specials = remembered_bits(key, U(2), memory)
        known_infinis = popcount(specials & ((U1 << laid_infinis) - U1))
        known_numxs = popcount((specials >> U(32)) & ((U1 << laid_numxs) - U1))
    forgotten_colours = laid_colours & ~known_colours
    forgotten_beside = laid_shadow_rainbow & ~known_shadow_rainbow
    forgotten_infinis = laid_infinis - known_infinis
    forgotten_numxs = laid_numxs - known_numxs
    forgotten = popcount(forgotten_colours) + popcount(forgotten_beside) + forgotten_infinis + forgotten_numxs
    believed = real(cards + forgotten)
    still_in = real(cards) / max(believed, 1.0)
    return Unseen(
        count_nibbles(colours | forgotten_colours, shadow_rainbow | forgotten_beside),
        believed,
        real(infinis + forgotten_infinis) * still_in,
        real(numxs + forgotten_numxs) * still_in,
        True,
    )


@kernel
def counted(s, seat):
    """Unseen cards for a bot that counts them."""
    keep_call()
    if s["memory"][seat] != PERFECT:
        return counted_imperfectly(s, seat)
    colours, shadow_rainbow, infinis, numxs, cards = union_of_others(s, seat)
    return Unseen(count_nibbles(colours, shadow_rainbow), real(cards), real(infinis), real(numxs), True)


@kernel
def counter(s, seat):
    """The lead of `counter`, or what it lays on a play, or PASS."""
    keep_call()
    now = situation(s, seat, counted(s, seat))
    return plan_lead(s, seat, now) if s["phase"] == LEAD else plan_follow(s, seat, now)
