"""Compiled: the state of one NUM FOLIES match as a single structured record, its card zones and the deal.

A stack is a ring: `stack[seat]` holds 128 places, `head` the place of its top card, `size` its cards. The two piles on
the table are plain arrays, oldest card first. Sets of seats are bit masks (bit 0 = seat 0). Chances are whole numbers
out of 2**32, latencies whole ms or 256ths of a ms, factors 65536ths: no floating-point number decides anything.
"""

import numpy as np

from numsim._jit import helper, keep_call, kernel
from numsim.bits import U0, U1, U, lowest_bit
from numsim.cards import CLASSIC, FAMILIES, RAINBOW, SHADOW
from numsim.games.folies.conditions import NO_CARD_UNDER
from numsim.games.folies.options import OPTIONS, CollectOrder
from numsim.games.folies.tables import MAX_SEATS
from numsim.rng import MAX_DECK, bounded, shuffle

RING = 128
_LAST = U(RING - 1)
KINDS = 10
ERROR_KINDS = 3
"""No-go classes: NEUTRAL, NEAR_MISS, TRAP."""
PERSON_CELLS = 1024
"""Cells of the tables from which a match's persons are drawn."""
HISTORY = 512
"""Most samples of the stack sizes; a longer match keeps every second one, then every fourth, ..."""
NOBODY = -1

# How cards are gained; rows of the tallies `takes` and `gained`
BY_CHALLENGE, BY_1, BY_1BIS, BY_COMBO, BY_2 = range(5)

# Why a hand is wrong: the class of a no-go card, or one of these
GOOD, WRONG_PILE, EARLY = 9, 3, 4
WHY_TEXTS = ("neutral", "near_miss", "trap", "wrong_pile", "anticipation")

