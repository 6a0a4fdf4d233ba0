"""Last chances and comebacks: question 9."""

from __future__ import annotations

from collections.abc import Mapping

from numsim.analysis.folies.drama import comebacks, last_chances
from numsim.report.figures import Chart, by_number
from numsim.report.folies.batches import PLAYERS
from numsim.report.folies.people import People
from numsim.report.page import Figure, Section, Table
from numsim.report.words import figure, percent, plain_percent
from numsim.store import Run


class Drama:
    """Last chances and comebacks by number of players."""

    def __init__(self, by_players: Mapping[int, Run]) -> None:
        self.runs = by_players
        self.chances = {n: last_chances(run) for n, run in by_players.items()}
        self.turns = {n: comebacks(run) for n, run in by_players.items()}


def drama_section(drama: Drama, people: People) -> Section:
    """Question 9: last chances and their success, comebacks, lead changes, when a match is decided."""
    chances, turns = drama.chances, drama.turns
    with Chart(3.0) as chart:
        by_number(
            chart.axes,
            PLAYERS,
            {
                "last chance succeeds": [chances[n].success for n in PLAYERS],
                "leader at half-time wins": [turns[n].leader for n in PLAYERS],
                "last of those still in wins": [turns[n].last_in for n in PLAYERS],
            },
        )
        chart.axes.set_xlabel("players")
        chart.axes.set_ylabel("share, %")
        chart.axes.set_ylim(bottom=0)
        chart.axes.legend()
        svg = chart.svg("drama", "Success of last chances and win shares of leader and last at half-time, by players")
    rows = [
        [
            str(n),
            percent(turns[n].leader),
            percent(turns[n].trailer),
            percent(turns[n].last_in),
            figure(turns[n].rate, "", 2),
            figure(turns[n].lead_changes, "", 1),
            percent(turns[n].decisiveness),
            f"{drama.runs[n].matches:,}",
        ]
        for n in PLAYERS
    ]
    chance_rows = [
        [
            str(n),
            figure(chances[n].per_match, "", 1),
            percent(chances[n].success),
            percent(chances[n].winners),
            f"{drama.runs[n].matches:,}",
        ]
        for n in PLAYERS
    ]
    four = turns[4]
    rate = 4 * (four.last_in.value or 0)
    word = "Comebacks are rare" if rate < 0.4 else "Comebacks are common" if rate > 0.7 else "Comebacks happen"
    return Section(
        "drama",
        "9 Comebacks",
        "Can one come back, and what is a last chance worth?",
        [
            f"{word}: with four players, who holds the most cards at half-time wins {percent(four.leader)} of the "
            "matches, "
            f"and of those still in the game the one with the fewest {percent(four.last_in)}. With those who are out "
            "by "
            f"then, the last wins {percent(four.trailer)}.",
            f"A match has {figure(chances[4].per_match, ' last chances')}; {percent(chances[4].success)} of them bring "
            f"the player back, and {percent(chances[4].winners)} of the winners had needed one.",
            f"The lead changes {figure(four.lead_changes, ' times')}. The winner takes the lead that he keeps when "
            f"{percent(four.open_for)} of the match is over.",
        ],
        [
            Figure(
                svg,
                "Adults of natural speeds, 95 % intervals. N = matches: "
                + "; ".join(f"{n} players: {drama.runs[n].matches:,}" for n in PLAYERS)
                + ".",
            ),
            Table(
                ["players", "last chances a match", "succeed", "winners who had needed one", "matches"],
                chance_rows,
                "95 % intervals in brackets, N in the last column.",
            ),
            Table(
                [
                    "players",
                    "leader at half-time wins",
                    "last at half-time wins",
                    "last of those still in",
                    "comeback rate",
                    "lead changes",
                    "left when decided",
                    "matches",
                ],
                rows,
                "Comeback rate: number of players times the share won by the last at half-time; 1 = being last does "
                "not matter, 0 = nobody comes back. Left when decided: share of the match after the winner took the "
                "lead for good. 95 % intervals in brackets, N in the last column.",
            ),
        ],
        [
            "Half-time is half of the cards turned in a match. A player who is out by then counts as last. The lead is "
            "seen every 16 cards.",
            f"The winner of a four-player match had once sunk to {figure(four.deepest, ' cards')} on average; in "
            f"{percent(four.brink)} of the wins to three cards or fewer.",
            people.span("comeback"),
        ],
        [
            "Faster persons are ahead at half-time more often and go on being faster: these figures are no effect of "
            "the lead alone.",
        ],
        "Question 9",
    )


def drama_headline(drama: Drama) -> tuple[str, str]:
    """Figure and sentence for the first page."""
    four, chances = drama.turns[4], drama.chances[4]
    return plain_percent(four.leader), (
        f"With four players the leader at half-time wins {percent(four.leader)} of the matches, the last of those "
        f"still in {percent(four.last_in)}; a last chance succeeds in {percent(chances.success)} of the cases."
    )
