"""Agreement of two rankings: Kendall's tau-b and extrapolated rank-biased overlap."""

import math
from collections.abc import Hashable, Mapping, Sequence


def kendall_tau(a: Sequence[float], b: Sequence[float]) -> float:
    """Kendall's tau-b of two numberings of the same things.

    Of all pairs of things, C are ordered alike and D oppositely; A of them differ in ``a``, B
    differ in ``b``: tau = (C - D) / sqrt(A B). Without equal numbers A = B = all pairs. NaN where
    one side has only equal numbers, or fewer than two things. Kendall 1945,
    doi:10.1093/biomet/33.3.239.

    >>> kendall_tau([1, 2, 3, 4], [1, 2, 4, 3])
    0.6666666666666666
    >>> round(kendall_tau([1, 1, 2], [1, 2, 3]), 4)
    0.8165
    """
    agreeing = differ_in_a = differ_in_b = 0
    for i in range(len(a)):
        for j in range(i):
            in_a = (a[i] > a[j]) - (a[i] < a[j])
            in_b = (b[i] > b[j]) - (b[i] < b[j])
            agreeing += in_a * in_b
            differ_in_a += in_a != 0
            differ_in_b += in_b != 0
    if differ_in_a == 0 or differ_in_b == 0:
        return math.nan
    return agreeing / math.sqrt(differ_in_a * differ_in_b)


def first_ranks(values: Sequence[float]) -> list[int]:
    """Rank of each thing, the largest value first; equal values all take the best of their ranks.

    >>> first_ranks([0.5, 0.9, 0.5, 0.1])
    [2, 1, 2, 4]
    """
    return [1 + sum(other > value for other in values) for value in values]


def rank_biased_overlap(
    a: Mapping[Hashable, int], b: Mapping[Hashable, int], p: float = 0.9
) -> float:
    """Extrapolated rank-biased overlap of two rankings, each a mapping from thing to rank.

    The ranks are those of `first_ranks`. S is the shorter ranking, of length s, and L the longer,
    of length l; S_d are the things of rank d or better, X_d = |S_d and L_d|. The agreement A_d at
    depth d is 2 X_d / (|S_d| + |L_d|). Behind the end of S it is 2 (X_d + A_s (d - s)) / (|L_d| +
    d), as if the unseen part of S agreed as much as its known part does; behind the end of L it
    stays what it was there:

    RBO = (1 - p) (A_1 + A_2 p + ... + A_l p^(l-1)) + A_l p^l

    The sum runs from depth 1 down. Things of equal rank stand together at the first of their
    places (section 4.4 of the source); without any, this is equation 32 there. Two empty rankings
    agree fully, an empty and another one not at all.
    Webber, Moffat and Zobel, TOIS 2010, doi:10.1145/1852102.1852106.

    >>> rank_biased_overlap({"x": 1, "y": 2}, {"x": 1, "y": 2})
    1.0
    >>> round(rank_biased_overlap({"x": 1, "y": 2}, {"y": 1, "x": 2}), 4)
    0.9
    """
    shorter, longer = (a, b) if len(a) <= len(b) else (b, a)
    s, l = len(shorter), len(longer)  # noqa: E741  (the letters of the source)
    if s == 0:
        return 1.0 if l == 0 else 0.0
    weight, total, at_s, agreement = 1.0, 0.0, 0.0, 0.0
    for d in range(1, l + 1):
        seen = {thing for thing, rank in shorter.items() if rank <= d}
        other = {thing for thing, rank in longer.items() if rank <= d}
        if d <= s:
            agreement = 2 * len(seen & other) / (len(seen) + len(other))
            at_s = agreement
        else:
            agreement = 2 * (len(seen & other) + at_s * (d - s)) / (len(other) + d)
        total += agreement * weight
        weight *= p
    return (1 - p) * total + agreement * weight
