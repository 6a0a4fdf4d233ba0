"""Hashes of the package's sources: which program made a run, and which kernels are in a cache (plain Python)."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


@cache
def package_hash() -> str:
    """SHA-256 (hex) over every source file of the package."""
    return _hash(PACKAGE.rglob("*.py"))


@cache
def engine_hash() -> str:
    """SHA-256 (hex) over what decides a game: the games, the profiles of players and every module with kernels."""
    compiled = [path for path in PACKAGE.glob("*.py") if b"numsim._jit" in path.read_bytes() or path.name == "_jit.py"]
    players = [*PACKAGE.glob("profiles.py"), *PACKAGE.glob("quantiles.*")]
    return _hash([*compiled, *players, *(PACKAGE / "games").rglob("*.py")])


def _hash(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
