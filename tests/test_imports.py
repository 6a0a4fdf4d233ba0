"""The direction of imports: kernels know nothing of runs, analysis and reports know nothing of kernels."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MODULES = sorted((ROOT / "numsim").rglob("*.py"))
# A module may import only modules of its own layer or of lower ones.
LAYERS = [
    ("numsim.cards", "numsim.errors", "numsim.quantiles", "numsim.sources"),
    ("numsim.profiles",),
    ("numsim._jit",),
    ("numsim.bits",),
    ("numsim.rng",),
    ("numsim.games.game",),
    ("numsim.games.deck",),
    ("numsim.games.king", "numsim.games.folies", "numsim.games.speed"),
    ("numsim.games",),
    ("numsim.plan",),
    ("numsim.store",),
    ("numsim.simulate",),
    ("numsim.analysis",),
    ("numsim.report",),
    ("numsim.cli",),
]
KERNELS = ("numsim._jit", "numsim.bits", "numsim.rng")
_PLAIN = ("", ".options", ".tables", ".profiles")
PLAIN = {f"numsim.games.{game}{module}" for game in ("king", "folies", "speed") for module in _PLAIN}


def name_of(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path):
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("numsim"):
            found.add(node.module)
            for alias in node.names:
                if (ROOT / f"{node.module.replace('.', '/')}/{alias.name}.py").exists():
                    found.add(f"{node.module}.{alias.name}")
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name.startswith("numsim")}
    return found


def layer_of(module):
    depths = [
        (len(prefix), depth)
        for depth, prefixes in enumerate(LAYERS)
        for prefix in prefixes
        if module == prefix or module.startswith(prefix + ".")
    ]
    return max(depths)[1]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_run_downward_only(path):
    module = name_of(path)
    if module == "numsim":
        return
    for imported in imports_of(path) - {"numsim"}:
        assert layer_of(imported) <= layer_of(module), f"{module} imports {imported}"


@pytest.mark.parametrize("path", [path for path in MODULES if {"analysis", "report"} & set(path.parts)], ids=name_of)
def test_analysis_and_reports_never_import_a_kernel(path):
    for imported in imports_of(path):
        assert not imported.startswith(KERNELS), imported
        if imported.startswith(("numsim.games.king", "numsim.games.folies")):
            assert imported in PLAIN, imported
