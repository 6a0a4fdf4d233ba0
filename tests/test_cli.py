"""The command line as its users meet it: each command runs, each mistake gets one clear line and exit code 2."""

import json
import subprocess
import sys

import pytest
from conftest import scaled

from numsim import cli

MATCHES = str(scaled(300, 4))


def numsim(*words, monkeypatch, capsys):
    """Run a command in this process; (exit code, stdout, stderr)."""
    monkeypatch.setattr(sys, "argv", ["numsim", *words])
    try:
        cli.main()
        code = 0
    except SystemExit as stop:
        code = stop.code or 0
    out = capsys.readouterr()
    return code, out.out, out.err


@pytest.fixture
def run(monkeypatch, capsys):
    return lambda *words: numsim(*words, monkeypatch=monkeypatch, capsys=capsys)


def test_games_and_rules(run):
    assert "king: NUM KING, 3-8 players" in run("games")[1]
    assert json.loads(run("games", "--format", "json")[1])[0]["players"] == [3, 8]
    text = run("rules", "king")[1]
    assert "king_returns  [KG-A24, impact high]" in text
    assert "* none" in text
    listed = json.loads(run("rules", "king", "--format", "json")[1])
    assert len(listed["options"]) == 19
    assert [knob["name"] for knob in listed["knobs"]] == ["n_joker", "n_infini", "n_numx", "rounds"]


def test_run_summary_compare_trace(run, tmp_path):
    common = ["--matches", MATCHES, "--seed", "5"]
    a, b = str(tmp_path / "a"), str(tmp_path / "b")
    code, out, _ = run("run", "king", "--out", a, *common)
    assert code == 0
    assert f"{MATCHES} matches" in out
    assert run("run", "king", "--out", b, "--set", "exchange=no", *common)[0] == 0
    figures = json.loads(run("summary", a, "--format", "json")[1])
    assert figures["matches"] == int(MATCHES)
    assert "interval" in run("summary", a)[1] or "±" in run("summary", a)[1]
    assert run("compare", a, b)[0] == 0
    assert json.loads(run("compare", a, b, "--format", "json")[1])
    events = [json.loads(line) for line in run("trace", a, "--match", "2", "--format", "jsonl")[1].splitlines()]
    assert events[0]["match"] == 2
    assert events[-1]["e"] == "match_end"
    same = run("trace", "king", "--match", "2", "--seed", "5", "--format", "jsonl")[1]
    assert [json.loads(line) for line in same.splitlines()] == events
    assert "=== Round 1 ===" in run("trace", "king", "--match", "2")[1]


def test_profiles_and_configs_of_folies(run, tmp_path):
    a, b = str(tmp_path / "a"), str(tmp_path / "b")
    words = ["run", "folies", "--players", "3", "--matches", MATCHES]
    assert run(*words, "--profiles", "family:mu=300,child,machine", "--rotate", "--out", a)[0] == 0
    assert run(*words, "--bots", "family:mu=300,child,machine", "--rotate", "--set", "tax_cards=3", "--out", b)[0] == 0
    assert "family:mu=300" in run("summary", a)[1]
    assert json.loads(run("compare", a, b, "--format", "json")[1])["different_rules"] == {"tax_cards": [2, 3]}
    events = [json.loads(line) for line in run("trace", a, "--match", "1", "--format", "jsonl")[1].splitlines()]
    assert events[0]["bots"] == ["child", "machine", "family:mu=300"]
    assert "takes the centre pile" in run("trace", a, "--match", "1")[1]
    beggar = str(tmp_path / "beggar")
    assert run("run", "folies", "--config", "beggar", "--matches", MATCHES, "--out", beggar)[0] == 0
    assert json.loads(run("summary", beggar, "--format", "json")[1])["plan"]["players"] == 2


def test_dry_run_writes_nothing(run, tmp_path):
    code, out, _ = run("run", "king", "--dry-run", "--matches", "1000000", "--out", str(tmp_path / "x"))
    assert code == 0
    assert "1,000,000 matches" in out
    assert "MB on disk" in out
    assert not (tmp_path / "x").exists()


