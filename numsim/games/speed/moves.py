"""Compiled: who makes the next step of a round, and which: windows, turns, the opening."""

import numpy as np

from numsim._jit import helper, keep_call, kernel
from numsim.bits import U0, U1, U
from numsim.games.speed.bots.decide import (
    decide_bonus,
    decide_drawn,
    decide_held_up,
    decide_turn,
    want_cover,
    want_interrupt,
    want_show,
)
from numsim.games.speed.legal import list_plies, may_interrupt, meets_obligation
from numsim.games.speed.options import InterruptTie, LateCard, OpeningPriority
from numsim.games.speed.reflexes import ALL_NOTICED, first_hand, look, thinking_time, with_error
from numsim.games.speed.state import (
    BONUS,
    CLOSE,
    DECIDING,
    DECLINE,
    ERROR,
    FLIP,
    INF_COUNT,
    NEVER,
    NOBODY,
    NONE,
    OPENING,
    OPENING_FAILS,
    OUT_OF_TURN,
    TURN,
    action_value,
    is_set,
    next_seat,
    simple_action,
)


@helper
def instant_window(s):
    """Interrupt of the first seat clockwise from the owner that wants one, without a clock: (seat, action or NONE)."""
    seat = s["owner"]
    for _ in range(s["players"]):
        seat = next_seat(s, seat)
        if may_interrupt(s, seat):
            action = want_interrupt(s, seat, ALL_NOTICED)
            if action != NONE:
                return seat, action
    return NOBODY, NONE


@kernel
def timed_window(s):
    """The earliest interrupt that comes before the player in turn acts: (seat, action or NONE). The clock goes on."""
    keep_call()
    if s["fresh"] != 0:
        look(s)
    turn = s["turn"]
    closing = s["phase"] == TURN and turn == s["owner"] and s["replay"] == 0
    if s["thinking"] == 0:
        s["thinking"] = 1
        line = s["line"][turn]
        if closing or is_set(s["held_up"], turn):
            s["think_ms"] = s["now"] + s["line_pass"][line]
        elif s["phase"] == DECIDING:
            s["think_ms"] = s["now"] + thinking_time(s, turn, s["line_drawn"][line])
        else:
            s["think_ms"] = s["now"] + thinking_time(s, turn, s["line_turn"][line])
    found = first_hand(s, s["owner"])
    while found >= 0:
        seat = U(found)
        ms = max(s["hand_ms"][seat], s["now"])
        own_first = s["interrupt_tie"] == InterruptTie.IN_TURN_FIRST and not closing
        if ms > s["think_ms"] or (ms == s["think_ms"] and own_first):
            break
        s["hand_ms"][seat] = NEVER
        if meets_obligation(s, seat, s["hand_action"][seat]):
            s["now"] = ms
            if s["late_card"] == LateCard.ERROR:
                note_late(s, seat)
            return seat, with_error(s, seat, s["hand_action"][seat])
        found = first_hand(s, s["owner"])
    s["now"] = max(s["think_ms"], s["now"])
    return NOBODY, NONE


@helper
def note_late(s, winner):
    """Hands that were on their way before they could see the one that came first (late_card=error)."""
    for i in range(s["players"]):
        seat = U(i)
        if seat == winner or s["hand_ms"][seat] == NEVER or not may_interrupt(s, seat):
            continue
        if max(s["hand_ms"][seat], s["now"]) - s["line_motor"][s["line"][seat]] <= s["now"]:
            s["late"] |= U1 << seat
            s["late_ms"][seat] = max(s["hand_ms"][seat], s["now"])
            s["late_action"][seat] = s["hand_action"][seat]


