"""Golden matches: the engine plays them to the letter, compiled and interpreted."""

import pytest
from golden.regenerate import CASES, FOLDER, told


@pytest.mark.parametrize("case", CASES)
def test_golden_match(case):
    assert told(case) == (FOLDER / f"{case}.txt").read_text(encoding="utf-8"), (
        "a golden match changed; if that is meant, run python tests/golden/regenerate.py and review the difference"
    )
