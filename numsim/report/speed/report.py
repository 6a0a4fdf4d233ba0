"""The whole NUM-SPEED page from its runs."""

from __future__ import annotations

from numsim.games.speed.profiles import PARAMETERS, PRESETS
from numsim.report.control import control_section
from numsim.report.method import method_section
from numsim.report.page import Headline, Page, Table
from numsim.report.speed import carry, combos, ends, lab, length, plateau, players, readings, skill, specials, turns
from numsim.report.speed.batches import REFERENCE
from numsim.report.speed.people import People, people_section
from numsim.store import Run

GLOSSARY = {
    "Pli, tour": "A pli is what a player lays at once; a tour goes on until nobody covers the last pli.",
    "Cover": "To lay a pli on the last one: as many cards of a higher value (cas 1), one card more of any value (cas "
    "2), or a combination.",
    "Interrupt": "A combination laid out of turn; the players who are jumped over lose that turn.",
    "Facteur X+1, X-1": "One card more and one value higher; one card less and one value lower.",
    "Equivalence": "Cards with the same sum as the pli: as many of the same value, or another number of another value.",
    "Fusion": "One card more of the same value, in turn: both plies become one.",
    "Rainbow effect, Shadow effect": "A Rainbow of the value of the pli is added to it; a Shadow of that value "
    "replaces it, and its player takes the old pli into his hand.",
    "Plateau": "The cards that a player drew and could or would not lay; they lie open before him, everybody may lay "
    "them, and at the end they count for him.",
    "Malus": "Cards left in hand and on the plateau: in the classic score 1 each and 2 for special and action cards, "
    "in the competition score their value and 5.",
    "Going out first": "Being the first of the round with an empty hand; four equal players do so in 25 % each.",
    "Stuck": "A hand of special and action cards only, which may not be laid last.",
    "Blocked round": "A round that ends because nobody can lead and the deck is empty.",
    "Better, faster": "A better bot decides better, a faster player sees and lays quicker; both are simulated apart.",
    "Bot, reflexes": "A bot is a program that plays by fixed ideas (lowest, novice, greedy, tactician, counter); its "
    "reflexes are a person's: child, casual, trained or expert.",
    "Mixed table": "The table of the sweeps: one seat decides better (tactician), one has faster reflexes (greedy with "
    "an expert's), two are plain (greedy, trained); the seats rotate.",
    "Share won": "Of 100 matches, how many a player wins; a win shared by two counts half for each.",
    "Point": "One percent of the matches or rounds: from 25 % to 27 % are two points.",
    "Interval (in brackets)": "The figure is known only so well: if the whole study were repeated, 95 of 100 such "
    "intervals would hold the true value.",
    "Same deals": "Two rules are compared on identical deals, so that part of the luck cancels out.",
    "N": "How many matches, rounds, plies or hands a figure rests on.",
}

HOW = (
    "Bots with the reflexes of people play complete matches by the rules below. Whenever the table changes, each "
    "player draws whether he notices his chances and how long he needs; the first hand counts. Matches are independent "
    "of each other; rounds and seats of one match are not, and every interval takes that into account."
)


def page(runs: dict[str, Run]) -> Page:
    """Analyse the batches (speed/batches.py) and put the report together."""
    four = runs["four"]
    read = readings.Readings(runs)
    people = People(runs)
    lengths = length.Lengths(runs)
    skills = skill.Skill(runs)
    combinations = combos.Combos(four, runs["simple"])
    shadow = combos.Shadows(runs)
    cards = specials.Cards(four)
    seats = turns.Seats(runs)
    plateaus = plateau.Plateaus(runs)
    ended = ends.Ends(runs)
    game = carry.Game(runs)
    scorings = lab.Scorings(runs)
    numbers = players.Players(runs)
    sections = [
        length.length_section(lengths, people),
        skill.skill_section(skills, people),
        skill.ladder_section(skills),
        combos.combos_section(combinations, read, people),
        combos.shadow_section(shadow, read),
        specials.specials_section(cards, read),
        specials.actions_section(cards, read),
        turns.turns_section(seats, people),
        plateau.plateau_section(plateaus, read),
        ends.ends_section(ended, read),
        carry.carry_section(game),
        lab.lab_section(scorings),
        lab.limits_section(scorings),
        lab.knowing_section(scorings),
        players.players_section(numbers, ended),
        specials.cards_section(cards),
        readings.readings_section(read),
        people_section(people),
        control_section(four),
        method_section(runs, "four", HOW, profile_tables(four)),
    ]
    headlines = [
        Headline("How long is it?", *length.length_headline(lengths), "length"),
        Headline("Reflex or tactics?", *skill.skill_headline(skills), "skill"),
        Headline("Too many interrupts?", *combos.combos_headline(combinations, read), "combos"),
        Headline("Who loses turns?", *turns.turns_headline(seats), "turns"),
        Headline("Which cards matter?", *specials.specials_headline(cards), "specials"),
        Headline("Do players get stuck?", *ends.ends_headline(ended), "ends"),
        Headline("Is round 1 everything?", *carry.carry_headline(game), "carry"),
        Headline("Which scoring?", *lab.lab_headline(scorings), "lab"),
        Headline("Which readings matter?", *readings.readings_headline(read), "readings"),
    ]
    total = sum(run.matches for run in runs.values())
    return Page(
        "NUM-SPEED: balance report",
        f"What {total:,} simulated matches say about the rules as printed, for the people who make the game.",
        headlines,
        sections,
        GLOSSARY,
        [
            f"SPEED RUN with four players to 30 points in the classic score, all seats play the bot “{REFERENCE}” with "
            "trained reflexes, unless a section says otherwise.",
            "Brackets are 95 % intervals: how far the figure may be off by chance. How far assumptions about people "
            "matter is said in each section that rests on them and in the section People.",
        ],
    )


def profile_tables(run: Run) -> list[Table]:
    """The presets of people, and every parameter with its default and range."""
    shown = ("latency_factor", "sigma", "motor_ms", "p_det", "p_det_division", "p_err")
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
    n = f"N = {run.matches:,} matches are played by {base.name} reflexes."
    return [
        Table(["reflexes", *shown, "who that is"], presets, f"The profiles. {n}", (0, 7)),
        Table(
            ["parameter", base.name, "plausible", "source", "meaning"],
            rows,
            f"Every parameter of a person, its value for {base.name} and where it comes from. {n}",
            (0, 3, 4),
        ),
    ]
