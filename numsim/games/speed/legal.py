"""Compiled: which plies and action cards are legal, and lists of them.

A ply is listed once per class: what is laid and what happens, the cards taken from the hand first and completed from
the plateaus, the own one first, then nearest clockwise.
"""

from numsim._jit import helper, keep_call, kernel
from numsim.bits import U0, U1, U, lowest_bit, popcount
from numsim.games.speed.options import (
    FinalPlay,
    FinishedPlayer,
    InfiniCover,
    PlateauAction,
    PlateauOnlyPlay,
    PlateauUse,
    SelfInterrupt,
)
from numsim.games.speed.state import (
    A_BLOCK,
    A_TWISTER,
    ACTION_NIBBLES,
    CAS1,
    CAS2,
    DISCARD,
    DIVISION,
    DRAWN,
    DRAWN_JOKER,
    EQUAL,
    FIRST_ACTION,
    FIRST_FAMILIES,
    FUSION,
    INF_COUNT,
    INFINI_LAID,
    INFINI_NIBBLE,
    LEAD,
    MINUS,
    MOST_COUNT,
    NOBODY,
    NUMX_LAID,
    NUMX_NIBBLE,
    OUT_OF_TURN,
    PLATEAU,
    PLUS,
    RAINBOW_ADDED,
    RAINBOW_BIT,
    SHADOW_BIT,
    SHADOW_LAID,
    action_count,
    cards_left,
    classics_of,
    copies_of,
    group,
    held,
    is_set,
    jokers_added,
    jokers_of,
    next_seat,
    play_card,
    size_of,
    special,
)


@helper
def usable_plateaus(s, seat, in_turn):
    """Mask of the seats whose plateau cards he may lay now (SP-036..038, SP-A81)."""
    if s["plateau_use"] == PlateauUse.ALL or (s["plateau_use"] == PlateauUse.IN_TURN and in_turn):
        return (U1 << s["players"]) - U1
    return U1 << seat


@helper
def table_families(s, plateaus, value):
    """Families of a value that lie on some plateaus (a mask of seats)."""
    found = U0
    while plateaus != U0:
        i = lowest_bit(plateaus)
        plateaus &= plateaus - U1
        found |= U(s["families"][PLATEAU + i, value])
    return found


@helper
def table_tally(s, plateaus):
    """Sum of the tallies of some plateaus."""
    found = U0
    while plateaus != U0:
        i = lowest_bit(plateaus)
        plateaus &= plateaus - U1
        found += s["tally"][PLATEAU + i]
    return found


@kernel
def from_plateaus(s, seat, plateaus, value, n):
    """n cards of a value from plateaus: own first, then nearest clockwise; in each R B Y G S W. 6-bit mask."""
    keep_call()
    found = U0
    at = U(seat)
    for _ in range(s["players"]):
        if is_set(plateaus, at) and n > U0:
            here = held(s, PLATEAU + at, value)
            take = min(n, popcount(here))
            found |= FIRST_FAMILIES[here, take]
            n -= take
        at = next_seat(s, at)
    return found


@helper
def last_card_allowed(s, seat, hand_cards, hand_classics):
    """SP-124, SP-125: whether a play of so many hand cards, so many of them classic, may be made."""
    if hand_cards == U0 or hand_cards < size_of(s["tally"][seat]):
        return True
    if s["final_play"] == FinalPlay.ONE_CLASSIC:
        return hand_classics > U0
    if s["final_play"] == FinalPlay.ALL_CLASSIC:
        return hand_classics == hand_cards
    return True


@helper
def plateau_play_allowed(s, in_turn):
    """SP-A23: whether a ply without a card of the hand is allowed."""
    if s["plateau_only_play"] == PlateauOnlyPlay.YES:
        return True
    return s["plateau_only_play"] == PlateauOnlyPlay.IN_TURN_NO and not in_turn


