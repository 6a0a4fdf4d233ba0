"""The stale-cache remedy: after an edit of a helper in another file, a cached kernel is compiled anew."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "numsim"

KERNEL = """
from numsim._jit import kernel
from numsim.games.callee import answer


@kernel
def ask():
    return answer()
"""
CALLEE = """
from numsim._jit import helper


@helper
def answer():
    return {value}
"""


def ask(root):
    code = "from numsim.games.caller import ask; print(ask(), sum(ask.stats.cache_hits.values()))"
    env = {**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"}
    env.pop("NUMBA_CACHE_DIR", None)
    done = subprocess.run([sys.executable, "-c", code], env=env, cwd=root, capture_output=True, text=True, check=True)
    return tuple(int(word) for word in done.stdout.split())


@pytest.mark.compiled
def test_editing_a_callee_in_another_file_recompiles(tmp_path):
    package = tmp_path / "numsim"
    (package / "games").mkdir(parents=True)
    for module in ("_jit.py", "sources.py"):
        shutil.copy(PACKAGE / module, package)
    for init in (package, package / "games"):
        (init / "__init__.py").write_text("")
    (package / "games" / "caller.py").write_text(KERNEL)
    (package / "games" / "callee.py").write_text(CALLEE.format(value=1))
    assert ask(tmp_path) == (1, 0)
    assert ask(tmp_path) == (1, 1)  # from the cache
    (package / "games" / "callee.py").write_text(CALLEE.format(value=2))
    assert ask(tmp_path) == (2, 0)
    (package / "report.py").write_text("# not a compiled source")
    assert ask(tmp_path) == (2, 1)
