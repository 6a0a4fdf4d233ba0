"""Compiled: from a bot id to its decision."""

from numsim._jit import helper
from numsim.games.king.bots.baseline import lowest_follow, lowest_lead, random_follow, random_lead

RANDOM, LOWEST, THRIFTY, STRATEGIST, COUNTER = 0, 1, 2, 3, 4


@helper
def decide_lead(s, seat):
    """Action of the seat that leads; PASS means that it has no legal lead."""
    if s["bot"][seat] == LOWEST:
        return lowest_lead(s, seat)
    return random_lead(s, seat)


@helper
def decide_follow(s, seat):
    """Action of a seat that may follow."""
    if s["bot"][seat] == LOWEST:
        return lowest_follow(s, seat)
    return random_follow(s, seat)
