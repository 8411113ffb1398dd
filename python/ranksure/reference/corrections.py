"""p-values of many tests at once: Holm, Benjamini and Hochberg, and step-down max-T.

A test without a p-value (NaN) is no test: it is left out, and stays NaN.
"""

import math
from collections.abc import Sequence

from .resampling import standard_error


def holm(pvalues: Sequence[float]) -> list[float]:
    """Adjusted so that the chance of any false finding is at most the level.

    The i-th smallest of m is multiplied by m - i + 1, and is at least the one before and at most 1.
    Holm, A simple sequentially rejective multiple test procedure, 1979.
    """
    found = [math.nan] * len(pvalues)
    tests = [i for i, p in enumerate(pvalues) if not math.isnan(p)]
    least = 0.0
    for rank, i in enumerate(sorted(tests, key=lambda i: pvalues[i])):
        least = max(least, min(1.0, (len(tests) - rank) * pvalues[i]))
        found[i] = least
    return found


def benjamini_hochberg(pvalues: Sequence[float]) -> list[float]:
    """Adjusted so that the expected share of false findings among all is at most the level.

    The i-th smallest of m is divided by i / m, and is at most the one after and at most 1.
    Benjamini and Hochberg 1995, doi:10.1111/j.2517-6161.1995.tb02031.x.
    """
    found = [math.nan] * len(pvalues)
    tests = [i for i, p in enumerate(pvalues) if not math.isnan(p)]
    most = 1.0
    for rank, i in reversed(list(enumerate(sorted(tests, key=lambda i: pvalues[i]), start=1))):
        most = min(most, pvalues[i] / (rank / len(tests)))
        found[i] = most
    return found


def scale(replicates: Sequence[float], estimate: float, equal_within: float) -> float:
    """Standard deviation of the replicates; 0 when none differs from the estimate but by rounding.

    A column has one scale, observed and resampled: a spread of each resample would need the
    products of all pairs of systems.
    """
    if all(abs(r - estimate) <= equal_within for r in replicates):
        return 0.0
    return standard_error(replicates)


def max_t(
    estimates: Sequence[float],
    replicates: Sequence[Sequence[float]],
    sizes: Sequence[int],
    equal_within: Sequence[float],
) -> list[float]:
    """Step-down max-T p-values of estimates against zero, from joint replicates of each.

    With s the scale of a column, its n queries give t = |estimate| / (s * sqrt(n / (n - 1))), and
    resample b gives u_b = |replicate_b - estimate| / s: centred, as if the true value were zero.
    The test with the largest t is held against the maximum of u_b over all tests, the next one
    against the maximum over all but the first, and so on:
    p = (1 + #{b : max_b >= t}) / (B + 1), and at least the p-value before.
    Romano and Wolf 2005, doi:10.1198/016214504000000539.

    A column without spread has no t: it enters no maximum. Its p-value is 1 if its estimate is
    zero, else NaN, since resampling a constant says nothing about its chance.
    """
    found = [math.nan] * len(estimates)
    tests = []
    for h, (estimate, column) in enumerate(zip(estimates, replicates, strict=True)):
        s = scale(column, estimate, equal_within[h])
        if s > 0:
            wide = s * math.sqrt(sizes[h] / (sizes[h] - 1))
            u = [abs(r - estimate) / s for r in column]
            tests.append((abs(estimate) / wide, h, u, equal_within[h] / s))
        elif abs(estimate) <= equal_within[h]:
            found[h] = 1.0
    tests.sort(key=lambda test: (-test[0], test[1]))
    before = 0.0
    for place, (t, h, _, slack) in enumerate(tests):
        maxima = [max(us) for us in zip(*(test[2] for test in tests[place:]), strict=True)]
        count = len([m for m in maxima if m >= t - slack])
        before = max(before, (count + 1) / (len(maxima) + 1))
        found[h] = before
    return found


def simultaneous_reach(
    estimates: Sequence[float],
    replicates: Sequence[Sequence[float]],
    equal_within: Sequence[float],
    sizes: Sequence[int],
    level: float,
) -> list[float]:
    """Half widths of intervals that all hold at once: estimate ± reach.

    c is the ceil(level * (B + 1))-th smallest of the B maxima of u_b over all columns with spread
    (infinite if there are not as many); the reach of a column is c * s * sqrt(n / (n - 1)). A
    column without spread has reach 0.
    """
    scales = [scale(*column) for column in zip(replicates, estimates, equal_within, strict=True)]
    columns = [
        [abs(r - estimate) / s for r in column]
        for column, estimate, s in zip(replicates, estimates, scales, strict=True)
        if s > 0
    ]
    if not columns:
        return [0.0] * len(scales)
    maxima = sorted(max(us) for us in zip(*columns, strict=True))
    place = math.ceil(level * (len(maxima) + 1))
    c = maxima[place - 1] if place <= len(maxima) else math.inf
    return [
        c * (s * math.sqrt(n / (n - 1))) if s > 0 else 0.0
        for s, n in zip(scales, sizes, strict=True)
    ]
