"""Sets of questions of a planned size, drawn from a pilot: what their intervals and tests reach.

The definitions are in `reference.planning`. A simulated set is a resample of the pilot stretched to
the planned size; its mean is off by ``shift``, and it has a standard error of its own.
"""

import math
from dataclasses import dataclass

import numpy as np

from ..quantiles import Bound, plain_ends, quantiles
from ..replicates import FloatArray, resample, standard_error, total
from .pilots import Pilot

_LARGEST = 1_000_000_000  # drawn rows of one simulation
_LARGEST_SET = 10_000_000  # questions of one set, which lie in memory


@dataclass(frozen=True)
class Simulation:
    """Simulated sets of n questions."""

    shift: FloatArray
    standard_error: FloatArray  #: 0 where the drawn have no spread

    def half_width(self, tail: float) -> Bound:
        """Of the percentile interval, with its Monte Carlo error.

        The error takes the means as normal: those of hits and misses lie on a lattice, where the
        neighbours of a quantile are equal to it and show no error.
        """
        from statistics import NormalDist  # not with the package: it loads random and decimal

        normal, count = NormalDist(), self.shift.size
        [(low, high)] = quantiles(self.shift, plain_ends([tail], count))
        spread = standard_error(self.shift) / normal.pdf(normal.inv_cdf(tail))
        error = spread * math.sqrt(tail * (1 - tail) / count / 2)
        return Bound((high.value - low.value) / 2, error)

    def detectable_difference(self, z: float, power: float) -> Bound:
        """Found by the test in a share ``power`` of the sets; infinite if too few have spread."""
        spread = self.standard_error > 0
        lead = np.where(spread, z * self.standard_error - self.shift, np.inf)
        [(_, found)] = quantiles(lead, plain_ends([1 - power], lead.size))
        return found

    def power(self, difference: float, z: float, sides: int) -> Bound:
        """Share of the sets in which the test finds a true difference."""
        lead = self.shift + difference
        reach = z * self.standard_error
        found = lead > reach
        if sides == 2:
            found |= lead < -reach
        share = float(np.count_nonzero(found & (self.standard_error > 0)) / found.size)
        return Bound(share, math.sqrt(share * (1 - share) / found.size))


def too_large(n: int, n_resamples: int) -> bool:
    """Whether sets of n questions are left to the formula."""
    return n > _LARGEST_SET or n * n_resamples > _LARGEST


def simulate(
    pilot: Pilot, n: int, n_resamples: int, seed: int, threads: int, *, mirrored: bool = False
) -> Simulation | None:
    """Draw ``n_resamples`` sets of n questions; None where that would take too long.

    ``mirrored`` turns the residuals round, for a test that looks for a negative difference.
    """
    if too_large(n, n_resamples):
        return None
    e, s = pilot.stretched(n)
    first = _drawn(-e if mirrored else e, s, n_resamples, seed, threads)
    if pilot.of != "difference":
        return first
    second = _drawn(e, s, n_resamples, (seed + 1) % 2**64, threads)
    return Simulation(
        first.shift - second.shift, np.hypot(first.standard_error, second.standard_error)
    )


def _drawn(e: FloatArray, s: FloatArray, n_resamples: int, seed: int, threads: int) -> Simulation:
    m, equal = e.size, bool(s.min() == s.max())
    columns = [e, e * e] if equal else [e, e * e, s, e * s, s * s]
    means = resample(np.stack(columns, axis=1), n_resamples, seed, threads).means_of_resamples.T
    if equal:
        size = s[:1]
        shift = means[0] / size
        squares = means[1] - means[0] * means[0]
    else:
        size = means[2]
        shift = means[0] / size
        squares = means[1] - 2 * shift * means[3] + shift * shift * means[4]
    # Squares of the residuals about the set's own mean; what is left of equal ones is rounding.
    squares = np.where(squares > 1e-12 * means[1], squares, 0.0)
    return Simulation(shift - total(e) / total(s), np.sqrt(squares / (m - 1)) / size)
