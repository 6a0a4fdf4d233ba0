"""Compiled: what every step does to the state: plies, action cards, draws, passes, ends of tours and rounds."""

import numpy as np

from numsim._jit import helper, keep_call, kernel
from numsim.bits import U0, U1, U, popcount
from numsim.cards import CLASSIC, COPIES, NO_CARD, VALUES
from numsim.games.speed.legal import deck_refills, list_plies
from numsim.games.speed.memory import forget_round, note_failure, note_new_hands, note_pick_up, note_ply, note_refill
from numsim.games.speed.options import (
    BombeOutPlayers,
    BombeTo,
    DeckOut,
    FinalPlay,
    FinishedPlayer,
    InfiniEnd,
    Mode,
    ObligationFail,
    ObligationScope,
    RoundEnd,
    ShadowAction,
    SpeedgameCarry,
    StuckSpecial,
    TwisterTo,
)
from numsim.games.speed.state import (
    A_BLOCK,
    A_BOMBE,
    A_DOUBLE,
    A_SIMPLE,
    A_TWISTER,
    ACTION_NIBBLES,
    BONUS,
    CENTRE,
    CLOSE,
    DECIDING,
    DECLINE,
    DISCARD,
    DRAW,
    DRAWN,
    DRAWN_JOKER,
    ERROR,
    FIRST_ACTION,
    FLIP,
    FUSION,
    GROUP_KINDS,
    INF_COUNT,
    INFINI1,
    INFINI_LAID,
    JOKER1,
    LEAD,
    NEVER,
    NOBODY,
    NUMX1,
    NUMX_LAID,
    OPENING,
    OPENING_FAILS,
    OUT_OF_TURN,
    OVER,
    PASS,
    PLAIN_LIMIT,
    PLATEAU,
    PLAY_CARD,
    PLY_KINDS,
    RAINBOW_ADDED,
    SHADOW_BIT,
    SHADOW_LAID,
    SHELVE,
    SHOWING,
    SIZE1,
    SPECIALS,
    TALLY1,
    TURN,
    VALUE_OF,
    WHY_BLOCKED,
    WHY_DECK_EMPTY,
    WHY_ERROR,
    action_card,
    action_families,
    action_hand_jokers,
    action_kind,
    action_table_jokers,
    action_targets,
    action_value,
    action_zone,
    add_card,
    cards_left,
    classics_of,
    clear_zone,
    copies_of,
    draw_card,
    held,
    is_set,
    jokers_of,
    next_seat,
    put_group,
    refill,
    size_of,
    sum_of,
    take_group,
)
from numsim.games.speed.state import COUNT1 as COUNT_OF_ONE
from numsim.rng import shuffle_any

FLIP_MS = 1300
"""A turned card that nobody covers (humans.md: a turned card)."""


# The pointer


@helper
def next_active(s, seat):
    """The next seat with a passage; the pointer stops on the owner of the pli in any case (SP-121, SP-128)."""
    absent = s["dropped"]
    if s["finished_player"] == FinishedPlayer.IDLE or s["count"] == U0:
        absent |= s["out"]
    seat = next_seat(s, seat)
    while is_set(absent, seat) and seat != s["owner"]:
        seat = next_seat(s, seat)
    return seat


@helper
def everybody_out(s):
    """Whether nobody is left who could lead."""
    return s["count"] == U0 and s["out"] == (U1 << s["players"]) - U1


@helper
def to_turn(s, seat):
    """A passage begins."""
    s["turn"] = seat
    s["phase"] = TURN
    s["thinking"] = 0
    s["replay"] = 0
    s["acted"] = 0


@helper
def note_draw(s):
    """After the deck lost a card."""
    if cards_left(s) == U0 and s["round_row"]["deck_out_event"] == 0:
        s["round_row"]["deck_out_event"] = np.uint16(s["events"])


@helper
def take_from_deck(s):
    """The next card; NO_CARD if there is none. Fills the deck from the discard where the option says so (SP-A13)."""
    if cards_left(s) == U0:
        if not deck_refills(s):
            return U(NO_CARD)
        if s["remembering"] != 0:
            note_refill(s)
        refill(s)
        s["refilled"] = cards_left(s)
    code = draw_card(s)
    note_draw(s)
    return code


