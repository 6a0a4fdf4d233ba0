"""The games, in one explicit tuple: a new game is one folder and one line here."""

from numsim.errors import unknown
from numsim.games.folies import FOLIES
from numsim.games.game import Game
from numsim.games.king import KING
from numsim.games.speed import SPEED

GAMES: tuple[Game, ...] = (KING, FOLIES, SPEED)


def game_named(name: str) -> Game:
    """The game with this name. PlanError names the allowed ones."""
    for game in GAMES:
        if game.name == name:
            return game
    raise unknown("game", name, [game.name for game in GAMES])
