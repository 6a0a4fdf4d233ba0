"""What is played for the report on NUM KING: every batch by name."""

from __future__ import annotations

from numsim.plan import Plan, make_plan
from numsim.report.batches import QUICK, SEED

REFERENCE_BOT = "counter"
"""The strongest bot; all seats play it unless a section says otherwise."""
LADDER = ("lowest", "thrifty", "strategist", "counter")
PLAYERS = (3, 4, 5, 6, 7, 8)


def plans(quick: bool = False) -> dict[str, Plan]:
    """All batches of the report by name. `quick` plays a fiftieth of each."""

    def plan(players: int, matches: int, bots: str = REFERENCE_BOT, rotate: bool = False, **settings: object) -> Plan:
        if quick:
            matches //= QUICK
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