# Plies


@helper
def count_jump(s, seat):
    """Turns that an interrupt takes from those it jumps over (SP-091)."""
    if s["count"] == U0 or s["phase"] == OPENING or s["phase"] == SHOWING:
        return
    s["round_row"]["interrupts"] += 1
    at = s["turn"]
    while at != seat and at != s["owner"]:
        if not is_set(s["out"] | s["dropped"], at):
            s["row"][at]["turns_lost"] += 1
            s["row"][seat]["turns_taken"] += 1
        at = next_seat(s, at)


@helper
def count_lateness(s, seat):
    """Hands on their way that an interrupt forestalls."""
    for i in range(s["players"]):
        if U(i) != seat and s["hand_ms"][i] != NEVER:
            s["row"][i]["late"] += 1


@kernel
def go_out(s, seat):
    """A hand is empty: its player is out (SP-126)."""
    keep_call()
    s["out"] |= U1 << seat
    s["outs"] += U1
    s["row"][seat]["out"] = np.uint8(s["outs"])
    if s["outs"] == U1:
        s["round_row"]["winner"] = np.uint8(seat)


@kernel
def penalty_draw(s, seat):
    """final_play=penalty: a last play without a classic hand card costs a card."""
    keep_call()
    code = take_from_deck(s)
    s["penalty"] = code
    if code != U(NO_CARD):
        shelve_card(s, seat, code)


@helper
def shelve_card(s, seat, code):
    """A card comes onto a plateau."""
    add_card(s, PLATEAU + seat, code)
    s["fresh"] = 1
    n = np.uint8(size_of(s["tally"][PLATEAU + seat]))
    if n > s["row"][seat]["plateau_most"]:
        s["row"][seat]["plateau_most"] = n


@kernel
def cover_centre(s):
    """The pli on the table goes to the covered plies of the tour."""
    keep_call()
    if s["count"] == U0:
        return
    if s["pli_special"] != 0:
        s["tally"][CENTRE] += INFINI1 if s["pli_special"] == 1 else NUMX1
        return
    put_group(s, CENTRE, s["value"], s["pli_families"], popcount(s["pli_families"]))
    s["tally"][CENTRE] += s["pli_jokers"] * JOKER1


@kernel
def discard_centre(s):
    """All cards in the centre are discarded (SP-123)."""
    keep_call()
    cover_centre(s)
    for value in range(VALUES):
        s["families"][DISCARD, value] |= s["families"][CENTRE, value]
    s["counts"][DISCARD] += s["counts"][CENTRE]
    s["tally"][DISCARD] += s["tally"][CENTRE]
    clear_zone(s, CENTRE)


@kernel
def take_mixed(s, seat, action):
    """Take the cards of a ply out of their zones when they do not all come from the hand. Returns the hand cards."""
    keep_call()
    value = action_value(action)
    wanted = action_families(action)
    row = s["row"][seat]
    mine = held(s, seat, value) & wanted
    n = popcount(mine)
    take_group(s, seat, value, mine, n)
    wanted ^= mine
    if s["drawn"] != U(NO_CARD):
        drawn = held(s, DRAWN, value) & wanted
        if drawn != U0 or action & DRAWN_JOKER != U0:
            clear_zone(s, DRAWN)
            s["drawn"] = U(NO_CARD)
            row["drawn_laid"] += 1
        wanted ^= drawn
    jokers = action_hand_jokers(action)
    s["tally"][seat] -= jokers * JOKER1
    n += jokers
    from_table = action_table_jokers(action)
    row["jokers_laid"] += jokers + from_table + U(action & DRAWN_JOKER != U0)
    at = seat
    for _ in range(s["players"]):
        here = held(s, PLATEAU + at, value) & wanted
        k = popcount(here)
        if k != U0:
            take_group(s, PLATEAU + at, value, here, k)
            wanted ^= here
        own = min(from_table, jokers_of(s["tally"][PLATEAU + at]))
        s["tally"][PLATEAU + at] -= own * JOKER1
        from_table -= own
        k += own
        if k != U0:
            if at == seat:
                row["from_own"] += k
            else:
                row["from_others"] += k
                s["row"][at]["taken"] += k
        at = next_seat(s, at)
    if n == U0:
        row["plateau_plays"] += 1
    return n


