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
    "folies-2-family": ("folies", 2, "family", {}, 22),
    "folies-4-mixed": ("folies", 4, "family,child,memory,distracted", {}, 27),
    "folies-4-options": (
        "folies",
        4,
        "regular:wrong_pile=0.3,trigger_happy,passive,cautious:anticipation=0.05",
        {
            "late_hand": "pay",
            "slap3_timing": "deferred",
            "slap3_payers": "all_missing",
            "short_challenge": "continue",
            "anticipation": "valid",
            "last_chance_on": "plus_slap3",
            "collect_order": "reverse",
        },
        17,
    ),
    "speed-3-lowest": ("speed", 3, "lowest", {"ending": "5rounds", "rounds": 1}, 25),
    "speed-4-snap": ("speed", 4, "snap", {"ending": "5rounds", "rounds": 1}, 91),
    "speed-4-mixed": ("speed", 4, "counter,tactician,greedy,novice@casual", {"ending": "5rounds", "rounds": 1}, 99),
    "speed-4-family": (
        "speed",
        4,
        "greedy@child,novice@child,greedy,tactician",
        {"mode": "family", "ending": "5rounds", "rounds": 1},
        91,
    ),
    "speed-3-speedgame": ("speed", 3, "tactician,greedy,counter", {"mode": "speedgame"}, 77),
    "speed-5-options": (
        "speed",
        5,
        "greedy@casual,random,tactician@child,counter@expert,novice",
        {
            "ending": "5rounds",
            "rounds": 1,
            "late_card": "error",
            "self_interrupt": "yes",
            "infini_end": "instant",
            "deck_out": "reshuffle",
            "bombe_to": "keep_sizes",
            "action_is_turn": "no",
            "pass_final": "yes",
            "shadow_action": "any",
        },
        22,
    ),
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
