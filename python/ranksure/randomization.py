"""The paired randomization test: could the difference be the luck of the signs?"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._validate import arguments as check
from .replicates import FloatArray, Seed, column_means
from .tolerance import tolerance

ALTERNATIVES = ("two-sided", "greater", "less")
_ENOUGH = 65_536  # sums that are always enumerated
_SMALLEST = 2.0**-1074  # no p-value is 0, not even by rounding


@dataclass(frozen=True)
class RandomizationResult:
    """A mean difference a - b, and the share of sign patterns at least as extreme.

    ``exact`` says that all 2^n_nonzero sign patterns of the differences that are not zero were
    counted; otherwise ``n_resamples`` were drawn with ``seed``, and ``monte_carlo_error`` is the
    standard error of ``pvalue`` that comes from drawing.
    """

    estimate: float
    pvalue: float
    alternative: str
    exact: bool
    n: int
    n_nonzero: int
    n_resamples: int
    seed: int
    monte_carlo_error: float


def randomization_test(
    a: ArrayLike,
    b: ArrayLike,
    *,
    alternative: str = "two-sided",
    n_resamples: int = 10_000,
    seed: Seed = None,
    threads: int | None = None,
) -> RandomizationResult:
    """Test of the mean difference ``a - b`` over the same queries, by exchanging their values.

    If the systems do not differ, each query might as well have had its two values exchanged, which
    changes the sign of its difference. With all sign patterns counted, the p-value is the share of
    those whose mean is at least as extreme as the observed one; with ``n_resamples`` random ones,
    k of them as extreme, it is (k + 1) / (n_resamples + 1). It is never 0.

    Parameters
    ----------
    a, b : arrays of real numbers, shape (n,), n >= 2
        One value a query, in the same order of queries. NaN and infinity are refused with their
        position.
    alternative : {"two-sided", "greater", "less"}
        What would speak against no difference: any difference, a larger than b, a smaller than b.
    n_resamples : int >= 2
        Random sign patterns, where not all can be counted. All are counted when the product of
        (size + 1) over the classes of equal non-zero magnitude is at most
        max(n_resamples, 65536), which holds for up to 16 such differences of any kind and for
        65,535 of 0/1 values.
    seed : int in [0, 2**64), SeedSequence, Generator or None
        None draws one; the result reports an int that repeats it.
    threads : int >= 1 or None
        None takes all processors. The result has the same bits for every number of threads.

    Returns
    -------
    RandomizationResult

    Raises
    ------
    TypeError, ValueError
        When an argument is of the wrong kind or has a wrong value.

    Notes
    -----
    Queries without a difference stay in the test. If no query has one, the p-value is 1. Means
    that differ by rounding alone are equal: by at most 4 * 2**-52 * log2(n) times the largest
    magnitude in a and b.
    Time O(n * n_resamples) with random signs; counting m differences of one magnitude takes O(m^2)
    for its long integers, a second at m = 65,535. Memory O(n + n_resamples).

    References
    ----------
    Fisher, The Design of Experiments, 1935; Smucker, Allan and Carterette, CIKM 2007,
    doi:10.1145/1321440.1321528; North, Curtis and Sham 2002, doi:10.1086/341527

    Examples
    --------
    >>> result = randomization_test([0.25, 0.5, 0.25, 0.25, 0.75], [0.0] * 5)
    >>> result.estimate, result.pvalue, result.exact, result.n_nonzero
    (0.4, 0.0625, True, 5)
    """
    first, second = check.values(a, "a"), check.values(b, "b")
    check.same_length(first, second)
    check.choice(alternative, "alternative", ALTERNATIVES)
    count, number = check.n_resamples(n_resamples), check.seed(seed)
    workers = check.threads(threads)
    differences = first - second
    means, _ = column_means(differences.reshape(-1, 1))
    estimate, n = float(means[0]), differences.size
    equal_within = tolerance(n, float(max(np.abs(first).max(), np.abs(second).max())))
    magnitudes, plus, minus = magnitude_classes(differences, equal_within)
    sizes = plus + minus
    exact = math.prod(size + 1 for size in sizes.tolist()) <= max(count, _ENOUGH)
    if exact:
        pvalue = _exact_pvalue(magnitudes, plus, minus, n * equal_within, alternative)
    else:
        sums = _core.flip_sums(
            differences.reshape(-1, 1), seed=number, first=0, count=count, threads=workers
        )
        extreme = _extreme(sums[:, 0] / n, estimate, equal_within, alternative)
        pvalue = (int(extreme.sum()) + 1) / (count + 1)
    return RandomizationResult(
        estimate=estimate,
        pvalue=pvalue,
        alternative=alternative,
        exact=exact,
        n=n,
        n_nonzero=int(sizes.sum()),
        n_resamples=count,
        seed=number,
        monte_carlo_error=0.0 if exact else math.sqrt(pvalue * (1 - pvalue) / count),
    )


def magnitude_classes(
    differences: FloatArray, equal_within: float
) -> tuple[FloatArray, NDArray[np.int64], NDArray[np.int64]]:
    """Magnitudes, and how many differences of each are positive and negative.

    The definition is `reference.testing.magnitude_classes`.
    """
    kept = differences[np.abs(differences) > equal_within]
    kept = kept[np.argsort(np.abs(kept))]
    sizes = np.abs(kept)
    firsts, place = [], 0
    while place < sizes.size:
        firsts.append(place)
        place = int(np.searchsorted(sizes, sizes[place] + equal_within, side="right"))
    edges = np.array([*firsts, sizes.size])
    positive = np.concatenate([[0], np.cumsum(kept > 0)])
    plus = np.diff(positive[edges])
    minus = np.diff(edges) - plus
    order = np.argsort(plus + minus, kind="stable")
    return sizes[firsts][order], plus[order], minus[order]


def _exact_pvalue(
    magnitudes: FloatArray,
    plus: NDArray[np.int64],
    minus: NDArray[np.int64],
    equal_within: float,
    alternative: str,
) -> float:
    """Share of all sign patterns: see `reference.testing.exact_pvalue`.

    All classes but the last, largest one are multiplied out. Its weights have as many bits as it
    has differences, so they are made one after the other and not kept.
    """
    if not magnitudes.size:
        return 1.0
    patterns: int = 2 ** int((plus + minus).sum())
    sums, weights = np.zeros(1), np.ones(1, dtype=object)  # Python's integers: never rounded
    observed = 0.0
    *others, (magnitude, up, down) = zip(
        magnitudes.tolist(), plus.tolist(), minus.tolist(), strict=True
    )
    for other, ups, downs in others:
        observed += other * (ups - downs)
        size = ups + downs
        steps = other * np.arange(size, -size - 1, -2, dtype=np.float64)
        ways = np.array([math.comb(size, i) for i in range(size + 1)], dtype=object)
        sums = np.add.outer(sums, steps).ravel()
        weights = np.multiply.outer(weights, ways).ravel()
    observed += magnitude * (up - down)
    count, ways_last, size = 0, 1, up + down
    for i in range(size + 1):
        totals = sums + magnitude * (size - 2 * i)
        kept = weights[_extreme(totals, observed, equal_within, alternative)]
        count += ways_last * int(kept.sum())
        ways_last = ways_last * (size - i) // (i + 1)
    return max(count / patterns, _SMALLEST)


def _extreme(
    found: FloatArray, observed: float, equal_within: float, alternative: str
) -> NDArray[np.bool_]:
    """Which of the sums or means are at least as extreme as the observed one."""
    if alternative == "greater":
        return np.greater_equal(found, observed - equal_within)
    if alternative == "less":
        return np.less_equal(found, observed + equal_within)
    return np.greater_equal(np.abs(found), abs(observed) - equal_within)
