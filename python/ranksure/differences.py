"""Bootstrap of the difference of two means over different queries."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ._validate import arguments as check
from ._validate import resampling as check_resampling
from .bootstrap_result import BootstrapResult
from .bootstrapping import Settings, result_fields, settings
from .intervals import Basis, acceleration, shift_pvalue
from .replicates import ConfidenceInterval, DrawnRows, FloatArray, Seed, column_means, total
from .tolerance import tolerance
from .units import studentized

_STRATUM = 2**48  # resample b of the second sample has the number 2^48 + b


@dataclass(frozen=True)
class DifferenceResult(BootstrapResult):
    """A difference of means a - b over different queries; ``n`` counts the queries of both.

    ``pvalue`` is that of no difference. ``welch_interval`` is Welch's t interval at the first
    confidence level; None without SciPy.
    """

    mean_a: float
    mean_b: float
    n_a: int
    n_b: int
    pvalue: float
    welch_interval: ConfidenceInterval | None


def bootstrap_difference(
    a: ArrayLike,
    b: ArrayLike,
    *,
    confidence_level: float | Sequence[float] = 0.95,
    n_resamples: int = 10_000,
    method: str = "percentile",
    alternative: str = "two-sided",
    seed: Seed = None,
    threads: int | None = None,
) -> DifferenceResult:
    """Difference of means ``mean(a) - mean(b)`` over different queries, with a bootstrap interval.

    Each resample draws n_a of the n_a values of a and, independently, n_b of the n_b values of b; a
    replicate is the difference of their means. Systems that answered the same queries are compared
    more sharply by `paired_bootstrap`.

    Parameters
    ----------
    a, b : arrays of real numbers, shapes (n_a,) and (n_b,), at least 2 each
        One value a query. NaN and infinity are refused with their position.
    method : {"percentile", "basic", "bca", "studentized"}
        As in `bootstrap`; the standard error is sqrt(s_a^2 / n_a + s_b^2 / n_b).
    alternative : {"two-sided", "less", "greater"}
        Of intervals and p-value: "greater" asks whether a is larger than b.
    confidence_level, n_resamples, seed, threads
        As in `bootstrap`.

    Returns
    -------
    DifferenceResult

    Raises
    ------
    TypeError, ValueError
        When an argument is of the wrong kind or has a wrong value.

    Notes
    -----
    Time O((n_a + n_b) * n_resamples), memory O(n_a + n_b + n_resamples). The p-value is that of the
    shift method, as in `paired_bootstrap`. Two samples of equal values give an interval of no width
    and the flag "degenerate".

    References
    ----------
    Davison and Hinkley 1997, sections 3.2 and 5.3, doi:10.1017/CBO9780511802843;
    Welch 1947, doi:10.2307/2332510

    Examples
    --------
    >>> result = bootstrap_difference([0.5, 1.0, 0.75], [0.25, 0.5, 0.0, 0.25], seed=1)
    >>> result.estimate, round(result.confidence_interval.low, 4), result.n_a, result.n_b
    (0.5, 0.2083, 3, 4)
    """
    first, second = check.values(a, "a"), check.values(b, "b")
    chosen = settings(confidence_level, n_resamples, method, alternative, seed, threads)
    basis, mean_a, mean_b = _basis(first, second, chosen)
    return DifferenceResult(
        **result_fields(basis, [], first.size + second.size, chosen),
        mean_a=mean_a,
        mean_b=mean_b,
        n_a=first.size,
        n_b=second.size,
        pvalue=shift_pvalue(basis, chosen.alternative),
        welch_interval=_welch_interval(first, second, basis, chosen),
    )


class _Sample(NamedTuple):
    mean: float
    means: FloatArray  #: of the resamples
    spreads: FloatArray  #: sums of squares about the mean of the resample, scaled


def _basis(a: FloatArray, b: FloatArray, chosen: Settings) -> tuple[Basis, float, float]:
    """What the interval is made from, and both means."""
    within = [tolerance(x.size, float(np.abs(x).max())) for x in (a, b)]
    power = _power(a, b)
    of_a, of_b = _sample(a, 0, power, chosen), _sample(b, _STRATUM, power, chosen)
    basis = Basis(of_a.mean - of_b.mean, of_a.means - of_b.means, within[0] + within[1])
    if all(np.ptp(x) <= limit for x, limit in zip((a, b), within, strict=True)):
        basis = replace(basis, degenerate=True)
    elif chosen.method == "bca":
        influences = [(a - of_a.mean) / (a.size - 1), (of_b.mean - b) / (b.size - 1)]
        basis = replace(basis, acceleration=acceleration(influences))
    elif chosen.method == "studentized":
        m = a.size + b.size
        variances = of_a.spreads / (a.size * (a.size - 1)) + of_b.spreads / (b.size * (b.size - 1))
        shifts = np.ldexp(basis.replicates - basis.estimate, power)
        own = math.sqrt(_variance(a, power) + _variance(b, power))
        basis = replace(
            basis,
            ratios=studentized(shifts * m, variances * (m * m), m),
            standard_error=math.ldexp(own, -power),
        )
    return basis, of_a.mean, of_b.mean


def _sample(x: FloatArray, first: int, power: int, chosen: Settings) -> _Sample:
    """Resampled means of one sample, and spreads where the method wants them."""
    means, constant = column_means(x.reshape(-1, 1))
    mean = float(means[0])
    if constant[0]:
        equal = np.full(chosen.n_resamples, mean)
        return _Sample(mean, equal, np.zeros(chosen.n_resamples))
    studentize = chosen.method == "studentized"
    residuals = np.ldexp(x - mean, power)
    table = np.stack([x, residuals, residuals * residuals][: 3 if studentize else 1], axis=1)
    drawn = DrawnRows(table, "rows")
    sums = drawn.sums(first, chosen.n_resamples, chosen.seed, chosen.threads).T
    spreads = sums[2] - sums[1] * sums[1] / x.size if studentize else np.zeros(0)
    return _Sample(mean, sums[0] / x.size, spreads)


def _power(a: FloatArray, b: FloatArray) -> int:
    """Residuals times 2 to this power are below 1, so that squares neither overflow nor vanish."""
    return -math.frexp(max(float(np.ptp(a)), float(np.ptp(b))))[1]


def _variance(x: FloatArray, power: int) -> float:
    """Of the mean of x, which is scaled first."""
    residuals = np.ldexp(x - total(x) / x.size, power)
    return total(residuals * residuals) / (x.size - 1) / x.size


def _welch_interval(
    a: FloatArray, b: FloatArray, basis: Basis, chosen: Settings
) -> ConfidenceInterval | None:
    """Welch's t interval; the terms are defined in `reference.differences`."""
    try:
        special = check_resampling.scipy_special()
    except ImportError:
        return None
    reach, power = 0.0, _power(a, b)
    if not basis.degenerate:
        of_a, of_b = _variance(a, power), _variance(b, power)
        variance = of_a + of_b
        freedom = variance**2 / (of_a**2 / (a.size - 1) + of_b**2 / (b.size - 1))
        tail = (1 - chosen.levels[0]) / (2 if chosen.alternative == "two-sided" else 1)
        reach = math.ldexp(-float(special.stdtrit(freedom, tail)) * math.sqrt(variance), -power)
    return ConfidenceInterval(
        -math.inf if chosen.alternative == "less" else basis.estimate - reach,
        math.inf if chosen.alternative == "greater" else basis.estimate + reach,
    )
