"""Several reports at the same time, one process a game: while one compiles or analyses, the other plays."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from numsim.errors import PlanError, RunError
from numsim.report.build import build

Advance = Callable[[str, int, int], None]
"""Told the game, the matches of its report and those played so far."""


def build_all(
    games: Sequence[str], out: Path, runs: Path, *, quick: bool, threads: int | None, advance: Advance
) -> list[Path]:
    """The reports of several games (see `build`), in the order of `games`. The first error is raised when all end."""
    # Spawned, not forked: a fork would copy threads in whatever state they are.
    context = multiprocessing.get_context("spawn")
    news = context.Queue()
    workers = [context.Process(target=_work, args=(game, out, runs, quick, threads, news)) for game in games]
    paths: dict[str, Path] = {}
    errors: list[Exception] = []
    for worker in workers:
        worker.start()
    try:
        while len(paths) + len(errors) < len(games):
            game, kind, content = news.get()
            if kind == "progress":
                advance(game, *content)
            elif kind == "done":
                paths[game] = content
            else:
                errors.append(content)
    finally:
        for worker in workers:
            if errors or len(paths) < len(games):
                worker.terminate()
            worker.join()
    if errors:
        raise errors[0]
    return [paths[game] for game in games]


def _work(game: str, out: Path, runs: Path, quick: bool, threads: int | None, news: Any) -> None:
    @contextmanager
    def show(total: int, label: str) -> Iterator[Callable[[int], None]]:
        yield lambda played: news.put((game, "progress", (total, played)))

    try:
        news.put((game, "done", build(game, out, runs, quick=quick, threads=threads, show=show)))
    except (PlanError, RunError) as error:
        news.put((game, "error", error))
    except KeyboardInterrupt:
        sys.exit(130)
    except BaseException as error:
        news.put((game, "error", RunError(f"the report of {game} failed: {error!r}")))
        raise
