"""The randomization test of a paired difference: exact, or with random signs.

If the two systems do not differ, each query might as well have had its two values exchanged, which
changes the sign of its difference. The p-value is the share of the sign patterns whose mean
difference is at least as extreme as the observed one. Fisher, The Design of Experiments, 1935;
Smucker, Allan and Carterette, CIKM 2007, doi:10.1145/1321440.1321528.
"""

import math
from collections.abc import Sequence
from itertools import product

from .resampling import flipped_sum, mean
from .tolerance import tolerance

ENOUGH = 65_536  # sums that are always enumerated
_SMALLEST = 2.0**-1074  # no p-value is 0, not even by rounding


def magnitude_classes(
    differences: Sequence[float], equal_within: float
) -> list[tuple[float, int, int]]:
    """Non-zero differences of equal magnitude: (magnitude, how many positive, how many negative).

    A class holds what lies within the tolerance of its least magnitude, which stands for all of
    it; what lies within the tolerance of zero is zero. Small classes come first, and of two of one
    size the one of smaller magnitude.
    """
    classes: list[tuple[float, int, int]] = []
    for d in sorted(differences, key=abs):
        if abs(d) <= equal_within:
            continue
        if not classes or abs(d) > classes[-1][0] + equal_within:
            classes.append((abs(d), 0, 0))
        magnitude, plus, minus = classes[-1]
        classes[-1] = (magnitude, plus + (d > 0), minus + (d < 0))
    return sorted(classes, key=lambda c: c[1] + c[2])


def extreme(found: float, observed: float, equal_within: float, alternative: str) -> bool:
    """Whether a sum or mean is at least as extreme as the observed one."""
    if alternative == "greater":
        return found >= observed - equal_within
    if alternative == "less":
        return found <= observed + equal_within
    return abs(found) >= abs(observed) - equal_within


def exact_pvalue(
    classes: Sequence[tuple[float, int, int]], equal_within: float, alternative: str
) -> float:
    """Share of all 2^m sign patterns; those with equally many minus signs in each class are one.

    ``equal_within`` is for sums here, n times that of means.
    """
    observed = 0.0
    for magnitude, plus, minus in classes:
        observed += magnitude * (plus - minus)
    count = 0
    for minuses in product(*(range(plus + minus + 1) for _, plus, minus in classes)):
        total, weight = 0.0, 1
        for (magnitude, plus, minus), i in zip(classes, minuses, strict=True):
            total += magnitude * (plus + minus - 2 * i)
            weight *= math.comb(plus + minus, i)
        if extreme(total, observed, equal_within, alternative):
            count += weight
    patterns: int = 2 ** sum(plus + minus for _, plus, minus in classes)
    return max(count / patterns, _SMALLEST)


def randomization_pvalue(
    a: Sequence[float], b: Sequence[float], alternative: str, n_resamples: int, seed: int
) -> tuple[float, bool]:
    """p-value of the difference a - b, and whether it is exact.

    It is exact when the sign patterns have at most max(n_resamples, 65,536) different sums, as far
    as the classes tell. Otherwise b of ``n_resamples`` random patterns are as extreme as the
    observed one, which is a pattern itself: p = (b + 1) / (n_resamples + 1). North, Curtis and
    Sham 2002, doi:10.1086/341527. Queries without a difference stay: their sign changes nothing.
    """
    n = len(a)
    differences = [x - y for x, y in zip(a, b, strict=True)]
    equal_within = tolerance(n, max(abs(x) for x in [*a, *b]))
    classes = magnitude_classes(differences, equal_within)
    if math.prod(plus + minus + 1 for _, plus, minus in classes) <= max(n_resamples, ENOUGH):
        return exact_pvalue(classes, n * equal_within, alternative), True
    observed = mean(differences)
    means = [flipped_sum(differences, seed, flip) / n for flip in range(n_resamples)]
    count = sum(extreme(m, observed, equal_within, alternative) for m in means)
    return (count + 1) / (n_resamples + 1), False
