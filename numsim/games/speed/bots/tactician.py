"""Compiled: `tactician`: weighs every legal step by malus, plies needed and tempo (docs/games/speed.md, Bots)."""

import numpy as np

from numsim._jit import helper, keep_call, kernel
from numsim.bits import U0, U1, U, popcount
from numsim.games.speed.bots.baseline import draw_or_pass
from numsim.games.speed.bots.greedy import hand_cards, is_noticed, own_plateau_cards
from numsim.games.speed.legal import list_cards, list_plies
from numsim.games.speed.options import Score
from numsim.games.speed.state import (
    A_BLOCK,
    A_BOMBE,
    A_TWISTER,
    ACTION_NIBBLES,
    DECLINE,
    DRAW,
    INFINI_LAID,
    NONE,
    PLATEAU,
    SHADOW_LAID,
    SHELVE,
    action_card,
    action_count,
    action_families,
    action_hand_jokers,
    action_kind,
    action_targets,
    action_value,
    classics_of,
    held,
    simple_action,
    size_of,
)

# Weights in tenths of a malus point, chosen by hand and checked in self-play at four players.
PLY_SAVED = 30
GROUP_BROKEN = 18
HIGH_CARD_KEPT = 1
JOKER_KEPT = 25
SPECIAL_KEPT = 25
RELIEF = 4
CARD_DRAWN = 12
TEMPO_OF_INFINI = 20
STUCK = 120
LAST_CLASSICS = 3
OUT = 1000
LEAST_INTERRUPT = 8


@helper
def card_malus(s, value):
    """Malus of a classic card in tenths, in the score in force."""
    if s["score"] == Score.CLASSIC:
        return 10 * np.int64(s["malus_classic_card"])
    # A drawn card is worth 8 on average; scaled so that a card counts as much as in the classic score.
    return (10 * np.int64(value) + 4) // 8


@helper
def special_malus(s):
    """Malus of a special or action card in tenths, on the same scale."""
    if s["score"] == Score.CLASSIC:
        return 10 * np.int64(s["malus_classic_special"])
    return (10 * np.int64(s["malus_competition_special"]) + 4) // 8


@kernel
def ply_worth(s, seat, action):
    """What a ply is worth in tenths of a malus point."""
    keep_call()
    kind = action_kind(action)
    tally = s["tally"][seat]
    size = np.int64(size_of(tally))
    classics = np.int64(classics_of(tally))
    others_held = size - classics
    if kind >= INFINI_LAID:
        mine = np.int64(hand_cards(s, seat, action))
        worth = special_malus(s) * mine + TEMPO_OF_INFINI
        if classics > LAST_CLASSICS:
            worth -= SPECIAL_KEPT
        return worth
    value = action_value(action)
    families = action_families(action)
    from_hand = np.int64(popcount(families & held(s, seat, value)))
    jokers = np.int64(action_hand_jokers(action))
    own = np.int64(own_plateau_cards(s, seat, action))
    cards = np.int64(action_count(action))
    worth = card_malus(s, value) * (from_hand + own) + special_malus(s) * jokers
    worth -= RELIEF * (cards - from_hand - own - jokers)
    here = np.int64(popcount(held(s, seat, value)))
    if from_hand > 0:
        worth += PLY_SAVED if from_hand == here else -GROUP_BROKEN
    if jokers > 0 and classics > LAST_CLASSICS:
        worth -= JOKER_KEPT * jokers
    if s["score"] == Score.CLASSIC:
        worth -= HIGH_CARD_KEPT * np.int64(value) * from_hand
    if kind == SHADOW_LAID:
        worth -= card_malus(s, value) * np.int64(s["count"]) + PLY_SAVED
        if s["count"] == U1 and tally & ACTION_NIBBLES != U0:
            worth += special_malus(s)
    left = size - from_hand - jokers
    if left == 0 and kind != SHADOW_LAID:
        worth += OUT
    elif classics - from_hand == 0 and others_held - jokers > 0 and kind != SHADOW_LAID and size > 0:
        worth -= STUCK
    return worth


