"""Compiled: the state of one NUM-SPEED match as a single structured record, its card zones, actions and the deck.

A *zone* holds cards: zone `seat` is a hand, PLATEAU + seat a plateau, DRAWN the card that was just drawn, CENTRE the
covered plies of the tour, DISCARD the classic and special cards out of play (the last two only where a rule or a bot
needs them). Each zone has

- `families[zone, value]`: the exact classic cards of a value 0..16, six bits for R B Y G S W;
- `counts[zone]`: nibble word, number of classic cards of each value 1..16;
- `tally[zone]`: nibbles 0..7 the numbers of Jokers, Infinis, Num-X, Simple, Double, Twister, Block and Bombe-X, then
  all cards (bits 32..39), classic cards (40..47) and the sum of their values (48..59).

An *action* is a word that says all about one step: the families and value of a group, its kind, where other cards come
from, targets. The rows of the tables are filled while the round goes on (`row`, `round_row`).
"""

import numpy as np

from numsim._jit import helper, keep_call, kernel
from numsim.bits import U0, U1, U4, U, popcount
from numsim.cards import (
    ALL_CARDS,
    BLOCK,
    BOMBE,
    CLASSIC,
    COPIES,
    DOUBLE,
    INFINI,
    JOKER,
    NUMX,
    RAINBOW,
    SHADOW,
    SIMPLE,
    TWISTER,
    VALUES,
)
from numsim.games.deck import insert_copies, remove_copies
from numsim.games.speed.options import DECK_KNOBS, OPTIONS
from numsim.games.speed.tables import MAX_SEATS, ROUND_ROW, SEAT_ROW
from numsim.rng import MAX_DECK, draw_picks, shuffle_any, swap_in

# Zones
PLATEAU = U(MAX_SEATS)
DRAWN = U(2 * MAX_SEATS)
CENTRE = U(2 * MAX_SEATS + 1)
DISCARD = U(2 * MAX_SEATS + 2)
ZONES = 2 * MAX_SEATS + 3

NOBODY = U(15)
"""No seat: the owner while nothing lies on the table, the winner of a round without one."""
INF_COUNT = U(15)
"""`count` of a pli that is an Infini; 0 is an empty table, 1..14 a group."""
MOST_COUNT = 14
"""Six natural cards and eight Jokers."""

# Phases
OPENING, TURN, DECIDING, BONUS, SHOWING, OVER = (U(i) for i in range(6))

# What an action does; up to NUMX_LAID the codes number tables.KINDS
LEAD, CAS1, CAS2, FUSION, PLUS, MINUS, EQUAL, DIVISION, RAINBOW_ADDED, SHADOW_LAID, INFINI_LAID, NUMX_LAID = (
    U(i) for i in range(12)
)
PLAY_CARD, DRAW, PASS, SHELVE, FLIP, OPENING_FAILS, CLOSE, DECLINE = (U(i) for i in range(12, 20))
PLY_KINDS = U(12)
GROUP_KINDS = U(8)

# Action cards, as in tables.ACTIONS
A_SIMPLE, A_DOUBLE, A_TWISTER, A_BLOCK, A_BOMBE = (U(i) for i in range(5))
FIRST_ACTION = U(3)
"""Nibble of the first action card in a tally."""

# Why a player passes
WHY_BLOCKED, WHY_ERROR, WHY_DECK_EMPTY, WHY_FREE = (U(i) for i in range(4))

NEVER = np.int64(1 << 60)
"""Time of a hand that does not come."""

T_PLAIN, T_RAINBOW, T_SHADOW, T_EQUAL, T_PLUS, T_MINUS, T_DIVISION, T_FUSION = (U(i) for i in range(8))
TIME_KINDS = 8
"""Kinds of combination that are noticed, decided and erred on alike."""
LATENCY_CELLS = 1024

SURE_PLIES = 10
"""Plies for which a laid card is known for sure (speed.md I.5)."""
FADED = 256
"""Plies after which no more is forgotten; a round has fewer."""
COVERABLE = np.uint8(MOST_COUNT + 1)
"""`fewer_than` of a hand of which nothing is known."""

