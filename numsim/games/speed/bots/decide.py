"""Compiled: from a bot id to its decision."""

import numpy as np

from numsim._jit import helper, keep_call, kernel
from numsim.bits import U0, U
from numsim.games.speed.bots.baseline import (
    draw_or_pass,
    lowest_cover,
    lowest_drawn,
    lowest_turn,
    random_bonus,
    random_drawn,
    random_turn,
    snap_interrupt,
)
from numsim.games.speed.bots.counter import counter_drawn, counter_interrupt, counter_turn
from numsim.games.speed.bots.greedy import (
    greedy_bonus,
    greedy_drawn,
    greedy_interrupt,
    greedy_turn,
    novice_cover,
    novice_drawn,
    novice_interrupt,
    novice_turn,
    own_plateau_cards,
)
from numsim.games.speed.bots.tactician import (
    tactician_bonus,
    tactician_drawn,
    tactician_interrupt,
    tactician_turn,
)
from numsim.games.speed.legal import list_plies, special_zone
from numsim.games.speed.options import FinishedPlayer
from numsim.games.speed.state import (
    DECLINE,
    NONE,
    NUMX_LAID,
    NUMX_NIBBLE,
    PASS,
    SHELVE,
    WHY_BLOCKED,
    WHY_ERROR,
    WHY_FREE,
    is_set,
    simple_action,
    special,
)
from numsim.rng import next_u64

RANDOM, LOWEST, SNAP, NOVICE, GREEDY, TACTICIAN, COUNTER = range(7)
"""Bot ids, in the order of games.speed.BOTS."""


@helper
def bot_now(s, seat):
    """The seat's bot, or RANDOM when it blunders."""
    bot = s["bot"][seat]
    if s["blunder"][seat] != U0 and (next_u64(s["bot_rng"]) >> U(32)) < s["blunder"][seat]:
        bot = np.uint8(RANDOM)
    return bot


@helper
def decide_turn(s, seat):
    """Action of the player in turn."""
    if is_set(s["out"], seat):
        return finished_turn(s, seat)
    bot = bot_now(s, seat)
    if bot in (LOWEST, SNAP):
        return lowest_turn(s, seat)
    if bot == GREEDY:
        return greedy_turn(s, seat)
    if bot == TACTICIAN:
        return tactician_turn(s, seat)
    if bot == COUNTER:
        return counter_turn(s, seat)
    if bot == NOVICE:
        return novice_turn(s, seat)
    return random_turn(s, seat)


@helper
def decide_drawn(s, seat):
    """Action of a player who has drawn: a play with the card, or SHELVE."""
    if is_set(s["out"], seat):
        return finished_drawn(s, seat)
    bot = bot_now(s, seat)
    if bot in (LOWEST, SNAP):
        return lowest_drawn(s, seat)
    if bot == GREEDY:
        return greedy_drawn(s, seat)
    if bot == TACTICIAN:
        return tactician_drawn(s, seat)
    if bot == COUNTER:
        return counter_drawn(s, seat)
    if bot == NOVICE:
        return novice_drawn(s, seat)
    return random_drawn(s, seat)


@kernel
def decide_bonus(s, seat):
    """The action card that a Shadow allows, or DECLINE."""
    keep_call()
    bot = bot_now(s, seat)
    if bot in (LOWEST, SNAP, NOVICE):
        return simple_action(DECLINE)
    if bot == GREEDY:
        return greedy_bonus(s, seat)
    if bot in (TACTICIAN, COUNTER):
        return tactician_bonus(s, seat)
    return random_bonus(s, seat)


@kernel
def decide_held_up(s, seat):
    """A blocked player shows a Num-X from his hand or passes; a player with an error to pay for passes (SP-107)."""
    keep_call()
    if s["blocks"][seat] == 0:
        s["why"] = WHY_ERROR
        return simple_action(PASS)
    s["why"] = WHY_BLOCKED
    if s["bot"][seat] >= GREEDY and (s["count"] != U0 or s["lead_special"] != 0):
        zone = special_zone(s, seat, True, NUMX_NIBBLE, False)
        if zone == U(seat):
            return special(NUMX_LAID, zone)
    return simple_action(PASS)


@helper
def want_interrupt(s, seat, noticed):
    """The interrupt that a seat's bot wants, of the kinds it noticed (bits of state.T_PLAIN...); NONE = none."""
    bot = s["bot"][seat]
    if bot == SNAP:
        return snap_interrupt(s, seat)
    if bot == TACTICIAN:
        return tactician_interrupt(s, seat, noticed)
    if bot == COUNTER:
        return counter_interrupt(s, seat, noticed)
    if bot == GREEDY:
        return greedy_interrupt(s, seat, noticed)
    if bot == NOVICE:
        return novice_interrupt(s, seat, noticed)
    return NONE


@kernel
def want_cover(s, seat, noticed):
    """How a seat's bot wants to cover the turned card; NONE = not."""
    keep_call()
    bot = s["bot"][seat]
    if bot <= SNAP:
        return lowest_cover(s, seat)
    if bot == NOVICE:
        return novice_cover(s, seat, noticed)
    if bot == GREEDY:
        return greedy_interrupt(s, seat, noticed)
    if bot == COUNTER:
        return counter_interrupt(s, seat, noticed)
    return tactician_interrupt(s, seat, noticed)


@kernel
def want_show(s, seat):
    """Whether a seat shows a Num-X on an Infini that ends its tour (infini_end=instant)."""
    keep_call()
    if is_set(s["dropped"] | s["out"], seat) or seat == s["owner"] or s["blocks"][seat] != 0:
        return NONE
    zone = special_zone(s, seat, False, NUMX_NIBBLE, False)
    if zone > U(16):
        return NONE
    return special(NUMX_LAID, zone) | U(1 << 16)


@kernel
def finished_turn(s, seat):
    """A player who went out and still has turns (finished_player): lays cards of his plateau if he can."""
    keep_call()
    n = list_plies(s, seat, True, False)
    for i in range(n):
        if own_plateau_cards(s, seat, s["list"][i]) > U0:
            return s["list"][i]
    if s["finished_player"] == FinishedPlayer.DRAWS:
        if n > U0 and s["voluntary_draw"] == 0:
            return s["list"][0]
        return draw_or_pass(s)
    s["why"] = WHY_FREE
    return simple_action(PASS)


@kernel
def finished_drawn(s, seat):
    """He lays the drawn card if he can."""
    keep_call()
    n = list_plies(s, seat, True, True)
    return s["list"][0] if n > U0 else simple_action(SHELVE)
