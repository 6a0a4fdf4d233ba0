"""Helpers for tests of NUM KING: matches on hands given by hand, random rules."""

import random

from numsim.games import game_named
from numsim.plan import make_plan

KING = game_named("king")
BOTS = [bot.name for bot in KING.bots]


def match_on(hands, starter=0, bots="lowest", rounds=1, **settings):
    """A one-round match on the given hands (texts separated by blanks), ready to be stepped."""
    settings = {"rounds": rounds, **settings}
    plan = make_plan("king", len(hands), 1, bots, settings)
    return KING.match(plan, 0, [{"e": "deal", "starter": starter, "hands": [hand.split() for hand in hands]}])


def legal_texts(match):
    """The legal plays as texts, "pass" included."""
    return {str(play) for play in match.legal()}


def do(match, *plays):
    """Carry out plays given as texts ("7R 7W", "pass")."""
    for play in plays:
        match.apply([] if play == "pass" else play.split())
    return match


def random_rules(rnd: random.Random, share: float = 0.35):
    """Settings in which each option is drawn with this chance, and the knobs now and then."""
    settings = {option.name: rnd.choice(option.values) for option in KING.options if rnd.random() < share}
    if rnd.random() < 0.4:
        settings |= {name: rnd.randint(0, 8) for name in ("n_joker", "n_infini", "n_numx")}
    if rnd.random() < 0.6:
        settings["rounds"] = rnd.randint(1, 4)
    return settings
