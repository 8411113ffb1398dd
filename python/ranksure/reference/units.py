"""What a resample draws: queries or clusters of them, each stratum by itself, with weights.

A unit is what is drawn as one: a query, or a cluster of queries. It has a total (the sum of weight
times value over its queries) and a size (the sum of their weights). The statistic is the mean over
queries: the totals of all units divided by their sizes.
"""

import math
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from .drawing import draw_counts
from .resampling import drawn_sum
from .tolerance import tolerance

STRATUM = 2**48  # resample b of stratum s has the number s * STRATUM + b


class Unit(NamedTuple):
    total: float
    size: float


Strata = Sequence[Sequence[Unit]]


def units(
    x: Sequence[float],
    clusters: Sequence[Hashable] | None = None,
    strata: Sequence[Hashable] | None = None,
    weights: Sequence[float] | None = None,
) -> list[list[Unit]]:
    """The units of each stratum; strata, and units within one, stand as they first appear.

    Weights are first multiplied by a power of two that brings the largest into [1, 2): the mean
    does not depend on it, and nothing overflows. Sums over a cluster run in the order of queries.
    """
    w = [1.0] * len(x) if weights is None else list(weights)
    power = 1 - math.frexp(max(w))[1]
    table: dict[Hashable, dict[Hashable, Unit]] = {}
    for i, value in enumerate(x):
        stratum = table.setdefault(strata[i] if strata else None, {})
        label = clusters[i] if clusters else i
        unit = stratum.get(label, Unit(0.0, 0.0))
        weight = math.ldexp(w[i], power)
        stratum[label] = Unit(unit.total + weight * value, unit.size + weight)
    return [list(stratum.values()) for stratum in table.values()]


def ratio(strata: Strata, drawn: Sequence[Sequence[int]]) -> float:
    """Mean over the queries of the units drawn, each of each stratum so many times."""
    totals, sizes = 0.0, 0.0
    for stratum, counts in zip(strata, drawn, strict=True):
        totals += _drawn_sum([unit.total for unit in stratum], counts)
        sizes += _drawn_sum([unit.size for unit in stratum], counts)
    return totals / sizes


def _drawn_sum(values: Sequence[float], counts: Sequence[int]) -> float:
    """The sum of what is drawn; of equal values, that value times their number."""
    if min(values) == max(values):
        return values[0] * len(values)
    return drawn_sum(values, counts)


def estimate(strata: Strata) -> float:
    """The mean: each unit drawn once."""
    return ratio(strata, [[1] * len(stratum) for stratum in strata])


def draw_units(strata: Strata, seed: int, resample: int) -> list[list[int]]:
    """One resample: of each stratum as many units as it has, with replacement."""
    return [
        draw_counts(seed, place * STRATUM + resample, len(stratum))
        for place, stratum in enumerate(strata)
    ]


def replicate(
    x: Sequence[float],
    seed: int,
    resample: int,
    clusters: Sequence[Hashable] | None = None,
    strata: Sequence[Hashable] | None = None,
    weights: Sequence[float] | None = None,
) -> float:
    """Mean of one resample. Equal values are answered by that value.

    With one stratum, no weights and every query its own cluster it is the plain replicate.
    """
    if min(x) == max(x):
        return x[0] + 0.0
    table = units(x, clusters, strata, weights)
    return ratio(table, draw_units(table, seed, resample))


def residuals(strata: Strata) -> list[list[float]]:
    """Of each unit its total minus its size times the mean."""
    mean = estimate(strata)
    return [[unit.total - mean * unit.size for unit in stratum] for stratum in strata]


def squared_spread(strata: Strata) -> float:
    """Squared residuals about their stratum's average, with m / (m - 1); a single unit has none."""
    total = 0.0
    for e in residuals(strata):
        m, middle = len(e), math.fsum(e) / len(e)
        if m > 1:
            total += m / (m - 1) * math.fsum((r - middle) ** 2 for r in e)
    return total


def standard_error(strata: Strata) -> float:
    """Standard error of the mean by linearisation.

    For single queries without weights this is s / sqrt(n), for clusters the usual cluster-robust
    one. Cochran, Sampling Techniques, 1977, chapters 5 and 6.
    """
    size = math.fsum(unit.size for stratum in strata for unit in stratum)
    return math.sqrt(squared_spread(strata)) / size


def studentized(strata: Strata, seed: int, resample: int) -> float:
    """(resampled mean - mean) / the standard error of the resample.

    A resample without spread (but for rounding) lies infinitely far out, unless its mean is the
    mean of all.
    """
    drawn = draw_units(strata, seed, resample)
    chosen = [
        [unit for unit, count in zip(stratum, counts, strict=True) for _ in range(count)]
        for stratum, counts in zip(strata, drawn, strict=True)
    ]
    shift = ratio(strata, drawn) - estimate(strata)
    m = sum(map(len, strata))
    largest = 2.0 ** math.frexp(max(abs(e) for stratum in residuals(strata) for e in stratum))[1]
    nothing = tolerance(m, largest**2)  # as the mean of m squares
    if squared_spread(chosen) > m * nothing:
        return shift / standard_error(chosen)
    size = math.fsum(unit.size for stratum in chosen for unit in stratum)
    return math.copysign(math.inf, shift) if (shift * size / m) ** 2 > nothing else 0.0


def acceleration(strata: Strata) -> float:
    """How the standard error changes with the mean, from leaving out one unit at a time.

    The other units of the stratum then count m / (m - 1) times. A stratum of one unit adds
    nothing. NaN when no unit moves the mean. Efron 1987, doi:10.1080/01621459.1987.10478410.
    """
    cubes, squares = [0.0], [0.0]
    for place, stratum in enumerate(strata):
        m = len(stratum)
        if m == 1:
            continue
        others = [unit for s in (*strata[:place], *strata[place + 1 :]) for unit in s]
        means = []
        for left_out in range(m):
            kept = [unit for row, unit in enumerate(stratum) if row != left_out]
            total = math.fsum(u.total for u in kept) * (m / (m - 1))
            size = math.fsum(u.size for u in kept) * (m / (m - 1))
            total += math.fsum(u.total for u in others)
            means.append(total / (size + math.fsum(u.size for u in others)))
        middle = math.fsum(means) / m
        influences = [(m - 1) / m * (middle - left) for left in means]
        cubes += [u**3 for u in influences]
        squares += [u**2 for u in influences]
    denominator = 6 * math.fsum(squares) ** 1.5
    return math.fsum(cubes) / denominator if denominator else math.nan


def effect_size(differences: Sequence[float], weights: Sequence[float] | None = None) -> float:
    """Mean difference in standard deviations of the differences: Cohen's d_z."""
    n = len(differences)
    w = [1.0] * n if weights is None else weights
    mean = math.fsum(wi * d for wi, d in zip(w, differences, strict=True)) / math.fsum(w)
    squares = math.fsum(wi * (d - mean) ** 2 for wi, d in zip(w, differences, strict=True))
    return mean / math.sqrt(squares / math.fsum(w) * n / (n - 1))
