"""What is played for the report on NUM FOLIES: every batch by name."""

from __future__ import annotations

from collections.abc import Iterator

from numsim.games.folies.profiles import Profile
from numsim.plan import Plan, make_plan
from numsim.report.batches import QUICK, SEED

REFERENCE = "family"
"""The adult as measured, with the measured spread of persons."""
EQUAL = "family:person_sd=0:person_error_sd=0"
"""The same adult without the spread: everybody at the table has equal reflexes."""
PLAYERS = (2, 3, 4, 5, 6, 7, 8)
FACTORS = (0.8, 0.9, 1.1, 1.2)
"""Latency of the one seat that differs, as a factor of that of the others."""
FASTER = 0.9
"""Latency of the faster player of the sweeps: 10 % less than that of the others."""
DUEL_PLAYERS = (2, 3, 5, 6, 7, 8)
GUESTS = ("child", "distracted", "regular", "champion", "trigger_happy", "cautious", "memory")
"""Who sits among three family adults."""
HANDICAPS = (100, 200, 300, 400)
"""Extra way of the adults' hands to the pile, in ms, at a table with a child."""
ALARMS = (1, 2, 4, 8, 12)
"""False slaps of one kind of player, as a factor of what is assumed."""
TAXES = (0, 1, 3)
ERRORS = (0, 1, 4)
RECKLESS = "trigger_happy,cautious,family,family"

OPTIONS: dict[str, dict[str, str]] = {
    "end_mode": {"time": "the largest stack wins after 15 minutes"},
    "end_test": {"immediate": "pending last chances lapse at the end"},
    "late_hand": {"pay": "late hands pay", "pay_after_1s": "hands later than a second pay"},
    "rainbow_combo": {
        "pile_only": "Rainbow with slap 1: pile only",
        "penalty_only": "Rainbow with slap 1: penalty only",
    },
    "shadow_same_value": {"slap": "Shadow on equal value: slap 1", "neutral": "Shadow on equal value: nothing"},
    "slap3_payers": {"all_missing": "all who miss a Rainbow pay"},
    "slap3_timing": {"deferred": "a Shadow cancels the Rainbow's penalty"},
    "slap3_in_challenge": {"may": "no penalty for Rainbows in challenges"},
    "wrong_pile": {"ok": "the wrong pile is no error"},
    "anticipation": {"valid": "hands before the card may count"},
    "collect_order": {"shuffle": "won piles are shuffled", "reverse": "won piles: latest card first"},
    "short_challenge": {"continue": "next one lays the cards still owed", "restart": "next one owes the full number"},
    "last_card_priority": {"holder": "last answer card: no race for the pile"},
    "empty_holder": {
        "pending": "a holder without cards may lose his last chance",
        "lost": "a holder without cards loses his claim",
    },
    "last_chance_on": {
        "plus_slap3": "Rainbows use up last chances too",
        "centre_only": "last chance on slap 1, 1bis only",
    },
    "last_chance": {"no": "no last chance at all"},
    "flipper_delay_ms": {"100": "who turns the card is 100 ms later", "200": "who turns the card is 200 ms later"},
    "challenge": {"12:1,13:2,14:3,15:4,16:5": "challenges ask for one card less"},
}
"""Readings of the rules that are tried, one at a time, in short words."""

OWN_PERSONS = {"wrong_pile": "wrong_pile=0.05", "anticipation": "anticipation=0.01"}
"""Options that matter only to persons with this habit; they are compared with a batch of such persons."""

_FALSE = ("false_trap", "false_near", "false_neutral")
SPEED_GAINS = (0.5, 1.5)
"""Lead of the trigger-happy player in latency, as a factor of what is assumed."""

HUMANS: dict[str, tuple[str, ...]] = {
    "spread of the latency": ("sigma", "tau"),
    "missed slaps": ("miss",),
    "false slaps": _FALSE,
    "slower on rarer signals": ("offset_same", "offset_shadow", "offset_three"),
}
"""Assumptions about people that are halved and raised by a half: name and parameters of the profile."""
SWEPT = (0.5, 1.5)


def scaled(profile: str, parameters: tuple[str, ...], factor: float) -> str:
    """A profile text with some parameters multiplied; shares stay below 1."""
    found = Profile.parse(profile)
    changes = {name: min(factor * getattr(found, name), 5000 if name not in _FALSE else 1) for name in parameters}
    return str(found.with_changes({name: f"{value:.6g}" for name, value in changes.items()}, ""))


