"""Compiled: the pieces of a match as kernels of their own, for Python that plays one decision at a time.

They call the same functions as `play.play_many`; there is no second set of rules.
"""

from numsim._jit import kernel
from numsim.bits import U0, U1, U
from numsim.games.king import legal, play, rules
from numsim.games.king.bots.decide import decide_follow, decide_lead
from numsim.games.king.state import (
    CARD_COLOURS,
    CARD_REST,
    CARD_SHADOW_RAINBOW,
    LAY_INFINI,
    LAY_NUMX,
    LEAD,
    take_up_hands,
)


@kernel
def start_match(states, match):
    """Seed and set up a match."""
    play.start_match(states[0], U(match))


@kernel
def deal_round(states):
    """Deal the next round."""
    play.deal_round(states[0])


@kernel
def open_round(states):
    """Make the exchange and begin play."""
    play.open_round(states[0])


@kernel
def score_round(states):
    """Add the points of a finished round; True if the match is over."""
    return play.score_round(states[0])


@kernel
def winners(states):
    """Bit mask of the winning seats."""
    return play.winners(states[0])


@kernel
def decide(states):
    """Action that the bot of the seat whose turn it is chooses."""
    s = states[0]
    seat = s["turn"]
    return decide_lead(s, seat) if s["phase"] == LEAD else decide_follow(s, seat)


@kernel
def apply(states, action):
    """Carry out an action of the seat whose turn it is."""
    rules.apply(states[0], U(action))


@kernel
def list_actions(states, out):
    """Write every legal class of plays (not the pass) of the seat whose turn it is to `out` (uint64[600]).

    Returns their number. A class says how many colour cards of a value are laid, not which; the action takes the first
    of them in the order R B Y G.
    """
    s = states[0]
    seat = s["turn"]
    n = U0
    groups = legal.list_groups(s, seat)
    while n < groups:
        out[n] = legal.nth_group(s, seat, n)
        n += U1
    if legal.infini_allowed(s, seat):
        out[n] = LAY_INFINI
        n += U1
    if legal.numx_allowed(s, seat):
        out[n] = LAY_NUMX
        n += U1
    return n


@kernel
def set_dealt(states, cards, seats, starter):
    """Replace the deal: cards[i] (codes) lies in the hand of seats[i]; the starter leads."""
    s = states[0]
    for seat in range(s["players"]):
        s["dealt_colours"][seat] = U0
        s["dealt_shadow_rainbow"][seat] = U0
        s["dealt_rest"][seat] = U0
    s["aside_colours"] = U0
    s["aside_shadow_rainbow"] = U0
    s["aside_rest"] = U0
    for i in range(cards.size):
        seat = seats[i]
        card = cards[i]
        s["dealt_colours"][seat] += CARD_COLOURS[card]
        s["dealt_shadow_rainbow"][seat] += CARD_SHADOW_RAINBOW[card]
        s["dealt_rest"][seat] += CARD_REST[card]
    s["starter"] = U(starter)
    take_up_hands(s)
