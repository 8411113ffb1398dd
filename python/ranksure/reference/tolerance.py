"""When two means count as equal."""

import math


def tolerance(n: int, largest: float) -> float:
    """Means of n numbers that differ by no more than this count as equal.

    ``largest`` is the largest magnitude among the numbers; of a paired difference a - b, among a
    and b, whose rounding the difference inherits. It covers the rounding of differences and of
    sums, and nothing that a measure could tell apart.
    """
    return 4 * 2.0**-52 * math.log2(n) * largest
