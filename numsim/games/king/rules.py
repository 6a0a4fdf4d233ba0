"""Compiled: the rules of play of NUM KING: `apply` (one decision), what may follow, the end of tricks and rounds.

`apply` trusts its caller: it takes only actions that legal.py offers.
"""

import numpy as np

from numsim._jit import helper, keep_call, kernel
from numsim.bits import U0, U1, U3, U4, U, popcount
from numsim.games.king.legal import list_groups
from numsim.games.king.options import (
    EffectAttach,
    Impossible,
    InfiniAfter,
    JokerWithWs,
    LeadAfterOut,
    RainbowAfter,
    RankMode,
    ShadowSingle,
    StuckRule,
)
from numsim.games.king.state import (
    BOUND_RAINBOW,
    BOUND_SHADOW,
    BOUND_SKIP,
    DOUBLE,
    EFFECT_OF,
    EFFECTS,
    FOLLOW,
    GROUP,
    INFINI_CUT,
    INFINI_KIND,
    LEAD,
    LONE_SHADOW,
    MAX_SEATS,
    NOTHING,
    NUMX_CUT,
    OVER,
    PASS_KIND,
    PLAIN,
    RAINBOW,
    SHADOW,
    UNBOUND,
    action_families,
    action_jokers,
    action_kind,
    action_value,
    take_group,
)

STEP_CAP = 1000
"""Plays, passes and lead passes after which a round is an engine fault and is cut off."""


@kernel
def bind_next(s, seat):
    """Set `need` and `floor` for a follower where they depend on who is asked and in which place (KG-A07 … KG-A09)."""
    keep_call()
    s["asked"] += U1
    first = s["asked"] == U1
    if s["bound"] == UNBOUND:
        return
    if s["bound"] == BOUND_SKIP:
        if first:
            s["floor"] = NOTHING
            return
        s["bound"] = UNBOUND
    elif s["effect_attach"] == EffectAttach.NEXT and not first:
        s["bound"] = UNBOUND
    else:
        s["need"] = s["bound_need"]
        s["floor"] = s["bound_floor"]
        tested = s["impossible"] == Impossible.RELAX or (s["effect_attach"] == EffectAttach.VOID_IF_UNABLE and first)
        if not tested or list_groups(s, seat) > U0:
            return
        if s["effect_attach"] == EffectAttach.VOID_IF_UNABLE and first:
            s["bound"] = UNBOUND
    s["need"] = s["free_need"]
    s["floor"] = s["free_floor"]


@helper
def lay_group(s, action):
    """Put a group on the table: its effect and what may follow (KG-010 … KG-028). True if it ends the trick at once."""
    families = action_families(action)
    jokers = action_jokers(action)
    count = popcount(families) + jokers
    effect = EFFECT_OF[families >> U4, U(count == U1)]
    if s["book_effects"] == 0:
        return lay_group_by_options(s, action, count, effect)
    # Without a branch: Rainbow one card more, Shadow one less, a lone Shadow (KG-024) and a plain play as many.
    s["need"] = count + U(effect == RAINBOW) - U(effect == SHADOW)
    s["floor"] = action_value(action) + U1
    s["infini_ok"] = 1
    s["count"] = count
    s["table_jokers"] = jokers
    s["effect"] = effect
    return effect == DOUBLE


@kernel
def lay_group_by_options(s, action, count, effect):
    """`lay_group` where an option of the effects is not the book's (KG-A06 … KG-A09)."""
    keep_call()
    value = action_value(action)
    complied = s["phase"] == FOLLOW and s["bound"] == BOUND_RAINBOW and count == s["bound_need"]
    s["infini_ok"] = 1
    s["count"] = count
    s["table_jokers"] = action_jokers(action)
    s["effect"] = effect
    s["bound"] = UNBOUND
    s["rebind"] = 0
    s["asked"] = U0
    s["free_floor"] = value + U1
    s["free_need"] = count
    s["floor"] = value + U1
    s["need"] = count
    if effect == DOUBLE:
        return True
    if effect == PLAIN:
        if complied and s["rainbow_after"] == RainbowAfter.REVERT:
            s["need"] = count - U1
        return False
    if effect == LONE_SHADOW:
        if s["shadow_single"] == ShadowSingle.MIN1:
            return False
        if s["shadow_single"] == ShadowSingle.WIN:
            return True
        s["bound"] = BOUND_SHADOW
        if s["shadow_single"] == ShadowSingle.SKIP:
            s["bound"] = BOUND_SKIP
        else:
            s["floor"] = U0
    elif effect == SHADOW:
        s["bound"] = BOUND_SHADOW
        s["need"] = count - U1
    else:
        s["bound"] = BOUND_RAINBOW
        s["need"] = count + U1
    s["bound_need"] = s["need"]
    s["bound_floor"] = s["floor"]
    s["rebind"] = np.uint8(
        s["effect_attach"] != EffectAttach.PLI or s["impossible"] == Impossible.RELAX or s["bound"] == BOUND_SKIP
    )
    return s["impossible"] == Impossible.END and effect != LONE_SHADOW and (value == U(16) or s["need"] > U(6))


