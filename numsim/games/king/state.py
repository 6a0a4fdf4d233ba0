"""Compiled: the state of one NUM KING match as a single structured record, hands, the deck and the deal.

A hand is kept as exact cards in nibble words. Values 1..16 have field value-1: `colours` holds the families R B Y G as
bits 0..3, `shadow_rainbow` the families S W as bits 0..1, `counts` the number of classic cards. Value 0 has its own
6-bit mask `zeros` (R B Y G S W). An *action* is one integer: bits 0..5 the families laid, 6..9 Jokers, 10..14 the
value, 15..16 the kind.
"""

import numpy as np

from numsim._jit import helper
from numsim.bits import U0, U1, U4, U, nibble_popcounts, popcount
from numsim.cards import CARDS, CLASSIC, COPIES, INFINI, JOKER, NUMX
from numsim.games.deck import insert_copies, remove_copies
from numsim.games.king.options import KNOBS, OPTIONS, DealExtra
from numsim.rng import MAX_DECK, shuffle

MAX_SEATS = 8
MAX_ROUNDS = 100
BOOK_JOKERS, BOOK_INFINIS, BOOK_NUMX = U(2), U(4), U(1)

# Kinds of actions
GROUP, INFINI_KIND, NUMX_KIND, PASS_KIND = U(0), U(1), U(2), U(3)
PASS = PASS_KIND << U(15)
LAY_INFINI = INFINI_KIND << U(15)
LAY_NUMX = NUMX_KIND << U(15)

# Phases of a round
LEAD, FOLLOW, OVER = 0, 1, 2

# Effects a play can have; rows of the tallies `laid` and `won`
PLAIN, RAINBOW, SHADOW, LONE_SHADOW, DOUBLE, INFINI_CUT, NUMX_CUT = 0, 1, 2, 3, 4, 5, 6
EFFECTS = ("plain", "rainbow", "shadow", "lone_shadow", "double", "infini", "numx")

# Whom a Rainbow or Shadow on the table still binds
UNBOUND, BOUND_RAINBOW, BOUND_SHADOW, BOUND_SKIP = 0, 1, 2, 3

LAST_20 = 512
"""Value of `line_memory` for a player who remembers the last 20 cards laid, in order."""

NOTHING = U(17)
"""A `floor` above every value: no group may follow."""

_seats = (MAX_SEATS,)
_OPTION_FIELDS: list[tuple] = [(option.name, np.uint8) for option in OPTIONS]
_KNOB_FIELDS: list[tuple] = [(knob.name, np.uint64) for knob in KNOBS]

