"""All paired differences of many columns by other means: shared counts and one matrix product.

Every peer takes columns (n, columns) and a number of resamples, and gives resampled means
(columns, resamples), contiguous by column.
"""

import numpy as np
from numpy.typing import NDArray
from peers import index_type

Array = NDArray[np.float64]
_COUNTS = 131_072  # counts at a time; more or fewer made no difference above 5 %


def numpy_product(x: Array, resamples: int) -> Array:
    """integers and bincount make count vectors, a chunk of them is multiplied at once."""
    n, rng = len(x), np.random.Generator(np.random.SFC64(1))
    step = max(1, _COUNTS // n)
    sums = np.empty((resamples, x.shape[1]))
    offsets = np.arange(0, step * n, n)[:, None]
    for first in range(0, resamples, step):
        some = min(step, resamples - first)
        drawn = rng.integers(0, n, size=(some, n), dtype=index_type(n)) + offsets[:some]
        counts = np.bincount(drawn.ravel(), minlength=some * n).reshape(some, n)
        np.matmul(counts.astype(np.float64), x, out=sums[first : first + some])
    return _by_column(sums, n)


def numba_product(x: Array, resamples: int) -> Array:
    """A compiled loop makes the count vectors, NumPy's product takes a chunk of them."""
    from peers_numba import count_vectors

    n = len(x)
    step = max(1, _COUNTS // (4 * n))
    sums = np.empty((resamples, x.shape[1]))
    counts = np.empty((step, n))
    for first in range(0, resamples, step):
        some = min(step, resamples - first)
        count_vectors(counts[:some], np.uint64(first + 1))
        np.matmul(counts[:some], x, out=sums[first : first + some])
    return _by_column(sums, n)


def numba_rows(x: Array, resamples: int) -> Array:
    """A compiled loop adds whole rows, draw by draw."""
    from peers_numba import sums_of_rows

    return _by_column(sums_of_rows(x, resamples, np.uint64(1)), len(x))


def _by_column(sums: Array, n: int) -> Array:
    return np.ascontiguousarray(sums.T) / n
