"""Helpers for the tests of NUM-SPEED: matches with scripted deals."""

import random

from numsim.games import game_named
from numsim.plan import make_plan

SPEED = game_named("speed")


def plan(players=4, bots="lowest", matches=1, seed=1, rotate=False, **settings):
    return make_plan("speed", players, matches, bots, settings, seed=seed, rotate=rotate)


def scripted(hands, deck=("1S",), starter=0, plateaus=None, **settings):
    """A match whose first round is dealt and led as given; it ends after that round."""
    settings = {"ending": "5rounds", "rounds": 1, **settings}
    deal = {"hands": [hand.split() for hand in hands], "deck": list(deck), "starter": starter}
    if plateaus is not None:
        deal["plateaus"] = [plateau.split() for plateau in plateaus]
    return SPEED.match(plan(len(hands), **settings), 0, [deal])


def sizes(match):
    return [len(match.hand(seat)) for seat in range(match.players)]


def cards_of(match):
    """Every card of the table outside the deck's own order: hands and plateaus."""
    return sorted(card for seat in range(match.players) for card in match.hand(seat) + match.plateau(seat))


def random_rules(rnd: random.Random, share: float = 0.2):
    """Settings in which each option is drawn with this chance, and the knobs now and then."""
    settings = {option.name: rnd.choice(option.values) for option in SPEED.options if rnd.random() < share}
    if rnd.random() < 0.4:
        settings |= {knob.name: rnd.randint(0, 6) for knob in SPEED.knobs if knob.name.startswith("n_")}
    if rnd.random() < 0.3:
        settings["hand_size"] = rnd.randint(5, 12)
    if settings.get("bombe_out_players") == "receive":
        settings["finished_player"] = "idle"
    if settings.get("ending") == "5rounds" or rnd.random() < 0.6:
        settings |= {"ending": "5rounds", "rounds": rnd.randint(1, 2)}
    return settings
