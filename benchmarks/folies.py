"""Speed of NUM FOLIES on this machine, as Markdown on stdout and in benchmarks/results/folies.md.

    python benchmarks/folies.py            about two minutes
    python benchmarks/folies.py --quick    a small run that shows only that everything works; keeps no file

CPU seconds are those of one thread (`time.process_time`). Where the machine is noisy, what counts are the ratios: both
sides of a ratio are measured in turn, several times, and the median is given.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator

import numpy as np
from beggar import play_deals
from measure import compile_times, first_call, head, main, seconds, table

from numsim import rng
from numsim.games import game_named
from numsim.games.folies import configure, step
from numsim.plan import Plan, make_plan

FOLIES = game_named("folies")
BEGGAR = FOLIES.configs[0]
CHUNK = 2_000
STEP_KERNELS = ("start_match", "turn_card", "react", "settle", "finish_card")
TABLES = [("family", players) for players in range(2, 9)]
TABLES += [(profile, 4) for profile in ("machine", "passive", "child", "distracted", "memory")]


def rate(plan: Plan, matches: int) -> tuple[float, float]:
    """Matches and cards turned per CPU second, rows filled."""
    states = FOLIES.configure(plan)
    FOLIES.play(states, 0, 10)
    spent, cards = 0.0, 0
    for first in range(0, matches, CHUNK):
        rows = []
        spent += seconds(lambda first=first, rows=rows: rows.append(FOLIES.play(states, first, CHUNK)))  # type: ignore[misc]
        cards += int(rows[0]["matches"]["flips"].sum())
    return matches / spent, cards / spent


def beggar_plan() -> Plan:
    """Beggar-my-neighbour over random deals."""
    return make_plan("folies", BEGGAR.players, CHUNK, BEGGAR.bots, BEGGAR.settings)


def plain_rate(deals: int) -> tuple[float, float]:
    """Deals and cards per CPU second of the plain loop."""
    key = rng.stream_key(np.uint64(1), rng.DEAL)
    scratch = np.full((2, rng.MAX_DECK), 0xFFFF, np.uint16)
    play_deals(key, 0, 10, scratch)
    counts: list[int] = []
    spent = seconds(lambda: counts.extend(play_deals(key, 0, deals, scratch)))
    return deals / spent, counts[0] / spent


def yardstick(repeats: int, deals: int) -> Iterator[str]:
    """The engine against the plain loop: the same game, and a full family game by the card."""
    yield "## Against a plain loop of Beggar-my-neighbour"
    yield ""
    shares, costs, speeds = [], [], []
    family = make_plan("folies", 4, CHUNK, "family")
    for _ in range(repeats):
        plain, plain_cards = plain_rate(deals)
        speeds.append(plain)
        shares.append(rate(beggar_plan(), deals // 4)[0] / plain)
        costs.append(plain_cards / rate(family, max(deals // 20, CHUNK))[1])
    rows = [
        ("plain loop, deals / CPU s", f"{statistics.median(speeds):,.0f}", f"{min(speeds):,.0f}-{max(speeds):,.0f}"),
        ("engine / plain loop, same game", f"{statistics.median(shares):.2f}", f"{min(shares):.2f}-{max(shares):.2f}"),
        (
            "cost of a card, four `family` players / plain loop",
            f"{statistics.median(costs):.1f}",
            f"{min(costs):.1f}-{max(costs):.1f}",
        ),
    ]
    yield from table(("what", "median", "range"), rows)


def rates(matches: int) -> Iterator[str]:
    """Matches and cards per second by profile and players."""
    yield "## One thread, rows filled"
    yield ""
    rows = []
    for profile, players in TABLES:
        per_match, cards = rate(make_plan("folies", players, CHUNK, profile), matches)
        rows.append((profile, players, f"{per_match:,.0f}", f"{cards / 1e6:.1f}", f"{1e9 / cards:.0f}"))
    yield from table(("profile", "players", "matches / CPU s", "million cards / CPU s", "ns / card"), rows)


def trace_cost(matches: int) -> Iterator[str]:
    """A traced match against one of a batch."""
    plan = make_plan("folies", 4, CHUNK, "family")
    FOLIES.match(plan, 0).play_out()
    traced = seconds(lambda: [FOLIES.match(plan, i).play_out() for i in range(matches)]) / matches
    yield f"One trace takes {1e3 * traced:.0f} ms; the batch kernel writes none, so a trace that is off costs nothing."
    yield ""


def first_calls() -> dict[str, float]:
    """CPU seconds of the first call of each kernel beyond imports: compiled, or loaded from the cache."""
    times: dict[str, float] = {}
    configure.play_many = first_call("play_many", configure.play_many, times)  # type: ignore[assignment]
    for name in STEP_KERNELS:
        setattr(step, name, first_call(f"step.{name}", getattr(step, name), times))
    plan = make_plan("folies", 4, 1, "family")
    FOLIES.play(FOLIES.configure(plan), 0, 1)
    FOLIES.match(plan, 0).play_out()
    return times


def report(quick: bool) -> Iterator[str]:
    """The whole report, line by line."""
    matches = CHUNK if quick else 20_000
    yield from head("NUM FOLIES", quick)
    yield from yardstick(2 if quick else 7, 4 * CHUNK if quick else 200_000)
    yield from rates(matches)
    yield from trace_cost(2 if quick else 30)
    yield from compile_times(__file__)


if __name__ == "__main__":
    main("folies", report, first_calls)
