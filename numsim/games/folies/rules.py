"""Compiled: one card of NUM FOLIES from being turned to its last consequence.

The order is that of FO-058: slaps, payments, challenge, last chances and eliminations, end. Python and the batch loop
call the same three steps: `turn_card`, (reaction.react,) `settle` if there are hands, `finish_card`.
"""

import numpy as np

from numsim._jit import helper, keep_call, kernel
from numsim.bits import U0, U1, U, lowest_bit
from numsim.cards import SHADOW
from numsim.games.folies.conditions import NEXT as NEXT_VALUE
from numsim.games.folies.conditions import (
    NOTHING,
    OTHER,
    SAME,
    SLAP_1,
    SLAP_1_3,
    SLAP_1BIS,
    SLAP_1BIS_3,
    SLAP_2,
    SLAP_3,
    TRAP,
)
from numsim.games.folies.options import (
    EmptyHolder,
    EmptyStack,
    EndMode,
    EndTest,
    LastCardPriority,
    LastChanceOn,
    LateHand,
    ShortChallenge,
    Slap3InChallenge,
    Slap3Payers,
    Slap3Timing,
    Timeout,
)
from numsim.games.folies.reaction import NEVER, add_up_errors
from numsim.games.folies.state import (
    BY_1,
    BY_1BIS,
    BY_CHALLENGE,
    BY_COMBO,
    FAMILY_OF,
    GOOD,
    HISTORY,
    NOBODY,
    RING,
    VALUE_OF,
    draw_top,
    has,
    next_of,
    pay,
    take_centre,
    take_folies,
)
from numsim.games.folies.tables import ENDS

LAST_PLAYER, TIME, NOBODY_LEFT, CAPPED, LOOP = range(len(ENDS))


@helper
def turn_card(s, seat):
    """The next player, `seat`, turns his top card (FO-010). Leaves the kind of the card in `kind`, returns the card."""
    card = draw_top(s, seat)
    s["turner"] = seat
    s["card"] = card
    s["flips"] += U1
    s["ms"] = s["next_ms"]
    s["centre"][s["n_centre"]] = np.uint8(card)
    s["n_centre"] += U1
    if s["slapping"] != 0:
        s["winner"] = NOBODY
        s["payers"] = U0
        s["landed"] = U0
        s["wrong"] = U0
        s["late"] = U0
        s["occasion"] = 0
        s["resolved"] = 0
        if s["deferred"] != U0:
            pay_deferred(s)
        look(s, card)
    return card


@helper
def look(s, card):
    """Find the kind of the card on top of the centre pile (FO-020 - FO-028)."""
    value, family = VALUE_OF[card], FAMILY_OF[card]
    apart = value - s["top_value"]
    relation = OTHER
    if apart == 0:
        relation = SAME
    elif apart == 1 or apart == -1:
        relation = NEXT_VALUE
    kind = s["kinds"][s["top_run"], family, s["top_family"], U(relation)]
    s["top_run"] = U(s["top_family"] == family)
    s["top_value"] = value
    s["top_family"] = family
    s["holding"] = s["with_cards"]
    s["early"] = U0
    s["kind"] = kind
    if kind > TRAP:
        if s["by_moment"] != 0 and s["holder"] >= 0:
            look_at_challenge(s, s["debt_of"][card] != 0)
        if kind == SLAP_2 and s["n_folies"] == U0:  # FO-039
            s["kind"] = NOTHING
            s["empty_2"] += U1
    s["occasions"][s["kind"]] += U1


@kernel
def look_at_challenge(s, obliges):
    """Options that change the kind of a card that answers a challenge (FO-A10, FO-A18)."""
    keep_call()
    kind = s["kind"]
    if s["slap3_in_challenge"] == Slap3InChallenge.MAY:
        if kind == SLAP_3:
            kind = NOTHING
        elif kind == SLAP_1_3:
            kind = SLAP_1
        elif kind == SLAP_1BIS_3:
            kind = SLAP_1BIS
    if s["last_card_priority"] == LastCardPriority.HOLDER and s["debt"] == U1 and not obliges:
        if kind in (SLAP_1, SLAP_1BIS):
            kind = NOTHING
        elif kind in (SLAP_1_3, SLAP_1BIS_3):
            kind = SLAP_3
    s["kind"] = kind


