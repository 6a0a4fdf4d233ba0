"""A NUM KING run at a glance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from numsim.analysis.intervals import overall
from numsim.analysis.king.effects import effect_table
from numsim.analysis.king.hands import stuck
from numsim.analysis.king.lengths import PRINTED, length_table, outside, rounds_that_fit
from numsim.analysis.king.ranks import early_lead, mobility
from numsim.analysis.king.rates import round_share
from numsim.analysis.pace import PACE
from numsim.analysis.rates import about, seat_test, win_shares
from numsim.analysis.text import heading, length_lines, place_text, rows, win_lines
from numsim.store import Run


def summarise(run: Run) -> dict[str, Any]:
    """Headline figures of a NUM KING run."""
    early = early_lead(run)
    capped = overall(run.table("rounds"), pl.col("capped"))
    return {
        **about(run),
        "win_share": win_shares(run),
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
    """`summarise` for a terminal."""
    lines = heading(figures, f", {figures['rounds']:,} rounds") + win_lines(figures)
    lines += ["", "Round 1 won (King)"]
    lines += rows((place_text(row["place"]), row) for row in figures["round_share"]["first_by_place"])
    later = figures["round_share"]["later_by_place"][:1]
    lines += rows(("Bouffon who starts, later", row) for row in later)
    lines += length_lines(figures["length"])
    low, high = (f"{x:.0f}" for x in PRINTED)
    for per in ("round", "match"):
        cell = figures["outside_15_30_minutes"][per]
        lines += rows([(f"{per} under {low} min", cell["shorter"]), (f"{per} over {high} min", cell["longer"])])
    lines += rows([(f"rounds in {high} min", figures["rounds_in_30_minutes"])], unit="")
    lines.append("  (minutes by an assumed pace, see pace_seconds_assumed in --format json)")
    lines += ["", f"Effects{'':<21}{'a round':>9}{'wins the trick':>17}"]
    for row in figures["effects"]:
        won = "too few data" if row["trick"] is None else f"{100 * row['trick']:.1f} %"
        often = "?" if row["per_round"] is None else f"{row['per_round']:.2f}"
        lines.append(f"  {row['label']:<26}{often:>9}{won:>17}")
    ranks, early = figures["ranks"], figures["early_lead"]
    lines += ["", "Ranks"]
    lines += rows([("King again", ranks["king_again"]), ("Bouffon to King", ranks["bouffon_to_king"])])
    lines += rows([("keeps his rank", ranks["stickiness"]), ("King of round 1 wins", early["king"])])
    lines += rows([("mean reign, rounds", ranks["reign"]), ("lead changes a match", early["lead_changes"])], unit="")
    lines += ["", "Faults and dead ends"]
    lines += rows([("rounds with a stuck player", figures["stuck"]["rounds"])])
    lines += rows([("rounds ended all stuck", figures["stuck"]["all_stuck"])])
    lines += rows([("rounds cut at the cap", figures["capped_rounds"])])
    return "\n".join(lines)
