"""Bounds as quantiles of replicates, counted from either end, and their Monte Carlo errors.

The definitions are in `reference.intervals`.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

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
    last = replicates.size - 1
    reaches = [_reach(end, last) for pair in ends for end in pair]
    front, back = (min(int(max(r.high for r in reaches[i::2])) + 1, last) for i in (0, 1))
    ordered = _ordered_tails(replicates, front, last - back)

    def at_place(place: float, turned: bool) -> float:
        below = int(place)
        above = min(below + 1, last)
        near, far = (last - below, last - above) if turned else (below, above)
        first = float(ordered[near])
        return first + (float(ordered[far]) - first) * (place - below)

    bounds = []
    for i, (place, low, high, reach) in enumerate(reaches):
        turned, error = i % 2 == 1, 0.0
        if low != high:
            step = abs(at_place(high, turned) - at_place(low, turned))
            error = step / (high - low) * reach
        bounds.append(Bound(at_place(place, turned), error))
    return list(zip(bounds[::2], bounds[1::2], strict=True))


class _Reach(NamedTuple):
    """Place of a bound, counted from its own end, and the places its error is read from."""

    place: float
    low: float
    high: float
    reach: float


def _reach(end: End, last: int) -> _Reach:
    place, reach = end.share * last, end.spread * last
    return _Reach(place, max(place - reach, 0.0), min(place + reach, float(last)), reach)


def _ordered_tails(x: FloatArray, front: int, back: int) -> FloatArray:
    """A copy in order up to place ``front`` and from place ``back`` on.

    Two partitions at one place each take a fifth of the time of one at two places.
    """
    if front >= back:
        return np.sort(x)
    ordered = np.partition(x, front)
    ordered[:front].sort()
    ordered[front + 1 :].partition(back - front - 1)
    ordered[back:].sort()
    return ordered
