"""Bots decide from what their seat may know: shuffling the hidden cards among the opponents changes no decision."""

import random

import numpy as np
import pytest
from conftest import scaled
from king import BOTS, KING, random_rules

from numsim import cards
from numsim._jit import kernel
from numsim.bits import U0, U
from numsim.games.king import step
from numsim.games.king.state import CARD_COLOURS, CARD_REST, CARD_SHADOW_RAINBOW, set_hand
from numsim.plan import make_plan


@kernel
def give(states, seat, codes):
    """Replace one hand by these cards."""
    colours, shadow_rainbow, rest = U0, U0, U0
    for code in codes:
        colours += CARD_COLOURS[code]
        shadow_rainbow += CARD_SHADOW_RAINBOW[code]
        rest += CARD_REST[code]
    set_hand(states[0], U(seat), colours, shadow_rainbow, rest)


def permuted(match, seat, rnd):
    """The state with the cards of all other seats reshuffled among them and every private record of theirs blurred.

    Cards that this seat gave or received in the exchange stay where it knows them to be.
    """
    states = match._states.copy()
    s = states[0]
    known: dict[int, list[str]] = {}
    for event in match.events[match.events.index(deal_of(match)) :]:
        if event["e"] == "exchange" and event["from"] == seat:
            known[event["to"]] = [card for card in event["cards"] if card in match.hand(event["to"])]
    pool: list[str] = []
    keep: dict[int, list[str]] = {}
    others = [other for other in range(match.players) if other != seat]
    for other in others:
        hand = match.hand(other)
        keep[other] = []
        for card in known.get(other, []):
            hand.remove(card)
            keep[other].append(card)
        pool += hand
    rnd.shuffle(pool)
    for other in others:
        free = len(match.hand(other)) - len(keep[other])
        hand, pool = keep[other] + pool[:free], pool[free:]
        give(states, other, np.array([cards.card_code(card) for card in hand], np.int64))
        s["dealt_colours"][other] = rnd.getrandbits(64)
        s["dealt_shadow_rainbow"][other] = rnd.getrandbits(64)
        s["dealt_rest"][other] = rnd.getrandbits(40)
        if other not in known:
            s["given"][other] = rnd.randrange(256)
            s["received"][other] = rnd.randrange(256)
    s["deck"][:] = 0
    s["deal_rng"][:] = rnd.getrandbits(63)
    return states


def deal_of(match):
    return [event for event in match.events if event["e"] == "deal"][-1]


@pytest.mark.parametrize("name", [*BOTS[1:], "random", "counter:memory=0.8", "counter:memory=last20"])
@pytest.mark.parametrize("default_rules", [True, False])
def test_same_decision_whatever_the_opponents_hold(name, default_rules):
    rnd = random.Random(name)
    for number in range(scaled(10, 1)):
        players = rnd.randint(3, 8)
        rules = {"rounds": 2} if default_rules else random_rules(rnd) | {"rounds": 2}
        match = KING.match(make_plan("king", players, 100, name, rules, seed=7), number)
        while not match.over:
            seat = match.turn
            stream = match._s["bot_rng"].copy()
            if rnd.random() < 0.25:
                mine = int(step.decide(match._states.copy()))
                assert int(step.decide(permuted(match, seat, rnd))) == mine, (
                    number,
                    match.events[-1],
                    match.hand(seat),
                )
            assert (match._s["bot_rng"] == stream).all()
            match.apply(match.bot_play())