@kernel
def best_ply(s, seat, n, noticed):
    """(action, worth) of the best of the first n listed plies; NONE if there is none."""
    keep_call()
    best = NONE
    best_worth = np.int64(-10_000)
    for i in range(n):
        action = s["list"][i]
        if is_noticed(noticed, action):
            worth = ply_worth(s, seat, action)
            if worth > best_worth:
                best_worth = worth
                best = action
    return best, best_worth


@kernel
def best_card(s, seat, n):
    """(action, worth) of the best of the first n listed action cards."""
    keep_call()
    players = s["players"]
    hands = U0
    plateaus = U0
    for i in range(players):
        hands += size_of(s["tally"][U(i)])
        plateaus += size_of(s["tally"][PLATEAU + U(i)])
    own_hand = np.int64(size_of(s["tally"][seat]) * players) - np.int64(hands)
    own_plateau = np.int64(size_of(s["tally"][PLATEAU + U(seat)]) * players) - np.int64(plateaus)
    shed = special_malus(s)
    late = np.int64(classics_of(s["tally"][seat])) <= LAST_CLASSICS
    best = NONE
    best_worth = np.int64(-10_000)
    for i in range(n):
        action = s["list"][i]
        card = action_card(action)
        worth = shed + (40 if late else 0)
        if card == A_TWISTER:
            worth += 10 * own_plateau // np.int64(players)
        elif card == A_BOMBE:
            worth += 10 * (own_hand + own_plateau) // np.int64(players)
        else:
            targets = action_targets(action)
            shortest = U(255)
            for k in range(players):
                if (targets >> U(k)) & U1 != U0:
                    shortest = min(shortest, size_of(s["tally"][U(k)]))
            worth += 8 - np.int64(min(shortest, U(8)))
            if card == A_BLOCK and popcount(targets) > U1:
                worth += 30 if s["owner"] == U(seat) else -4
        if worth > best_worth:
            best_worth = worth
            best = action
    return best, best_worth


@kernel
def tactician_turn(s, seat):
    """The best of all plies, action cards and drawing."""
    keep_call()
    leading = s["count"] == U0
    n = list_plies(s, seat, True, False)
    must = n > U0 and (leading or s["voluntary_draw"] == 0)
    ply, worth = best_ply(s, seat, n, U(255))
    card, card_worth = best_card(s, seat, list_cards(s, seat, False, U0))
    if card != NONE and card_worth > worth and (card_worth > 0 or must):
        return card
    if ply != NONE and (must or worth > -CARD_DRAWN):
        return ply
    action = draw_or_pass(s)
    if action == simple_action(DRAW) or ply == NONE:
        return action
    return ply if worth > 0 else action


@kernel
def tactician_drawn(s, seat):
    """A drawn card is laid unless that breaks more than the plateau costs."""
    keep_call()
    n = list_plies(s, seat, True, True)
    ply, worth = best_ply(s, seat, n, U(255))
    n = list_cards(s, seat, True, U0)
    if n > U0:
        card, _ = best_card(s, seat, n)
        return card
    if ply != NONE and (s["draw_play"] != 0 or worth > -2 * CARD_DRAWN):
        return ply
    return simple_action(SHELVE)


@kernel
def tactician_bonus(s, seat):
    """The bonus of a Shadow: the best action card."""
    keep_call()
    card, worth = best_card(s, seat, list_cards(s, seat, False, U0))
    return card if card != NONE and worth > 0 else simple_action(DECLINE)


@kernel
def tactician_interrupt(s, seat, noticed):
    """The best interrupt, if it is worth laying; NONE otherwise."""
    keep_call()
    n = list_plies(s, seat, False, False)
    if n == U0:
        return NONE
    ply, worth = best_ply(s, seat, n, noticed)
    return ply if worth >= LEAST_INTERRUPT else NONE
