"""Sums, means, replicates and their standard error."""

import math
from collections.abc import Sequence

from .arithmetic import tree_sum
from .drawing import draw_counts
from .stream import Stream

ATTEMPT = 2**40


def _values(x: Sequence[float]) -> list[float]:
    return [v for v in x if not math.isnan(v)]


def _filled(x: Sequence[float]) -> list[float]:
    return [0.0 if math.isnan(v) else v for v in x]


def drawn_sum(x: Sequence[float], counts: Sequence[int]) -> float:
    """Sum of the drawn rows: each value times how often it was drawn."""
    return tree_sum([count * value for count, value in zip(counts, x, strict=True)])


def mean(x: Sequence[float]) -> float:
    """Mean of the rows that have a value (NaN: none); of equal values exactly that value."""
    values = _values(x)
    if not values:
        return math.nan
    if min(values) == max(values):
        return values[0] + 0.0
    return tree_sum(_filled(x)) / len(values)


def replicate(x: Sequence[float], seed: int, resample: int) -> float:
    """Mean of one resample of ``x``: as many rows as ``x`` has, drawn with replacement.

    Rows without a value (NaN) are drawn like any other and leave the mean. A resample that met no
    value at all is drawn again, as number resample + 2^40, resample + 2 * 2^40, ...
    """
    values = _values(x)
    if min(values) == max(values):
        return values[0] + 0.0
    while True:
        counts = draw_counts(seed, resample, len(x))
        met = sum(count for count, v in zip(counts, x, strict=True) if not math.isnan(v))
        if met:
            return drawn_sum(_filled(x), counts) / met
        resample += ATTEMPT


def flipped_sum(x: Sequence[float], seed: int, flip: int) -> float:
    """Sum of ``x`` with a random sign for each row; a pair keeps or exchanges its two systems.

    Row i has a minus when bit i mod 64 of word i div 64 is 1. Flips are numbered from 2^63 on, so
    that they never share a word with a resample.
    """
    words = Stream(seed, 2**63 + flip).words(0)
    minus = [words.at(row // 64) >> row % 64 & 1 for row in range(len(x))]
    return tree_sum([-value if m else value for value, m in zip(x, minus, strict=True)])


def standard_error(replicates: Sequence[float]) -> float:
    """Standard deviation of the replicates, with B - 1 in the divisor.

    A power of two keeps the squares from overflowing or vanishing, and changes nothing else.
    """
    centre = mean(replicates)
    power = math.frexp(max(abs(r - centre) for r in replicates))[1]
    deviations = [math.ldexp(r - centre, -power) for r in replicates]
    squares = [d * d for d in deviations]
    return math.ldexp(math.sqrt(tree_sum(squares) / (len(squares) - 1)), power)
