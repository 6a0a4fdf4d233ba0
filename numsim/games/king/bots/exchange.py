"""Compiled: the decisions of the exchange, where an option leaves one to a player."""

from numsim._jit import helper, keep_call, kernel
from numsim.bits import U0, U1, U2, U, lowest_bit, nibbles_at_least
from numsim.cards import NO_CARD
from numsim.games.king.bots.evaluate import COST, GROUP_CLASS
from numsim.games.king.state import families_held

_FIRST_PLANNER = 2
"""Bots from this id on (`thrifty`) choose; `random` and `lowest` keep what the book's order gives."""


@helper
def names_special(s, chooser, king):
    """Whether the second card of the Bouffon shall be his best special (else his best classic card), KG-A22.

    The baseline King names the classic card, which he can always lay, and a baseline Bouffon gives the special, which
    can be a burden. Planning bots value a Num-X or Infini higher: their King takes it, their Bouffon keeps it (four
    strategists: the King's mean rank points 1.97 with the special, 1.77 without; the Bouffon's 1.16 and 1.38).
    """
    return (chooser != king) != (s["bot"][chooser] >= _FIRST_PLANNER)


@helper
def lowest_classic(s, seat):
    """Code of the lowest classic card of a hand, ties R B Y G S W; NO_CARD if none."""
    value = U0
    if s["zeros"][seat] == U0:
        if s["counts"][seat] == U0:
            return U(NO_CARD)
        value = (lowest_bit(s["counts"][seat]) >> U(2)) + U1
    return U(6) * value + lowest_bit(families_held(s, seat, value))


@kernel
def dearest_classic(s, seat):
    """Code of the classic card without which the hand is cheapest to empty; NO_CARD if none."""
    keep_call()
    best = U(NO_CARD)
    most = -1e9
    held = nibbles_at_least(s["counts"][seat], U1) >> U(3)
    value = U0
    families = s["zeros"][seat]
    while True:
        if families != U0:
            card = lowest_bit(families)
            strength = U2 * value
            rest = families & (families - U1)
            saved = COST[strength, GROUP_CLASS[families]] - COST[strength, GROUP_CLASS[rest]]
            if saved > most:
                most = saved
                best = U(6) * value + card
        if held == U0:
            return best
        value = (lowest_bit(held) >> U2) + U1
        held &= held - U1
        families = families_held(s, seat, value)


@helper
def card_to_return(s, king, chosen):
    """Code of the card that the King gives back next: his lowest classic card, or the dearest where he may choose."""
    if chosen and s["bot"][king] >= _FIRST_PLANNER:
        return dearest_classic(s, king)
    return lowest_classic(s, king)
