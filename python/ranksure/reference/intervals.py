"""Intervals and p-values from replicates, and how far the luck of the draws moves a bound.

Every bound is a quantile of the replicates, given by the share of them outside and counted from its
own end. So the interval of negated replicates is exactly the negated interval, exchanged. The
normal distribution comes from the standard library, whose last bits depend on the platform's libm;
only BCa uses it.
"""

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

from .testing import extreme

_NORMAL = NormalDist()


class Bound(NamedTuple):
    value: float
    error: float  # standard error from drawing a finite number of resamples


class End(NamedTuple):
    share: float  # of the replicates outside
    spread: float  # standard error of that share


def at_place(ordered: Sequence[float], place: float) -> float:
    """Linear interpolation between order statistics; place 0 is the first."""
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def bound(ordered: Sequence[float], end: End) -> Bound:
    """The quantile at share * (B - 1) from the front, and its standard error.

    The share of all possible resamples below it has the standard error ``spread``; the bound's own
    is that, times the slope of the order statistics within so many places on either side.
    """
    last = len(ordered) - 1
    place, reach = end.share * last, end.spread * last
    low, high = max(place - reach, 0.0), min(place + reach, float(last))
    if low == high:
        return Bound(at_place(ordered, place), 0.0)
    slope = abs(at_place(ordered, high) - at_place(ordered, low)) / (high - low)
    return Bound(at_place(ordered, place), slope * reach)


def bounds(replicates: Sequence[float], low: End, high: End) -> tuple[Bound, Bound]:
    ordered = sorted(replicates)
    return bound(ordered, low), bound(ordered[::-1], high)


def one_sided(low: Bound, high: Bound, alternative: str) -> tuple[Bound, Bound]:
    """The open side lies at infinity: "greater" keeps the lower bound, "less" the upper one."""
    if alternative == "greater":
        high = Bound(math.inf, 0.0)
    elif alternative == "less":
        low = Bound(-math.inf, 0.0)
    return low, high


def tail(confidence_level: float, alternative: str) -> float:
    """Probability outside each bound."""
    return (1 - confidence_level) / 2 if alternative == "two-sided" else 1 - confidence_level


def plain_end(share: float, n_resamples: int) -> End:
    return End(share, math.sqrt(share * (1 - share) / n_resamples))


def percentile(
    replicates: Sequence[float], confidence_level: float, alternative: str = "two-sided"
) -> tuple[Bound, Bound]:
    """The central part of the replicates. Efron 1979, doi:10.1214/aos/1176344552."""
    end = plain_end(tail(confidence_level, alternative), len(replicates))
    return one_sided(*bounds(replicates, end, end), alternative)


def basic(
    replicates: Sequence[float],
    estimate: float,
    confidence_level: float,
    alternative: str = "two-sided",
) -> tuple[Bound, Bound]:
    """The percentile interval mirrored at the estimate. Davison and Hinkley 1997, section 2.4."""
    end = plain_end(tail(confidence_level, alternative), len(replicates))
    low, high = bounds(replicates, end, end)
    return one_sided(
        Bound(2 * estimate - high.value, high.error),
        Bound(2 * estimate - low.value, low.error),
        alternative,
    )


def studentized(
    ratios: Sequence[float],
    estimate: float,
    standard_error: float,
    confidence_level: float,
    alternative: str = "two-sided",
) -> tuple[Bound, Bound] | None:
    """The mean minus its standard error times the quantiles of `units.studentized`.

    None where resamples without spread, which lie infinitely far out, are so many that a quantile
    or its error meets them. Efron and Tibshirani 1993, section 12.5.
    """
    end = plain_end(tail(confidence_level, alternative), len(ratios))
    low, high = bounds(ratios, end, end)
    if not all(map(math.isfinite, (*low, *high))):
        return None
    return one_sided(
        Bound(estimate - standard_error * high.value, standard_error * high.error),
        Bound(estimate - standard_error * low.value, standard_error * low.error),
        alternative,
    )


def bca(
    replicates: Sequence[float],
    estimate: float,
    equal_within: float,
    acceleration: float,
    confidence_level: float,
    alternative: str = "two-sided",
) -> tuple[Bound, Bound] | None:
    """Bias-corrected and accelerated interval; None where its terms have no value.

    The correction z0 is the normal quantile of the share of replicates below the estimate; those
    that equal it (within the tolerance) count half. Efron 1987,
    doi:10.1080/01621459.1987.10478410.
    """
    below = sum(t < estimate - equal_within for t in replicates)
    above = sum(t > estimate + equal_within for t in replicates)
    skew = (below - above) / (2 * len(replicates))
    if abs(skew) == 0.5 or math.isnan(acceleration):
        return None
    z0 = math.copysign(_NORMAL.inv_cdf(0.5 - abs(skew)), skew)
    z = -_NORMAL.inv_cdf(tail(confidence_level, alternative))
    low = bca_end(z0, skew, acceleration, z, len(replicates))
    high = bca_end(-z0, -skew, -acceleration, z, len(replicates))
    if low is None or high is None:
        return None
    return one_sided(*bounds(replicates, low, high), alternative)


def bca_end(z0: float, skew: float, acceleration: float, z: float, n_resamples: int) -> End | None:
    """The lower end; the upper one is that of the mirrored problem.

    Its share is itself uncertain: both the share of replicates below the bound and the share below
    the estimate, which z0 comes from, are counted from the same draws.
    """
    shifted = z0 - z
    denominator = 1 - acceleration * shifted
    if denominator <= 0:
        return None
    place = z0 + shifted / denominator
    share, middle = _NORMAL.cdf(place), 0.5 + skew
    pull = _NORMAL.pdf(place) * (1 + 1 / (denominator * denominator)) / _NORMAL.pdf(z0)
    variance = (
        share * (1 - share)
        + pull * pull * (middle * (1 - middle))
        - 2 * pull * (min(share, middle) - share * middle)
    )
    return End(share, math.sqrt(max(variance, 0.0) / n_resamples))


def shift_pvalue(
    replicates: Sequence[float], estimate: float, equal_within: float, alternative: str
) -> float:
    """Share of resamples, shifted to mean zero, at least as extreme as the estimate.

    The observed data count as one resample more, so the p-value is never 0. Efron and Tibshirani
    1993, section 16.4; North, Curtis and Sham 2002, doi:10.1086/341527.
    """
    count = sum(extreme(t - estimate, estimate, equal_within, alternative) for t in replicates)
    return (count + 1) / (len(replicates) + 1)


def share_below_zero(replicates: Sequence[float], equal_within: float) -> float:
    """Share of the replicates below zero; those equal to zero count half."""
    below = sum(t < -equal_within for t in replicates)
    equal = sum(abs(t) <= equal_within for t in replicates)
    return (below + equal / 2) / len(replicates)