@kernel
def pay_deferred(s):
    """The last hands on the Rainbow before pay now, unless a Shadow was turned (FO-A09)."""
    keep_call()
    s["deferred_paid"] = U0
    if FAMILY_OF[s["card"]] != U(SHADOW):
        seat = s["deferred_from"]
        for _ in range(s["players"]):
            seat = after(s, seat)
            if has(s["deferred"], seat):
                pay_tax(s, seat)
        s["deferred_paid"] = s["deferred"]
    s["deferred"] = U0


@helper
def after(s, seat):
    """The seat clockwise."""
    return seat + U1 if seat + U1 < s["players"] else U0


@helper
def pay_tax(s, seat):
    """The price of being last on a Rainbow (FO-033)."""
    n = pay(s, seat, s["tax_cards"])
    s["paid"][seat] = n
    s["paid_tax"][seat] += n
    s["taxes"][seat] += U1


@helper
def pay_error(s, seat):
    """The price of a wrong or late hand (FO-036)."""
    n = pay(s, seat, s["error_cards"])
    s["paid"][seat] = n
    s["paid_errors"][seat] += n


@kernel
def settle(s):
    """Resolve the hands on a card: the race, its prizes and all payments."""
    keep_call()
    kind = np.int64(s["kind"])
    if kind > TRAP and kind != NOTHING:
        race(s, kind)
    else:
        find_wrong_hands(s)
    seat = s["turner"]
    for _ in range(s["players"]):
        seat = after(s, seat)
        if has(s["payers"], seat):
            if s["slap3_timing"] == Slap3Timing.NOW:
                pay_tax(s, seat)
        elif has(s["wrong"] | s["late"], seat):
            pay_error(s, seat)
    if s["slap3_timing"] == Slap3Timing.DEFERRED and s["payers"] != U0:
        s["deferred"] = s["payers"]
        s["deferred_from"] = s["turner"]


@helper
def find_wrong_hands(s):
    """Wrong hands that land before the next card."""
    for i in range(s["players"]):
        seat = U(i)
        if has(s["taking_part"], seat) and s["hand_fault"][seat] != GOOD and s["hand_ms"][seat] <= s["flip_ms"]:
            s["wrong"] |= U1 << seat
            s["faults"][s["hand_fault"][seat], seat] += U1


@helper
def race(s, kind):
    """Who wins, who pays (FO-030, FO-032 - FO-035, FO-041, FO-042)."""
    find_wrong_hands(s)
    find_landed_hands(s)
    wins_pile = kind != SLAP_3
    if wins_pile:
        note_eligible(s)
        s["winner"] = first_hand(s, s["landed"])
        s["missed"] += U(s["winner"] < 0)
    s["occasion"] = wins_pile or s["last_chance_on"] == LastChanceOn.PLUS_SLAP3
    if kind == SLAP_2 and s["last_chance_on"] == LastChanceOn.CENTRE_ONLY:
        s["occasion"] = 0
    if kind in (SLAP_3, SLAP_1_3, SLAP_1BIS_3):
        find_payers(s)
    elif s["late_hand"] != LateHand.FREE and s["winner"] >= 0:
        find_late_hands(s)
    s["resolved"] = s["winner"] >= 0 or s["payers"] != U0
    if s["winner"] >= 0:
        winner = U(s["winner"])
        if kind == SLAP_2:
            s["slap_cards"] = take_folies(s, winner)
        else:
            how = BY_1 if kind == SLAP_1 else BY_1BIS if kind == SLAP_1BIS else BY_COMBO
            s["slap_cards"] = take_centre(s, winner, how)


@helper
def find_landed_hands(s):
    """Right hands in time: before the next card, which comes later once one of them is there."""
    first = np.int64(NEVER)
    for i in range(s["players"]):
        if has(s["taking_part"], i) and s["hand_fault"][i] == GOOD:
            first = min(first, s["hand_ms"][i])
    window = s["flip_ms"] if first > s["flip_ms"] else s["race_ms"]
    for i in range(s["players"]):
        seat = U(i)
        if has(s["taking_part"], seat) and s["hand_fault"][seat] == GOOD and s["hand_ms"][seat] <= window:
            s["landed"] |= U1 << seat


