"""What a resample draws: clusters of queries, each stratum by itself, with weights.

The definitions are in `reference.units`. A unit is what is drawn as one; it has a total (the sum of
weight times value) and a size (the sum of weights), and a resampled mean is a sum of totals divided
by a sum of sizes. The residual of a unit is its total minus its size times the mean.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .replicates import DrawnRows, FloatArray, in_order, total
from .tolerance import tolerance

Codes = NDArray[np.int64]
_STRATUM = 2**48  # resample b of stratum s has the number s * 2^48 + b


@dataclass(frozen=True)
class Design:
    """Which queries form units and strata, and their weights; None: no such grouping."""

    clusters: Codes | None  #: number of each query's cluster, by first appearance
    strata: Codes | None  #: number of each query's stratum, by first appearance
    weights: FloatArray | None

    def units(self, x: FloatArray) -> "Units":
        """The units of values, stratum by stratum."""
        weights = self.weights
        if weights is not None:  # the largest in [1, 2): the mean is the same, nothing overflows
            weights = np.ldexp(weights, 1 - math.frexp(float(weights.max()))[1])
        totals = x if weights is None else weights * x
        sizes = np.ones(x.size) if weights is None else weights
        if self.clusters is not None:
            totals, sizes = (
                np.bincount(self.clusters, weights=column).astype(np.float64, copy=False)
                for column in (totals, sizes)
            )
        strata = self.strata_of_units()
        if strata is None:
            return Units([totals], [sizes], x)
        order = np.argsort(strata, kind="stable")
        members = np.split(order, np.bincount(strata).cumsum()[:-1])
        return Units([totals[m] for m in members], [sizes[m] for m in members], x)

    def strata_of_units(self) -> Codes | None:
        """Number of each unit's stratum."""
        if self.strata is None or self.clusters is None:
            return self.strata
        return self.strata[np.unique(self.clusters, return_index=True)[1]]


@dataclass(frozen=True)
class Units:
    """Totals and sizes of the units of each stratum."""

    totals: list[FloatArray]
    sizes: list[FloatArray]
    x: FloatArray  #: the values of the queries

    @property
    def degrees_of_freedom(self) -> int:
        return sum(totals.size - 1 for totals in self.totals)

    @property
    def single(self) -> int:
        """Strata of one unit, which have no spread."""
        return sum(totals.size == 1 for totals in self.totals)

    @property
    def constant(self) -> bool:
        return bool(self.x.min() == self.x.max())

    @property
    def mean(self) -> float:
        """Every unit drawn once, in order; equal values are answered by themselves."""
        if self.constant:
            return float(self.x[0]) + 0.0
        above, below = (
            in_order(_sum(column, total(column)) for column in columns)
            for columns in (self.totals, self.sizes)
        )
        return above / below

    def degenerate(self, equal_within: float) -> bool:
        """Whether no resample can give another mean, but for rounding."""
        means = [np.divide(t, s) for t, s in zip(self.totals, self.sizes, strict=True)]
        lows, highs = [m.min() for m in means], [m.max() for m in means]
        if any(high - low > equal_within for low, high in zip(lows, highs, strict=True)):
            return False
        fixed = all(sizes.min() == sizes.max() for sizes in self.sizes)
        return fixed or bool(max(highs) - min(lows) <= equal_within)

    def residuals(self, mean: float) -> tuple[list[FloatArray], int]:
        """Total minus size times mean, scaled by the power of two that is returned.

        The largest then lies in [1/2, 1), so that squares and cubes neither overflow nor vanish.
        """
        pairs = zip(self.totals, self.sizes, strict=True)
        residuals = [t - mean * s for t, s in pairs]
        power = -math.frexp(max(float(np.abs(e).max()) for e in residuals))[1]
        return [np.ldexp(e, power) for e in residuals], power

    def influences(self, mean: float) -> list[FloatArray]:
        """By how much leaving out each unit lowers the mean, but for a common factor.

        Without unit i the others of its stratum count m / (m - 1) times: total and size lose
        (own - stratum's average) * m / (m - 1).
        """
        size = in_order(map(total, self.sizes))
        found = []
        for e, sizes in zip(self.residuals(mean)[0], self.sizes, strict=True):
            if e.size > 1:
                grown = e.size / (e.size - 1)
                left = size - (sizes - total(sizes) / sizes.size) * grown
                found.append((e - total(e) / e.size) * grown / left)
        return found

    def standard_error(self, mean: float) -> float:
        """By linearisation; the definition is `reference.units.standard_error`."""
        residuals, power = self.residuals(mean)
        spread = 0.0
        for e in residuals:
            if e.size > 1:
                centred = e - total(e) / e.size
                spread += e.size / (e.size - 1) * total(centred * centred)
        return math.ldexp(math.sqrt(spread), -power) / in_order(map(total, self.sizes))


