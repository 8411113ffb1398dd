"""Resampled means of columns that share their draws."""

import math
from collections.abc import Iterable
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

DRAWS = ("auto", "rows")
_HARMLESS = 300  # powers of two whose squares neither overflow nor vanish
_FEW = 256  # rows that mostly show that a column is not constant
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
    draws: str  #: "rows", or "groups" where equal rows were drawn as one

    def standard_error(self, column: int) -> float:
        return standard_error(self.means_of_resamples[:, column])


def column_means(rows: FloatArray) -> tuple[FloatArray, NDArray[np.bool_]]:
    """Mean of the values of each column (NaN: no value), and whether all of them are equal.

    The sum runs as `reference.arithmetic.tree_sum` says; equal values are answered by themselves.
    """
    means, constant, _ = _means(np.ascontiguousarray(rows))
    return means, constant


def _means(rows: FloatArray) -> tuple[FloatArray, NDArray[np.bool_], bool]:
    """Also whether a column has gaps, which its sum shows."""
    sums = _core.column_sums(rows)
    if not np.isnan(sums).any():
        constant = _constant(rows)
        means = np.divide(sums, len(rows))
        means[constant] = rows[0, constant] + 0.0
        return means, constant, False
    has_value = ~np.isnan(rows)
    low = np.where(has_value, rows, np.inf).min(axis=0)
    high = np.where(has_value, rows, -np.inf).max(axis=0)
    counts = has_value.sum(axis=0)
    sums = _core.column_sums(np.where(has_value, rows, 0.0))
    constant = low == high
    means = np.full(rows.shape[1], np.nan)
    np.divide(sums, counts, out=means, where=counts > 0)
    means[constant] = low[constant] + 0.0
    return means, constant, True


def _constant(rows: FloatArray) -> NDArray[np.bool_]:
    """Columns of equal numbers; most show within the first rows that they are none."""
    constant: NDArray[np.bool_] = (rows[:_FEW] == rows[0]).all(axis=0)
    if len(rows) > _FEW and constant.any():
        constant[constant] = (rows[:, constant] == rows[0, constant]).all(axis=0)
    return constant


class DrawnRows:
    """Rows ready to be drawn: one by one, or large groups of equal ones at once.

    The rows alone decide whether there are groups (`reference.grouping`); "rows" has none.
    """

    def __init__(self, rows: FloatArray, draws: str = "auto") -> None:
        self.rows = rows
        self.groups = _core.group_rows(rows) if draws == "auto" else None

    @property
    def draws(self) -> str:
        return "rows" if self.groups is None else "groups"

    def sums(self, first: int, count: int, seed: int, threads: int) -> FloatArray:
        """Sums of all columns over the rows that resamples first, first + 1, ... draw."""
        if self.groups is None:
            return _core.resample_sums(
                self.rows, seed=seed, first=first, count=count, threads=threads
            )
        return _core.resample_grouped_sums(
            *self.groups, seed=seed, first=first, count=count, threads=threads
        )


def resample(
    rows: FloatArray, n_resamples: int, seed: int, threads: int, draws: str = "auto"
) -> Replicates:
    """Resampled means of all columns of ``rows`` (n, columns), which share the draws.

    Rows without a value in a column (NaN) are drawn like the others and leave that column's mean.
    """
    rows = np.ascontiguousarray(rows)
    means, constant, gaps = _means(rows)
    if gaps:
        table, lacking = _filled(rows)
        drawn = DrawnRows(table, draws)
        sums = drawn.sums(0, n_resamples, seed, threads)
        replicates, redrawn = _over_gaps(table, sums, lacking, means, constant, seed)
    else:
        drawn = DrawnRows(rows, draws)
        replicates = drawn.sums(0, n_resamples, seed, threads)
        replicates /= len(rows)
        redrawn = 0
    replicates[:, constant] = means[constant]
    return Replicates(means, replicates, constant, redrawn, drawn.draws)


def _filled(rows: FloatArray) -> tuple[FloatArray, NDArray[np.intp]]:
    """Rows with 0 for no value, then a column of 0/1 for each column that has gaps; and those."""
    has_value = ~np.isnan(rows)
    gaps = np.flatnonzero(~has_value.all(axis=0))
    columns = [np.where(has_value, rows, 0.0), has_value[:, gaps].astype(np.float64)]
    return np.ascontiguousarray(np.concatenate(columns, axis=1)), gaps


def _over_gaps(
    table: FloatArray,
    sums: FloatArray,
    gaps: NDArray[np.intp],
    means: FloatArray,
    constant: NDArray[np.bool_],
    seed: int,
) -> tuple[FloatArray, int]:
    """Resampled means over the rows that have a value, and how many were drawn again."""
    width = len(means)
    redrawn = 0
    for place, column in enumerate(gaps.tolist(), start=width):
        if not np.isnan(means[column]) and not constant[column]:
            redrawn += _redraw(table, sums, [column, place], seed)
    divisors = np.full((len(sums), width), float(len(table)))
    divisors[:, gaps] = sums[:, width:]
    replicates = np.full((len(sums), width), np.nan)
    np.divide(sums[:, :width], divisors, out=replicates, where=divisors > 0)
    return replicates, redrawn


def _redraw(table: FloatArray, sums: FloatArray, columns: list[int], seed: int) -> int:
    """Draw again, in place, the resamples in which a column met no value.

    ``columns`` are the column and its counts of values. Returns how many were drawn again.
    """
    _, counts = columns
    empty = np.flatnonzero(sums[:, counts] == 0).tolist()
    check.few_empty_resamples(len(empty), len(sums))
    pair = DrawnRows(np.ascontiguousarray(table[:, columns]), "rows")
    for number in empty:
        first = number
        while sums[number, counts] == 0:
            first += _ATTEMPT
            sums[number, columns] = pair.sums(first, 1, seed, 1)[0]
    return len(empty)


def standard_error(replicates: FloatArray) -> float:
    """Standard deviation of the replicates, with B - 1 in the divisor."""
    low, high = float(replicates.min()), float(replicates.max())
    if low == high:
        return 0.0
    x = np.ascontiguousarray(replicates)
    centre = total(x) / x.size
    squares = x - centre
    power = math.frexp(max(high - centre, centre - low))[1]
    if abs(power) < _HARMLESS:
        power = 0
    else:
        np.ldexp(squares, -power, out=squares)
    squares *= squares
    return math.ldexp(math.sqrt(total(squares) / (x.size - 1)), power)


def total(x: FloatArray) -> float:
    """Sum of numbers in the order of `reference.arithmetic.tree_sum`."""
    return float(_core.column_sums(x.reshape(-1, 1))[0])


def in_order(numbers: Iterable[float]) -> float:
    """Sum of a few floats, one after the other (the built-in sum does more from Python 3.12 on)."""
    found = 0.0
    for number in numbers:
        found += number
    return found