STATE = np.dtype(
    [
        # The run: set once in Python, only read by kernels.
        ("players", np.uint64),
        *_OPTION_FIELDS,
        *_KNOB_FIELDS,
        ("book_effects", np.uint8),  # rainbow_after, effect_attach, shadow_single, impossible are all the book's
        ("rotate", np.uint8),  # bots move one seat on per match
        ("line_bot", np.uint8, _seats),  # bot id by place in the line-up
        ("line_label", np.uint8, _seats),  # number of the bot in the plan's list of distinct bots
        ("line_memory", np.uint64, _seats),  # 256ths of laid cards remembered; LAST_20: only the last 20 cards
        ("line_blunder", np.uint64, _seats),  # 2**-32 chance that a decision is a random legal one
        ("deal_key", np.uint64),
        ("extra_key", np.uint64),
        ("bot_key", np.uint64),
        ("memory_key", np.uint64),
        # The match
        ("match", np.uint64),
        ("round", np.uint64),  # 1 for the first
        ("deal_rng", np.uint64, (4,)),
        ("extra_rng", np.uint64, (4,)),
        ("bot_rng", np.uint64, (4,)),
        ("bot", np.uint8, _seats),
        ("label", np.uint8, _seats),
        ("memory", np.uint64, _seats),
        ("blunder", np.uint64, _seats),
        ("points", np.int64, _seats),
        ("kings", np.int64, _seats),
        ("last_rank", np.uint8, _seats),  # ranks of the round before, 0 in round 1
        ("given", np.uint8, (MAX_SEATS, 3)),  # codes of cards given in this round's exchange, NO_CARD if none
        ("received", np.uint8, (MAX_SEATS, 3)),
        ("n_given", np.uint8, _seats),
        ("n_received", np.uint8, _seats),
        # The deal
        ("deck", np.uint8, (MAX_DECK,)),
        ("draws", np.uint16, (MAX_DECK,)),  # shuffle scratch; places past the deck stay 0xFFFF (never rejected)
        ("picks", np.uint16, (MAX_DECK,)),
        ("deck_size", np.uint64),
        ("starter", np.uint64),
        ("dealt_colours", np.uint64, _seats),
        ("dealt_shadow_rainbow", np.uint64, _seats),
        ("dealt_rest", np.uint64, _seats),
        ("aside_colours", np.uint64),
        ("aside_shadow_rainbow", np.uint64),
        ("aside_rest", np.uint64),
        # The hands now
        ("colours", np.uint64, _seats),
        ("shadow_rainbow", np.uint64, _seats),
        ("counts", np.uint64, _seats),
        ("zeros", np.uint64, _seats),
        ("jokers", np.uint64, _seats),
        ("infinis", np.uint64, _seats),
        ("numxs", np.uint64, _seats),
        ("classics", np.uint64, _seats),
        ("size", np.uint64, _seats),
        # The round
        ("phase", np.uint8),
        ("turn", np.uint64),
        ("steps", np.int64),
        ("capped", np.uint8),
        ("active", np.uint64),
        ("next", np.uint64, _seats),  # ring of active seats; of a seat that is out: the next one when it left
        ("previous", np.uint64, _seats),
        ("rank", np.uint8, _seats),  # 0 = still in
        ("regular_out", np.uint8),
        ("worst_out", np.uint8),  # players who went out for the worst free rank
        ("fails", np.uint64),  # seats in succession that could not lead
        ("stuck", np.uint8, _seats),
        # The trick
        ("owner", np.uint64),  # who laid the play that lies uncovered
        ("effect", np.uint8),
        ("table_jokers", np.uint64),
        ("is_lead", np.uint8),
        ("count", np.uint64),
        ("under", np.uint64),  # cards of the classic play under the Infini(s); 0 = it was led
        ("to_ask", np.uint64),
        ("in_trick", np.uint64),  # bit mask of seats that have not passed (pass_final)
        ("last_passer", np.uint64),  # MAX_SEATS = nobody yet
        # What may follow, for the seat whose turn it is
        ("need", np.uint64),  # cards; 0 = any number
        ("floor", np.uint64),  # lowest value allowed
        ("infini_ok", np.uint8),
        ("bound", np.uint8),
        ("bound_need", np.uint64),
        ("bound_floor", np.uint64),
        ("free_need", np.uint64),  # for who is not bound
        ("free_floor", np.uint64),
        ("asked", np.uint64),  # followers asked since the play
        ("rebind", np.uint8),  # need and floor depend on who is asked
        # Legal classes of groups, filled by legal.list_groups
        ("n_words", np.uint64),
        ("words", np.uint64, (64,)),
        ("word_cards", np.uint8, (64,)),
        ("word_jokers", np.uint8, (64,)),
        ("word_zero", np.uint8, (64,)),
        # What everybody saw: plays of the round in order, and each seat's last pass
        ("log", np.uint64, (MAX_DECK,)),  # action | seat << 20
        ("n_log", np.uint64),
        ("passed_need", np.uint8, _seats),
        ("passed_floor", np.uint8, _seats),
        ("passed_log", np.uint8, _seats),  # n_log when he passed
        # Tallies of the round
        ("laid", np.uint8, (len(EFFECTS), MAX_SEATS)),
        ("won", np.uint8, (len(EFFECTS), MAX_SEATS)),
        ("led", np.uint8, (len(EFFECTS), MAX_SEATS)),
        ("led_won", np.uint8, (len(EFFECTS), MAX_SEATS)),  # leads that nobody covered
        ("joker_groups", np.uint8, _seats),
        ("joker_groups_won", np.uint8, _seats),
        ("passes", np.uint8, _seats),
        ("lead_passes", np.uint8, _seats),
        ("out_step", np.uint16, _seats),
        ("tricks", np.uint8),
    ],
    align=True,
)