_seats = (MAX_SEATS,)
STATE = np.dtype(
    [
        # The run: set once in Python, only read by kernels.
        ("players", np.uint64),
        *[(option.name, np.uint8) for option in OPTIONS],
        ("tax_cards", np.uint64),
        ("error_cards", np.uint64),
        ("limit_ms", np.int64),
        ("flip_ms", np.int64),
        ("race_ms", np.int64),
        ("flipper_ms", np.int64),
        ("cap_flips", np.uint64),
        ("rotate", np.uint8),  # profiles move one seat on per match
        ("slapping", np.uint8),  # some slap is played
        ("rainbow_calls", np.uint8),  # slap 3 is played
        ("by_moment", np.uint8),  # slap3_in_challenge or last_card_priority is not the default
        ("deterministic", np.uint8),  # nothing is drawn after the deal: a repeated state is a loop
        ("moody", np.uint8),  # some profile has lapses or anticipates
        ("remembering", np.uint8),  # some profile remembers collected piles
        ("debt_of", np.uint8, (CLASSIC,)),  # cards owed by the next player, by card
        ("kinds", np.uint8, (2, len(FAMILIES), len(FAMILIES) + 1, 3)),
        ("in_deck", np.uint8, (CLASSIC,)),
        ("rainbows", np.uint64),  # in the deck
        ("shadows", np.uint64),
        ("line_label", np.uint8, _seats),  # number of the profile in the plan's list of distinct ones
        ("line_passive", np.uint8, _seats),
        ("line_mu", np.int64, _seats),  # 256ths of ms, as sigma, tau, offsets and the median
        ("line_sigma", np.int64, _seats),
        ("line_tau", np.int64, _seats),
        ("line_median", np.int64, _seats),
        ("line_offset", np.int64, (MAX_SEATS, KINDS)),
        ("line_factor", np.int64, _seats),  # 65536ths
        ("line_person", np.int64, (MAX_SEATS, PERSON_CELLS + 1)),  # quantiles of the person's factor, 65536ths
        ("line_false", np.int64, (MAX_SEATS, ERROR_KINDS, PERSON_CELLS + 1)),  # quantiles of his false slaps, 2**-32
        ("line_go", np.uint64, (MAX_SEATS, KINDS)),  # chance that he slaps when he should
        ("line_false_latency", np.int64, _seats),  # 65536ths
        ("line_arm", np.int64, _seats),  # ms
        ("line_fastest", np.int64, _seats),
        ("line_anticipation", np.uint64, _seats),
        ("line_wrong_pile", np.uint64, _seats),
        ("line_lapse", np.uint64, _seats),
        ("line_fatigue", np.int64, _seats),  # growth of the latency per card, 2**-32
        ("line_memory", np.uint64, _seats),
        ("line_half_life", np.uint64, _seats),
        ("line_gain", np.int64, _seats),  # ms
        ("deal_key", np.uint64),
        ("reaction_key", np.uint64),
        ("chance_key", np.uint64),
        # The match
        ("match", np.uint64),
        ("deal_rng", np.uint64, (4,)),
        ("reaction_rng", np.uint64, (4,)),
        ("chance_rng", np.uint64, (4,)),
        ("line", np.uint64, _seats),  # place in the line-up of the profile at a seat
        ("person", np.int64, _seats),  # this match's factor of the person, 65536ths
        ("speed", np.int64, _seats),  # person * latency_factor, 65536ths
        ("false_slap", np.uint64, (MAX_SEATS, ERROR_KINDS)),
        ("any_false", np.uint64, (ERROR_KINDS,)),  # chance that somebody in the game slaps, 2**-31
        ("lapse_from", np.uint64, _seats),  # cards of the present or last lapse
        ("lapse_to", np.uint64, _seats),
        ("starter", np.uint64),
        ("deck", np.uint8, (MAX_DECK,)),
        ("draws", np.uint16, (MAX_DECK,)),  # shuffle scratch; places past the deck stay 0xFFFF (never rejected)
        ("picks", np.uint16, (MAX_DECK,)),
        ("dealt", np.uint64, (MAX_SEATS, 2)),  # masks of the dealt cards
        # Where the cards are
        ("stack", np.uint8, (MAX_SEATS, RING)),
        ("head", np.uint64, _seats),
        ("size", np.uint64, _seats),
        ("centre", np.uint8, (RING,)),
        ("n_centre", np.uint64),
        ("folies", np.uint8, (RING,)),
        ("n_folies", np.uint64),
        ("folies_rainbows", np.uint64),
        ("folies_shadows", np.uint64),
        ("top_value", np.int64),  # of the centre pile
        ("top_family", np.uint64),
        ("top_run", np.uint64),  # 1 if the two top cards are of one family
        # Whose turn, and who is in the game
        ("turn", np.uint64),
        ("holder", np.int64),
        ("answering", np.uint64),
        ("debt", np.uint64),
        ("full_debt", np.uint64),
        ("with_cards", np.uint64),  # sets of seats
        ("in_game", np.uint64),
        ("pending", np.uint64),
        ("solo", np.int64),  # the only seat with cards, under FO-065
        ("solo_end", np.uint64),  # number of cards from his stack after which he wins
        ("flips", np.uint64),
        ("ms", np.int64),  # time of the card last turned
        ("next_ms", np.int64),
        ("over", np.uint8),
        ("end", np.uint8),
        ("winners", np.uint64),
        # What happened on the card last turned; slap_cards to fresh say so only when a caller clears them before
        ("turner", np.uint64),
        ("card", np.uint64),
        ("kind", np.uint8),
        ("taking_part", np.uint64),
        ("holding", np.uint64),  # seats with cards when it was turned
        ("hand_ms", np.int64, _seats),
        ("hand_key", np.uint64, _seats),  # order of the hands: ms, then a lot
        ("hand_fault", np.uint8, _seats),  # GOOD or why the hand is wrong
        ("landed", np.uint64),  # right hands in time
        ("wrong", np.uint64),
        ("late", np.uint64),
        ("winner", np.int64),
        ("payers", np.uint64),
        ("early", np.uint64),  # hands that came before the card could be seen
        ("paid", np.uint8, _seats),
        ("deferred", np.uint64),  # payers of a Rainbow who pay after the next card
        ("deferred_from", np.uint64),
        ("deferred_paid", np.uint64),
        ("occasion", np.uint8),
        ("resolved", np.uint8),
        ("slap_cards", np.uint64),  # cards taken by the slap
        ("trick_cards", np.uint64),  # cards taken by the holder of a challenge
        ("trick_seat", np.uint64),
        ("challenged", np.uint8),  # a challenge was opened or passed on
        ("back", np.uint64),
        ("gone", np.uint64),
        ("fresh", np.uint64),  # seats whose last chance begins
        # Memory of collected piles: card number of the collection by card, 0 = place not known
        ("collected", np.uint64, (CLASSIC,)),
        # Tallies of the match
        ("tricks", np.uint64),
        ("high_cards", np.uint64),
        ("occasions", np.uint64, (KINDS,)),
        ("missed", np.uint64),
        ("empty_2", np.uint64),
        ("folies_most", np.uint64),
        ("locked", np.uint64),
        ("left", np.uint64, _seats),  # cards turned and paid
        ("takes", np.uint64, (5, MAX_SEATS)),
        ("gained", np.uint64, (5, MAX_SEATS)),
        ("taxes", np.uint64, _seats),
        ("paid_tax", np.uint64, _seats),
        ("paid_errors", np.uint64, _seats),
        ("faults", np.uint64, (5, MAX_SEATS)),
        ("lates", np.uint64, _seats),
        ("eligible", np.uint64, _seats),
        ("hands", np.uint64, _seats),
        ("out_flip", np.uint64, _seats),
        ("out_ms", np.int64, _seats),
        ("chances", np.uint64, _seats),
        ("chances_won", np.uint64, _seats),
        ("history", np.uint8, (HISTORY, MAX_SEATS)),
        ("samples", np.uint64),
        ("stride", np.uint64),
        # Loop search: the state after some trick, to be compared with later ones
        ("snap", np.uint8, (MAX_SEATS, RING)),
        ("snap_size", np.uint64, _seats),
        ("snap_masks", np.uint64, (2,)),
        ("snap_turn", np.uint64),
        ("snap_flips", np.uint64),
        ("snap_tricks", np.uint64),
        ("snap_next", np.uint64),  # tricks at which the next snapshot is due
        ("loop_flips", np.uint64),
        ("loop_tricks", np.uint64),
    ],
    align=True,
)

