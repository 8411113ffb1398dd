"""Statistics other than the mean, of the rows that a resample drew.

``counts`` says how often each row was drawn; all 1 gives the statistic of the data themselves, and
a single 0 the one with that row left out. The order in which rows were drawn does not matter.
"""

import math
from collections.abc import Sequence

from .arithmetic import tree_sum
from .resampling import mean, replicate


def drawn_rows(counts: Sequence[int]) -> list[int]:
    """Positions of the drawn rows, ascending, each as often as it was drawn."""
    return [row for row, count in enumerate(counts) for _ in range(count)]


def quantile(x: Sequence[float], counts: Sequence[int], q: float) -> float:
    """Linear interpolation at place q * (n - 1) of the n drawn numbers in ascending order.

    Halfway it is half the sum, so that the median of the negated numbers is the negated median.
    Type 7 of Hyndman and Fan 1996, doi:10.1080/00031305.1996.10473566.
    """
    ordered = sorted(x[row] for row in drawn_rows(counts))
    place = q * (len(ordered) - 1)
    below = math.floor(place)
    share = place - below
    low, high = ordered[below], ordered[min(below + 1, len(ordered) - 1)]
    return (low + high) / 2 if share == 0.5 else low + (high - low) * share


def trimmed_mean(x: Sequence[float], counts: Sequence[int], share: float) -> float:
    """Mean of the drawn numbers without the floor(share * n) smallest and as many largest ones.

    The rows stand in ascending order; each adds its number times how often it is kept.
    Tukey and McLaughlin 1963, https://www.jstor.org/stable/25049278.
    """
    if min(x) == max(x):
        return x[0]
    n = sum(counts)
    cut = math.floor(share * n)
    terms, before = [], 0
    for row in sorted(range(len(x)), key=lambda row: x[row]):
        after = before + counts[row]
        kept = min(max(after, cut), n - cut) - min(max(before, cut), n - cut)
        terms.append(kept * x[row])
        before = after
    return tree_sum(terms) / (n - 2 * cut)


def geometric_mean(x: Sequence[float], counts: Sequence[int]) -> float:
    """exp of the mean logarithm of the drawn numbers, which are positive.

    Only closeness is promised: logarithms of different machines differ in their last bit. GMAP of
    Robertson 2006, doi:10.1145/1183614.1183630, is this of average precisions.
    """
    if min(x) == max(x):
        return x[0]
    return math.exp(mean([math.log(x[row]) for row in drawn_rows(counts)]))


def ratio(numerators: Sequence[float], denominators: Sequence[float]) -> float:
    """Mean of the numerators over the mean of the denominators."""
    return mean(numerators) / mean(denominators)


def ratio_replicate(
    numerators: Sequence[float], denominators: Sequence[float], seed: int, resample: int
) -> float:
    """The ratio of one resample: both means are over the same drawn rows."""
    return replicate(numerators, seed, resample) / replicate(denominators, seed, resample)
