"""Card codes and texts."""

import pytest

from numsim import cards


def test_codes_and_texts_are_inverse():
    texts = [cards.card_text(code) for code in range(cards.ALL_CARDS)]
    assert [cards.card_code(text) for text in texts[: cards.CLASSIC]] == list(range(cards.CLASSIC))
    firsts = range(cards.CLASSIC, cards.ALL_CARDS, cards.COPIES)
    assert [cards.card_code(text, cards.ALL_TEXTS) for text in cards.ALL_TEXTS] == list(firsts)
    assert {cards.card_code(text) for text in cards.SPECIAL_TEXTS} == {cards.JOKER, cards.INFINI, cards.NUMX}
    with pytest.raises(ValueError, match="is no card"):
        cards.card_code("A1")
    assert (texts[0], texts[47], texts[101]) == ("0R", "7W", "16W")
    assert len(set(texts[: cards.CLASSIC])) == cards.CLASSIC


@pytest.mark.parametrize("text", ["", "7", "W", "17R", "07R", "7Q", "-1R", "JKK", "inf", "7 W"])
def test_wrong_texts_are_refused_with_what_is_allowed(text):
    with pytest.raises(ValueError, match=r"is no card; cards are 0..16 followed by"):
        cards.card_code(text)


@pytest.mark.parametrize("code", [-1, cards.ALL_CARDS, cards.NO_CARD])
def test_wrong_codes_are_refused(code):
    with pytest.raises(ValueError, match="is no card code"):
        cards.card_text(code)
