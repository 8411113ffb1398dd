"""Intervals from formulas, without drawing: Student's t, Wilson, and clustered standard errors.

The definitions are in `reference.units` and `reference.analytic`.
"""

import math
from dataclasses import dataclass

from numpy.typing import ArrayLike

from ._validate import arguments as check
from ._validate import resampling as check_resampling
from .bootstrapping import Labels, design
from .replicates import ConfidenceInterval, column_means
from .units import Design


@dataclass(frozen=True)
class AnalyticInterval:
    """A mean, its standard error and an interval from a formula.

    ``degrees_of_freedom`` is None where the formula takes the normal distribution.
    """

    estimate: float
    confidence_interval: ConfidenceInterval
    standard_error: float
    confidence_level: float
    degrees_of_freedom: int | None


def t_interval(
    x: ArrayLike,
    *,
    confidence_level: float = 0.95,
    clusters: Labels | None = None,
    strata: Labels | None = None,
    weights: ArrayLike | None = None,
) -> AnalyticInterval:
    """Mean of ``x`` plus and minus t standard errors.

    The standard error is s / sqrt(n); with clusters, strata or weights it is the linearised
    (cluster-robust) one, and t has as many degrees of freedom as there are clusters less strata.

    Parameters
    ----------
    x, clusters, strata, weights
        As in `bootstrap`.
    confidence_level : float in (0, 1)

    Returns
    -------
    AnalyticInterval

    Raises
    ------
    TypeError, ValueError
        When an argument is of the wrong kind or has a wrong value.
    ImportError
        When SciPy is absent (extra ``stats``).

    Notes
    -----
    Time O(n). Equal values give an interval of no width.

    References
    ----------
    Student 1908, doi:10.1093/biomet/6.1.1; Cochran, Sampling Techniques, 1977, chapters 5 and 6

    Examples
    --------
    >>> found = t_interval([0.0, 0.25, 0.5, 1.0])
    >>> round(found.confidence_interval.low, 4), round(found.confidence_interval.high, 4)
    (-0.2419, 1.1169)
    """
    array = check.values(x, "x")
    level = check.confidence_level(confidence_level)
    units = (design(array.size, clusters, strata, weights) or Design(None, None, None)).units(array)
    mean, freedom = units.mean, units.degrees_of_freedom
    error = units.standard_error(mean) if not units.constant else 0.0
    reach = -float(check_resampling.scipy_special().stdtrit(freedom, (1 - level) / 2)) * error
    return AnalyticInterval(
        mean, ConfidenceInterval(mean - reach, mean + reach), error, level, freedom
    )


def wilson_interval(x: ArrayLike, *, confidence_level: float = 0.95) -> AnalyticInterval:
    """Share of ones among 0/1 values, with Wilson's interval.

    With p the share and z the normal quantile: (p + z^2/2n +- z sqrt(p(1-p)/n + z^2/4n^2)) /
    (1 + z^2/n). It has width where all values are 0 or all are 1, and never leaves [0, 1].

    Parameters
    ----------
    x : array of 0 and 1 (or truth values), shape (n,), n >= 2
    confidence_level : float in (0, 1)

    Returns
    -------
    AnalyticInterval

    Raises
    ------
    TypeError, ValueError
        When an argument is of the wrong kind or has a wrong value; when a value is not 0 or 1.

    Notes
    -----
    Time O(n). For independent queries; clusters and weights need another interval.

    References
    ----------
    Wilson 1927, doi:10.1080/01621459.1927.10502953

    Examples
    --------
    >>> found = wilson_interval([1, 1, 1, 1, 0, 1, 1, 1, 1, 1])
    >>> round(found.confidence_interval.low, 4), round(found.confidence_interval.high, 4)
    (0.5958, 0.9821)
    """
    from statistics import NormalDist  # not with the package: it loads random and decimal

    array = check.values(x, "x")
    check_resampling.zero_or_one(array)
    level = check.confidence_level(confidence_level)
    n = array.size
    means, _ = column_means(array.reshape(-1, 1))
    share, z = float(means[0]), -NormalDist().inv_cdf((1 - level) / 2)
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    reach = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    interval = ConfidenceInterval(max(middle - reach, 0.0), min(middle + reach, 1.0))
    return AnalyticInterval(share, interval, math.sqrt(share * (1 - share) / n), level, None)
