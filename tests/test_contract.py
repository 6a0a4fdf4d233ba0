"""What every game must keep, whatever it is: run over all of GAMES."""

import json

import pytest
from conftest import scaled

from numsim.errors import PlanError
from numsim.games import GAMES, game_named
from numsim.plan import make_plan

pytestmark = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def short(game):
    """Settings that keep a match short, where the game has such a knob."""
    return {"rounds": 2} if "rounds" in [knob.name for knob in game.knobs] else {}


def test_names_are_unique_and_explained(game):
    assert game_named(game.name) is game
    entries = [*game.options, *game.knobs]
    assert len({entry.name for entry in entries}) == len(entries)
    for entry in entries:
        assert entry.explain.endswith(".")
        assert entry.ids
    for option in game.options:
        assert option.impact in "HML"
        assert option.default in option.values
        assert [option.code(option.parse(value)) for value in option.values] == [option.code(v) for v in option.values]
    for table in game.tables:
        names = [name for column in table.columns for name, _ in column.parts(game.most_players)]
        assert len(set(names)) == len(names)


def test_every_option_value_can_be_played_and_told(game):
    for option in game.options:
        for value in option.values:
            # A value that cannot stand alone belongs to a config of the game.
            settings = {option.name: value, **short(game)}
            settings |= next((c.settings for c in game.configs if c.settings.get(option.name) == value), {})
            plan = make_plan(game.name, game.fewest_players, 1, game.bots[0].name, settings)
            match = game.match(plan, 0)
            match.play_out()
            assert match.events[0]["e"] == "match"
            assert match.events[0]["options"][option.name] == value
            assert match.events[-1]["e"] == "match_end"
            assert json.loads(json.dumps(match.events)) == match.events
            assert sum(len(line) for line in game.tell(match.events)) > 100


def test_rows_come_in_match_order_and_do_not_depend_on_the_cut(game):
    count = scaled(40, 4)
    for bot in game.bots:
        plan = make_plan(game.name, game.fewest_players, count, bot.name, short(game), rotate=True)
        whole = game.play(game.configure(plan), 0, count)
        states = game.configure(plan)
        first, second = game.play(states, 0, count // 4), game.play(states, count // 4, count - count // 4)
        for table in game.tables:
            rows = whole[table.name]
            assert (rows["match"][:-1] <= rows["match"][1:]).all()
            assert [*first[table.name], *second[table.name]] == [*rows]


def test_unknown_names_get_the_nearest_valid_one(game):
    with pytest.raises(PlanError, match=f'unknown game "{game.name}x", did you mean "{game.name}"'):
        make_plan(game.name + "x", 4, 1, game.default_bot)
    option = game.options[0]
    with pytest.raises(PlanError, match=f'unknown option .* did you mean "{option.name}"'):
        make_plan(game.name, 4, 1, game.bots[0].name, {option.name[:-1]: option.default})
