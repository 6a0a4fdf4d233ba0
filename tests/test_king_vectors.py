"""The test vectors KG-T01 ... KG-T15 and one vector per option value, played on the engine with hands given by hand."""

import pytest
from king import KING, do, legal_texts, match_on

from numsim.errors import PlanError
from numsim.plan import make_plan

# Fillers keep hands from running empty: values below what is asked for, so that they add no legal play.
LOW = "0R 0B 1R"
LOW2 = "0G 0S 1G"


def after(lead, follower, **settings):
    """Legal texts of the second seat of three after the first led `lead`."""
    match = match_on([f"{lead} {LOW}", f"{follower} 0Y 1Y", LOW2], **settings)
    return legal_texts(do(match, lead))


def test_t01_rainbow_single_asks_for_a_higher_pair():
    assert after("7W", "7R 7B 8R 8B 8Y 9R INF NX") == {"8R 8B", "INF", "NX", "pass"}


def test_t02_rainbow_pair_asks_for_a_triple():
    assert after("9R 9W", "9B 9Y 9G 10R 10B 10Y 11R 11B") == {"10R 10B 10Y", "pass"}


def test_t03_rainbow_triple_asks_for_four():
    assert after("11R 11B 11W", "12R 12B 12Y 12G 13R 13B 13Y") == {"12R 12B 12Y 12G", "pass"}


def test_t04_shadow_pair_asks_for_one_card():
    assert after("13G 13S", "13R 14R 14B 15S") == {"14R", "15S", "pass"}


def test_t05_the_new_count_is_the_type():
    hands = ["7W " + LOW, "8R 8B 8W 13G 13S 0Y", "9R 9B 10R 10B 10Y 1Y"]
    assert legal_texts(do(match_on(hands), "7W", "8R 8B")) == {"9R 9B", "10R 10B", "pass"}
    assert legal_texts(do(match_on(hands), "7W", "8R 8W")) == {"10R 10B 10Y", "pass"}
    match = do(match_on(["0R 13G 13S 1R 15B 16B", "14B 1B 2B", LOW2 + " 16R"]), "13G 13S", "14B")
    assert legal_texts(match) == {"16R", "pass"}


def test_t06_rainbow_and_shadow_end_the_trick():
    match = do(match_on(["5S 5W 1R", "INF NX 9R 9B", "INF 8R 8B"]), "5S 5W")
    assert match.turn == 0
    assert match.leading
    match = do(match_on(["5S 5W", "INF NX 9R 9B", "INF 8R 8B"]), "5S 5W")
    assert match.turn == 1
    assert match.leading


def test_t07_lone_shadow_asks_for_one_higher_card():
    assert after("10S", "10R 11R 11B 12W") == {"11R", "12W", "pass"}
    match = do(match_on(["10S 1R", "2R 3R", "2B 3B"]), "10S", "pass", "pass")
    assert (match.turn, match.leading) == (0, True)


def test_t08_the_constraint_stays_after_a_pass():
    match = do(match_on(["7W 0R 1R", "8R 9B", "8B 9R 9Y 10G"]), "7W", "pass")
    assert legal_texts(match) == {"9R 9Y", "pass"}


def test_t09_nothing_is_above_sixteen_but_specials():
    assert after("16R", "16B 16Y 16G INF NX") == {"INF", "NX", "pass"}
    assert after("16W", "16B 16Y 16G") == {"pass"}


def test_t10_infini_and_numx():
    hands = ["4R 4B 4Y 0R", "INF INF 0B 9R 9B 9Y", "NX INF 9G 10R 10B 10Y"]
    match = do(match_on(hands), "4R 4B 4Y", "INF")
    assert legal_texts(match) == {"NX", "pass"}
    won = do(match_on(hands), "4R 4B 4Y", "INF", "pass", "pass")
    assert (won.turn, won.leading) == (1, True)
    do(match, "NX")
    assert (match.turn, match.leading) == (2, True)


def test_t11_a_joker_cannot_be_laid_last():
    match = match_on(["7R JK", LOW, LOW2])
    assert legal_texts(match) == {"7R"}
    do(match, "7R", "pass", "pass")
    assert match.leading
    assert legal_texts(match) == {"pass"}


def test_t12_a_lone_infini_is_never_playable():
    assert legal_texts(match_on(["INF", LOW, LOW2])) == {"pass"}
    match = match_on(["INF 4R", "0R 1R", "0B 1B"])
    assert legal_texts(match) == {"4R", "INF"}
    do(match, "INF", "pass", "pass", "4R")
    assert match.events[-1] == {"e": "out", "seat": 0, "rank": 1}


def test_t13_jokers_stand_for_missing_colours():
    legal = legal_texts(match_on(["JK JK 7W 8R 8B 8Y 8G 1B", LOW, LOW2]))
    assert "JK JK" not in legal
    assert "7W JK" in legal
    assert "8R 8B 8Y 8G JK" not in legal
    assert "8R 8B 8Y JK" in legal
    match = do(match_on(["7W JK 1Y 1B", "8R 8B 8Y 0Y", LOW]), "7W JK")
    assert legal_texts(match) == {"8R 8B 8Y", "pass"}