@helper
def kind_of_group(s, in_turn, value, n):
    """What a legal group of n cards of a value is called on the present pli (readings R1, R2)."""
    count = s["count"]
    if count == U0:
        return LEAD
    if count == INF_COUNT:
        return LEAD if s["infini_cover"] == InfiniCover.RESET else CAS2
    if in_turn:
        if n == count and value > s["value"]:
            return CAS1
        if n == count + U1:
            return FUSION if value == s["value"] and s["fusing"] != 0 else CAS2
        if n > count and s["cas2"] != 0:
            return CAS2
    elif n == count + U1 and value == s["value"] + U1:
        return PLUS
    if n + U1 == count and value + U1 == s["value"]:
        return MINUS
    return EQUAL if n == count and value == s["value"] else DIVISION


@helper
def fits(s, in_turn, value, n):
    """Whether n cards of a value may be laid on the present pli."""
    return (U(s["allowed"][U(in_turn), s["count"], s["value"], value]) >> n) & U1 != U0


@helper
def may_interrupt(s, seat):
    """Whether a seat may lay out of turn now: SP-092, SP-106, SP-128 and their options. The player in turn may not."""
    if is_set(s["dropped"], seat) or (s["block_interrupts"] != 0 and s["blocks"][seat] != 0):
        return False
    if is_set(s["out"], seat) and s["finished_player"] == FinishedPlayer.IDLE:
        return False
    if seat == s["owner"]:
        return s["self_interrupt"] != SelfInterrupt.NO
    return seat != s["turn"]


@helper
def infini_fits(s, in_turn):
    """Whether an Infini may be laid on the present table (SP-062..067)."""
    if not in_turn and s["infini_out_of_turn"] == 0:
        return False
    if s["count"] == U0:
        return in_turn and s["lead_special"] != 0
    if s["count"] == INF_COUNT:
        return s["infini_on_infini"] != 0 or s["infini_cover"] == InfiniCover.RESET
    return s["owner"] != NOBODY


@helper
def numx_fits(s, in_turn):
    """Whether a Num-X may be laid on the present table (SP-065..067)."""
    if not in_turn and s["numx_out_of_turn"] == 0:
        return False
    if s["count"] == U0:
        return in_turn and s["lead_special"] != 0
    return s["owner"] != NOBODY


@kernel
def special_zone(s, seat, in_turn, nibble_mask, drawn):
    """Zone from which he may lay an Infini or Num-X: hand, drawn card or nearest plateau; NOBODY + 16 if none.

    `nibble_mask` is the special's nibble of a tally.
    """
    keep_call()
    none = NOBODY + U(16)
    if U(s["obligation"][seat]) > U1:
        return none
    if drawn:
        return DRAWN if s["tally"][DRAWN] & nibble_mask != U0 else none
    if s["tally"][seat] & nibble_mask != U0 and last_card_allowed(s, seat, U1, U0):
        return U(seat)
    if plateau_play_allowed(s, in_turn):
        plateaus = usable_plateaus(s, seat, in_turn)
        at = U(seat)
        for _ in range(s["players"]):
            if is_set(plateaus, at) and s["tally"][PLATEAU + at] & nibble_mask != U0:
                return PLATEAU + at
            at = next_seat(s, at)
    return none


@helper
def complete_group(s, seat, in_turn, plateaus, value, n, jokers, drawn):
    """Action of the group of n cards of a value, `jokers` of them Jokers, cards taken in the listed order.

    NONE-like 0 if the cards are not there or a rule of the last card or of plateau cards forbids it. The group fits the
    pli and the obligation.
    """
    naturals = n - jokers
    mine = held(s, seat, value)
    families = U0
    own_drawn = U0
    drawn_joker = U0
    if drawn:
        own_drawn = held(s, DRAWN, value)
        drawn_joker = jokers_of(s["tally"][DRAWN])
        if own_drawn != U0 and naturals > U0:
            families = own_drawn
            naturals -= U1
        elif drawn_joker != U0 and jokers > U0:
            jokers -= U1
        else:
            return U0
    from_hand = min(naturals, popcount(mine))
    hand_jokers = min(jokers, jokers_of(s["tally"][seat]))
    if not last_card_allowed(s, seat, from_hand + hand_jokers, from_hand):
        # Leave a card in the hand if a plateau has another one for it.
        if hand_jokers > U0 and jokers_of(table_tally(s, plateaus)) > jokers - hand_jokers:
            hand_jokers -= U1
        elif from_hand > U0 and popcount(table_families(s, plateaus, value)) > naturals - from_hand:
            from_hand -= U1
        else:
            return U0
    table_jokers = jokers - hand_jokers
    families |= FIRST_FAMILIES[mine, from_hand]
    if from_hand < naturals:
        more = from_plateaus(s, seat, plateaus, value, naturals - from_hand)
        if popcount(more) < naturals - from_hand:
            return U0
        families |= more
    if table_jokers > U0 and table_jokers > jokers_of(table_tally(s, plateaus)):
        return U0
    if from_hand + hand_jokers == U0 and not drawn and not plateau_play_allowed(s, in_turn):
        return U0
    action = group(kind_of_group(s, in_turn, value, n), value, families) | jokers_added(hand_jokers, table_jokers)
    if drawn and own_drawn & families == U0:
        action |= DRAWN_JOKER
    if not in_turn:
        action |= OUT_OF_TURN
    return action


