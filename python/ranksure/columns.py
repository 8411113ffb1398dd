"""Resampled columns of one table, and what their intervals are made from."""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .intervals import Basis, acceleration, confidence_intervals
from .replicates import ConfidenceInterval, FloatArray, Replicates, column_means, resample, total
from .tolerance import tolerance
from .units import studentized


class ColumnInterval(NamedTuple):
    """An interval (None: fewer than two values), and what to note about it."""

    interval: ConfidenceInterval | None
    degenerate: bool
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Columns:
    """Columns that share their draws, by one method. NaN: a row without a value."""

    rows: FloatArray
    replicates: Replicates
    method: str
    squares: FloatArray | None  #: resampled means of squared residuals, for the studentized method
    powers: NDArray[np.int32]  #: exponent of each column's largest residual

    def basis(self, column: int, largest: float | None = None) -> Basis:
        """Of one column. ``largest`` is the largest magnitude among the numbers behind it."""
        x = self.rows[:, column]
        low, high = float(x.min()), float(x.max())
        if math.isnan(low):
            x = x[~np.isnan(x)]
            low, high = float(x.min()), float(x.max())
        mean = float(self.replicates.means[column])
        t = np.ascontiguousarray(self.replicates.means_of_resamples[:, column])
        equal_within = tolerance(x.size, max(high, -low) if largest is None else largest)
        if self.replicates.constant[column] or high - low <= equal_within:
            return Basis(mean, t, equal_within, degenerate=True)
        if x.size == 2:
            return Basis(mean, t, equal_within, problem="2 values are too few")
        if self.method == "bca":
            return Basis(mean, t, equal_within, acceleration=acceleration([x - mean]))
        if self.squares is None:
            return Basis(mean, t, equal_within)
        power = int(self.powers[column])
        residuals, shift = np.ldexp(x - mean, -power), np.ldexp(t - mean, -power)
        n, own = x.size, math.sqrt(total(residuals * residuals) / (x.size - 1) / x.size)
        # Of the drawn rows: squares about the mean of all, minus the squared shift of their mean.
        spread = (self.squares[:, column] - shift * shift) * (n * n / (n - 1))
        return Basis(
            mean,
            t,
            equal_within,
            ratios=studentized(shift * n, spread, n),
            standard_error=math.ldexp(own, power),
        )

    def interval(
        self, column: int, confidence_level: float, largest: float | None = None
    ) -> ColumnInterval:
        """Two-sided interval of one column, and what to note about it."""
        if self.n(column) < 2:
            return ColumnInterval(None, bool(self.replicates.constant[column]), ())
        basis = self.basis(column, largest)
        found = confidence_intervals(basis, self.method, [confidence_level], "two-sided")
        notes = tuple(flag for flag in found.flags if flag != "degenerate")
        return ColumnInterval(found.by_level[confidence_level], basis.degenerate, notes)

    def n(self, column: int) -> int:
        """Number of rows that have a value."""
        return int(np.count_nonzero(~np.isnan(self.rows[:, column])))


def resample_columns(
    rows: FloatArray, method: str, n_resamples: int, seed: int, threads: int, draws: str = "auto"
) -> Columns:
    """Resample all columns together; the studentized method draws their squares as well."""
    none = np.zeros(rows.shape[1], dtype=np.int32)
    if method != "studentized":
        replicates = resample(rows, n_resamples, seed, threads, draws)
        return Columns(rows, replicates, method, None, none)
    means, _ = column_means(rows)
    residuals = rows - means
    powers = np.frexp(np.fmax.reduce(np.abs(residuals), axis=0, initial=0.0))[1]
    residuals = np.ldexp(residuals, -powers)
    width = rows.shape[1]
    table = np.concatenate([rows, residuals * residuals], axis=1)
    both = resample(table, n_resamples, seed, threads, draws)
    replicates = Replicates(
        both.means[:width],
        both.means_of_resamples[:, :width],
        both.constant[:width],
        both.redrawn,
        both.draws,
    )
    return Columns(rows, replicates, method, both.means_of_resamples[:, width:], powers)
