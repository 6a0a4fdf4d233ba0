"""Beggar-my-neighbour as a configuration of NUM FOLIES: published games exactly, and the endless one found out."""

import json
import subprocess
import sys

import numpy as np
import pytest
from conftest import INTERPRETED, scaled
from folies import FOLIES

from numsim.errors import PlanError
from numsim.plan import make_plan

BEGGAR = next(config for config in FOLIES.configs if config.name == "beggar")
# name: both stacks (top card first, - is a plain card), cards laid, tricks, winner
GAMES = {
    "Paulhus 1999": ("------------KAQ----J------", "-JQQK---K----JK--QA-A-JA--", 4791, 670, 0),
    "Kleber 1999": ("---JQ---K-A----A-J-K---QK-", "-J-----------AJQA----K---Q", 5790, 805, 0),
    "Mann and Wu 2007": ("K-KK----K-A-----JAA--Q--J-", "---Q---Q-J-----J------AQ--", 7157, 1007, 1),
    "Nessler 2022": ("---AJ--Q---------QAKQJJ-QK", "-----A----KJ-K--------A---", 8344, 1164, 1),
    "exercism 1": ("K---J----AK---J-J---------", "--KAQ-A-Q-----Q-K--A-Q-J--", 542, 76, 1),
    "exercism 2": ("-A---QJ-----KA--K---K---K-", "----QJA------JA-Q-JQ------", 327, 42, 0),
    "courts on one side": ("-" * 26, "----------AAAAKKKKQQQQJJJJ", 40, 4, 1),
}
ENDLESS = ("--Q------QJ----JK---", "---Q---J-Q-KJ--K-K--")


def plan_of(matches=1, **settings):
    return make_plan("folies", BEGGAR.players, matches, BEGGAR.bots, {**BEGGAR.settings, **settings})


def played(a, b):
    match = FOLIES.match(plan_of(), 0, [BEGGAR.read_deal(f"{a}/{b}")])
    match.play_out()
    return match


@pytest.mark.parametrize("name", GAMES)
def test_published_games_are_played_exactly(name):
    if INTERPRETED and GAMES[name][2] > 1000:
        pytest.skip("long games are played compiled only")
    a, b, cards, tricks, winner = GAMES[name]
    match = played(a, b)
    end, match_end = match.events[-2:]
    assert end["why"] == "last_player"
    assert end["flips"] == cards
    assert sum(event["e"] == "take" for event in match.events) == tricks
    assert match_end["winners"] == [winner]
    assert sorted(match_end["points"]) == [0, len(a) + len(b)]


def test_the_endless_game_is_found_to_be_endless():
    end = played(*ENDLESS).events[-2]
    assert end["why"] == "loop"
    assert (end["first_repeat"], end["period_flips"], end["period_tricks"]) == (197, 188, 36)


def test_command_line_plays_a_deal_as_the_table_writes_it():
    a, b, cards, _, winner = GAMES["courts on one side"]
    command = [sys.executable, "-c", "from numsim.cli import main; main()", "trace", "folies", "--config", "beggar"]
    done = subprocess.run([*command, "--deal", f"{a}/{b}", "--format", "jsonl"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    end, match_end = (json.loads(line) for line in done.stdout.splitlines()[-2:])
    assert (end["flips"], match_end["winners"]) == (cards, [winner])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("--J-", "two stacks"),
        ("--J-/", "two stacks"),
        ("--X-/--", "two stacks"),
        ("JJJJ/J-", "too many cards"),
        ("-/-/-", "two stacks"),
    ],
)
def test_wrong_deals_are_refused(text, message):
    with pytest.raises(ValueError, match=message):
        BEGGAR.read_deal(text)


def test_the_first_empty_hand_does_not_lose_at_once():
    # Both stacks hold one plain card: A lays, is without cards, but B must lay; then A cannot, and B takes both.
    match = played("-", "-")
    assert match.events[-2]["flips"] == 2
    assert match.winners == [1]


def test_losing_the_trick_is_for_games_without_slaps():
    for settings in ({"slaps": "1"}, {"last_chance": True}):
        with pytest.raises(PlanError, match="needs slaps=none and last_chance=no"):
            plan_of(**settings)


def test_batch_and_trace_agree_on_random_deals():
    count = scaled(40, 3)
    plan = plan_of(count)
    rows = FOLIES.play(FOLIES.configure(plan), 0, count)["matches"]
    for number in range(count):
        match = FOLIES.match(plan, number)
        match.play_out()
        assert match.events[-2]["flips"] == rows["flips"][number]
        assert 1 << match.winners[0] == rows["winners"][number]


@pytest.mark.compiled
def test_random_deals_have_the_known_mean_and_the_leader_his_known_disadvantage():
    count = 40_000
    rows = FOLIES.play(FOLIES.configure(plan_of(count)), 0, count)["matches"]
    assert abs(rows["flips"].mean() - 254.703) < 5 * 206 / count**0.5
    leader = rows["winners"] >> rows["starter"] & 1
    assert abs(leader.mean() - 0.4977) < 5 * (0.25 / count) ** 0.5
    assert (rows["end"] == 0).all()
    assert np.median(rows["flips"]) == pytest.approx(192, abs=6)
