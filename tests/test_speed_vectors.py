"""Worked games of NUM-SPEED, move by move (SP-T01 to SP-T14)."""

import pytest
from speed import scripted, sizes

from numsim.errors import PlanError

MENDY, SASHA, ELYA, LUKA = range(4)


def test_sp_t01_a_tour_with_shadow_rainbow_and_numx():
    match = scripted(["5G 2B 2R 1R", "9R 7W NX 4B 4Y", "7Y 7R 12Y 12R 3B", "7S 16B 16G 6B"], deck=["1B", "1Y", "1G"])
    before = sizes(match)
    match.play(MENDY, "5G", "lead")
    match.play(SASHA, "9R", "cas1")
    match.play(ELYA, "7Y 7R", "cas2")
    match.play(LUKA, "7S", "shadow")
    assert match.events[-1]["taken"] == ["7R", "7Y"]
    match.do(LUKA, "decline")
    assert match.turn == MENDY
    match.play(SASHA, "7W", "rainbow")
    assert (match.pli, match.turn) == ((7, 2), ELYA)
    match.play(ELYA, "12Y 12R", "cas1")
    match.play(LUKA, "16B 16G", "cas1")
    match.do(MENDY, "draw")
    match.do(MENDY, "shelve")
    match.play(SASHA, "NX", "numx")
    assert match.events[-1] == {"e": "tour_end", "winner": SASHA, "leader": SASHA, "t": 0}
    assert [b - a for a, b in zip(before, sizes(match), strict=True)] == [-1, -3, -4, -1]
    assert match.turn == SASHA
    assert match.pli is None


def test_sp_t02_plateau_cards_and_an_interrupt():
    elya, sasha, mendy, luka = range(4)
    match = scripted(
        ["3G 2B 2R", "1R 1G 10W 4B", "9S 9R NX 4Y", "10B 10G 4G"], plateaus=["6B", "10R", "15B", "5Y"], deck=["0R"]
    )
    match.play(elya, "3G")
    match.play(sasha, "1R 1G", "cas2")
    match.play(mendy, "9S 9R", "cas1")
    assert match.pli == (9, 2)
    match.play(luka, "10B 10G 10R", "cas2")
    assert {"card": "10R", "from": sasha} in match.events[-1]["cards"]
    assert match.turn == elya
    match.play(sasha, "10W", "rainbow")
    assert match.pli == (10, 4)
    assert match.turn == mendy
    match.play(mendy, "NX")
    assert [match.plateau(seat) for seat in range(4)] == [["6B"], [], ["15B"], ["5Y"]]


def test_sp_t03_facteur_from_a_plateau_and_equivalence_out_of_turn():
    elya, sasha, mendy, luka = range(4)
    match = scripted(
        ["8G 8R 4B 4R", "16R 12G 12Y 1B", "0G 0B 1R", "6R 1Y"],
        plateaus=["6B", "", "15B", "5Y"],
        starter=mendy,
        deck=["0R"],
    )
    match.play(mendy, "0G 0B", "lead")
    match.play(luka, "6R 6B", "cas1")
    match.play(elya, "5Y", "x-1")
    assert match.events[-1]["cards"] == [{"card": "5Y", "from": luka}]
    match.play(sasha, "16R", "cas1")
    with pytest.raises(PlanError, match="may not lay"):
        match.play(elya, "8G 8R", "cas2")
    match.play(elya, "8G 8R", "equivalence")
    assert match.turn == sasha
    match.play(sasha, "12G 12Y", "cas1")


def test_sp_t04_fusion_equivalence_of_the_merged_pli_and_bombe():
    elya, sasha, mendy, luka = range(4)
    match = scripted(
        ["BX 1R 2R 3R", "5R 1B 2B", "5G 5B 1Y", "16Y 16G 1G"], plateaus=["", "", "15B", ""], starter=sasha, deck=["0R"]
    )
    match.play(sasha, "5R")
    match.play(mendy, "5G 5B", "fusion")
    assert match.pli == (5, 3)
    match.play(elya, "15B", "equivalence")
    assert (match.pli, match.turn) == ((15, 1), sasha)
    match.play(luka, "16Y 16G", "x+1")
    assert match.turn == elya
    match.act(elya, "BX")
    assert (match.pli, match.turn) == ((16, 2), elya)
    assert sizes(match) == [2, 2, 2, 1]


