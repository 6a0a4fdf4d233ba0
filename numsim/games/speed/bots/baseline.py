"""Compiled: the baseline policies `random`, `lowest` and `snap`, fixed to the letter (docs/games/speed.md, Bots)."""

import numpy as np

from numsim._jit import helper, keep_call, kernel
from numsim.bits import EIGHTS, U0, U1, U2, U, lowest_bit, nibbles_at_least, popcount
from numsim.cards import CLASSIC, VALUES
from numsim.games.speed.legal import can_draw, fits, list_cards, list_plies
from numsim.games.speed.options import Passing
from numsim.games.speed.state import (
    CAS1,
    CAS2,
    DECLINE,
    DRAW,
    DRAWN,
    DRAWN_JOKER,
    EQUAL,
    FIRST_FAMILIES,
    FUSION,
    INF_COUNT,
    INFINI_LAID,
    INFINI_NIBBLE,
    JOKERS,
    LEAD,
    NONE,
    NUMX_LAID,
    NUMX_NIBBLE,
    OUT_OF_TURN,
    PASS,
    PLATEAU,
    PLUS,
    RAINBOW_ADDED,
    RAINBOW_BIT,
    SHELVE,
    VALUE_OF,
    WHY_DECK_EMPTY,
    WHY_FREE,
    action_count,
    action_kind,
    cards_left,
    classics_of,
    group,
    held,
    jokers_added,
    next_seat,
    simple_action,
    size_of,
    special,
)
from numsim.rng import bounded

_NO_VALUE = U(31)
_TOP = np.array([int(EIGHTS) << 4 * v & 2**64 - 1 if v < VALUES - 1 else 0 for v in range(VALUES)], np.uint64)
"""Nibble tops of the values above v."""


@helper
def draw_or_pass(s):
    """Draw, or pass because the deck is empty."""
    if cards_left(s) > U0 or can_draw(s):
        return simple_action(DRAW)
    s["why"] = WHY_DECK_EMPTY
    return simple_action(PASS)


@helper
def hand_group(s, seat, kind, value, n):
    """n classic hand cards of a value in the order R B Y G S W."""
    return group(kind, value, FIRST_FAMILIES[held(s, seat, value), n])


@helper
def lowest_value(s, zone, n):
    """The lowest value of which at least n classic cards lie in a zone, _NO_VALUE if there is none."""
    if popcount(held(s, zone, U0)) >= n:
        return U0
    found = nibbles_at_least(s["counts"][zone], n) if n <= U(7) else U0
    return (lowest_bit(found) >> U2) + U1 if found != U0 else _NO_VALUE


@helper
def lowest_turn(s, seat):
    """The steps of `lowest` in turn."""
    if s["book_play"] == 0 or s["obligation"][seat] != 0:
        return lowest_filtered(s, seat)
    if s["count"] == U0:
        if classics_of(s["tally"][seat]) != U0:
            value = U0
            if held(s, seat, U0) == U0:
                value = (lowest_bit(s["counts"][seat]) >> U2) + U1
            return group(LEAD, value, held(s, seat, value))
        return lead_without_classic(s, seat)
    tally = s["tally"][seat]
    if s["count"] != INF_COUNT:
        n = s["count"]
        if n <= U(6):
            counts = s["counts"][seat]
            found = nibbles_at_least(counts, n) & _TOP[s["value"]]
            if found != U0:
                return hand_group(s, seat, CAS1, (lowest_bit(found) >> U2) + U1, n)
            if popcount(held(s, seat, U0)) > n:
                kind = FUSION if s["value"] == U0 and s["fusing"] != 0 else CAS2
                return hand_group(s, seat, kind, U0, n + U1)
            found = nibbles_at_least(counts, n + U1)
            if found != U0:
                value = (lowest_bit(found) >> U2) + U1
                kind = FUSION if value == s["value"] and s["fusing"] != 0 else CAS2
                return hand_group(s, seat, kind, value, n + U1)
        if tally & INFINI_NIBBLE != U0 and size_of(tally) > U1:
            return special(INFINI_LAID, U(seat))
    if tally & NUMX_NIBBLE != U0 and size_of(tally) > U1:
        return special(NUMX_LAID, U(seat))
    return draw_or_pass(s)