def duel(players: int = 4, factor: float = FASTER, person: str = EQUAL) -> str:
    """Line-up of one person with another latency among equals."""
    return ",".join([f"{person}:latency_factor={factor:g}", *[person] * (players - 1)])


def hasty(gain: float) -> str:
    """The trigger-happy player with another lead in latency over the family adult."""
    ratio = Profile.parse("trigger_happy").mu / Profile.parse(REFERENCE).mu
    return f"trigger_happy:latency_factor={(1 - gain * (1 - ratio)) / ratio:.4g}"


def sweeps() -> Iterator[tuple[str, str, str, dict[str, object]]]:
    """Name, name of the batch to compare it with, line-up and settings of every batch that changes one rule."""
    for option, values in OPTIONS.items():
        person = f"{EQUAL}:{OWN_PERSONS[option]}" if option in OWN_PERSONS else EQUAL
        base = f"{option}-base" if option in OWN_PERSONS else "duel"
        for value in values:
            yield f"{option}={value}", base, duel(person=person), {option: value}
    for name, numbers in (("tax_cards", TAXES), ("error_cards", ERRORS)):
        for number in numbers:
            yield f"{name}={number}", "duel", duel(), {name: number}


def plans(quick: bool = False) -> dict[str, Plan]:
    """All batches of the report by name. `quick` plays a fiftieth of each."""

    def plan(matches: int, line: str, players: int = 4, settings: dict[str, object] | None = None) -> Plan:
        if quick:
            matches //= QUICK
        several = len(set(line.split(","))) > 1
        return make_plan("folies", players, matches, line, settings, seed=SEED, rotate=several, shard=5_000)

    batches = {"four": plan(50_000, REFERENCE), "equal": plan(60_000, EQUAL), "duel": plan(20_000, duel())}
    for n in PLAYERS:
        if n != 4:
            batches[f"players-{n}"] = plan(10_000, REFERENCE, n)
        batches[f"immediate-{n}"] = plan(5_000, REFERENCE, n, {"end_test": "immediate"})
    for factor in FACTORS:
        if factor != FASTER:
            batches[f"factor-{factor:g}"] = plan(10_000, duel(factor=factor))
    for n in DUEL_PLAYERS:
        batches[f"duel-{n}"] = plan(10_000, duel(n), n)
    for option, habit in OWN_PERSONS.items():
        batches[f"{option}-base"] = plan(7_000, duel(person=f"{EQUAL}:{habit}"))
    for name, _, line, settings in sweeps():
        batches[name] = plan(7_000, line, settings=settings)
    for label, parameters in HUMANS.items():
        for factor in SWEPT:
            person, child = (scaled(profile, parameters, factor) for profile in (EQUAL, "child"))
            batches[f"{label} x {factor:g}"] = plan(7_000, duel(person=person))
            adult = scaled(REFERENCE, parameters, factor)
            batches[f"child, {label} x {factor:g}"] = plan(5_000, ",".join([child, adult, adult, adult]))
    for guest in GUESTS:
        batches[f"guest {guest}"] = plan(10_000, f"{guest},family,family,family")
    for ms in HANDICAPS:
        batches[f"child, adults +{ms} ms"] = plan(5_000, ",".join(["child", *[f"family:arm_ms={ms}"] * 3]))
    batches["reckless"] = plan(10_000, RECKLESS)
    for cards in ERRORS:
        batches[f"reckless, error_cards={cards}"] = plan(7_000, RECKLESS, settings={"error_cards": cards})
    for gain in SPEED_GAINS:
        batches[f"reckless, lead x {gain:g}"] = plan(5_000, f"{hasty(gain)},cautious,family,family")
    for alarm in ALARMS:
        reckless, fast = (scaled(who, _FALSE, alarm) for who in ("trigger_happy", f"{EQUAL}:latency_factor={FASTER:g}"))
        batches[f"alarms x {alarm:g}"] = plan(5_000, f"{reckless},cautious,{reckless},cautious")
        if alarm > 1:
            batches[f"faster, alarms x {alarm:g}"] = plan(10_000, ",".join([fast, *[EQUAL] * 3]))
    return batches
