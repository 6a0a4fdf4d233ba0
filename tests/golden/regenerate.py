"""Golden matches: traces that a person can read. Rewrite them with `python tests/golden/regenerate.py` and review the
difference: a change here is a change of the rules, of a bot or of the random streams."""

from pathlib import Path

from numsim.games import game_named
from numsim.plan import make_plan

FOLDER = Path(__file__).parent
CASES = {
    "king-3-lowest": ("king", 3, "lowest", {"rounds": 2}, 4),
    "king-4-mixed": ("king", 4, "counter,strategist,thrifty,lowest", {"rounds": 2}, 17),
    "king-4-options": (
        "king",
        4,
        "random",
        {"rounds": 2, "king_returns": "lowest", "infini_after": "reset", "shadow_single": "any_value", "n_infini": 6},
        1,
    ),
    "king-8-counter": ("king", 8, "counter", {"rounds": 1}, 0),
}


def told(case: str) -> str:
    """The text trace of a case."""
    game, players, bots, settings, match = CASES[case]
    kind = game_named(game)
    played = kind.match(make_plan(game, players, match + 1, bots, settings, seed=2026), match)
    played.play_out()
    return "\n".join(kind.tell(played.events)) + "\n"


if __name__ == "__main__":
    for name in CASES:
        (FOLDER / f"{name}.txt").write_text(told(name), encoding="utf-8")
