"""A NUM-SPEED run at a glance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numsim.analysis.intervals import Estimate, mean_interval
from numsim.analysis.pace import PACE
from numsim.analysis.rates import about, seat_test, win_shares
from numsim.analysis.speed.combos import LABELS, combos
from numsim.analysis.speed.ends import FIGURES as END_FIGURES
from numsim.analysis.speed.ends import SHARES as END_SHARES
from numsim.analysis.speed.ends import ends
from numsim.analysis.speed.frames import by_bot, results
from numsim.analysis.speed.lengths import length_table, outside, printed
from numsim.analysis.speed.plateau import FIGURES as PLATEAU_FIGURES
from numsim.analysis.speed.plateau import SHARES as PLATEAU_SHARES
from numsim.analysis.speed.plateau import plateau
from numsim.analysis.speed.specials import NAMES, specials
from numsim.analysis.speed.turns import by_seat, openings, reactions
from numsim.analysis.text import heading, length_lines, rows, win_lines
from numsim.store import Run


def summarise(run: Run) -> dict[str, Any]:
    """Headline figures of a NUM-SPEED run."""
    low, high = printed(run)
    bots, _, malus = results(run)
    own = by_bot(bots, malus, len(run.bots))
    return {
        **about(run),
        "win_share": win_shares(run),
        "seat_test": seat_test(run).as_dict(),
        "malus_a_round": {name: mean_interval(own[:, k]).as_dict() for k, name in enumerate(run.bots)},
        "length": length_table(run).to_dicts(),
        "printed_minutes": [low, high],
        "outside_printed_minutes": _plain(outside(run)),
        "deal_and_scoring_seconds_assumed": {"deal": PACE.deal, "scoring": PACE.scoring},
        "openings": _plain(openings(run)),
        "turns": [_plain(vars(turns)) for turns in by_seat(run)],
        "reactions": _plain(reactions(run)),
        "combinations": {kind: _plain(vars(combo)) for kind, combo in combos(run).items()},
        "special_cards": {kind: _plain(vars(special)) for kind, special in specials(run).items()},
        "plateau": _plain(plateau(run)),
        "ends": _plain(ends(run)),
    }


def _plain(figures: Mapping[str, Any]) -> dict[str, Any]:
    return {name: e.as_dict() if isinstance(e, Estimate) else e for name, e in figures.items()}


def summary_text(figures: Mapping[str, Any]) -> str:
    """`summarise` for a terminal."""
    lines = heading(figures, f", {figures['rounds']:,} rounds") + win_lines(figures, "dealer")
    lines += ["", "Malus a round, in the score in force"]
    lines += rows(figures["malus_a_round"].items(), unit="")
    lines += length_lines(figures["length"])
    low, high = (f"{x:.0f}" for x in figures["printed_minutes"])
    cell = figures["outside_printed_minutes"]
    lines += rows([(f"match under {low} min", cell["shorter"]), (f"match over {high} min", cell["longer"])])
    opened, reacted = figures["openings"], figures["reactions"]
    lines += ["", "Opening and interrupts"]
    lines += rows(
        [
            ("first card turned is covered", opened["first_covered"]),
            ("two or more could cover it", opened["contested"]),
            ("who opens goes out first", opened["starter"]),
            ("chances noticed", reacted["noticed"]),
            ("too late, of those noticed", reacted["late"]),
        ]
    )
    lines += rows((f"turns lost, seat {i + 1}", turns["share"]) for i, turns in enumerate(figures["turns"]))
    lines += ["", f"Plies{'':<25}{'a round':>9}{'of all':>9}{'out of turn':>13}{'wins tour':>11}{'cards shed':>12}"]
    for kind, row in figures["combinations"].items():
        cells = [
            _text(row["per_round"], 1, 2).rjust(9),
            _text(row["share"], 100, 1).rjust(9),
            _text(row["out_of_turn"], 100, 1).rjust(13),
            _text(row["won"], 100, 1).rjust(11),
            _text(row["shed"], 1, 2).rjust(12),
        ]
        lines.append(f"  {LABELS[kind]:<28}" + "".join(cells))
    lines += ["", f"Special and action cards{'':<6}{'dealt a round':>14}{'used a round':>14}"]
    for kind, row in figures["special_cards"].items():
        lines.append(f"  {NAMES[kind]:<28}{_text(row['dealt'], 1, 2):>14}{_text(row['used'], 1, 2):>14}")
    for head, key, names, shares in (
        ("Plateaus", "plateau", PLATEAU_FIGURES, PLATEAU_SHARES),
        ("Ends of rounds", "ends", END_FIGURES, END_SHARES),
    ):
        lines += ["", head]
        for name, label in names.items():
            lines += rows([(label, figures[key][name])], unit="%" if name in shares else "", width=50)
    return "\n".join(lines)


def _text(cell: Mapping[str, Any], scale: float, digits: int) -> str:
    return "?" if cell["value"] is None else f"{scale * cell['value']:.{digits}f}"