@pytest.mark.parametrize(
    ("table", "cards", "legal"),
    [
        ("2R", "3Y 3G", True),
        ("2R", "3Y", False),
        ("2R", "4Y 4G", False),
        ("7R 7B", "6R", True),
        ("7R 7B", "6R 6B", False),
        ("7R 7B 7G", "5R", False),
        ("8R 8B", "16R", True),
        ("8R 8B", "4Y 4W 4B 4G", True),
        ("8R 8B", "8Y 8G", True),
        ("12G", "6R 6B", True),
        ("12G", "4G 4S 4R", True),
        ("12G", "3Y 3B 3W 3G", True),
        ("12G", "4G 4R", False),
        ("0R", "0G 0B", True),
    ],
)
def test_sp_t05_to_t08_combinations_out_of_turn(table, cards, legal):
    match = scripted([table + " 16Y", "15Y 15G", cards + " 13R"])
    match.play(0, table)
    if legal:
        match.play(2, cards)
        assert match.events[-1]["in_turn"] is False
    else:
        with pytest.raises(PlanError, match="may not lay"):
            match.play(2, cards)


def test_sp_t07_what_follows_a_fusion():
    match = scripted(["5G 1R", "8R 2R", "8Y 8B 3R", "9R 9B 9G 8G 8W 8S 7R 7B 7G 7Y"])
    match.play(0, "5G")
    match.play(1, "8R")
    match.play(2, "8Y 8B", "fusion")
    kinds = {str(move) for move in match.legal(3)}
    assert "9R 9B 9G (cas1)" in kinds
    assert "7R 7B 7Y 7G (cas2)" in kinds
    assert "8G 8S 8W (equivalence)" in kinds
    assert "8W (rainbow)" in kinds
    assert "8S (shadow)" in kinds
    assert not any(kind.startswith(("9R 9B (", "7R 7B 7G (")) for kind in kinds)


def test_sp_t11_the_last_card_is_classic():
    match = scripted(["JK 7R", "3B 3R"])
    assert [str(move) for move in match.legal(0) if "7R JK" in str(move)] == ["7R JK (lead)"]
    strict = scripted(["JK 7R", "3B 3R"], final_play="all_classic")
    assert not any("7R JK" in str(move) for move in strict.legal(0))
    alone = scripted(["JK", "3B 3R"])
    assert [move.do for move in alone.legal(0)] == ["draw"]


def test_sp_t11_out_while_the_plateau_is_counted():
    match = scripted(["7R", "3B 9R"], plateaus=["4G", ""])
    match.play(0, "7R")
    assert match.events[-1]["e"] == "out"
    match.play(1, "9R")
    while not match.over:
        match.step()
    end = next(event for event in match.events if event["e"] == "round_end")
    assert end["malus"] == {"classic": [1, 1], "competition": [4, 3]}


def test_sp_t12_both_scores():
    match = scripted(["1R", "16R 0G JK"], plateaus=["", "A1"], deck=["2R"])
    match.play(0, "1R")
    match.do(1, "draw")
    match.do(1, "shelve")
    match.close()
    end = next(event for event in match.events if event["e"] == "round_end")
    assert end["malus"]["classic"][1] == 6 + 1
    assert end["malus"]["competition"][1] == 26 + 2


def test_sp_t13_a_blocked_player_passes_unless_he_shows_numx():
    match = scripted(["5R 1R", "BL 2R 2B", "NX 6R 3B", "9B 9R"], plateaus=["", "", "", ""])
    match.play(0, "5R")
    match.act(1, "BL", [2])
    assert [move.do for move in match.legal(2)] == ["pass"]
    match.do(2, "pass")
    assert match.events[-1]["why"] == "blocked"


def test_sp_t14_the_remainder_goes_to_the_first_from_the_poser():
    match = scripted(
        ["5R 1R", "TW 2R 2B", "6R 3B", "9B 9R"], plateaus=["7R 7B 7G", "8R 8B", "10R 10B 10G", "11R 11B"], deck=["0R"]
    )
    match.play(0, "5R")
    match.act(1, "TW")
    assert [len(match.plateau(seat)) for seat in range(4)] == [2, 3, 3, 2]
    assert match.turn == 1


def test_nobody_interrupts_his_own_pli():
    match = scripted(["5R 5W 1R", "9R 2R", "3R 3B"])
    match.play(0, "5R")
    assert match.legal(0) == ()
    free = scripted(["5R 5W 1R", "9R 2R", "3R 3B"], self_interrupt="rainbow_only")
    free.play(0, "5R")
    assert [str(move) for move in free.legal(0)] == ["5W (rainbow)"]