def _sum(column: FloatArray, found: float) -> float:
    """The sum of a column; of equal numbers, that number times how many there are."""
    return float(column[0]) * column.size if column.min() == column.max() else found


def studentized(shifts: FloatArray, squares: FloatArray, m: int) -> FloatArray:
    """Shifts divided by the root of their squared spreads, both of sums over ``m`` units.

    Without a spread (but for rounding) the ratio is infinite, unless there is no shift either.
    Residuals are at most 1. The definition is `reference.units.studentized`.
    """
    nothing = tolerance(m, 1.0)
    spread = squares > m * nothing
    without = np.where(np.square(shifts / m) > nothing, np.copysign(np.inf, shifts), 0.0)
    return np.where(spread, shifts / np.sqrt(np.where(spread, squares, 1.0)), without)


class Drawn(NamedTuple):
    replicates: FloatArray
    ratios: FloatArray | None  #: studentized
    draws: str = "rows"  #: "groups" where equal units of some stratum were drawn as one


def resample_units(
    units: Units,
    n_resamples: int,
    seed: int,
    threads: int,
    draws: str = "auto",
    *,
    studentize: bool,
) -> Drawn:
    """Resampled means; the definitions are `reference.units.replicate` and `studentized`."""
    mean = units.mean
    if units.constant:
        return Drawn(np.full(n_resamples, mean), None)
    residuals, power = units.residuals(mean)
    totals, sizes = np.zeros(n_resamples), np.zeros(n_resamples)
    spread = _Spread(n_resamples)
    paths = set()
    for place, (t, s, e) in enumerate(zip(units.totals, units.sizes, residuals, strict=True)):
        fixed = s.min() == s.max()
        columns = [t, s]
        if studentize:
            columns += [e * e] if fixed else [e * e, e * s, s * s]
        first = place * _STRATUM
        drawn, path = _sums(columns, first, n_resamples, seed, threads, draws)
        paths.add(path)
        totals += drawn[0]
        sizes += drawn[1]
        if studentize and t.size > 1:
            own = np.ldexp(drawn[0] - mean * drawn[1], power)
            spread.add(t.size, own, drawn[1], drawn[2:])
    replicates = totals / sizes
    path = "groups" if "groups" in paths else "rows"
    if not studentize:
        return Drawn(replicates, None, path)
    shift = np.ldexp(replicates - mean, power)
    squares = spread.at(shift)
    m = sum(t.size for t in units.totals)
    return Drawn(replicates, studentized(shift * sizes, squares, m), path)


def _sums(
    columns: list[FloatArray], first: int, count: int, seed: int, threads: int, draws: str
) -> tuple[list[FloatArray | float], str]:
    """Sums over the rows of each resample, and how they were drawn.

    Columns of equal numbers are not drawn.
    """
    path = "rows"
    varying = [c.min() != c.max() for c in columns]
    found: list[FloatArray | float] = [float(c[0]) * c.size for c in columns]
    if any(varying):
        table = np.stack([c for c, varies in zip(columns, varying, strict=True) if varies], axis=1)
        drawn = DrawnRows(table, draws)
        path = drawn.draws
        sums = iter(drawn.sums(first, count, seed, threads).T)
        found = [next(sums) if v else f for v, f in zip(varying, found, strict=True)]
    return found, path


class _Spread:
    """Squared residuals of the drawn units about the resampled mean, as `squared_spread` says.

    A residual about the resampled mean is e - shift * size. Its squares are a quadratic function of
    the shift, whose three coefficients are added over the strata as these are drawn.
    """

    def __init__(self, n_resamples: int) -> None:
        self.square, self.mixed, self.size = (np.zeros(n_resamples) for _ in range(3))

    def add(
        self,
        m: int,
        residuals: FloatArray,
        sizes: FloatArray | float,
        sums: list[FloatArray | float],
    ) -> None:
        grown = m / (m - 1)
        self.square += grown * (sums[0] - residuals * residuals / m)
        if len(sums) > 1:  # with equal sizes the other two vanish
            self.mixed += grown * (sums[1] - residuals * sizes / m)
            self.size += grown * (sums[2] - sizes * sizes / m)

    def at(self, shift: FloatArray) -> FloatArray:
        return self.square - 2 * shift * self.mixed + shift * shift * self.size
