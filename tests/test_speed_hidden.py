"""Bots decide from what their seat may know: dealing the hidden cards anew changes no decision."""

import random

import numpy as np
import pytest
from conftest import scaled
from speed import SPEED, plan, random_rules

from numsim import cards
from numsim.games.speed import step
from numsim.games.speed.state import BONUS, DECIDING, PLATEAU, TURN

BOTS = ("novice", "greedy", "tactician", "counter", "counter:memory=perfect", "counter:memory=0.5")


def permuted(match, seat, rnd):
    """The state with all cards that this seat cannot see dealt anew to the other hands and the deck.

    What a Shadow took up stays in the hand where everybody saw it go.
    """
    states = match._states.copy()
    s = states[0]
    kept: dict[int, list[str]] = {}
    pool: list[str] = []
    for other in range(match.players):
        hand = match.hand(other)
        known = []
        if other != seat:
            for code in np.flatnonzero(s["picked_by"] == other + 1):
                if cards.card_text(int(code)) in hand:
                    known.append(cards.card_text(int(code)))
            for card in known:
                hand.remove(card)
            pool += hand
        else:
            known = hand
        kept[other] = known
    under = [cards.card_text(int(code)) for code in s["under"][int(s["under_from"]) : int(s["under_to"])]]
    deck = match.deck()
    top = deck[: len(deck) - len(under)]
    pool += top
    rnd.shuffle(pool)
    texts, zones = [], []
    for other in range(match.players):
        n = len(match.hand(other)) - len(kept[other])
        hand, pool = kept[other] + pool[:n], pool[n:]
        texts += hand
        zones += [other] * len(hand)
        plateau = match.plateau(other)
        texts += plateau
        zones += [int(PLATEAU) + other] * len(plateau)
    codes = codes_of(texts + pool + under)
    turned = len(texts)
    step.set_dealt(states, codes[:turned], np.array(zones, np.int64), codes[turned:].astype(np.uint8))
    s["deal_rng"][:] = s["chance_rng"][:] = s["extra_rng"][:] = rnd.getrandbits(63)
    return states


def codes_of(texts):
    """Card codes; copies of one special are told apart, as in the deck."""
    seen: dict[str, int] = {}
    codes = []
    for text in texts:
        codes.append(cards.card_code(text, cards.ALL_TEXTS) + (0 if text[0].isdigit() else seen.get(text, 0)))
        seen[text] = seen.get(text, 0) + 1
    return np.array(codes, np.int64)


def decision(states, seat, in_turn):
    stream = states[0]["bot_rng"].copy()
    found = int(step.decide(states, seat) if in_turn else step.wanted(states, seat))
    assert (states[0]["bot_rng"] == stream).all()
    return found


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("default_rules", [True, False])
def test_same_decision_whatever_others_hold_and_the_deck_brings(bot, default_rules):
    rnd = random.Random(f"{bot} {default_rules}")
    asked = 0
    for number in range(scaled(5, 1)):
        rules = {} if default_rules else random_rules(rnd)
        match = SPEED.match(plan(rnd.randint(2, 8), f"{bot}@trained", matches=100, seed=9, **rules), number)
        while not match.over:
            s = match._s
            phase = int(s["phase"])
            for seat in range(match.players):
                in_turn = seat == int(s["turn"]) and phase in (int(TURN), int(DECIDING), int(BONUS))
                closing = seat == int(s["owner"]) and phase == int(TURN) and not s["replay"]
                jumping = phase == int(TURN) and s["count"] and step.may_interrupt(match._states, seat)
                if rnd.random() > 0.15 or not (in_turn or jumping) or (in_turn and closing) or s["out"] >> seat & 1:
                    continue
                mine = decision(match._states.copy(), seat, in_turn)
                assert decision(permuted(match, seat, rnd), seat, in_turn) == mine, (number, match.events[-1])
                asked += 1
            match.step()
    assert asked > 20


def test_a_counter_that_remembers_all_plays_other_rounds_than_one_that_forgets():
    def lines(bot):
        chosen = plan(2, f"{bot}@instant", matches=60, ending="5rounds", rounds=1, voluntary_draw=False)
        return SPEED.play(SPEED.configure(chosen), 0, scaled(60, 20))["seats"]

    assert lines("counter:memory=perfect").tobytes() != lines("counter:memory=0").tobytes()
