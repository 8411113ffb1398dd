"""Bootstrap of a statistic: how sure a number is, and whether two systems differ."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ._validate import arguments as check
from ._validate import resampling as check_resampling
from .bootstrap_result import BootstrapResult, PairedBootstrapResult
from .bootstrapping import (
    Labels,
    basis_of_mean,
    basis_of_statistic,
    design,
    result_fields,
    settings,
)
from .estimators import Statistic, parse, rows
from .intervals import share_below_zero, shift_pvalue
from .replicates import FloatArray, Seed, column_means, total
from .units import Design


def bootstrap(
    x: ArrayLike,
    *,
    statistic: Statistic = "mean",
    confidence_level: float | Sequence[float] = 0.95,
    n_resamples: int = 10_000,
    method: str = "percentile",
    alternative: str = "two-sided",
    clusters: Labels | None = None,
    strata: Labels | None = None,
    weights: ArrayLike | None = None,
    draws: str = "auto",
    seed: Seed = None,
    threads: int | None = None,
) -> BootstrapResult:
    """A statistic of ``x``, by default the mean, with a bootstrap interval.

    Rows are drawn with replacement, n of n, ``n_resamples`` times; each resample gives one value of
    the statistic, a replicate. With t(p) their p-quantile, theta the estimate, se its standard
    error and 2 a = 1 - confidence_level:

    - percentile: [t(a), t(1 - a)]
    - basic: [2 theta - t(1 - a), 2 theta - t(a)]
    - bca: [t(a1), t(a2)], a1 and a2 corrected for median bias and for a standard error that changes
      with the mean; the acceleration comes from leaving out one row (cluster) at a time
    - studentized: [theta - q(1 - a) se, theta - q(a) se], q the quantiles of (t - theta) / se of
      the resample; the mean alone has it

    Parameters
    ----------
    x : array of real numbers, shape (n,), n >= 2
        One value a query. NaN and infinity are refused with their position. A ratio of means and
        functions of rows may take shape (n, columns).
    statistic : "mean", "median", "geometric_mean", "ratio", ("quantile", q), \
