"""How long it takes, by mode and number of players, against the printed minutes: question 8."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from numsim.analysis.intervals import Estimate
from numsim.analysis.pace import PACE
from numsim.analysis.speed.lengths import PRINTED, length_table, outside, rounds_that_fit
from numsim.report.figures import BAND, COLOURS, Chart, bands
from numsim.report.page import Figure, Section, Table
from numsim.report.speed.batches import MODES, PLAYERS, SIMPLE
from numsim.report.speed.people import People
from numsim.report.words import figure, number, percent, plain_percent
from numsim.store import Run

MODE_NAMES = {"family": "FAMILY", "speedrun": "SPEED RUN", "speedgame": "SPEED-GAME"}


class Lengths:
    """Length tables by mode and number of players."""

    def __init__(self, runs: Mapping[str, Run]) -> None:
        self.runs = {(mode, n): runs[f"{mode}-{n}"] for mode in MODES for n in PLAYERS}
        self.tables = {key: length_table(run) for key, run in self.runs.items()}
        self.outside = {key: outside(run) for key, run in self.runs.items()}

    def row(self, mode: str, players: int, per: str, what: str) -> dict[str, Any]:
        """One row of length_table."""
        table = self.tables[mode, players]
        return table.filter((pl.col("per") == per) & (pl.col("what") == what)).row(0, named=True)

    def mean(self, mode: str, players: int, per: str, what: str) -> Estimate:
        """Mean with its interval."""
        row = self.row(mode, players, per, what)
        return Estimate(row["value"], row["low"], row["high"], row["n"], row["units"])

    def fit(self, mode: str, players: int = 4) -> str:
        """A match against the printed minutes, in words."""
        low, high = PRINTED[mode]
        middle = self.row(mode, players, "match", "minutes")["q50"]
        if middle is None:
            return "too few matches"
        return "shorter than printed" if middle < low else "longer than printed" if middle > high else "as printed"


def length_section(lengths: Lengths, people: People) -> Section:
    """Minutes of a match by mode and number of players against the printed ones."""
    with Chart(3.2, columns=3) as chart:
        for axes, mode in zip(chart.all_axes, MODES):
            low, high = PRINTED[mode]
            axes.axhspan(low, high, color=BAND, zorder=0, label=f"printed {low:.0f}-{high:.0f}")
            quantiles = [lengths.row(mode, n, "match", "minutes") for n in PLAYERS]
            bands(axes, PLAYERS, quantiles, COLOURS[0], "median, 50 %, 90 %")
            axes.set_title(MODE_NAMES[mode])
            axes.set_xlabel("players")
        chart.axes.set_ylabel("minutes a match")
        top = max(axes.get_ylim()[1] for axes in chart.all_axes)
        for axes in chart.all_axes:
            axes.set_ylim(0, top * 1.15)
            axes.legend(loc="upper left", fontsize=8)
        svg = chart.svg("minutes", "Minutes of a match over the number of players, for each of the three modes")
    tables = []
    for mode in MODES:
        rows = []
        for n in PLAYERS:
            minutes = lengths.row(mode, n, "match", "minutes")
            rows.append(
                [
                    str(n),
                    figure(lengths.mean(mode, n, "match", "rounds"), "", 1),
                    figure(lengths.mean(mode, n, "round", "minutes"), "", 1),
                    figure(lengths.mean(mode, n, "match", "minutes"), "", 1),
                    f"{number(minutes['q05'], 0)} to {number(minutes['q95'], 0)}",
                    plain_percent(lengths.outside[mode, n]["shorter"], 0),
                    plain_percent(lengths.outside[mode, n]["longer"], 0),
                    f"{lengths.runs[mode, n].matches:,}",
                ]
            )
        low, high = PRINTED[mode]
        end = "two rounds" if mode == "speedgame" else "until somebody has 30 points in the classic score"
        tables.append(
            Table(
                [
                    f"{MODE_NAMES[mode]}, players",
                    "rounds a match",
                    "minutes a round",
                    "minutes a match",
                    "90 % of matches, minutes",
                    f"under {low:.0f} min",
                    f"over {high:.0f} min",
                    "matches",
                ],
                rows,
                f"{MODE_NAMES[mode]}: {end}. Means with 95 % intervals in brackets; N in the last column.",
            )
        )
    answer = []
    for mode in MODES:
        low, high = PRINTED[mode]
        share = lengths.outside[mode, 4]
        fit = rounds_that_fit(lengths.runs[mode, 4])
        rounds = "" if fit is None else f" {number(fit[0])} to {number(fit[1])} rounds would fill that time."
        answer.append(
            f"{MODE_NAMES[mode]} with four players takes "
            f"{figure(lengths.mean(mode, 4, 'match', 'minutes'), ' minutes')}, for "
            f"{figure(lengths.mean(mode, 4, 'match', 'rounds'), ' rounds')}, and is {lengths.fit(mode)}: the rules "
            f"say {low:.0f} to {high:.0f} minutes, {percent(share['shorter'])} of the matches are shorter and "
            f"{percent(share['longer'])} longer.{rounds}"
        )
    return Section(
        "length",
        "8 Length",
        "How long is a match, and does it fit the printed minutes?",
        answer,
        [
            Figure(
                svg,
                f"Dot: median; thick bar: middle half; thin line: 5 to 95 %. Shaded: the printed minutes. All seats "
                f"play {SIMPLE} with trained reflexes. N = {lengths.runs['speedrun', 4].matches:,} matches for each "
                "mode and number of players.",
            ),
            *tables,
        ],
        ["Plies and rounds are counted exactly; minutes rest on an assumed pace.", people.span("minutes")],
        [
            "Pace, all assumed: 2.5 seconds (median) for a decision in turn, about a second for an interrupt (by "
            f"kind, see Method), {PACE.deal:.0f} seconds to shuffle and deal and {PACE.scoring:.0f} to score a round. "
            "Rounds that people play more slowly, or with talk between them, make a match longer in proportion.",
            "The book prints one span a mode and names no number of players; it does not say either which ending the "
            "minutes of FAMILY and SPEED RUN belong to.",
        ],
        "Question 8",
    )


def length_headline(lengths: Lengths) -> tuple[str, str]:
    """Figure and sentence for the first page."""
    texts = []
    for mode in MODES:
        low, high = PRINTED[mode]
        e = lengths.mean(mode, 4, "match", "minutes")
        texts.append(f"{MODE_NAMES[mode]} {figure(e, ' minutes')} against {low:.0f} to {high:.0f} printed")
    fits = [MODE_NAMES[mode] for mode in MODES if lengths.fit(mode) == "as printed"]
    word = "all three modes fit" if len(fits) == 3 else f"only {' and '.join(fits)} fits" if fits else "no mode fits"
    if len(fits) == 2:
        word = f"{fits[0]} and {fits[1]} fit"
    run = lengths.mean("speedrun", 4, "match", "minutes")
    return "too few data" if run.value is None else f"{number(run.value, 0)} minutes", (
        f"With four players {word} the printed minutes: {'; '.join(texts)} (by an assumed pace; "
        f"{plain_percent(lengths.outside['speedrun', 4]['outside'], 0)} of the SPEED RUN matches lie outside)."
    )
