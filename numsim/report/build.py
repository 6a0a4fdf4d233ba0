"""Build a game's report: play or reuse its batches, analyse, render, write one HTML file."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from numsim.errors import PlanError, RunError
from numsim.games import game_named
from numsim.plan import Plan
from numsim.report.batches import Show, play
from numsim.report.folies import batches as folies_batches
from numsim.report.folies import report as folies_report
from numsim.report.king import batches as king_batches
from numsim.report.king import report as king_report
from numsim.report.page import Page, render
from numsim.report.speed import batches as speed_batches
from numsim.report.speed import report as speed_report
from numsim.store import Run


@dataclass(frozen=True)
class Report:
    """A game's report: its batches by name (`plans(quick)`), and the page made from their runs."""

    plans: Callable[[bool], dict[str, Plan]]
    page: Callable[[dict[str, Run]], Page]


REPORTS: Mapping[str, Report] = {
    "king": Report(king_batches.plans, king_report.page),
    "folies": Report(folies_batches.plans, folies_report.page),
    "speed": Report(speed_batches.plans, speed_report.page),
}
"""The reports, in one explicit table: a new game is one folder and one entry here."""


def report_of(game: str) -> Report:
    """The report of a game. PlanError if there is none yet."""
    if game not in REPORTS:
        raise PlanError(f"{game_named(game).title} has no report yet (reports: {', '.join(REPORTS)})")
    return REPORTS[game]


def build(
    game: str, out: str | Path, runs: str | Path, *, quick: bool = False, threads: int | None = None, show: Show
) -> Path:
    """Write reports/num-<game>.html below `out` and return its path.

    `runs` keeps the batches for the next time; `show(total, label)` is a context manager that yields a progress
    function. The same runs give the same bytes. PlanError for an unknown game, RunError if a folder cannot be written.
    """
    name = game_named(game).name
    report = report_of(name)
    folder = Path(runs) / ("report-quick" if quick else "report") / name
    html = render(report.page(play(report.plans(quick), folder, threads, show)))
    path = Path(out) / f"num-{name}.html"
    temporary = path.with_suffix(".tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text(html, encoding="utf-8")
        os.replace(temporary, path)
    except OSError as error:
        raise RunError(f"{path}: cannot write the report: {error.strerror}") from None
    return path
