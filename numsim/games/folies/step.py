"""Compiled: the steps of a match as kernels of their own, for Python that plays card by card or scripts the hands.

They call the same functions as `play.play_many`; there is no second set of rules.
"""

import numpy as np

from numsim._jit import kernel
from numsim.bits import U0, U1, U
from numsim.games.folies import play, reaction, rules
from numsim.games.folies.conditions import SLAP_3, TRAP
from numsim.games.folies.reaction import NEVER
from numsim.games.folies.state import GOOD, clear_stacks, give, has


@kernel
def start_match(states, match):
    """Deal a match; the first card is to be turned."""
    play.start_match(states[0], U(match))


@kernel
def set_dealt(states, cards, seats, starter):
    """Replace the deal: cards[i] (codes) lies in the stack of seats[i], top cards first; the starter begins."""
    s = states[0]
    clear_stacks(s)
    for i in range(cards.size):
        seat = U(seats[i])
        give(s, seat, s["size"][seat], U(cards[i]))
    s["starter"] = U(starter)
    s["turn"] = U(starter)


@kernel
def turn_card(states):
    """The player whose turn it is turns his top card; `kind` says what it asks for."""
    s = states[0]
    rules.turn_card(s, s["turn"])


@kernel
def react(states):
    """Draw the hands of the profiles. Returns whether there are any."""
    s = states[0]
    return s["slapping"] != 0 and reaction.react(s)


@kernel
def set_hands(states, ms, fault):
    """Take the hands from the caller: by seat the latency in ms (int64, < 0: no hand), and GOOD or why it is wrong."""
    s = states[0]
    kind = np.int64(s["kind"])
    s["taking_part"] = U0
    for i in range(s["players"]):
        seat = U(i)
        part = s["with_cards"] if kind == SLAP_3 else s["in_game"]
        if not has(part, seat) or (kind <= TRAP and ms[i] < 0):
            continue
        s["taking_part"] |= U1 << seat
        s["hand_ms"][seat] = ms[i] if ms[i] >= 0 else np.int64(NEVER)
        s["hand_key"][seat] = (U(s["hand_ms"][seat]) << U(32)) | U(i)
        s["hand_fault"][seat] = fault[i] if ms[i] >= 0 else GOOD


@kernel
def settle(states):
    """Resolve the hands: race, prizes, payments."""
    rules.settle(states[0])


@kernel
def finish_card(states):
    """Challenge, last chances, eliminations, the end, and who turns next."""
    s = states[0]
    rules.finish_card(s, s["turner"], s["card"])