def test_a_deal_by_hand(run, tmp_path):
    deal = tmp_path / "deal.jsonl"
    deal.write_text('{"e":"deal","round":1,"starter":1,"hands":[["0R","1R"],["7W","2B"],["8R","8B","2R"]]}\n')
    words = ["trace", "king", "--players", "3", "--set", "rounds=1", "--deal", str(deal), "--format", "jsonl"]
    events = [json.loads(line) for line in run(*words)[1].splitlines()]
    assert events[1]["hands"][1] == ["2B", "7W"]
    assert events[1]["starter"] == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run", "kng", "--out", "x"], 'unknown game "kng", did you mean "king"'),
        (["run", "king", "--players", "9", "--out", "x"], "players: 9 is not from 3 to 8"),
        (["run", "king", "--matches", "0", "--out", "x"], "matches: 0 is not from 1"),
        (["run", "king", "--bots", "lowst", "--out", "x"], 'did you mean "lowest"'),
        (["run", "king", "--set", "rounds", "--out", "x"], '--set "rounds": write it as name=value'),
        (["run", "king", "--set", "a=1", "--set", "a=2", "--out", "x"], "--set a: given twice"),
        (["run", "king"], "--out is missing"),
        (["run", "king", "--threads", "0", "--out", "x"], "--threads 0: must be at least 1"),
        (["summary", "nowhere"], "nowhere: this is no run"),
        (["rules", "king", "--format", "xml"], '--format "xml": allowed are text, json'),
        (["trace", "king", "--deal", "nowhere.jsonl"], "--deal nowhere.jsonl: cannot read"),
        (["trace", "king", "--match", "-1"], "match: -1 is not from 0"),
        (["run", "king", "--profiles", "family", "--out", "x"], "the seats of NUM KING hold bots"),
        (["run", "folies", "--profiles", "famly", "--out", "x"], 'did you mean "family"'),
        (["run", "folies", "--profiles", "child", "--bots", "child", "--out", "x"], "give one of them"),
        (["run", "folies", "--profiles", "nobody.toml", "--out", "x"], "nobody.toml: cannot read this file"),
        (["run", "folies", "--players", "0", "--out", "x"], "players: 0 is not from 2 to 8"),
        (["run", "folies", "--config", "begar", "--out", "x"], 'did you mean "beggar"'),
        (["run", "king", "--config", "beggar", "--out", "x"], "NUM KING has no configs"),
        (["trace", "folies", "--config", "beggar", "--deal", "--J-"], "is not two stacks of the signs"),
        (["report", "king", "foles"], 'did you mean "folies"'),
    ],
)
def test_mistakes_get_one_clear_line(run, tmp_path, monkeypatch, words, message):
    monkeypatch.chdir(tmp_path)
    code, _, err = run(*words)
    assert code == 2
    assert message in err
    assert "Traceback" not in err
    assert len(err.strip().splitlines()) == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "line 1: this is no JSON"),
        ('{"e":"play"}', 'line 1: not a "deal" event'),
        ('{"hands":[["1R"]]}', "hands must be a list of 4 hands"),
        ('{"hands":[["1R"],["1B"],["1Y"],[]]}', "the hand of seat 3 is empty"),
        ('{"hands":[["1R"],["1R"],["1Y"],["1G"]]}', "1R is dealt 2 times"),
        ('{"hands":[["1Q"],["1R"],["1Y"],["1G"]]}', '"1Q" is no card'),
        ('{"hands":[["1R"],["1B"],["1Y"],["1G"]],"starter":4}', "starter 4 is not a seat"),
    ],
)
def test_wrong_deals_are_refused(run, tmp_path, line, message):
    deal = tmp_path / "deal.jsonl"
    deal.write_text(line)
    code, _, err = run("trace", "king", "--deal", str(deal))
    assert code == 2
    assert message in err


def test_help_imports_nothing_heavy():
    code = "import sys, numsim.cli; print([m for m in ('numba', 'numpy', 'polars', 'matplotlib') if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.strip() == "[]"
