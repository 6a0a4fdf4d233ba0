"""Two runs on the same deals: paired differences B - A, match by match, with verdicts.

Every claim has an interval at the Bonferroni level (all hold together with 95 %), the verdict is read from it; Holm's
adjusted p values stand beside. The margin is given in shares; for lengths it is that fraction of run A's value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numsim.analysis.games import ANALYSES
from numsim.analysis.paired import Paired, bonferroni_level, holm, paired_difference, verdict
from numsim.errors import PlanError
from numsim.store import Run


class NotComparable(PlanError):
    """The two runs were not played on the same deals; the message says what differs."""


def compare(run_a: Run, run_b: Run, margin: float = 0.01, level: float = 0.95) -> dict[str, Any]:
    """Paired comparison over the matches that both runs hold. NotComparable if they do not share their deals."""
    for name, a, b in (
        ("game", run_a.plan.game, run_b.plan.game),
        ("players", run_a.plan.players, run_b.plan.players),
        ("seed", run_a.plan.seed, run_b.plan.seed),
    ):
        if a != b:
            raise NotComparable(
                f"these runs do not share their deals: {name} is {a} in {run_a.folder} and {b} in {run_b.folder}"
            )
    matches = min(run_a.matches, run_b.matches)
    analysis = ANALYSES[run_a.plan.game]
    columns_a, columns_b = analysis.columns(run_a, matches), analysis.columns(run_b, matches)
    claims = [name for name in columns_a if name in columns_b]
    adjusted_level = bonferroni_level(len(claims), level)
    found = [(name, paired_difference(columns_a[name], columns_b[name], adjusted_level)) for name in claims]
    p_values = holm([paired.p_value if paired.p_value is not None else 1.0 for _, paired in found])
    return {
        "a": _about(run_a),
        "b": _about(run_b),
        "matches": matches,
        "players": run_a.plan.players,
        "seed": run_a.plan.seed,
        "margin": margin,
        "correction": "Bonferroni intervals and verdicts, Holm p values",
        "claims": len(claims),
        "interval_level": adjusted_level,
        "different_rules": {
            name: [value, run_b.plan.rules[name]]
            for name, value in run_a.plan.rules.items()
            if run_b.plan.rules[name] != value
        },
        "different_bots": run_a.plan.as_dict()["bots"] != run_b.plan.as_dict()["bots"],
        "different_deck": any(run_a.plan.rules[name] != run_b.plan.rules[name] for name in analysis.deck),
        "rows": [_row(name, paired, p, margin) for (name, paired), p in zip(found, p_values)],
    }


def _about(run: Run) -> dict[str, Any]:
    bots = [str(bot) for bot in run.plan.bots]
    return {"folder": str(run.folder), "bots": bots, "rotate": run.plan.rotate, "matches": run.matches}


def _row(name: str, paired: Paired, p_value: float, margin: float) -> dict[str, Any]:
    kind, what = name.split(": ", 1)
    relative = kind in ("length", "number")
    own_margin = margin * abs(paired.a) if relative else margin
    words = ("better", "worse") if kind == "match won" else ("more", "less")
    judged = verdict(paired.difference, own_margin, words)
    return {
        "kind": kind,
        "what": what,
        "unit": "" if relative else "points",
        "a": paired.a,
        "b": paired.b,
        "difference": paired.difference.value,
        "low": paired.difference.low,
        "high": paired.difference.high,
        "n": paired.difference.n,
        "rho": paired.rho,
        "variance_gain": paired.gain,
        "p_holm": p_value,
        "margin": own_margin,
        "verdict": judged.word,
        "matches_missing": judged.more,
        "verdict_text": str(judged),
    }


def compare_text(figures: Mapping[str, Any]) -> str:
    """`compare` for a terminal. Shares in % and points."""
    lines = [
        f"A  {figures['a']['folder']}  ({_line_up(figures['a'])})",
        f"B  {figures['b']['folder']}  ({_line_up(figures['b'])})",
        f"{figures['matches']:,} matches on the same deals, {figures['players']} players, seed {figures['seed']}",
    ]
    for name, (a, b) in figures["different_rules"].items():
        lines.append(f"rule {name}: A {_value(a)}, B {_value(b)}")
    if not figures["different_rules"] and not figures["different_bots"]:
        lines.append("A and B have the same rules and bots: this is a control, no difference is expected")
    if figures["different_deck"]:
        lines.append(
            "the decks differ in a few cards: the common cards lie at the same places, so the deals are paired"
        )
    lines += ["", f"{'':<30}{'A':>9}{'B':>9}{'B - A':>9}  {'interval':<19}{'rho':>6}{'gain':>7}  verdict"]
    kind = ""
    for row in figures["rows"]:
        if row["kind"] != kind:
            kind = row["kind"]
            lines.append(HEADS[kind])
        scale = 100 if row["unit"] else 1
        name = f"  {row['what']:<28}"
        if row["difference"] is None:
            lines.append(f"{name}too few data (n = {row['n']:,})")
            continue
        interval = f"[{scale * row['low']:+.2f}, {scale * row['high']:+.2f}]"
        rho = "-" if row["rho"] is None else f"{row['rho']:.2f}"
        gain = "-" if row["variance_gain"] is None else f"{min(row['variance_gain'], 9999):.1f}"
        lines.append(
            f"{name}{scale * row['a']:>9.2f}{scale * row['b']:>9.2f}{scale * row['difference']:>+9.2f}  "
            f"{interval:<19}{rho:>6}{gain:>7}  {row['verdict_text']}"
        )
    lines += [
        "",
        f"{figures['claims']} claims: the intervals hold together with 95 % (Bonferroni). Margin "
        f"{100 * figures['margin']:g} point{'' if figures['margin'] == 0.01 else 's'}; "
        f"for lengths and numbers {100 * figures['margin']:g} % of A.",
        "rho: correlation of A and B over the deals; gain: how many times more matches an unpaired comparison needs.",
    ]
    return "\n".join(lines)


HEADS = {
    "match won": "Match won, %",
    "length": "Length (minutes by the assumed pace)",
    "share": "Shares, %",
    "number": "Numbers",
}


def _line_up(about: Mapping[str, Any]) -> str:
    bots = about["bots"]
    text = f"all {bots[0]}" if len(set(bots)) == 1 else ", ".join(bots)
    return text + (", rotating" if about["rotate"] and len(set(bots)) > 1 else "")


def _value(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
