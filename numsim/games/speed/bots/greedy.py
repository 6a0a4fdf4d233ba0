"""Compiled: `novice` and `greedy` (docs/games/speed.md, Bots)."""

import numpy as np

from numsim._jit import helper, keep_call, kernel
from numsim.bits import U0, U1, U, popcount
from numsim.games.speed.bots.baseline import draw_or_pass
from numsim.games.speed.legal import list_cards, list_plies
from numsim.games.speed.state import (
    A_BLOCK,
    A_BOMBE,
    A_TWISTER,
    DECLINE,
    GROUP_KINDS,
    INFINI_LAID,
    NONE,
    NUMX_LAID,
    PLATEAU,
    RAINBOW_ADDED,
    SHADOW_LAID,
    SHELVE,
    T_DIVISION,
    T_EQUAL,
    T_FUSION,
    T_MINUS,
    T_PLAIN,
    T_PLUS,
    T_RAINBOW,
    T_SHADOW,
    action_card,
    action_count,
    action_families,
    action_hand_jokers,
    action_kind,
    action_table_jokers,
    action_targets,
    action_value,
    action_zone,
    classics_of,
    hand_of,
    held,
    simple_action,
    size_of,
)

TIME_KIND_OF = np.array(
    [T_PLAIN, T_PLAIN, T_PLAIN, T_FUSION, T_PLUS, T_MINUS, T_EQUAL, T_DIVISION, T_RAINBOW, T_SHADOW, T_PLAIN, T_PLAIN],
    np.uint64,
)
"""What a ply of each kind is noticed, decided and erred on as."""

_SMALL_HAND = U(6)
"""Hand at which specials are let go."""


@helper
def hand_cards(s, seat, action):
    """Hand cards that a ply lays."""
    kind = action_kind(action)
    if kind in (INFINI_LAID, NUMX_LAID):
        return U(action_zone(action) == U(seat))
    return popcount(action_families(action) & held(s, seat, action_value(action))) + action_hand_jokers(action)


@helper
def own_plateau_cards(s, seat, action):
    """Cards of the own plateau that a ply lays."""
    kind = action_kind(action)
    if kind in (INFINI_LAID, NUMX_LAID):
        return U(action_zone(action) == PLATEAU + U(seat))
    return popcount(action_families(action) & held(s, PLATEAU + U(seat), action_value(action)))


@helper
def is_noticed(noticed, action):
    return (noticed >> TIME_KIND_OF[action_kind(action)]) & U1 != U0


@kernel
def shed_most(s, seat, n, noticed, least):
    """Of the first n listed plies the one that sheds most hand cards, then own plateau cards, then of lowest value.

    `least` is the least worth: 64 a hand card, 32 a card of the own plateau. NONE if no ply reaches it.
    """
    keep_call()
    best = NONE
    best_worth = np.int64(least) - 1
    small = size_of(hand_of(s, seat)) <= _SMALL_HAND
    for i in range(n):
        action = s["list"][i]
        kind = action_kind(action)
        if not is_noticed(noticed, action) or kind == SHADOW_LAID:
            continue
        if kind < GROUP_KINDS and not small and action_hand_jokers(action) != U0:
            continue
        if kind >= INFINI_LAID and not small and least > 0:
            continue
        worth = np.int64(64 * hand_cards(s, seat, action) + 32 * own_plateau_cards(s, seat, action))
        if kind >= INFINI_LAID:
            worth -= 17
        else:
            worth -= np.int64(action_value(action))
            worth -= np.int64(action_hand_jokers(action) + action_table_jokers(action))
        if worth > best_worth:
            best_worth = worth
            best = action
    return best


@kernel
def shortest_target(s, seat, n):
    """Of the first n listed action cards one that is worth playing, on the shortest hand; NONE if none is."""
    keep_call()
    players = s["players"]
    hands = U0
    plateaus = U0
    for i in range(players):
        hands += size_of(s["tally"][U(i)])
        plateaus += size_of(s["tally"][PLATEAU + U(i)])
    own_hand = size_of(s["tally"][seat])
    own_plateau = size_of(s["tally"][PLATEAU + U(seat)])
    best = NONE
    best_worth = np.int64(-1)
    for i in range(n):
        action = s["list"][i]
        card = action_card(action)
        worth = np.int64(0)
        if card == A_TWISTER:
            worth = 40 if own_plateau * players > plateaus else -1
        elif card == A_BOMBE:
            worth = 45 if own_hand * players > hands else -1
        else:
            targets = action_targets(action)
            shortest = U(255)
            for k in range(players):
                if (targets >> U(k)) & U1 != U0:
                    shortest = min(shortest, size_of(s["tally"][U(k)]))
            worth = 39 - np.int64(min(shortest, U(30)))
            if card == A_BLOCK and popcount(targets) > U1:
                worth -= 1
        if worth > best_worth:
            best_worth = worth
            best = action
    return best


