"""Compiled: matches from the deal to the result, and the rows they leave."""

import numpy as np

from numsim._jit import helper, keep_call, kernel
from numsim.bits import U0, U1, U, popcount
from numsim.games.folies.conditions import (
    NEAR_MISS,
    SLAP_1,
    SLAP_1_3,
    SLAP_1BIS,
    SLAP_1BIS_3,
    SLAP_2,
    SLAP_3,
    TRAP,
)
from numsim.games.folies.reaction import draw_persons, react
from numsim.games.folies.rules import finish_card, settle, turn_card
from numsim.games.folies.state import (
    BY_1,
    BY_1BIS,
    BY_2,
    BY_CHALLENGE,
    BY_COMBO,
    EARLY,
    NOBODY,
    WRONG_PILE,
    clear_top,
    deal,
    has,
)
from numsim.games.folies.tables import MAX_SEATS
from numsim.rng import bounded, seed_stream

SAMPLE_EVERY = 16
"""Cards between two samples of the stack sizes, as long as the history is not full."""


FIRST_SNAP = 64
"""Tricks before the first state is kept for the loop search: most games end before."""


@kernel
def start_match(s, match):
    """Streams, line-up, starter, persons and deal of a match."""
    keep_call()
    s["match"] = match
    seed_stream(s["deal_rng"], s["deal_key"], match)
    seed_stream(s["reaction_rng"], s["reaction_key"], match)
    seed_stream(s["chance_rng"], s["chance_key"], match)
    players = s["players"]
    for i in range(players):
        line = U(i)
        if s["rotate"] != 0:
            line = (line + match) % players
        s["line"][i] = line
    s["in_game"] = (U1 << players) - U1
    s["pending"] = U0
    if s["slapping"] != 0:
        draw_persons(s)
    s["starter"] = bounded(s["deal_rng"], players)
    deal(s)
    clear_table(s)
    clear_tallies(s)


@helper
def clear_table(s):
    """No piles, no challenge, no card turned."""
    s["n_folies"] = U0
    s["folies_rainbows"] = U0
    s["folies_shadows"] = U0
    clear_top(s)
    s["turn"] = s["starter"]
    s["holder"] = NOBODY
    s["solo"] = NOBODY
    s["flips"] = U0
    s["ms"] = 0
    s["next_ms"] = 0
    s["over"] = 0
    s["winner"] = NOBODY
    s["wrong"] = U0
    s["late"] = U0
    s["early"] = U0
    s["occasion"] = 0
    s["resolved"] = 0
    s["deferred"] = U0
    s["kind"] = 0


@helper
def clear_tallies(s):
    """All counts of the match are 0."""
    s["tricks"] = U0
    s["high_cards"] = U0
    s["occasions"][:] = U0
    s["missed"] = U0
    s["empty_2"] = U0
    s["folies_most"] = U0
    s["locked"] = U0
    for seat in range(s["players"]):
        s["left"][seat] = U0
        for i in range(5):
            s["takes"][i, seat] = U0
            s["gained"][i, seat] = U0
            s["faults"][i, seat] = U0
        s["taxes"][seat] = U0
        s["paid_tax"][seat] = U0
        s["paid_errors"][seat] = U0
        s["lates"][seat] = U0
        s["eligible"][seat] = U0
        s["hands"][seat] = U0
        s["out_flip"][seat] = U0
        s["out_ms"][seat] = 0
        s["chances"][seat] = U0
        s["chances_won"][seat] = U0
    if s["remembering"] != 0:
        s["collected"][:] = U0
    s["samples"] = U0
    s["stride"] = U(SAMPLE_EVERY)
    s["snap_turn"] = U(MAX_SEATS)
    s["snap_next"] = U(FIRST_SNAP)
    s["loop_flips"] = U0
    s["loop_tricks"] = U0


@helper
def play_card(s):
    """Turn one card and carry out all that follows from it."""
    seat = s["turn"]
    card = turn_card(s, seat)
    if s["slapping"] != 0 and react(s):
        settle(s)
    finish_card(s, seat, card)


@helper
def leaders(s, sample, largest):
    """Bit mask of the seats with the largest (or the smallest) stack in a sample of the sizes."""
    best = np.int64(s["history"][sample, 0])
    mask = 1
    for seat in range(1, np.int64(s["players"])):
        size = np.int64(s["history"][sample, seat])
        if size == best:
            mask |= 1 << seat
        elif (size > best) == largest:
            best = size
            mask = 1 << seat
    return mask


@kernel
def write_course(s, row):
    """Columns of `matches` that follow from the samples of the stack sizes: who led when."""
    keep_call()
    samples = np.int64(s["samples"])
    row["lead_changes"] = 0
    row["settled"] = 0
    row["half_leaders"] = 0
    row["half_trailers"] = 0
    leader = 0
    settled = np.int64(0)
    for i in range(samples):
        mask = leaders(s, i, True)
        if mask & (mask - 1) == 0:
            if leader != 0 and mask != leader:
                row["lead_changes"] += 1
            leader = mask
        if U(mask) != s["winners"]:
            settled = i + 1
    # The number of the first sample of the last unbroken lead; without one it is the end.
    row["settled"] = min(U(settled + 1) * s["stride"], s["flips"])
    half = half_sample(s)
    if half >= 0:
        row["half_leaders"] = leaders(s, half, True)
        row["half_trailers"] = leaders(s, half, False)