@kernel
def lead_without_classic(s, seat):
    """Steps 2 to 4 of the lead under the book's options."""
    keep_call()
    tally = s["tally"][seat]
    if size_of(tally) > U1:
        if tally & INFINI_NIBBLE != U0:
            return special(INFINI_LAID, U(seat))
        if tally & NUMX_NIBBLE != U0:
            return special(NUMX_LAID, U(seat))
        if tally & JOKERS != U0:
            return group(LEAD, U(16), U0) | jokers_added(U1, U0)
    best = _NO_VALUE
    best_at = U0
    at = U(seat)
    for _ in range(s["players"]):
        value = lowest_value(s, PLATEAU + at, U1)
        if value < best:
            best = value
            best_at = at
        at = next_seat(s, at)
    if best != _NO_VALUE:
        return hand_group(s, PLATEAU + best_at, LEAD, best, U1)
    for step in range(3):
        mask = INFINI_NIBBLE if step == 0 else (NUMX_NIBBLE if step == 1 else JOKERS)
        for _ in range(s["players"]):
            if s["tally"][PLATEAU + at] & mask != U0:
                if step == 2:
                    return group(LEAD, U(16), U0) | jokers_added(U0, U1)
                return special(INFINI_LAID if step == 0 else NUMX_LAID, PLATEAU + at)
            at = next_seat(s, at)
    return draw_or_pass(s)


@helper
def lowest_drawn(s, seat):
    """What `lowest` does with a card he has drawn."""
    if s["book_play"] == 0 or s["obligation"][seat] != 0:
        return lowest_drawn_filtered(s, seat)
    code = s["drawn"]
    if code < U(CLASSIC):
        value = U(VALUE_OF[code])
        if s["count"] == U0:
            return group(LEAD, value, held(s, DRAWN, value))
        if s["count"] == U1 and value > s["value"]:
            return group(CAS1, value, held(s, DRAWN, value))
        return simple_action(SHELVE)
    tally = s["tally"][DRAWN]
    if tally & INFINI_NIBBLE != U0 and s["count"] != INF_COUNT:
        return special(INFINI_LAID, DRAWN)
    if tally & NUMX_NIBBLE != U0:
        return special(NUMX_LAID, DRAWN)
    if tally & JOKERS != U0 and s["count"] == U0:
        return group(LEAD, U(16), U0) | DRAWN_JOKER
    return simple_action(SHELVE)


@helper
def lowest_cover(s, seat):
    """Cover the turned card: an equal card, else two of one value higher; NONE if he cannot."""
    value = s["value"]
    if s["effects"] != 0 and held(s, seat, value) != U0 and fits(s, False, value, U1):
        return hand_group(s, seat, EQUAL, value, U1) | OUT_OF_TURN
    if value < U(16) and popcount(held(s, seat, value + U1)) > U1:
        return hand_group(s, seat, PLUS, value + U1, U2) | OUT_OF_TURN
    return NONE


@helper
def snap_interrupt(s, seat):
    """Interrupt with a Rainbow, else with as many cards of the same value; NONE if he cannot."""
    value = s["value"]
    n = s["count"]
    if s["effects"] == 0 or n in (INF_COUNT, U0):
        return NONE
    mine = held(s, seat, value)
    if mine == U0:
        return NONE
    owed = U(s["obligation"][seat])
    if mine & RAINBOW_BIT != U0 and owed <= U1:
        return group(RAINBOW_ADDED, value, RAINBOW_BIT) | OUT_OF_TURN
    if U(seat) == s["owner"] and s["self_interrupt"] != 1:
        return NONE
    if n <= popcount(mine) and (owed in (U0, n)) and fits(s, False, value, n):
        return hand_group(s, seat, EQUAL, value, n) | OUT_OF_TURN
    return NONE


# Outside the book's options: a step whose play is illegal is skipped


@helper
def listed(s, n, action):
    """Whether an action is among the first n of `list`."""
    found = False
    for i in range(n):
        found |= s["list"][i] == action
    return found


@helper
def first_of_kind(s, n, kind):
    """The first action of a kind in `list`, NONE if there is none."""
    for i in range(n):
        if action_kind(s["list"][i]) == kind:
            return s["list"][i]
    return NONE


