"""Compiled: the hands of the players: who slaps, and when. All draws come from the match's stream of reactions.

Latency = person * latency_factor * fatigue * (ex-Gaussian + offset of the kind) - gain of a right prediction + arm +
handicap of the turning player, never below `fastest_ms`. The ex-Gaussian is mu + sigma * Z + tau * E with Z and E from
tables of quantiles (numsim.quantiles).
"""

import numpy as np

from numsim import quantiles
from numsim._jit import helper, keep_call, kernel
from numsim.bits import U0, U1, U
from numsim.cards import RAINBOW
from numsim.games.folies.conditions import NOTHING, SLAP_2, SLAP_3, TRAP
from numsim.games.folies.options import Anticipation, WrongPile
from numsim.games.folies.state import EARLY, ERROR_KINDS, FAMILY_OF, GOOD, WRONG_PILE, has
from numsim.rng import next_u64

NORMAL = quantiles.NORMAL.copy()
EXPONENTIAL = quantiles.EXPONENTIAL.copy()

NEVER = 1_000_000
"""Added to the latency of a hand that does not slap, so that he is later than all who do."""
PASSIVE = 100_000_000
"""Latency of a player who never slaps: later than those who merely missed."""
_ALL = U(1 << 31)
"""One, for products of chances: in 2**31 parts, as a product with 2**32 parts must stay below 2**64."""
_LOW32 = U(0xFFFFFFFF)
_LAPSE_SHORTEST, _LAPSE_LENGTHS = U(5), U(6)


@helper
def quantile(table, bits):
    """A draw from a table of 4097 quantiles: 12 of 32 random bits choose the cell, 20 the place in it."""
    cell = bits >> U(20)
    part = np.int64(bits & U(0xFFFFF))
    low = table[cell]
    return low + (((table[cell + U1] - low) * part) >> 20)


@helper
def person_quantile(table, bits):
    """A draw from a table of 1025 quantiles with 32 random bits."""
    cell = bits >> U(22)
    part = np.int64(bits & U(0x3FFFFF))
    low = table[cell]
    return low + (((table[cell + U1] - low) * part) >> 22)


@kernel
def draw_persons(s):
    """Who sits there in this match: each seat's own speed and carelessness."""
    keep_call()
    for i in range(s["players"]):
        seat = U(i)
        line = s["line"][seat]
        bits = next_u64(s["reaction_rng"])
        s["person"][seat] = person_quantile(s["line_person"][line], bits >> U(32))
        s["speed"][seat] = (s["person"][seat] * s["line_factor"][line]) >> 16
        for kind in range(ERROR_KINDS):
            s["false_slap"][seat, kind] = U(person_quantile(s["line_false"][line, kind], bits & _LOW32))
        s["lapse_from"][seat] = U0
        s["lapse_to"][seat] = U0
    add_up_errors(s)


@helper
def add_up_errors(s):
    """Chance that somebody in the game slaps on a no-go card, by class: 1 - product of (1 - p)."""
    for kind in range(ERROR_KINDS):
        none = _ALL
        for i in range(s["players"]):
            if has(s["in_game"], i):
                none -= (none * s["false_slap"][i, kind]) >> U(32)
        s["any_false"][kind] = _ALL - none


@helper
def draw_latency(s, seat, line, kind):
    """Latency in ms of a hand, before what is right only for some: a number >= 0."""
    bits = next_u64(s["reaction_rng"])
    x = s["line_mu"][line] << 16
    x += s["line_sigma"][line] * quantile(NORMAL, bits >> U(32))
    x += s["line_tau"][line] * quantile(EXPONENTIAL, bits & _LOW32)
    x += s["line_offset"][line, kind] << 16
    factor = s["speed"][seat]
    if s["line_fatigue"][line] != 0:
        factor += (factor * np.int64(s["flips"]) * s["line_fatigue"][line]) >> 32
    return max((x >> 8) * factor >> 32, 0)


@helper
def finish_latency(s, seat, line, ms):
    """Arm, handicap of the turning player, lower limit."""
    ms += s["line_arm"][line]
    if seat == s["turner"]:
        ms += s["flipper_ms"]
    return max(ms, s["line_fastest"][line])


@helper
def put_hand(s, seat, ms, lot):
    """Note a hand; equal ms are ordered by lot (FO-041)."""
    s["hand_ms"][seat] = ms
    s["hand_key"][seat] = (U(ms) << U(32)) | lot


@helper
def is_lapsed(s, seat):
    """Whether a player's attention is away on this card."""
    return s["lapse_from"][seat] <= s["flips"] and s["flips"] < s["lapse_to"][seat]


@kernel
def draw_moods(s):
    """Lapses of attention, and the hands that come before the card can be seen (FO-A33), on every card."""
    keep_call()
    s["early"] = U0
    for i in range(s["players"]):
        seat = U(i)
        line = s["line"][seat]
        if not has(s["in_game"], seat):
            continue
        if s["line_lapse"][line] != U0 and s["flips"] >= s["lapse_to"][seat]:
            bits = next_u64(s["reaction_rng"])
            if bits >> U(32) < s["line_lapse"][line]:
                s["lapse_from"][seat] = s["flips"]
                s["lapse_to"][seat] = s["flips"] + _LAPSE_SHORTEST + (((bits & _LOW32) * _LAPSE_LENGTHS) >> U(32))
        early = s["line_anticipation"][line]
        if early != U0 and not is_lapsed(s, seat) and next_u64(s["reaction_rng"]) >> U(32) < early:
            s["early"] |= U1 << seat


