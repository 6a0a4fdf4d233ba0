"""Compiled: rounds and matches from the deal to the result, and the rows they leave."""

import numpy as np

from numsim._jit import helper, keep_call, kernel
from numsim.bits import U0, U1, U
from numsim.cards import CLASSIC, NO_CARD
from numsim.games.speed.memory import forget_round
from numsim.games.speed.moves import next_move
from numsim.games.speed.options import CAP_ROUNDS, Ending, FlipEveryRound, Mode, SpeedgameCarry
from numsim.games.speed.rules import carry_out, start_looking, to_turn
from numsim.games.speed.state import (
    CENTRE,
    DISCARD,
    DRAWN,
    MAX_SEATS,
    NEVER,
    NOBODY,
    OVER,
    PLATEAU,
    cards_left,
    classics_of,
    clear_zone,
    deal_hands,
    next_seat,
    shuffle_deck,
    size_of,
)
from numsim.rng import seed_stream

_NO_SEAT = 255


@helper
def start_match(s, match):
    """Streams and line-up of a match."""
    s["match"] = match
    s["round"] = U0
    seed_stream(s["deal_rng"], s["deal_key"], match)
    seed_stream(s["bot_rng"], s["bot_key"], match)
    seed_stream(s["chance_rng"], s["chance_key"], match)
    seed_stream(s["reaction_rng"], s["reaction_key"], match)
    players = s["players"]
    for seat in range(players):
        place = U(seat)
        if s["rotate"] != 0:
            place = (place + match) % players
        s["line"][seat] = place
        s["bot"][seat] = s["line_bot"][place]
        s["label"][seat] = s["line_label"][place]
        s["blunder"][seat] = s["line_blunder"][place]
        s["points"][0, seat] = U0
        s["points"][1, seat] = U0
    s["used"] = U0
    s["last_winner"] = NOBODY
    s["last_first"] = NOBODY
    s["over"] = 0


@helper
def clear_for_round(s):
    """What the last round leaves on the table: nothing, or what a SPEED-GAME carries over (SP-154)."""
    for i in range(s["players"]):
        seat = U(i)
        carry = s["speedgame_carry"]
        if s["carried"] == 0 or carry == SpeedgameCarry.CLEAR:
            clear_zone(s, seat)
            clear_zone(s, PLATEAU + seat)
        elif carry != SpeedgameCarry.FINISHER_ONLY or seat == s["last_winner"]:
            clear_zone(s, PLATEAU + seat)


@helper
def deal_round(s):
    """Start the next round: the deal, and an empty table."""
    s["round"] += U1
    players = s["players"]
    s["dealer"] = (s["round"] - U1) % players
    s["carried"] = np.uint8(s["mode"] == Mode.SPEEDGAME and s["round"] & U1 == U0)
    if s["carried"] == 0:
        s["used"] = U0
    s["last_round"] = np.uint8(s["ending"] != Ending.POINTS and s["round"] >= s["rounds"])
    clear_for_round(s)
    clear_zone(s, DRAWN)
    if s["tracking"] != 0:
        clear_zone(s, CENTRE)
        clear_zone(s, DISCARD)
    if s["remembering"] != 0:
        forget_round(s)
    s["round_row"] = s["blank_round"]
    row = s["round_row"]
    row["match"] = np.uint32(s["match"])
    row["round"] = np.uint8(s["round"])
    row["carried"] = s["carried"]
    row["dealer"] = np.uint8(s["dealer"])
    row["extra"] = s["over"]
    for seat in range(players):
        s["row"][seat] = s["blank_row"]
        mine = s["row"][seat]
        mine["match"] = np.uint32(s["match"])
        mine["round"] = np.uint8(s["round"])
        mine["seat"] = np.uint8(seat)
        mine["bot"] = s["label"][seat]
        mine["kept"] = np.uint8(size_of(s["tally"][seat]))
        s["blocks"][seat] = 0
        s["skips"][seat] = 0
        s["obligation"][seat] = 0
        s["hand_ms"][seat] = NEVER
    s["out"] = U0
    s["outs"] = U0
    s["dropped"] = U0
    s["held_up"] = U0
    s["fails"] = U0
    s["events"] = U0
    s["drawn"] = U(NO_CARD)
    s["n_turned"] = U0
    s["now"] = 0
    s["late"] = U0
    s["count"] = U0
    s["value"] = U0
    s["owner"] = NOBODY
    s["pli_special"] = 0
    s["pli_families"] = U0
    s["pli_jokers"] = U0
    shuffle_deck(s)
    deal_hands(s)


@helper
def open_round(s):
    """Who begins: a turned card, or the leader of a round that is led (SP-013, SP-155, SP-A09)."""
    s["fresh"] = 1
    led = s["flip_every_round"] == FlipEveryRound.FIRST_ONLY and s["round"] > U1
    if s["carried"] != 0 or led:
        s["round_row"]["opening"] = 2
        to_turn(s, s["last_first"])
        return
    dealt = U0
    for seat in range(s["players"]):
        dealt += classics_of(s["tally"][U(seat)]) + classics_of(s["tally"][PLATEAU + U(seat)])
    s["classics_left"] = U(CLASSIC) - dealt
    start_looking(s)


