"""Speed of NUM KING on this machine, as Markdown on stdout and in benchmarks/results/king.md.

    python benchmarks/king.py            some minutes
    python benchmarks/king.py --quick    a small run that shows only that everything works; keeps no file

CPU seconds are those of one thread (`time.process_time`). Where the machine is noisy, what counts are the ratios: both
sides of a ratio are measured in turn, several times, and the median is given.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numba
from measure import compile_times, compile_yardstick, first_call, head, main, seconds, table, yardstick_rate

from numsim.games import game_named
from numsim.games.king import configure, step
from numsim.games.king.play import write_round
from numsim.plan import Plan, make_plan
from numsim.simulate import run_plan
from numsim.store import RunWriter

KING = game_named("king")
ONE_ROUND = {"rounds": 1}
CHUNK = 2_000
STEP_KERNELS = ("start_match", "deal_round", "open_round", "decide", "apply", "list_actions", "score_round", "winners")
YARDSTICKS = (("lowest", "lowest", 4), ("random", "random", 4), ("random", "random", 5))
"""(our bot, bot of the yardstick, players)"""


def plan_of(bot: str, players: int, settings: dict[str, object] | None = ONE_ROUND, matches: int = CHUNK) -> Plan:
    """A plan with one bot in all seats; one-round matches unless said otherwise."""
    return make_plan("king", players, matches, bot, settings)


def rate(bot: str, players: int, budget: float) -> tuple[float, float]:
    """Rounds and decisions (plays, passes, lead passes) per CPU second, rows filled."""
    states = KING.configure(plan_of(bot, players))
    KING.play(states, 0, 100)
    spent, rounds, decisions, first = 0.0, 0, 0, 0
    while spent < budget:
        start = time.process_time()
        rows = KING.play(states, first, CHUNK)["rounds"]
        spent += time.process_time() - start
        first += CHUNK
        rounds += len(rows)
        decisions += sum(int(rows[name].sum()) for name in ("plays", "passes", "lead_passes"))
    return rounds / spent, decisions / spent


def rates(budget: float) -> Iterator[str]:
    """Rounds and decisions per second for every bot."""
    tables = [(bot, players) for bot in ("lowest", "random") for players in range(3, 9)]
    tables += [(bot.name, 4) for bot in KING.bots if bot.name not in ("lowest", "random")]
    yield "## One thread, one-round matches, rows filled"
    yield ""
    rows = []
    for bot, players in tables:
        rounds, decisions = rate(bot, players, budget)
        rows.append((bot, players, f"{rounds:,.0f}", f"{decisions / 1e6:.1f}", f"{1e9 / decisions:.0f}"))
    yield from table(("bot", "players", "rounds / CPU s", "million decisions / CPU s", "ns / decision"), rows)


def yardstick(repeats: int, budget: float) -> Iterator[str]:
    """Our speed as a share of the C yardstick's, measured in turn."""
    yield "## Against the C yardstick"
    yield ""
    with tempfile.TemporaryDirectory() as folder:
        program = compile_yardstick("king", folder)
        if program is None:
            yield "skipped: no C compiler, or no x86-64-v3 processor"
            yield ""
            return
        rows = []
        for ours, theirs, players in (*YARDSTICKS, (KING.bots[-1].name, "lowest", 4)):
            rounds = int(1000 + budget * yardstick_rate(program, theirs, players, 5_000))
            shares, speeds = [], []
            for _ in range(repeats):
                speeds.append(yardstick_rate(program, theirs, players, rounds))
                shares.append(rate(ours, players, budget)[0] / speeds[-1])
            spread = f"{min(shares):.2f}-{max(shares):.2f}"
            rows.append(
                (f"{ours} / C {theirs}", players, f"{statistics.median(shares):.2f}", spread)
                + (f"{statistics.median(speeds):,.0f}",)
            )
    yield from table(("bots", "players", "our speed / C's (median)", "range", "C: rounds / CPU s"), rows)


@numba.njit
def fill_rows(states: Any, round_rows: Any, seat_rows: Any, players: int) -> None:
    """What `play_many` does at the end of a round, for one finished round again and again."""
    for i in range(round_rows.size):
        write_round(states[0], round_rows[i], seat_rows, i * players)


