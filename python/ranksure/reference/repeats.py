"""Repeated measurements of a query: queries are resampled, then the repeats of each drawn one."""

from collections.abc import Sequence

from .arithmetic import tree_sum
from .drawing import draw_counts
from .estimators import drawn_rows

FIRST_REPEATS = 2**62


def mean_of_repeats(x: Sequence[Sequence[float]]) -> float:
    """Mean of all measurements, query after query; of equal ones exactly that value."""
    values = [value for repeats in x for value in repeats]
    return values[0] + 0.0 if min(values) == max(values) else tree_sum(values) / len(values)


def repeats_replicate(x: Sequence[Sequence[float]], seed: int, resample: int) -> float:
    """Mean of one two-level resample of n queries with m repeats each.

    The n queries are drawn as always and stand in ascending order. Place i of resample b then draws
    m of the m repeats of its query, by the ordinary resample 2^62 + b * n + i of m rows. The terms
    are each repeat times how often it was drawn, in that order.
    Davison and Hinkley, Bootstrap Methods and their Application, 1997, section 3.8,
    doi:10.1017/CBO9780511802843.
    """
    values = [value for repeats in x for value in repeats]
    if min(values) == max(values):
        return values[0] + 0.0
    n, terms = len(x), []
    for place, query in enumerate(drawn_rows(draw_counts(seed, resample, n))):
        counts = draw_counts(seed, FIRST_REPEATS + resample * n + place, len(x[query]))
        terms += [count * value for count, value in zip(counts, x[query], strict=True)]
    return tree_sum(terms) / len(terms)
