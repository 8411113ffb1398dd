"""Do two bootstrap intervals agree within Monte Carlo error? So that nobody times a wrong thing."""

from statistics import NormalDist

import numpy as np

_MARGIN = 5.0  # standard errors; about 1 false alarm in 2 million per bound


def assert_agree(
    name: str, found: object, resamples: int, expected: object, expected_resamples: int
) -> None:
    """Compare bounds (..., 2) of central 95 % intervals, made from the numbers of resamples given.

    A quantile at p of B replicates has the standard error sqrt(p (1 - p) / B) / density; the
    density is that of a normal law with the width of the expected interval.
    """
    a, b = np.asarray(found, dtype=float), np.asarray(expected, dtype=float)
    normal, p = NormalDist(), 0.025
    spread = (b[..., 1] - b[..., 0]) / (2 * normal.inv_cdf(1 - p))
    error = spread * np.sqrt(p * (1 - p)) / normal.pdf(normal.inv_cdf(p))
    error = error * np.sqrt(1 / resamples + 1 / expected_resamples)
    apart = np.abs(a - b) / error[..., None]
    if not np.all(apart < _MARGIN):
        raise AssertionError(
            f"{name}: a bound is {np.max(apart):.1f} Monte Carlo standard errors from ranksure's"
        )
