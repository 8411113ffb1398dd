"""Bounds as quantiles of replicates, counted from either end, and their Monte Carlo errors.

The definitions are in `reference.intervals`.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _core
from .replicates import FloatArray


class End(NamedTuple):
    """Share of the replicates outside a bound, and the standard error of that share."""

    share: float
    spread: float


class Bound(NamedTuple):
    value: float
    error: float


Ends = tuple[End, End]
Bounds = tuple[Bound, Bound]


def plain_ends(tails: Sequence[float], n_resamples: int) -> list[Ends]:
    """The same share outside on both sides."""
    ends = [End(tail, math.sqrt(tail * (1 - tail) / n_resamples)) for tail in tails]
    return [(end, end) for end in ends]


def quantiles(replicates: FloatArray, ends: Sequence[Ends]) -> list[Bounds]:
    """Quantiles from either end, and their errors."""
    table, last = replicates.reshape(1, -1), replicates.size - 1
    reaches = _reaches(ends, last)
    places = _places(reaches, last)
    [found] = _core.order_statistics(table, places, threads=1).tolist()
    ordered = dict(zip(places.tolist(), found, strict=True))
    bounds = [Bound(*_bound(reach, ordered, last)) for reach in reaches]
    return list(zip(bounds[::2], bounds[1::2], strict=True))


def quantiles_of_differences(
    table: FloatArray, pairs: NDArray[np.int64], ends: Ends, threads: int
) -> FloatArray:
    """Lower and upper quantile of table[i] - table[j] for each pair of rows, (pairs, 2).

    No row of differences is kept: memory O(pairs).
    """
    last = table.shape[1] - 1
    reaches = [
        reach._replace(low=reach.place, high=reach.place) for reach in _reaches([ends], last)
    ]
    places = _places(reaches, last)
    first, second = (np.ascontiguousarray(part) for part in pairs.T)
    found = _core.order_statistics_of_differences(table, first, second, places, threads=threads)
    ordered = dict(zip(places.tolist(), found.T, strict=True))
    return np.stack([_bound(reach, ordered, last)[0] for reach in reaches], axis=1)


class _Reach(NamedTuple):
    """Place of a bound, counted from its own end, and the places its error is read from."""

    place: float
    low: float
    high: float
    reach: float
    turned: bool  #: counted from the largest


def _reaches(ends: Sequence[Ends], last: int) -> list[_Reach]:
    return [
        _reach(end, last, turned)
        for low, high in ends
        for end, turned in ((low, False), (high, True))
    ]


def _reach(end: End, last: int, turned: bool) -> _Reach:
    place, reach = end.share * last, end.spread * last
    return _Reach(place, max(place - reach, 0.0), min(place + reach, float(last)), reach, turned)


def _neighbours(place: float, turned: bool, last: int) -> tuple[int, int]:
    """The places, counted from the smallest, between which a place lies."""
    below = int(place)
    above = min(below + 1, last)
    return (last - below, last - above) if turned else (below, above)


def _places(reaches: Sequence[_Reach], last: int) -> NDArray[np.int64]:
    """All places that bounds and their errors are read from, ascending."""
    places = {
        neighbour
        for reach in reaches
        for place in (reach.place, reach.low, reach.high)
        for neighbour in _neighbours(place, reach.turned, last)
    }
    return np.array(sorted(places), dtype=np.int64)


def _bound(reach: _Reach, ordered: Mapping[int, Any], last: int) -> tuple[Any, Any]:
    """A bound and its error, from numbers, or from columns of numbers."""

    def at_place(place: float) -> Any:
        near, far = _neighbours(place, reach.turned, last)
        return ordered[near] + (ordered[far] - ordered[near]) * (place - int(place))

    error = 0.0
    if reach.low != reach.high:
        step = abs(at_place(reach.high) - at_place(reach.low))
        error = step / (reach.high - reach.low) * reach.reach
    return at_place(reach.place), error
