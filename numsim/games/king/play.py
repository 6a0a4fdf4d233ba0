"""Compiled: rounds and matches from the deal to the result, and the rows they leave."""

import numpy as np

from numsim._jit import helper, keep_call, kernel
from numsim.bits import U0, U1, U2, U
from numsim.games.king.bots.decide import decide_follow, decide_lead
from numsim.games.king.exchange import exchange, reset_exchange
from numsim.games.king.options import GameEnd
from numsim.games.king.rules import apply, start_round
from numsim.games.king.state import (
    DOUBLE,
    EFFECTS,
    INFINI_CUT,
    LEAD,
    LONE_SHADOW,
    MAX_SEATS,
    NUMX_CUT,
    OVER,
    RAINBOW,
    SHADOW,
    deal,
    seat_of_rank,
)
from numsim.rng import bounded, seed_stream


@helper
def start_match(s, match):
    """Streams, line-up and the random first starter of a match (KG-005, KG-A02)."""
    s["match"] = match
    s["round"] = U0
    seed_stream(s["deal_rng"], s["deal_key"], match)
    seed_stream(s["bot_rng"], s["bot_key"], match)
    players = s["players"]
    for seat in range(players):
        place = U(seat)
        if s["rotate"] != 0:
            place = (place + match) % players
        s["bot"][seat] = s["line_bot"][place]
        s["label"][seat] = s["line_label"][place]
        s["memory"][seat] = s["line_memory"][place]
        s["blunder"][seat] = s["line_blunder"][place]
        s["points"][seat] = 0
        s["kings"][seat] = 0
        s["last_rank"][seat] = 0
    s["starter"] = bounded(s["deal_rng"], players)
    reset_exchange(s)


@helper
def deal_round(s):
    """Start the next round: who starts (KG-005), the deal; the exchange follows."""
    s["round"] += U1
    if s["round"] > U1:
        s["starter"] = seat_of_rank(s, s["players"])
    deal(s)


@helper
def open_round(s):
    """The exchange (from round 2 on) and the reset of the round's counters."""
    if s["round"] > U1 and s["exchange"] != 0:
        reset_exchange(s)
        exchange(s)
    start_round(s)


@helper
def score_round(s):
    """Points of the round: N - rank (KG-058). Returns whether the match is over."""
    players = np.int64(s["players"])
    third_king = False
    for seat in range(players):
        rank = np.int64(s["rank"][seat])
        s["last_rank"][seat] = rank
        s["points"][seat] += players - rank
        if rank == 1:
            s["kings"][seat] += 1
            third_king |= s["kings"][seat] == 3
    if s["game_end"] == GameEnd.FIRST_TO_3_KINGS:
        return third_king
    return s["round"] >= s["rounds"]


@helper
def winners(s):
    """Bit mask of the seats that win the match (KG-058, KG-A27)."""
    mask = 0
    best = np.int64(-1)
    for seat in range(np.int64(s["players"])):
        score = s["points"][seat]
        if s["game_end"] == GameEnd.FIRST_TO_3_KINGS:
            score = s["kings"][seat] // 3
        if score > best:
            best = score
            mask = 0
        if score == best:
            mask |= 1 << seat
    return mask


@helper
def pack_shadow_rainbow(word):
    """From two bits in each nibble to 32 bits: bit 2(v-1) Shadow, 2(v-1)+1 Rainbow of value v."""
    word = (word | (word >> U2)) & U(0x0F0F0F0F0F0F0F0F)
    word = (word | (word >> U(4))) & U(0x00FF00FF00FF00FF)
    word = (word | (word >> U(8))) & U(0x0000FFFF0000FFFF)
    return (word | (word >> U(16))) & U(0xFFFFFFFF)


