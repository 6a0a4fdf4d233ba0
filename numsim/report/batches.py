"""Batches of a report: played once, and reused while plan and engine are the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path

from numsim.errors import RunError
from numsim.plan import Plan
from numsim.simulate import run_plan
from numsim.sources import engine_hash
from numsim.store import Run, open_run

SEED = 1
"""Of all batches, so that batches of as many players share their deals."""
QUICK = 50
"""A quick report plays this part of each batch."""

Show = Callable[[int, str], AbstractContextManager[Callable[[int], None]]]


def play(plans: Mapping[str, Plan], folder: Path, threads: int | None, show: Show) -> dict[str, Run]:
    """The runs by batch name, under `folder`; a finished run of the same plan and engine is not played again."""
    found: dict[str, Run] = {}
    missing: dict[str, Plan] = {}
    for name, plan in plans.items():
        run = _reusable(folder / folder_name(name), plan)
        if run is None:
            missing[name] = plan
        else:
            found[name] = run
    with show(sum(plan.matches for plan in missing.values()), "playing") as advance:
        before = 0
        for name, plan in missing.items():
            found[name] = run_plan(
                plan, folder / folder_name(name), threads=threads, replace=True, progress=_from(before, advance)
            )
            before += plan.matches
    return {name: found[name] for name in plans}


def folder_name(name: str) -> str:
    """The name of a batch as a file system takes it."""
    return re.sub(r"[^A-Za-z0-9.]+", "-", name)


def _from(before: int, advance: Callable[[int], None]) -> Callable[[int], None]:
    """`advance`, counting on from the batches that are done."""
    return lambda played: advance(before + played)


def _reusable(folder: Path, plan: Plan) -> Run | None:
    try:
        run = open_run(folder)
    except RunError:
        return None
    same = run.complete and run.plan == plan and run.manifest["engine_sha256"] == engine_hash()
    return run if same else None