@helper
def lay_infini(s):
    """Put an Infini on the table (KG-030 … KG-032, KG-A11)."""
    if s["phase"] == LEAD:
        s["under"] = U0
    elif s["effect"] != INFINI_CUT:
        s["under"] = s["count"]
    s["effect"] = INFINI_CUT
    s["table_jokers"] = U0
    s["bound"] = UNBOUND
    s["rebind"] = 0
    s["need"] = U1
    s["floor"] = NOTHING
    s["infini_ok"] = s["infini_on_infini"]
    if s["infini_after"] == InfiniAfter.RESET:
        s["need"] = U0
        s["floor"] = U0
        s["infini_ok"] = 1
    elif s["infini_after"] == InfiniAfter.KEEP_TYPE:
        s["need"] = s["under"]
        s["floor"] = U0


@helper
def go_out(s, seat, regular):
    """A hand is empty: give the rank, leave the ring. True if the round is over (KG-041, KG-042, KG-A17, KG-A18)."""
    if regular:
        s["regular_out"] += 1
        s["rank"][seat] = s["regular_out"]
    else:
        s["rank"][seat] = np.uint8(s["players"]) - s["worst_out"]
        s["worst_out"] += 1
    s["out_step"][seat] = s["steps"]
    s["active"] -= U1
    before = s["previous"][seat]
    after = s["next"][seat]
    s["next"][before] = after
    s["previous"][after] = before
    s["in_trick"] &= ~(U1 << seat)
    if s["active"] == U1:
        return True
    if regular:
        if s["rank_mode"] == RankMode.CARDS_LEFT:
            return True
        if s["rank_mode"] == RankMode.TWO_OUT:
            return s["regular_out"] == 2
    return False


@kernel
def is_stuck(s, seat):
    """Whether no sequence of lays could ever empty the hand (KG-044): no classic card to end on, or Jokers too many.

    A colour card carries up to 3 Jokers, a Rainbow or Shadow alone up to 4 if `joker_with_ws` lets it; unless
    stuck_rule is last_rank, the last lay is without Joker, so the weakest carrier must be kept for it.
    """
    keep_call()
    if s["rank"][seat] != 0:
        return False
    jokers = s["jokers"][seat]
    classics = s["classics"][seat]
    if s["stuck_rule"] == StuckRule.LAST_RANK:
        if jokers == U0:
            return False
    elif classics == U0:
        return True
    elif jokers == U0:
        return False
    shadow_rainbow = popcount(s["shadow_rainbow"][seat]) + popcount(s["zeros"][seat] >> U4)
    colours = classics - shadow_rainbow
    if s["joker_with_ws"] == JokerWithWs.ANY_NATURAL:
        capacity = U3 * colours + U4 * shadow_rainbow
        kept = U3 if colours > U0 else U4
    else:
        capacity = U3 * colours
        kept = U0 if shadow_rainbow > U0 else U3
    if s["stuck_rule"] == StuckRule.LAST_RANK:
        kept = U0
    return capacity < jokers + kept


@kernel
def end_round(s):
    """Rank who still holds cards: by fewer cards, then clockwise from the starter (KG-042, KG-044)."""
    keep_call()
    s["phase"] = OVER
    players = s["players"]
    for seat in range(players):
        s["stuck"][seat] = is_stuck(s, U(seat))
    while s["active"] > U0:
        best = players
        for i in range(players):
            seat = (s["starter"] + U(i)) % players
            if s["rank"][seat] == 0 and (best == players or s["size"][seat] < s["size"][best]):
                best = seat
        s["regular_out"] += 1
        s["rank"][best] = s["regular_out"]
        s["active"] -= U1


@helper
def end_trick(s):
    """The owner of the uncovered play wins the trick; he, or who stands in for him, leads (KG-017, KG-043)."""
    owner = s["owner"]
    s["won"][s["effect"], owner] += 1
    s["led_won"][s["effect"], owner] += s["is_lead"]
    s["joker_groups_won"][owner] += np.uint8(s["table_jokers"] > U0)
    s["tricks"] += 1
    s["phase"] = LEAD
    s["fails"] = U0
    leader = owner
    if s["rank"][owner] != 0:
        leader = s["next"][owner]
        passer = s["last_passer"]
        if s["lead_after_out"] == LeadAfterOut.LAST_PASSER and passer < U(MAX_SEATS) and s["rank"][passer] == 0:
            leader = passer
    s["turn"] = leader