@kernel
def list_plies(s, seat, in_turn, drawn):
    """Write every legal class of plies to `list` and return their number.

    `in_turn` False lists interrupts. `drawn` lists the plies that contain the drawn card. The caller has checked that
    he may lay at all (turn, window, block).
    """
    keep_call()
    n = U0
    count = s["count"]
    owed = U(s["obligation"][seat])
    own_pli = not in_turn and U(seat) == s["owner"]
    plateaus = usable_plateaus(s, seat, in_turn)
    if not (own_pli and s["self_interrupt"] == SelfInterrupt.RAINBOW_ONLY):
        jokers = jokers_of(s["tally"][seat]) + jokers_of(table_tally(s, plateaus))
        if drawn:
            jokers += jokers_of(s["tally"][DRAWN])
        if not in_turn and s["joker_out_of_turn"] == 0:
            jokers = U0
        values = U(s["fitting"][U(in_turn), count, s["value"]])
        while values != U0:
            value = lowest_bit(values)
            values &= values - U1
            options = U(s["allowed"][U(in_turn), count, s["value"], value])
            if owed != U0:
                options &= U1 << owed
            if options == U0:
                continue
            naturals = popcount(held(s, seat, value) | table_families(s, plateaus, value))
            if drawn:
                naturals += popcount(held(s, DRAWN, value))
            if naturals == U0 and (jokers == U0 or s["joker_alone"] == 0):
                continue
            options &= (U1 << (min(naturals + jokers, U(MOST_COUNT)) + U1)) - U1
            while options != U0:
                k = lowest_bit(options)
                options &= options - U1
                fewest = k - naturals if k > naturals else U0
                most = min(k, jokers)
                if s["joker_alone"] == 0 and most == k:
                    most = k - U1
                j = fewest
                while j <= most:
                    action = complete_group(s, seat, in_turn, plateaus, value, k, j, drawn)
                    if action != U0:
                        s["list"][n] = action
                        n += U1
                    j += U1
    if s["effects"] != 0 and count != U0 and count != INF_COUNT and owed <= U1:
        n = list_effects(s, seat, in_turn, drawn, plateaus, n)
    if infini_fits(s, in_turn) and not (own_pli and s["self_interrupt"] == SelfInterrupt.RAINBOW_ONLY):
        n = list_special(s, seat, in_turn, drawn, INFINI_LAID, INFINI_NIBBLE, n)
    if numx_fits(s, in_turn) and not own_pli:
        n = list_special(s, seat, in_turn, drawn, NUMX_LAID, NUMX_NIBBLE, n)
    return n


@helper
def list_effects(s, seat, in_turn, drawn, plateaus, n):
    """Add the Rainbow and Shadow effects (SP-078, SP-079)."""
    value = s["value"]
    out = U0 if in_turn else OUT_OF_TURN
    cards = held(s, DRAWN, value) if drawn else held(s, seat, value)
    if not drawn and s["effect_from_plateau"] != 0 and plateau_play_allowed(s, in_turn):
        cards |= table_families(s, plateaus, value)
    if cards & RAINBOW_BIT != U0 and s["count"] < U(MOST_COUNT):
        s["list"][n] = group(RAINBOW_ADDED, value, RAINBOW_BIT) | out
        n += U1
    alone = not in_turn and U(seat) == s["owner"] and s["self_interrupt"] == SelfInterrupt.RAINBOW_ONLY
    if cards & SHADOW_BIT != U0 and (s["count"] > U1 or s["shadow_on_single"] != 0) and not alone:
        s["list"][n] = group(SHADOW_LAID, value, SHADOW_BIT) | out
        n += U1
    return n


