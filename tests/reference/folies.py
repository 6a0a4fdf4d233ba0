"""A referee for NUM FOLIES, written from the rules and independent of the fast engine.

`check` replays the trace of one match. It keeps every stack and pile itself, works out by itself what each card asks
for, and raises `Illegal` at the first event that the rules do not allow. Cards are texts ("7W"), stacks are lists with
the top card first, piles are lists with the oldest card first. Only what the players decide is read from the trace:
who slaps, how fast, and who slaps wrongly; and what lots decide: a payer among equals, the order of a shuffled pile.
Rule ids (FO-...) are those of the specification; R1 to R26 are the agreed readings of its open points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple, NoReturn

Event = dict[str, Any]
Options = dict[str, Any]

FAMILIES = "RBYGSW"
DECK = frozenset(f"{value}{family}" for value in range(17) for family in FAMILIES)
PILE_KINDS = ("1", "1bis", "1+3", "1bis+3")  # the first hand takes the centre pile
TAX_KINDS = ("3", "1+3", "1bis+3")  # the last hand pays
LATE_MS = 1000

CHOICES: dict[str, tuple[Any, ...]] = {
    "end_mode": ("elimination", "time"),
    "end_test": ("resolve_last_chance", "immediate"),
    "late_hand": ("free", "pay", "pay_after_1s"),
    "rainbow_combo": ("both", "pile_only", "penalty_only"),
    "shadow_same_value": ("trap", "slap", "neutral"),
    "slap3_payers": ("one", "all_missing"),
    "slap3_timing": ("now", "deferred"),
    "slap3_in_challenge": ("must", "may"),
    "wrong_pile": ("error", "ok"),
    "anticipation": ("error", "valid"),
    "collect_order": ("block", "shuffle", "reverse"),
    "last_card_priority": ("slap", "holder"),
    "short_challenge": ("holder", "continue", "restart"),
    "empty_holder": ("claim", "pending", "lost"),
    "last_chance_on": ("win_races", "plus_slap3", "centre_only"),
    "timeout": ("ignore_piles", "finish_challenge"),
    "empty_stack": ("skipped", "loses_trick"),
    "last_chance": (True, False),
}
TEXT_KNOBS = ("values", "families", "challenge", "slaps")
NUMBER_KNOBS = (
    "tax_cards",
    "error_cards",
    "time_limit_min",
    "flip_delay_s",
    "race_delay_s",
    "flipper_delay_ms",
    "cap_flips",
)


class Illegal(AssertionError):
    """A trace breaks a rule; `number` is the index of the event, `rule` starts with the rule id."""

    def __init__(self, number: int, event: Event | None, rule: str) -> None:
        self.number = number
        self.rule = rule
        super().__init__(f"event {number} {event if event is not None else '(end of the trace)'}: {rule}")


@dataclass
class Summary:
    """Counts of one match. `cards_taken` has one counter per seat, by cause: challenge, 1, 1bis, combo, 2."""

    flips: int = 0
    tricks: int = 0  # piles taken by a challenge
    winners: list[int] = field(default_factory=list)
    ends: str = ""
    slaps: Counter[str] = field(default_factory=Counter)
    cards_taken: list[Counter[str]] = field(default_factory=list)
    eliminated: list[int] = field(default_factory=list)


# --------------------------------------------------------------------------------------------------- the options


def match_objection(match: Event) -> str:
    """What is wrong with the `match` event; an empty text when nothing is."""
    options, players = match.get("options"), match.get("players")
    if match.get("game") != "folies" or not isinstance(players, int) or not 2 <= players <= 8:
        return "FO-001: a match of folies has 2 to 8 players"
    if not isinstance(options, dict) or set(options) != {*CHOICES, *TEXT_KNOBS, *NUMBER_KNOBS}:
        return "trace: every option and knob, and no other, stands in the match event"
    for name, values in CHOICES.items():
        if not any(type(options[name]) is type(value) and options[name] == value for value in values):
            return f"trace: {name} is one of {values}"
    return ""


def numbers_in(text: str) -> set[int]:
    """The values in a text such as "2-9,11"."""
    numbers: set[int] = set()
    for piece in text.split(","):
        low, _, high = piece.partition("-")
        numbers |= set(range(int(low), int(high or low) + 1))
    return numbers


def table_in(text: str) -> dict[int, int]:
    """Cards owed by value in a text such as "11:1,12:2" or "none"."""
    pairs = [piece.split(":") for piece in text.split(",") if text != "none"]
    return {int(value): int(cards) for value, cards in pairs}


def deck_of(options: Options) -> set[str]:
    """FO-002 and the knobs values and families."""
    return {f"{value}{family}" for value in numbers_in(options["values"]) for family in options["families"]}


def milliseconds(seconds: float) -> int:
    return round(seconds * 1000)


# ------------------------------------------------------------------------------------------------ what a card asks


class Verdict(NamedTuple):
    """A slap kind, or the class of a card that must not be slapped, or neither: hands there cost nothing."""

    kind: str = ""
    no_go: str = ""


NOTHING = Verdict()


def value_of(card: str) -> int:
    return int(card[:-1])


def family_of(card: str) -> str:
    return card[-1]


def one_family(cards: list[str]) -> bool:
    return len({family_of(card) for card in cards}) == 1


def equal_values(card: str, under: str, options: Options) -> bool:
    """FO-020, and FO-025 with shadow_same_value=slap."""
    if value_of(card) != value_of(under):
        return False
    return family_of(card) != "S" or (family_of(under) != "W" and options["shadow_same_value"] == "slap")


def slap_kind(centre: list[str], options: Options) -> str:
    """FO-020 to FO-023 and the knob slaps (R2): what the top card makes, without regard to a challenge."""
    card, under = centre[-1], centre[-2] if len(centre) > 1 else None
    played = options["slaps"].split(",")
    found = []
    if under is not None and equal_values(card, under, options):
        found.append("1")
    if len(centre) > 2 and one_family(centre[-3:]):
        found.append("1bis")
    if under is not None and family_of(card) == "S" and family_of(under) == "W":
        found.append("2")
    assert len(found) <= 1, "FO-026: at most one of 1, 1bis and 2"
    if family_of(card) == "W":
        found.append("3")
    return "+".join(kind for kind in found if kind in played)


def no_go_class(centre: list[str], options: Options) -> str:
    """FO-024, FO-025, R1, R4: the class of a card that makes no slap."""
    card, under = centre[-1], centre[-2] if len(centre) > 1 else None
    if family_of(card) == "S":
        same = under is not None and value_of(card) == value_of(under) and family_of(under) != "W"
        return "neutral" if same and options["shadow_same_value"] == "neutral" else "trap"
    if under is not None and abs(value_of(card) - value_of(under)) == 1:
        return "near_miss"
    if len(centre) > 2 and one_family(centre[-3:-1]) and family_of(card) != family_of(centre[-2]):
        return "near_miss"
    return "neutral"


def verdict_on(centre: list[str], folies: list[str], answers: bool, last: bool, options: Options) -> Verdict:
    """What the players may do now. `answers`: the card answers a challenge; `last`: as the last low card owed."""
    kind = slap_kind(centre, options)
    if not kind:
        return Verdict(no_go=no_go_class(centre, options))
    combo = kind.endswith("+3")
    if combo and options["rainbow_combo"] != "both":  # R3
        kind = kind.removesuffix("+3") if options["rainbow_combo"] == "pile_only" else "3"
    if answers and options["slap3_in_challenge"] == "may":  # R5
        kind = kind.removesuffix("3").removesuffix("+")
    if last and options["last_card_priority"] == "holder":  # R6
        kind = {"1": "", "1bis": "", "1+3": "3", "1bis+3": "3"}.get(kind, kind)
    if kind == "2" and not folies:  # FO-039, R7
        kind = ""
    return Verdict(kind)


# ------------------------------------------------------------------------------------------------------ one match


@dataclass
class Challenge:
    """FO-050: `answering` owes `debt` cards to `holder`; `full` is the number the last high card asked for."""

    holder: int
    answering: int
    debt: int
    full: int


@dataclass
class Race:
    """What happened on one card: `payers` of a slap 3, `wrong` slappers, who `gained` cards."""

    verdict: Verdict = NOTHING
    winner: int | None = None
    payers: list[int] = field(default_factory=list)
    wrong: set[int] = field(default_factory=set)
    gained: set[int] = field(default_factory=set)

    @property
    def resolved(self) -> bool:
        return self.winner is not None or bool(self.payers)


@dataclass
class Memory:
    """The states after a pile was taken, each with the cards turned and the tricks until then."""

    plain: bool  # a card is only the number it asks for
    seen: dict[Any, list[tuple[int, int]]] = field(default_factory=dict)
    now: list[tuple[int, int]] = field(default_factory=list)  # the moments of the present state
    first_repeat: int | None = None

    def note(self, state: Any, flips: int, tricks: int) -> None:
        self.now = self.seen.setdefault(state, [])
        if self.now and self.first_repeat is None:
            self.first_repeat = flips
        self.now.append((flips, tricks))

    def loops(self) -> list[list[int | None]]:
        """Distances to earlier moments with the present state, and the first repeat of any state."""
        flips, tricks = self.now[-1]
        return [[flips - old[0], tricks - old[1], self.first_repeat] for old in self.now[:-1]]


class Match:
    """The replay. Every method that reads an event either compares it with the only right one or checks its fields."""

    def __init__(self, events: list[Event], whole_deck: bool) -> None:
        self.events = events
        self.number = -1  # index of the event in hand
        match = self.next("trace: the match event", "match")
        wrong = match_objection(match)
        if wrong:
            self.fail(wrong)
        self.options: Options = match["options"]
        self.players: int = match["players"]
        self.profiles: list[str] = match.get("profiles") or match.get("bots") or []
        self.table = table_in(self.options["challenge"])
        self.flip_ms = milliseconds(self.options["flip_delay_s"])
        self.race_ms = max(self.flip_ms, milliseconds(self.options["race_delay_s"]))  # R11
        self.limit_ms = milliseconds(60 * self.options["time_limit_min"])
        self.summary = Summary(cards_taken=[Counter() for _ in range(self.players)])
        self.centre: list[str] = []
        self.folies: list[str] = []
        self.pending: set[int] = set()
        self.out: set[int] = set()
        self.challenge: Challenge | None = None
        self.deferred: tuple[int, list[int]] = (0, [])  # R10: who turned the Rainbow, who pays
        self.counted: int | None = None  # FO-065: who goes on alone,
        self.count = 0  # and how many cards he may still lay
        self.time = 0
        self.memories = [Memory(plain) for plain in (False, True)[: 1 + (self.options["slaps"] == "none")]]
        self.read_deal(whole_deck)

    # ------------------------------------------------------------------------------------------ reading events

    def fail(self, rule: str, number: int | None = None) -> NoReturn:
        number = self.number if number is None else number
        raise Illegal(number, self.events[number] if number < len(self.events) else None, rule)

    def peek(self) -> Event:
        return self.events[self.number + 1] if self.number + 1 < len(self.events) else {}

    def next(self, rule: str, kind: str) -> Event:
        self.number += 1
        if self.number >= len(self.events) or self.events[self.number].get("e") != kind:
            self.fail(f"{rule}: {kind} is expected")
        return self.events[self.number]

    def forced(self, rule: str, event: Event) -> Event:
        """The next event, of which every field but free additions is determined."""
        self.check_conservation()
        found = self.next(f"{rule} {event}", event["e"])
        for key, value in event.items():
            if key not in found or found[key] != value or type(found[key]) is not type(value):
                self.fail(f"{rule}: {key} should be {value}")
        return found

    def check_conservation(self) -> None:
        """IV.2: every card is in exactly one place, and a running challenge has a holder and a debt."""
        places = [*self.centre, *self.folies, *(card for stack in self.stacks for card in stack)]
        if len(places) != len(self.cards) or set(places) != self.cards:
            self.fail("IV.2: stacks, centre and Folies hold every card once")
        if self.challenge and (self.challenge.debt < 1 or self.challenge.holder == self.challenge.answering):
            self.fail("IV.2: a challenge has a debt above 0, owed to somebody else")

    def read_deal(self, whole_deck: bool) -> None:
        """FO-003, R24; without `whole_deck` any different cards will do (deals given by hand)."""
        deal = self.next("FO-003", "deal")
        stacks, starter = deal.get("stacks"), deal.get("starter", -1)
        if starter not in range(self.players) or not isinstance(stacks, list) or len(stacks) != self.players:
            self.fail("FO-003: one stack per player and a starter among them")
        self.stacks: list[list[str]] = [list(stack) for stack in stacks]
        cards = [card for stack in self.stacks for card in stack]
        self.cards = set(cards)
        if not cards or len(self.cards) < len(cards) or not self.cards <= DECK:
            self.fail("FO-002: the stacks are made of different cards of the 102")
        if whole_deck:
            self.check_sizes(starter)
        self.turner: int = starter if self.stacks[starter] else self.next_with_cards(starter)

    def check_sizes(self, starter: int) -> None:
        deck = deck_of(self.options)
        if self.cards != deck:
            self.fail("FO-002: the whole deck is dealt")
        for seat, stack in enumerate(self.stacks):
            place = (seat - starter) % self.players
            if len(stack) != (len(deck) - place + self.players - 1) // self.players:
                self.fail(f"FO-003: the stack of seat {seat} has the wrong size")

    # ------------------------------------------------------------------------------------------------- seats

    def clockwise(self, seat: int) -> Iterator[int]:
        """All seats from the left of this one, itself last."""
        return ((seat + step) % self.players for step in range(1, self.players + 1))

    def with_cards(self) -> list[int]:
        return [seat for seat in range(self.players) if self.stacks[seat]]

    def alive(self) -> list[int]:
        return [seat for seat in range(self.players) if seat not in self.out]

    def next_with_cards(self, seat: int) -> int:
        """FO-011; `seat` itself when nobody else has cards."""
        return next((other for other in self.clockwise(seat) if self.stacks[other]), seat)

    def answerer_after(self, seat: int, holder: int) -> int | None:
        """FO-056: who answers a challenge, or nobody. R23: in empty_stack=loses_trick just the next seat."""
        if self.options["empty_stack"] == "loses_trick":
            other = next(other for other in self.clockwise(seat) if other not in self.out)
            return other if self.stacks[other] and other != holder else None
        return next((other for other in self.clockwise(seat) if self.stacks[other] and other != holder), None)

    # --------------------------------------------------------------------------------------------- moving cards

    def draw(self, seat: int, count: int) -> list[str]:
        """Cards leave the top of a stack; FO-065 counts them."""
        cards, self.stacks[seat] = self.stacks[seat][:count], self.stacks[seat][count:]
        if seat == self.counted:
            self.count -= len(cards)
        return cards

    def pay(self, owed: dict[int, int], turner: int, rule: str) -> None:
        """FO-033, FO-036, FO-A22: payments clockwise from the left of the turner, top cards first."""
        for seat in self.clockwise(turner):
            cards = self.draw(seat, owed.get(seat, 0))
            if cards:
                self.folies += cards
                self.forced(f"{rule}: a payment of seat {seat}", {"e": "pay", "seat": seat, "cards": cards})

    def take(self, seat: int, pile: str, why: str, cause: str, rule: str) -> None:
        """FO-030 to FO-032, FO-051: a pile goes under a stack in the order of collect_order (FO-031, R18)."""
        cards = self.centre if pile == "centre" else self.folies
        order = self.options["collect_order"]
        event: Event = {"e": "take", "seat": seat, "pile": pile, "why": why}
        if order != "shuffle":
            event["cards"] = cards[::-1] if order == "reverse" else list(cards)
        found = self.forced(rule, event).get("cards")
        if not isinstance(found, list) or sorted(found) != sorted(cards):
            self.fail(f"{rule}: the pile consists of {cards}")
        self.stacks[seat] += found
        cards.clear()
        self.summary.cards_taken[seat][cause] += len(found)
        if why == "challenge":
            self.summary.tricks += 1

    # ---------------------------------------------------------------------------------------------- one card

    def play_card(self) -> Race:
        """FO-058, R16: a card from the turn to the challenge and the statuses. Sets the next turner."""
        turner, waiting = self.turner, set(self.pending)
        answers = self.challenge is not None
        (card,) = self.draw(turner, 1)
        self.centre.append(card)
        self.summary.flips += 1
        self.forced("FO-010: the next card", {"e": "turn", "seat": turner, "card": card, "t": self.time})
        self.pay_deferred(card)
        last = self.challenge is not None and self.challenge.debt == 1 and value_of(card) not in self.table
        race = Race(verdict_on(self.centre, self.folies, answers, last, self.options))
        self.read_race(race, turner)
        self.collect(race, turner)
        if race.winner is not None and race.verdict.kind in PILE_KINDS:
            self.challenge, self.turner = None, race.winner  # FO-030, FO-053
        else:
            self.after_card(card, turner, race)
        self.update_statuses(turner, waiting, race)
        return race

    def pay_deferred(self, card: str) -> None:
        """R10: the payers of the Rainbow before pay now, unless a Shadow came."""
        rainbow_turner, payers = self.deferred
        self.deferred = (0, [])
        if family_of(card) != "S":
            owed = dict.fromkeys(payers, int(self.options["tax_cards"]))
            self.pay(owed, rainbow_turner, "FO-A09 slap3_timing=deferred")

    def collect(self, race: Race, turner: int) -> None:
        """The winner takes his pile, then everybody pays (FO-035)."""
        kind, winner = race.verdict.kind, race.winner
        if winner is not None:
            cause = "combo" if kind.endswith("+3") else kind
            pile, rule = ("folies", "FO-032") if kind == "2" else ("centre", "FO-030")
            self.take(winner, pile, "slap", cause, f"{rule}: seat {winner} takes the pile")
            race.gained.add(winner)
        owed = dict.fromkeys(race.wrong, int(self.options["error_cards"]))
        if self.options["slap3_timing"] == "now":
            owed |= dict.fromkeys(race.payers, int(self.options["tax_cards"]))
        else:
            self.deferred = (turner, race.payers)
        self.pay(owed, turner, "FO-033/FO-036")

    # ---------------------------------------------------------------------------------------------- the hands

    def read_race(self, race: Race, turner: int) -> None:
        """The slap event, if this card asks for one, and the wrong slaps; then whether they fit together."""
        kind = race.verdict.kind
        slap: Event | None = None
        if kind:
            slap = self.forced("FO-020 to FO-023", {"e": "slap", "kind": kind})
            self.summary.slaps[kind] += 1
        slap_number = self.number
        players = self.with_cards() if kind == "3" else self.alive()  # R8
        late = self.late_hands(slap, kind) if slap else set()
        self.read_wrong_slaps(race, turner, players, late)
        if slap:
            wrong = self.slap_objection(slap, race, turner, players, late)
            if wrong:
                self.fail(wrong, slap_number)
            race.winner, race.payers = slap["winner"], slap["payers"]

    def hands(self, slap: Event) -> list[tuple[int, int]]:
        """Seats with their latencies, in order of arrival (R11, R22)."""
        order, latency = slap.get("order"), slap.get("latency")
        if not isinstance(order, list) or not isinstance(latency, list) or len(order) != len(latency):
            self.fail("R22: order and latency are lists of the same length")
        if any(type(ms) is not int or ms < 0 for ms in latency) or latency != sorted(latency):
            self.fail("R22: latencies are whole milliseconds, the first hand first")
        if latency and (latency[0] > self.flip_ms or latency[-1] > self.race_ms):
            self.fail("FO-040/R11: a hand after the end of the race has missed")
        if len(set(order)) < len(order):
            self.fail("FO-A34: one hand per player and card")
        return list(zip(order, latency))

    def late_hands(self, slap: Event, kind: str) -> set[int]:
        """FO-A17, R14: right hands that pay because another one was first."""
        hands = self.hands(slap)
        if kind in TAX_KINDS or self.options["late_hand"] == "free":
            return set()
        after = -1 if self.options["late_hand"] == "pay" else LATE_MS
        return {seat for seat, ms in hands[1:] if ms > after}

    def wrong_reasons(self, verdict: Verdict) -> set[str]:
        """FO-036, FO-A11, FO-A33, R11 to R13: why a hand on this card can be wrong, lateness apart."""
        if self.options["slaps"] == "none" or verdict == NOTHING:
            return set()
        reasons = {verdict.no_go} - {""}
        if self.options["anticipation"] == "error" or verdict.no_go or verdict.kind == "2":
            reasons.add("anticipation")
        if verdict.kind == "2" and self.options["wrong_pile"] == "error":
            reasons.add("wrong_pile")
        return reasons

    def read_wrong_slaps(self, race: Race, turner: int, players: list[int], late: set[int]) -> None:
        """R16: clockwise from the left of the turner, at most one per player; nobody is late without this event."""
        reasons = self.wrong_reasons(race.verdict)
        ahead = list(self.clockwise(turner))
        while self.peek().get("e") == "wrong_slap":
            event = self.next("FO-036", "wrong_slap")
            seat, why = event.get("seat"), event.get("why")
            if seat not in ahead:
                self.fail("FO-036/R16: one wrong slap per player, clockwise from the left of the turner")
            del ahead[: ahead.index(seat) + 1]
            if seat not in players:
                self.fail("R8/R25: this player lays no hand on this card")
            if (why == "late") != (seat in late) or (why != "late" and why not in reasons):
                self.fail(f"FO-036: reasons here are {sorted(reasons)}, and late are {sorted(late)}")
            if self.profile(seat) == "passive" or (self.profile(seat) == "machine" and why != "late"):
                self.fail("baseline: machine and passive make no errors")
            race.wrong.add(seat)
        if late - race.wrong:
            self.number += 1
            self.fail(f"FO-A17: wrong slaps of {sorted(late)} for a late hand are expected")

    def profile(self, seat: int) -> str:
        return self.profiles[seat] if seat < len(self.profiles) else ""

    def slap_objection(self, slap: Event, race: Race, turner: int, players: list[int], late: set[int]) -> str:
        """What is wrong with winner, payers and order of a race; an empty text when nothing is."""
        order, kind = slap["order"], race.verdict.kind
        free = [seat for seat in players if seat not in race.wrong or seat in late]  # FO-A34
        if not set(order) <= set(free):
            return f"FO-012/FO-A34: only {free} can lay a right hand here"
        winner = order[0] if order and kind != "3" else None
        if "winner" not in slap or slap["winner"] != winner:
            return f"FO-030/FO-032: the first hand wins, so the winner is {winner}"
        return self.baseline_objection(slap, free) or self.payer_objection(slap, race, turner)

    def baseline_objection(self, slap: Event, free: list[int]) -> str:
        """machine never misses (a handicap for the turner apart), passive never slaps."""
        for seat in free:
            if self.profile(seat) == "passive" and seat in slap["order"]:
                return "baseline: passive never slaps"
            if self.profile(seat) == "machine" and seat not in slap["order"] and not self.options["flipper_delay_ms"]:
                return f"baseline: machine never misses, seat {seat} does"
        return ""

    def payer_objection(self, slap: Event, race: Race, turner: int) -> str:
        """FO-033, FO-035, FO-A07, FO-A08, R8, R9: the slowest player with cards pays, a missing hand is slowest."""
        order, payers = slap["order"], slap.get("payers")
        if not isinstance(payers, list) or len(set(payers)) < len(payers) or "payer" not in slap:
            return "R9: payers is a list of different seats, payer is one of them or null"
        able = [seat for seat in self.with_cards() if seat not in race.wrong and seat != slap["winner"]]
        if race.verdict.kind not in TAX_KINDS:
            able = []
        missing = [seat for seat in able if seat not in order]
        slowest = missing or [seat for seat in order if seat in able][-1:]
        if self.options["slap3_payers"] == "one":
            if len(payers) != min(1, len(slowest)) or not set(payers) <= set(slowest):
                return f"FO-033/FO-A08: one of {slowest} pays"
        elif set(payers) != set(slowest):
            return f"FO-A08 slap3_payers=all_missing: {slowest} pay"
        first = next((seat for seat in self.clockwise(turner) if seat in payers), None)
        return "" if slap["payer"] == first else f"R9: the payer is {first}"

    # ------------------------------------------------------------------------------------------- the challenge

    def after_card(self, card: str, turner: int, race: Race) -> None:
        """FO-050 to FO-056, R17, when the centre pile was not won: the challenge, and who turns next."""
        running = self.challenge
        if value_of(card) in self.table:
            owed = self.table[value_of(card)]
            self.ask(turner, self.answerer_after(turner, turner), owed, owed, race)
        elif running is None:
            self.pass_turn(turner, race)
        else:
            running.debt -= 1
            if running.debt == 0:
                self.holder_takes(running.holder, "FO-051", race)
            elif not self.stacks[running.answering]:
                self.fall_short(running, race)

    def ask(self, holder: int, answering: int | None, debt: int, full: int, race: Race) -> None:
        """A challenge starts or passes on; without anybody to answer the holder takes the pile."""
        if answering is None:
            self.holder_takes(holder, "FO-056", race)
            return
        self.challenge, self.turner = Challenge(holder, answering, debt, full), answering
        event = {"e": "challenge", "holder": holder, "answering": answering, "debt": debt}
        self.forced("FO-050/FO-052", event)

    def fall_short(self, running: Challenge, race: Race) -> None:
        """FO-055, FO-A19: the answering player has no cards left, by turning or by paying."""
        rule = self.options["short_challenge"]
        if rule == "holder" or self.options["empty_stack"] == "loses_trick":
            self.holder_takes(running.holder, "FO-055", race)
            return
        debt = running.debt if rule == "continue" else running.full
        other = self.answerer_after(running.answering, running.holder)
        self.ask(running.holder, other, debt, running.full, race)

    def holder_takes(self, holder: int, rule: str, race: Race) -> None:
        self.challenge, self.turner = None, holder
        self.take(holder, "centre", "challenge", "challenge", f"{rule}: seat {holder} takes the pile")
        race.gained.add(holder)

    def pass_turn(self, turner: int, race: Race) -> None:
        """FO-010, FO-011; R23: in empty_stack=loses_trick a next player without cards loses the pile."""
        if self.options["empty_stack"] == "skipped":
            self.turner = self.next_with_cards(turner)
            return
        self.turner = next(other for other in self.clockwise(turner) if other not in self.out)
        if not self.stacks[self.turner]:
            self.holder_takes(turner, "R23", race)

    # ------------------------------------------------------------------------------ last chance and elimination

    def is_occasion(self, kind: str) -> bool:
        """FO-061, R20; a slap 2 exists only with a Folies pile."""
        option = self.options["last_chance_on"]
        kinds = {"win_races": (*PILE_KINDS, "2"), "plus_slap3": (*PILE_KINDS, "2", "3"), "centre_only": PILE_KINDS}
        return kind in kinds[option]

    def update_statuses(self, turner: int, waiting: set[int], race: Race) -> None:
        """FO-060 to FO-063, R16, R19, R20; `waiting` are those who were pending when the card was turned."""
        occasion = self.is_occasion(race.verdict.kind)
        for seat in self.clockwise(turner):
            if seat in waiting:
                if seat in race.gained:
                    self.pending.remove(seat)
                    self.forced("FO-060", {"e": "back", "seat": seat})
                elif occasion or seat in race.wrong:
                    self.eliminate(seat, "FO-060/FO-062")
            elif seat not in self.out and self.is_without_cards(seat):
                self.run_out(seat)

    def is_without_cards(self, seat: int) -> bool:
        """FO-057, FO-060, R19, R23."""
        if self.stacks[seat] or (self.options["empty_stack"] == "loses_trick" and self.centre):
            return False
        holds = self.challenge is not None and self.challenge.holder == seat
        return not holds or self.options["empty_holder"] != "claim"

    def run_out(self, seat: int) -> None:
        if self.options["empty_holder"] == "lost":
            self.drop_claim(seat)
        if self.options["last_chance"]:
            self.pending.add(seat)
            self.forced("FO-060", {"e": "last_chance", "seat": seat})
        else:
            self.eliminate(seat, "FO-060 last_chance=no")

    def eliminate(self, seat: int, rule: str) -> None:
        self.pending.discard(seat)
        self.out.add(seat)
        self.drop_claim(seat)
        self.summary.eliminated.append(seat)
        self.forced(rule, {"e": "eliminated", "seat": seat})

    def drop_claim(self, seat: int) -> None:
        """R19: the challenge of this holder is void; the answering player turns next in any case."""
        if self.challenge is not None and self.challenge.holder == seat:
            self.challenge = None

    # ------------------------------------------------------------------------------------------------- the end

    def lonely_winner(self) -> int | None:
        """FO-065: at most once through the stack of the only player with cards. Also starts and drops the count."""
        if self.options["end_test"] != "resolve_last_chance":
            return None
        having = self.with_cards()
        if self.counted is not None and not set(having) <= {self.counted}:
            self.counted = None
        if self.counted is not None:
            return self.counted if self.count <= 0 else None
        if len(having) == 1:
            self.counted, self.count = having[0], len(self.stacks[having[0]])
        return None

    def ending(self, last_turner: int, next_time: int) -> tuple[str, list[int]] | None:
        """FO-064 to FO-067 in the order of R21: why the match ends after this card, and the winners."""
        alive, having, lonely = self.alive(), self.with_cards(), self.lonely_winner()
        if len(alive) == 1:
            return "last_player", alive
        if lonely is not None:
            return "last_player", [lonely]
        if not having:
            return "nobody", [last_turner]
        if self.options["end_test"] == "immediate" and len(having) == 1 and self.challenge is None:
            return "last_player", having
        goes_on = self.options["timeout"] == "finish_challenge" and self.challenge is not None
        if self.options["end_mode"] == "time" and next_time >= self.limit_ms and not goes_on:
            return "time", self.largest()
        if self.summary.flips == self.options["cap_flips"]:
            return "capped", self.largest()
        return None

    def largest(self) -> list[int]:
        most = max(len(stack) for stack in self.stacks)
        return [seat for seat in range(self.players) if len(self.stacks[seat]) == most]

    def note_state(self) -> None:
        """III.4: remember the state after a pile was taken.

        Without slaps a card is only what it asks for, so there states are also compared that way.
        """
        if self.centre:
            return
        for memory in self.memories:
            piles: list[list[Any]] = [*self.stacks, self.folies]
            if memory.plain:
                piles = [[self.table.get(value_of(card), 0) for card in pile] for pile in piles]
            memory.note((*map(tuple, piles), self.turner), self.summary.flips, self.summary.tricks)

    def check_loop(self) -> None:
        """III.4: the state has been there before, `period_flips` cards and `period_tricks` piles ago."""
        event = self.peek()
        self.number += 1
        found = [event.get(name) for name in ("period_flips", "period_tricks", "first_repeat")]
        right = [] if self.centre else [loop for memory in self.memories for loop in memory.loops()]
        if found not in right:
            self.fail(f"III.4: period_flips, period_tricks, first_repeat should be among {right}")
        self.number -= 1

    def end_time(self, next_time: int) -> int:
        """R22: when the next card would have come; in end_mode=time at most the limit, unless cards came later."""
        if self.options["end_mode"] == "time" and self.time < self.limit_ms:
            return min(next_time, self.limit_ms)
        return next_time

    def finish(self, why: str, winners: list[int], next_time: int) -> Summary:
        sizes = [len(stack) for stack in self.stacks]
        end = {"e": "end", "why": why, "stacks": sizes, "flips": self.summary.flips, "t": self.end_time(next_time)}
        self.forced("FO-064 to FO-067", end)
        match_end = {"e": "match_end", "points": sizes, "winners": winners, "rounds": 1, "capped": why == "capped"}
        self.forced("FO-064 to FO-067", match_end)
        self.number += 1
        if self.number < len(self.events):
            self.fail("trace: nothing follows the match_end")
        self.summary.ends, self.summary.winners = why, winners
        return self.summary

    def run(self) -> Summary:
        while True:
            last_turner = self.turner
            race = self.play_card()
            next_time = self.time + (self.race_ms if race.resolved else self.flip_ms)  # R11
            self.note_state()
            ending = self.ending(last_turner, next_time)
            if ending is None and self.peek().get("e") == "end" and self.peek().get("why") == "loop":
                self.check_loop()
                ending = "loop", self.largest()
            if ending is not None:
                return self.finish(*ending, next_time)
            self.time = next_time


def check(events: list[Event], whole_deck: bool = False) -> Summary:
    """Replay one match; `Illegal` at the first event that breaks a rule. `whole_deck`: no deal given by hand."""
    return Match(events, whole_deck).run()
