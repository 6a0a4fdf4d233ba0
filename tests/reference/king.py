"""A referee for NUM KING, written from the rules and independent of the fast engine.

Cards are texts ("7W", "JK", "INF", "NX"), hands are lists of such texts, and one function per rule says what may be
laid. `run_match` walks through a match and talks to a `Trace`, which is either read (decisions come out of it, forced
events are compared with it) or written (the policy `lowest` decides). Both ways go through the same checks.
Rule ids (KG-...) are those of the specification; event numbers count from 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple, NoReturn

Event = dict[str, Any]
Options = dict[str, Any]

COLOURS = "RBYG"
FAMILIES = "RBYGSW"  # bots spend, and Kings return, equal values in this order
GIFT_FAMILIES = "SWRBYG"  # among equally high cards this family is given first
SPECIALS = ("JK", "INF", "NX")
TOP = 16
STEP_CAP = 1000
BASELINE_BOTS = ("random", "lowest")

CHOICES: dict[str, tuple[Any, ...]] = {
    "deal_extra": ("starter", "dealer_left", "aside", "king", "bouffon"),
    "pass_final": (False, True),
    "rainbow_after": ("stay", "revert"),
    "effect_attach": ("pli", "next", "void_if_unable"),
    "shadow_single": ("min1", "skip", "win", "any_value"),
    "impossible": ("pass", "relax", "end"),
    "infini_after": ("only_numx", "reset", "keep_type"),
    "infini_on_infini": (False, True),
    "lead_special": (True, False),
    "joker_with_ws": ("any_natural", "colour_needed", "colours_only"),
    "stuck_rule": ("stuck", "forbid", "last_rank"),
    "rank_mode": ("play_out", "cards_left", "two_out"),
    "lead_after_out": ("next", "last_passer"),
    "no_rainbow": ("nothing", "best_classic"),
    "exchange_second": ("special_first", "king_category", "bouffon_choice", "joker_over_infini"),
    "three_players": ("no_second_exchange", "mid_gives_king"),
    "king_returns": ("none", "lowest", "choice"),
    "game_end": ("rounds", "first_to_3_kings"),
    "exchange": (True, False),
}
KNOBS = ("n_joker", "n_infini", "n_numx", "rounds")


class RefereeError(AssertionError):
    """A trace breaks a rule; `number` is the index of the event, `rule` starts with the rule id."""

    def __init__(self, number: int, event: Event | None, rule: str) -> None:
        self.number = number
        self.rule = rule
        super().__init__(f"event {number} {event if event is not None else '(end of the trace)'}: {rule}")


# ---------------------------------------------------------------------------------------------- cards and lays


class Lay(NamedTuple):
    """A class of plays: which colour cards fill a group does not matter. `kind` is group, INF, NX or pass."""

    kind: str
    value: int | None = None
    colours: int = 0
    rainbow: bool = False
    shadow: bool = False
    jokers: int = 0

    @property
    def naturals(self) -> int:
        return self.colours + self.rainbow + self.shadow

    @property
    def size(self) -> int:
        return self.naturals + self.jokers if self.kind == "group" else int(self.kind != "pass")


PASS = Lay("pass")


@dataclass
class Pli:
    """What the next player has to beat: a group, or an INF that nobody has covered yet.

    `cards` is the number of cards of the group, `follow` the number a free follower lays (smaller after a revert),
    `first` tells that nobody has been asked yet, `void` that the effect was cancelled. For an INF, `under` is the
    number of cards of the group below it (None when the INF was led).
    """

    kind: str
    value: int = -1
    cards: int = 0
    follow: int = 0
    rainbow: bool = False
    shadow: bool = False
    first: bool = True
    void: bool = False
    under: int | None = None


def full_deck(options: Options) -> Counter[str]:
    """KG-002: 102 classic cards, each once, and the specials in the numbers of the knobs."""
    deck = Counter(f"{value}{family}" for value in range(TOP + 1) for family in FAMILIES)
    deck.update({"JK": options["n_joker"], "INF": options["n_infini"], "NX": options["n_numx"]})
    return deck


def is_classic(card: str) -> bool:
    """KG-029: W and S count as classic, only JK, INF and NX do not."""
    return card not in SPECIALS


def value_of(card: str) -> int:
    return int(card[:-1])


def classics(hand: list[str]) -> list[str]:
    return [card for card in hand if is_classic(card)]


def of_value(hand: list[str], value: int, families: str = FAMILIES) -> list[str]:
    """The classic cards of one value, in the order of `families`."""
    return [f"{value}{family}" for family in families if f"{value}{family}" in hand]


def without(hand: list[str], cards: list[str]) -> list[str]:
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return rest


def lay_of(cards: list[str]) -> Lay | None:
    """The class of some cards; None when they are no group of one value and no lone special (KG-010, KG-030)."""
    if cards in (["INF"], ["NX"]):
        return Lay(cards[0])
    naturals = classics(cards)
    if not cards or "INF" in cards or "NX" in cards or len({value_of(card) for card in naturals}) > 1:
        return None
    families = Counter(card[-1] for card in naturals)
    value = value_of(naturals[0]) if naturals else None
    colours = sum(families[family] for family in COLOURS)
    return Lay("group", value, colours, bool(families["W"]), bool(families["S"]), cards.count("JK"))


def cards_of(lay: Lay, hand: list[str]) -> list[str]:
    """One choice of cards that fills a class of plays."""
    if lay.kind != "group":
        return [lay.kind]
    assert lay.value is not None
    cards = of_value(hand, lay.value, COLOURS)[: lay.colours]
    cards += [f"{lay.value}S"] * lay.shadow + [f"{lay.value}W"] * lay.rainbow
    return cards + ["JK"] * lay.jokers


# ------------------------------------------------------------------------------------------- what may be laid


def rest_objection(lay: Lay, hand: list[str], options: Options) -> str:
    """KG-040, KG-A17: what a lay leaves behind; an empty text means nothing is wrong."""
    rule = options["stuck_rule"]
    if lay.size == len(hand):
        if rule != "last_rank" and (lay.kind != "group" or lay.jokers):
            return "KG-040: the lay that empties a hand is made of classic cards only"
    elif rule == "forbid" and len(classics(hand)) == lay.naturals:
        return "KG-A17 stuck_rule=forbid: a lay must not leave specials only"
    return ""


def group_objection(lay: Lay, hand: list[str], options: Options) -> str:
    """KG-034, KG-035, KG-A16 and the rules on what is left: is this a proper group, whatever it has to beat?"""
    jokers_with = options["joker_with_ws"]
    if lay.naturals == 0:
        return "KG-035: a group needs a natural card"
    if lay.colours + lay.jokers > 4:
        return "KG-034: a Joker stands for a missing colour, so colours and Jokers are 4 at most"
    if lay.jokers and jokers_with != "any_natural" and lay.colours == 0:
        return f"KG-A16 joker_with_ws={jokers_with}: a Joker needs a natural colour card"
    if lay.jokers and jokers_with == "colours_only" and (lay.rainbow or lay.shadow):
        return "KG-A16 joker_with_ws=colours_only: no W or S in a group with Jokers"
    return rest_objection(lay, hand, options)


def group_lays(hand: list[str], count: int | None, floor: int, options: Options) -> Iterator[Lay]:
    """All proper groups of `count` cards (None: of any number) with a value above `floor`."""
    most_jokers = min(4, hand.count("JK"))
    for value in range(floor + 1, TOP + 1):
        for colours in range(len(of_value(hand, value, COLOURS)) + 1):
            for rainbow in (False, True)[: 1 + (f"{value}W" in hand)]:
                for shadow in (False, True)[: 1 + (f"{value}S" in hand)]:
                    for jokers in range(most_jokers + 1):
                        lay = Lay("group", value, colours, rainbow, shadow, jokers)
                        if count in (None, lay.size) and not group_objection(lay, hand, options):
                            yield lay


class Effect(NamedTuple):
    """What a pli with W or S demands: `cards` cards (0: no group at all) with a value above `floor`."""

    name: str
    cards: int
    floor: int


def effect_of(pli: Pli, options: Options) -> Effect | None:
    """KG-020, KG-021, KG-024, KG-A08, KG-A31: the effect a pli carries, whoever is asked."""
    if pli.rainbow:
        return Effect("KG-020/KG-022", pli.cards + 1, pli.value)
    if pli.shadow and pli.cards > 1:
        return Effect("KG-021/KG-022", pli.cards - 1, pli.value)
    if pli.shadow and options["shadow_single"] == "any_value":
        return Effect("KG-A08 shadow_single=any_value", 1, -1)
    if pli.shadow and options["shadow_single"] == "skip":
        return Effect("KG-A08 shadow_single=skip", 0, TOP)
    return None


def able(hand: list[str], effect: Effect, options: Options) -> bool:
    """Some legal group meets the effect; INF and NX do not count."""
    return any(True for _ in group_lays(hand, effect.cards, effect.floor, options))


def binding(hand: list[str], pli: Pli, options: Options) -> Effect | None:
    """KG-022, KG-A07: the effect that binds the player who is asked now and holds `hand`."""
    effect, attach = effect_of(pli, options), options["effect_attach"]
    if effect is None or pli.void:
        return None
    if not pli.first and (attach == "next" or effect.cards == 0):
        return None
    if pli.first and attach == "void_if_unable" and effect.cards and not able(hand, effect, options):
        return None
    return effect


def demand(hand: list[str], pli: Pli | None, options: Options) -> tuple[int | None, int] | None:
    """Number of cards (None: free) and the value to exceed for a group; None when no group may be laid at all."""
    if pli is None:
        return None, -1  # KG-012
    if pli.kind == "INF":  # KG-032, KG-A11
        return {"only_numx": None, "reset": (None, -1), "keep_type": (pli.under, -1)}[options["infini_after"]]
    effect = binding(hand, pli, options)
    if effect is None:
        return pli.follow, pli.value  # KG-013
    if effect.cards == 0:
        return None
    if options["impossible"] == "relax" and not able(hand, effect, options):
        return pli.cards, pli.value  # KG-A09
    return effect.cards, effect.floor


def special_objection(kind: str, hand: list[str], pli: Pli | None, options: Options) -> str:
    """KG-030 to KG-033, KG-037: may INF or NX be laid here?"""
    if pli is None and not options["lead_special"]:
        return "KG-A14 lead_special=no: INF and NX are not led"
    covers = options["infini_on_infini"] or options["infini_after"] == "reset"
    if kind == "INF" and pli is not None and pli.kind == "INF" and not covers:
        return "KG-031: no INF on an INF"
    return rest_objection(Lay(kind), hand, options)


def objection(lay: Lay, hand: list[str], pli: Pli | None, options: Options) -> str:
    """Why a play of cards that are in `hand` is illegal; an empty text when it is legal."""
    if lay.kind == "pass":
        return "" if pli is not None else "KG-019: who can lead must lead"
    if lay.kind != "group":
        return special_objection(lay.kind, hand, pli, options)
    wrong = group_objection(lay, hand, options)
    if wrong:
        return wrong
    wanted = demand(hand, pli, options)
    effect = binding(hand, pli, options) if pli is not None else None
    if wanted is None:
        return f"{effect.name if effect else 'KG-032'}: no group may be laid here"
    count, floor = wanted
    if count not in (None, lay.size):
        return f"{effect.name if effect else 'KG-013'}: {count} card(s) are asked for, not {lay.size}"
    if lay.value is None or lay.value <= floor:
        return f"KG-013: the value must be above {floor}"
    return ""


def legal_plays(hand: list[str], pli: Pli | None, options: Options) -> list[Lay]:
    """Every legal class of plays: groups, INF, NX and, when following, the pass. Empty: a leader who cannot lead."""
    wanted = demand(hand, pli, options)
    plays = [] if wanted is None else list(group_lays(hand, *wanted, options))
    plays += [Lay(kind) for kind in ("INF", "NX") if kind in hand and not special_objection(kind, hand, pli, options)]
    return plays if pli is None else [*plays, PASS]


def next_pli(lay: Lay, before: Pli | None, complied: bool, options: Options) -> Pli:
    """The pli a lay makes. `complied`: it obeyed a Rainbow (KG-023; KG-A06 rainbow_after=revert)."""
    if lay.kind != "group":
        under = None if before is None else before.under if before.kind == "INF" else before.cards
        return Pli(lay.kind, under=under)
    plain = not (lay.rainbow or lay.shadow)
    reverts = options["rainbow_after"] == "revert" and complied and plain
    assert lay.value is not None
    return Pli("group", lay.value, lay.size, lay.size - reverts, lay.rainbow, lay.shadow)


def stops_trick(lay: Lay, options: Options) -> str:
    """The rule by which a lay ends the trick at once, or an empty text."""
    if lay.kind != "group":
        return "KG-033" if lay.kind == "NX" else ""
    if lay.rainbow and lay.shadow:
        return "KG-026"
    if lay.shadow and lay.size == 1:
        return "KG-A08 shadow_single=win" if options["shadow_single"] == "win" else ""
    beyond = lay.value == TOP or (lay.rainbow and lay.size == 6)
    return "KG-A09 impossible=end" if options["impossible"] == "end" and (lay.rainbow or lay.shadow) and beyond else ""


def is_stuck(hand: list[str], options: Options) -> bool:
    """KG-044: could no sequence of lays ever empty this hand?

    Laid one by one, a colour card takes up to 3 Jokers along and a W or S up to 4 (none unless any_natural). The
    last lay takes none, so the card with the least room is kept for it; under last_rank it may take Jokers too.
    """
    with_ws = 4 if options["joker_with_ws"] == "any_natural" else 0
    room = [3 if card[-1] in COLOURS else with_ws for card in classics(hand)]
    if options["stuck_rule"] == "last_rank":
        return hand.count("JK") > sum(room)
    return not room or hand.count("JK") > sum(room) - min(room)


# --------------------------------------------------------------------------------------- the baseline `lowest`


def lowest_steps(hand: list[str], pli: Pli | None, options: Options) -> Iterator[list[str]]:
    """The plays the policy would like, best first."""
    values = sorted({value_of(card) for card in classics(hand)})
    specials: list[list[str]] = [[kind] for kind in ("INF", "NX") if kind in hand and len(hand) > 1]
    if pli is None:
        yield from ([of_value(hand, values[0])] if values else specials)
        return
    if pli.kind == "INF":
        yield from (cards for cards in specials if cards == ["NX"])
        return
    wanted = demand(hand, pli, options)
    if wanted is not None and wanted[0] is not None:
        count, floor = wanted[0], wanted[1]
        higher = [of_value(hand, value) for value in values if value > floor]
        yield from [cards[:count] for cards in higher if len(cards) >= count][:1]
        yield from [
            cards + ["JK"] * (count - len(cards))
            for cards in higher
            if count - hand.count("JK") <= len(cards) < count < len(hand)
            and sum(card[-1] in COLOURS for card in cards) + count - len(cards) <= 4
        ][:1]
    yield from specials


def lowest(hand: list[str], pli: Pli | None, options: Options) -> list[str] | None:
    """The cards `lowest` lays; None = it passes, or has no lead of its own. Illegal steps are skipped."""
    for cards in lowest_steps(hand, pli, options):
        lay = lay_of(cards)
        if lay is not None and not objection(lay, hand, pli, options):
            return cards
    return None


# --------------------------------------------------------------------------------------- deal and exchange


def hand_sizes(players: int, options: Options, round_no: int, starter: int, before: list[int]) -> list[int]:
    """KG-004, KG-A01: hand sizes of a full deal; `before` = ranks of the round before (empty in round 1)."""
    base, extra = divmod(full_deck(options).total(), players)
    sizes, mode = [base] * players, options["deal_extra"]
    if mode == "aside":
        return sizes
    if mode in ("king", "bouffon") and before:
        sizes[before.index(1 if mode == "king" else players)] += extra
        return sizes
    first = round_no if mode == "dealer_left" else starter
    for step in range(extra):
        sizes[(first + step) % players] += 1
    return sizes


def deal_objection(
    deal: Event, players: int, options: Options, round_no: int, before: list[int], check_deal: bool
) -> str:
    """KG-002 to KG-005: round number, starter, cards and hand sizes of a `deal` event."""
    hands, starter = deal.get("hands"), deal.get("starter")
    if deal.get("round") != round_no:
        return f"KG-058: round {round_no} is due"
    if starter not in range(players):
        return "KG-005: the starter is no seat"
    if before and starter != before.index(players):
        return f"KG-005: the Bouffon, seat {before.index(players)}, starts"
    if not isinstance(hands, list) or len(hands) != players or not all(isinstance(hand, list) for hand in hands):
        return "KG-003: one hand per seat"
    surplus = Counter(card for hand in hands for card in hand) - full_deck(options)
    if surplus:
        return f"KG-002: not in the deck (any more): {sorted(surplus)}"
    sizes = hand_sizes(players, options, round_no, int(deal["starter"]), before)
    if check_deal and [len(hand) for hand in hands] != sizes:
        return f"KG-004: the hand sizes should be {sizes}"
    return ""


def best_classic(hand: list[str]) -> list[str]:
    """KG-054: the highest classic card, equal ones in the order S, W, R, B, Y, G; an empty list without any."""
    ranked = sorted(classics(hand), key=lambda card: (-value_of(card), GIFT_FAMILIES.index(card[-1])))
    return ranked[:1]


def best_special(hand: list[str], options: Options) -> list[str]:
    """KG-054, KG-A22: NX before INF before JK, or NX before JK before INF."""
    order = ("NX", "JK", "INF") if options["exchange_second"] == "joker_over_infini" else ("NX", "INF", "JK")
    return [kind for kind in order if kind in hand][:1]


def rainbow_part(hand: list[str], options: Options) -> list[str]:
    """KG-053, KG-A21: the highest Rainbow, or what takes its place."""
    rainbows = best_classic([card for card in hand if is_classic(card) and card[-1] == "W"])
    return rainbows or (best_classic(hand) if options["no_rainbow"] == "best_classic" else [])


def bouffon_gifts(hand: list[str], options: Options, king_bot: str, bouffon_bot: str) -> list[list[str]]:
    """KG-051, KG-054, KG-A22: all gifts the rules accept, the one of the baseline bots first."""
    first = rainbow_part(hand, options)
    rest, mode = without(hand, first), options["exchange_second"]
    special, classic = best_special(rest, options), best_classic(rest)
    seconds = [classic, special] if mode == "king_category" else [special, classic]
    seconds = [cards for cards in seconds if cards] or [[]]
    chooser = {"king_category": king_bot, "bouffon_choice": bouffon_bot}.get(mode, "lowest")
    return [first + second for second in (seconds[:1] if chooser in BASELINE_BOTS else seconds)]


def lowest_classics(hand: list[str], count: int) -> list[str]:
    """KG-A24: the lowest classic cards, equal ones in the order R, B, Y, G, S, W."""
    return sorted(classics(hand), key=lambda card: (value_of(card), FAMILIES.index(card[-1])))[:count]


def exchange(trace: Trace, hands: list[list[str]], ranks: list[int], options: Options, bots: list[str]) -> None:
    """KG-050 to KG-057: gifts from the hands as dealt, then what the King returns (KG-A24)."""
    players = len(hands)
    king, second, valet, bouffon = (ranks.index(rank) for rank in (1, 2, players - 1, players))
    accepted = bouffon_gifts(hands[bouffon], options, bots[king], bots[bouffon])
    gifts = [(bouffon, king, trace.exchange(bouffon, king, accepted[0], accepted.__contains__, "KG-051/KG-054"))]
    if players >= 4 or options["three_players"] == "mid_gives_king":
        to, cards = (second if players >= 4 else king), rainbow_part(hands[valet], options)
        gifts.append((valet, to, trace.exchange(valet, to, cards, cards.__eq__, "KG-052/KG-053/KG-A23")))
    for giver, receiver, cards in gifts:
        hands[giver] = without(hands[giver], cards)
        hands[receiver] = hands[receiver] + cards
    if options["king_returns"] == "none":
        return
    free = options["king_returns"] == "choice" and bots[king] not in BASELINE_BOTS
    for giver, count in [(giver, len(cards)) for giver, receiver, cards in gifts if receiver == king]:
        hand, want = hands[king], lowest_classics(hands[king], count)

        def fits(back: list[str], hand: list[str] = hand, want: list[str] = want, count: int = count) -> bool:
            any_cards = len(back) == count and not Counter(back) - Counter(hand)
            return any_cards if free else sorted(back) == sorted(want)

        back = trace.exchange(king, giver, want, fits, "KG-A24")
        hands[king] = without(hand, back)
        hands[giver] = hands[giver] + back


# ------------------------------------------------------------------------------------------ one round


@dataclass
class Table:
    """A round in progress; rank 0 = still in. The lower half describes the trick that runs."""

    players: int
    options: Options
    starter: int
    hands: list[list[str]]
    ranks: list[int]
    regular_outs: int = 0
    steps: int = 0
    pli: Pli | None = None
    owner: int = -1
    passes: int = 0
    last_passer: int = -1
    dropped: set[int] = field(default_factory=set)

    def active(self) -> list[int]:
        return [seat for seat in range(self.players) if self.ranks[seat] == 0]

    def free_ranks(self) -> list[int]:
        return [rank for rank in range(1, self.players + 1) if rank not in self.ranks]

    def after(self, seat: int) -> int:
        """KG-006: the next seat clockwise that is in the round and has not dropped out of the trick."""
        ring = [(seat + step) % self.players for step in range(1, self.players + 1)]
        return next(other for other in ring if self.ranks[other] == 0 and other not in self.dropped)


def put_down(table: Table, seat: int, lay: Lay, cards: list[str]) -> None:
    """A play reaches the table."""
    hand, pli = table.hands[seat], table.pli
    obeys = pli is not None and pli.rainbow and binding(hand, pli, table.options) and lay.size == pli.cards + 1
    table.pli = next_pli(lay, pli, bool(obeys), table.options)
    table.hands[seat] = without(hand, cards)
    table.owner, table.passes = seat, 0


def note_pass(table: Table, seat: int) -> None:
    """KG-016, KG-A03, KG-A07: a pass, what it does to the player and to an effect that is tested on him."""
    pli = table.pli
    assert pli is not None
    if pli.first and table.options["effect_attach"] == "void_if_unable":
        pli.void = binding(table.hands[seat], pli, table.options) is None
    pli.first = False
    table.passes += 1
    table.last_passer = seat
    if table.options["pass_final"]:
        table.dropped.add(seat)


def go_out(trace: Trace, table: Table, seat: int, lay: Lay) -> None:
    """KG-041, KG-042, KG-A17: the best free rank, or the worst one for a last lay with specials (last_rank)."""
    regular = lay.kind == "group" and not lay.jokers
    table.regular_outs += regular
    table.ranks[seat] = table.free_ranks()[0 if regular else -1]
    trace.forced({"e": "out", "seat": seat, "rank": table.ranks[seat]}, "KG-041/KG-042/KG-A17")


def round_over(table: Table) -> bool:
    """KG-042, KG-A18: enough players are out."""
    wanted = {"play_out": table.players, "cards_left": 1, "two_out": 2}[table.options["rank_mode"]]
    return len(table.active()) <= 1 or table.regular_outs >= wanted


def nobody_to_ask(table: Table) -> bool:
    """KG-018: all other active players have passed since the last lay, or for good (KG-A03 pass_final)."""
    others = [seat for seat in table.active() if seat != table.owner]
    if table.options["pass_final"]:
        return table.dropped.issuperset(others)
    return table.passes >= len(others)


def end_trick(trace: Trace, table: Table, rule: str) -> int:
    """KG-017, KG-043, KG-A19: the owner of the last lay wins; who leads next is returned."""
    table.dropped = set()
    leader = table.owner
    if table.ranks[leader]:
        by_pass = table.options["lead_after_out"] == "last_passer" and table.last_passer in table.active()
        leader = table.last_passer if by_pass else table.after(table.owner)
    trace.forced({"e": "trick_end", "winner": table.owner, "leader": leader}, f"{rule}, leader KG-017/KG-043")
    table.pli, table.passes, table.last_passer = None, 0, -1
    return leader


def play_round(trace: Trace, table: Table) -> bool:
    """All turns of a round; True when the cap stopped it (KG-019, KG-042, KG-044)."""
    turn, failed_leads = table.starter, 0
    while table.steps < STEP_CAP:
        table.steps += 1
        if table.pli is None and not legal_plays(table.hands[turn], None, table.options):
            trace.forced({"e": "lead_pass", "seat": turn}, "KG-019: no legal lead")
            failed_leads += 1
            if failed_leads == len(table.active()):
                return False
            turn = table.after(turn)
            continue
        failed_leads, stop = 0, ""
        lay, cards = trace.decide(turn, table.hands[turn], table.pli, table.options)
        if lay == PASS:
            note_pass(table, turn)
        else:
            put_down(table, turn, lay, cards)
            stop = stops_trick(lay, table.options)
            if not table.hands[turn]:
                go_out(trace, table, turn, lay)
                if round_over(table):
                    return False
        if stop or nobody_to_ask(table):
            turn = end_trick(trace, table, stop or "KG-018")
        else:
            turn = table.after(turn)
    return True


def end_round(trace: Trace, table: Table, capped: bool) -> list[int]:
    """KG-044: players who still hold cards share the free ranks by fewer cards, then clockwise from the starter."""
    left = table.active()
    stuck = [seat in left and is_stuck(table.hands[seat], table.options) for seat in range(table.players)]
    left.sort(key=lambda seat: (len(table.hands[seat]), (seat - table.starter) % table.players))
    for seat, rank in zip(left, table.free_ranks(), strict=True):
        table.ranks[seat] = rank
    trace.forced({"e": "round_end", "ranks": table.ranks, "stuck": stuck, "capped": capped}, "KG-042/KG-044/KG-A18")
    return table.ranks


# ------------------------------------------------------------------------------------------ a whole match


def match_objection(match: Event) -> str:
    """The `match` event: all fields, all options and knobs, nothing that the game does not know."""
    options, players = match.get("options"), match.get("players")
    if match.get("e") != "match" or match.get("game") != "king":
        return "trace: a match event of the game king opens a trace"
    missing = {"players", "options", "bots", "seed", "match", "version"} - set(match)
    if missing or not isinstance(options, dict):
        return f"trace: fields are missing: {sorted(missing) or 'options'}"
    if players not in range(3, 9) or len(match["bots"]) != players:
        return "KG-001: 3 to 8 players and one bot each"
    if set(options) != set(CHOICES) | set(KNOBS):
        return f"trace: options missing or unknown: {sorted(set(options) ^ (set(CHOICES) | set(KNOBS)))}"
    wrong = [name for name, values in CHOICES.items() if options[name] not in values]
    wrong += [name for name in KNOBS if name != "rounds" and options[name] not in range(9)]
    wrong += [] if options["rounds"] >= 1 else ["rounds"]
    return f"trace: no such value: {wrong}" if wrong else ""


def run_match(trace: Trace, match: Event, check_deal: bool) -> None:
    """KG-005, KG-056, KG-058, KG-A27: rounds, exchange and points of one match."""
    players, options = match["players"], match["options"]
    points, crowns, capped, rounds = [0] * players, [0] * players, False, 0
    ranks: list[int] = []  # of the round before
    by_crowns = options["game_end"] == "first_to_3_kings"
    while max(crowns) < 3 if by_crowns else rounds < options["rounds"]:
        rounds += 1
        deal = trace.deal(rounds)
        wrong = deal_objection(deal, players, options, rounds, ranks, check_deal)
        if wrong:
            trace.fail(wrong)
        hands = [list(hand) for hand in deal["hands"]]
        if rounds > 1 and options["exchange"]:
            exchange(trace, hands, ranks, options, match["bots"])
        table = Table(players, options, deal["starter"], hands, [0] * players)
        over_cap = play_round(trace, table)
        ranks = end_round(trace, table, over_cap)
        capped = capped or over_cap
        points = [sum_ + players - rank for sum_, rank in zip(points, ranks, strict=True)]
        crowns[ranks.index(1)] += 1
    best = crowns if by_crowns else points
    winners = [seat for seat in range(players) if best[seat] == max(best)]
    trace.forced(
        {"e": "match_end", "points": points, "winners": winners, "rounds": rounds, "capped": capped}, "KG-058/KG-A27"
    )


class Trace:
    """The events of a match, read or written. Each method takes the next event and checks it in either case."""

    def __init__(self, events: list[Event], deals: list[Event] | None = None, check_lowest: bool = False) -> None:
        self.events = events
        self.deals = deals  # the trace is written when deals are given
        self.check_lowest = check_lowest
        self.number = -1  # index of the event in hand

    def fail(self, rule: str) -> NoReturn:
        raise RefereeError(self.number, self.events[self.number] if self.number < len(self.events) else None, rule)

    def next(self, own: Event | None, expected: str, *kinds: str) -> Event:
        """The next event of one of these kinds; a trace that is written gets `own` as that event."""
        self.number += 1
        if self.deals is not None and own is not None:
            self.events.append(own)
        if self.number >= len(self.events) or self.events[self.number].get("e") not in kinds:
            self.fail(f"{expected} is expected")
        return self.events[self.number]

    def forced(self, event: Event, rule: str) -> None:
        found = self.next(event, f"{rule}: {event}", event["e"])
        if any(key not in found or found[key] != value for key, value in event.items()):
            self.fail(f"{rule}: {event} is expected")

    def deal(self, round_no: int) -> Event:
        own = self.deals[round_no - 1] if self.deals and round_no <= len(self.deals) else None
        return self.next(own, f"KG-003/KG-058: the deal of round {round_no}", "deal")

    def cards(self, event: Event) -> list[str]:
        cards = event.get("cards")
        if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
            self.fail("trace: cards must be a list of texts")
        return list(cards)

    def exchange(
        self, giver: int, receiver: int, default: list[str], fits: Callable[[list[str]], bool], rule: str
    ) -> list[str]:
        """A gift; `default` are the cards of the baseline bots."""
        own = {"e": "exchange", "from": giver, "to": receiver, "cards": default}
        event = self.next(own, f"{rule}: an exchange from {giver} to {receiver}", "exchange")
        if [event.get("from"), event.get("to")] != [giver, receiver]:
            self.fail(f"{rule}: an exchange from {giver} to {receiver} is expected")
        cards = self.cards(event)
        if not fits(cards):
            self.fail(f"{rule}: wrong cards, {default} would be right")
        return cards

    def choose(self, hand: list[str], pli: Pli | None, options: Options) -> list[str]:
        """The decision in a trace that is written: cards, or an empty list for a pass."""
        cards = lowest(hand, pli, options)
        if cards is None and pli is None:
            return cards_of(legal_plays(hand, pli, options)[0], hand)
        return cards or []

    def decide(self, seat: int, hand: list[str], pli: Pli | None, options: Options) -> tuple[Lay, list[str]]:
        """A play or a pass of this seat, who has at least one legal decision."""
        own: Event | None = None
        if self.deals is not None:
            cards = self.choose(hand, pli, options)
            own = {"e": "play", "seat": seat, "cards": cards, "value": (lay_of(cards) or PASS).value}
            own = own if cards else {"e": "pass", "seat": seat}
        rule = "KG-019: a lead" if pli is None else "KG-015/KG-018: a play or pass"
        event = self.next(own, f"{rule} of seat {seat}", "play", "pass")
        if event.get("seat") != seat:
            self.fail(f"KG-006/KG-A26: it is the turn of seat {seat}")
        cards = [] if event["e"] == "pass" else self.cards(event)
        if Counter(cards) - Counter(hand):
            self.fail(f"KG-010: seat {seat} does not hold {sorted(Counter(cards) - Counter(hand))}")
        lay = PASS if event["e"] == "pass" else lay_of(cards)
        if lay is None:
            self.fail("KG-010/KG-030: a play is a group of one value, or INF or NX alone")
        wrong = objection(lay, hand, pli, options)
        if wrong:
            self.fail(wrong)
        if lay != PASS and ("value" not in event or event["value"] != lay.value):
            self.fail(f"KG-010: the value of this play is {lay.value}")
        if self.check_lowest and self.events[0]["bots"][seat] == "lowest":
            wish = lowest(hand, pli, options)
            free_lead = wish is None and pli is None  # no step of the policy applies, but a lead is compulsory
            if not free_lead and sorted(cards) != sorted(wish or []):
                self.fail(f"baseline lowest: {wish or 'a pass'} is expected")
        return lay, cards


def run(trace: Trace, check_deal: bool) -> None:
    """The match event, the match, and nothing behind it."""
    match = trace.next(None, "trace: the match event", "match")
    wrong = match_objection(match)
    if wrong:
        trace.fail(wrong)
    run_match(trace, match, check_deal)
    trace.number += 1
    if trace.number < len(trace.events):
        trace.fail("trace: nothing follows the match_end")


def replay(events: list[Event], check_lowest: bool = False, check_deal: bool = True) -> None:
    """Check one whole match; raise RefereeError at the first event that breaks a rule.

    With `check_deal` the whole deck must be dealt in the right sizes, else any unique cards will do. With
    `check_lowest` every decision of a seat with the bot `lowest` must be the one that policy prescribes.
    """
    run(Trace(events, check_lowest=check_lowest), check_deal)


def play_lowest(match_event: Event, deals: list[Event]) -> list[Event]:
    """The trace of a match in which `lowest` has every seat, from one given `deal` event per round."""
    trace = Trace([match_event], deals)
    run(trace, check_deal=False)
    return trace.events
