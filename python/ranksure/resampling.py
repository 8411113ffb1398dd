"""Bootstrap of means: how sure a number is, and whether two systems differ."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ._validate import arguments as check
from .replicates import METHODS, ConfidenceInterval, FloatArray, Seed, column_means, resample


@dataclass(frozen=True)
class BootstrapResult:
    """A mean and how sure it is.

    ``degenerate`` says that all values are equal: the interval has no width and no information.
    ``seed`` repeats the result, ``draws`` names how rows were drawn.
    """

    estimate: float
    confidence_interval: ConfidenceInterval
    standard_error: float
    n: int
    confidence_level: float
    n_resamples: int
    method: str
    seed: int
    draws: str
    degenerate: bool
    replicates: FloatArray = field(repr=False, compare=False)


@dataclass(frozen=True)
class PairedBootstrapResult(BootstrapResult):
    """A mean difference a - b over the same queries, and how often each side is larger."""

    mean_a: float
    mean_b: float
    wins: int
    ties: int
    losses: int


def bootstrap(
    x: ArrayLike,
    *,
    confidence_level: float = 0.95,
    n_resamples: int = 10_000,
    method: str = "percentile",
    seed: Seed = None,
    threads: int | None = None,
) -> BootstrapResult:
    """Mean of ``x`` with a bootstrap interval.

    Rows are drawn with replacement, n of n, ``n_resamples`` times; the interval holds the central
    ``confidence_level`` of the resampled means.

    Parameters
    ----------
    x : array of real numbers, shape (n,), n >= 2
        One value a query. NaN and infinity are refused with their position.
    confidence_level : float in (0, 1)
    n_resamples : int >= 2
    method : {"percentile"}
    seed : int in [0, 2**64), SeedSequence, Generator or None
        None draws one; the result reports an int that repeats it.
    threads : int >= 1 or None
        None takes all processors. The result has the same bits for every number of threads.

    Returns
    -------
    BootstrapResult

    Raises
    ------
    TypeError, ValueError
        When an argument is of the wrong kind or has a wrong value.

    Notes
    -----
    Time O(n * n_resamples), memory O(n + n_resamples). The first 1,000 of 2,000 resamples are the
    1,000 of the same seed. Equal values give an interval of no width and ``degenerate=True``.

    References
    ----------
    Efron 1979, doi:10.1214/aos/1176344552

    Examples
    --------
    >>> result = bootstrap([0.0, 0.25, 0.5, 1.0], seed=1)
    >>> result.estimate, result.confidence_interval.low, result.confidence_interval.high
    (0.4375, 0.125, 0.8125)
    """
    array = check.values(x, "x")
    result = _bootstrap(array, confidence_level, n_resamples, method, seed, threads)
    return BootstrapResult(**result)


def paired_bootstrap(
    a: ArrayLike,
    b: ArrayLike,
    *,
    confidence_level: float = 0.95,
    n_resamples: int = 10_000,
    method: str = "percentile",
    seed: Seed = None,
    threads: int | None = None,
) -> PairedBootstrapResult:
    """Mean difference ``a - b`` over the same queries, with a bootstrap interval.

    The queries are drawn, and both values of a query go together: what makes a query hard for both
    systems cancels. Exchanging a and b mirrors the interval exactly.

    Parameters
    ----------
    a, b : arrays of real numbers, shape (n,), n >= 2
        One value a query, in the same order of queries.
    confidence_level, n_resamples, method, seed, threads
        As in `bootstrap`.

    Returns
    -------
    PairedBootstrapResult
        ``wins`` counts the queries with a > b.

    Raises
    ------
    TypeError, ValueError
        When an argument is of the wrong kind or has a wrong value.

    References
    ----------
    Efron 1979, doi:10.1214/aos/1176344552; Sakai, SIGIR 2006, doi:10.1145/1148170.1148261

    Examples
    --------
    >>> result = paired_bootstrap([0.5, 1.0, 0.5], [0.5, 0.0, 0.25], seed=1)
    >>> round(result.estimate, 4), result.wins, result.ties, result.losses
    (0.4167, 2, 1, 0)
    """
    first, second = check.values(a, "a"), check.values(b, "b")
    check.same_length(first, second)
    result = _bootstrap(first - second, confidence_level, n_resamples, method, seed, threads)
    means, _ = column_means(np.stack([first, second], axis=1))
    wins, ties = int((first > second).sum()), int((first == second).sum())
    return PairedBootstrapResult(
        **result,
        mean_a=float(means[0]),
        mean_b=float(means[1]),
        wins=wins,
        ties=ties,
        losses=first.size - wins - ties,
    )


def _bootstrap(
    x: FloatArray,
    confidence_level: float,
    n_resamples: int,
    method: str,
    seed: object,
    threads: int | None,
) -> dict[str, Any]:
    level = check.confidence_level(confidence_level)
    check.choice(method, "method", METHODS)
    count, number = check.n_resamples(n_resamples), check.seed(seed)
    replicates = resample(x.reshape(-1, 1), count, number, check.threads(threads))
    return {
        "estimate": float(replicates.means[0]),
        "confidence_interval": replicates.interval(0, level),
        "standard_error": replicates.standard_error(0),
        "n": x.size,
        "confidence_level": level,
        "n_resamples": count,
        "method": method,
        "seed": number,
        "draws": "rows",
        "degenerate": bool(replicates.constant[0]),
        "replicates": replicates.means_of_resamples[:, 0],
    }
