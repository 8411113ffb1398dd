"""Intervals from formulas; the quantile of the t or normal distribution is given."""

import math


def t_interval(mean: float, standard_error: float, quantile: float) -> tuple[float, float]:
    """Student 1908, doi:10.1093/biomet/6.1.1; the standard error is `units.standard_error`."""
    return mean - quantile * standard_error, mean + quantile * standard_error


def wilson_interval(ones: int, n: int, z: float) -> tuple[float, float]:
    """The shares whose own z standard errors just reach the one found.

    Wilson 1927, doi:10.1080/01621459.1927.10502953: the roots of (p - q)^2 = z^2 q (1 - q) / n.
    """
    p = ones / n
    a, b, c = 1 + z * z / n, -(2 * p + z * z / n), p * p
    root = math.sqrt(max(b * b - 4 * a * c, 0.0))
    return (-b - root) / (2 * a), (-b + root) / (2 * a)
