"""p-values of many tests at once. The definitions are in `reference.corrections`."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._validate import statistics as check
from .replicates import FloatArray, standard_error


def holm(pvalues: ArrayLike) -> FloatArray:
    """Holm's adjusted p-values: the chance of any false finding is at most the level.

    The i-th smallest of m p-values is multiplied by m - i + 1, and is at least the one before and
    at most 1.

    Parameters
    ----------
    pvalues : array of numbers in [0, 1], shape (m,)
        NaN stands for no test: it is left out of m, and stays NaN.

    Returns
    -------
    array of float64, shape (m,)

    Raises
    ------
    TypeError, ValueError
        When a p-value is no number or lies outside [0, 1].

    Notes
    -----
    Valid however the tests depend on each other. Time O(m log m).

    References
    ----------
    Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of
    Statistics 6, 1979, https://www.jstor.org/stable/4615733

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03]).round(4).tolist()
    [0.03, 0.06, 0.06]
    """
    given = check.pvalues(pvalues)
    found, order = _ordered(given)
    factors = np.arange(order.size, 0, -1)
    found[order] = np.maximum.accumulate(np.minimum(factors * given[order], 1.0))
    return found


def benjamini_hochberg(pvalues: ArrayLike) -> FloatArray:
    """Benjamini and Hochberg's adjusted p-values: the expected share of false findings is bounded.

    The i-th smallest of m p-values is divided by i / m, and is at most the one after and at most 1.

    Parameters
    ----------
    pvalues : array of numbers in [0, 1], shape (m,)
        NaN stands for no test: it is left out of m, and stays NaN.

    Returns
    -------
    array of float64, shape (m,)

    Raises
    ------
    TypeError, ValueError
        When a p-value is no number or lies outside [0, 1].

    Notes
    -----
    Valid for independent and positively dependent tests. Time O(m log m).

    References
    ----------
    Benjamini and Hochberg 1995, doi:10.1111/j.2517-6161.1995.tb02031.x

    Examples
    --------
    >>> benjamini_hochberg([0.01, 0.04, 0.03]).round(4).tolist()
    [0.03, 0.04, 0.04]
    """
    given = check.pvalues(pvalues)
    found, order = _ordered(given)
    shares = np.arange(1, order.size + 1) / max(order.size, 1)
    scaled = np.minimum(given[order] / shares, 1.0)
    found[order] = np.minimum.accumulate(scaled[::-1])[::-1]
    return found


def _ordered(pvalues: FloatArray) -> tuple[FloatArray, NDArray[np.intp]]:
    """Room for the answers, and the places of the p-values from the smallest on."""
    order = np.argsort(pvalues, kind="stable")  # NaN last
    return np.full(pvalues.size, np.nan), order[: np.count_nonzero(~np.isnan(pvalues))]


@dataclass(frozen=True)
class Estimates:
    """Estimates whose replicates come from the same resamples.

    ``pairs`` (tests, 2) makes each test the difference of two rows of replicates; none is kept, so
    that memory is that of the systems and not of their pairs. Without it each row is a test.
    """

    values: FloatArray  #: (tests,)
    replicates: FloatArray  #: (rows, n_resamples), C-contiguous
    sizes: NDArray[np.int64]  #: queries behind each estimate, (tests,)
    equal_within: FloatArray  #: (tests,)
    pairs: NDArray[np.int64] | None = None

    def of(self, test: int) -> FloatArray:
        """Replicates of one test."""
        if self.pairs is None:
            row: FloatArray = self.replicates[test]
            return row
        first, second = self.pairs[test]
        differences: FloatArray = self.replicates[first] - self.replicates[second]
        return differences


@dataclass(frozen=True)
class MaxT:
    """Step-down max-T p-values, and half widths of intervals that all hold at once."""

    pvalues: FloatArray
    reaches: FloatArray


def max_t(estimates: Estimates, level: float = 0.95) -> MaxT:
    """All tests against zero at once, from the joint distribution of their replicates.

    Time O(tests * n_resamples), memory O(tests + n_resamples) beside the replicates.
    """
    values, sizes = estimates.values, estimates.sizes
    scales = np.array([_scale(estimates, test) for test in range(values.size)])
    wide = scales * np.sqrt(sizes / np.maximum(sizes - 1, 1))
    varies = scales > 0
    pvalues = np.where(np.abs(values) <= estimates.equal_within, 1.0, np.nan)
    pvalues[varies] = np.nan
    t = np.divide(np.abs(values), wide, out=np.zeros_like(wide), where=varies)
    order = np.argsort(-t, kind="stable")
    order = order[varies[order]]
    n_resamples = estimates.replicates.shape[1]
    maxima = np.zeros(n_resamples)
    for test in order[::-1].tolist():
        u = estimates.of(test) - values[test]
        np.abs(u, out=u)
        u /= scales[test]
        np.maximum(maxima, u, out=maxima)
        slack = estimates.equal_within[test] / scales[test]
        count = int(np.count_nonzero(maxima >= t[test] - slack))
        pvalues[test] = (count + 1) / (n_resamples + 1)
    pvalues[order] = np.maximum.accumulate(pvalues[order])
    place = math.ceil(level * (n_resamples + 1))
    within = np.partition(maxima, place - 1)[place - 1] if place <= n_resamples else math.inf
    reaches = np.multiply(within, wide, out=np.zeros_like(wide), where=varies)
    return MaxT(pvalues, reaches)


def _scale(estimates: Estimates, test: int) -> float:
    replicates, value = estimates.of(test), estimates.values[test]
    low, high = float(replicates.min()), float(replicates.max())
    if max(abs(low - value), abs(high - value)) <= estimates.equal_within[test]:
        return 0.0
    return standard_error(replicates)
