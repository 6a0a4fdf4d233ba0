"""Played matches of NUM-SPEED: no card is lost, rows agree with the trace, the yardstick's figures."""

from collections import Counter

import numpy as np
import pytest
from conftest import scaled
from speed import SPEED, plan

LINES = (
    ("random", {}),
    ("snap", {}),
    ("greedy", {}),
    ("greedy@child,novice,random,greedy@expert", {}),
    ("greedy", {"mode": "family"}),
    ("greedy@expert", {"mode": "speedgame"}),
    ("greedy", {"deck_out": "reshuffle", "bombe_to": "keep_sizes", "self_interrupt": "yes"}),
    ("greedy@casual", {"late_card": "error", "pass_final": "yes", "infini_end": "instant"}),
    ("random", {"round_end": "instant", "action_is_turn": "no", "stuck_special": "discard_by_draw"}),
    ("greedy", {"finished_player": "draws", "plateau_use": "own", "shadow_action": "any"}),
)


def table_cards(match):
    cards = Counter(match.deck())
    for seat in range(match.players):
        cards.update(match.hand(seat))
        cards.update(match.plateau(seat))
    return cards


@pytest.mark.parametrize(("line", "settings"), LINES)
def test_no_card_is_doubled_and_no_hand_emptied_by_a_special(line, settings):
    for index in range(scaled(6, 1)):
        match = SPEED.match(plan(4, line, seed=3, **settings), index)
        while not match.over:
            cards = table_cards(match)
            assert all(n == 1 for card, n in cards.items() if card[0].isdigit())
            assert cards["INF"] <= 4
            assert cards["BX"] <= 1
            match.step()
        for event, after in zip(match.events, match.events[1:], strict=False):
            if after["e"] == "out" and event["e"] == "play" and not settings:
                assert any(entry["from"] == "hand" and entry["card"][0].isdigit() for entry in event["cards"])


@pytest.mark.parametrize(("line", "settings"), LINES)
def test_rows_agree_with_the_stepped_match(line, settings):
    chosen = plan(4, line, matches=3, seed=5, rotate=True, **settings)
    rows = SPEED.play(SPEED.configure(chosen), 0, 3)
    for index in range(scaled(3, 1)):
        match = SPEED.match(chosen, index)
        match.play_out()
        ends = [event for event in match.events if event["e"] == "round_end"]
        mine = rows["seats"][rows["seats"]["match"] == index]
        for number, end in enumerate(ends, 1):
            seats = mine[mine["round"] == number]
            assert seats["malus_classic"].tolist() == end["malus"]["classic"]
            assert seats["malus_competition"].tolist() == end["malus"]["competition"]
        plays = sum(event["e"] == "play" for event in match.events)
        assert plays == mine["laid"].sum()
        assert sum(event["e"] == "draw" for event in match.events) == mine["draws"].sum()
        assert sum(event["e"] == "error" for event in match.events) == (mine["errors"] + mine["errors_out"]).sum()
        result = match.events[-1]
        assert rows["matches"]["points"][index][:4].tolist() == result["points"]


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("bot", "plays", "draws", "blocked"), [("lowest", 61.1, 42.4, 0.321), ("snap", 60.6, 38.9, 0.323)]
)
def test_baselines_repeat_the_known_means(bot, plays, draws, blocked):
    """Means of a separate program over 200,000 rounds; it does not lay specials from plateaus, so plays may differ."""
    chosen = plan(4, bot, ending="5rounds", rounds=1)
    rounds = SPEED.play(SPEED.configure(chosen), 0, 40_000)["rounds"]
    assert rounds["plays"].mean() == pytest.approx(plays, abs=0.5)
    assert rounds["draws"].mean() == pytest.approx(draws, abs=0.3)
    assert rounds["blocked"].mean() == pytest.approx(blocked, abs=0.01)
    assert not rounds["capped"].any()


@pytest.mark.compiled
def test_instant_profiles_let_no_time_pass():
    rounds = SPEED.play(SPEED.configure(plan(4, "snap")), 0, 50)["rounds"]
    assert (rounds["ms"] == 0).all()
    timed = SPEED.play(SPEED.configure(plan(4, "greedy")), 0, 50)["rounds"]
    assert np.median(timed["ms"]) > 30_000