_seats = (MAX_SEATS,)
STATE = np.dtype(
    [
        # The run: set once in Python, only read by kernels.
        ("players", np.uint64),
        *[(option.name, np.uint8) for option in OPTIONS],
        *[(knob, np.uint64) for knob in DECK_KNOBS],
        ("hand_size", np.uint64),
        ("limit", np.uint64),
        ("rounds", np.uint64),  # of a match that does not end by points
        ("longest", np.uint64),  # rounds after which every ending by rounds is reached
        ("malus_classic_card", np.uint64),
        ("malus_classic_special", np.uint64),
        ("malus_competition_special", np.uint64),
        ("cap_events", np.uint64),
        ("rotate", np.uint8),
        ("book_deck", np.uint8),  # the deck needs no change of copies
        ("book_play", np.uint8),  # options of play are the book's: the quick paths hold
        ("effects", np.uint8),  # Rainbow and Shadow have effects (not FAMILY)
        ("fusing", np.uint8),
        ("timed", np.uint8),  # somebody is not instant
        ("tracking", np.uint8),  # CENTRE and DISCARD are kept
        ("remembering", np.uint8),  # somebody counts cards: memory.py
        ("allowed", np.uint16, (2, MOST_COUNT + 2, VALUES, VALUES)),  # plies.py
        ("fitting", np.uint32, (2, MOST_COUNT + 2, VALUES)),
        ("line_bot", np.uint8, _seats),
        ("line_label", np.uint8, _seats),
        ("line_fade", np.uint64, (MAX_SEATS, FADED)),  # chance in 2**-32 to know a card so many plies later
        ("line_blunder", np.uint64, _seats),  # chance in 2**-32
        ("line_instant", np.uint8, _seats),
        ("line_motor", np.int64, _seats),
        ("line_pass", np.int64, _seats),
        ("line_median", np.int64, (MAX_SEATS, TIME_KINDS)),  # 256ths of ms, as the next three
        ("line_plateau", np.int64, _seats),
        ("line_turn", np.int64, _seats),
        ("line_drawn", np.int64, _seats),
        ("line_obliged", np.int64, _seats),  # factor in 65536ths
        ("line_spread", np.int64, (MAX_SEATS, LATENCY_CELLS + 1)),  # quantiles of the log-normal factor, 65536ths
        ("line_notice", np.uint64, (MAX_SEATS, TIME_KINDS)),  # chances in 2**-32
        ("line_err", np.uint64, (MAX_SEATS, TIME_KINDS)),
        ("deal_key", np.uint64),
        ("extra_key", np.uint64),
        ("bot_key", np.uint64),
        ("chance_key", np.uint64),
        ("memory_key", np.uint64),
        ("reaction_key", np.uint64),
        # The match
        ("match", np.uint64),
        ("round", np.uint64),
        ("deal_rng", np.uint64, (4,)),
        ("extra_rng", np.uint64, (4,)),
        ("bot_rng", np.uint64, (4,)),
        ("chance_rng", np.uint64, (4,)),
        ("reaction_rng", np.uint64, (4,)),
        ("bot", np.uint8, _seats),
        ("line", np.uint8, _seats),
        ("label", np.uint8, _seats),
        ("blunder", np.uint64, _seats),
        ("points", np.uint64, (2, MAX_SEATS)),  # totals by score and seat
        ("last_winner", np.uint64),
        ("over", np.uint8),  # the match is over; further rounds count for nothing (play_on)
        ("last_first", np.uint64),  # who leads the next round, where it is led
        ("used", np.uint64),  # nibbles of action cards played in this pair of rounds
        # The deal and the deck
        ("dealer", np.uint64),
        ("carried", np.uint8),
        ("deck", np.uint8, (256,)),
        ("draws", np.uint16, (MAX_DECK,)),
        ("picks", np.uint16, (MAX_DECK,)),
        ("top", np.uint64),  # cards on the deck, the next one at deck[top - 1]
        ("lazy", np.uint8),  # the rest of the deck is still to be shuffled
        ("under", np.uint8, (128,)),  # valueless cards put under the deck
        ("under_from", np.uint64),
        ("under_to", np.uint64),
        ("turned", np.uint8, (128,)),  # cards turned at the opening
        ("n_turned", np.uint64),
        ("classics_left", np.uint64),  # classic cards in the deck, at the opening
        ("drawn_flip", np.uint64),  # the card turned last
        # The zones
        ("families", np.uint8, (ZONES, 24)),
        ("counts", np.uint64, (ZONES,)),
        ("tally", np.uint64, (ZONES,)),
        # The tour
        ("phase", np.uint64),
        ("turn", np.uint64),
        ("owner", np.uint64),
        ("value", np.uint64),
        ("count", np.uint64),
        ("pli_families", np.uint64),
        ("pli_jokers", np.uint64),
        ("pli_special", np.uint8),  # 1 = the pli is an Infini
        ("kind", np.uint64),
        ("drawn", np.uint64),  # code of the drawn card in DRAWN
        ("replay", np.uint8),  # his turn goes on after Twister or Bombe-X
        ("acted", np.uint8),  # he has played an action card in this turn (action_is_turn=no)
        ("out", np.uint64),
        ("outs", np.uint64),
        ("dropped", np.uint64),  # out of the tour (pass_final)
        ("blocks", np.uint8, _seats),
        ("skips", np.uint8, _seats),
        ("held_up", np.uint64),  # mask of seats with blocks or skips
        ("obligation", np.uint8, _seats),
        ("fails", np.uint64),
        ("events", np.uint64),
        ("why", np.uint64),  # why the player in turn passes
        # What everybody has seen (memory.py), while `remembering`
        ("plies", np.uint64),
        ("laid_at", np.uint16, (CLASSIC,)),  # ply in which a card was laid last, 0 = not yet
        ("picked_by", np.uint8, (CLASSIC,)),  # seat + 1 in whose hand it came by a Shadow and still is
        ("gone", np.uint64),  # nibbles: Jokers, Infinis and Num-X laid
        ("fewer_than", np.uint8, (MAX_SEATS, VALUES)),  # a hand is thought to hold fewer cards of a value, since ply
        ("failed_at", np.uint16, (MAX_SEATS, VALUES)),
        ("unseen", np.uint8, (VALUES,)),  # scratch of take_stock
        ("known", np.uint8, (MAX_SEATS, VALUES)),
        ("lying", np.uint8, (VALUES,)),  # cards of a value on all plateaus
        ("unseen_infinis", np.uint64),
        ("unseen_numxs", np.uint64),
        ("odds", np.uint64, _seats),  # 64ths: chance that an unseen card is in this hand
        # The clock and the hands on their way
        ("now", np.int64),
        ("fresh", np.uint8),  # the table changed: everybody looks again
        ("hand_ms", np.int64, _seats),
        ("hand_action", np.uint64, _seats),
        ("think_ms", np.int64),
        ("thinking", np.uint8),
        ("list", np.uint64, (4096,)),  # scratch: legal actions
        ("late", np.uint64),  # mask of seats that made a late error with the last play
        ("late_action", np.uint64, _seats),
        ("late_ms", np.int64, _seats),
        ("late_now", np.uint8),
        ("error_card", np.uint8, _seats),  # card that an error cost, NO_CARD = none; by seat
        ("penalty", np.uint64),  # card drawn for a last play without a classic card
        ("shelved_by", np.uint64),  # who was interrupted before he decided about a drawn card, and that card
        ("shelved", np.uint64),
        ("discarded", np.uint64),  # nibble of a last card that was discarded
        ("refilled", np.uint64),  # cards of a deck that was just made of the discard
        ("tour_closed", np.uint8),
        ("lead_passed", np.uint8),
        ("last_round", np.uint8),
        ("windows", np.uint8),  # somebody interrupts
        ("pool", np.uint8, (256,)),
        ("taken_families", np.uint64),
        ("taken_jokers", np.uint64),
        # The rows of this round, filled as it goes on
        ("row", SEAT_ROW, _seats),
        ("blank_row", SEAT_ROW),
        ("round_row", ROUND_ROW),
        ("blank_round", ROUND_ROW),
    ],
    align=True,
)

