"""Bootstraps of the mean of a paired difference by other means, each as quick as we could make it.

Every peer takes the two systems' values and a number of resamples, and gives a 95 % interval.
"""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
LEVELS = (0.025, 0.975)
_CHUNK = 32_768  # drawn rows at a time: indices and values stay in the second-level cache


def bounds(replicates: Array) -> Array:
    """Central 95 % of each row; NumPy sorts contiguous doubles quicker than it partitions them."""
    places = np.array(LEVELS) * (replicates.shape[-1] - 1)
    low = places.astype(np.intp)
    high = np.minimum(low + 1, replicates.shape[-1] - 1)
    ordered = np.sort(replicates, axis=-1)
    return ordered[..., low] + (ordered[..., high] - ordered[..., low]) * (places - low)


def index_type(n: int) -> type[np.integer]:
    """The integers that NumPy draws and takes quickest; found by trying."""
    return np.uint16 if n <= 4096 else np.int64


def numpy_chunks(a: Array, b: Array, resamples: int) -> Array:
    """integers, take and mean in chunks that stay in the cache."""
    x, rng = a - b, np.random.Generator(np.random.SFC64(1))
    means = np.empty(resamples)
    if x.size > _CHUNK:
        for resample in range(resamples):
            means[resample] = _mean_in_pieces(x, rng)
        return bounds(means)
    step = _CHUNK // x.size
    for first in range(0, resamples, step):
        shape = (min(step, resamples - first), x.size)
        drawn = x.take(rng.integers(0, x.size, size=shape, dtype=index_type(x.size)))
        drawn.mean(axis=1, out=means[first : first + step])
    return bounds(means)


def _mean_in_pieces(x: Array, rng: np.random.Generator) -> float:
    """Mean of one resample that is larger than a chunk."""
    total, left = 0.0, x.size
    while left > 0:
        total += x.take(rng.integers(0, x.size, size=min(left, _CHUNK))).sum()
        left -= _CHUNK
    return total / x.size


def tutorial(a: Array, b: Array, resamples: int) -> Array:
    """The loop that most tutorials show."""
    x = a - b
    means = [np.mean(np.random.choice(x, x.size, replace=True)) for _ in range(resamples)]
    return np.percentile(means, [2.5, 97.5])


def scipy_paired(a: Array, b: Array, resamples: int) -> Array:
    """scipy.stats.bootstrap of two paired samples, vectorised, batches that stay in the cache."""
    return _scipy((a, b), lambda a, b, axis: (a - b).mean(axis=axis), resamples)


def scipy_differences(a: Array, b: Array, resamples: int) -> Array:
    """scipy.stats.bootstrap of the differences, taken before the call."""
    return _scipy((a - b,), np.mean, resamples)


def _scipy(data: tuple[Array, ...], statistic: object, resamples: int) -> Array:
    from scipy import stats

    result = stats.bootstrap(
        data,
        statistic,
        paired=len(data) > 1,
        n_resamples=resamples,
        batch=min(resamples, max(1, _CHUNK // data[0].size)),
        method="percentile",
        vectorized=True,
        rng=np.random.Generator(np.random.SFC64(1)),
    )
    interval = result.confidence_interval
    return np.array([interval.low, interval.high])


def arch_iid(a: Array, b: Array, resamples: int) -> Array:
    """arch.bootstrap.IIDBootstrap of the differences."""
    from arch.bootstrap import IIDBootstrap

    drawn = IIDBootstrap(a - b, seed=np.random.Generator(np.random.SFC64(1)))
    return drawn.conf_int(lambda x: x.mean(), reps=resamples, method="percentile")[:, 0]


def numba_xoshiro(a: Array, b: Array, resamples: int) -> Array:
    """A compiled loop with xoshiro256++ inline, two indices a number, four sums."""
    from peers_numba import means_xoshiro

    return bounds(means_xoshiro(a - b, resamples, np.uint64(1)))


def numba_romu(a: Array, b: Array, resamples: int) -> Array:
    """The same loop with the quickest generator found, two interleaved streams of RomuDuoJr."""
    from peers_numba import means_romu

    return bounds(means_romu(a - b, resamples, np.uint64(1)))
