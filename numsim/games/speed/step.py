"""Compiled: the pieces of a match as kernels of their own, for Python that plays one step at a time.

They call the same functions as `play.play_many`; there is no second set of rules.
"""

from numsim._jit import kernel
from numsim.bits import U0, U1, U
from numsim.games.speed import legal, moves, play, rules
from numsim.games.speed.bots import decide as bots
from numsim.games.speed.reflexes import ALL_NOTICED
from numsim.games.speed.state import BONUS, DECIDING, PLATEAU, add_card, clear_zone, is_set, settle_deck


@kernel
def start_match(states, match):
    """Seed and set up a match."""
    play.start_match(states[0], U(match))


@kernel
def deal_round(states):
    """Deal the next round."""
    play.deal_round(states[0])
    settle_deck(states[0])


@kernel
def open_round(states):
    """Let the round begin."""
    play.open_round(states[0])


@kernel
def score_round(states):
    """Add the malus of a finished round; True if the match is over."""
    return play.score_round(states[0])


@kernel
def all_reached(states):
    """Whether every ending is reached under both scores (play_on)."""
    return play.all_reached(states[0])


@kernel
def winners(states):
    """Bit mask of the winning seats."""
    return play.winners(states[0])


@kernel
def next_move(states):
    """(seat, action) of the next step as clock and bots have it; seat 15 is nobody's."""
    return moves.next_move(states[0])


@kernel
def carry_out(states, seat, action):
    """Carry out a step."""
    rules.carry_out(states[0], U(seat), U(action))


@kernel
def list_plies(states, seat, in_turn, drawn):
    """Write the legal plies to `list`, return their number (legal.list_plies)."""
    return legal.list_plies(states[0], U(seat), in_turn, drawn)


@kernel
def list_cards(states, seat, drawn):
    """Write the playable action cards with their targets to `list`, return their number."""
    return legal.list_cards(states[0], U(seat), drawn, U0)


@kernel
def may_interrupt(states, seat):
    """Whether a seat may lay out of turn now."""
    return legal.may_interrupt(states[0], U(seat))


@kernel
def can_draw(states):
    """Whether there is a card to draw."""
    return legal.can_draw(states[0])


@kernel
def wanted(states, seat):
    """The interrupt that a seat's bot would make if it noticed everything; action 2**63 = none."""
    return bots.want_interrupt(states[0], U(seat), ALL_NOTICED)


@kernel
def set_dealt(states, cards, zones, deck):
    """Replace the deal: cards[i] (codes) lies in zones[i]; `deck` is the deck, top card first."""
    s = states[0]
    for i in range(s["players"]):
        clear_zone(s, U(i))
        clear_zone(s, PLATEAU + U(i))
        row = s["row"][i]
        row["dealt"] = 0
        row["kept"] = 0
        row["dealt_low"] = U0
        row["dealt_high"] = U0
        for k in range(8):
            row["had"][k] = 0
    for i in range(cards.size):
        zone = U(zones[i])
        code = U(cards[i])
        add_card(s, zone, code)
        if zone < PLATEAU:
            row = s["row"][zone]
            row["dealt"] += 1
            if code < U(64):
                row["dealt_low"] |= U1 << code
            elif code < U(102):
                row["dealt_high"] |= U1 << (code - U(64))
            else:
                row["had"][(code - U(102)) // U(8)] += 1
    n = deck.size
    for i in range(n):
        s["deck"][n - 1 - i] = deck[i]
    s["top"] = U(n)
    s["lazy"] = 0
    s["under_from"] = U0
    s["under_to"] = U0


@kernel
def decide(states, seat):
    """What a seat's bot does in its turn, with its drawn card or after its Shadow, without clock and windows."""
    s = states[0]
    if s["phase"] == DECIDING:
        return bots.decide_drawn(s, U(seat))
    if s["phase"] == BONUS:
        return bots.decide_bonus(s, U(seat))
    if is_set(s["held_up"], seat):
        return bots.decide_held_up(s, U(seat))
    return bots.decide_turn(s, U(seat))