@kernel
def greedy_turn(s, seat):
    """Shed as many hand cards as possible, of the lowest value; else an action card; else draw."""
    keep_call()
    leading = s["count"] == U0
    n = list_plies(s, seat, True, False)
    if n > U0:
        action = shed_most(s, seat, n, U(255), 16)
        if action != NONE:
            return action
        if leading or s["voluntary_draw"] == 0:
            action = shed_most(s, seat, n, U(255), -100)
            return action if action != NONE else s["list"][0]
    if (s["tally"][seat] & U(0xFFFFF000)) != U0 or size_of(s["tally"][seat]) <= _SMALL_HAND:
        action = shortest_target(s, seat, list_cards(s, seat, False, U0))
        if action != NONE:
            return action
    return draw_or_pass(s)


@kernel
def greedy_drawn(s, seat):
    """A drawn card is played if it can be."""
    keep_call()
    n = list_plies(s, seat, True, True)
    action = shed_most(s, seat, n, U(255), -100)
    if action != NONE:
        return action
    n = list_cards(s, seat, True, U0)
    if n > U0:
        action = shortest_target(s, seat, n)
        return action if action != NONE else s["list"][0]
    n = list_plies(s, seat, True, True)
    return s["list"][0] if n > U0 and s["draw_play"] != 0 else simple_action(SHELVE)


@kernel
def greedy_bonus(s, seat):
    """The bonus of a Shadow: an action card if one is worth it."""
    keep_call()
    action = shortest_target(s, seat, list_cards(s, seat, False, U0))
    return action if action != NONE else simple_action(DECLINE)


@kernel
def greedy_interrupt(s, seat, noticed):
    """Every interrupt that sheds a hand card, the most cards first; NONE if there is none."""
    keep_call()
    n = list_plies(s, seat, False, False)
    return shed_most(s, seat, n, noticed, 40)


@helper
def novice_pick(s, seat, n):
    """The lowest legal group from the hand only, without Jokers, as many cards as possible; NONE if there is none."""
    best = NONE
    best_worth = np.int64(-1)
    for i in range(n):
        action = s["list"][i]
        if action_kind(action) >= GROUP_KINDS or action >> U(17) != U0:
            continue
        count = action_count(action)
        if hand_cards(s, seat, action) != count:
            continue
        worth = (16 - np.int64(action_value(action))) * 8 + np.int64(count)
        if worth > best_worth:
            best_worth = worth
            best = action
    return best


@kernel
def novice_turn(s, seat):
    """The lowest legal group from the hand; specials and actions when hardly a classic card is left."""
    keep_call()
    n = list_plies(s, seat, True, False)
    action = novice_pick(s, seat, n)
    if action != NONE:
        return action
    if n > U0 and (s["count"] == U0 or s["voluntary_draw"] == 0):
        return s["list"][0]
    if classics_of(s["tally"][seat]) <= U1:
        # Only now he thinks of his specials and action cards; the last one stays.
        for i in range(n):
            if action_kind(s["list"][i]) >= INFINI_LAID:
                return s["list"][i]
        if list_cards(s, seat, False, U0) > U0 and action_zone(s["list"][0]) == U(seat):
            return s["list"][0]
    return draw_or_pass(s)


@kernel
def novice_drawn(s, seat):
    """A drawn classic card is laid alone if it fits; others only if they must be."""
    keep_call()
    n = list_plies(s, seat, True, True)
    for i in range(n):
        action = s["list"][i]
        if action_kind(action) < GROUP_KINDS and action_count(action) == U1 and action >> U(17) == U0:
            return action
    if s["draw_play"] != 0:
        n = list_cards(s, seat, True, n)
        if n > U0:
            return s["list"][0]
    return simple_action(SHELVE)


@kernel
def novice_interrupt(s, seat, noticed):
    """A Rainbow from the hand; NONE without one."""
    keep_call()
    n = list_plies(s, seat, False, False)
    for i in range(n):
        action = s["list"][i]
        if action_kind(action) == RAINBOW_ADDED and is_noticed(noticed, action) and hand_cards(s, seat, action) > U0:
            return action
    return NONE


@kernel
def novice_cover(s, seat, noticed):
    """Cover the turned card with the lowest group from the hand; NONE if he cannot."""
    keep_call()
    n = list_plies(s, seat, False, False)
    m = U0
    for i in range(n):
        action = s["list"][i]
        if is_noticed(noticed, action) and action_kind(action) < GROUP_KINDS:
            s["list"][m] = action & ~U(1 << 16)
            m += U1
    action = novice_pick(s, seat, m)
    return action if action == NONE else action | U(1 << 16)
