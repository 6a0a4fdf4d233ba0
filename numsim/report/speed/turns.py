"""Turns lost to interrupts, the opening, and the place beside a fast player: question 2."""

from __future__ import annotations

from collections.abc import Mapping

from numsim.analysis.intervals import Estimate
from numsim.analysis.speed.turns import Turns, beside, by_seat, openings, reactions
from numsim.report.figures import Chart, by_number
from numsim.report.page import Figure, Section, Table
from numsim.report.speed.batches import PLAYERS, REFERENCE, SIMPLE
from numsim.report.speed.people import People
from numsim.report.words import apart, figure, n_text, percent, plain_number, plain_percent
from numsim.store import Run


class Seats:
    """Turns by seat among equals, beside a fast player, and by number of players."""

    def __init__(self, runs: Mapping[str, Run]) -> None:
        self.run = runs["four"]
        self.seats = by_seat(self.run)
        self.fast = {n: beside(runs[f"fast-{n}"]) for n in (4, 6)}
        self.fast_runs = {n: runs[f"fast-{n}"] for n in (4, 6)}
        self.by_players = {n: runs[f"speedrun-{n}"] for n in PLAYERS}
        self.lost = {n: by_seat(run)[0].share for n, run in self.by_players.items()}
        self.openings = {n: openings(run) for n, run in self.by_players.items()}
        self.opening = openings(self.run)
        self.reactions = {name: reactions(runs["reflexes"], i) for i, name in enumerate(runs["reflexes"].bots)}
        self.reflex_run = runs["reflexes"]

    def neighbour(self, players: int) -> tuple[Estimate, Estimate]:
        """Share of turns lost of the seat left of the fast player, and of the seat right of him."""
        found = self.fast[players]
        return found[1].share, found[-1].share


def _place(distance: int, players: int) -> str:
    if distance == 0:
        return "the fast player"
    if distance == players - 1 and players > 2:
        return f"{distance} after him (just before him)"
    return f"{distance} after him"


_APART = {
    "first": "the first loses more",
    "second": "the first loses less",
    "neither": "no difference that these matches can show",
    "": "too few data to tell them apart",
}


def turns_section(seats: Seats, people: People) -> Section:
    """Question 2: turns lost by seat, and whether sitting left of a fast player costs turns."""
    near: list[Turns] = seats.fast[4]
    with Chart(2.8, columns=2) as chart:
        for axes, n in zip(chart.all_axes, (4, 6)):
            found = seats.fast[n]
            by_number(axes, range(n), {"turns lost": [turns.share for turns in found]}, joined=False)
            axes.set_title(f"{n} players")
            axes.set_xlabel("seats clockwise from the fast player (0 = he)")
            axes.set_ylim(bottom=0)
        chart.axes.set_ylabel("turns lost, % of those due")
        svg = chart.svg("turns", "Share of turns lost to interrupts by distance from a fast player")
    rows = []
    for n in (4, 6):
        for distance, turns in enumerate(seats.fast[n]):
            rows.append(
                [
                    str(n),
                    _place(distance, n),
                    percent(turns.share),
                    figure(turns.taken, "", 2),
                    figure(turns.malus, "", 2),
                    percent(turns.win),
                    f"{seats.fast_runs[n].matches:,}",
                ]
            )
    by_players = [
        [
            str(n),
            percent(seats.lost[n]),
            plain_percent(seats.openings[n]["first_covered"]),
            plain_number(seats.openings[n]["could"], 2),
            plain_percent(seats.openings[n]["contested"]),
            percent(seats.openings[n]["starter"]),
            f"{100 / n:.1f} %",
            f"{seats.by_players[n].matches:,}",
        ]
        for n in PLAYERS
    ]
    reacted = [
        [
            name,
            figure(e["chances"], "", 2),
            percent(e["noticed"]),
            percent(e["late"]),
            f"{plain_number(e['errors'], 2)} / {plain_number(e['errors_out'], 2)}",
            f"{seats.reflex_run.matches:,}",
        ]
        for name, e in seats.reactions.items()
    ]
    left, right = seats.neighbour(4)
    left6, right6 = seats.neighbour(6)
    share = [turns.share for turns in seats.seats]
    opening = seats.opening
    return Section(
        "turns",
        "2 Turns and seats",
        "Who loses turns to interrupts, and is it bad to sit next to a fast player?",
        [
            f"Among four equal {REFERENCE} bots a player loses {percent(share[0])} of the turns that would have come "
            f"to him; seat by seat {', '.join(plain_percent(e) for e in share)}.",
            f"Next to one expert among three casual players, the seat after him loses {percent(left)} of its turns and "
            f"the seat before him {percent(right)}: {_APART[apart(left, right)]}. With six players: {percent(left6)} "
            f"and {percent(right6)}: {_APART[apart(left6, right6)]}. Their win shares with four players: "
            f"{percent(near[1].win)} and {percent(near[-1].win)}; the expert wins {percent(near[0].win)}.",
            f"The opening is a race: {figure(opening['could'], ' players', 2)} could cover the first card that is "
            f"turned, and in {percent(opening['contested'])} of the rounds two or more. Who opens goes out first in "
            f"{percent(opening['starter'])} of the rounds (an association: a hand that can cover is also a good hand).",
        ],
        [
            Figure(
                svg,
                f"One {SIMPLE} with an expert's reflexes among casual ones, seats rotating; 95 % intervals. N = "
                f"matches: 4 players: {seats.fast_runs[4].matches:,}; 6 players: {seats.fast_runs[6].matches:,}.",
            ),
            Table(
                [
                    "players",
                    "seat",
                    "turns lost",
                    "turns taken a round",
                    "malus a round",
                    "matches won",
                    "matches",
                ],
                rows,
                "By the number of seats clockwise after the fast player; 95 % intervals in brackets, N in the last "
                "column.",
                (0, 1),
            ),
            Table(
                [
                    "players",
                    "turns lost",
                    "first card covered",
                    "players who could",
                    "two or more could",
                    "who opens goes out first",
                    "fair",
                    "matches",
                ],
                by_players,
                f"By number of players, all seats {SIMPLE} with trained reflexes (turns lost: first seat). 95 % "
                "intervals in brackets; N in the last column.",
            ),
            Table(
                [
                    "player",
                    "chances a round",
                    "noticed",
                    "too late, of those noticed",
                    "errors a round, in turn / out of turn",
                    "matches",
                ],
                reacted,
                f"Chances to interrupt, four {SIMPLE} of different reflexes at one table. "
                f"{n_text(seats.reflex_run.matches, 'matches')}; 95 % intervals in brackets.",
            ),
        ],
        [people.span("lost")],
        [
            "A turn is lost when an interrupt jumps over a player; he neither plays nor draws then, so a lost turn "
            "also saves a card on the plateau.",
        ],
        "Question 2",
    )


def turns_headline(seats: Seats) -> tuple[str, str]:
    """Figure and sentence for the first page."""
    share = seats.seats[0].share
    left, right = seats.neighbour(4)
    return plain_percent(share), (
        f"Interrupts cost a player {percent(share)} of his turns. After a fast player one loses {percent(left)}, "
        f"before him {percent(right)} ({_APART[apart(left, right)]}); the expert among three casual players wins "
        f"{percent(seats.fast[4][0].win)}, where 25 % is fair."
    )