# Tallies
SIZE1 = U(1 << 32)
CLASSIC1 = U(1 << 40)
_SUM1 = U(1 << 48)
SPECIALS = U(0xFFFFFFFF)
ACTION_NIBBLES = U(0xFFFFF000)
JOKERS = U(15)
JOKER1 = U1 + SIZE1
INFINI1 = U(1 << 4) + SIZE1
NUMX1 = U(1 << 8) + SIZE1
INFINI_NIBBLE = U(15 << 4)
NUMX_NIBBLE = U(15 << 8)


def _card_words():
    value = np.full(ALL_CARDS, VALUES, np.uint8)
    family = np.zeros(ALL_CARDS, np.uint8)
    counts = np.zeros(ALL_CARDS, np.uint64)
    tally = np.zeros(ALL_CARDS, np.uint64)
    low, high = np.zeros(ALL_CARDS, np.uint64), np.zeros(ALL_CARDS, np.uint64)
    for code in range(ALL_CARDS):
        if code < CLASSIC:
            v = code // 6
            value[code], family[code] = v, 1 << code % 6
            counts[code] = 1 << 4 * (v - 1) if v else 0
            tally[code] = (1 << 32) + (1 << 40) + (v << 48)
            low[code], high[code] = (1 << code, 0) if code < 64 else (0, 1 << code - 64)
        else:
            tally[code] = (1 << 4 * ((code - CLASSIC) // COPIES)) + (1 << 32)
    return value, family, counts, tally, low, high


VALUE_OF, FAMILY_BIT, CARD_COUNT, CARD_TALLY, MASK_LOW, MASK_HIGH = _card_words()

COUNT1 = np.array([0, *[1 << 4 * (v - 1) for v in range(1, VALUES)]], np.uint64)
"""One card of a value in a word of counts."""
TALLY1 = np.array([(1 << 32) + (1 << 40) + (v << 48) for v in range(VALUES)], np.uint64)
"""One classic card of a value in a tally."""

FIRST_FAMILIES = np.array(
    [[sum([1 << f for f in range(6) if held >> f & 1][:n]) for n in range(7)] for held in range(64)], np.uint64
)
"""FIRST_FAMILIES[held, n]: the first n of the held families in the order R B Y G S W."""

BOOK_COPIES = (2, 4, 1, 2, 2, 2, 3, 1)
"""Copies of the special and action cards in the book's deck, in the order of options.DECK_KNOBS (SP-003, SP-004)."""
_FIRSTS = (JOKER, INFINI, NUMX, SIMPLE, DOUBLE, TWISTER, BLOCK, BOMBE)
BOOK_DECK = np.array(
    [*range(CLASSIC), *[first + i for first, n in zip(_FIRSTS, BOOK_COPIES, strict=True) for i in range(n)]], np.uint8
)
"""The 119 cards of the box (SP-001)."""
_DECK_SIZE = U(BOOK_DECK.size)

RAINBOW_BIT = U(1 << RAINBOW)
SHADOW_BIT = U(1 << SHADOW)

# Actions: bits of the word
_VALUE_AT, _KIND_AT, _HAND_JOKERS_AT, _TABLE_JOKERS_AT = U(6), U(11), U(17), U(21)
_ZONE_AT, _CARD_AT, _TARGETS_AT = U(26), U(31), U(34)
OUT_OF_TURN = U(1 << 16)
DRAWN_JOKER = U(1 << 25)
ERROR = U(1 << 42)
NONE = U(1 << 63)
"""No action."""
PLAIN_LIMIT = U(1 << 17)
"""An action below it is a group from one hand, without Jokers."""


@helper
def group(kind, value, families):
    """Action of laying natural cards; they come from the own hand, the drawn card or the plateaus they lie on."""
    return families | (value << _VALUE_AT) | (kind << _KIND_AT)


@helper
def jokers_added(hand, table):
    """Part of an action: Jokers from the own hand, and from plateaus (own first, then nearest clockwise)."""
    return (hand << _HAND_JOKERS_AT) | (table << _TABLE_JOKERS_AT)


@helper
def special(kind, zone):
    """Action of laying an Infini or a Num-X from a zone."""
    return (kind << _KIND_AT) | (zone << _ZONE_AT)


@helper
def play_card(card, zone, targets):
    """Action of playing an action card (A_SIMPLE...) from a zone on a mask of target seats."""
    return (PLAY_CARD << _KIND_AT) | (zone << _ZONE_AT) | (card << _CARD_AT) | (targets << _TARGETS_AT)


@helper
def simple_action(kind):
    """Action without cards: DRAW, PASS, SHELVE, FLIP, OPENING_FAILS, CLOSE, DECLINE."""
    return kind << _KIND_AT


@helper
def action_families(action):
    return action & U(63)


@helper
def action_value(action):
    return (action >> _VALUE_AT) & U(31)


@helper
def action_kind(action):
    return (action >> _KIND_AT) & U(31)


@helper
def action_hand_jokers(action):
    return (action >> _HAND_JOKERS_AT) & U(15)


@helper
def action_table_jokers(action):
    return (action >> _TABLE_JOKERS_AT) & U(15)


@helper
def action_zone(action):
    return (action >> _ZONE_AT) & U(31)


@helper
def action_card(action):
    return (action >> _CARD_AT) & U(7)


@helper
def action_targets(action):
    return (action >> _TARGETS_AT) & U(255)


@helper
def action_count(action):
    """Cards that are laid."""
    jokers = action_hand_jokers(action) + action_table_jokers(action) + U((action & DRAWN_JOKER) != U0)
    return popcount(action_families(action)) + jokers


# Zones


@helper
def size_of(tally):
    return (tally >> U(32)) & U(255)


@helper
def classics_of(tally):
    return (tally >> U(40)) & U(255)


@helper
def sum_of(tally):
    return (tally >> U(48)) & U(0xFFF)


@helper
def copies_of(tally, nibble):
    """Number of cards of one special or action kind."""
    return (tally >> (U4 * nibble)) & U(15)


@helper
def held(s, zone, value):
    """Six bits: which cards of a value lie in a zone."""
    return U(s["families"][zone, value])


@helper
def add_card(s, zone, code):
    """Put one card into a zone."""
    s["families"][zone, VALUE_OF[code]] |= FAMILY_BIT[code]
    s["counts"][zone] += CARD_COUNT[code]
    s["tally"][zone] += CARD_TALLY[code]


@helper
def take_group(s, zone, value, families, n):
    """Take n natural cards of a value out of a zone."""
    s["families"][zone, value] ^= np.uint8(families)
    s["counts"][zone] -= n * COUNT1[value]
    s["tally"][zone] -= n * TALLY1[value]


@helper
def put_group(s, zone, value, families, n):
    """Put n natural cards of a value into a zone."""
    s["families"][zone, value] |= np.uint8(families)
    s["counts"][zone] += n * COUNT1[value]
    s["tally"][zone] += n * TALLY1[value]


@helper
def clear_zone(s, zone):
    for value in range(VALUES):
        s["families"][zone, value] = 0
    s["counts"][zone] = U0
    s["tally"][zone] = U0


@helper
def next_seat(s, seat):
    """The seat left of this one."""
    seat += U1
    return seat if seat < s["players"] else U0


@helper
def plateau_tally(s):
    """Sum of the tallies of all plateaus."""
    total = U0
    for i in range(s["players"]):
        total += s["tally"][PLATEAU + U(i)]
    return total


# The deck


@helper
def cards_left(s):
    """Cards in the deck."""
    return s["top"] + s["under_to"] - s["under_from"]


@helper
def draw_card(s):
    """Take the top card; the deck is not empty."""
    if s["top"] > U0:
        top = s["top"] - U1
        s["top"] = top
        if s["lazy"] != 0:
            swap_in(s["deck"], s["picks"], top)
        return U(s["deck"][top])
    code = U(s["under"][s["under_from"]])
    s["under_from"] += U1
    return code


@kernel
def settle_deck(s):
    """Finish the shuffle of the cards not drawn yet."""
    keep_call()
    if s["lazy"] != 0:
        for i in range(np.int64(s["top"]) - 1, -1, -1):
            swap_in(s["deck"], s["picks"], U(i))
        s["lazy"] = 0


@kernel
def change_copies(s):
    """Bring the shuffled deck of the book to the numbers of the knobs; other cards keep their places."""
    keep_call()
    settle_deck(s)
    size = _DECK_SIZE
    size = remove_copies(s, size, U(JOKER), s["n_joker"], U(2))
    size = remove_copies(s, size, U(INFINI), s["n_infini"], U(4))
    size = remove_copies(s, size, U(NUMX), s["n_numx"], U(1))
    size = remove_copies(s, size, U(SIMPLE), s["n_simple"], U(2))
    size = remove_copies(s, size, U(DOUBLE), s["n_double"], U(2))
    size = remove_copies(s, size, U(TWISTER), s["n_twister"], U(2))
    size = remove_copies(s, size, U(BLOCK), s["n_block"], U(3))
    size = remove_copies(s, size, U(BOMBE), s["n_bombe"], U(1))
    size = insert_copies(s, size, U(JOKER), s["n_joker"], U(2))
    size = insert_copies(s, size, U(INFINI), s["n_infini"], U(4))
    size = insert_copies(s, size, U(NUMX), s["n_numx"], U(1))
    size = insert_copies(s, size, U(SIMPLE), s["n_simple"], U(2))
    size = insert_copies(s, size, U(DOUBLE), s["n_double"], U(2))
    size = insert_copies(s, size, U(TWISTER), s["n_twister"], U(2))
    size = insert_copies(s, size, U(BLOCK), s["n_block"], U(3))
    size = insert_copies(s, size, U(BOMBE), s["n_bombe"], U(1))
    s["top"] = size


@kernel
def leave_out(s):
    """Take kept and used cards out of the deck of a second SPEED-GAME round (SP-156, SP-157)."""
    keep_call()
    settle_deck(s)
    gone = U0  # nibbles: copies of each special or action kind to leave out
    for zone in range(2 * MAX_SEATS):
        gone += s["tally"][zone] & SPECIALS
    gone += s["used"]
    n = U0
    for i in range(s["top"]):
        code = U(s["deck"][i])
        stays = True
        if code < U(CLASSIC):
            for zone in range(2 * MAX_SEATS):
                stays &= (s["families"][zone, VALUE_OF[code]] & FAMILY_BIT[code]) == 0
        else:
            nibble = U4 * ((code - U(CLASSIC)) // U(COPIES))
            if (gone >> nibble) & U(15) != U0:
                gone -= U1 << nibble
                stays = False
        if stays:
            s["deck"][n] = np.uint8(code)
            n += U1
    s["top"] = n


@helper
def shuffle_deck(s):
    """A fresh deck: the book's is shuffled, then changed, so that decks that differ in a few cards stay paired."""
    for i in range(BOOK_DECK.size):
        s["deck"][i] = BOOK_DECK[i]
    draw_picks(s["deal_rng"], BOOK_DECK.size, s["draws"], s["picks"])
    s["top"] = _DECK_SIZE
    s["lazy"] = 1
    s["under_from"] = U0
    s["under_to"] = U0
    if s["book_deck"] == 0:
        change_copies(s)
    if s["carried"] != 0:
        leave_out(s)


@helper
def deal_hands(s):
    """Deal one card after the other from the dealer's left; everybody gets as many (SP-011, SP-154)."""
    players = s["players"]
    each = s["hand_size"]
    if each * players > s["top"]:
        each = s["top"] // players
    seat = next_seat(s, s["dealer"])
    for _ in range(each * players):
        code = draw_card(s)
        add_card(s, seat, code)
        row = s["row"][seat]
        row["dealt_low"] |= MASK_LOW[code]
        row["dealt_high"] |= MASK_HIGH[code]
        if code >= U(CLASSIC):
            row["had"][(code - U(CLASSIC)) // U(COPIES)] += 1
        seat = next_seat(s, seat)
    for i in range(players):
        s["row"][i]["dealt"] = each


@kernel
def refill(s):
    """Make the discarded classic and special cards the deck (deck_out=reshuffle, SP-A13); False if there are none."""
    keep_call()
    n = U0
    for value in range(VALUES):
        for family in range(6):
            if s["families"][DISCARD, value] >> family & 1:
                s["deck"][n] = np.uint8(6 * value + family)
                n += U1
    for nibble in range(3):
        for copy in range(copies_of(s["tally"][DISCARD], U(nibble))):
            s["deck"][n] = np.uint8(CLASSIC + COPIES * nibble + np.int64(copy))
            n += U1
    if n == U0:
        return False
    clear_zone(s, DISCARD)
    shuffle_any(s["chance_rng"], s["deck"], U0, n)
    s["top"] = n
    s["lazy"] = 0
    s["under_from"] = U0
    s["under_to"] = U0
    return True


@helper
def hand_of(s, seat):
    return s["tally"][seat]


@helper
def is_set(mask, seat):
    return (mask >> U(seat)) & U1 != U0


@helper
def jokers_of(tally):
    return tally & JOKERS
