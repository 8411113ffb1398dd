"""Statistics that can be resampled: the mean and others, and functions of a user.

Functions of means (mean, geometric mean, ratio) are resampled in the core. For the others the core
gives how often each row was drawn, NumPy works on a table of such counts, and a function of the
user is called once a resample.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._validate import statistics as check
from .replicates import FloatArray, column_means, resample

Counts = NDArray[np.uint32]
Statistic = str | tuple[str, Any] | Callable[[FloatArray], float]
_NUMBERS = 2_000_000  # counts held at a time


@dataclass(frozen=True)
class OfMeans:
    """A function of the means of columns. Time O(n) a resample, in the core."""

    name: str
    width: int  #: numbers a row
    columns: Callable[[FloatArray], FloatArray]  #: rows to columns whose means are taken
    finish: Callable[[FloatArray], FloatArray]  #: means (..., columns) to the statistic (...)

    def value(self, x: FloatArray) -> float:
        """The statistic of the data."""
        means, _ = column_means(self.columns(x))
        return float(self._kept(x, self.finish(means.reshape(1, -1)))[0])

    def replicates(self, x: FloatArray, n_resamples: int, seed: int, threads: int) -> FloatArray:
        """The statistic of each resample."""
        drawn = resample(self.columns(x), n_resamples, seed, threads, draws="rows")
        return self._kept(x, self.finish(drawn.means_of_resamples))

    def jackknife(self, x: FloatArray) -> FloatArray:
        """The statistic with each row left out in turn. Time O(n)."""
        rows = self.columns(x)
        return self._kept(x, self.finish((_core.column_sums(rows) - rows) / (len(rows) - 1)))

    def _kept(self, x: FloatArray, found: FloatArray) -> FloatArray:
        """Equal numbers are answered by themselves."""
        equal = x.ndim == 1 and x.min() == x.max()
        return np.full_like(found, x[0] + 0.0) if equal else found


@dataclass(frozen=True)
class OfCounts:
    """A statistic of how often each row was drawn. Time O(n) a resample, in NumPy or the user's."""

    name: str
    width: int | None  #: numbers a row; None: any
    kernel: Callable[[FloatArray], Callable[[Counts], FloatArray]]  #: (k, n) counts to (k,)

    def value(self, x: FloatArray) -> float:
        """The statistic of the data."""
        return float(self.kernel(x)(np.ones((1, len(x)), dtype=np.uint32))[0])

    def replicates(self, x: FloatArray, n_resamples: int, seed: int, threads: int) -> FloatArray:
        """The statistic of each resample."""

        def drawn(first: int, count: int) -> Counts:
            return _core.resample_counts(
                len(x), seed=seed, first=first, count=count, threads=threads
            )

        return self._of_each(x, n_resamples, drawn)

    def jackknife(self, x: FloatArray) -> FloatArray:
        """The statistic with each row left out in turn. Time O(n^2)."""

        def without_one(first: int, count: int) -> Counts:
            counts = np.ones((count, len(x)), dtype=np.uint32)
            counts[np.arange(count), np.arange(first, first + count)] = 0
            return counts

        return self._of_each(x, len(x), without_one)

    def _of_each(
        self, x: FloatArray, total: int, counts: Callable[[int, int], Counts]
    ) -> FloatArray:
        """The statistic of ``total`` rows of counts, a few at a time."""
        kernel, step = self.kernel(x), max(1, _NUMBERS // len(x))
        parts = [kernel(counts(first, min(step, total - first))) for first in range(0, total, step)]
        return np.concatenate(parts)


Estimator = OfMeans | OfCounts


def parse(statistic: Statistic) -> Estimator:
    """The estimator of a name, of a name with a number, or of a function."""
    name, argument = check.statistic(statistic)
    if name == "mean":
        return OfMeans(name, 1, _one_column, _first)
    if name == "geometric_mean":
        return OfMeans(name, 1, _logarithms, _exponential)
    if name == "ratio":
        return OfMeans(name, 2, lambda x: x, _ratio)
    if name == "median":
        return OfCounts(name, 1, lambda x: _quantile(x, 0.5))
    if name == "quantile":
        return OfCounts(f"quantile({argument:g})", 1, lambda x: _quantile(x, argument))
    if name == "trimmed_mean":
        return OfCounts(f"trimmed_mean({argument:g})", 1, lambda x: _trimmed_mean(x, argument))
    title = getattr(argument, "__name__", type(argument).__name__)
    return OfCounts(title, None, lambda x: _of_user(x, name, argument))


def rows(x: ArrayLike | tuple[ArrayLike, ArrayLike], estimator: Estimator) -> FloatArray:
    """Checked rows for an estimator: (n,), or (n, columns)."""
    return check.columns(x, estimator.width)


def _one_column(x: FloatArray) -> FloatArray:
    return x.reshape(-1, 1)


def _first(means: FloatArray) -> FloatArray:
    return means[:, 0]


def _logarithms(x: FloatArray) -> FloatArray:
    check.positive(x)
    return np.log(x).reshape(-1, 1)


def _exponential(means: FloatArray) -> FloatArray:
    return np.exp(means[:, 0])


def _ratio(means: FloatArray) -> FloatArray:
    check.denominators(means[:, 1])
    return np.divide(means[:, 0], means[:, 1])


def _quantile(x: FloatArray, q: float) -> Callable[[Counts], FloatArray]:
    """See `reference.estimators.quantile`."""
    order = np.argsort(x, kind="stable")
    ordered = x[order]

    def of(counts: Counts) -> FloatArray:
        reached = counts[:, order].cumsum(axis=1, dtype=np.uint32)
        last = int(reached[0, -1]) - 1
        below = int(q * last)
        share = q * last - below
        low: FloatArray = ordered[(reached > below).argmax(axis=1)]
        high: FloatArray = ordered[(reached > min(below + 1, last)).argmax(axis=1)]
        return (low + high) / 2 if share == 0.5 else low + (high - low) * share

    return of


def _trimmed_mean(x: FloatArray, share: float) -> Callable[[Counts], FloatArray]:
    """See `reference.estimators.trimmed_mean`."""
    order = np.argsort(x, kind="stable")
    ordered = x[order]

    def of(counts: Counts) -> FloatArray:
        reached = counts[:, order].cumsum(axis=1, dtype=np.int64)
        n = int(reached[0, -1])
        cut = int(share * n)
        kept = np.diff(reached.clip(cut, n - cut), axis=1, prepend=cut)
        terms = np.ascontiguousarray((kept * ordered).T)
        return np.divide(_core.column_sums(terms), n - 2 * cut)

    if ordered[0] == ordered[-1]:
        return lambda counts: np.full(len(counts), ordered[0])
    return of


def _of_user(x: FloatArray, takes: str, function: Callable[[Any], Any]) -> Any:
    """A function of the drawn rows, of their positions, or of how often each was drawn."""
    positions = np.arange(len(x))

    def one(counts: Counts) -> float:
        if takes == "weights":
            return check.result(function(counts.astype(np.float64)))
        drawn = np.repeat(positions, counts)
        return check.result(function(drawn if takes == "indices" else x[drawn]))

    return lambda table: np.array([one(counts) for counts in table])