@kernel
def take_special(s, seat, action):
    """Take an Infini, Num-X or action card out of its zone. Returns the hand cards (0 or 1)."""
    keep_call()
    kind = action_kind(action)
    zone = action_zone(action)
    one = INFINI1 if kind == INFINI_LAID else NUMX1
    if kind == PLAY_CARD:
        one = SIZE1 + (U1 << (U(4) * (FIRST_ACTION + action_card(action))))
    s["tally"][zone] -= one
    row = s["row"][seat]
    if zone == DRAWN:
        s["drawn"] = U(NO_CARD)
        row["drawn_laid"] += 1
    elif zone >= PLATEAU:
        if kind != PLAY_CARD:
            row["plateau_plays"] += 1
        if zone - PLATEAU == seat:
            row["from_own"] += 1
        else:
            row["from_others"] += 1
            s["row"][zone - PLATEAU]["taken"] += 1
    return U(zone < PLATEAU)


@kernel
def pick_up(s, seat):
    """The Shadow player takes all cards of the replaced pli (SP-080, SP-A43)."""
    keep_call()
    if s["remembering"] != 0:
        note_pick_up(s, seat)
    n = popcount(s["pli_families"])
    put_group(s, seat, s["value"], s["pli_families"], n)
    s["tally"][seat] += s["pli_jokers"] * JOKER1
    s["taken_families"] = s["pli_families"]
    s["taken_jokers"] = s["pli_jokers"]
    s["row"][seat]["picked_up"] += n + s["pli_jokers"]


@kernel
def lay_rare(s, seat, action):
    """A ply that is not a plain group from one hand in turn."""
    keep_call()
    kind = action_kind(action)
    out_of_turn = action & OUT_OF_TURN != U0
    before = s["tally"][seat]
    if action & ERROR != U0:
        mistake(s, seat, action, False)
        return
    if out_of_turn:
        count_jump(s, seat)
        if s["timed"] != 0:
            count_lateness(s, seat)
    if kind >= INFINI_LAID:
        hand_cards = take_special(s, seat, action)
    else:
        hand_cards = take_mixed(s, seat, action)
    if s["drawn"] != U(NO_CARD):
        interrupted(s)  # SP-A72: who has drawn and not decided shelves
    if s["tracking"] != 0 and kind != SHADOW_LAID and kind != FUSION and kind != RAINBOW_ADDED:
        cover_centre(s)
    value = action_value(action)
    families = action_families(action)
    jokers = action_hand_jokers(action) + action_table_jokers(action) + U((action & DRAWN_JOKER) != U0)
    if s["remembering"] != 0:
        s["gone"] += jokers
    shadow_in = families & SHADOW_BIT != U0
    s["pli_special"] = 0
    if kind in (INFINI_LAID, NUMX_LAID):
        s["count"] = INF_COUNT
        s["value"] = U0
        s["pli_families"] = U0
        s["pli_jokers"] = U0
        s["pli_special"] = 1 if kind == INFINI_LAID else 2
    elif kind == RAINBOW_ADDED:
        s["pli_families"] |= families
        s["count"] += U1
    elif kind == SHADOW_LAID:
        pick_up(s, seat)
        s["pli_families"] = families
        s["pli_jokers"] = U0
        s["count"] = U1
    else:
        place_group(s, kind, value, families, jokers)
    after_ply(s, seat, kind, hand_cards, out_of_turn)
    emptied = size_of(s["tally"][seat]) == U0 and not is_set(s["out"], seat) and size_of(before) != U0
    if emptied:
        hand_classics = classics_of(before) - classics_of(s["tally"][seat])
        if s["final_play"] == FinalPlay.PENALTY and hand_classics == U0:
            penalty_draw(s, seat)
        go_out(s, seat)
        if s["round_end"] == RoundEnd.INSTANT:
            end_round(s)
            return
    if kind == NUMX_LAID:
        close_tour(s)
        return
    if kind == INFINI_LAID and s["infini_end"] == InfiniEnd.INSTANT:
        s["phase"] = SHOWING
        s["turn"] = seat
        s["thinking"] = 0
        return
    if shadow_in and s["effects"] != 0 and not is_set(s["out"], seat) and bonus_due(s, kind, out_of_turn):
        s["phase"] = BONUS
        s["turn"] = seat
        s["thinking"] = 0
        return
    to_turn(s, next_active(s, seat))


