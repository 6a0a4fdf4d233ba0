"""The whole NUM KING page from its runs."""

from __future__ import annotations

from numsim.report.control import control_section
from numsim.report.king import cards, effects, fairness, length, mobility, skill
from numsim.report.king.batches import PLAYERS, REFERENCE_BOT
from numsim.report.method import method_section
from numsim.report.page import Headline, Page
from numsim.store import Run

GLOSSARY = {
    "King, Chevalier, Valet, Bouffon": "The first, second, second-last and last of a round.",
    "Round, match": "A round ends when one player still holds cards; a match is five rounds, most points win.",
    "Share won": "Of 100 rounds or matches, how many a player wins; a win shared by two counts half for each.",
    "Point": "One percent of the matches or rounds: from 25 % to 27 % are two points.",
    "Interval (in brackets)": "The figure is known only so well: if the whole study were repeated, 95 of 100 such "
    "intervals would hold the true value.",
    "Same deals": "Two rules are compared on identical deals, so that the luck of the cards cancels out.",
    "N": "How many games, rounds or hands a figure rests on.",
    "Bot": "A program that plays by fixed ideas; counter, the reference, counts cards, lowest is the simplest.",
    "Stuck": "A player whose hand can never be emptied any more, because specials may not be laid last.",
}


HOW = (
    "Bots play complete matches by the rules below; every play, pass and exchange is simulated and counted. Matches "
    "are independent of each other; rounds and seats of one match are not, and every interval takes that into account."
)


def page(runs: dict[str, Run]) -> Page:
    """Analyse the batches (king/batches.py) and put the report together."""
    four = runs["four"]
    by_players = {n: four if n == 4 else runs[f"players-{n}"] for n in PLAYERS}
    starts = fairness.Starts(by_players)
    ranks = mobility.Mobility(runs)
    card_values = cards.Cards(four)
    lengths = length.Lengths(by_players)
    skills = skill.Skill(runs)
    sections = [
        fairness.start_section(starts, runs["no-exchange"]),
        mobility.mobility_section(ranks),
        fairness.extra_section(four, runs["extra-aside"]),
        effects.pairs_section(by_players, card_values.pair),
        effects.effects_section(by_players),
        effects.specials_section(four, by_players),
        effects.joker_section(four, card_values.effect("JK")),
        cards.cards_section(card_values),
        length.length_section(lengths),
        skill.skill_section(skills),
        control_section(four),
        method_section(runs, "four", HOW),
    ]
    headlines = [
        Headline("Is it fair?", *fairness.start_headline(starts.first[4], starts.match[4]), "start"),
        Headline("How long is it?", *length.length_headline(lengths), "length"),
        Headline("Does the King run away?", *mobility.mobility_headline(ranks), "ranks"),
        Headline("Which cards matter?", *cards.cards_headline(card_values), "cards"),
        Headline("Does skill matter?", *skill.skill_headline(skills), "skill"),
    ]
    total = sum(run.matches for run in runs.values())
    return Page(
        "NUM KING: balance report",
        f"What {total:,} simulated matches say about the rules as printed, for the people who make the game.",
        headlines,
        sections,
        GLOSSARY,
        [
            f"Four players, five rounds, all seats play the bot “{REFERENCE_BOT}”, unless a section says otherwise.",
            "Brackets are 95 % intervals: how far the figure may be off by chance.",
        ],
    )
