"""Compiled: from a bot id to its decision."""

import numpy as np

from numsim._jit import helper
from numsim.bits import U
from numsim.games.king.bots.baseline import lowest_follow, lowest_lead, random_follow, random_lead
from numsim.games.king.bots.counter import counter
from numsim.games.king.bots.strategist import strategist
from numsim.games.king.bots.thrifty import thrifty_follow, thrifty_lead
from numsim.rng import next_u64

RANDOM, LOWEST, THRIFTY, STRATEGIST, COUNTER = 0, 1, 2, 3, 4


@helper
def decide_lead(s, seat):
    """Action of the seat that leads; PASS means that it has no legal lead."""
    bot = s["bot"][seat]
    if s["blunder"][seat] != U(0) and (next_u64(s["bot_rng"]) >> U(32)) < s["blunder"][seat]:
        bot = np.uint8(RANDOM)
    if bot == LOWEST:
        return lowest_lead(s, seat)
    if bot == THRIFTY:
        return thrifty_lead(s, seat)
    if bot == STRATEGIST:
        return strategist(s, seat)
    if bot == COUNTER:
        return counter(s, seat)
    return random_lead(s, seat)


@helper
def decide_follow(s, seat):
    """Action of a seat that may follow."""
    bot = s["bot"][seat]
    if s["blunder"][seat] != U(0) and (next_u64(s["bot_rng"]) >> U(32)) < s["blunder"][seat]:
        bot = np.uint8(RANDOM)
    if bot == LOWEST:
        return lowest_follow(s, seat)
    if bot == THRIFTY:
        return thrifty_follow(s, seat)
    if bot == STRATEGIST:
        return strategist(s, seat)
    if bot == COUNTER:
        return counter(s, seat)
    return random_follow(s, seat)