("trimmed_mean", share), function, ("indices", function) or ("weights", function)
        A function takes the drawn rows of x, or their positions (int64, ascending), or how often
        each row was drawn (float64, (n,)), and returns a number. See the notes for the cost.
    confidence_level : float in (0, 1), or several
        Several give an interval each from one set of resamples.
    n_resamples : int >= 2
    method : {"percentile", "basic", "bca", "studentized"}
    alternative : {"two-sided", "less", "greater"}
        One-sided bounds: "less" gives (-inf, high], "greater" [low, inf), at the same level.
    clusters : labels (text or whole numbers), shape (n,)
        Queries of one cluster are drawn together: paraphrases of a question, questions of a user.
        As many clusters are drawn as there are; the statistic stays the mean over queries.
    strata : labels (text or whole numbers), shape (n,)
        Each stratum is resampled by itself, so that its size never changes. With both, clusters are
        drawn within strata, and each must lie in one.
    weights : array of positive numbers, shape (n,)
        The statistic is then sum(w x) / sum(w); a query's weight goes where the query goes.
    draws : {"auto", "rows"}
        "auto" draws large groups of equal rows as one, which has the same law and is much faster;
        the result names the path. "rows" always draws row by row. Other draws, same seed.
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
        When an argument is of the wrong kind or has a wrong value; when there is one cluster only,
        when every stratum is a single row, when a cluster lies in two strata.

    Notes
    -----
    Time O(n * n_resamples), or O(n + n_resamples) where few different rows are drawn as groups;
    memory O(n + n_resamples). Means, geometric means and ratios of means
    are resampled in the core, other statistics in NumPy or the given function, some hundred times
    slower. The first 1,000 of 2,000 resamples are the 1,000 of the same seed. Equal values give an
    interval of no width and the flag "degenerate". Where BCa or the studentized method has no
    answer (two rows, all replicates on one side), the percentile interval stands in for it and a
    flag says why.

    References
    ----------
    Efron 1979, doi:10.1214/aos/1176344552; Efron 1987, doi:10.1080/01621459.1987.10478410;
    Davison and Hinkley 1997, doi:10.1017/CBO9780511802843

    Examples
    --------
    >>> result = bootstrap([0.0, 0.25, 0.5, 1.0], seed=1)
    >>> result.estimate, result.confidence_interval.low, result.confidence_interval.high
    (0.4375, 0.125, 0.8125)
    >>> asked_twice = bootstrap([1, 1, 0, 0, 1], clusters=["a", "a", "b", "b", "c"], seed=1)
    >>> asked_twice.estimate, asked_twice.confidence_interval.low
    (0.6, 0.0)
    """
    estimator = None if statistic == "mean" else parse(statistic)
    array = check.values(x, "x") if estimator is None else rows(x, estimator)
    chosen = settings(confidence_level, n_resamples, method, alternative, seed, threads, draws)
    grouping = design(len(array), clusters, strata, weights)
    if estimator is None:
        basis, flags = basis_of_mean(array, None, grouping, chosen)
    else:
        check_resampling.mean_alone(grouping is not None, chosen.method)
        basis, flags = basis_of_statistic(array, estimator, chosen), []
    return BootstrapResult(**result_fields(basis, flags, len(array), chosen))


def paired_bootstrap(
    a: ArrayLike,
    b: ArrayLike,
    *,
    confidence_level: float | Sequence[float] = 0.95,
    n_resamples: int = 10_000,
    method: str = "percentile",
    alternative: str = "two-sided",
    clusters: Labels | None = None,
    strata: Labels | None = None,
    weights: ArrayLike | None = None,
    draws: str = "auto",
    seed: Seed = None,
    threads: int | None = None,
) -> PairedBootstrapResult:
    """Mean difference ``a - b`` over the same queries, with a bootstrap interval and p-value.

    The queries are drawn, and both values of a query go together: what makes a query hard for both
    systems cancels. Exchanging a and b mirrors the interval exactly. The p-value shifts the
    resampled differences t to mean zero and counts those at least as extreme as the observed theta:
    (1 + #{|t - theta| >= |theta|}) / (n_resamples + 1).

    Parameters
    ----------
    a, b : arrays of real numbers, shape (n,), n >= 2
        One value a query, in the same order of queries.
    alternative : {"two-sided", "less", "greater"}
        Of interval and p-value: "greater" asks whether a is larger than b, and counts
        t - theta >= theta.
    confidence_level, n_resamples, method, clusters, strata, weights, draws, seed, threads
        As in `bootstrap`.

    Returns
    -------
    PairedBootstrapResult
        ``wins`` counts the queries with a > b.

    Raises
    ------
    TypeError, ValueError
        When an argument is of the wrong kind or has a wrong value.

    Notes
    -----
    Differences that are equal but for rounding are degenerate. The p-value is never 0. The effect
    size, mean difference / standard deviation of the differences, is that of queries, weighted with
    ``weights``, whatever the clusters and strata.

    References
    ----------
    Efron 1979, doi:10.1214/aos/1176344552; Efron and Tibshirani 1993, section 16.4;
    Sakai, SIGIR 2006, doi:10.1145/1148170.1148261; Cohen, Statistical Power Analysis, 1988

    Examples
    --------
    >>> result = paired_bootstrap([0.5, 1.0, 0.5], [0.5, 0.0, 0.25], seed=1)
    >>> round(result.estimate, 4), result.wins, result.ties, result.losses
    (0.4167, 2, 1, 0)
    >>> 0 < result.pvalue <= 1, result.probability_b_better < 0.5
    (True, True)
    """
    first, second = check.values(a, "a"), check.values(b, "b")
    check.same_length(first, second)
    chosen = settings(confidence_level, n_resamples, method, alternative, seed, threads, draws)
    grouping = design(first.size, clusters, strata, weights)
    largest = max(float(v) for x in (first, second) for v in (x.max(), -x.min()))
    differences = first - second
    basis, flags = basis_of_mean(differences, largest, grouping, chosen)
    mean_a, mean_b = _means(first, second, grouping)
    wins, ties = int((first > second).sum()), int((first == second).sum())
    return PairedBootstrapResult(
        **result_fields(basis, flags, first.size, chosen),
        mean_a=mean_a,
        mean_b=mean_b,
        pvalue=shift_pvalue(basis, chosen.alternative),
        probability_b_better=share_below_zero(basis),
        effect_size=None if basis.degenerate else _effect_size(differences, grouping),
        wins=wins,
        ties=ties,
        losses=first.size - wins - ties,
    )


def _means(first: FloatArray, second: FloatArray, grouping: Design | None) -> tuple[float, float]:
    if grouping is not None:
        return grouping.units(first).mean, grouping.units(second).mean
    means, _ = column_means(np.stack([first, second], axis=1))
    return float(means[0]), float(means[1])


def _effect_size(differences: FloatArray, grouping: Design | None) -> float:
    """Cohen's d_z of queries; the definition is `reference.units.effect_size`."""
    given = None if grouping is None else grouping.weights
    weights = np.ones(differences.size) if given is None else given / given.max()
    mean = total(weights * differences) / total(weights)
    centred = differences - mean
    largest = float(np.abs(centred).max())  # squares of the quotients neither overflow nor vanish
    centred /= largest
    variance = total(weights * (centred * centred)) / total(weights)
    n = differences.size
    return mean / (largest * math.sqrt(variance * n / (n - 1)))