def exchange_of(last_hand, second_last="2R 3R", bots="lowest", **settings):
    """Exchange events of a second round in which seats 0..3 finished in this order."""
    plan = make_plan("king", 4, 1, bots, {"rounds": 2, **settings})
    first = {"starter": 0, "hands": [["5R"], ["6R"], ["7R"], ["8R", "9R"]]}
    hands = [["0R", "1R", "4G"], ["0B", "1B"], second_last.split(), last_hand.split()]
    match = KING.match(plan, 0, [first, {"starter": 3, "hands": hands}])
    do(match, "5R", "6R", "7R")
    return [event["cards"] for event in match.events if event["e"] == "exchange"]


def test_t14_exchange():
    assert exchange_of("12W 3W NX 16R") == [["12W", "NX"], []]
    assert exchange_of("16S 2B 3G 16R") == [["16S"], []]
    assert exchange_of("JK INF 2W 5R", "4W 9W 3R") == [["2W", "INF"], ["9W"]]


def test_exchange_options():
    assert exchange_of("16S 9R 1G", no_rainbow="best_classic") == [["16S", "9R"], ["3R"]]
    assert exchange_of("2W NX 16R", exchange_second="king_category") == [["2W", "16R"], []]
    assert exchange_of("2W NX 16R", exchange_second="bouffon_choice") == [["2W", "NX"], []]
    assert exchange_of("2W JK INF", exchange_second="joker_over_infini") == [["2W", "JK"], []]
    assert exchange_of("12W 3W NX 16R", king_returns="lowest") == [["12W", "NX"], [], ["0R", "1R"]]
    assert exchange_of("12W 3W NX 16R", exchange=False) == []


def test_three_players_exchange():
    plan = make_plan("king", 3, 1, "lowest", {"rounds": 2, "three_players": "mid_gives_king", "king_returns": "lowest"})
    first = {"starter": 0, "hands": [["5R"], ["6R"], ["7R"]]}
    second = {"starter": 2, "hands": [["0R", "1R", "2G", "4G"], ["9W", "3B"], ["8W", "16R"]]}
    match = do(KING.match(plan, 0, [first, second]), "5R", "6R")
    gifts = [(event["from"], event["to"], event["cards"]) for event in match.events if event["e"] == "exchange"]
    assert gifts == [(2, 0, ["8W", "16R"]), (1, 0, ["9W"]), (0, 2, ["0R", "1R"]), (0, 1, ["2G"])]


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (3, [37, 36, 36]),
        (4, [28, 27, 27, 27]),
        (5, [22, 22, 22, 22, 21]),
        (6, [19, 18, 18, 18, 18, 18]),
        (7, [16, 16, 16, 16, 15, 15, 15]),
        (8, [14, 14, 14, 14, 14, 13, 13, 13]),
    ],
)
def test_t15_deal_sizes(players, sizes):
    assert sum(sizes) == 109
    match = KING.match(make_plan("king", players, 1, "lowest"), 0)
    deal = match.events[1]
    from_starter = [len(deal["hands"][(deal["starter"] + i) % players]) for i in range(players)]
    assert from_starter == sizes


# One vector per option value that changes the play


def test_pass_final():
    hands = ["5R 0R 0B 9R", "1R 6R 1B 10R", "7R 1Y 1G"]
    assert do(match_on(hands), "5R", "pass", "7R", "9R").turn == 1
    assert do(match_on(hands, pass_final=True), "5R", "pass", "7R", "9R").turn == 2


def test_rainbow_after():
    hands = ["7W 0R 0B", "8R 8B 0Y", "9R 9B 10R 0G"]
    assert legal_texts(do(match_on(hands), "7W", "8R 8B")) == {"9R 9B", "pass"}
    assert legal_texts(do(match_on(hands, rainbow_after="revert"), "7W", "8R 8B")) == {"9R", "10R", "pass"}


def test_effect_attach():
    hands = ["7W 0R 0B", "8R 9B 0Y", "8B 10R 10Y 0G"]
    later = do(match_on(hands, effect_attach="next"), "7W", "pass")
    assert legal_texts(later) == {"8B", "10R", "pass"}
    void = do(match_on(hands, effect_attach="void_if_unable"), "7W")
    assert legal_texts(void) == {"8R", "9B", "pass"}
    able = ["7W 0R 0B", "8R 8G 9B 0Y", "8B 10R 10Y 0G"]
    kept = do(match_on(able, effect_attach="void_if_unable"), "7W", "pass")
    assert legal_texts(kept) == {"10R 10Y", "pass"}


def test_shadow_single():
    follower = "5R 11R INF"
    assert after("10S", follower, shadow_single="skip") == {"INF", "pass"}
    skipped = match_on(["10S 0R 0B", "11R 1R", "11B 12B 1B"], shadow_single="skip")
    assert legal_texts(do(skipped, "10S", "pass")) == {"11B", "12B", "pass"}
    won = do(match_on(["10S 0R 0B", "11R 1R", "11B 1B"], shadow_single="win"), "10S")
    assert (won.turn, won.leading) == (0, True)
    assert after("10S", follower, shadow_single="any_value") == {"0Y", "1Y", "5R", "11R", "INF", "pass"}


