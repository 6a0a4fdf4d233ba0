"""What is played for the report: every batch by name, played once and reused while plan and engine are the same."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from numsim.errors import RunError
from numsim.plan import Plan, make_plan
from numsim.simulate import run_plan
from numsim.sources import engine_hash
from numsim.store import Run, open_run

REFERENCE_BOT = "counter"
"""The strongest bot; all seats play it unless a section says otherwise."""
LADDER = ("lowest", "thrifty", "strategist", "counter")
PLAYERS = (3, 4, 5, 6, 7, 8)
SEED = 1
_QUICK = 50

Show = Callable[[int, str], AbstractContextManager[Callable[[int], None]]]


def plans(quick: bool = False) -> dict[str, Plan]:
    """All batches of the report by name. `quick` plays a fiftieth of each."""

    def plan(players: int, matches: int, bots: str = REFERENCE_BOT, rotate: bool = False, **settings: object) -> Plan:
        if quick:
            matches //= _QUICK
        return make_plan("king", players, matches, bots, settings, seed=SEED, rotate=rotate, shard=10_000)

    batches = {
        "four": plan(4, 80_000),
        "no-exchange": plan(4, 30_000, exchange=False),
        "king-returns": plan(4, 10_000, king_returns="lowest"),
        "extra-aside": plan(4, 20_000, deal_extra="aside"),
        **{f"players-{n}": plan(n, 8_000) for n in PLAYERS if n != 4},
    }
    for turn in range(4):
        line = ",".join(LADDER[turn:] + LADDER[:turn])
        batches[f"ladder-{turn + 1}"] = plan(4, 8_000, line)
    batches["counting-3"] = plan(3, 5_000, "counter,strategist,strategist", rotate=True)
    batches["counting-4"] = plan(4, 5_000, "counter,strategist,counter,strategist", rotate=True)
    return batches


def play(folder: Path, quick: bool, threads: int | None, show: Show) -> dict[str, Run]:
    """The runs by batch name, under `folder`; a finished run of the same plan and engine is not played again."""
    found: dict[str, Run] = {}
    missing: dict[str, Plan] = {}
    for name, plan in plans(quick).items():
        run = _reusable(folder / name, plan)
        if run is None:
            missing[name] = plan
        else:
            found[name] = run
    with show(sum(plan.matches for plan in missing.values()), "playing") as advance:
        before = 0
        for name, plan in missing.items():
            found[name] = run_plan(plan, folder / name, threads=threads, replace=True, progress=_from(before, advance))
            before += plan.matches
    return {name: found[name] for name in plans(quick)}


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