@helper
def ask_next(s, seat):
    """Turn to the next seat clockwise that has not dropped out of the trick."""
    turn = s["next"][seat]
    if s["pass_final"] != 0:
        while (s["in_trick"] >> turn) & U1 == U0:
            turn = s["next"][turn]
    s["turn"] = turn
    if s["rebind"] != 0:
        bind_next(s, turn)


@helper
def apply_pass(s, seat):
    """A pass, or a leader who cannot lead (KG-015 … KG-019)."""
    if s["phase"] == LEAD:
        s["lead_passes"][seat] += 1
        s["fails"] += U1
        s["turn"] = s["next"][seat]
        if s["fails"] == s["active"]:
            end_round(s)
        return
    s["passes"][seat] += 1
    s["passed_need"][seat] = np.uint8(s["need"])
    s["passed_floor"][seat] = np.uint8(s["floor"])
    s["passed_log"][seat] = np.uint8(s["n_log"])
    s["last_passer"] = seat
    if s["pass_final"] != 0:
        s["in_trick"] &= ~(U1 << seat)
    s["to_ask"] -= U1
    if s["to_ask"] == U0:
        end_trick(s)
    else:
        ask_next(s, seat)


@helper
def apply_lay(s, seat, action):
    """A play: cards leave the hand; going out, the end of the trick or round, and who is asked next follow."""
    leading = s["phase"] == LEAD
    if leading:
        s["fails"] = U0
        s["last_passer"] = U(MAX_SEATS)
        s["in_trick"] = U0
        if s["pass_final"] != 0:
            other = seat
            for _ in range(s["active"]):
                s["in_trick"] |= U1 << other
                other = s["next"][other]
    kind = action_kind(action)
    regular = True
    if kind == GROUP:
        take_group(s, seat, action_value(action), action_families(action), action_jokers(action))
        ends = lay_group(s, action)
        if action_jokers(action) > U0:
            regular = False
            s["joker_groups"][seat] += 1
    else:
        regular = False
        s["size"][seat] -= U1
        if kind == INFINI_KIND:
            s["infinis"][seat] -= U1
            lay_infini(s)
            ends = False
        else:
            s["numxs"][seat] -= U1
            s["effect"] = NUMX_CUT
            s["table_jokers"] = U0
            ends = True
    s["owner"] = seat
    s["is_lead"] = np.uint8(leading)
    s["laid"][s["effect"], seat] += 1
    if leading:
        s["led"][s["effect"], seat] += 1
    s["log"][s["n_log"]] = action | (seat << U(20))
    s["n_log"] += U1
    s["phase"] = FOLLOW
    others = s["active"] - U1
    if s["size"][seat] == U0 and go_out(s, seat, regular):
        end_round(s)
        return
    if s["pass_final"] != 0:
        others = popcount(s["in_trick"] & ~(U1 << seat))
    s["to_ask"] = others
    if ends or others == U0:
        end_trick(s)
    else:
        ask_next(s, seat)


@helper
def apply(s, action):
    """Carry out the decision of the seat whose turn it is."""
    seat = s["turn"]
    s["steps"] += 1
    if action_kind(action) == PASS_KIND:
        apply_pass(s, seat)
    else:
        apply_lay(s, seat, action)
    if s["steps"] >= STEP_CAP and s["phase"] != OVER:
        s["capped"] = 1
        end_round(s)


@helper
def start_round(s):
    """Reset what belongs to one round; the hands and `starter` are set by the caller."""
    players = s["players"]
    for seat in range(players):
        s["next"][seat] = (U(seat) + U1) % players
        s["previous"][seat] = (U(seat) + players - U1) % players
    for seat in range(MAX_SEATS):
        s["rank"][seat] = 0
        s["stuck"][seat] = 0
        s["joker_groups"][seat] = 0
        s["joker_groups_won"][seat] = 0
        s["passes"][seat] = 0
        s["lead_passes"][seat] = 0
        s["out_step"][seat] = 0
        s["passed_need"][seat] = 0
    for effect in range(len(EFFECTS)):
        for seat in range(MAX_SEATS):
            s["laid"][effect, seat] = 0
            s["won"][effect, seat] = 0
            s["led"][effect, seat] = 0
            s["led_won"][effect, seat] = 0
    s["phase"] = LEAD
    s["turn"] = s["starter"]
    s["active"] = players
    s["regular_out"] = 0
    s["worst_out"] = 0
    s["fails"] = U0
    s["steps"] = 0
    s["capped"] = 0
    s["tricks"] = 0
    s["n_log"] = U0
    s["bound"] = UNBOUND
