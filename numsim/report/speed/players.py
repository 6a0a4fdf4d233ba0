"""Two players, and seven or eight: what the number of players changes; question 8."""

from __future__ import annotations

from collections.abc import Mapping

from numsim.analysis.intervals import Estimate, mean_interval
from numsim.analysis.speed.drama import early_lead
from numsim.analysis.speed.sweeps import OUTCOMES, outcomes
from numsim.analysis.sweeps import changes
from numsim.report.figures import Chart, by_number
from numsim.report.page import Figure, Section, Table
from numsim.report.speed.batches import PLAYERS, SIMPLE, TWO_PLAYERS
from numsim.report.speed.ends import Ends
from numsim.report.words import fair_percent, figure, listing, number, percent, points
from numsim.store import Run

_ASKED = ("tactics", "interrupts", "lost", "minutes")
_LEVELS = ("interrupts", "lost", "equal", "malus", "spread")


class Players:
    """Outcomes by number of players, and readings for two."""

    def __init__(self, runs: Mapping[str, Run]) -> None:
        self.runs = {n: runs[f"speedrun-{n}"] for n in PLAYERS}
        self.levels: dict[int, dict[str, Estimate]] = {
            n: {name: mean_interval(values) for name, values in outcomes(run, run.matches).items()}
            for n, run in self.runs.items()
        }
        self.early = {n: early_lead(run) for n, run in self.runs.items()}
        self.two = runs["two"]
        self.two_levels = {name: mean_interval(v) for name, v in outcomes(self.two, self.two.matches).items()}
        self.texts = {
            f"two, {option}={value}": text for option, values in TWO_PLAYERS.items() for value, text in values.items()
        }
        self.changes = changes({name: (self.two, runs[name]) for name in self.texts}, outcomes)
        self.two_runs = {name: runs[name] for name in self.texts}


def _text(e: Estimate, outcome: str, *, change: bool = False) -> str:
    if OUTCOMES[outcome][1]:
        return points(e) if change else percent(e)
    return figure(e, "", 2, sign=change)


def players_section(players: Players, ends: Ends) -> Section:
    """Number of players: interrupts, blocked rounds, the deck; two players apart."""
    with Chart(3.0, columns=2) as chart:
        left, right = chart.all_axes
        by_number(left, PLAYERS, {"interrupts a round": [players.levels[n]["interrupts"] for n in PLAYERS]}, scale=1)
        left.set_title("interrupts a round")
        by_number(
            right,
            PLAYERS,
            {
                "turns lost": [players.levels[n]["lost"] for n in PLAYERS],
                "deck runs out": [ends.by_players[n]["deck_out"] for n in PLAYERS],
            },
        )
        right.set_title("share, %")
        right.legend()
        for axes in chart.all_axes:
            axes.set_xlabel("players")
            axes.set_ylim(bottom=0)
        svg = chart.svg("players", "Interrupts a round, turns lost and rounds with an empty deck over the players")
    rows = [
        [
            str(n),
            *[_text(players.levels[n][name], name) for name in _LEVELS],
            f"{players.runs[n].matches:,}",
        ]
        for n in PLAYERS
    ]
    leads = [
        [
            str(n),
            fair_percent(n),
            percent(players.early[n].leader),
            percent(players.early[n].last),
            figure(players.early[n].changes, "", 1),
            f"{players.runs[n].matches:,}",
        ]
        for n in PLAYERS
    ]
    two = [
        ["by the book", *[_text(players.two_levels[name], name) for name in _ASKED], f"{players.two.matches:,}"],
        *[
            [
                text,
                *[_text(players.changes[name][o].paired.difference, o, change=True) for o in _ASKED],
                f"{players.two_runs[name].matches:,}",
            ]
            for name, text in players.texts.items()
        ],
    ]
    few, four = players.levels[2]["interrupts"], players.levels[4]["interrupts"]
    own = players.changes["two, self_interrupt=yes"]["interrupts"].paired.b
    out = ends.runs_out
    empty = (
        f"The deck runs out in more than one round of twenty with {listing([str(n) for n in out])} players: "
        f"{percent(ends.by_players[7]['deck_out'])} of the rounds with seven and "
        f"{percent(ends.by_players[8]['deck_out'])} with eight."
        if out
        else "With no number of players does the deck run out in more than one round of twenty."
    )
    return Section(
        "players",
        "8 Players",
        "How many players does the game want?",
        [
            f"With two players a round has {figure(few, ' interrupts')}, with four {figure(four, ' interrupts')}: "
            "after the opening only a player who has drawn can interrupt his one opponent. If one may interrupt "
            f"oneself, two players have {number(own)} interrupts a round.",
            empty,
            f"With four players the leader after round 1 wins {percent(players.early[4].leader)} of the matches, the "
            f"last {percent(players.early[4].last)} (25 % is fair); the lead changes "
            f"{figure(players.early[4].changes, ' times')} a match.",
        ],
        [
            Figure(
                svg,
                f"All seats {SIMPLE} with trained reflexes; 95 % intervals. N = matches: "
                + "; ".join(f"{n} players: {players.runs[n].matches:,}" for n in PLAYERS)
                + ".",
            ),
            Table(
                ["players", *[OUTCOMES[name][0] for name in _LEVELS], "matches"],
                rows,
                f"By number of players, all seats {SIMPLE}; 95 % intervals in brackets, N in the last column.",
            ),
            Table(
                ["players", "fair", "leader after round 1 wins", "last after round 1 wins", "lead changes", "matches"],
                leads,
                "What an early lead is worth (lowest malus after round 1), and how often the lead changes in a match. "
                "95 % intervals in brackets, N in the last column.",
            ),
            Table(
                ["two players", *[OUTCOMES[name][0] for name in _ASKED], "matches"],
                two,
                "tactician against greedy, trained reflexes. First row: the level by the book; below: the change on "
                "the same deals. 95 % intervals in brackets, N in the last column.",
            ),
        ],
        [],
        ["The book names no number of players; all its examples have four."],
        "Question 8",
    )
