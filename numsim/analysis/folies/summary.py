"""A NUM FOLIES run at a glance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numsim.analysis.folies.drama import comebacks, last_chances
from numsim.analysis.folies.errors import wrong_hands
from numsim.analysis.folies.lengths import PRINTED, ends, length_table, outside
from numsim.analysis.folies.piles import KINDS, cause_table, rates
from numsim.analysis.folies.waiting import first_out
from numsim.analysis.pace import PACE
from numsim.analysis.rates import about, seat_test, win_shares
from numsim.analysis.text import heading, length_lines, rows, win_lines
from numsim.store import Run

_END_TEXTS = {
    "last_player": "one player left",
    "time": "time was up",
    "nobody": "nobody had cards",
    "capped": "broken off at the cap",
    "loop": "went round in a loop",
}


_WRONG_TEXTS = {
    "false_trap": "on traps",
    "false_near": "on near misses",
    "false_neutral": "on other cards",
    "false_pile": "on the wrong pile",
    "false_early": "before the card",
}


def summarise(run: Run) -> dict[str, Any]:
    """Headline figures of a NUM FOLIES run."""
    out, chances, turns = first_out(run), last_chances(run), comebacks(run)
    return {
        **about(run),
        "win_share": win_shares(run),
        "seat_test": seat_test(run).as_dict(),
        "length": length_table(run).to_dicts(),
        "outside_10_20_minutes": {name: e.as_dict() for name, e in outside(run).items()},
        "deal_and_scoring_seconds_assumed": {"deal": PACE.deal, "scoring": PACE.scoring},
        "first_out": _plain(vars(out)),
        "causes": cause_table(run).to_dicts(),
        "cards_by_kind": _plain(rates(run)),
        "wrong_hands": _plain(wrong_hands(run)),
        "last_chances": _plain(vars(chances)),
        "comebacks": _plain(vars(turns)),
        "ends": _plain(ends(run)),
    }


def _plain(figures: Mapping[str, Any]) -> dict[str, Any]:
    return {name: e.as_dict() if hasattr(e, "as_dict") else e for name, e in figures.items()}


def summary_text(figures: Mapping[str, Any]) -> str:
    """`summarise` for a terminal."""
    lines = heading(figures) + win_lines(figures) + length_lines(figures["length"])
    low, high = (f"{x:.0f}" for x in PRINTED)
    cell = figures["outside_10_20_minutes"]
    lines += rows([(f"match under {low} min", cell["shorter"]), (f"match over {high} min", cell["longer"])])
    out = figures["first_out"]
    lines += ["", "First player out"]
    lines += rows(
        [("out after, share of the cards", out["at_share"]), ("waits, share of the cards", out["wait_share"])]
    )
    lines += rows([("out after, minutes", out["at_minutes"]), ("waits, minutes", out["wait_minutes"])], unit="")
    lines += ["", f"What moves the cards{'':<12}{'piles':>8}{'cards':>9}{'a match':>10}{'cards a pile':>14}"]
    for row in figures["causes"]:
        if row["piles"] is None:
            lines.append(f"  {row['label']:<36}too few data")
            continue
        reward = "-" if row["reward"] is None else f"{row['reward']:.1f}"
        lines.append(
            f"  {row['label'][:30]:<30}{100 * row['piles']:>6.1f} %{100 * row['cards']:>7.1f} %"
            f"{row['per_match']:>10.1f}{reward:>14}"
        )
    kinds = figures["cards_by_kind"]
    lines += ["", "Cards turned, by what they are"]
    lines += rows((label, kinds[name]) for name, label in KINDS.items())
    lines += rows([("occasions nobody used", kinds["missed"])])
    wrong = figures["wrong_hands"]
    lines += ["", "Wrong hands, a match (all players together)"]
    lines += rows([(label, wrong[name]) for name, label in _WRONG_TEXTS.items() if wrong[name]["value"] != 0], unit="")
    lines += rows([("cards paid for them", wrong["paid"]), ("cards paid on Rainbows", wrong["tax"])], unit="")
    lines += rows([("slaps on a trap seen, a person", wrong["per_trap"])])
    chances, turns = figures["last_chances"], figures["comebacks"]
    lines += ["", "Drama"]
    lines += rows(
        [("last chances a match", chances["per_match"]), ("lead changes a match", turns["lead_changes"])], unit=""
    )
    lines += rows(
        [
            ("last chances that succeed", chances["success"]),
            ("wins after a last chance", chances["winners"]),
            ("last at half-time wins", turns["trailer"]),
            ("leader at half-time wins", turns["leader"]),
            ("decided before, share of match", turns["open_for"]),
        ]
    )
    ends_found = figures["ends"]
    lines += ["", "Ends"]
    lines += rows((label, ends_found[name]) for name, label in _END_TEXTS.items() if ends_found[name]["value"] != 0)
    lines += rows([("slap 2 became impossible", ends_found["locked"])])
    return "\n".join(lines)