@kernel
def lowest_filtered(s, seat):
    """The steps of `lowest` under any options and obligations."""
    keep_call()
    n = list_plies(s, seat, True, False)
    owed = U(s["obligation"][seat])
    count = s["count"]
    big = size_of(s["tally"][seat]) > U1
    if count == U0:
        for v in range(VALUES):
            mine = popcount(held(s, seat, U(v)))
            if mine > U0 and mine >= owed:
                action = hand_group(s, seat, LEAD, U(v), owed if owed != U0 else mine)
                if listed(s, n, action):
                    return action
        if big and classics_of(s["tally"][seat]) == U0:
            for kind in (INFINI_LAID, NUMX_LAID):
                if listed(s, n, special(kind, U(seat))):
                    return special(kind, U(seat))
            if listed(s, n, group(LEAD, U(16), U0) | jokers_added(U1, U0)):
                return group(LEAD, U(16), U0) | jokers_added(U1, U0)
        if n > U0:
            # The lowest single card from a plateau, else a special, else anything legal.
            for i in range(n):
                action = s["list"][i]
                if action_kind(action) == LEAD and action_count(action) == U1 and action >> U(17) == U0:
                    return action
            action = first_of_kind(s, n, INFINI_LAID)
            if action == NONE:
                action = first_of_kind(s, n, NUMX_LAID)
            return action if action != NONE else s["list"][0]
        return draw_or_pass(s)
    if count != INF_COUNT:
        k = count
        if k <= U(6):
            for v in range(np.int64(s["value"]) + 1, VALUES):
                if popcount(held(s, seat, U(v))) >= k:
                    action = hand_group(s, seat, CAS1, U(v), k)
                    if listed(s, n, action):
                        return action
        if k < U(6):
            for v in range(VALUES):
                if popcount(held(s, seat, U(v))) > k:
                    kind = FUSION if U(v) == s["value"] and s["fusing"] != 0 else CAS2
                    action = hand_group(s, seat, kind, U(v), k + U1)
                    if listed(s, n, action):
                        return action
    if big:
        for kind in (INFINI_LAID, NUMX_LAID):
            if listed(s, n, special(kind, U(seat))):
                return special(kind, U(seat))
    if s["voluntary_draw"] == 0 and n > U0:
        return s["list"][0]
    return draw_or_pass(s)


@kernel
def lowest_drawn_filtered(s, seat):
    """What `lowest` does with a drawn card under any options and obligations."""
    keep_call()
    n = list_plies(s, seat, True, True)
    code = s["drawn"]
    action = NONE
    if code < U(CLASSIC):
        value = U(VALUE_OF[code])
        if s["count"] == U0:
            action = group(LEAD, value, held(s, DRAWN, value))
        elif s["count"] == U1 and value > s["value"]:
            action = group(CAS1, value, held(s, DRAWN, value))
    elif s["tally"][DRAWN] & INFINI_NIBBLE != U0:
        action = special(INFINI_LAID, DRAWN)
    elif s["tally"][DRAWN] & NUMX_NIBBLE != U0:
        action = special(NUMX_LAID, DRAWN)
    elif s["tally"][DRAWN] & JOKERS != U0 and s["count"] == U0:
        action = group(LEAD, U(16), U0) | DRAWN_JOKER
    if listed(s, n, action):
        return action
    if s["draw_play"] != 0:
        n = list_cards(s, seat, True, n)
        if n > U0:
            return s["list"][0]
    return simple_action(SHELVE)


# random


@kernel
def random_turn(s, seat):
    """Uniform over all legal classes of plies, action cards with their targets, and drawing or passing."""
    keep_call()
    plies = list_plies(s, seat, True, False)
    n = list_cards(s, seat, False, plies)
    leading = s["count"] == U0
    drawing = can_draw(s)
    if plies == U0 or (not leading and s["voluntary_draw"] != 0):
        # With an empty deck passing takes the place of drawing.
        s["list"][n] = simple_action(DRAW) if drawing else simple_action(PASS)
        n += U1
    if drawing and not leading and (s["pass"] == Passing.FREE or (s["pass"] == Passing.FREE_IF_STUCK and plies == U0)):
        s["list"][n] = simple_action(PASS)
        n += U1
    s["why"] = WHY_FREE if drawing else WHY_DECK_EMPTY
    return s["list"][bounded(s["bot_rng"], n)]


@kernel
def random_drawn(s, seat):
    """A drawn card is played, when it can be, with probability 1/2."""
    keep_call()
    n = list_plies(s, seat, True, True)
    n = list_cards(s, seat, True, n)
    if n == U0 or (s["draw_play"] == 0 and bounded(s["bot_rng"], U2) == U0):
        return simple_action(SHELVE)
    return s["list"][bounded(s["bot_rng"], n)]


@kernel
def random_bonus(s, seat):
    """Uniform over the action cards that may be played, with their targets, and none."""
    keep_call()
    n = list_cards(s, seat, False, U0)
    s["list"][n] = simple_action(DECLINE)
    return s["list"][bounded(s["bot_rng"], n + U1)]
