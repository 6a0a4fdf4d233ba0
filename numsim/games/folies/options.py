"""Rule options and knobs of NUM FOLIES: the single source for validation, documents, `numsim rules folies` and reports.

The enums are what the rules compare with; their order is the order of the option's values, the default first.
"""

from __future__ import annotations

from enum import IntEnum

from numsim.cards import FAMILIES, VALUES
from numsim.errors import PlanError, unknown
from numsim.games.game import Knob, Option, TextKnob, choice, yes_no


class ShadowSameValue(IntEnum):
    TRAP = 0
    SLAP = 1
    NEUTRAL = 2


class RainbowCombo(IntEnum):
    BOTH = 0
    PILE_ONLY = 1
    PENALTY_ONLY = 2


class Slap3Payers(IntEnum):
    ONE = 0
    ALL_MISSING = 1


class Slap3Timing(IntEnum):
    NOW = 0
    DEFERRED = 1


class Slap3InChallenge(IntEnum):
    MUST = 0
    MAY = 1


class WrongPile(IntEnum):
    ERROR = 0
    OK = 1


class CollectOrder(IntEnum):
    BLOCK = 0
    SHUFFLE = 1
    REVERSE = 2


class LateHand(IntEnum):
    FREE = 0
    PAY = 1
    PAY_AFTER_1S = 2


class LastCardPriority(IntEnum):
    SLAP = 0
    HOLDER = 1


class ShortChallenge(IntEnum):
    HOLDER = 0
    CONTINUE = 1
    RESTART = 2


class EmptyHolder(IntEnum):
    CLAIM = 0
    PENDING = 1
    LOST = 2


class LastChanceOn(IntEnum):
    WIN_RACES = 0
    PLUS_SLAP3 = 1
    CENTRE_ONLY = 2


class EndTest(IntEnum):
    RESOLVE_LAST_CHANCE = 0
    IMMEDIATE = 1


class EndMode(IntEnum):
    ELIMINATION = 0
    TIME = 1


class Timeout(IntEnum):
    IGNORE_PILES = 0
    FINISH_CHALLENGE = 1


class Anticipation(IntEnum):
    ERROR = 0
    VALID = 1


class EmptyStack(IntEnum):
    SKIPPED = 0
    LOSES_TRICK = 1


OPTIONS: tuple[Option, ...] = (
    choice(
        "end_mode",
        EndMode,
        "FO-064, FO-067",
        "H",
        "When the game ends.",
        elimination="when one player is left",
        time="at the time limit (time_limit_min): the largest stack wins",
    ),
    choice(
        "end_test",
        EndTest,
        "FO-A25",
        "H",
        "Whether players who wait for their last chance are still in the game.",
        resolve_last_chance="yes: the only player with cards goes on alone, at most once through his stack",
        immediate="no: the game ends as soon as one player has cards and no challenge runs",
    ),
    choice(
        "late_hand",
        LateHand,
        "FO-A17",
        "H",
        "What a right hand costs that comes after the first one in a race for a pile.",
        free="nothing",
        pay="the price of an error",
        pay_after_1s="the price of an error when it lands more than a second after the card",
    ),
    choice(
        "rainbow_combo",
        RainbowCombo,
        "FO-A06",
        "M",
        "What a Rainbow does that also makes slap 1 or 1bis.",
        both="both in one race: the first hand takes the pile, the last one pays",
        pile_only="slap 1 or 1bis only",
        penalty_only="slap 3 only",
    ),
    choice(
        "shadow_same_value",
        ShadowSameValue,
        "FO-A05",
        "M",
        "A Shadow on a card of the same value that is no Rainbow.",
        trap="a trap",
        slap="slap 1",
        neutral="neither",
    ),
    choice(
        "slap3_payers",
        Slap3Payers,
        "FO-A08",
        "M",
        "Who pays a slap 3 when several do not slap.",
        one="one player: the slowest",
        all_missing="everybody who did not slap; the last hand if all did",
    ),
    choice(
        "slap3_timing",
        Slap3Timing,
        "FO-A09",
        "M",
        "When the last hand on a Rainbow pays.",
        now="at once",
        deferred="when the next card is turned, unless that is a Shadow",
    ),
    choice(
        "slap3_in_challenge",
        Slap3InChallenge,
        "FO-A10",
        "M",
        "Slap 3 on a card that answers a challenge.",
        must="as always",
        may="nobody has to slap and nobody pays",
    ),
    choice(
        "wrong_pile",
        WrongPile,
        "FO-A11",
        "M",
        "A hand on the centre pile where slap 2 asks for the Folies pile.",
        error="an error, and out of that race",
        ok="counts like a right one",
    ),
    choice(
        "anticipation",
        Anticipation,
        "FO-A33",
        "M",
        "A hand that lands before the card can be seen.",
        error="always an error",
        valid="counts, before all others, if the centre pile is to be slapped; else an error",
    ),
    choice(
        "collect_order",
        CollectOrder,
        "FO-A15",
        "M",
        "In which order a collected pile lies under the stack.",
        block="turned over as it is: its oldest card is drawn first",
        shuffle="shuffled",
        reverse="its latest card is drawn first",
    ),
    choice(
        "last_card_priority",
        LastCardPriority,
        "FO-A18",
        "M",
        "The last card that answers a challenge also makes slap 1 or 1bis.",
        slap="slaps come before the holder of the challenge",
        holder="the holder takes the pile: no race",
    ),
    choice(
        "short_challenge",
        ShortChallenge,
        "FO-A19",
        "M",
        "A player runs out of cards while he answers a challenge.",
        holder="the holder takes the pile",
        **{"continue": "the next player lays the cards still owed"},
        restart="the next player owes the full number",
    ),
    choice(
        "empty_holder",
        EmptyHolder,
        "FO-A21",
        "M",
        "The holder of a challenge has no cards left.",
        claim="he keeps his claim and is not yet without cards",
        pending="he keeps his claim, but his last chance runs already",
        lost="his challenge is void",
    ),
    choice(
        "last_chance_on",
        LastChanceOn,
        "FO-A23",
        "M",
        "On which card a player without cards has his last chance.",
        win_races="the next slap 1, 1bis, or 2 with a Folies pile",
        plus_slap3="also a slap 3, which wins him nothing",
        centre_only="the next slap 1 or 1bis",
    ),
    choice(
        "timeout",
        Timeout,
        "FO-A27",
        "M",
        "A challenge that runs when the time is up.",
        ignore_piles="is broken off: the piles count for nobody",
        finish_challenge="is played to its end",
    ),
    choice(
        "empty_stack",
        EmptyStack,
        "FO-011",
        "L",
        "A player without cards whose turn it is (not in the book: the second way is that of other games).",
        skipped="is skipped",
        loses_trick="loses, who laid the last card takes the pile; needs slaps=none and last_chance=no",
    ),
    yes_no(
        "last_chance", True, "FO-060", "H", "A player without cards has a last chance; without it he is out at once."
    ),
)