@helper
def bonus_due(s, kind, out_of_turn):
    """Whether a play with a Shadow in it allows an action card (SP-082, SP-A37)."""
    if s["shadow_action"] == ShadowAction.ANY:
        return True
    if kind != SHADOW_LAID:
        return False
    return s["shadow_action"] == ShadowAction.EFFECT or not out_of_turn


@helper
def place_group(s, kind, value, families, jokers):
    """A group becomes the pli; a Fusion merges with the one before (SP-072)."""
    n = popcount(families) + jokers
    if kind == FUSION:
        s["count"] += n
        s["pli_families"] |= families
        s["pli_jokers"] += jokers
    else:
        s["count"] = n
        s["pli_families"] = families
        s["pli_jokers"] = jokers
        s["value"] = value


@helper
def after_ply(s, seat, kind, hand_cards, out_of_turn):
    """Tallies and what every ply ends: obligation, blocked count."""
    if s["remembering"] != 0:
        note_ply(s, kind)
    row = s["row"][seat]
    row["laid"][kind] += 1
    row["shed"][kind] += np.uint8(hand_cards)
    s["round_row"]["plays"] += 1
    if out_of_turn:
        row["out_of_turn"][kind] += 1
    else:
        row["turns"] += 1
        row["obliged_turns"] += np.uint8(s["obligation"][seat] != 0)
    if s["owner"] == NOBODY:
        s["round_row"]["tours"] += 1
        if s["round_row"]["starter"] == 255:
            s["round_row"]["starter"] = np.uint8(seat)
    s["obligation"][seat] = 0
    s["fails"] = U0
    s["owner"] = seat
    s["kind"] = kind
    s["fresh"] = 1


@helper
def lay(s, seat, action):
    """A legal ply."""
    families = action_families(action)
    value = action_value(action)
    mine = held(s, seat, value)
    if action >= PLAIN_LIMIT or action & OUT_OF_TURN != U0 or mine & families != families or s["book_play"] == 0:
        lay_rare(s, seat, action)
        return
    kind = action_kind(action)
    if kind >= GROUP_KINDS or s["tracking"] != 0 or s["drawn"] != U(NO_CARD):
        lay_rare(s, seat, action)
        return
    # The common case: a group from the hand, in turn, under the book's options.
    n = popcount(families)
    s["families"][seat, value] = np.uint8(mine ^ families)
    s["counts"][seat] -= n * COUNT_OF_ONE[value]
    tally = s["tally"][seat] - n * TALLY1[value]
    s["tally"][seat] = tally
    count = n
    if kind == FUSION:
        count += s["count"]
        families |= s["pli_families"]
    else:
        s["value"] = value
        s["pli_jokers"] = U0
    s["count"] = count
    s["pli_families"] = families
    s["pli_special"] = 0
    after_ply(s, seat, kind, n, False)
    if size_of(tally) == U0:
        go_out(s, seat)
    to_turn(s, next_active(s, seat))


@kernel
def interrupted(s):
    """The drawer who has not decided shelves his card; his passage is lost (SP-A72)."""
    keep_call()
    code = s["drawn"]
    s["drawn"] = U(NO_CARD)
    clear_zone(s, DRAWN)
    s["row"][s["turn"]]["turns"] += 1
    if s["pass_final"] != 0:
        s["dropped"] |= U1 << s["turn"]
    s["shelved_by"] = s["turn"]
    s["shelved"] = code
    shelve_card(s, s["turn"], code)


# Draws, passes, errors


@helper
def draw(s, seat):
    """The player in turn draws (SP-030); he decides about the card next."""
    if s["remembering"] != 0:
        note_failure(s, seat)
    code = take_from_deck(s)
    s["row"][seat]["draws"] += 1
    s["fails"] = U0
    if s["obligation_fail"] == ObligationFail.DRAW_FREES:
        s["obligation"][seat] = 0
    s["drawn"] = code
    add_card(s, DRAWN, code)
    s["phase"] = DECIDING
    s["thinking"] = 0


