"""Compiled: what the whole table has seen in a round, and how much of it a seat still knows.

Kept only while somebody sits at the table who remembers (`remembering`); everything here is public when it happens:
cards in plies, cards that a Shadow took up, and who drew instead of covering a pli.
"""

import numpy as np

from numsim._jit import helper, keep_call, kernel
from numsim.bits import U0, U1, U, lowest_bit, popcount
from numsim.cards import CLASSIC, VALUES
from numsim.games.speed.state import (
    CENTRE,
    COVERABLE,
    DISCARD,
    DRAWN,
    FADED,
    INFINI1,
    INFINI_LAID,
    NUMX1,
    NUMX_LAID,
    PLATEAU,
    SIZE1,
    SPECIALS,
    SURE_PLIES,
    cards_left,
    is_set,
    size_of,
)
from numsim.rng import mix64

_GOLDEN = U(0x9E3779B97F4A7C15)
INFINI, NUMX = INFINI1 - SIZE1, NUMX1 - SIZE1
"""One of each in the nibbles of `gone`, which are those of a tally."""


@kernel
def forget_round(s):
    """A new round: nothing has been seen."""
    keep_call()
    s["plies"] = U0
    s["gone"] = U0
    for code in range(CLASSIC):
        s["laid_at"][code] = 0
        s["picked_by"][code] = 0
    forget_failures(s)


@helper
def forget_failures(s):
    """Hands have changed unseen: what was missing in them may be there now."""
    for seat in range(s["players"]):
        for value in range(VALUES):
            s["fewer_than"][seat, value] = COVERABLE


@kernel
def note_ply(s, kind):
    """A ply was laid; the pli on the table shows it."""
    keep_call()
    s["plies"] += U1
    families = s["pli_families"]
    while families != U0:
        code = U(6) * s["value"] + lowest_bit(families)
        families &= families - U1
        s["laid_at"][code] = np.uint16(s["plies"])
        s["picked_by"][code] = 0
    if kind == INFINI_LAID:
        s["gone"] += INFINI
    if kind == NUMX_LAID:
        s["gone"] += NUMX


@kernel
def note_pick_up(s, seat):
    """The cards of the pli come into a hand, and everybody knows them there."""
    keep_call()
    families = s["pli_families"]
    while families != U0:
        code = U(6) * s["value"] + lowest_bit(families)
        families &= families - U1
        s["laid_at"][code] = 0
        s["picked_by"][code] = np.uint8(seat + U1)
    s["gone"] -= s["pli_jokers"]


@kernel
def note_failure(s, seat):
    """He had the turn and laid nothing: he is taken to lack every group that would have covered."""
    keep_call()
    values = U(s["fitting"][U1, s["count"], s["value"]])
    owed = U(s["obligation"][seat])
    while values != U0:
        value = lowest_bit(values)
        values &= values - U1
        options = U(s["allowed"][U1, s["count"], s["value"], value])
        if owed != U0:
            options &= U1 << owed
        if options != U0:
            least = np.uint8(lowest_bit(options))
            if least <= s["fewer_than"][seat, value]:
                s["fewer_than"][seat, value] = least
                s["failed_at"][seat, value] = np.uint16(s["plies"])


@kernel
def note_new_hands(s):
    """Bombe-X or Twister put other cards into the hands."""
    keep_call()
    for code in range(CLASSIC):
        s["picked_by"][code] = 0
    forget_failures(s)


@kernel
def note_refill(s):
    """The discard is about to become the deck: its cards are unseen again; those of this tour stay seen."""
    keep_call()
    for value in range(VALUES):
        for family in range(6):
            if s["families"][DISCARD, value] >> family & 1:
                s["laid_at"][6 * value + family] = 0
    s["gone"] = s["tally"][CENTRE] & SPECIALS
    s["gone"] += s["pli_jokers"]
    if s["pli_special"] != 0:
        s["gone"] += INFINI if s["pli_special"] == 1 else NUMX


@helper
def recalls(s, seat, item, seen_at):
    """Whether a seat still knows what it saw at a ply: surely for ten plies, then less with each (speed.md, Bots).

    What is forgotten stays forgotten: the draw hangs on match, round, seat and item only.
    """
    age = min(s["plies"] - U(seen_at), U(FADED - 1))
    if age <= U(SURE_PLIES):
        return True
    key = mix64(mix64(s["memory_key"] ^ s["match"]) + s["round"] * U(64) + U(seat))
    chance = U(s["line_fade"][s["line"][seat], age])
    return mix64(key + U(item) * _GOLDEN) >> U(32) < chance


@kernel
def take_stock(s, seat):
    """Write to `unseen` which classic cards a seat cannot place, and to `known` what it knows in other hands.

    unseen: 6-bit masks by value; `lying`: numbers of cards on the plateaus, by value; known: numbers of cards, by seat
    and value. Returns how many cards of all kinds may be
    anywhere in the deck or the other hands, as it seems to him: forgotten cards count among them.
    """
    keep_call()
    for other in range(s["players"]):
        for value in range(VALUES):
            s["known"][other, value] = 0
    total = cards_left(s)
    for other in range(s["players"]):
        if U(other) != U(seat):
            total += size_of(s["tally"][U(other)])
    for value in range(VALUES):
        lying = U0
        for other in range(s["players"]):
            lying |= U(s["families"][PLATEAU + U(other), value])
        s["lying"][value] = np.uint8(popcount(lying))
        visible = U(s["families"][seat, value]) | U(s["families"][DRAWN, value]) | lying
        unseen = U0
        for family in range(6):
            if is_set(visible, family):
                continue
            code = 6 * value + family
            holder = np.int64(s["picked_by"][code]) - 1
            if holder >= 0:
                s["known"][holder, value] += 1
                total -= U1
            elif s["laid_at"][code] == 0:
                unseen |= U1 << U(family)
            elif not recalls(s, seat, code, s["laid_at"][code]):
                unseen |= U1 << U(family)
                total += U1
        s["unseen"][value] = np.uint8(unseen)
    return total
