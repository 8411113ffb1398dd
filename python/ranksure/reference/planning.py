"""How many questions an interval or a test needs, from the spread of a pilot.

``deviation`` is the standard deviation of a question: the standard error of the pilot's mean times
the root of its number of questions. With clusters the standard error is the clustered one, so that
questions which repeat each other count for less. Quantiles z of the normal distribution are given.
"""

import math
from collections.abc import Sequence
from statistics import NormalDist

from .drawing import draw_counts
from .units import Unit, estimate, squared_spread


def proportion_deviation(p: float) -> float:
    """Of a question that is answered with probability p: sqrt(p (1 - p))."""
    return math.sqrt(p * (1 - p))


def independent_difference_deviation(deviation: float) -> float:
    """Of the difference of two systems that succeed and fail independently: variances add."""
    return math.sqrt(2) * deviation


def half_width(deviation: float, n: int, z: float) -> float:
    """Half the width of a normal interval: z standard errors."""
    return z * deviation / math.sqrt(n)


def power(deviation: float, n: int, difference: float, z: float, sides: int) -> float:
    """Probability that a z test finds a true difference. Cohen 1988, chapter 2."""
    lead = difference / (deviation / math.sqrt(n))
    found = NormalDist().cdf(lead - z)
    return found + NormalDist().cdf(-lead - z) if sides == 2 else found


def detectable_difference(deviation: float, n: int, z: float, z_power: float) -> float:
    """The difference that is found with the wanted power: (z + z_power) standard errors.

    The far side of a two-sided test is left out; it adds less than 0.0001 to a power of 0.8.
    """
    return (z + z_power) * deviation / math.sqrt(n)


def questions(deviation: float, reach: float, target: float) -> int:
    """Fewest n for which reach * deviation / sqrt(n) <= target; at least the 2 of any interval.

    ``reach`` is z for the half width of an interval, z + z_power for a test.
    """
    return max(2, math.ceil((reach * deviation / target) ** 2))


def pilot_error(residuals: Sequence[float]) -> float:
    """Relative standard error of a number of questions, since the pilot only estimates a variance.

    sqrt((m4 / m2^2 - 1) / n) with m2, m4 the mean square and fourth power of the residuals of n
    questions or clusters.
    """
    n = len(residuals)
    m2 = math.fsum(e**2 for e in residuals) / n
    m4 = math.fsum(e**4 for e in residuals) / n
    return math.sqrt(max(m4 / m2**2 - 1, 0.0) / n)


def stretched(n: int, m: int) -> list[int]:
    """Which of n rows, in order of their values, stand in a set of m like them: evenly spaced.

    A multiple of n takes each row equally often.
    """
    return [(2 * i + 1) * n // (2 * m) for i in range(m)]


def lead(stratum: Sequence[Unit], z: float, seed: int, resample: int) -> float:
    """The least true difference that a test finds in one simulated set of questions.

    The set is a resample of the stretched pilot, moved so that its true mean is the difference d;
    the test rejects when (mean - true mean + d) / standard error > z, which is when
    d > z * standard error - (mean - true mean). Infinite where the drawn have no spread.
    """
    counts = draw_counts(seed, resample, len(stratum))
    drawn = [unit for unit, count in zip(stratum, counts, strict=True) for _ in range(count)]
    spread = squared_spread([drawn])
    if spread == 0:
        return math.inf
    size = math.fsum(unit.size for unit in drawn)
    return z * math.sqrt(spread) / size - (estimate([drawn]) - estimate([stratum]))