@kernel
def choose_first(s):
    """Who leads the next round where it is led: most plateau cards, or the last winner (SP-155, readings R26, R27)."""
    keep_call()
    winner = U(s["round_row"]["winner"])
    pair = s["mode"] == Mode.SPEEDGAME and s["carried"] == 0
    if not pair and winner != U(_NO_SEAT):
        s["last_first"] = winner
        return
    begin = s["dealer"] if pair else next_seat(s, s["dealer"])
    if pair and winner != U(_NO_SEAT):
        begin = winner
    best = np.int64(-1)
    seat = begin
    for _ in range(s["players"]):
        seat = next_seat(s, seat)
        if pair:
            worth = np.int64(s["row"][seat]["plateau_left"])
        elif s["score"] == 0:
            worth = np.int64(s["row"][seat]["malus_classic"])
        else:
            worth = np.int64(s["row"][seat]["malus_competition"])
        if worth > best:
            best = worth
            s["last_first"] = seat


@helper
def reached(s, score, ending):
    """Whether an ending is reached under a score after this round (SP-143, SP-144)."""
    if ending == Ending.POINTS:
        if s["mode"] == Mode.SPEEDGAME and s["carried"] == 0:
            return False
        for seat in range(s["players"]):
            if s["points"][score, seat] >= s["limit"]:
                return True
        return s["round"] >= U(CAP_ROUNDS)
    return s["round"] >= s["rounds"]


@helper
def score_round(s):
    """Add the malus of the round; True if the match is over."""
    for seat in range(s["players"]):
        s["points"][0, seat] += U(s["row"][seat]["malus_classic"])
        s["points"][1, seat] += U(s["row"][seat]["malus_competition"])
    winner = U(s["round_row"]["winner"])
    s["last_winner"] = winner if winner != U(_NO_SEAT) else NOBODY
    choose_first(s)
    return reached(s, U(s["score"]), s["ending"])


@helper
def all_reached(s):
    """play_on: whether every ending is reached under both scores."""
    if s["round"] >= U(CAP_ROUNDS):
        return True
    if s["mode"] == Mode.SPEEDGAME:
        return True
    if s["round"] < s["longest"]:
        return False
    return reached(s, U0, Ending.POINTS) and reached(s, U1, Ending.POINTS)


@helper
def winners(s):
    """Bit mask of the seats with the lowest total (SP-143, SP-146)."""
    mask = 0
    best = U(1 << 62)
    for seat in range(s["players"]):
        total = s["points"][U(s["score"]), seat]
        if total < best:
            best = total
            mask = 0
        if total == best:
            mask |= 1 << seat
    return mask


@helper
def sole_leader(s):
    """Seat with the lowest total, -1 while shared."""
    mask = winners(s)
    for seat in range(MAX_SEATS):
        if mask == 1 << seat:
            return np.int64(seat)
    return np.int64(-1)


@kernel
def write_round(s, row, seat_rows, first):
    """One row of `rounds` and its N rows of `seats`, the first at seat_rows[first]."""
    keep_call()
    mine = s["round_row"]
    draws, outs, lead = 0, U0, U(mine["starter"])
    for seat in range(s["players"]):
        seat_row = s["row"][seat]
        draws += seat_row["draws"]
        outs |= U(seat_row["out"] != 0) << U(seat)
        seat_row["place"] = _NO_SEAT if lead == U(_NO_SEAT) else (U(seat) + s["players"] - lead) % s["players"]
        seat_rows[first + np.int64(seat)] = seat_row
    mine["draws"] = draws
    mine["outs"] = np.uint8(outs)
    mine["deck_left"] = np.uint8(cards_left(s))
    mine["events"] = np.uint16(s["events"])
    mine["ms"] = np.uint32(s["now"])
    row[0] = mine


@helper
def play_round(s):
    """From the first move to the end of the round."""
    while s["phase"] != OVER:
        seat, action = next_move(s)
        carry_out(s, seat, action)


@kernel
def play_many(states, first, count, rows):
    """Play matches first..first+count-1 with the run configured in states[0]; fills `rows`, returns the round rows.

    `rows` is (MATCH_ROW[count], ROUND_ROW[r], SEAT_ROW[r * players]). The kernel stops before a match for which the
    rows may not suffice; returns (matches played, rounds written).
    """
    s = states[0]
    players = np.int64(s["players"])
    n_rounds = np.int64(0)
    for i in range(count):
        if n_rounds + CAP_ROUNDS > len(rows[1]):
            return i, n_rounds
        start_match(s, U(first) + U(i))
        row = rows[0][i]
        row["match"] = np.uint32(s["match"])
        row["dealer"] = 0
        row["capped"] = 0
        row["lead_changes"] = 0
        row["ms"] = 0
        leader = np.int64(-1)
        done = False
        while not done:
            deal_round(s)
            open_round(s)
            play_round(s)
            write_round(s, rows[1][n_rounds : n_rounds + 1], rows[2], n_rounds * players)
            n_rounds += 1
            over = score_round(s)
            if s["over"] == 0:
                row["capped"] |= s["round_row"]["capped"]
                row["ms"] += np.uint32(s["now"])
                ahead = sole_leader(s)
                if ahead >= 0:
                    row["lead_changes"] += np.uint8(leader >= 0 and ahead != leader)
                    leader = ahead
                if over:
                    s["over"] = 1
                    row["rounds"] = np.uint8(s["round"])
                    row["winners"] = winners(s)
                    if s["ending"] == Ending.POINTS and s["round"] >= U(CAP_ROUNDS):
                        row["capped"] = 1
                    for seat in range(MAX_SEATS):
                        row["points"][seat] = np.uint16(s["points"][U(s["score"]), seat])
            done = s["over"] != 0 and (s["play_on"] == 0 or all_reached(s))
        row["extra_rounds"] = np.uint8(s["round"] - U(row["rounds"]))
    return count, n_rounds
