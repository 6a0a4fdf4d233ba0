"""Speed of NUM-SPEED on this machine, as Markdown on stdout and in benchmarks/results/speed.md.

    python benchmarks/speed.py            some minutes
    python benchmarks/speed.py --quick    a small run that shows only that everything works; keeps no file

CPU seconds are those of one thread (`time.process_time`). Where the machine is noisy, what counts are the ratios: both
sides of a ratio are measured in turn, several times, and the median is given.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator
from typing import Any

import numba
from measure import compile_times, compile_yardstick, first_call, head, main, seconds, table, yardstick_rate

from numsim.games import game_named
from numsim.games.speed import configure, step
from numsim.games.speed.play import write_round
from numsim.plan import Plan, make_plan

SPEED = game_named("speed")
ONE_ROUND = {"ending": "5rounds", "rounds": 1}
CHUNK = 2_000
STEP_KERNELS = ("start_match", "deal_round", "open_round", "next_move", "carry_out", "list_plies", "score_round")
STEP_KERNELS += ("winners",)
YARDSTICKS = (
    ("lowest", "lowest", 4),
    ("snap", "snap", 4),
    ("lowest", "lowest", 8),
    ("greedy", "lowest", 4),
    ("tactician", "lowest", 4),
    ("counter", "lowest", 4),
)
"""(our bot, bot of the yardstick, players)"""


def plan_of(bot: str, players: int, settings: dict[str, object] | None = None, matches: int = CHUNK) -> Plan:
    """A plan with one bot in all seats; one-round matches unless said otherwise."""
    return make_plan("speed", players, matches, bot, ONE_ROUND if settings is None else settings)


def rate(plan: Plan, budget: float) -> tuple[float, float]:
    """Rounds and steps (plays, draws, passes, action cards) per CPU second, rows filled."""
    states = SPEED.configure(plan)
    SPEED.play(states, 0, 100)
    spent, rounds, steps, first = 0.0, 0, 0, 0
    while spent < budget:
        rows: list[dict[str, Any]] = []
        spent += seconds(lambda first=first, rows=rows: rows.append(SPEED.play(states, first, CHUNK)))  # type: ignore[misc]
        first += CHUNK
        rounds += len(rows[0]["rounds"])
        steps += int(rows[0]["rounds"]["events"].sum())
    return rounds / spent, steps / spent


def rates(budget: float) -> Iterator[str]:
    """Rounds and steps per second for every bot, and for every mode."""
    tables = [(bot, players, {}) for bot in ("lowest", "snap") for players in range(2, 9)]
    tables += [(bot.name, 4, {}) for bot in SPEED.bots if bot.name not in ("lowest", "snap")]
    tables += [("greedy", 4, {"mode": mode}) for mode in ("family", "speedgame")]
    yield "## One thread, one-round matches, rows filled"
    yield ""
    rows = []
    for bot, players, settings in tables:
        mode = settings.get("mode", "speedrun")
        line = plan_of(bot, players, settings if mode == "speedgame" else {**ONE_ROUND, **settings})
        rounds, steps = rate(line, budget)
        rows.append((bot, mode, players, f"{rounds:,.0f}", f"{steps / 1e6:.1f}", f"{1e9 / steps:.0f}"))
    yield from table(("bot", "mode", "players", "rounds / CPU s", "million steps / CPU s", "ns / step"), rows)


def yardstick(repeats: int, budget: float) -> Iterator[str]:
    """Our speed as a share of the C yardstick's, measured in turn."""
    yield "## Against the C yardstick"
    yield ""
    with tempfile.TemporaryDirectory() as folder:
        program = compile_yardstick("speed", folder)
        if program is None:
            yield "skipped: no C compiler, or no x86-64-v3 processor"
            yield ""
            return
        rows = []
        for ours, theirs, players in YARDSTICKS:
            rounds = int(1000 + budget * yardstick_rate(program, theirs, players, 5_000))
            shares, speeds = [], []
            for _ in range(repeats):
                speeds.append(yardstick_rate(program, theirs, players, rounds))
                shares.append(rate(plan_of(ours, players), budget)[0] / speeds[-1])
            digits = 2 if statistics.median(shares) > 0.1 else 3
            rows.append(
                (f"{ours} / C {theirs}", players, f"{statistics.median(shares):.{digits}f}")
                + (f"{min(shares):.{digits}f}-{max(shares):.{digits}f}", f"{statistics.median(speeds):,.0f}")
            )
    yield from table(("bots", "players", "our speed / C's (median)", "range", "C: rounds / CPU s"), rows)


@numba.njit
def fill_rows(states: Any, round_rows: Any, seat_rows: Any, players: int) -> None:
    """What `play_many` does at the end of a round, for one finished round again and again."""
    for i in range(round_rows.size):
        write_round(states[0], round_rows[i : i + 1], seat_rows, i * players)


def row_cost(budget: float) -> Iterator[tuple[str, str]]:
    """Share of the CPU time of `lowest`, four players, that goes into filling rows."""
    plan = plan_of("lowest", 4)
    states = SPEED.configure(plan)
    rows = SPEED.play(states, 0, CHUNK)
    fill_rows(states, rows["rounds"], rows["seats"], 4)
    spent, filled = 0.0, 0
    while spent < budget:
        spent += seconds(lambda: fill_rows(states, rows["rounds"], rows["seats"], 4))
        filled += CHUNK
    share = spent / filled * rate(plan, budget)[0]
    yield "filling rows, share of the CPU time of `lowest` (the row writer alone, on a finished round)", f"{share:.1%}"


def trace_cost(matches: int) -> Iterator[tuple[str, str]]:
    """One traced match against one match of a batch (`greedy`, four players, a whole match)."""
    plan = plan_of("greedy", 4, {})
    states = SPEED.configure(plan)
    SPEED.play(states, 0, 10)
    SPEED.match(plan, 0).play_out()
    traced = seconds(lambda: [SPEED.match(plan, i).play_out() for i in range(matches)]) / matches
    batch = seconds(lambda: SPEED.play(states, 0, CHUNK)) / CHUNK
    yield "one trace, milliseconds (the batch kernel writes none: off, it costs nothing)", f"{1e3 * traced:.1f}"
    yield "one trace / one match of a batch", f"{traced / batch:,.0f}"


def first_calls() -> dict[str, float]:
    """CPU seconds of the first call of each kernel beyond imports: compiled, or loaded from the cache."""
    times: dict[str, float] = {}
    configure.play_many = first_call("play_many", configure.play_many, times)  # type: ignore[assignment]
    for name in STEP_KERNELS:
        setattr(step, name, first_call(f"step.{name}", getattr(step, name), times))
    plan = plan_of("greedy", 4)
    SPEED.play(SPEED.configure(plan), 0, 1)
    match = SPEED.match(plan, 0)
    match.legal(0)
    match.play_out()
    return times


def report(quick: bool) -> Iterator[str]:
    """The whole report, line by line."""
    budget, repeats = (0.02, 2) if quick else (1.0, 7)
    yield from head("NUM-SPEED", quick)
    yield from rates(budget)
    yield from yardstick(repeats, budget)
    yield "## What else costs time"
    yield ""
    yield from table(("what", "figure"), [*row_cost(budget), *trace_cost(2 if quick else 30)])
    yield from compile_times(__file__)


if __name__ == "__main__":
    main("speed", report, first_calls)
