"""The whole NUM FOLIES page from its runs."""

from __future__ import annotations

from numsim.games.folies.profiles import PARAMETERS, PRESETS
from numsim.report.control import control_section
from numsim.report.folies import deciding, drama, ends, length, luck, mixed, readings, seats, speed, traps, waiting
from numsim.report.folies.batches import PLAYERS, REFERENCE
from numsim.report.folies.people import People, people_section
from numsim.report.method import method_section
from numsim.report.page import Headline, Page, Table
from numsim.store import Run

GLOSSARY = {
    "Flip": "Turning the top card of a stack face up on the centre pile.",
    "Slap": "A hand on a pile. Slap 1: the card has the value of the card under it; slap 1bis: it is the third of one "
    "family in a row; both win the centre pile. Slap 2: a Shadow on a Rainbow; it wins the Folies pile. Slap 3: a "
    "Rainbow; everybody slaps, and the last hand pays two cards.",
    "Trap": "A Shadow that is not on a Rainbow and not the third Shadow in a row: who slaps it pays two cards.",
    "Challenge": "A card of 11 to 16 asks the next player for 1 to 6 cards. If all of them are 10 or lower, who laid "
    "the high card takes the centre pile; otherwise the new high card asks the next player.",
    "Folies pile": "The second pile on the table: cards paid for errors and by the last hand on a Rainbow.",
    "Last chance": "Who has no cards left stays in the game until the next slap that wins a pile: if his hand is first "
    "he is back, otherwise he is out for good.",
    "Latency": "Milliseconds from the card to the hand. 10 % faster means a latency of 90 %.",
    "Profile": "How fast and how reliable a simulated person is; family is an adult as measured, child a child of 10.",
    "Equal reflexes": "Everybody at the table has the same profile without differences between persons.",
    "Share won": "Of 100 matches, how many a player wins; a win shared by two counts half for each.",
    "Point": "One percent of the matches: from 25 % to 27 % are two points.",
    "Interval (in brackets)": "The figure is known only so well: if the whole study were repeated, 95 of 100 such "
    "intervals would hold the true value.",
    "Same deals": "Two rules are compared on identical deals, so that part of the luck cancels out.",
    "N": "How many matches, cards or piles a figure rests on.",
}

HOW = (
    "Simulated people play complete matches by the rules below. Their only decision is to slap or not: for every card "
    "each of them draws whether he slaps and when. Matches are independent of each other; the seats of one match are "
    "not, and every interval takes that into account."
)


def page(runs: dict[str, Run]) -> Page:
    """Analyse the batches (folies/batches.py) and put the report together."""
    four, equal = runs["four"], runs["equal"]
    by_players = {n: four if n == 4 else runs[f"players-{n}"] for n in PLAYERS}
    people = People(runs)
    speeds = speed.Speed(runs, by_players)
    lucks = luck.Luck(equal)
    lengths = length.Lengths(by_players, {n: runs[f"immediate-{n}"] for n in PLAYERS})
    waits = waiting.Waiting(by_players)
    decided = deciding.Deciding(four)
    trapped = traps.Traps(runs)
    dramas = drama.Drama(by_players)
    mixes = mixed.Mixed(runs)
    places = seats.Seats(equal, by_players)
    read = readings.Readings(runs)
    sections = [
        speed.speed_section(speeds, people),
        luck.luck_section(lucks, people),
        length.length_section(lengths, people),
        waiting.waiting_section(waits, people),
        traps.traps_section(trapped),
        readings.prices_section(read),
        deciding.rates_section(decided),
        deciding.deciding_section(decided, people),
        drama.drama_section(dramas, people),
        seats.seats_section(places),
        ends.many_section(lengths, waits, dramas),
        mixed.mixed_section(mixes, people),
        readings.readings_section(read),
        people_section(people),
        ends.ends_section(by_players),
        control_section(equal, "profile"),
        method_section(runs, "four", HOW, profile_tables(four), "profiles"),
    ]
    headlines = [
        Headline("Does speed decide?", *speed.speed_headline(speeds), "speed"),
        Headline("Does the deal decide?", *luck.luck_headline(lucks), "luck"),
        Headline("How long is it?", *length.length_headline(lengths), "length"),
        Headline("Who has to wait?", *waiting.waiting_headline(waits), "waiting"),
        Headline("Do traps work?", *traps.traps_headline(trapped), "traps"),
        Headline("What moves the cards?", *deciding.deciding_headline(decided), "piles"),
        Headline("Can one come back?", *drama.drama_headline(dramas), "drama"),
        Headline("Can children join?", *mixed.mixed_headline(mixes), "mixed"),
        Headline("Does the seat matter?", *seats.seats_headline(places), "seats"),
    ]
    total = sum(run.matches for run in runs.values())
    return Page(
        "NUM FOLIES: balance report",
        f"What {total:,} simulated matches say about the rules as printed, for the people who make the game.",
        headlines,
        sections,
        GLOSSARY,
        [
            f"Four players of the profile “{REFERENCE}” (adults as measured, of different speed), unless a section "
            "says "
            "otherwise.",
            "Brackets are 95 % intervals: how far the figure may be off by chance. How far assumptions about people "
            "matter is said in each section and in the section People.",
        ],
    )


def profile_tables(run: Run) -> list[Table]:
    """The presets of people, and every parameter with its source."""
    shown = ("mu", "sigma", "tau", "person_sd", "miss", "notice_three", "false_trap", "false_near", "false_neutral")
    presets = [[preset.name, *[f"{getattr(preset, name):g}" for name in shown], preset.explain] for preset in PRESETS]
    base = PRESETS[0]
    rows = [
        [
            parameter.name,
            f"{getattr(base, parameter.name):g} {parameter.unit if parameter.unit != 'share' else ''}".strip(),
            "" if parameter.sweep is None else f"{parameter.sweep[0]:g} to {parameter.sweep[1]:g}",
            parameter.source,
            parameter.explain,
        ]
        for parameter in PARAMETERS
    ]
    n = f"N = {run.matches:,} matches are played by {REFERENCE}."
    return [
        Table(
            ["profile", *shown, "who that is"],
            presets,
            f"The profiles; times in ms, the others are shares. {n}",
            (0, 10),
        ),
        Table(
            ["parameter", base.name, "plausible", "source", "meaning"],
            rows,
            f"Every parameter of a person, its value for {base.name} and where it comes from. {n}",
            (0, 3, 4),
        ),
    ]