@helper
def half_sample(s):
    """Index of the last sample in the first half of the match, -1 if there is none."""
    return min(np.int64(s["flips"] // (U(2) * s["stride"])), np.int64(s["samples"])) - 1


@kernel
def write_match(s, row):
    """One row of the table `matches`."""
    keep_call()
    row["match"] = np.uint32(s["match"])
    row["starter"] = s["starter"]
    row["winners"] = s["winners"]
    row["end"] = s["end"]
    row["flips"] = s["flips"]
    row["ms"] = s["next_ms"]
    row["tricks"] = s["tricks"]
    row["high_cards"] = s["high_cards"]
    row["occasions_1"] = s["occasions"][SLAP_1]
    row["occasions_1bis"] = s["occasions"][SLAP_1BIS]
    row["occasions_2"] = s["occasions"][SLAP_2]
    row["occasions_3"] = s["occasions"][SLAP_3]
    row["occasions_1_3"] = s["occasions"][SLAP_1_3]
    row["occasions_1bis_3"] = s["occasions"][SLAP_1BIS_3]
    row["missed"] = s["missed"]
    row["empty_2"] = s["empty_2"]
    row["traps"] = s["occasions"][TRAP]
    row["near_misses"] = s["occasions"][NEAR_MISS]
    row["folies_most"] = s["folies_most"]
    row["locked"] = s["locked"]
    row["loop_flips"] = s["loop_flips"]
    row["loop_tricks"] = s["loop_tricks"]
    write_course(s, row)


@helper
def standing(s, seat):
    """A number that is larger the better a seat did: winners, then those in the game by stack, then by time."""
    if has(s["winners"], seat):
        return np.int64(1) << 40
    if s["out_flip"][seat] == U0:
        return (np.int64(1) << 32) + np.int64(s["size"][seat])
    return np.int64(s["out_flip"][seat])


@kernel
def write_seat(s, seat, row):
    """One row of the table `seats`."""
    keep_call()
    line = s["line"][seat]
    row["match"] = np.uint32(s["match"])
    row["seat"] = seat
    row["bot"] = s["line_label"][line]
    row["place"] = (U(seat) + s["players"] - s["starter"]) % s["players"]
    rank = 1
    for other in range(np.int64(s["players"])):
        rank += np.int64(standing(s, other) > standing(s, seat))
    row["rank"] = rank
    row["person"] = (s["person"][seat] * 1000) >> 16
    row["typical_ms"] = min((((s["line_median"][line] * s["speed"][seat]) >> 16) >> 8) + s["line_arm"][line], 65535)
    row["dealt"] = popcount(s["dealt"][seat, 0]) + popcount(s["dealt"][seat, 1])
    row["dealt_low"] = s["dealt"][seat, 0]
    row["dealt_high"] = s["dealt"][seat, 1]
    row["turned"] = s["left"][seat] - s["paid_tax"][seat] - s["paid_errors"][seat]
    half = half_sample(s)
    row["half_size"] = s["history"][half, seat] if half >= 0 else row["dealt"]
    least = np.int64(row["dealt"])
    for i in range(np.int64(s["samples"])):
        least = min(least, np.int64(s["history"][i, seat]))
    row["least_size"] = least
    row["final_size"] = s["size"][seat]
    row["out_flip"] = s["out_flip"][seat]
    row["out_ms"] = s["out_ms"][seat]
    row["last_chances"] = s["chances"][seat]
    row["chances_won"] = s["chances_won"][seat]
    row["takes_challenge"] = s["takes"][BY_CHALLENGE, seat]
    row["takes_1"] = s["takes"][BY_1, seat]
    row["takes_1bis"] = s["takes"][BY_1BIS, seat]
    row["takes_combo"] = s["takes"][BY_COMBO, seat]
    row["takes_2"] = s["takes"][BY_2, seat]
    row["cards_challenge"] = s["gained"][BY_CHALLENGE, seat]
    row["cards_1"] = s["gained"][BY_1, seat]
    row["cards_1bis"] = s["gained"][BY_1BIS, seat]
    row["cards_combo"] = s["gained"][BY_COMBO, seat]
    row["cards_2"] = s["gained"][BY_2, seat]
    row["taxes"] = s["taxes"][seat]
    row["paid_tax"] = s["paid_tax"][seat]
    row["paid_errors"] = s["paid_errors"][seat]
    row["false_neutral"] = s["faults"][0, seat]
    row["false_near"] = s["faults"][NEAR_MISS, seat]
    row["false_trap"] = s["faults"][TRAP, seat]
    row["false_pile"] = s["faults"][WRONG_PILE, seat]
    row["false_early"] = s["faults"][EARLY, seat]
    row["late"] = s["lates"][seat]
    row["eligible"] = s["eligible"][seat]
    row["hands"] = s["hands"][seat]


@kernel
def play_many(states, first, count, rows):
    """Play matches first..first+count-1 with the run configured in states[0]; fills `rows`.

    `rows` is (MATCH_ROW[count], SEAT_ROW[count * players]).
    """
    s = states[0]
    players = np.int64(s["players"])
    for i in range(count):
        start_match(s, U(first) + U(i))
        while s["over"] == 0:
            play_card(s)
        write_match(s, rows[0][i])
        for seat in range(players):
            write_seat(s, seat, rows[1][i * players + seat])
