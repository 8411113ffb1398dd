"""How far two Monte Carlo bounds may lie apart, computed from the replicates themselves."""

import math
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]
SIGMAS = 5.0
_NORMAL = NormalDist()


def sigmas(share: float, draws: tuple[int, int]) -> float:
    """Five standard errors of the difference of a share between two numbers of draws."""
    return SIGMAS * math.sqrt(share * (1 - share) * sum(1 / n for n in draws))


def quantile_range(replicates: Values, share: float, published: int) -> tuple[float, float]:
    """Where the quantile of ``published`` other draws may lie."""
    reach = sigmas(share, (published, replicates.size))
    low, high = np.quantile(replicates, np.clip([share - reach, share + reach], 0, 1))
    return float(low), float(high)


def acceleration(influences: Values) -> float:
    centred = influences - influences.mean()
    return float((centred**3).sum() / (6 * (centred**2).sum() ** 1.5))


def bca_ranges(
    replicates: Values, estimate: float, skewness: float, level: float, published: int
) -> list[tuple[float, float]]:
    """Where both BCa bounds of ``published`` other draws may lie.

    The draws move the correction z0, which moves the shares, and the quantiles at these.
    """
    slack = 1e-12 * max(1.0, float(np.abs(replicates).max()))
    below = float((replicates < estimate - slack).mean() + (replicates <= estimate + slack).mean())
    reach = sigmas(below / 2, (published, replicates.size))
    ranges = []
    for tail in ((1 - level) / 2, (1 + level) / 2):
        ends = []
        for side in (-1, 1):
            z0 = _NORMAL.inv_cdf(below / 2 + side * reach)
            shifted = z0 + _NORMAL.inv_cdf(tail)
            share = _NORMAL.cdf(z0 + shifted / (1 - skewness * shifted))
            ends.append(quantile_range(replicates, share, published)[(side + 1) // 2])
        ranges.append((ends[0], ends[1]))
    return ranges


def inside(value: float, found: tuple[float, float], rounding: float) -> bool:
    """Within the range, but for the digits that were printed."""
    return found[0] - rounding <= value <= found[1] + rounding
