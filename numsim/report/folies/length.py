"""How long it takes, under both readings of the end: question 3."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from numsim.analysis.folies.lengths import PRINTED, length_table, outside
from numsim.analysis.intervals import Estimate
from numsim.analysis.pace import PACE
from numsim.report.figures import BAND, COLOURS, Chart, bands
from numsim.report.folies.batches import PLAYERS
from numsim.report.folies.people import People
from numsim.report.page import Figure, Section, Table
from numsim.report.words import figure, number, percent, plain_percent
from numsim.store import Run


class Lengths:
    """Length tables by number of players: by the book and with end_test=immediate."""

    def __init__(self, by_players: Mapping[int, Run], immediate: Mapping[int, Run]) -> None:
        self.runs, self.immediate_runs = by_players, immediate
        self.tables = {n: length_table(run) for n, run in by_players.items()}
        self.immediate = {n: length_table(run) for n, run in immediate.items()}
        self.outside = {n: outside(run) for n, run in by_players.items()}

    def row(self, players: int, what: str, *, immediate: bool = False) -> dict[str, Any]:
        """One row of length_table."""
        table = (self.immediate if immediate else self.tables)[players]
        return table.filter(pl.col("what") == what).row(0, named=True)

    def mean(self, players: int, what: str, *, immediate: bool = False) -> Estimate:
        """Mean with its interval."""
        row = self.row(players, what, immediate=immediate)
        return Estimate(row["value"], row["low"], row["high"], row["n"], row["units"])


def length_section(lengths: Lengths, people: People) -> Section:
    """Question 3: cards and minutes by number of players against the printed 10-20, tails, both readings of the end."""
    low, high = PRINTED
    with Chart(3.2, columns=2) as chart:
        for axes, immediate in zip(chart.all_axes, (False, True)):
            axes.axhspan(low, high, color=BAND, zorder=0, label=f"printed {low:.0f}-{high:.0f} min")
            quantiles = [lengths.row(n, "minutes", immediate=immediate) for n in PLAYERS]
            bands(axes, PLAYERS, quantiles, COLOURS[0], "median, 50 % and 90 %")
            axes.set_title("without waiting for last chances" if immediate else "last chances are played out")
            axes.set_xlabel("players")
            axes.set_ylabel("minutes")
            axes.set_ylim(bottom=0)
        chart.all_axes[0].legend(loc="lower right")
        top = max(axes.get_ylim()[1] for axes in chart.all_axes)
        for axes in chart.all_axes:
            axes.set_ylim(0, top)
        svg = chart.svg("minutes", "Minutes of a match over the number of players, for both readings of the end")
    rows, ends = [], []
    for n in PLAYERS:
        cards, minutes = lengths.row(n, "flips"), lengths.row(n, "minutes")
        rows.append(
            [
                str(n),
                number(cards["q50"], 0),
                number(minutes["q50"]),
                f"{number(minutes['q05'])} to {number(minutes['q95'])}",
                percent(lengths.outside[n]["shorter"]),
                percent(lengths.outside[n]["longer"]),
                number(minutes["longest"], 0),
                f"{lengths.runs[n].matches:,}",
            ]
        )
        book, bare = lengths.mean(n, "minutes"), lengths.mean(n, "minutes", immediate=True)
        cells = [figure(book, "", 1), figure(bare, "", 1), _longer(book, bare)]
        ends.append([str(n), *cells, f"{lengths.runs[n].matches:,} / {lengths.immediate_runs[n].matches:,}"])
    four, bare = lengths.mean(4, "minutes"), lengths.mean(4, "minutes", immediate=True)
    long = {n: lengths.outside[n]["longer"] for n in PLAYERS}
    worst = max(PLAYERS, key=lambda n: long[n].value or 0)
    counts = "; ".join(
        f"{n} players: {lengths.runs[n].matches:,} and {lengths.immediate_runs[n].matches:,}" for n in PLAYERS
    )
    return Section(
        "length",
        "3 Length",
        f"How long is a match, and does it fit the printed {low:.0f} to {high:.0f} minutes?",
        [
            f"With four players a match takes {figure(four, ' minutes')}; {percent(long[4])} of them take longer than "
            f"{high:.0f} minutes and {percent(lengths.outside[4]['shorter'])} less than {low:.0f}.",
            f"It is worst with {worst} players: {percent(long[worst])} take longer than {high:.0f} minutes. The "
            "longest "
            f"of all matches here took {number(max(lengths.row(n, 'minutes')['longest'] for n in PLAYERS), 0)} "
            "minutes.",
            f"Playing out last chances changes the length of a four-player match by {_longer(four, bare)}, compared "
            f"with an end as soon as one player has cards ({figure(bare, ' minutes')}).",
        ],
        [
            Figure(
                svg,
                "Dot: median; thick bar: middle half; thin line: 5 to 95 %. Shaded: the printed duration. Left: "
                f"end_test=resolve_last_chance, right: immediate. N = matches: {counts}.",
            ),
            Table(
                [
                    "players",
                    "cards turned, median",
                    "minutes, median",
                    "90 % of matches, minutes",
                    f"under {low:.0f} min",
                    f"over {high:.0f} min",
                    "longest, minutes",
                    "matches",
                ],
                rows,
                "By number of players, last chances played out. 95 % intervals in brackets; N in the last column.",
            ),
            Table(
                ["players", "minutes, last chances played out", "minutes, end at once", "longer by", "matches"],
                ends,
                "Both readings of the end (rule end_test): means with 95 % intervals; N in the last column (played out "
                "/ at once).",
            ),
        ],
        ["Cards are counted exactly; minutes multiply them by an assumed pace.", people.span("minutes")],
        [
            "Pace, assumed: a card every 1.3 seconds, 2.5 seconds for a card with a race "
            f"(rules flip_delay_s, race_delay_s), {PACE.deal:.0f} seconds to deal and {PACE.scoring:.0f} to score a "
            "match. People who talk, argue about hands or lose their place take longer: at one and a half times these "
            "seconds all minutes are one and a half times as long.",
            "Adults of natural, different speeds.",
        ],
        "Question 3",
    )


def _longer(book: Estimate, bare: Estimate) -> str:
    return "?" if not book.value or not bare.value else f"{number(100 * (book.value / bare.value - 1), 0, sign=True)} %"


def length_headline(lengths: Lengths) -> tuple[str, str]:
    """Figure and sentence for the first page."""
    row = lengths.row(4, "minutes")
    low, high = PRINTED
    if row["q50"] < low:
        fits = "is shorter than"
    elif row["q50"] > high:
        fits = "is longer than"
    else:
        fits = "fits" if low <= row["q05"] and row["q95"] <= high else "mostly fits"
    return f"{number(row['q50'], 0)} minutes", (
        f"Half of the four-player matches last longer than {number(row['q50'])} minutes, and 90 % between "
        f"{number(row['q05'])} and {number(row['q95'])}; this {fits} the printed {low:.0f} to {high:.0f}: "
        f"{plain_percent(lengths.outside[4]['outside'], 0)} of the matches lie outside (by an assumed pace)."
    )