@helper
def note_eligible(s):
    """Count who could take part in a race for a pile, and who did."""
    for i in range(s["players"]):
        s["eligible"][i] += (s["taking_part"] >> U(i)) & U1
        s["hands"][i] += (s["landed"] >> U(i)) & U1


@helper
def first_hand(s, mask):
    """The seat of a set whose hand came first, NOBODY of an empty set."""
    best = NOBODY
    key = U0
    for i in range(np.int64(s["players"])):
        if has(mask, i) and (best < 0 or s["hand_key"][i] < key):
            best = i
            key = s["hand_key"][i]
    return best


@helper
def last_hand(s, mask):
    """The seat of a set whose hand came last or would have come last, NOBODY of an empty set."""
    best = NOBODY
    key = U0
    for i in range(np.int64(s["players"])):
        if has(mask, i) and (best < 0 or s["hand_key"][i] > key):
            best = i
            key = s["hand_key"][i]
    return best


@helper
def find_payers(s):
    """Who pays for a Rainbow: the last of those with cards who neither erred nor won (FO-033, FO-A07, FO-A08)."""
    mask = s["taking_part"] & s["holding"] & ~s["wrong"]
    if s["winner"] >= 0:
        mask &= ~(U1 << U(s["winner"]))
    missing = mask & ~s["landed"]
    if s["slap3_payers"] == Slap3Payers.ALL_MISSING and missing != U0:
        s["payers"] = missing
    elif mask != U0:
        s["payers"] = U1 << U(last_hand(s, mask))


@helper
def find_late_hands(s):
    """Right hands after the first that cost cards (FO-A17)."""
    for i in range(s["players"]):
        seat = U(i)
        pays = s["late_hand"] == LateHand.PAY or s["hand_ms"][seat] > 1000
        if pays and has(s["landed"], seat) and np.int64(seat) != s["winner"]:
            s["late"] |= U1 << seat
            s["lates"][seat] += U1


@helper
def finish_card(s, seat, card):
    """Challenge, last chances, eliminations, the end, and who turns next. `seat` has turned `card`."""
    s["next_ms"] = s["ms"] + (s["race_ms"] if s["resolved"] != 0 else s["flip_ms"])
    debt = U(s["debt_of"][card])
    if s["winner"] >= 0 and s["kind"] != SLAP_2:  # FO-030, FO-053
        s["high_cards"] += U(debt != U0)
        s["holder"] = NOBODY
        s["turn"] = U(s["winner"])
    elif debt != U0:
        s["high_cards"] += U1
        s["holder"] = np.int64(seat)
        s["full_debt"] = debt
        ask(s, seat, seat, debt)
    elif s["holder"] >= 0:
        debt = s["debt"] - U1
        s["debt"] = debt
        if debt == U0:
            collect(s, U(s["holder"]))
        elif not has(s["with_cards"], s["answering"]):
            fall_short(s)
    elif s["with_cards"] != U0 or s["empty_stack"] == EmptyStack.LOSES_TRICK:
        pass_turn(s, seat)
    if s["empty_stack"] == EmptyStack.SKIPPED or s["n_centre"] == U0:
        judge(s)
    if s["over"] == 0:
        check_limits(s)
    if s["over"] != 0 and s["end_mode"] == EndMode.TIME:
        clip_end(s)
    if s["flips"] & (s["stride"] - U1) == U0:
        sample(s)


@helper
def check_limits(s):
    """Is the game broken off by the clock, by the cap of cards, or because it would go on for ever?"""
    goes_on = s["timeout"] == Timeout.FINISH_CHALLENGE and s["holder"] >= 0
    if s["end_mode"] == EndMode.TIME and s["next_ms"] >= s["limit_ms"] and not goes_on:
        finish(s, TIME)
    elif s["flips"] >= s["cap_flips"]:
        finish(s, CAPPED)
    elif s["deterministic"] != 0 and s["n_centre"] == U0:
        watch_for_loop(s)