@kernel
def write_seat(s, seat, row):
    """One row of the table `seats`."""
    keep_call()
    place = (U(seat) + s["players"] - s["starter"]) % s["players"]
    rest = s["dealt_rest"][seat]
    row["match"] = np.uint32(s["match"])
    row["round"] = s["round"]
    row["seat"] = seat
    row["bot"] = s["label"][seat]
    row["place"] = place
    row["rank"] = s["rank"][seat]
    row["last_rank"] = s["last_rank"][seat]
    row["dealt"] = (rest >> U(32)) & U(255)
    row["hand_colours"] = s["dealt_colours"][seat]
    row["hand_shadow_rainbow"] = pack_shadow_rainbow(s["dealt_shadow_rainbow"][seat])
    row["hand_zeros"] = rest & U(63)
    row["hand_jokers"] = (rest >> U(8)) & U(15)
    row["hand_infinis"] = (rest >> U(12)) & U(15)
    row["hand_numxs"] = (rest >> U(16)) & U(15)
    for i in range(3):
        row["given"][i] = s["given"][seat, i]
        row["received"][i] = s["received"][seat, i]
    row["cards_left"] = s["size"][seat]
    row["out_step"] = s["out_step"][seat]
    row["stuck"] = s["stuck"][seat]
    plays, leads, tricks = 0, 0, 0
    for effect in range(len(EFFECTS)):
        plays += s["laid"][effect, seat]
        leads += s["led"][effect, seat]
        tricks += s["won"][effect, seat]
    row["plays"] = plays
    row["passes"] = s["passes"][seat]
    row["leads"] = leads
    row["tricks"] = tricks
    row["rainbows"] = s["laid"][RAINBOW, seat]
    row["rainbows_won"] = s["won"][RAINBOW, seat]
    row["rainbow_leads"] = s["led"][RAINBOW, seat]
    row["rainbow_leads_won"] = s["led_won"][RAINBOW, seat]
    row["shadows"] = s["laid"][SHADOW, seat]
    row["shadows_won"] = s["won"][SHADOW, seat]
    row["lone_shadows"] = s["laid"][LONE_SHADOW, seat]
    row["lone_shadows_won"] = s["won"][LONE_SHADOW, seat]
    row["doubles"] = s["laid"][DOUBLE, seat]
    row["infinis"] = s["laid"][INFINI_CUT, seat]
    row["infinis_won"] = s["won"][INFINI_CUT, seat]
    row["numxs"] = s["laid"][NUMX_CUT, seat]
    row["joker_groups"] = s["joker_groups"][seat]
    row["joker_groups_won"] = s["joker_groups_won"][seat]


@helper
def write_round(s, row, seat_rows, first):
    """One row of `rounds` and its N rows of `seats`, the first at seat_rows[first]."""
    row["match"] = np.uint32(s["match"])
    row["round"] = s["round"]
    row["starter"] = s["starter"]
    row["tricks"] = s["tricks"]
    plays, leads, passes, lead_passes, still_in = 0, 0, 0, 0, 0
    for seat in range(np.int64(s["players"])):
        seat_row = seat_rows[first + seat]
        write_seat(s, seat, seat_row)
        plays += seat_row["plays"]
        leads += seat_row["leads"]
        passes += s["passes"][seat]
        lead_passes += s["lead_passes"][seat]
        still_in += np.int64(s["out_step"][seat] == 0)
        if s["rank"][seat] == 1:
            row["king"] = seat
    row["plays"] = plays
    row["leads"] = leads
    row["passes"] = passes
    row["lead_passes"] = lead_passes
    row["all_stuck"] = np.uint8(s["fails"] > U0 and still_in > 1)
    row["capped"] = s["capped"]


@helper
def sole_leader(s):
    """Seat with most points, -1 while shared."""
    best = np.int64(-1)
    leader = np.int64(-1)
    for seat in range(np.int64(s["players"])):
        if s["points"][seat] > best:
            best = s["points"][seat]
            leader = seat
        elif s["points"][seat] == best:
            leader = -1
    return leader


@kernel
def play_many(states, first, count, rows):
    """Play matches first..first+count-1 with the run configured in states[0]; fills `rows`, returns the round rows.

    `rows` is (MATCH_ROW[count], ROUND_ROW[r], SEAT_ROW[r * players]) with r at least the most rounds that can be.
    """
    s = states[0]
    players = np.int64(s["players"])
    n_rounds = np.int64(0)
    for i in range(count):
        start_match(s, U(first) + U(i))
        row = rows[0][i]
        row["match"] = np.uint32(s["match"])
        row["starter"] = s["starter"]
        row["capped"] = 0
        row["lead_changes"] = 0
        leader = np.int64(-1)
        over = False
        while not over:
            deal_round(s)
            open_round(s)
            while s["phase"] != OVER:
                seat = s["turn"]
                action = decide_lead(s, seat) if s["phase"] == LEAD else decide_follow(s, seat)
                apply(s, action)
            write_round(s, rows[1][n_rounds], rows[2], n_rounds * players)
            n_rounds += 1
            row["capped"] |= s["capped"]
            over = score_round(s)
            ahead = sole_leader(s)
            if ahead >= 0:
                row["lead_changes"] += np.uint8(leader >= 0 and ahead != leader)
                leader = ahead
        row["rounds"] = s["round"]
        row["winners"] = winners(s)
        for seat in range(MAX_SEATS):
            row["points"][seat] = s["points"][seat]
    return n_rounds
