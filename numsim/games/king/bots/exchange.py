"""Compiled: the decisions of the exchange, where an option leaves one to a player."""

from numsim._jit import helper
from numsim.bits import U0, U1, U, lowest_bit
from numsim.cards import NO_CARD
from numsim.games.king.state import families_held


@helper
def names_special(s, chooser, king):
    """Whether the second card of the Bouffon shall be his best special (else his best classic card), KG-A22.

    The King names the classic card, which he can always lay; the Bouffon gives the special, which can be a burden.
    """
    return chooser != king


@helper
def lowest_classic(s, seat):
    """Code of the lowest classic card of a hand, ties R B Y G S W; NO_CARD if none."""
    value = U0
    if s["zeros"][seat] == U0:
        if s["counts"][seat] == U0:
            return U(NO_CARD)
        value = (lowest_bit(s["counts"][seat]) >> U(2)) + U1
    return U(6) * value + lowest_bit(families_held(s, seat, value))


@helper
def card_to_return(s, king, chosen):
    """Code of the card that the King gives back next: his lowest classic card, also where he may choose."""
    return lowest_classic(s, king)