@helper
def clip_end(s):
    """A game by the clock ends at its limit, unless a card was turned after it to finish a challenge."""
    if s["timeout"] == Timeout.IGNORE_PILES or s["ms"] < s["limit_ms"]:
        s["next_ms"] = min(s["next_ms"], s["limit_ms"])


@helper
def ask(s, holder, before, debt):
    """A challenge is opened or goes on: the next player after `before` owes `debt` cards (FO-050, FO-052, FO-056)."""
    others = s["with_cards"] & ~(U1 << holder)
    if s["empty_stack"] == EmptyStack.LOSES_TRICK:
        others &= U1 << next_of(s, s["in_game"], before)
    if others == U0:
        collect(s, holder)
    else:
        answering = next_of(s, others, before)
        s["answering"] = answering
        s["turn"] = answering
        s["debt"] = debt
        s["challenged"] = 1


@helper
def fall_short(s):
    """The answering player has no cards left (FO-055, FO-A19)."""
    if s["short_challenge"] == ShortChallenge.HOLDER or s["empty_stack"] == EmptyStack.LOSES_TRICK:
        collect(s, U(s["holder"]))
    else:
        ask(
            s,
            U(s["holder"]),
            s["answering"],
            s["debt"] if s["short_challenge"] == ShortChallenge.CONTINUE else s["full_debt"],
        )


@helper
def collect(s, seat):
    """The holder takes the centre pile and leads (FO-051)."""
    s["trick_cards"] = take_centre(s, seat, BY_CHALLENGE)
    s["trick_seat"] = seat
    s["tricks"] += U1
    s["holder"] = NOBODY
    s["turn"] = seat


@helper
def pass_turn(s, seat):
    """The turn goes on clockwise from `seat` (FO-010, FO-011)."""
    if s["empty_stack"] == EmptyStack.SKIPPED:
        s["turn"] = next_of(s, s["with_cards"], seat)
    else:
        following = next_of(s, s["in_game"], seat)
        s["turn"] = following
        if not has(s["with_cards"], following):
            collect(s, seat)


@helper
def judge(s):
    """Last chances, eliminations, and whether the game is over (FO-057 - FO-066)."""
    if s["holder"] >= 0 and s["empty_holder"] == EmptyHolder.LOST and not has(s["with_cards"], s["holder"]):
        void_challenge(s)
    empty = s["in_game"] & ~s["with_cards"] & ~s["pending"]
    if s["holder"] >= 0 and s["empty_holder"] == EmptyHolder.CLAIM:
        empty &= ~(U1 << U(s["holder"]))
    if empty | s["pending"] != U0:
        judge_players(s, empty)
    if s["with_cards"] & (s["with_cards"] - U1) == U0:
        judge_end(s)
    elif s["solo"] >= 0:
        s["solo"] = NOBODY


@helper
def void_challenge(s):
    """The holder's claim is lost; the player who answered him turns as in an ordinary turn (FO-A21)."""
    s["holder"] = NOBODY
    if s["with_cards"] != U0 and not has(s["with_cards"], s["turn"]):
        s["turn"] = next_of(s, s["with_cards"], s["turn"])


@kernel
def judge_players(s, empty):
    """Players without cards: who is back, who is out, whose last chance begins (FO-060 - FO-063)."""
    keep_call()
    judged = s["pending"]
    s["back"] = judged & s["with_cards"]
    lost = judged & ~s["with_cards"]
    if s["occasion"] == 0:
        lost &= s["wrong"] | s["late"]
    s["pending"] = judged & ~s["back"] & ~lost
    if s["last_chance"] != 0:
        s["fresh"] = empty
        s["pending"] |= empty
    else:
        lost |= empty
    s["gone"] = lost
    s["in_game"] &= ~lost
    for i in range(s["players"]):
        seat = U(i)
        s["chances"][seat] += (s["fresh"] >> seat) & U1
        s["chances_won"][seat] += (s["back"] >> seat) & U1
        if has(lost, seat):
            s["out_flip"][seat] = s["flips"]
            s["out_ms"][seat] = s["ms"]
    if lost != U0:
        add_up_errors(s)
        if s["holder"] >= 0 and has(lost, s["holder"]):
            void_challenge(s)