SLAPS = ("1", "1bis", "2", "3")


def parse_ranges(text: str) -> list[int]:
    """Whole numbers from a text such as "0-3,7,10-16", sorted. ValueError for anything else."""
    numbers: set[int] = set()
    for piece in text.split(","):
        low, dash, high = piece.strip().partition("-")
        first = int(low)
        last = int(high) if dash else first
        if last < first:
            raise ValueError(piece)
        numbers |= set(range(first, last + 1))
    return sorted(numbers)


def _ranges_text(numbers: list[int]) -> str:
    pieces: list[list[int]] = []
    for number in numbers:
        if pieces and number == pieces[-1][-1] + 1:
            pieces[-1].append(number)
        else:
            pieces.append([number])
    return ",".join(str(p[0]) if len(p) == 1 else f"{p[0]}-{p[-1]}" for p in pieces)


def _values(text: str) -> str:
    try:
        numbers = parse_ranges(text)
    except ValueError:
        numbers = [-1]
    if not numbers or not 0 <= numbers[0] <= numbers[-1] < VALUES:
        raise PlanError(f'values: "{text}" is not a list of values from 0 to {VALUES - 1}, such as 0-16 or 2-9,11')
    return _ranges_text(numbers)


def _families(text: str) -> str:
    given = text.replace(",", "").replace(" ", "").upper()
    if not given or len(set(given)) < len(given) or any(letter not in FAMILIES for letter in given):
        raise PlanError(f'families: "{text}" is not a choice of the letters {FAMILIES}, each at most once')
    return "".join(letter for letter in FAMILIES if letter in given)


def _slaps(text: str) -> str:
    if text.strip() == "none":
        return "none"
    given = [piece.strip() for piece in text.split(",")]
    for kind in given:
        if kind not in SLAPS:
            raise unknown("slap (knob slaps):", kind, [*SLAPS, "none"])
    return ",".join(kind for kind in SLAPS if kind in given)


def parse_challenge(text: str) -> dict[int, int]:
    """Cards owed by value of the card that asks for them, from a text such as "11:1,12:2"; "none" is {}."""
    if text.strip() == "none":
        return {}
    table = {}
    for piece in text.split(","):
        value, colon, cards = piece.partition(":")
        if not colon or int(value) in table or not (0 <= int(value) < VALUES and 1 <= int(cards) <= 50):
            raise ValueError(piece)
        table[int(value)] = int(cards)
    return dict(sorted(table.items()))


def _challenge(text: str) -> str:
    try:
        table = parse_challenge(text)
    except ValueError:
        raise PlanError(
            f'challenge: "{text}" is not a list value:cards with values from 0 to {VALUES - 1} and 1 to 50 cards, '
            "such as 11:1,12:2, or none"
        ) from None
    return ",".join(f"{value}:{cards}" for value, cards in table.items()) or "none"


KNOBS: tuple[Knob | TextKnob, ...] = (
    TextKnob("values", f"0-{VALUES - 1}", "FO-002", "Which values the deck has, e.g. 0-16 or 2-9,11.", _values),
    TextKnob("families", FAMILIES, "FO-002", "Which families the deck has, e.g. RBYGSW or RBYG.", _families),
    TextKnob(
        "challenge",
        "11:1,12:2,13:3,14:4,15:5,16:6",
        "FO-050",
        "How many cards the next player owes by value of the card, or none.",
        _challenge,
    ),
    TextKnob("slaps", "1,1bis,2,3", "FO-020 - FO-023", "Which slaps are played, or none: then nobody slaps.", _slaps),
    Knob("tax_cards", 2, 0, 20, "FO-033", "Cards that the last hand on a Rainbow pays."),
    Knob("error_cards", 2, 0, 20, "FO-036", "Cards that a wrong slap costs."),
    Knob("time_limit_min", 15, 1, 240, "FO-067", "Minutes of play in end_mode=time."),
    Knob("flip_delay_s", 1.3, 0.2, 10, "FO-A16", "Seconds from one card to the next; a later hand has missed.", 2),
    Knob("race_delay_s", 2.5, 0.2, 20, "FO-A16", "Seconds from a card whose race was resolved to the next card.", 2),
    Knob("flipper_delay_ms", 0, 0, 2000, "FO-A29", "Handicap of the player who turns the card, in ms."),
    Knob("cap_flips", 6000, 100, 1_000_000, "FO-064", "Cards after which a game is broken off; most cards win."),
)