@helper
def laid_nothing(s, seat):
    """A turn ends in which its player laid no pli."""
    row = s["row"][seat]
    row["turns"] += 1
    if s["obligation"][seat] != 0:
        row["obliged_turns"] += 1
        row["obliged_failed"] += 1
        if s["obligation_fail"] == ObligationFail.LAPSE:
            s["obligation"][seat] = 0


@kernel
def discard_stuck(s, seat):
    """stuck_special=discard_by_draw: a hand of one special or action card is discarded; True if so."""
    keep_call()
    tally = s["tally"][seat]
    if size_of(tally) != U1 or classics_of(tally) != U0:
        return False
    s["discarded"] = tally & SPECIALS
    if s["tracking"] != 0 and tally & ACTION_NIBBLES == U0:
        s["tally"][DISCARD] += tally
    s["gone"] += tally & SPECIALS & ~ACTION_NIBBLES
    if tally & ACTION_NIBBLES != U0:
        s["used"] += tally & ACTION_NIBBLES
    s["tally"][seat] = U0
    go_out(s, seat)
    return True


@helper
def shelve(s, seat):
    """The drawn card is laid on the drawer's plateau (SP-032)."""
    code = s["drawn"]
    s["drawn"] = U(NO_CARD)
    s["families"][DRAWN, VALUE_OF[code]] = 0
    s["counts"][DRAWN] = U0
    s["tally"][DRAWN] = U0
    shelve_card(s, seat, code)
    laid_nothing(s, seat)
    gone = s["stuck_special"] == StuckSpecial.DISCARD_BY_DRAW and discard_stuck(s, seat)
    if gone and (s["round_end"] == RoundEnd.INSTANT or everybody_out(s)):
        end_round(s)
        return
    turn_over(s, seat, True)


@helper
def turn_over(s, seat, lead_fails):
    """After a passage without a pli: the pointer moves; a leader's lead with it."""
    if s["count"] == U0:
        if lead_fails:
            s["round_row"]["lead_passes"] += 1
            s["lead_passed"] = 1
    elif s["pass_final"] != 0 and lead_fails:
        s["dropped"] |= U1 << seat
    to_turn(s, next_active(s, seat))


@kernel
def pass_turn(s, seat, why):
    """A passage without a pli, an action or a drawn card (SP-035, SP-105, SP-162)."""
    keep_call()
    row = s["row"][seat]
    leading = s["count"] == U0
    if why in (WHY_BLOCKED, WHY_ERROR):
        if why == WHY_BLOCKED:
            s["blocks"][seat] -= 1
            row["blocked_turns"] += 1
        else:
            s["skips"][seat] -= 1
        if s["blocks"][seat] == 0 and s["skips"][seat] == 0:
            s["held_up"] &= ~(U1 << seat)
        row["turns"] += 1
        row["passes"] += 1
        s["round_row"]["passes"] += 1
        s["fails"] = U0
        turn_over(s, seat, False)
        return
    if s["remembering"] != 0:
        note_failure(s, seat)
    laid_nothing(s, seat)
    if leading:
        s["fails"] += U1
        turn_over(s, seat, True)
        players = popcount(((U1 << s["players"]) - U1) & ~s["out"])
        if s["deck_out"] == DeckOut.END:
            end_round(s)
        elif s["fails"] >= players:
            s["round_row"]["blocked"] = 1
            end_round(s)
        return
    row["passes"] += 1
    s["round_row"]["passes"] += 1
    turn_over(s, seat, True)
    if why == WHY_DECK_EMPTY and s["deck_out"] == DeckOut.END:
        end_round(s)


@kernel
def mistake(s, seat, action, late):
    """An error: cards back, a card drawn, the passage lost (SP-161, SP-162)."""
    keep_call()
    out_of_turn = action & OUT_OF_TURN != U0
    code = take_from_deck(s)
    s["error_card"][seat] = np.uint8(code)
    s["round_row"]["errors"] += 1
    if code != U(NO_CARD):
        shelve_card(s, seat, code)
        s["fails"] = U0
    row = s["row"][seat]
    if out_of_turn:
        row["errors_out"] += 1
        s["skips"][seat] += 1
        s["held_up"] |= U1 << seat
        s["hand_ms"][seat] = NEVER
        return
    row["errors"] += 1
    if s["drawn"] != U(NO_CARD):
        tried = s["drawn"]
        s["drawn"] = U(NO_CARD)
        clear_zone(s, DRAWN)
        shelve_card(s, seat, tried)
    laid_nothing(s, seat)
    turn_over(s, seat, False)