VALUE_OF = np.array([card // 6 for card in range(CLASSIC)], np.int64)
FAMILY_OF = np.array([card % 6 for card in range(CLASSIC)], np.uint64)
ORDERED_DECK = np.arange(CLASSIC, dtype=np.uint8)


@helper
def has(mask, seat):
    """Whether a set of seats holds a seat."""
    return (mask >> U(seat)) & U1 != U0


@helper
def next_of(s, mask, seat):
    """The first seat of a set (not empty) clockwise after a seat; the seat itself last."""
    shift = seat + U1
    found = shift + lowest_bit((mask >> shift) | (mask << (s["players"] - shift)))
    return found - s["players"] if found >= s["players"] else found


@helper
def draw_top(s, seat):
    """Take the top card off a stack that is not empty."""
    head = s["head"][seat]
    card = U(s["stack"][seat, head])
    s["head"][seat] = (head + U1) & _LAST
    size = s["size"][seat] - U1
    s["size"][seat] = size
    s["left"][seat] += U1
    if size == U0:
        s["with_cards"] &= ~(U1 << seat)
    return card


@helper
def clear_top(s):
    """Forget the cards of the centre pile after it was taken (FO-027)."""
    s["n_centre"] = U0
    s["top_value"] = np.int64(-2)
    s["top_family"] = U(NO_CARD_UNDER)
    s["top_run"] = U0


@helper
def put_under(s, seat, pile, n):
    """Put pile[:n], oldest first, under a stack in the order that `collect_order` asks for (FO-031)."""
    order = s["collect_order"]
    if order == CollectOrder.SHUFFLE:
        shuffle_pile(s, pile, n)
    tail = s["head"][seat] + s["size"][seat]
    if order == CollectOrder.REVERSE:
        for i in range(n):
            s["stack"][seat, (tail + U(i)) & _LAST] = pile[n - U1 - U(i)]
    else:
        for i in range(n):
            s["stack"][seat, (tail + U(i)) & _LAST] = pile[i]
    if s["remembering"] != 0:
        for i in range(n):
            s["collected"][pile[i]] = U0 if order == CollectOrder.SHUFFLE else s["flips"]
    s["size"][seat] += n
    s["with_cards"] |= U1 << seat


@kernel
def shuffle_pile(s, pile, n):
    """Fisher-Yates shuffle of pile[:n] from the stream of chances."""
    keep_call()
    i = n
    while i > U1:
        j = bounded(s["chance_rng"], i)
        i -= U1
        card = pile[i]
        pile[i] = pile[j]
        pile[j] = card


@kernel
def take_centre(s, seat, how):
    """A seat takes the centre pile; `how` is the row of the tallies."""
    keep_call()
    n = s["n_centre"]
    put_under(s, seat, s["centre"], n)
    s["takes"][how, seat] += U1
    s["gained"][how, seat] += n
    clear_top(s)
    return n


@kernel
def take_folies(s, seat):
    """A seat takes the Folies pile (FO-032)."""
    keep_call()
    n = s["n_folies"]
    put_under(s, seat, s["folies"], n)
    s["takes"][BY_2, seat] += U1
    s["gained"][BY_2, seat] += n
    s["n_folies"] = U0
    s["folies_rainbows"] = U0
    s["folies_shadows"] = U0
    return n


@kernel
def pay(s, seat, price):
    """A seat pays cards, or what he has, from the top of his stack to the Folies pile. Returns how many."""
    keep_call()
    n = min(price, s["size"][seat])
    for _ in range(n):
        card = draw_top(s, seat)
        s["folies"][s["n_folies"]] = np.uint8(card)
        s["n_folies"] += U1
        s["folies_rainbows"] += U(FAMILY_OF[card] == U(RAINBOW))
        s["folies_shadows"] += U(FAMILY_OF[card] == U(SHADOW))
    s["folies_most"] = max(s["folies_most"], s["n_folies"])
    if s["locked"] == U0 and n > U0:
        no_rainbow = s["rainbows"] > U0 and s["folies_rainbows"] == s["rainbows"]
        no_shadow = s["shadows"] > U0 and s["folies_shadows"] == s["shadows"]
        if no_rainbow or no_shadow:
            s["locked"] = s["flips"]
    return n


@helper
def shuffle_deck(s):
    """Shuffle all 102 cards, then leave out those not in the deck: smaller decks stay paired. Returns the size."""
    for i in range(CLASSIC):
        s["deck"][i] = ORDERED_DECK[i]
    shuffle(s["deal_rng"], s["deck"], CLASSIC, s["draws"], s["picks"])
    size = U0
    for i in range(CLASSIC):
        card = s["deck"][i]
        s["deck"][size] = card
        size += U(s["in_deck"][card])
    return size


@helper
def deal(s):
    """Deal the whole deck one by one from the starter on (FO-003, FO-005)."""
    size = shuffle_deck(s)
    clear_stacks(s)
    seat = s["starter"]
    place = U0
    for i in range(size):
        give(s, seat, place, U(s["deck"][i]))
        seat += U1
        if seat == s["players"]:
            seat = U0
        if seat == s["starter"]:
            place += U1


@helper
def clear_stacks(s):
    """No seat has a card."""
    for seat in range(s["players"]):
        s["head"][seat] = U0
        s["size"][seat] = U0
        s["dealt"][seat, 0] = U0
        s["dealt"][seat, 1] = U0
    s["with_cards"] = U0


@helper
def give(s, seat, place, card):
    """Deal a card as number `place` of a stack, counted from the top."""
    s["stack"][seat, place] = np.uint8(card)
    s["dealt"][seat, card >> U(6)] |= U1 << (card & U(63))
    s["size"][seat] = place + U1
    s["with_cards"] |= U1 << seat
