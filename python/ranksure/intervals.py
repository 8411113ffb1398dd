"""From replicates to intervals and p-values. The definitions are in `reference.intervals`."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .quantiles import Bound, Bounds, End, plain_ends, quantiles, quantiles_of_differences
from .replicates import ConfidenceInterval, FloatArray, total

METHODS = ("percentile", "basic", "bca", "studentized")


@dataclass(frozen=True)
class MonteCarloError:
    """Standard error of each bound that comes from drawing a finite number of resamples."""

    low: float
    high: float


@dataclass(frozen=True)
class Basis:
    """What the methods make an interval from.

    Degenerate: no resample can differ, but for rounding. ``problem`` says why BCa and the
    studentized method have no answer. The percentile interval stands in for both.
    """

    estimate: float
    replicates: FloatArray
    equal_within: float = 0.0
    acceleration: float = math.nan  #: for BCa
    ratios: FloatArray | None = None  #: for the studentized method; infinite without a spread
    standard_error: float = math.nan  #: of the estimate, which scales the ratios
    problem: str | None = None
    degenerate: bool = False
    draws: str = "rows"  #: "groups" where equal rows were drawn as one


class Intervals(NamedTuple):
    by_level: dict[float, ConfidenceInterval]
    monte_carlo_error: MonteCarloError  #: of the first level
    flags: tuple[str, ...]


def confidence_intervals(
    basis: Basis, method: str, levels: Sequence[float], alternative: str
) -> Intervals:
    """Intervals of one set of replicates at all levels."""
    tails = [(1 - v) / 2 if alternative == "two-sided" else 1 - v for v in levels]
    found, problem = None, basis.problem
    if not problem and not basis.degenerate:
        if method == "bca":
            found, problem = _bca(basis, tails)
        elif method == "studentized":
            found, problem = _studentized(basis, tails)
    if found is None:
        found = quantiles(basis.replicates, plain_ends(tails, basis.replicates.size))
        if method == "basic":
            found = [_mirrored(basis.estimate, 2.0, 1.0, pair) for pair in found]
    found = [_one_sided(pair, alternative) for pair in found]
    flags = ["degenerate"] if basis.degenerate else []
    if problem and method in ("bca", "studentized"):
        flags.append(f"percentile instead of {method}: {problem}")
    elif method == "studentized" and basis.ratios is not None:
        lost = _without_spread(basis.ratios)
        flags += [f"{lost} resamples have no spread and lie outside the bounds"] if lost else []
    return Intervals(
        {
            level: ConfidenceInterval(low.value, high.value)
            for level, (low, high) in zip(levels, found, strict=True)
        },
        MonteCarloError(*(end.error for end in found[0])),
        tuple(flags),
    )


def intervals_of_pairs(
    table: FloatArray, pairs: NDArray[np.int64], confidence_level: float, threads: int
) -> FloatArray:
    """Percentile intervals of table[i] - table[j] for pairs of rows of replicates, (pairs, 2)."""
    [ends] = plain_ends([(1 - confidence_level) / 2], table.shape[1])
    return quantiles_of_differences(table, pairs, ends, threads)


def _mirrored(estimate: float, times: float, scale: float, pair: Bounds) -> Bounds:
    """times * estimate - scale * the other bound."""
    low, high = pair
    return (
        Bound(times * estimate - scale * high.value, scale * high.error),
        Bound(times * estimate - scale * low.value, scale * low.error),
    )


def _one_sided(pair: Bounds, alternative: str) -> Bounds:
    low, high = pair
    if alternative == "greater":
        high = Bound(math.inf, 0.0)
    elif alternative == "less":
        low = Bound(-math.inf, 0.0)
    return low, high


def _studentized(basis: Basis, tails: Sequence[float]) -> tuple[list[Bounds] | None, str | None]:
    ratios = basis.ratios
    if ratios is None:
        raise ValueError("the studentized method needs ratios")
    pairs = quantiles(ratios, plain_ends(tails, ratios.size))
    if not all(math.isfinite(x) for pair in pairs for bound in pair for x in bound):
        return None, f"{_without_spread(ratios)} of {ratios.size} resamples have no spread"
    scale = basis.standard_error
    return [_mirrored(basis.estimate, 1.0, scale, pair) for pair in pairs], None


def _without_spread(ratios: FloatArray) -> int:
    return int(np.count_nonzero(np.isinf(ratios)))


def _bca(basis: Basis, tails: Sequence[float]) -> tuple[list[Bounds] | None, str | None]:
    from statistics import NormalDist  # not with the package: it loads random and decimal

    t, estimate = basis.replicates, basis.estimate
    acceleration, equal_within = basis.acceleration, basis.equal_within
    below = int(np.count_nonzero(t < estimate - equal_within))
    above = int(np.count_nonzero(t > estimate + equal_within))
    skew = (below - above) / (2 * t.size)
    if abs(skew) == 0.5:
        return None, "all resamples lie on one side of the estimate"
    if math.isnan(acceleration):
        return None, "no row moves the estimate"
    normal = NormalDist()
    z0 = math.copysign(normal.inv_cdf(0.5 - abs(skew)), skew)

    def lower_end(z0: float, skew: float, acceleration: float, z: float) -> End | None:
        shifted = z0 - z
        denominator = 1 - acceleration * shifted
        if denominator <= 0:
            return None
        place = z0 + shifted / denominator
        share, middle = normal.cdf(place), 0.5 + skew
        pull = normal.pdf(place) * (1 + 1 / (denominator * denominator)) / normal.pdf(z0)
        variance = (
            share * (1 - share)
            + pull * pull * (middle * (1 - middle))
            - 2 * pull * (min(share, middle) - share * middle)
        )
        return End(share, math.sqrt(max(variance, 0.0) / t.size))

    ends = []
    for tail in tails:
        z = -normal.inv_cdf(tail)
        low = lower_end(z0, skew, acceleration, z)
        high = lower_end(-z0, -skew, -acceleration, z)
        if low is None or high is None:
            return None, f"the acceleration {acceleration:.2g} is too large for this level"
        ends.append((low, high))
    return quantiles(t, ends), None


def acceleration(influences: Sequence[FloatArray]) -> float:
    """Skewness of the influences of all rows or units; NaN when nothing moves the estimate.

    ``influences`` holds, for each stratum, by how much leaving out a unit lowers the estimate. They
    are centred here; a common factor does not matter. The definition is
    `reference.units.acceleration`.
    """
    cubes, squares = 0.0, 0.0
    largest = max(max(float(u.max()), -float(u.min())) for u in influences)
    if not largest > 0:
        return math.nan
    for u in influences:  # in place, for these may be large
        weighted = u / largest
        weighted -= total(weighted) / u.size
        weighted *= (u.size - 1) / u.size
        powers = weighted * weighted
        squares += total(powers)
        powers *= weighted
        cubes += total(powers)
    return cubes / (6 * squares * math.sqrt(squares)) if squares > 0 else math.nan


def shift_pvalue(basis: Basis, alternative: str) -> float:
    """p-value of the estimate against zero; the definition is in `reference.intervals`."""
    estimate, equal_within = basis.estimate, basis.equal_within
    shifted = basis.replicates - estimate
    if alternative == "greater":
        extreme = shifted >= estimate - equal_within
    elif alternative == "less":
        extreme = shifted <= estimate + equal_within
    else:
        extreme = np.abs(shifted) >= abs(estimate) - equal_within
    return (int(np.count_nonzero(extreme)) + 1) / (shifted.size + 1)


def share_below_zero(basis: Basis) -> float:
    """Share of the replicates below zero, of those equal to zero one half."""
    t, equal_within = basis.replicates, basis.equal_within
    below = int(np.count_nonzero(t < -equal_within))
    return (below + int(np.count_nonzero(np.abs(t) <= equal_within)) / 2) / t.size