# Action cards


@kernel
def act(s, seat, action):
    """An action card is played, in turn or as the bonus of a Shadow (SP-100..113)."""
    keep_call()
    card = action_card(action)
    targets = action_targets(action)
    bonus = s["phase"] == BONUS
    before = s["tally"][seat]
    from_draw = action_zone(action) == DRAWN
    if take_special(s, seat, action) != U0 and size_of(s["tally"][seat]) == U0:
        # Only final_play=penalty allows it.
        s["used"] += U1 << (U(4) * (FIRST_ACTION + card))
        if size_of(before) != U0:
            penalty_draw(s, seat)
            go_out(s, seat)
    else:
        s["used"] += U1 << (U(4) * (FIRST_ACTION + card))
    row = s["row"][seat]
    row["played"][card] += 1
    row["bonus_actions"] += np.uint8(bonus)
    s["round_row"]["actions"] += 1
    s["fails"] = U0
    if card in (A_SIMPLE, A_DOUBLE, A_BLOCK):
        row["block_all"] += np.uint8(card == A_BLOCK and popcount(targets) > U1)
        for i in range(s["players"]):
            if is_set(targets, i):
                target = s["row"][i]
                if card == A_BLOCK:
                    s["blocks"][i] += 1
                    s["held_up"] |= U1 << U(i)
                    target["targeted"][2] += 1
                else:
                    s["obligation"][i] = np.uint8(card + U1)
                    target["targeted"][card] += 1
    elif not (is_set(s["out"], seat) and s["round_end"] == RoundEnd.INSTANT):
        redistribute(s, seat, card)
    if (s["round_end"] == RoundEnd.INSTANT and s["out"] != U0) or everybody_out(s):
        end_round(s)
        return
    again = card in (A_TWISTER, A_BOMBE)
    if not bonus and not again and s["action_is_turn"] == 0 and not from_draw and not is_set(s["out"], seat):
        s["acted"] = 1
        s["thinking"] = 0
        s["phase"] = TURN
        return
    if not bonus:
        laid_nothing(s, seat)
    if again and not is_set(s["out"], seat):
        to_turn(s, seat)
        s["replay"] = 1
        return
    to_turn(s, next_active(s, seat))


@kernel
def pool_zone(s, zone, n):
    """Append the cards of a zone to the scratch list from place n on and clear it; returns the new number."""
    keep_call()
    for value in range(VALUES):
        for family in range(6):
            if s["families"][zone, value] >> family & 1:
                s["pool"][n] = np.uint8(6 * value + family)
                n += U1
    for nibble in range(8):
        for copy in range(copies_of(s["tally"][zone], U(nibble))):
            s["pool"][n] = np.uint8(CLASSIC + COPIES * nibble + np.int64(copy))
            n += U1
    clear_zone(s, zone)
    return n


@kernel
def deal_pool(s, begin, end, first, seats, base):
    """Deal pool[begin:end] one by one clockwise from a seat over a mask of seats, into their zones base + seat."""
    keep_call()
    if seats == U0:
        return
    at = U(first)
    while not is_set(seats, at):
        at = next_seat(s, at)
    for i in range(begin, end):
        add_card(s, base + at, U(s["pool"][i]))
        at = next_seat(s, at)
        while not is_set(seats, at):
            at = next_seat(s, at)