@helper
def foresees(s, line):
    """Whether a player knew this card beforehand, from a collected pile that he remembers (FO-A15)."""
    at = s["collected"][s["card"]]
    if s["line_memory"][line] == U0 or at == U0:
        return False
    chance = s["line_memory"][line]
    half_life = s["line_half_life"][line]
    if half_life != U0:
        age = s["flips"] - at
        halvings = age // half_life
        if halvings >= U(32):
            return False
        chance >>= halvings
        # Between two halvings the share falls in a straight line.
        chance -= (chance * (age % half_life)) // (half_life + half_life)
    return next_u64(s["reaction_rng"]) >> U(32) < chance


@kernel
def react_to_slap(s):
    """Fill the hands of all who take part in a slap. Who misses a slap 3 gets the latency he would have had."""
    keep_call()
    kind = np.int64(s["kind"])
    part = s["with_cards"] if kind == SLAP_3 else s["in_game"]
    s["taking_part"] = part
    # Where slap 3 is played, a Rainbow calls all hands by itself, whatever else it makes.
    signal = SLAP_3 if s["rainbow_calls"] != 0 and FAMILY_OF[s["card"]] == U(RAINBOW) else kind
    for i in range(s["players"]):
        seat = U(i)
        if not has(part, seat):
            continue
        line = s["line"][seat]
        bits = next_u64(s["reaction_rng"])
        s["hand_fault"][seat] = GOOD
        slaps = (bits >> U(32)) < s["line_go"][line, signal]
        if s["moody"] != 0:
            if has(s["early"], seat):
                put_early_hand(s, seat, kind, bits & _LOW32)
                continue
            slaps &= not is_lapsed(s, seat)
        if s["line_passive"][line] != 0:
            put_hand(s, seat, np.int64(PASSIVE), bits & _LOW32)
            continue
        ms = draw_latency(s, seat, line, signal)
        if s["remembering"] != 0 and foresees(s, line):
            ms -= s["line_gain"][line]
        ms = finish_latency(s, seat, line, ms)
        if not slaps:
            ms += NEVER
        elif kind == SLAP_2 and s["line_wrong_pile"][line] != U0:
            wrong = next_u64(s["reaction_rng"]) >> U(32) < s["line_wrong_pile"][line]
            if wrong and s["wrong_pile"] == WrongPile.ERROR:
                s["hand_fault"][seat] = WRONG_PILE
        put_hand(s, seat, ms, bits & _LOW32)


@helper
def put_early_hand(s, seat, kind, lot):
    """Note a hand that comes before the card can be seen (FO-A33). It lands on the centre pile, so not for slap 2."""
    if s["anticipation"] == Anticipation.ERROR or kind == SLAP_2 or kind <= TRAP:
        s["hand_fault"][seat] = EARLY
    put_hand(s, seat, np.int64(0), lot)


@kernel
def react_falsely(s, draw):
    """Fill the wrong hands on a no-go card, early ones among them, given a 31-bit draw.

    A draw below any_false decides which seat is the first to slap falsely; the seats after it do so independently.
    Together that is the same as one draw for every seat, at the price of one draw for nearly all cards.
    """
    keep_call()
    kind = np.int64(s["kind"])
    s["taking_part"] = U0
    none = _ALL
    somebody = draw < s["any_false"][kind]
    found = False
    for i in range(s["players"]):
        seat = U(i)
        if not has(s["in_game"], seat):
            continue
        p = s["false_slap"][seat, kind]
        slaps = False
        if found:
            slaps = next_u64(s["reaction_rng"]) >> U(32) < p
        elif somebody:
            before = none
            none -= (none * p) >> U(32)
            slaps = _ALL - before <= draw and draw < _ALL - none
            found = slaps
        if has(s["early"], seat):
            put_early_hand(s, seat, kind, U0)
            s["taking_part"] |= U1 << seat
        elif slaps and not is_lapsed(s, seat):
            line = s["line"][seat]
            ms = draw_latency(s, seat, line, kind)
            ms = finish_latency(s, seat, line, (ms * s["line_false_latency"][line]) >> 16)
            put_hand(s, seat, ms, U0)
            s["hand_fault"][seat] = np.uint8(kind)
            s["taking_part"] |= U1 << seat


@helper
def react(s):
    """Hands on the card just turned. Returns whether there may be any."""
    kind = np.int64(s["kind"])
    if s["moody"] != 0:
        draw_moods(s)
    if kind == NOTHING:
        return False
    if kind > TRAP:
        react_to_slap(s)
        return True
    draw = next_u64(s["reaction_rng"]) >> U(33)
    if draw < s["any_false"][kind] or s["early"] != U0:
        react_falsely(s, draw)
        return True
    return False
