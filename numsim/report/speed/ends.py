"""Stuck hands, blocked rounds, an empty deck: questions 8 and 9."""

from __future__ import annotations

from collections.abc import Mapping

from numsim.analysis.speed.ends import FIGURES, SHARES, ends
from numsim.report.figures import Chart, by_number
from numsim.report.page import Figure, Section, Table
from numsim.report.speed.batches import PLAYERS, REFERENCE, SIMPLE
from numsim.report.speed.readings import Readings
from numsim.report.words import figure, number, percent, plain_percent
from numsim.store import Run

_BY_PLAYERS = ("stuck_rounds", "blocked", "outs", "deck_out", "spread")


class Ends:
    """Ends of rounds in the reference batch and by number of players."""

    def __init__(self, runs: Mapping[str, Run]) -> None:
        self.run, self.simple_run = runs["four"], runs["simple"]
        self.found, self.simple = ends(self.run), ends(self.simple_run)
        self.runs = {n: runs[f"speedrun-{n}"] for n in PLAYERS}
        self.by_players = {n: ends(run) for n, run in self.runs.items()}

    @property
    def runs_out(self) -> list[int]:
        """Numbers of players at which the deck runs out in more than one round of twenty."""
        return [n for n in PLAYERS if (self.by_players[n]["deck_out"].value or 0) > 0.05]


def ends_section(found: Ends, read: Readings) -> Section:
    """Question 9: how often is a hand stuck, and what the last-card rule does."""
    with Chart(3.0) as chart:
        series = {
            FIGURES[name]: [found.by_players[n][name] for n in PLAYERS]
            for name in ("stuck_rounds", "blocked", "deck_out")
        }
        by_number(chart.axes, PLAYERS, series)
        chart.axes.set_xlabel("players")
        chart.axes.set_ylabel("share of the rounds, %")
        chart.axes.set_ylim(bottom=0)
        chart.axes.legend()
        svg = chart.svg("ends", "Share of rounds with a stuck hand, blocked, and with an empty deck, by players")
    rows = []
    for name, label in FIGURES.items():
        cells = [found.found[name], found.simple[name]]
        rows.append([label, *[percent(e, 2) if name in SHARES else figure(e, "", 2) for e in cells]])
    by_players = [
        [
            str(n),
            *[
                percent(found.by_players[n][name]) if name in SHARES else figure(found.by_players[n][name], "", 2)
                for name in _BY_PLAYERS
            ],
            f"{found.runs[n].matches:,}",
        ]
        for n in PLAYERS
    ]
    names = [
        "final_play=all_classic",
        "final_play=penalty",
        "stuck_special=discard_by_draw",
        "round_end=instant",
        "finished_player=plateau_only",
        "finished_player=draws",
        "deck_out=reshuffle",
        "deck_out=end",
    ]
    stuck = found.found["stuck_rounds"]
    return Section(
        "ends",
        "9 Last card",
        "How often is a player stuck with a special card, and how do rounds end?",
        [
            "Somebody ends the round with nothing but special or action cards in hand in "
            f"{percent(stuck, 2)} of the rounds among four {REFERENCE} bots, and in "
            f"{percent(found.simple['stuck_rounds'], 2)} among four {SIMPLE} bots. Blocked rounds: "
            f"{percent(found.found['blocked'], 2)}.",
            f"If a last special card may be discarded by drawing, stuck hands change by "
            f"{read.phrase('stuck_special=discard_by_draw', 'stuck')}, if the last play must be all classic by "
            f"{read.phrase('final_play=all_classic', 'stuck')}.",
            f"Per round {figure(found.found['outs'], ' players', 2)} go out, in {percent(found.found['several'])} of "
            "the rounds two or more. If the round ended at once it would be "
            f"{number(read.changes['round_end=instant']['outs'].paired.b, 2)}, and the malus of a seat would change by "
            f"{read.phrase('round_end=instant', 'malus')} cards.",
        ],
        [
            Figure(
                svg,
                f"All seats {SIMPLE} with trained reflexes; 95 % intervals. N = matches: "
                + "; ".join(f"{n} players: {found.runs[n].matches:,}" for n in PLAYERS)
                + ".",
            ),
            Table(
                ["four players", REFERENCE, SIMPLE],
                rows,
                f"How rounds end; 95 % intervals in brackets. N = matches: {REFERENCE}: {found.run.matches:,}; "
                f"{SIMPLE}: {found.simple_run.matches:,}.",
            ),
            read.table(names, ("stuck", "outs", "malus", "minutes")),
            Table(
                [
                    "players",
                    *[FIGURES[name] for name in _BY_PLAYERS],
                    "matches",
                ],
                by_players,
                f"By number of players, all seats {SIMPLE}; 95 % intervals in brackets, N in the last column.",
            ),
        ],
        ["Stuck: at the end of the round a hand of special and action cards only, which may not be laid last."],
        ["These bots drop their specials before the last cards; people who do not will be stuck more often."],
        "Question 9",
    )


def ends_headline(found: Ends) -> tuple[str, str]:
    """Figure and sentence for the first page."""
    stuck = found.found["stuck_rounds"]
    deck = found.by_players[8]["deck_out"]
    return plain_percent(stuck), (
        f"In {percent(stuck, 1)} of the rounds somebody ends with nothing but special or action cards in hand, "
        f"and {percent(found.found['blocked'], 1)} of the rounds are blocked; with eight players the deck runs out in "
        f"{percent(deck)} of the rounds."
    )
