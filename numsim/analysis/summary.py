"""A run at a glance: one dictionary of plain values for programs, one text for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import polars as pl

from numsim.analysis.effects import effect_table
from numsim.analysis.hands import stuck
from numsim.analysis.intervals import overall
from numsim.analysis.lengths import PRINTED, length_table, outside, rounds_that_fit
from numsim.analysis.pace import PACE
from numsim.analysis.ranks import early_lead, mobility
from numsim.analysis.rates import match_share, round_share, seat_test
from numsim.store import Run


def summarise(run: Run) -> dict[str, Any]:
    """All headline figures of a run as plain values. Cells with too few data hold None."""
    plan = run.plan
    early = early_lead(run)
    capped = overall(run.table("rounds"), pl.col("capped"))
    return {
        "plan": plan.as_dict(),
        "complete": run.complete,
        "matches": run.matches,
        "rounds": run.rounds,
        "fair_share": 1 / plan.players,
        "win_share": {by: match_share(run, by).to_dicts() for by in ("seat", "place", "bot")},
        "round_share": {
            "first_by_place": round_share(run, "place", rounds="first").to_dicts(),
            "later_by_place": round_share(run, "place", rounds="later").to_dicts(),
            "by_bot": round_share(run, "bot").to_dicts(),
        },
        "seat_test": seat_test(run).as_dict(),
        "length": length_table(run).to_dicts(),
        "outside_15_30_minutes": {
            per: {name: e.as_dict() for name, e in outside(run, per).items()} for per in ("round", "match")
        },
        "rounds_in_30_minutes": rounds_that_fit(run).as_dict(),
        "pace_seconds_assumed": vars(PACE),
        "stuck": {name: e.as_dict() for name, e in stuck(run).items()},
        "capped_rounds": capped.as_dict(),
        "effects": effect_table(run).to_dicts(),
        "ranks": {name: e.as_dict() for name, e in mobility(run).items()},
        "early_lead": early.as_dict(),
    }


def summary_text(figures: Mapping[str, Any]) -> str:
    """`summarise` for a terminal; shares in %, brackets are 95 % intervals."""
    plan = figures["plan"]
    bots = plan["bots"][0] if len(set(plan["bots"])) == 1 else ", ".join(plan["bots"])
    incomplete = "" if figures["complete"] else f"  (stopped early: {plan['matches']:,} were planned)"
    lines = [
        f"{plan['game']}: {figures['matches']:,} matches, {figures['rounds']:,} rounds, {plan['players']} players"
        + incomplete,
        f"bots {bots}{', rotating' if plan['rotate'] else ''}; seed {plan['seed']}; brackets: 95 % intervals",
        "",
        f"Match won (fair {100 * figures['fair_share']:.1f} %)",
    ]
    shares = figures["win_share"]
    if len(shares["bot"]) > 1:
        lines += _rows((f"bot {row['name']}", row) for row in shares["bot"])
    lines += _rows((f"seat {row['seat'] + 1}", row) for row in shares["seat"])
    lines += _rows((_place(row["place"]), row) for row in shares["place"])
    test = figures["seat_test"]
    lines.append(
        f"  seats: chi-square {test['chi2']:.2f}, {test['df']} degrees of freedom, p = {test['p_value']:.3f}, "
        f"Cramer's V {test['cramers_v']:.4f}"
    )
    lines += ["", "Round 1 won (King)"]
    lines += _rows((_place(row["place"]), row) for row in figures["round_share"]["first_by_place"])
    later = figures["round_share"]["later_by_place"][:1]
    lines += _rows(("Bouffon who starts, later", row) for row in later)
    lines += ["", f"Length{'':<24}{'mean':>9}{'5 %':>9}{'median':>9}{'95 %':>9}"]
    for row in figures["length"]:
        if row["value"] is not None:
            name = f"  {row['what']} per {row['per']}"
            lines.append(f"{name:<30}{row['value']:>9.1f}{row['q05']:>9.1f}{row['q50']:>9.1f}{row['q95']:>9.1f}")
    low, high = (f"{x:.0f}" for x in PRINTED)
    for per in ("round", "match"):
        cell = figures["outside_15_30_minutes"][per]
        lines += _rows([(f"{per} under {low} min", cell["shorter"]), (f"{per} over {high} min", cell["longer"])])
    lines += _rows([(f"rounds in {high} min", figures["rounds_in_30_minutes"])], unit="")
    lines.append("  (minutes by an assumed pace, see pace_seconds_assumed in --format json)")
    lines += ["", f"Effects{'':<21}{'a round':>9}{'wins the trick':>17}"]
    for row in figures["effects"]:
        won = "too few data" if row["trick"] is None else f"{100 * row['trick']:.1f} %"
        often = "?" if row["per_round"] is None else f"{row['per_round']:.2f}"
        lines.append(f"  {row['label']:<26}{often:>9}{won:>17}")
    ranks, early = figures["ranks"], figures["early_lead"]
    lines += ["", "Ranks"]
    lines += _rows([("King again", ranks["king_again"]), ("Bouffon to King", ranks["bouffon_to_king"])])
    lines += _rows([("keeps his rank", ranks["stickiness"]), ("King of round 1 wins", early["king"])])
    lines += _rows([("mean reign, rounds", ranks["reign"]), ("lead changes a match", early["lead_changes"])], unit="")
    lines += ["", "Faults and dead ends"]
    lines += _rows([("rounds with a stuck player", figures["stuck"]["rounds"])])
    lines += _rows([("rounds ended all stuck", figures["stuck"]["all_stuck"])])
    lines += _rows([("rounds cut at the cap", figures["capped_rounds"])])
    return "\n".join(lines)


def _place(place: int) -> str:
    return "starter" if place == 0 else f"starter + {place}"


def _rows(cells: Iterable[tuple[str, Mapping[str, Any]]], unit: str = "%") -> list[str]:
    scale, digits = (100, 2) if unit == "%" else (1, 2)
    lines = []
    for name, cell in cells:
        if cell["value"] is None:
            lines.append(f"  {name:<28}too few data (n = {cell['n']:,})")
            continue
        value, low, high = (f"{scale * cell[key]:.{digits}f}" for key in ("value", "low", "high"))
        lines.append(f"  {name:<28}{value:>7}{' ' + unit if unit else '  '}  [{low}, {high}]  n = {cell['n']:,}")
    return lines
