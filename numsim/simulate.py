"""Play a plan: shards of matches in threads, rows to a run folder, progress and a clean stop."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numsim.games import game_named
from numsim.plan import Plan
from numsim.store import Part, Run, RunWriter, open_run

_CHUNK = 2_000
"""Matches per kernel call: a stop is noticed and progress is told after so many."""

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Estimate:
    """What a plan will take: matches, rough seconds on the threads and bytes on disk."""

    matches: int
    seconds: float
    bytes: int


def default_threads() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def estimate(plan: Plan, threads: int | None = None) -> Estimate:
    """Rough time and disk of a plan, from figures measured at four players."""
    seconds, size = game_named(plan.game).cost(plan)
    threads = threads or default_threads()
    return Estimate(plan.matches, plan.matches * seconds / threads, round(plan.matches * size))


class Stopped(Exception):
    """A run was stopped before its end; `run` holds what was finished."""

    def __init__(self, run: Run) -> None:
        super().__init__(f"stopped after {run.matches} of {run.plan.matches} matches")
        self.run = run


def run_plan(
    plan: Plan,
    out: str | Path,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    replace: bool = False,
) -> Run:
    """Play a plan into the folder `out` and open the run.

    `progress` is called with the number of matches played so far. On KeyboardInterrupt the shards under way are given
    up, those finished stay in the folder with a manifest that says so, and Stopped is raised.
    RunError if the folder cannot be written.
    """
    writer = RunWriter(Path(out), plan, replace=replace)
    job = _Job(plan, writer, progress)
    try:
        job.play(threads or default_threads())
    except KeyboardInterrupt:
        job.finish()
        raise Stopped(open_run(out, verify=False)) from None
    job.finish()
    return open_run(out, verify=False)


class _Job:
    """One run under way."""

    def __init__(self, plan: Plan, writer: RunWriter, progress: Progress | None) -> None:
        self._plan = plan
        self._writer = writer
        self._progress = progress
        self._game = game_named(plan.game)
        self._states = self._game.configure(plan)
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._played = 0
        self._done: dict[int, tuple[list[Part], int, int]] = {}

    def play(self, threads: int) -> None:
        """Play all shards, at most `threads` at a time."""
        self._game.warm_up()
        shards = iter(range(-(-self._plan.matches // self._plan.shard)))
        with ThreadPoolExecutor(threads) as pool:
            under_way: set[Future[None]] = set()
            try:
                for shard in shards:
                    under_way.add(pool.submit(self._play_shard, shard))
                    if len(under_way) > threads:
                        under_way = self._collect(under_way)
                while under_way:
                    under_way = self._collect(under_way)
            except BaseException:
                self._stop.set()
                raise

    def _collect(self, under_way: set[Future[None]]) -> set[Future[None]]:
        # A timeout keeps the main thread listening to Ctrl-C.
        finished, rest = wait(under_way, timeout=0.2, return_when=FIRST_COMPLETED)
        for future in finished:
            future.result()
        return rest

    def _play_shard(self, shard: int) -> None:
        import numpy as np

        first = shard * self._plan.shard
        end = min(first + self._plan.shard, self._plan.matches)
        states = self._states.copy()
        pieces: dict[str, list[Any]] = {}
        for start in range(first, end, _CHUNK):
            if self._stop.is_set():
                return
            count = min(_CHUNK, end - start)
            for name, rows in self._game.play(states, start, count).items():
                pieces.setdefault(name, []).append(rows)
            self._tell(count)
        # A game without a table of rounds has one round a match.
        rounds = sum(len(rows) for rows in pieces.get("rounds", pieces["matches"]))
        parts = self._writer.write(shard, {name: np.concatenate(rows) for name, rows in pieces.items()})
        with self._lock:
            self._done[shard] = (parts, end - first, rounds)

    def _tell(self, count: int) -> None:
        with self._lock:
            self._played += count
            if self._progress is not None:
                self._progress(self._played)

    def finish(self) -> None:
        """Write the manifest over the finished shards that leave no gap; later ones are removed."""
        parts: list[Part] = []
        matches = rounds = 0
        for shard in self._in_order():
            shard_parts, shard_matches, shard_rounds = self._done.pop(shard)
            parts += shard_parts
            matches += shard_matches
            rounds += shard_rounds
        for left_over, _, _ in self._done.values():
            for part in left_over:
                (self._writer.folder / part.path).unlink()
        self._writer.finish(parts, matches, rounds)

    def _in_order(self) -> Iterator[int]:
        shard = 0
        while shard in self._done:
            yield shard
            shard += 1