def test_impossible():
    hands = ["7W 0R 0B", "8R 9B 0Y", "8B 10R 10Y 0G"]
    relaxed = do(match_on(hands, impossible="relax"), "7W")
    assert legal_texts(relaxed) == {"8R", "9B", "pass"}
    assert legal_texts(do(relaxed, "pass")) == {"10R 10Y", "pass"}
    ended = do(match_on(["16W 0R 0B", "INF 1R", "NX 1B"], impossible="end"), "16W")
    assert (ended.turn, ended.leading) == (0, True)


def test_infini_after():
    hands = ["4R 4B 0R", "INF 0B 9R", "INF 0G 2R 2B 3R NX"]
    assert legal_texts(do(match_on(hands), "4R 4B", "INF")) == {"NX", "pass"}
    assert legal_texts(do(match_on(hands, infini_on_infini=True), "4R 4B", "INF")) == {"INF", "NX", "pass"}
    keep = do(match_on(hands, infini_after="keep_type"), "4R 4B", "INF")
    assert legal_texts(keep) == {"2R 2B", "NX", "pass"}
    reset = do(match_on(hands, infini_after="reset"), "4R 4B", "INF")
    assert legal_texts(reset) == {"0G", "2R", "2R 2B", "3R", "INF", "NX", "pass"}


def test_lead_special():
    assert legal_texts(match_on(["INF 4R", LOW, LOW2], lead_special=False)) == {"4R"}


def test_joker_with_ws():
    hand = ["7W 8S 8R 8W JK 1B", LOW, LOW2]

    def joker_groups(**settings):
        return {text for text in legal_texts(match_on(hand, **settings)) if "JK" in text}

    assert {"7W JK", "8S JK", "8R 8S JK", "8R JK"} <= joker_groups()
    assert not {"7W JK", "8S JK", "8W JK"} & joker_groups(joker_with_ws="colour_needed")
    assert "8R 8S JK" in joker_groups(joker_with_ws="colour_needed")
    assert joker_groups(joker_with_ws="colours_only") == {"8R JK", "1B JK"}


def test_stuck_rule():
    hand = ["INF 4R", "5R 6R 7R", "5B 6B 7B"]
    assert legal_texts(match_on(hand)) == {"4R", "INF"}
    assert legal_texts(match_on(hand, stuck_rule="forbid")) == {"INF"}
    match = do(match_on(hand, stuck_rule="last_rank"), "4R", "5R", "pass")
    do(match, "INF")
    assert match.events[-1] == {"e": "out", "seat": 0, "rank": 3}


def test_rank_mode():
    hands = ["4R", "5R 9R 9B", "0R 0B"]
    match = do(match_on(hands, rank_mode="cards_left"), "4R")
    assert match.events[-2]["ranks"] == [1, 3, 2]
    hands = ["4R", "5R", "0R 0B 0Y", "0G 0S"]
    match = do(match_on(hands, rank_mode="two_out"), "4R", "5R")
    assert match.events[-2]["ranks"] == [1, 2, 4, 3]


def test_lead_after_out():
    hands = ["4R", "0R 0B", "1R 1B", "2R 2B"]
    assert do(match_on(hands), "4R", "pass", "pass", "pass").turn == 1
    assert do(match_on(hands, lead_after_out="last_passer"), "4R", "pass", "pass", "pass").turn == 3


def test_all_stuck_round_ranks_by_cards_left():
    match = do(match_on(["5R JK JK JK", "JK JK", "JK"]), "5R", "pass", "pass", "pass", "pass", "pass")
    ended = match.events[-2]
    assert [event["e"] for event in match.events[-6:-2]] == ["trick_end", "lead_pass", "lead_pass", "lead_pass"]
    assert ended["stuck"] == [True, True, True]
    assert ended["ranks"] == [3, 2, 1]


def test_first_to_three_kings():
    plan = make_plan("king", 3, 1, "lowest", {"game_end": "first_to_3_kings"})
    match = KING.match(plan, 3)
    match.play_out()
    kings = [event["ranks"].index(1) for event in match.events if event["e"] == "round_end"]
    assert match.winners == [kings[-1]]
    assert kings.count(kings[-1]) == 3
    assert max(kings[:-1].count(seat) for seat in range(3)) == 2


@pytest.mark.parametrize(
    ("play", "message"),
    [
        (["9R"], "does not hold 9R"),
        (["5R", "6R"], "is no play"),
        (["JK"], "is no play"),
        (["7Q"], "is no card"),
        ([], "may not pass now"),
    ],
)
def test_illegal_plays_are_refused_with_the_reason(play, message):
    match = match_on(["5R 6R JK", LOW, LOW2])
    with pytest.raises((PlanError, ValueError), match=message):
        match.apply(play)
