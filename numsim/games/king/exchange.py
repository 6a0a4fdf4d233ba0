"""Compiled: the exchange of cards between the ranks of the round before (KG-050 … KG-057)."""

import numpy as np

from numsim._jit import helper, keep_call, kernel
from numsim.bits import ONES, U0, U1, U4, U, highest_bit, lowest_bit
from numsim.cards import INFINI, JOKER, NO_CARD, NUMX, RAINBOW, SHADOW
from numsim.games.king.bots.exchange import card_to_return, names_special
from numsim.games.king.options import ExchangeSecond, KingReturns, NoRainbow, ThreePlayers
from numsim.games.king.state import CARD_COLOURS, CARD_REST, CARD_SHADOW_RAINBOW, families_held, seat_of_rank

_NONE = U(NO_CARD)


@helper
def best_rainbow(s, seat):
    """Code of the highest Rainbow in a hand, NO_CARD if none (KG-053)."""
    rainbows = (s["shadow_rainbow"][seat] >> U1) & ONES
    if rainbows != U0:
        return U(6) * ((highest_bit(rainbows) >> U(2)) + U1) + U(RAINBOW)
    if (s["zeros"][seat] >> U(RAINBOW)) & U1 != U0:
        return U(RAINBOW)
    return _NONE


@helper
def best_classic(s, seat):
    """Code of the highest classic card, ties S, W, R, B, Y, G; NO_CARD if none (KG-054)."""
    value = U0
    if s["counts"][seat] != U0:
        value = (highest_bit(s["counts"][seat]) >> U(2)) + U1
    families = families_held(s, seat, value)
    if families == U0:
        return _NONE
    family = lowest_bit(families)
    if (families >> U(RAINBOW)) & U1 != U0:
        family = U(RAINBOW)
    if (families >> U(SHADOW)) & U1 != U0:
        family = U(SHADOW)
    return U(6) * value + family


@helper
def best_special(s, seat):
    """Code of the best special: Num-X, Infini, Joker (KG-054), or with Joker before Infini; NO_CARD if none."""
    if s["numxs"][seat] > U0:
        return U(NUMX)
    joker_first = s["exchange_second"] == ExchangeSecond.JOKER_OVER_INFINI
    if s["jokers"][seat] > U0 and (joker_first or s["infinis"][seat] == U0):
        return U(JOKER)
    if s["infinis"][seat] > U0:
        return U(INFINI)
    return _NONE


@helper
def move_card(s, giver, receiver, card):
    """Move one card between hands and note it for both."""
    rest = CARD_REST[card]
    for i in range(2):
        seat = giver if i == 0 else receiver
        sign = ~U0 if i == 0 else U1  # minus one, modulo 2**64
        s["colours"][seat] += sign * CARD_COLOURS[card]
        s["shadow_rainbow"][seat] += sign * CARD_SHADOW_RAINBOW[card]
        if card >= U(6) and card < U(JOKER):
            s["counts"][seat] += sign * (U1 << (U4 * (card // U(6) - U1)))
        s["zeros"][seat] += sign * (rest & U(63))
        s["jokers"][seat] += sign * ((rest >> U(8)) & U(15))
        s["infinis"][seat] += sign * ((rest >> U(12)) & U(15))
        s["numxs"][seat] += sign * ((rest >> U(16)) & U(15))
        s["classics"][seat] += sign * ((rest >> U(24)) & U(255))
        s["size"][seat] += sign
    s["given"][giver, s["n_given"][giver]] = np.uint8(card)
    s["n_given"][giver] += 1
    s["received"][receiver, s["n_received"][receiver]] = np.uint8(card)
    s["n_received"][receiver] += 1


@helper
def give_rainbow(s, giver, receiver):
    """The Rainbow part of a gift. Returns how many cards were given, 0 or 1."""
    card = best_rainbow(s, giver)
    if card == _NONE and s["no_rainbow"] == NoRainbow.BEST_CLASSIC:
        card = best_classic(s, giver)
    if card == _NONE:
        return 0
    move_card(s, giver, receiver, card)
    return 1


@helper
def give_second(s, bouffon, king):
    """The Bouffon's second card (KG-054, KG-A22). Returns how many cards were given, 0 or 1."""
    special = best_special(s, bouffon)
    classic = best_classic(s, bouffon)
    wants_special = True
    if s["exchange_second"] == ExchangeSecond.KING_CATEGORY:
        wants_special = names_special(s, king, king)
    elif s["exchange_second"] == ExchangeSecond.BOUFFON_CHOICE:
        wants_special = names_special(s, bouffon, king)
    card = special
    if special == _NONE or (classic != _NONE and not wants_special):
        card = classic
    if card == _NONE:
        return 0
    move_card(s, bouffon, king, card)
    return 1


@helper
def give_back(s, king, receiver, cards):
    """What the King returns (KG-A24)."""
    for _ in range(cards):
        chosen = s["king_returns"] == KingReturns.CHOICE
        card = card_to_return(s, king, chosen)
        if card != _NONE:
            move_card(s, king, receiver, card)


@helper
def reset_exchange(s):
    """Forget the exchange of the round before."""
    for seat in range(s["players"]):
        s["n_given"][seat] = 0
        s["n_received"][seat] = 0
        for i in range(3):
            s["given"][seat, i] = NO_CARD
            s["received"][seat, i] = NO_CARD


@kernel
def exchange(s):
    """The whole exchange, after the deal and before play; all gifts come from the hands as dealt (KG-056)."""
    keep_call()
    players = np.int64(s["players"])
    king = seat_of_rank(s, 1)
    bouffon = seat_of_rank(s, players)
    from_bouffon = give_rainbow(s, bouffon, king)
    from_bouffon += give_second(s, bouffon, king)
    from_middle = 0
    middle = seat_of_rank(s, 2)
    if players > 3:
        give_rainbow(s, seat_of_rank(s, players - 1), middle)
    elif s["three_players"] == ThreePlayers.MID_GIVES_KING:
        from_middle = give_rainbow(s, middle, king)
    if s["king_returns"] != KingReturns.NONE:
        give_back(s, king, bouffon, from_bouffon)
        give_back(s, king, middle, from_middle)