@kernel
def redistribute(s, seat, card):
    """Twister or Bombe-X (SP-109..112 and their options)."""
    keep_call()
    if s["remembering"] != 0:
        note_new_hands(s)
    players = s["players"]
    everybody = (U1 << players) - U1
    active = everybody & ~s["out"]
    sizes = U0
    for i in range(players):
        sizes |= size_of(s["tally"][PLATEAU + U(i)]) << (U(8) * U(i))
    hands_end = U0
    if card == A_BOMBE:
        for i in range(players):
            hands_end = pool_zone(s, U(i), hands_end)
    end = hands_end
    for i in range(players):
        end = pool_zone(s, PLATEAU + U(i), end)
    if card == A_TWISTER:
        shuffle_any(s["chance_rng"], s["pool"], U0, end)
        deal_pool(s, U0, end, seat, active, U0 if s["twister_to"] == TwisterTo.HAND else PLATEAU)
    else:
        receivers = active if s["bombe_out_players"] == BombeOutPlayers.EXCLUDED else everybody
        if s["bombe_to"] == BombeTo.TWO_POOLS:
            shuffle_any(s["chance_rng"], s["pool"], U0, hands_end)
            shuffle_any(s["chance_rng"], s["pool"], hands_end, end)
            deal_pool(s, U0, hands_end, seat, receivers, U0)
            deal_pool(s, hands_end, end, seat, active, PLATEAU)
        else:
            shuffle_any(s["chance_rng"], s["pool"], U0, end)
            begin = U0
            if s["bombe_to"] == BombeTo.KEEP_SIZES:
                at = U(seat)
                for _ in range(players):
                    n = (sizes >> (U(8) * at)) & U(255)
                    for i in range(begin, begin + n):
                        add_card(s, PLATEAU + at, U(s["pool"][i]))
                    begin += n
                    at = next_seat(s, at)
            deal_pool(s, begin, end, seat, receivers, U0)
        if s["bombe_out_players"] == BombeOutPlayers.ROUND_CONTINUES:
            for i in range(players):
                if is_set(s["out"], i) and size_of(s["tally"][U(i)]) > U0:
                    come_back(s, U(i))
    # Who is left without a card is out (SP-126).
    at = U(seat)
    for _ in range(players):
        if not is_set(s["out"], at) and size_of(s["tally"][at]) == U0:
            go_out(s, at)
        n = np.uint8(size_of(s["tally"][PLATEAU + at]))
        if n > s["row"][at]["plateau_most"]:
            s["row"][at]["plateau_most"] = n
        at = next_seat(s, at)
    s["fresh"] = 1


@helper
def come_back(s, seat):
    """A player who was out is in the round again; those behind him move up."""
    was = s["row"][seat]["out"]
    s["out"] &= ~(U1 << seat)
    s["outs"] -= U1
    s["row"][seat]["out"] = 0
    s["round_row"]["winner"] = 255
    for i in range(s["players"]):
        if s["row"][i]["out"] > was:
            s["row"][i]["out"] -= 1
        if s["row"][i]["out"] == 1:
            s["round_row"]["winner"] = np.uint8(i)


# Ends


@helper
def close_tour(s):
    """The owner of the pli wins the tour and leads (SP-120..123), unless the round is over (SP-127)."""
    owner = s["owner"]
    s["row"][owner]["won"][s["kind"]] += 1
    if s["tracking"] != 0:
        discard_centre(s)
    s["count"] = U0
    s["value"] = U0
    s["owner"] = NOBODY
    s["dropped"] = U0
    s["tour_closed"] = 1
    if s["held_up"] != U0:
        for i in range(s["players"]):
            s["blocks"][i] = 0
            s["skips"][i] = 0
        s["held_up"] = U0
    if s["obligation_scope"] == ObligationScope.TOUR:
        for i in range(s["players"]):
            s["obligation"][i] = 0
    if s["out"] != U0:
        end_round(s)
    else:
        to_turn(s, owner)
        s["fresh"] = 1


@kernel
def end_round(s):
    """The round is over: what is left is counted in both scores (SP-140..142, SP-154)."""
    keep_call()
    s["phase"] = OVER
    last = s["last_round"] != 0
    carry = s["mode"] == Mode.SPEEDGAME and s["carried"] == 0 and not last
    for i in range(s["players"]):
        seat = U(i)
        row = s["row"][seat]
        hand = s["tally"][seat]
        plateau = s["tally"][PLATEAU + seat]
        row["hand_left"] = np.uint8(size_of(hand))
        row["plateau_left"] = np.uint8(size_of(plateau))
        both = hand + plateau
        row["specials_left"] = np.uint8(size_of(both) - classics_of(both))
        row["stuck"] = np.uint8(size_of(hand) != U0 and classics_of(hand) == U0)
        scored = both
        if carry:
            if s["speedgame_carry"] == SpeedgameCarry.KEEP_HAND:
                scored = plateau
            elif s["speedgame_carry"] == SpeedgameCarry.FINISHER_ONLY:
                scored = plateau if s["round_row"]["winner"] == np.uint8(seat) else U0
        classics = classics_of(scored)
        others = size_of(scored) - classics
        row["malus_classic"] = np.uint16(classics * s["malus_classic_card"] + others * s["malus_classic_special"])
        row["malus_competition"] = np.uint16(sum_of(scored) + others * s["malus_competition_special"])


