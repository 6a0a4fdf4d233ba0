"""The engine against the independent referee: every trace is legal and complete, `lowest` exact, `random` uniform."""

import random
from collections import Counter

import pytest
from conftest import INTERPRETED, scaled
from king import BOTS, KING, match_on, random_rules
from reference.king import PASS, lay_of, legal_plays, next_pli, play_lowest, replay
from scipy import stats

from numsim.plan import make_plan

BATCHES = scaled(10, 2)
PER_BATCH = scaled(60, 2)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_referee_accepts_random_matches_of_all_bots_under_random_rules(batch):
    rnd = random.Random(1000 + batch)
    for number in range(PER_BATCH):
        players = rnd.randint(3, 8)
        bots = [rnd.choice(BOTS) for _ in range(players)]
        plan = make_plan("king", players, 100, bots, random_rules(rnd), seed=rnd.getrandbits(64))
        match = KING.match(plan, number)
        match.play_out()
        replay(match.events)


@pytest.mark.parametrize("players", range(3, 9))
def test_lowest_is_exact(players):
    rounds = scaled(5, 1)
    for index in range(scaled(15, 1)):
        plan = make_plan("king", players, 100, "lowest", {"rounds": rounds}, seed=5)
        match = KING.match(plan, index)
        match.play_out()
        replay(match.events, check_lowest=True)
        deals = [event for event in match.events if event["e"] == "deal"]
        assert play_lowest(match.events[0], deals) == match.events


HANDS = "0R 0S 3B 3Y 3W 7R 7B 7W 7S 9R 9B 9Y 9G 9W 9S 12S 16R JK JK INF NX"


@pytest.mark.parametrize("lead", [None, "2R 2B", "2W"])
def test_random_is_uniform_over_classes(lead):
    draws = scaled(6_000, 60)
    counts: Counter[str] = Counter()
    match = match_on([HANDS, "2R 2B 2W 6W 0B 1R 1B", "0G 1G 4G"], starter=1 if lead else 0, bots="random")
    if lead:
        match.apply(lead.split())
        match.apply([])
    assert match.turn == 0
    legal = {str(play) for play in match.legal()}
    for _ in range(draws):
        counts[str(match.bot_play())] += 1
    assert set(counts) <= legal
    if not INTERPRETED:
        assert set(counts) == legal
        assert stats.chisquare([counts[text] for text in legal]).pvalue > 1e-4
    assert len(legal) > 5


def engine_class(play):
    """(kind, value, colour cards, Shadow?, Rainbow?, Jokers) of an engine's play, in the referee's words."""
    return lay_of(list(play.cards)) if play.cards else PASS


def test_legal_plays_are_exactly_the_referees():
    """On a lead and for the first follower, in random deals under random rules: no class is missing, none too many."""
    rnd = random.Random(5)
    for _ in range(scaled(300, 5)):
        players = rnd.randint(3, 8)
        plan = make_plan("king", players, 10, "random", random_rules(rnd), seed=rnd.getrandbits(60))
        match = KING.match(plan, 0)
        options = match.events[0]["options"]
        leads = legal_plays(match.hand(match.turn), None, options)
        assert sorted(map(str, leads)) == sorted(str(engine_class(play)) for play in match.legal() if play.cards)
        lead = rnd.choice([play for play in match.legal() if play.cards])
        match.apply(lead)
        if match.over or match.leading:
            continue
        pli = next_pli(lay_of(list(lead.cards)), None, False, options)
        follows = legal_plays(match.hand(match.turn), pli, options)
        assert sorted(map(str, follows)) == sorted(str(engine_class(play)) for play in match.legal())
