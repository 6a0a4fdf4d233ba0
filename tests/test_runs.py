"""Runs: the same bytes whatever the threads, the same rows whatever the shards, clear errors for bad folders."""

import hashlib
import json
import threading

import polars as pl
import pytest
from conftest import scaled

from numsim import simulate, store
from numsim.errors import PlanError
from numsim.plan import make_plan
from numsim.simulate import Stopped, run_plan
from numsim.store import RunError, open_run

MATCHES = scaled(500, 6)


def plan(shard=None, **changes):
    shard = shard or scaled(100, 2)
    given = {"bots": "random,lowest,lowest,random", "seed": 42, "rotate": True, **changes}
    return make_plan("king", 4, MATCHES, given.pop("bots"), {"rounds": 2}, shard=shard, **given)


def bytes_of(folder):
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_same_bytes_for_any_number_of_threads(tmp_path):
    for threads in (1, 2, 5):
        run_plan(plan(), tmp_path / str(threads), threads=threads)
    assert bytes_of(tmp_path / "1") == bytes_of(tmp_path / "2") == bytes_of(tmp_path / "5")


def test_same_rows_in_the_same_order_for_any_shard_size(tmp_path):
    runs = [run_plan(plan(shard=size), tmp_path / str(size)) for size in (MATCHES, MATCHES // 2, 2)]
    for table in ("matches", "rounds", "seats"):
        frames = [run.table(table).collect() for run in runs]
        assert frames[0].equals(frames[1])
        assert frames[0].equals(frames[2])


def test_tables_have_the_documented_columns_and_narrow_types(tmp_path):
    from numsim.games.king.tables import TABLES

    run = run_plan(plan(), tmp_path / "run")
    for table in TABLES:
        schema = run.table(table.name).collect_schema()
        assert schema.names() == [name for column in table.columns for name, _ in column.parts(4)]
        assert set(schema.dtypes()) <= {pl.UInt8, pl.UInt16, pl.UInt32, pl.UInt64, pl.Boolean}
    assert run.table("matches").collect().height == MATCHES == run.matches
    assert run.table("seats").collect().height == 4 * run.rounds


def test_manifest_says_what_was_run(tmp_path):
    run = run_plan(plan(), tmp_path / "run")
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["plan"]["seed"] == 42
    assert manifest["plan"]["rules"]["king_returns"] == "none"
    assert len(manifest["plan"]["rules"]) == 23
    assert manifest["bots"] == ["random", "lowest"]
    assert manifest["versions"].keys() == {"numsim", "numba", "numpy", "pyarrow"}
    assert len(manifest["sources_sha256"]) == len(manifest["engine_sha256"]) == 64
    assert manifest["complete"] is True
    assert run.plan == plan()


def test_only_chosen_tables_are_written(tmp_path):
    run = run_plan(plan(tables=["matches"]), tmp_path / "run")
    assert {path.name for path in (tmp_path / "run").iterdir()} == {"manifest.json", "matches"}
    with pytest.raises(RunError, match='holds no table "seats"'):
        run.table("seats")


def test_a_stop_leaves_whole_matches_and_says_so(tmp_path):
    def stop(played):
        if played >= MATCHES // 2:
            raise KeyboardInterrupt

    with pytest.raises(Stopped) as stopped:
        run_plan(plan(), tmp_path / "run", threads=1, progress=stop)
    run = open_run(tmp_path / "run")
    assert run.complete is False
    assert run.matches == stopped.value.run.matches < MATCHES
    matches = run.table("matches").collect()["match"].to_list() if run.matches else []
    assert matches == list(range(run.matches))
    assert threading.active_count() == 1
    assert not list((tmp_path / "run").rglob("*.tmp"))


def test_progress_counts_every_match(tmp_path):
    told = []
    run_plan(plan(), tmp_path / "run", threads=2, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == MATCHES


def test_a_folder_in_use_is_not_overwritten(tmp_path):
    run_plan(plan(), tmp_path / "run")
    before = bytes_of(tmp_path / "run")
    with pytest.raises(RunError, match="something in this folder already"):
        run_plan(plan(), tmp_path / "run")
    assert bytes_of(tmp_path / "run") == before
    run_plan(plan(seed=43), tmp_path / "run", replace=True)
    assert bytes_of(tmp_path / "run") != before
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.txt").write_text("precious")
    with pytest.raises(RunError, match="replaces only a folder that holds a run"):
        run_plan(plan(), tmp_path / "other", replace=True)
    assert (tmp_path / "other" / "thesis.txt").read_text() == "precious"


def test_a_path_under_a_file_is_refused(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(RunError, match="cannot make this folder: Not a directory"):
        run_plan(plan(), tmp_path / "file" / "run")


@pytest.mark.parametrize("damage", ["truncated", "edited", "missing"])
def test_damaged_parts_are_named(tmp_path, damage):
    run_plan(plan(), tmp_path / "run")
    part = tmp_path / "run" / "rounds" / "part-00001.parquet"
    data = part.read_bytes()
    if damage == "truncated":
        part.write_bytes(data[:-100])
    elif damage == "edited":
        part.write_bytes(data[:50] + bytes([data[50] ^ 1]) + data[51:])
    else:
        part.unlink()
    with pytest.raises(RunError, match=r"rounds/part-00001.parquet: this (file|part).*run the plan again"):
        open_run(tmp_path / "run")


def test_no_run_and_an_older_manifest_are_refused(tmp_path):
    with pytest.raises(RunError, match=r"this is no run: manifest.json is missing"):
        open_run(tmp_path)
    run_plan(plan(), tmp_path / "run")
    path = tmp_path / "run" / "manifest.json"
    manifest = json.loads(path.read_text())
    path.write_text(json.dumps(manifest | {"format": 0}))
    with pytest.raises(RunError, match=f"run format 0, this numsim reads format {store.FORMAT}"):
        open_run(tmp_path / "run")
    path.write_text("{")
    with pytest.raises(RunError, match="cannot read the manifest"):
        open_run(tmp_path / "run")


def test_a_failure_in_a_thread_is_raised(tmp_path, monkeypatch):
    monkeypatch.setattr(simulate.RunWriter, "write", lambda *_: (_ for _ in ()).throw(RunError("disk full")))
    with pytest.raises(RunError, match="disk full"):
        run_plan(plan(), tmp_path / "run", threads=2)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": 9}, "players: 9 is not from 3 to 8"),
        ({"players": 2}, "players: 2 is not from 3 to 8"),
        ({"matches": 0}, "matches: 0 is not from 1"),
        ({"seed": -1}, "seed: -1 is not from 0"),
        ({"shard": 0}, "shard: 0 is not from 1"),
        ({"bots": "lowst"}, 'unknown bot of king "lowst", did you mean "lowest"'),
        ({"bots": "lowest,lowest"}, "bots: 2 given for 4 players"),
        ({"bots": "lowest:memory=0.5"}, 'unknown parameter of bot "lowest" "memory"'),
        ({"bots": "counter:memory=2"}, 'memory="2" is not a share from 0 to 1 or perfect or last20'),
        ({"bots": "lowest:blunder=x"}, 'blunder="x" is not a share from 0 to 1'),
        ({"settings": {"king_return": "lowest"}}, 'did you mean "king_returns"'),
        ({"settings": {"king_returns": "low"}}, 'did you mean "lowest"'),
        ({"settings": {"pass_final": "maybe"}}, 'option pass_final: "maybe" is not allowed'),
        ({"settings": {"rounds": 0}}, 'rounds: "0" is not a whole number from 1 to 100'),
        ({"settings": {"n_joker": "2.5"}}, 'n_joker: "2.5" is not a whole number'),
        ({"tables": ["seat"]}, 'unknown table of king "seat", did you mean "seats"'),
    ],
)
def test_wrong_plans_are_refused_with_what_is_allowed(changes, message):
    given = {"game": "king", "players": 4, "matches": 10, "bots": "lowest", **changes}
    with pytest.raises(PlanError) as error:
        make_plan(**given)
    assert message in str(error.value)