def _card_words() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For each card code what it adds to `colours`, `shadow_rainbow` and the packed `rest` of a hand."""
    colours = np.zeros(MAX_DECK, np.uint64)
    shadow_rainbow = np.zeros(MAX_DECK, np.uint64)
    rest = np.zeros(MAX_DECK, np.uint64)
    for code in range(CARDS):
        value, family = divmod(code, 6)
        rest[code] = 1 << 32
        if code >= CLASSIC:
            rest[code] += 1 << (8 + 4 * ((code - CLASSIC) // COPIES))
            continue
        rest[code] += 1 << 24
        if value == 0:
            rest[code] += 1 << family
        elif family < 4:
            colours[code] = 1 << (4 * (value - 1) + family)
        else:
            shadow_rainbow[code] = 1 << (4 * (value - 1) + family - 4)
    return colours, shadow_rainbow, rest


CARD_COLOURS, CARD_SHADOW_RAINBOW, CARD_REST = _card_words()

BOOK_DECK = np.array(
    [
        *range(CLASSIC),
        *range(JOKER, JOKER + int(BOOK_JOKERS)),
        *range(INFINI, INFINI + int(BOOK_INFINIS)),
        *range(NUMX, NUMX + int(BOOK_NUMX)),
    ],
    np.uint8,
)
"""The deck of the book, 109 cards (KG-002)."""

FIRST_FAMILIES = np.array(
    [[sum([1 << f for f in range(6) if held >> f & 1][:n]) for n in range(7)] for held in range(64)], np.uint64
)
"""FIRST_FAMILIES[held, n]: the first n of the held families in the order R B Y G S W."""

EFFECT_OF = np.array([[PLAIN, PLAIN], [SHADOW, LONE_SHADOW], [RAINBOW, RAINBOW], [DOUBLE, DOUBLE]], np.uint8)
"""EFFECT_OF[Shadow + 2 * Rainbow, one card?]: the effect of a group."""


@helper
def group(value, families, jokers):
    """Action code of laying a group."""
    return families | (jokers << U(6)) | (value << U(10))


@helper
def action_families(action):
    return action & U(63)


@helper
def action_jokers(action):
    return (action >> U(6)) & U(15)


@helper
def action_value(action):
    return (action >> U(10)) & U(31)


@helper
def action_kind(action):
    return (action >> U(15)) & U(3)


@helper
def shift_of(value):
    """Lowest bit of the nibble of a value 1..16."""
    return U4 * (value - U1)


@helper
def families_held(s, seat, value):
    """6-bit mask (R B Y G S W) of the cards of a value in a hand."""
    if value == U0:
        return s["zeros"][seat]
    shift = shift_of(value)
    return ((s["colours"][seat] >> shift) & U(15)) | (((s["shadow_rainbow"][seat] >> shift) & U(3)) << U4)


@helper
def take_group(s, seat, value, families, jokers):
    """Remove a group from a hand."""
    n = popcount(families)
    if value == U0:
        s["zeros"][seat] ^= families
    else:
        shift = shift_of(value)
        s["colours"][seat] ^= (families & U(15)) << shift
        s["shadow_rainbow"][seat] ^= (families >> U4) << shift
        s["counts"][seat] -= n << shift
    s["jokers"][seat] -= jokers
    s["classics"][seat] -= n
    s["size"][seat] -= n + jokers


@helper
def count_nibbles(colours, shadow_rainbow):
    """Nibble word with the number of classic cards of each value 1..16."""
    ones = U(0x1111111111111111)
    return nibble_popcounts(colours) + (shadow_rainbow & ones) + ((shadow_rainbow >> U1) & ones)


@helper
def set_hand(s, seat, colours, shadow_rainbow, rest):
    """Give a seat the hand described by the three summed card words."""
    s["colours"][seat] = colours
    s["shadow_rainbow"][seat] = shadow_rainbow
    s["counts"][seat] = count_nibbles(colours, shadow_rainbow)
    s["zeros"][seat] = rest & U(63)
    s["jokers"][seat] = (rest >> U(8)) & U(15)
    s["infinis"][seat] = (rest >> U(12)) & U(15)
    s["numxs"][seat] = (rest >> U(16)) & U(15)
    s["classics"][seat] = (rest >> U(24)) & U(255)
    s["size"][seat] = (rest >> U(32)) & U(255)


@helper
def add_dealt(s, seat, card):
    """Add one card to what a seat was dealt."""
    s["dealt_colours"][seat] += CARD_COLOURS[card]
    s["dealt_shadow_rainbow"][seat] += CARD_SHADOW_RAINBOW[card]
    s["dealt_rest"][seat] += CARD_REST[card]


@helper
def shuffle_deck(s):
    """Shuffle the book's deck, then apply the knobs to it so that decks that differ in a few cards stay paired."""
    for i in range(BOOK_DECK.size):
        s["deck"][i] = BOOK_DECK[i]
    shuffle(s["deal_rng"], s["deck"], BOOK_DECK.size, s["draws"], s["picks"])
    size = U(BOOK_DECK.size)
    jokers, infinis, numxs = s["n_joker"], s["n_infini"], s["n_numx"]
    if jokers != BOOK_JOKERS or infinis != BOOK_INFINIS or numxs != BOOK_NUMX:
        size = remove_copies(s, size, U(JOKER), jokers, BOOK_JOKERS)
        size = remove_copies(s, size, U(INFINI), infinis, BOOK_INFINIS)
        size = remove_copies(s, size, U(NUMX), numxs, BOOK_NUMX)
        size = insert_copies(s, size, U(JOKER), jokers, BOOK_JOKERS)
        size = insert_copies(s, size, U(INFINI), infinis, BOOK_INFINIS)
        size = insert_copies(s, size, U(NUMX), numxs, BOOK_NUMX)
    s["deck_size"] = size


