"""What the sweeps of NUM FOLIES follow: a few outcomes, match by match.

The line-ups begin with the person whose win share is followed, and his latency differs from that of the others.
"""

from __future__ import annotations

import numpy as np

from numsim.analysis.folies.compare import columns
from numsim.store import Run

OUTCOMES = {
    "first": "win share of the first of the line-up",
    "minutes": "minutes a match",
    "waits": "minutes that the first player out waits",
    "wrong": "wrong hands a match",
}


def outcomes(run: Run, matches: int) -> dict[str, np.ndarray]:
    """One value per match for each of OUTCOMES."""
    found = columns(run, matches)
    return {
        "first": found[f"match won: bot {run.bots[0]}, a seat"],
        "minutes": found["length: minutes a match"],
        "waits": found["length: minutes that he waits"],
        "wrong": found["number: wrong hands a match"],
    }
