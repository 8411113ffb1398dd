"""Resampled means of columns that share their draws, and their quantiles."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._validate import arguments as check

FloatArray = NDArray[np.float64]
if TYPE_CHECKING:  # naming numpy.random loads it, which costs more than the rest of the import
    Seed = int | np.random.SeedSequence | np.random.Generator | None
else:
    Seed = object

METHODS = ("percentile",)
_ATTEMPT = 2**40  # a resample that met no value is drawn again this many numbers further on


@dataclass(frozen=True)
class ConfidenceInterval:
    """Lower and upper bound."""

    low: float
    high: float

    def __str__(self) -> str:
        return f"[{self.low:.4f}, {self.high:.4f}]"


@dataclass(frozen=True)
class Replicates:
    """Means and resampled means of columns that share their draws."""

    means: FloatArray  #: (columns,)
    means_of_resamples: FloatArray  #: (n_resamples, columns)
    constant: NDArray[np.bool_]  #: columns whose values are all equal
    redrawn: int  #: resamples that met no value of a column and were drawn again

    def interval(self, column: int, confidence_level: float) -> ConfidenceInterval:
        """Percentile interval of one column."""
        return percentile_interval(self.means_of_resamples[:, column], confidence_level)

    def standard_error(self, column: int) -> float:
        return standard_error(self.means_of_resamples[:, column])


def column_means(rows: FloatArray) -> tuple[FloatArray, NDArray[np.bool_]]:
    """Mean of the values of each column (NaN: no value), and whether all of them are equal.

    The sum runs as `reference.resampling.block_sum` says; equal values are answered by themselves.
    """
    has_value = ~np.isnan(rows)
    low = np.where(has_value, rows, np.inf).min(axis=0)
    high = np.where(has_value, rows, -np.inf).max(axis=0)
    counts = has_value.sum(axis=0)
    sums = _core.column_sums(np.ascontiguousarray(np.where(has_value, rows, 0.0)))
    constant = low == high
    means = np.full(rows.shape[1], np.nan)
    np.divide(sums, counts, out=means, where=counts > 0)
    means[constant] = low[constant] + 0.0
    return means, constant


def resample(rows: FloatArray, n_resamples: int, seed: int, threads: int) -> Replicates:
    """Resampled means of all columns of ``rows`` (n, columns), which share the draws.

    Rows without a value in a column (NaN) are drawn like the others and leave that column's mean.
    """
    width = rows.shape[1]
    means, constant = column_means(rows)
    has_value = ~np.isnan(rows)
    gaps = np.flatnonzero(~has_value.all(axis=0))
    columns = [np.where(has_value, rows, 0.0), has_value[:, gaps].astype(np.float64)]
    table = np.ascontiguousarray(np.concatenate(columns, axis=1))
    sums = _core.resample_sums(table, seed=seed, first=0, count=n_resamples, threads=threads)
    redrawn = 0
    for place, column in enumerate(gaps.tolist(), start=width):
        if not np.isnan(means[column]) and not constant[column]:
            redrawn += _redraw(table, sums, [column, place], seed)
    divisors = np.full((n_resamples, width), float(len(rows)))
    divisors[:, gaps] = sums[:, width:]
    replicates = np.full((n_resamples, width), np.nan)
    np.divide(sums[:, :width], divisors, out=replicates, where=divisors > 0)
    replicates[:, constant] = means[constant]
    return Replicates(means, replicates, constant, redrawn)


def _redraw(table: FloatArray, sums: FloatArray, columns: list[int], seed: int) -> int:
    """Draw again, in place, the resamples in which a column met no value.

    ``columns`` are the column and its counts of values. Returns how many were drawn again.
    """
    _, counts = columns
    empty = np.flatnonzero(sums[:, counts] == 0).tolist()
    check.few_empty_resamples(len(empty), len(sums))
    pair = np.ascontiguousarray(table[:, columns])
    for number in empty:
        first = number
        while sums[number, counts] == 0:
            first += _ATTEMPT
            again = _core.resample_sums(pair, seed=seed, first=first, count=1, threads=1)
            sums[number, columns] = again[0]
    return len(empty)


def percentile_interval(replicates: FloatArray, confidence_level: float) -> ConfidenceInterval:
    """Percentile interval; the definition is `reference.resampling.quantile_pair`."""
    last = len(replicates) - 1
    place = (1 - confidence_level) / 2 * last
    below = int(place)
    above = min(below + 1, last)
    share = place - below
    places = [below, above, last - below, last - above]
    low, low_next, high, high_next = np.partition(replicates, places)[places].tolist()
    return ConfidenceInterval(low + (low_next - low) * share, high + (high_next - high) * share)


def standard_error(replicates: FloatArray) -> float:
    """Standard deviation of the replicates, with B - 1 in the divisor."""
    column = np.ascontiguousarray(replicates).reshape(-1, 1)
    means, _ = column_means(column)
    deviations = column - means
    squares = _core.column_sums(deviations * deviations)
    return float(np.sqrt(squares[0] / (len(column) - 1)))