# The opening


@helper
def start_looking(s):
    """Nothing is turned yet."""
    s["phase"] = OPENING
    s["count"] = U0
    s["owner"] = NOBODY
    s["turn"] = NOBODY


@kernel
def flip(s):
    """Turn the top card in the centre (SP-013..016)."""
    keep_call()
    s["round_row"]["flips"] += 1
    code = draw_card(s)
    s["drawn_flip"] = code
    if code >= U(CLASSIC):
        s["under"][s["under_to"]] = np.uint8(code)
        s["under_to"] += U1
        return
    if s["count"] != U0:
        if s["tracking"] != 0:
            discard_centre(s)
        if s["timed"] != 0:
            s["now"] += FLIP_MS
    s["turned"][s["n_turned"]] = np.uint8(code)
    s["n_turned"] += U1
    s["classics_left"] -= U1
    s["value"] = U(VALUE_OF[code])
    s["count"] = U1
    s["pli_families"] = U1 << (code % U(6))
    s["pli_jokers"] = U0
    s["pli_special"] = 0
    s["fresh"] = 1
    if s["remembering"] != 0:
        note_ply(s, LEAD)
    if s["n_turned"] == U1:
        for i in range(s["players"]):
            if can_cover(s, U(i)):
                s["round_row"]["could_cover"] |= np.uint8(1 << i)


@helper
def can_cover(s, seat):
    """Whether a hand has cards for the turned card (SP-014)."""
    if s["effects"] != 0 and held(s, seat, s["value"]) != U0 and s["allowed"][0, 1, s["value"], s["value"]] & 2 != 0:
        return True
    return list_plies(s, seat, False, False) > U0


@kernel
def fail_opening(s):
    """No classic card is left in the deck: all turned cards are shuffled in, left of the dealer leads (SP-020)."""
    keep_call()
    n = U0
    while cards_left(s) > U0:
        s["pool"][n] = np.uint8(draw_card(s))
        n += U1
    for i in range(s["n_turned"]):
        s["pool"][n] = s["turned"][i]
        n += U1
    for i in range(n):
        s["deck"][i] = s["pool"][i]
    shuffle_any(s["chance_rng"], s["deck"], U0, n)
    if s["remembering"] != 0:
        forget_round(s)
    s["top"] = n
    s["lazy"] = 0
    s["under_from"] = U0
    s["under_to"] = U0
    if s["tracking"] != 0:
        clear_zone(s, DISCARD)
        clear_zone(s, CENTRE)
    s["round_row"]["opening"] = 1
    s["count"] = U0
    s["value"] = U0
    to_turn(s, next_seat(s, s["dealer"]))


@helper
def carry_out(s, seat, action):
    """One step of the round: `action` is legal for `seat` now."""
    kind = action_kind(action)
    s["events"] += U1
    if kind < PLY_KINDS:
        lay(s, seat, action)
    elif kind == DRAW:
        draw(s, seat)
    elif kind == SHELVE:
        shelve(s, seat)
    elif kind == CLOSE:
        s["events"] -= U1
        close_tour(s)
    elif kind == PASS:
        pass_turn(s, seat, s["why"])
    else:
        carry_out_rare(s, seat, action)
    if s["events"] >= s["cap_events"] and s["phase"] != OVER:
        s["round_row"]["capped"] = 1
        end_round(s)


@kernel
def carry_out_rare(s, seat, action):
    keep_call()
    kind = action_kind(action)
    if kind == PLAY_CARD:
        act(s, seat, action)
    elif kind == FLIP:
        flip(s)
    elif kind == OPENING_FAILS:
        fail_opening(s)
    elif kind == DECLINE:
        s["events"] -= U1
        if s["phase"] == BONUS:
            to_turn(s, next_active(s, seat))
        else:
            close_tour(s)
