"""The method section of every report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from numsim.games import game_named
from numsim.games.game import Value, value_text
from numsim.report.page import Section, Table
from numsim.store import Run


def method_section(
    runs: Mapping[str, Run], reference: str, how: str, blocks: Sequence[Table] = (), bots: str = "bots"
) -> Section:
    """How it was made: the sentence `how`, what was played, the rules in force in the batch `reference`, versions.

    `blocks` are further tables of the game; `bots` is what its line-ups are made of.
    """
    plan = runs[reference].plan
    manifest = runs[reference].manifest
    game = game_named(plan.game)
    batches = [
        [
            name,
            str(run.plan.players),
            # A text with many parameters may break after each of them.
            ", ".join(run.bots).replace(":", ":\N{ZERO WIDTH SPACE}") + (" (rotating)" if run.plan.rotate else ""),
            _changed(run) or "by the book",
            f"{run.matches:,}",
        ]
        for name, run in runs.items()
    ]
    rules = []
    for option in game.options:
        value = plan.rules[option.name]
        meaning = option.meanings.get(str(value), "")
        rules.append([option.name, value_text(value), option.ids, f"{option.explain} {meaning}".strip()])
    for knob in game.knobs:
        rules.append([knob.name, str(plan.rules[knob.name]), knob.ids, knob.explain])
    versions = ", ".join(f"{name} {version}" for name, version in manifest["versions"].items())
    return Section(
        "method",
        "Method",
        "How these figures were made",
        [how],
        [
            Table(
                ["batch", "players", bots, "rules that differ", "matches"],
                batches,
                f"What was played; all with seed {plan.seed}, so that batches of as many players share their deals. "
                f"N = matches in the last column. {versions}; engine {manifest['engine_sha256'][:12]}.",
                (0, 2, 3),
            ),
            Table(
                ["rule", "value", "id", "meaning"],
                rules,
                f"Rules in force in the reference batch (N = {runs[reference].matches:,} matches); change one with "
                "--set.",
                (0, 1, 2, 3),
            ),
            *blocks,
        ],
        [],
        ["Where the printed rules leave a gap, the value in the table was chosen; the id names the gap."],
        "Method",
    )


def _changed(run: Run) -> str:
    game = game_named(run.plan.game)
    defaults: dict[str, Value] = {option.name: option.default for option in game.options}
    defaults |= {knob.name: knob.default for knob in game.knobs}
    return ", ".join(f"{name}={value_text(value)}" for name, value in run.plan.rules.items() if value != defaults[name])
