"""Bootstrap of repeated measurements: an LLM judge asked several times, runs with several seeds."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._validate import arguments as check
from ._validate import statistics as check_statistics
from .bootstrap_result import BootstrapResult
from .bootstrapping import Settings, result_fields, settings
from .intervals import Basis, acceleration
from .replicates import FloatArray, Seed, column_means
from .tolerance import tolerance

_METHODS = ("percentile", "basic", "bca")
_FIRST_REPEATS = 2**62  # numbers of the resamples that draw repeats
_NUMBERS = 2_000_000  # measurements drawn at a time


@dataclass(frozen=True)
class RepeatsResult(BootstrapResult):
    """A mean over ``n`` queries with ``n_repeats`` measurements each, and how sure it is."""

    n_repeats: int


def bootstrap_repeats(
    x: ArrayLike,
    *,
    confidence_level: float | Sequence[float] = 0.95,
    n_resamples: int = 10_000,
    method: str = "percentile",
    alternative: str = "two-sided",
    seed: Seed = None,
    threads: int | None = None,
) -> RepeatsResult:
    """Mean of repeated measurements of each query, with a two-level bootstrap interval.

    Each resample draws n of the n queries and then, for each drawn query, m of its m repeats; a
    replicate is the mean of all that was drawn. For the difference of two systems give ``a - b``,
    where repeat j of both belongs together.

    Parameters
    ----------
    x : array of real numbers, shape (n, m), n >= 2, m >= 1
        One row a query, one column a repeat. NaN and infinity are refused with their position.
    method : {"percentile", "basic", "bca"}
        As in `bootstrap`; bca leaves out one query at a time.
    confidence_level, n_resamples, alternative, seed, threads
        As in `bootstrap`.

    Returns
    -------
    RepeatsResult

    Raises
    ------
    TypeError, ValueError
        When an argument is of the wrong kind or has a wrong value.

    Notes
    -----
    The variance of a replicate is v / n + w / (n m), v the variance of the queries' means and w the
    mean variance within a query. Since the queries' means vary by their repeats too, that counts
    the noise of the repeats twice when these are few: the interval errs on the wide side.
    ``bootstrap(x.mean(axis=1))``, which draws queries only, counts it once.
    Time O(n * m * n_resamples), in NumPy with counts from the core; memory O(n * m + n_resamples).

    References
    ----------
    Davison and Hinkley 1997, section 3.8, doi:10.1017/CBO9780511802843

    Examples
    --------
    >>> result = bootstrap_repeats([[1, 1, 0], [0, 0, 0], [1, 1, 1], [1, 0, 1]], seed=1)
    >>> round(result.estimate, 4), result.n, result.n_repeats
    (0.5833, 4, 3)
    """
    rows = check_statistics.repeats(x, "x")
    check.choice(method, "method", _METHODS)
    chosen = settings(confidence_level, n_resamples, method, alternative, seed, threads)
    fields = result_fields(_basis(rows, chosen), [], len(rows), chosen)
    return RepeatsResult(**fields, n_repeats=rows.shape[1])


def _basis(x: FloatArray, chosen: Settings) -> Basis:
    """What the interval is made from."""
    means, _ = column_means(x.reshape(-1, 1))
    estimate = float(means[0])
    t = _replicates(x, chosen.n_resamples, chosen.seed, chosen.threads)
    equal_within = tolerance(x.size, float(np.abs(x).max()))
    if np.ptp(x) <= equal_within:
        return Basis(estimate, t, equal_within, degenerate=True)
    if len(x) == 2:
        return Basis(estimate, t, equal_within, problem="2 queries are too few")
    if chosen.method == "bca":
        influences = x.mean(axis=1) - estimate
        return Basis(estimate, t, equal_within, acceleration([influences]))
    return Basis(estimate, t, equal_within)


def _replicates(x: FloatArray, n_resamples: int, seed: int, threads: int) -> FloatArray:
    """Means of two-level resamples: see `reference.repeats.repeats_replicate`."""
    n, m = x.shape
    if x.min() == x.max():
        return np.full(n_resamples, x[0, 0] + 0.0)
    means, step = np.empty(n_resamples), max(1, _NUMBERS // x.size)
    for first in range(0, n_resamples, step):
        count = min(step, n_resamples - first)
        queries = _core.resample_counts(n, seed=seed, first=first, count=count, threads=threads)
        drawn = x[np.repeat(np.tile(np.arange(n), count), queries.ravel())]
        number = _FIRST_REPEATS + first * n
        repeats = _core.resample_counts(
            m, seed=seed, first=number, count=count * n, threads=threads
        )
        terms = (repeats * drawn).reshape(count, n * m)
        means[first : first + count] = _core.column_sums(np.ascontiguousarray(terms.T)) / x.size
    return means
