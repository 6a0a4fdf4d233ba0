"""Build a game's report: play or reuse its batches, analyse, render, write one HTML file."""

from __future__ import annotations

import os
from pathlib import Path

from numsim.errors import RunError
from numsim.games import game_named
from numsim.report.king.batches import Show


def build(
    game: str, out: str | Path, runs: str | Path, *, quick: bool = False, threads: int | None = None, show: Show
) -> Path:
    """Write reports/num-<game>.html below `out` and return its path.

    `runs` keeps the batches for the next time; `show(total, label)` is a context manager that yields a progress
    function. The same runs give the same bytes. PlanError for an unknown game, RunError if a folder cannot be written.
    """
    from numsim.report.king import batches
    from numsim.report.king.report import page
    from numsim.report.page import render

    name = game_named(game).name
    folder = Path(runs) / ("report-quick" if quick else "report") / name
    played = batches.play(folder, quick, threads, show)
    html = render(page(played))
    path = Path(out) / f"num-{name}.html"
    temporary = path.with_suffix(".tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text(html, encoding="utf-8")
        os.replace(temporary, path)
    except OSError as error:
        raise RunError(f"{path}: cannot write the report: {error.strerror}") from None
    return path