@helper
def list_special(s, seat, in_turn, drawn, kind, nibble_mask, n):
    zone = special_zone(s, seat, in_turn, nibble_mask, drawn)
    if zone <= DRAWN:
        s["list"][n] = special(kind, zone) | (U0 if in_turn else OUT_OF_TURN)
        n += U1
    return n


@kernel
def has_ply(s, seat, drawn):
    """Whether the player in turn has any legal ply (containing the drawn card, if `drawn`)."""
    keep_call()
    plain_lead = not drawn and s["count"] == U0 and s["obligation"][seat] == 0 and s["book_play"] != 0
    if plain_lead and classics_of(s["tally"][seat]) != U0:
        return True
    return list_plies(s, seat, True, drawn) > U0


@helper
def other_players(s, seat):
    """Mask of the players who are not out, without this one."""
    return ((U1 << s["players"]) - U1) & ~s["out"] & ~(U1 << seat)


@kernel
def action_zone_of(s, seat, nibble, drawn):
    """Zone from which he may play an action card: hand, drawn card or nearest plateau; NOBODY + 16 if none."""
    keep_call()
    none = NOBODY + U(16)
    if drawn:
        return DRAWN if copies_of(s["tally"][DRAWN], nibble) != U0 else none
    if copies_of(s["tally"][seat], nibble) != U0 and last_card_allowed(s, seat, U1, U0):
        return U(seat)
    if s["plateau_action"] == PlateauAction.DEAD:
        return none
    at = U(seat)
    for _ in range(s["players"]):
        if copies_of(s["tally"][PLATEAU + at], nibble) != U0:
            return PLATEAU + at
        if s["plateau_action"] == PlateauAction.OWNER:
            return none
        at = next_seat(s, at)
    return none


@kernel
def list_cards(s, seat, drawn, n):
    """Add every playable action card with every set of targets to `list`, from place n on; returns the new number."""
    keep_call()
    if is_set(s["out"], seat):
        return n
    words = s["tally"][DRAWN] if drawn else s["tally"][seat]
    if not drawn and s["plateau_action"] != PlateauAction.DEAD:
        words |= table_tally(s, (U1 << s["players"]) - U1)
    if words & ACTION_NIBBLES == U0:
        return n
    others = other_players(s, seat)
    for c in range(5):
        card = U(c)
        aimed = card < A_TWISTER or card == A_BLOCK
        if aimed and (s["acted"] != 0 or others == U0):
            continue
        zone = action_zone_of(s, seat, FIRST_ACTION + card, drawn)
        if zone > DRAWN:
            continue
        if not aimed:
            s["list"][n] = play_card(card, zone, U0)
            n += U1
            continue
        rest = others
        while rest != U0:
            target = rest & (~rest + U1)
            rest ^= target
            s["list"][n] = play_card(card, zone, target)
            n += U1
        if card == A_BLOCK and popcount(others) > U1:
            s["list"][n] = play_card(card, zone, others)
            n += U1
    return n


@helper
def deck_refills(s):
    """Whether a draw from the empty deck makes a new one (deck_out=reshuffle)."""
    return s["deck_out"] == 1 and s["tally"][DISCARD] != U0


@helper
def can_draw(s):
    """Whether there is a card to draw."""
    return cards_left(s) > U0 or deck_refills(s)


@helper
def meets_obligation(s, seat, action):
    """Whether a ply has the number of cards that an obligation asks for (SP-103)."""
    owed = U(s["obligation"][seat])
    if owed == U0:
        return True
    kind = (action >> U(11)) & U(31)
    return owed == (U1 if kind >= RAINBOW_ADDED else action_count(action))