@helper
def seat_of_rank(s, rank):
    """Seat that had this rank in the round before."""
    for seat in range(s["players"]):
        if s["last_rank"][seat] == rank:
            return U(seat)
    return U0


@helper
def deal(s):
    """Deal the whole deck (KG-003, KG-004).

    The equal shares depend on the shuffle only, card i going to seat i mod N, so that they are the same whoever
    starts; the cards left over follow `deal_extra`.
    """
    shuffle_deck(s)
    players = s["players"]
    share = s["deck_size"] // players
    equal = share * players
    for seat in range(players):
        colours, shadow_rainbow, rest = U0, U0, U0
        i = U(seat)
        while i < equal:
            card = U(s["deck"][i])
            colours += CARD_COLOURS[card]
            shadow_rainbow += CARD_SHADOW_RAINBOW[card]
            rest += CARD_REST[card]
            i += players
        s["dealt_colours"][seat] = colours
        s["dealt_shadow_rainbow"][seat] = shadow_rainbow
        s["dealt_rest"][seat] = rest
    s["aside_colours"] = U0
    s["aside_shadow_rainbow"] = U0
    s["aside_rest"] = U0
    for i in range(equal, s["deck_size"]):
        card = U(s["deck"][i])
        nth = U(i) - equal
        rule = s["deal_extra"]
        if rule == DealExtra.ASIDE:
            s["aside_colours"] += CARD_COLOURS[card]
            s["aside_shadow_rainbow"] += CARD_SHADOW_RAINBOW[card]
            s["aside_rest"] += CARD_REST[card]
        elif rule == DealExtra.DEALER_LEFT:
            add_dealt(s, (s["round"] + nth) % players, card)
        elif rule == DealExtra.KING and s["round"] > U1:
            add_dealt(s, seat_of_rank(s, 1), card)
        elif rule == DealExtra.BOUFFON and s["round"] > U1:
            add_dealt(s, seat_of_rank(s, players), card)
        else:
            add_dealt(s, (s["starter"] + nth) % players, card)
    take_up_hands(s)


@helper
def take_up_hands(s):
    """Every seat takes up what it was dealt."""
    for seat in range(s["players"]):
        set_hand(s, seat, s["dealt_colours"][seat], s["dealt_shadow_rainbow"][seat], s["dealt_rest"][seat])
