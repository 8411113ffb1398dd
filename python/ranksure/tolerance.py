"""When two means count as equal."""

import math


def tolerance(n: int, largest: float) -> float:
    """Means of n numbers that differ by no more count as equal: see `reference.tolerance`."""
    return 4 * 2.0**-52 * math.log2(n) * largest