@kernel
def judge_end(s):
    """At most one player has cards: does the game end (FO-064 - FO-066)?"""
    keep_call()
    if s["in_game"] & (s["in_game"] - U1) == U0 and s["in_game"] != U0:
        win(s, LAST_PLAYER, s["in_game"])
        return
    if s["with_cards"] == U0:
        if s["solo"] >= 0 and s["end_test"] == EndTest.RESOLVE_LAST_CHANCE:
            win(s, LAST_PLAYER, U1 << U(s["solo"]))
        else:
            win(s, NOBODY_LEFT, U1 << s["turner"])
        return
    seat = lowest_bit(s["with_cards"])
    if s["end_test"] == EndTest.IMMEDIATE:
        if s["holder"] < 0:
            win(s, LAST_PLAYER, s["with_cards"])
    elif s["solo"] != np.int64(seat):
        s["solo"] = np.int64(seat)
        s["solo_end"] = s["left"][seat] + s["size"][seat]
    elif s["left"][seat] >= s["solo_end"]:
        win(s, LAST_PLAYER, s["with_cards"])


@helper
def win(s, why, winners):
    """The game ends with these winners."""
    s["over"] = 1
    s["end"] = np.uint8(why)
    s["winners"] = winners


@kernel
def finish(s, why):
    """The game is broken off: the largest stack wins, ties share (FO-067)."""
    keep_call()
    most = U0
    for i in range(s["players"]):
        most = max(most, s["size"][i])
    winners = U0
    for i in range(s["players"]):
        if s["size"][i] == most:
            winners |= U1 << U(i)
    win(s, why, winners)


@kernel
def sample(s):
    """Note the sizes of all stacks; when the history is full, every second sample is dropped."""
    keep_call()
    if s["samples"] == U(HISTORY):
        for i in range(HISTORY // 2):
            for seat in range(s["players"]):
                s["history"][i, seat] = s["history"][2 * i + 1, seat]
        s["samples"] = U(HISTORY // 2)
        s["stride"] += s["stride"]
        if s["flips"] & (s["stride"] - U1) != U0:
            return
    for seat in range(s["players"]):
        s["history"][s["samples"], seat] = np.uint8(s["size"][seat])
    s["samples"] += U1


@helper
def watch_for_loop(s):
    """After a trick of a game without chance: has this state been seen? (R. Brent's cycle search, 1980)

    The state is compared with one kept from an earlier trick; a new one is kept after 1, 2, 4, 8, ... tricks.
    """
    if s["turn"] == s["snap_turn"] and s["size"][0] == s["snap_size"][0] and is_snap(s):
        s["loop_flips"] = s["flips"] - s["snap_flips"]
        s["loop_tricks"] = s["tricks"] - s["snap_tricks"]
        finish(s, LOOP)
    elif s["tricks"] >= s["snap_next"]:
        take_snap(s)


@kernel
def is_snap(s):
    """Whether stacks, piles and players are those of the snapshot."""
    keep_call()
    if s["in_game"] != s["snap_masks"][0] or s["pending"] != s["snap_masks"][1]:
        return False
    for seat in range(s["players"]):
        if s["size"][seat] != s["snap_size"][seat]:
            return False
        for i in range(s["size"][seat]):
            card = s["stack"][seat, (s["head"][seat] + U(i)) & U(RING - 1)]
            if loop_mark(s, card) != s["snap"][seat, i]:
                return False
    return True


@helper
def loop_mark(s, card):
    """What matters of a card for what comes: without slaps only how many cards it asks for."""
    return card if s["slapping"] != 0 else s["debt_of"][card]


@kernel
def take_snap(s):
    """Keep the present state for comparison."""
    keep_call()
    for seat in range(s["players"]):
        s["snap_size"][seat] = s["size"][seat]
        for i in range(s["size"][seat]):
            s["snap"][seat, i] = loop_mark(s, s["stack"][seat, (s["head"][seat] + U(i)) & U(RING - 1)])
    s["snap_masks"][0] = s["in_game"]
    s["snap_masks"][1] = s["pending"]
    s["snap_turn"] = s["turn"]
    s["snap_flips"] = s["flips"]
    s["snap_tricks"] = s["tricks"]
    s["snap_next"] = s["tricks"] + s["tricks"]
