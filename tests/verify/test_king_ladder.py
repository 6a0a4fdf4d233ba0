"""The ladder of the NUM KING bots: each must beat the one before, at 99 % confidence, in paired deals (make verify).

Two of each bot sit at a table of four, in all six arrangements of the same deals. A difference is the mean of
4 - rank over the seats of the stronger bot less that of the weaker, averaged over the arrangements and the rounds of
a match; matches are the independent units.
"""

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, pairwise
from os import cpu_count

import numpy as np
import pytest

from numsim.games import game_named
from numsim.plan import make_plan

LADDER = ("random", "lowest", "thrifty", "strategist", "counter")
Z99 = 2.576
CHUNK = 2_500
GAME = game_named("king")


def rank_points(line: list[str], rounds: int, first: int, count: int) -> np.ndarray:
    """Mean rank points per round by match and seat."""
    plan = make_plan("king", 4, first + count, line, {"rounds": rounds}, seed=20)
    seats = GAME.play(GAME.configure(plan), first, count)["seats"]
    points = np.zeros((count, 4))
    np.add.at(points, (seats["match"] - first, seats["seat"]), 4.0 - seats["rank"])
    return points / rounds


def differences(weaker: str, stronger: str, rounds: int, first: int, count: int) -> np.ndarray:
    """Lead of the stronger bot in each of `count` matches from number `first` on."""
    total = np.zeros(count)
    for pair in combinations(range(4), 2):
        others = [seat for seat in range(4) if seat not in pair]
        line = [stronger if seat in pair else weaker for seat in range(4)]
        points = rank_points(line, rounds, first, count)
        total += points[:, pair].mean(axis=1) - points[:, others].mean(axis=1)
    return total / 6


def measure(weaker: str, stronger: str, rounds: int, matches: int) -> tuple[float, float]:
    """Mean difference and the half width of its 99 % interval."""
    differences(weaker, stronger, rounds, 0, 1)  # compile once, before the threads start
    with ThreadPoolExecutor(cpu_count()) as threads:
        parts = threads.map(
            lambda first: differences(weaker, stronger, rounds, first, min(CHUNK, matches - first)),
            range(0, matches, CHUNK),
        )
        values = np.concatenate(list(parts))
    return float(values.mean()), float(Z99 * values.std(ddof=1) / np.sqrt(matches))


@pytest.mark.compiled
@pytest.mark.parametrize(("rounds", "matches"), [(1, 100_000), (5, 20_000)])
@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(LADDER)))
def test_each_bot_beats_the_one_before(weaker, stronger, rounds, matches, capsys):
    mean, half = measure(weaker, stronger, rounds, matches)
    with capsys.disabled():
        print(f"\n{rounds} round(s): {stronger} - {weaker} = {mean:+.4f} ± {half:.4f} rank points")
    assert mean - half > 0
