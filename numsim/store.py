"""The folder of a run: Parquet parts by table, and a manifest with the plan, versions, counts and checksums.

    RUN/manifest.json
    RUN/<table>/part-00000.parquet ...     one part per shard of matches

Parts and manifest are written to a temporary name and renamed, so a file that exists is whole. Nothing in a run folder
depends on time, threads or machine name: the same plan gives the same bytes (with the locked packages).
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numsim import __version__
from numsim.errors import RunError
from numsim.games import game_named
from numsim.games.game import Table
from numsim.plan import Plan, make_plan
from numsim.sources import engine_hash, package_hash

if TYPE_CHECKING:
    import numpy as np
    import polars as pl

FORMAT = 1
"""Version of the run folder. Raise it when a table or the manifest changes in a way that old readers misread."""

MANIFEST = "manifest.json"
_HARD_TO_PACK = {"match", "hand_colours", "hand_shadow_rainbow", "dealt_low", "dealt_high"}


@dataclass(frozen=True)
class Part:
    """One written file: path below the run folder, rows, SHA-256 and size."""

    path: str
    rows: int
    sha256: str
    bytes: int


def versions() -> dict[str, str]:
    """Versions of numsim and of the packages that decide the bytes of a run."""
    from importlib.metadata import version

    return {"numsim": __version__, **{name: version(name) for name in ("numba", "numpy", "pyarrow")}}


class RunWriter:
    """Writes one run folder. Parts may come in any order, from any thread; the manifest lists them in shard order."""

    def __init__(self, folder: Path, plan: Plan, *, replace: bool = False) -> None:
        """Create the folder. RunError if it cannot be created, or holds something that is not to be replaced."""
        self.folder = Path(folder)
        self.plan = plan
        self._tables = {t.name: t for t in game_named(plan.game).tables if t.name in plan.tables}
        try:
            if self.folder.is_dir() and any(self.folder.iterdir()):
                if not replace:
                    raise RunError(
                        f"{folder}: there is something in this folder already; choose another --out or --force"
                    )
                if not (self.folder / MANIFEST).is_file():
                    raise RunError(f"{folder}: --force replaces only a folder that holds a run ({MANIFEST} is missing)")
                shutil.rmtree(self.folder)
            for name in self._tables:
                (self.folder / name).mkdir(parents=True, exist_ok=True)
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RunError(f"{folder}: cannot make this folder: {error.strerror} ({error.filename})") from None

    def write(self, shard: int, rows: Mapping[str, np.ndarray]) -> list[Part]:
        """Write the parts of one shard; rows by table name. RunError names the file that could not be written."""
        return [self._write_part(shard, table, rows[name]) for name, table in self._tables.items()]

    def _write_part(self, shard: int, table: Table, rows: np.ndarray) -> Part:
        import pyarrow as pa
        import pyarrow.parquet as pq

        arrays = table.arrays(rows, self.plan.players)
        name = f"{table.name}/part-{shard:05d}.parquet"
        path = self.folder / name
        temporary = path.with_suffix(".tmp")
        try:
            pq.write_table(
                pa.table(arrays),
                temporary,
                compression="zstd",
                compression_level=1,
                use_dictionary=[column for column in arrays if column not in _HARD_TO_PACK],
                column_encoding={"match": "DELTA_BINARY_PACKED"},
                write_statistics=False,
                store_schema=False,
            )
            digest = _sha256(temporary)
            size = temporary.stat().st_size
            os.replace(temporary, path)
        except OSError as error:
            temporary.unlink(missing_ok=True)
            raise RunError(f"{path}: cannot write: {error.strerror or error}") from None
        return Part(name, len(rows), digest, size)

    def finish(self, parts: list[Part], matches: int, rounds: int) -> None:
        """Write the manifest; a run with fewer matches than planned is marked as not complete."""
        tables: dict[str, Any] = {name: {"rows": 0, "parts": []} for name in self._tables}
        for part in sorted(parts, key=lambda part: part.path):
            entry = tables[part.path.split("/")[0]]
            entry["rows"] += part.rows
            entry["parts"].append({"path": part.path, "rows": part.rows, "bytes": part.bytes, "sha256": part.sha256})
        manifest = {
            "format": FORMAT,
            "plan": self.plan.as_dict(),
            "bots": self.plan.bot_names,
            "complete": matches == self.plan.matches,
            "matches": matches,
            "rounds": rounds,
            "versions": versions(),
            "engine_sha256": engine_hash(),
            "sources_sha256": package_hash(),
            "tables": tables,
        }
        path = self.folder / MANIFEST
        temporary = path.with_suffix(".tmp")
        temporary.write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
        os.replace(temporary, path)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class Run:
    """A run folder opened for reading."""

    def __init__(self, folder: str | Path) -> None:
        """Read the manifest. RunError if there is none, it cannot be read, or it is of another format."""
        self.folder = Path(folder)
        path = self.folder / MANIFEST
        try:
            self.manifest: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise RunError(f"{folder}: this is no run: {MANIFEST} is missing") from None
        except (OSError, ValueError) as error:
            raise RunError(f"{path}: cannot read the manifest: {error}") from None
        found = self.manifest.get("format") if isinstance(self.manifest, dict) else None
        if found != FORMAT:
            made_by = (
                self.manifest.get("versions", {}).get("numsim", "unknown") if isinstance(self.manifest, dict) else "?"
            )
            raise RunError(
                f"{path}: run format {found}, this numsim reads format {FORMAT} "
                f"(made by numsim {made_by}); run the plan again"
            )

    @cached_property
    def plan(self) -> Plan:
        """The plan that was run."""
        plan = self.manifest["plan"]
        return make_plan(
            plan["game"],
            plan["players"],
            plan["matches"],
            plan["bots"],
            plan["rules"],
            seed=plan["seed"],
            rotate=plan["rotate"],
            tables=plan["tables"],
            shard=plan["shard"],
        )

    @property
    def bots(self) -> list[str]:
        """The distinct bots by the number that the tables give them."""
        return list(self.manifest["bots"])

    @property
    def complete(self) -> bool:
        """Whether all planned matches are there."""
        return bool(self.manifest["complete"])

    @property
    def matches(self) -> int:
        """Matches in the run."""
        return int(self.manifest["matches"])

    @property
    def rounds(self) -> int:
        """Rounds in the run."""
        return int(self.manifest["rounds"])

    def verify(self) -> None:
        """Compare every part with its checksum. RunError names the first file that is missing or was changed."""
        for entry in self.manifest["tables"].values():
            for part in entry["parts"]:
                path = self.folder / part["path"]
                if not path.is_file():
                    raise RunError(f"{path}: this part of the run is missing; run the plan again")
                if path.stat().st_size != part["bytes"] or _sha256(path) != part["sha256"]:
                    raise RunError(
                        f"{path}: this file is not what the run wrote (its checksum differs from the manifest); "
                        "run the plan again"
                    )

    def table(self, name: str) -> pl.LazyFrame:
        """A table as a lazy Polars frame, rows in match order. RunError if the run does not hold it."""
        import polars as pl

        entry = self.manifest["tables"].get(name)
        if entry is None:
            held = ", ".join(self.manifest["tables"]) or "none"
            raise RunError(f'{self.folder}: the run holds no table "{name}" (it holds: {held})')
        paths = [self.folder / part["path"] for part in entry["parts"]]
        for path in paths:
            if not path.is_file():
                raise RunError(f"{path}: this part of the run is missing; run the plan again")
        return pl.scan_parquet(paths)


def open_run(folder: str | Path, *, verify: bool = True) -> Run:
    """Open a run folder; `verify` compares all checksums first. RunError says what is wrong."""
    run = Run(folder)
    if verify:
        run.verify()
    return run
