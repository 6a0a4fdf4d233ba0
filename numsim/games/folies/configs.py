"""Games that NUM FOLIES becomes under other rules: Beggar-my-neighbour, which published games check (plain Python)."""

from __future__ import annotations

from typing import Any

from numsim.games.game import Config

_COURTS = {"J": 11, "Q": 12, "K": 13, "A": 14}
_FAMILIES = "RBYG"


def read_beggar_deal(text: str) -> dict[str, Any]:
    """A "deal" event from two stacks such as "--J-/Q--A": top card first, the first stack leads, "-" is a plain card.

    ValueError if the text is not of that form or has more cards of a kind than the deck.
    """
    stacks = text.split("/")
    if len(stacks) != 2 or not all(stacks) or set(text) - set("-/JQKA"):
        raise ValueError(f'"{text}" is not two stacks of the signs - J Q K A with a / between them')
    left = {mark: [f"{value}{family}" for family in _FAMILIES] for mark, value in _COURTS.items()}
    left["-"] = [f"{value}{family}" for value in range(2, 11) for family in _FAMILIES]
    dealt: list[list[str]] = []
    for stack in stacks:
        dealt.append([])
        for mark in stack:
            if not left[mark]:
                raise ValueError(f'"{text}" has too many cards "{mark}" for a deck of 52')
            dealt[-1].append(left[mark].pop(0))
    return {"e": "deal", "starter": 0, "stacks": dealt}


CONFIGS = (
    Config(
        name="beggar",
        explain="Beggar-my-neighbour: 52 cards, J Q K A (values 11-14) ask for 1-4 cards, no slaps, no last chance",
        players=2,
        bots="passive",
        settings={
            "values": "2-14",
            "families": _FAMILIES,
            "challenge": "11:1,12:2,13:3,14:4",
            "slaps": "none",
            "last_chance": False,
            "empty_stack": "loses_trick",
            "cap_flips": 1_000_000,
        },
        read_deal=read_beggar_deal,
    ),
)
