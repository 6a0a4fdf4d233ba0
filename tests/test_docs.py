"""The documents: generated blocks are up to date, every rule, option and bot is described, relative links resolve."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from numsim.games import GAMES, game_named
from numsim.plan import make_plan
from numsim.simulate import run_plan

ROOT = Path(__file__).resolve().parents[1]
RULE_RANGES = {
    "king": ("KG", ((1, 6), (10, 19), (20, 29), (30, 37), (40, 45), (50, 58))),
    "speed": (
        "SP",
        ((1, 7), (10, 20), (30, 40), (50, 67), (70, 84), (90, 96), (100, 113), (120, 129))
        + ((140, 146), (150, 157), (160, 163)),
    ),
    "folies": ("FO", ((1, 6), (10, 12), (20, 28), (30, 42), (50, 58), (60, 67))),
}
READINGS = 26
"""Of NUM FOLIES, R1 to R26, which the referee cites."""
IGNORED = {".venv", "runs", "reports", "node_modules"}
DOCUMENTS = sorted(path for path in ROOT.rglob("*.md") if not IGNORED & set(path.relative_to(ROOT).parts))


def test_generated_blocks_are_up_to_date():
    done = subprocess.run([sys.executable, ROOT / "docs" / "generate.py", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("game", RULE_RANGES)
def test_every_rule_has_its_entry(game):
    text = (ROOT / "docs" / "games" / f"{game}.md").read_text(encoding="utf-8")
    prefix, ranges = RULE_RANGES[game]
    rules = [f"{prefix}-{number:03d}" for first, last in ranges for number in range(first, last + 1)]
    assert [rule for rule in rules if f"**{rule}**" not in text] == []


def test_every_reading_of_folies_has_its_anchor():
    text = (ROOT / "docs" / "games" / "folies.md").read_text(encoding="utf-8")
    assert [n for n in range(1, READINGS + 1) if f'id="r{n}"' not in text] == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_option_value_and_bot_is_described(game):
    text = (ROOT / "docs" / "games" / f"{game.name}.md").read_text(encoding="utf-8")
    by_hand = re.sub(r"<!-- options.*?<!-- /options -->", "", text, flags=re.DOTALL)
    names = [thing.name for thing in (*game.options, *game.knobs, *game.bots)]
    names += [value for option in game.options for value in option.values if isinstance(value, str)]
    assert [name for name in names if f"`{name}`" not in by_hand] == []


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["api.md", "tables.md", "trace.md"])
def test_python_examples_run(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run_plan(make_plan("king", 4, 100, "lowest"), "runs/first")
    match = game_named("king").match(make_plan("king", 4, 4, "lowest"), 3)
    match.play_out()
    Path("match.jsonl").write_text("".join(json.dumps(event) + "\n" for event in match.events), encoding="utf-8")
    examples = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / name).read_text(encoding="utf-8"), flags=re.DOTALL)
    assert examples
    for example in examples:
        exec(compile(example, name, "exec"), {"__name__": "example"})


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_relative_links_resolve(path):
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    links = re.findall(r"\]\(([^)\s]+)\)", text)
    relative = [link.split("#")[0] for link in links if "://" not in link and not link.startswith(("#", "mailto:"))]
    assert [link for link in relative if not (path.parent / link).exists()] == []
