"""What the benchmarks of all games share: clocks, tables, the first calls of kernels, and keeping the report."""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from numsim.store import versions

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results"


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    """A Markdown table."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return [*lines, *("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows), ""]


def seconds(work: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    """Seconds that one call takes."""
    start = clock()
    work()
    return clock() - start


def processor() -> str:
    """Name of the processor."""
    info = Path("/proc/cpuinfo")
    found = re.search(r"model name\s*:\s*(.+)", info.read_text()) if info.exists() else None
    return found[1] if found else platform.processor() or platform.machine()


def head(title: str, quick: bool) -> Iterator[str]:
    """Title, machine and versions."""
    yield f"# {title}: speed"
    yield ""
    yield f"{processor()}, {os.cpu_count()} cores; Python {platform.python_version()}; " + ", ".join(
        f"{name} {version}" for name, version in versions().items()
    )
    yield ""
    if quick:
        yield "Quick run: the figures are too short to be quoted."
        yield ""


def first_call(name: str, kernel: Callable[..., Any], times: dict[str, float]) -> Callable[..., Any]:
    """The kernel, noting in `times` the CPU seconds of its first call."""

    def call(*arguments: Any) -> Any:
        start = time.process_time()
        result = kernel(*arguments)
        times.setdefault(name, time.process_time() - start)
        return result

    return call


def compile_yardstick(game: str, folder: str) -> Path | None:
    """The C program that plays a game, or None without a compiler or on another kind of processor."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None or platform.machine() not in ("x86_64", "AMD64"):
        return None
    program = Path(folder) / game
    command = [compiler, "-O3", "-march=x86-64-v3", "-o", str(program), str(HERE / f"{game}.c")]
    done = subprocess.run(command, capture_output=True)
    works = done.returncode == 0 and subprocess.run([program, "lowest", "4", "10", "1"], capture_output=True)
    return program if works and works.returncode == 0 else None


def yardstick_rate(program: Path, bot: str, players: int, rounds: int) -> float:
    """Rounds per CPU second of the C program."""
    out = subprocess.run([program, bot, str(players), str(rounds), "1"], capture_output=True, text=True, check=True)
    return 1e9 / float(re.search(r"ns/round=([0-9.]+)", out.stdout)[1])  # type: ignore[index]


def compile_times(script: str) -> Iterator[str]:
    """First calls in a new process with an empty cache, then in another one with the cache filled."""
    with tempfile.TemporaryDirectory() as cache:
        command = [sys.executable, str(Path(script).resolve()), "--first-calls"]
        environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
        cold, warm = (
            json.loads(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
            for _ in range(2)
        )
    yield "## First call of each kernel, in CPU seconds"
    yield ""
    yield "In the order in which they are called; what two kernels share is compiled with the first of them."
    yield ""
    rows = [(f"`{name}`", f"{cold[name]:.2f}", f"{warm[name]:.3f}") for name in cold]
    rows.append(("all", f"{sum(cold.values()):.1f}", f"{sum(warm.values()):.2f}"))
    yield from table(("kernel", "empty cache", "from the cache"), rows)


def main(game: str, report: Callable[[bool], Iterator[str]], first_calls: Callable[[], dict[str, float]]) -> None:
    """Print the report and keep it in results/<game>.md."""
    parser = argparse.ArgumentParser(description=f"Speed of {game} on this machine.")
    parser.add_argument("--quick", action="store_true", help="a small run; keeps no file")
    parser.add_argument("--first-calls", action="store_true", help="print the first-call times as JSON (used inside)")
    arguments = parser.parse_args()
    if arguments.first_calls:
        print(json.dumps(first_calls()))
        return
    lines = []
    for line in report(arguments.quick):
        print(line, flush=True)
        lines.append(line)
    if not arguments.quick:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / f"{game}.md").write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
