"""Shared by all tests: kernels are compiled once, before the workers start; sizes shrink in interpreted runs."""

import numba
import pytest

INTERPRETED = bool(numba.config.DISABLE_JIT)


def pytest_configure(config):
    # Only in the main process: the workers then load the kernels from the cache instead of compiling them in parallel.
    if not INTERPRETED and not hasattr(config, "workerinput") and not config.option.collectonly:
        from numsim.games import GAMES
        from numsim.plan import make_plan

        for game in GAMES:
            game.warm_up()
            plan = make_plan(game.name, game.fewest_players, 1, game.bots[0].name)
            game.play(game.configure(plan), 0, 1)
            match = game.match(plan, 0)
            if game.name == "king":
                match.legal()
            match.play_out()


def pytest_collection_modifyitems(config, items):
    if INTERPRETED:
        skip = pytest.mark.skip(reason="needs compiled kernels")
        for item in items:
            if "compiled" in item.keywords:
                item.add_marker(skip)


def scaled(compiled: int, interpreted: int) -> int:
    """A number of matches that fits the way the kernels run; interpreted ones are about 1000 times slower."""
    return interpreted if INTERPRETED else compiled