@kernel
def late_error(s):
    """The next late hand whose cards do not fit the new pli: (seat, erroneous action or NONE)."""
    keep_call()
    while s["late"] != U0:
        first = NOBODY
        for i in range(s["players"]):
            if is_set(s["late"], i) and (first == NOBODY or s["late_ms"][i] < s["late_ms"][first]):
                first = U(i)
        s["late"] &= ~(U1 << first)
        s["hand_ms"][first] = NEVER
        if is_set(s["out"] | s["dropped"], first) or first == s["owner"]:
            continue
        action = s["late_action"][first]
        n = list_plies(s, first, False, False)
        fits_still = False
        for i in range(n):
            other = s["list"][i]
            same_cards = (other & U(63)) == (action & U(63)) and action_value(other) == action_value(action)
            fits_still |= same_cards and (other >> U(17)) == (action >> U(17))
        if not fits_still:
            s["late_now"] = 1
            return first, action | ERROR
    return NOBODY, NONE


@helper
def window_opens(s):
    """Whether, without a clock, anybody can come before the player in turn."""
    if s["interrupt_tie"] != InterruptTie.CLOCKWISE and s["turn"] != s["owner"]:
        return False
    return s["count"] != INF_COUNT or s["numx_out_of_turn"] != 0 or s["infini_out_of_turn"] != 0


@helper
def turn_move(s):
    """The next step while a player is in turn or decides about a drawn card."""
    turn = s["turn"]
    if s["late"] != U0:
        seat, action = late_error(s)
        if action != NONE:
            return seat, action
    if s["timed"] != 0:
        if s["count"] != U0 or s["thinking"] == 0:
            seat, action = timed_window(s)
            if action != NONE:
                return seat, action
    elif s["windows"] != 0 and s["count"] != U0 and s["phase"] == TURN and window_opens(s):
        seat, action = instant_window(s)
        if action != NONE:
            return seat, action
    if s["phase"] == DECIDING:
        return turn, decide_drawn(s, turn)
    if turn == s["owner"] and s["replay"] == 0:
        return turn, simple_action(CLOSE)
    if is_set(s["held_up"], turn):
        return turn, decide_held_up(s, turn)
    return turn, decide_turn(s, turn)


@kernel
def opening_move(s):
    """The next step of the opening: a cover, a turned card, or the end of the deck (SP-013..020)."""
    keep_call()
    if s["count"] != U0:
        begin = s["dealer"]
        if s["timed"] == 0:
            seat = begin
            for _ in range(s["players"]):
                seat = next_seat(s, seat)
                action = want_cover(s, seat, ALL_NOTICED)
                if action != NONE:
                    return seat, action
        else:
            if s["fresh"] != 0:
                look(s)
            found = first_hand(s, begin)
            if found >= 0 and s["opening_priority"] == OpeningPriority.SEAT:
                seat = next_seat(s, begin)
                while s["hand_ms"][seat] == NEVER:
                    seat = next_seat(s, seat)
                found = np.int64(seat)
            if found >= 0:
                seat = U(found)
                s["now"] = max(s["now"], s["hand_ms"][seat])
                s["hand_ms"][seat] = NEVER
                return seat, with_error(s, seat, s["hand_action"][seat])
    if s["classics_left"] == U0:
        return NOBODY, simple_action(OPENING_FAILS)
    return NOBODY, simple_action(FLIP)


@kernel
def show_move(s):
    """infini_end=instant: a Num-X is shown, or the tour ends."""
    keep_call()
    seat = s["owner"]
    for _ in range(s["players"]):
        seat = next_seat(s, seat)
        action = want_show(s, seat)
        if action != NONE:
            return seat, action
    return s["owner"], simple_action(DECLINE)


@helper
def next_move(s):
    """Seat and action of the next step of the round."""
    phase = s["phase"]
    if phase == OPENING:
        return opening_move(s)
    if phase <= DECIDING:
        seat, action = turn_move(s)
        if s["timed"] != 0 and seat == s["turn"] and action & (ERROR | OUT_OF_TURN) == U0:
            action = with_error(s, seat, action)
        return seat, action
    if phase == BONUS:
        return s["turn"], decide_bonus(s, s["turn"])
    return show_move(s)
