"""Quantiles of the normal and the exponential distribution as whole numbers, shipped as a table (plain Python).

`NORMAL[k]` and `EXPONENTIAL[k]` are the k/4096 quantiles times 2**16 (int64[4097]). Between two of them a draw is
interpolated; the outermost values are chosen so that the interpolated end cells have the right mean. Reading whole
numbers from a file, and nothing else, makes every drawn latency the same on every machine. `python -m numsim.quantiles`
makes the file again.
"""

from pathlib import Path

import numpy as np

CELLS = 4096
FILE = Path(__file__).with_suffix(".npy")


def compute() -> np.ndarray:
    """The table, int64[2, 4097], from scipy."""
    from scipy import stats

    p = np.arange(1, CELLS) / CELLS
    normal, exponential = stats.norm.ppf(p), -np.log1p(-p)
    # Mean of the last cell: phi(a) / (1/4096) for the normal, a + 1 for the exponential; 2 * mean - a is its other end.
    end = 2 * CELLS * stats.norm.pdf(normal[-1]) - normal[-1]
    rows = np.array([[-end, *normal, end], [0, *exponential, exponential[-1] + 2]])
    return np.rint(rows * 2**16).astype(np.int64)


if FILE.exists():
    NORMAL, EXPONENTIAL = np.load(FILE)

if __name__ == "__main__":
    np.save(FILE, compute())
