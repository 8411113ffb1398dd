"""The difference of the means of two independent samples: other queries in each."""

import math
from collections.abc import Sequence

from .drawing import draw_counts
from .estimators import drawn_rows
from .resampling import mean, replicate
from .tolerance import tolerance
from .units import STRATUM


def difference_replicate(a: Sequence[float], b: Sequence[float], seed: int, resample: int) -> float:
    """Mean of a resample of a minus the mean of one of b, drawn independently: two strata."""
    return replicate(a, seed, resample) - replicate(b, seed, STRATUM + resample)


def studentized(a: Sequence[float], b: Sequence[float], seed: int, resample: int) -> float:
    """(replicate - difference) / standard error of the drawn.

    When each sample drew equal values it lies infinitely far out, unless it is the difference.
    """
    drawn = [
        [x[row] for row in drawn_rows(draw_counts(seed, number, len(x)))]
        for x, number in ((a, resample), (b, STRATUM + resample))
    ]
    shift = difference_replicate(a, b, seed, resample) - (mean(a) - mean(b))
    if any(min(x) != max(x) for x in drawn):
        return shift / standard_error(*drawn)
    widest = max(max(x) - min(x) for x in (a, b))
    nothing = tolerance(len(a) + len(b), widest**2)  # as a mean of squares
    return math.copysign(math.inf, shift) if shift**2 > nothing else 0.0


def _variance_of_mean(x: Sequence[float]) -> float:
    middle = math.fsum(x) / len(x)
    return math.fsum((v - middle) ** 2 for v in x) / (len(x) - 1) / len(x)


def standard_error(a: Sequence[float], b: Sequence[float]) -> float:
    """sqrt(s_a^2 / n_a + s_b^2 / n_b), each s^2 with n - 1 in the divisor."""
    return math.sqrt(_variance_of_mean(a) + _variance_of_mean(b))


def degrees_of_freedom(a: Sequence[float], b: Sequence[float]) -> float:
    """Of the t interval with that standard error. Welch 1947, doi:10.2307/2332510."""
    of_a, of_b = _variance_of_mean(a), _variance_of_mean(b)
    return (of_a + of_b) ** 2 / (of_a**2 / (len(a) - 1) + of_b**2 / (len(b) - 1))


def acceleration(a: Sequence[float], b: Sequence[float]) -> float:
    """For BCa, from leaving out one value of either sample at a time; NaN if none moves a mean.

    Davison and Hinkley, Bootstrap Methods and their Application, 1997, section 5.3,
    doi:10.1017/CBO9780511802843.
    """
    influences: list[float] = []
    for sign, x in ((1, a), (-1, b)):
        m = len(x)
        left = [sign * (math.fsum(x) - v) / (m - 1) for v in x]
        middle = math.fsum(left) / m
        influences += [(m - 1) / m * (middle - value) for value in left]
    denominator = 6 * math.fsum(u**2 for u in influences) ** 1.5
    return math.fsum(u**3 for u in influences) / denominator if denominator else math.nan
