"""The plateau economy: question 7."""

from __future__ import annotations

from collections.abc import Mapping

from numsim.analysis.speed.plateau import FIGURES, SHARES, plateau
from numsim.report.figures import Chart, by_number
from numsim.report.page import Figure, Section, Table
from numsim.report.speed.batches import PLAYERS, REFERENCE, SIMPLE
from numsim.report.speed.readings import Readings
from numsim.report.words import figure, number, percent
from numsim.store import Run


class Plateaus:
    """Plateaus of the reference batch and by number of players."""

    def __init__(self, runs: Mapping[str, Run]) -> None:
        self.run = runs["four"]
        self.found = plateau(self.run)
        self.runs = {n: runs[f"speedrun-{n}"] for n in PLAYERS}
        self.by_players = {n: plateau(run) for n, run in self.runs.items()}


def plateau_section(plateaus: Plateaus, read: Readings) -> Section:
    """Question 7: does the plateau matter?"""
    found = plateaus.found
    with Chart(3.0, columns=2) as chart:
        left, right = chart.all_axes
        left_cards = [plateaus.by_players[n]["left"] for n in PLAYERS]
        by_number(left, PLAYERS, {"left at the end": left_cards}, scale=1)
        left.set_title("cards on a plateau at the end")
        by_number(
            right,
            PLAYERS,
            {
                "from the own plateau": [plateaus.by_players[n]["own"] for n in PLAYERS],
                "from plateaus of others": [plateaus.by_players[n]["others"] for n in PLAYERS],
            },
            scale=1,
        )
        right.set_title("cards laid, a seat and round")
        right.legend()
        for axes in chart.all_axes:
            axes.set_xlabel("players")
            axes.set_ylim(bottom=0)
        svg = chart.svg("plateau", "Cards left on a plateau and cards laid from plateaus over the number of players")
    rows = []
    for name, label in FIGURES.items():
        cells = [plateaus.found[name], *[plateaus.by_players[n][name] for n in (2, 4, 6, 8)]]
        rows.append([label, *[percent(e) if name in SHARES else figure(e, "", 2) for e in cells]])
    names = [
        "pass=free",
        "pass=free_if_stuck",
        "voluntary_draw=no",
        "draw_play=must",
        "plateau_use=in_turn",
        "plateau_use=own",
        "plateau_only_play=no",
        "plateau_only_play=in_turn_no",
        "plateau_action=owner",
        "plateau_action=dead",
        "effect_from_plateau=no",
    ]
    free = read.changes["pass=free"]["plateau"].paired
    counts = "; ".join(f"{n} players: {plateaus.runs[n].matches:,}" for n in PLAYERS)
    return Section(
        "plateau",
        "7 Plateau",
        "Does the plateau matter?",
        [
            f"At the end of a round {figure(found['left'], ' cards', 2)} lie on each plateau: "
            f"{percent(found['of_left'])} of all cards left. A seat lays {figure(found['others'], ' cards', 2)} from "
            f"plateaus of others and {figure(found['own'], ' cards', 2)} from its own a round; "
            f"{percent(found['emptied'])} of the cards that reach a plateau are laid again, and "
            f"{percent(found['of_laid'])} of the plies need no hand card at all.",
            f"If one may pass instead of drawing, {number(free.b, 2)} cards instead of {number(free.a, 2)} are left on "
            f"a plateau, and a match changes by {read.phrase('pass=free', 'minutes')} minutes."
            if free.difference.value
            else "These bots draw even where they may pass instead, so the report cannot say what that would change.",
            f"If only the own plateau may be used, the malus of a seat and round changes by "
            f"{read.phrase('plateau_use=own', 'malus')} cards.",
        ],
        [
            Figure(svg, f"All seats {SIMPLE} with trained reflexes; 95 % intervals. N = matches: {counts}."),
            Table(
                ["figure", f"4 players, {REFERENCE}", *[f"{n} players, {SIMPLE}" for n in (2, 4, 6, 8)]],
                rows,
                f"95 % intervals in brackets. N = matches: {REFERENCE}: {plateaus.run.matches:,}; {SIMPLE}: "
                f"{plateaus.runs[4].matches:,} for each number of players.",
            ),
            read.table(names, ("plateau", "others", "malus", "minutes")),
        ],
        [],
        [
            "Whose plateau a bot uses is its own idea: tactician spares the plateaus of others, as it would take their "
            "malus away; greedy does not think of that.",
        ],
        "Question 7",
    )
