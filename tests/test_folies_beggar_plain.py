"""Beggar-my-neighbour against a plain program of its own, the course of the loop, the command line."""

import json
import random
import sys

import pytest
from conftest import scaled
from folies import FOLIES

from numsim import cli
from numsim.plan import make_plan

BEGGAR = next(config for config in FOLIES.configs if config.name == "beggar")
COURTS = "AAAAKKKKQQQQJJJJ"
CAMICIA = "--Q------QJ----JK---/---Q---J-Q-KJ--K-K--"
EXERCISM = "-A---QJ-----KA--K---K---K-/----QJA------JA-Q-JQ------"


def beggar_plan(matches=1, **more):
    return make_plan("folies", BEGGAR.players, matches, BEGGAR.bots, BEGGAR.settings, **more)


def played(text):
    """The events of a deal in the notation of the published games."""
    match = FOLIES.match(beggar_plan(), 0, [BEGGAR.read_deal(text)])
    match.play_out()
    return match.events


def tricks_of(events):
    return sum(event["e"] == "take" for event in events)


def test_the_loop_repeats_its_tricks():
    """The state after card 9, the first trick, comes back at card 197 with the 37th: every trick after it does too."""
    takes, flips = [], 0
    for event in played(CAMICIA):
        flips += event["e"] == "turn"
        if event["e"] == "take":
            takes.append((flips, event["seat"], len(event["cards"])))
    assert (takes[0][0], takes[36][0]) == (9, 197)
    later = takes[37:]
    assert len(later) > 36
    assert [(cards + 188, seat, size) for cards, seat, size in takes[1 : 1 + len(later)]] == later


def trace(monkeypatch, capsys, *words):
    monkeypatch.setattr(sys, "argv", ["numsim", "trace", "folies", *words])
    code = 0
    try:
        cli.main()
    except SystemExit as stop:
        code = stop.code or 0
    out = capsys.readouterr()
    return code, out.out, out.err


def test_trace_tells_the_loop_in_words(monkeypatch, capsys):
    out = trace(monkeypatch, capsys, "--config", "beggar", "--deal", CAMICIA)[1]
    assert "It repeats itself every 188 cards (36 piles), for the first time after 197 cards." in out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("--J-", '"--J-" is not two stacks of the signs - J Q K A with a / between them'),
        ("--j-/--A-", "is not two stacks"),
        ("JJJ/-JJ", 'has too many cards "J" for a deck of 52'),
        ("-" * 20 + "/" + "-" * 17, 'has too many cards "-" for a deck of 52'),
    ],
)
def test_a_bad_deal_gets_one_clear_line(monkeypatch, capsys, tmp_path, text, message):
    monkeypatch.chdir(tmp_path)
    code, out, err = trace(monkeypatch, capsys, "--config", "beggar", "--deal", text)
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.strip().splitlines()) == 1


def test_a_deal_file_also_fits_the_config(monkeypatch, capsys, tmp_path):
    path = tmp_path / "deal.jsonl"
    path.write_text(json.dumps(BEGGAR.read_deal(EXERCISM)), encoding="utf-8")
    out = trace(monkeypatch, capsys, "--config", "beggar", "--deal", str(path), "--format", "jsonl")[1]
    assert json.loads(out.splitlines()[-2])["flips"] == 327


def test_short_deals_follow_the_rules_card_by_card():
    """The Jack takes the pile after one plain card; who has no card to answer with loses the unfinished trick."""
    events = played("-J/--")
    assert [(e["seat"], e["card"][:-1]) for e in events if e["e"] == "turn"] == [
        (0, "2"),
        (1, "2"),
        (0, "11"),
        (1, "2"),
    ]
    assert events[-1]["winners"] == [0]
    events = played("K--/-")
    assert (events[-2]["flips"], events[-1]["points"], tricks_of(events)) == (2, [4, 0], 1)


def random_text(rnd):
    deck = list("-" * 36 + COURTS)
    rnd.shuffle(deck)
    return "".join(deck[:26]) + "/" + "".join(deck[26:])


def reference_game(text):
    """(cards, tricks, winner) of a deal by a plain program."""
    hands = [list(stack) for stack in text.split("/")]
    cards = tricks = turn = 0
    while all(hands):
        pile, owed = [], 0
        while hands[turn]:
            card = hands[turn].pop(0)
            pile.append(card)
            if card != "-":
                owed, turn = "-JQKA".index(card), 1 - turn
            elif owed == 0:
                turn = 1 - turn
            elif owed == 1:
                break
            else:
                owed -= 1
        cards += len(pile)
        tricks += 1
        turn = 1 - turn
        hands[turn] += pile
    return cards, tricks, turn


def test_random_deals_agree_with_a_plain_program():
    rnd = random.Random(52)
    for _ in range(scaled(40, 6)):
        text = random_text(rnd)
        cards, tricks, winner = reference_game(text)
        events = played(text)
        assert (events[-2]["flips"], tricks_of(events), events[-1]["winners"]) == (cards, tricks, [winner])


@pytest.mark.compiled
def test_random_deals_have_the_known_spread_and_tail():
    """From 3e8 deals of another program: SD 206.0, 35.249 tricks, 11.14 % above 500 cards."""
    n = 20_000
    rows = FOLIES.play(FOLIES.configure(beggar_plan(n, seed=17)), 0, n)["matches"]
    assert 0.95 * 206 < rows["flips"].std() < 1.05 * 206
    assert abs(rows["tricks"].mean() - 35.249) < 5 * 30 / n**0.5
    assert abs((rows["flips"] > 500).mean() - 0.1114) < 5 * 0.315 / n**0.5
    assert abs((rows["flips"] > 1000).mean() - 0.00976) < 5 * 0.0984 / n**0.5