def row_cost(budget: float) -> Iterator[tuple[str, str]]:
    """Share of the CPU time of `lowest`, four players, that goes into filling rows."""
    states = KING.configure(plan_of("lowest", 4))
    rows = KING.play(states, 0, CHUNK)
    fill_rows(states, rows["rounds"], rows["seats"], 4)
    spent, filled = 0.0, 0
    while spent < budget:
        spent += seconds(lambda: fill_rows(states, rows["rounds"], rows["seats"], 4))
        filled += CHUNK
    share = spent / filled * rate("lowest", 4, budget)[0]
    yield "filling rows, share of the CPU time of `lowest` (the row writer alone, on a finished round)", f"{share:.1%}"


def parquet_cost(matches: int) -> Iterator[tuple[str, str]]:
    """CPU time of `RunWriter.write`, apart from playing."""
    plan = plan_of("lowest", 4, None, matches)
    rows = KING.play(KING.configure(plan), 0, matches)
    with tempfile.TemporaryDirectory() as folder:
        writer = RunWriter(Path(folder) / "run", plan)
        writer.write(0, rows)
        spent = statistics.median(seconds(lambda: writer.write(1, rows)) for _ in range(3))
    yield "writing Parquet, CPU microseconds per round", f"{1e6 * spent / len(rows['rounds']):.2f}"
    yield "writing Parquet, CPU microseconds per seat row", f"{1e6 * spent / len(rows['seats']):.2f}"


def trace_cost(matches: int) -> Iterator[tuple[str, str]]:
    """One traced match against one match of a batch (five rounds, `lowest`, four players)."""
    plan = plan_of("lowest", 4, None, CHUNK)
    states = KING.configure(plan)
    KING.play(states, 0, 10)
    KING.match(plan, 0).play_out()
    traced = seconds(lambda: [KING.match(plan, i).play_out() for i in range(matches)]) / matches
    batch = seconds(lambda: KING.play(states, 0, CHUNK)) / CHUNK
    yield "one trace, milliseconds", f"{1e3 * traced:.1f}"
    yield "one trace / one match of a batch", f"{traced / batch:,.0f}"


def play_in_threads(plan: Plan, threads: int) -> None:
    """The kernels of all shards in threads, nothing written."""
    states = KING.configure(plan)
    firsts = range(0, plan.matches, CHUNK)
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda first: len(KING.play(states.copy(), first, CHUNK)["rounds"]), firsts))


def thread_cost(shards: int, repeats: int) -> Iterator[tuple[str, str]]:
    """Wall-clock gain of two threads over one, without and with writing."""
    plan = make_plan("king", 4, shards * CHUNK, "lowest", shard=CHUNK)
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "run"
        works = {
            "playing only": lambda threads: play_in_threads(plan, threads),
            "playing and writing": lambda threads: run_plan(plan, run, threads=threads, replace=True),
        }
        for name, work in works.items():
            work(1)
            gains = []
            for _ in range(repeats):
                one = seconds(lambda work=work: work(1), time.perf_counter)  # type: ignore[misc]
                gains.append(one / seconds(lambda work=work: work(2), time.perf_counter))  # type: ignore[misc]
            yield f"two threads / one thread, {name} (wall clock, median)", f"{statistics.median(gains):.2f}"


def first_calls() -> dict[str, float]:
    """CPU seconds of the first call of each kernel beyond imports: compiled, or loaded from the cache."""
    times: dict[str, float] = {}
    configure.play_many = first_call("play_many", configure.play_many, times)  # type: ignore[assignment]
    for name in STEP_KERNELS:
        setattr(step, name, first_call(f"step.{name}", getattr(step, name), times))
    plan = plan_of("lowest", 4)
    KING.play(KING.configure(plan), 0, 1)
    match = KING.match(plan, 0)
    match.legal()
    match.play_out()
    return times


def report(quick: bool) -> Iterator[str]:
    """The whole report, line by line."""
    budget, repeats = (0.02, 2) if quick else (1.0, 7)
    yield from head("NUM KING", quick)
    yield from rates(budget)
    yield from yardstick(repeats, budget)
    costs = [
        *row_cost(budget),
        *parquet_cost(200 if quick else 20_000),
        *trace_cost(2 if quick else 50),
        *thread_cost(2 if quick else 40, repeats),
    ]
    yield "## What else costs time"
    yield ""
    yield from table(("what", "figure"), costs)
    yield from compile_times(__file__)


if __name__ == "__main__":
    main("king", report, first_calls)
