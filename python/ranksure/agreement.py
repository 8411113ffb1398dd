"""Agreement of two rankings: Kendall's tau-b and rank-biased overlap."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._validate import agreement as check_agreement
from ._validate import arguments as check
from .replicates import FloatArray

Ranks = Mapping[str, int]


def kendall_tau(a: ArrayLike, b: ArrayLike) -> float:
    """Kendall's tau-b of two numberings of the same things, such as means of systems.

    tau = (C - D) / sqrt(A B), with C pairs ordered alike, D oppositely, A pairs that differ in
    ``a`` and B that differ in ``b``.

    Parameters
    ----------
    a, b : array of real numbers, shape (n,), n >= 2
        Values of thing i under two measures; only their order counts.

    Returns
    -------
    float
        In [-1, 1]; NaN where one side has only equal numbers.

    Raises
    ------
    TypeError, ValueError
        For anything but two arrays of numbers of one length.

    Notes
    -----
    Time O(n^2). The definition is `ranksure.reference.agreement.kendall_tau`.

    References
    ----------
    Kendall 1945, doi:10.1093/biomet/33.3.239

    Examples
    --------
    >>> kendall_tau([0.1, 0.2, 0.3, 0.4], [1, 2, 4, 3])
    0.6666666666666666
    """
    x, y = check.values(a, "a"), check.values(b, "b")
    check.same_length(x, y)
    return float(taus(x[None, :], y[None, :])[0])


def rank_biased_overlap(a: Any, b: Any, *, p: float = 0.9) -> float:
    """Extrapolated rank-biased overlap of two rankings, which need not hold the same documents.

    RBO = (1 - p) (A_1 + A_2 p + A_3 p^2 + ...), A_d the agreement of the first d documents; behind
    the ends of the lists the agreement is extrapolated, as equation 32 of the source does.

    Parameters
    ----------
    a, b : ranked list of ids, or mapping from id to score
        A list is a ranking without ties. In a mapping documents of one score are tied: they stand
        together at the first of their places, and A_d = 2 |S_d and L_d| / (|S_d| + |L_d|).
    p : float in (0, 1)
        The share of readers who go on to the next rank: at 0.9 the first ten carry 86 % of the
        weight.

    Returns
    -------
    float
        In [0, 1]; 1 for equal rankings and for two empty ones.

    Raises
    ------
    TypeError, ValueError
        Also when an id stands twice in a list.

    Notes
    -----
    Time O(n log n). The definition is `ranksure.reference.agreement.rank_biased_overlap`.

    References
    ----------
    Webber, Moffat and Zobel, TOIS 2010, doi:10.1145/1852102.1852106

    Examples
    --------
    >>> round(rank_biased_overlap(["x", "y", "z"], ["y", "x", "w"], p=0.9), 4)
    0.63
    """
    share = check_agreement.persistence(p)
    return overlap(_ranks(a, "a"), _ranks(b, "b"), share)


def _ranks(given: Any, name: str) -> dict[str, int]:
    check_agreement.ranking(given, name)
    if isinstance(given, Mapping):
        values = check_agreement.scores(list(given.items()), name)
        ids = [str(id) for id in given]
        ranks = first_ranks(values[None, :])[0].tolist()
    else:
        ids = [str(id) for id in (given.tolist() if isinstance(given, np.ndarray) else given)]
        ranks = list(range(1, len(ids) + 1))
    check_agreement.no_repeat(ids, name)
    return dict(zip(ids, ranks, strict=True))


def first_ranks(values: FloatArray) -> NDArray[np.int64]:
    """Of each row the ranks, the largest first; equal values take the best of their ranks."""
    ordered = np.sort(values, axis=1)
    better = [
        row.size - np.searchsorted(row, own, "right")
        for row, own in zip(ordered, values, strict=True)
    ]
    return np.array(better, dtype=np.int64).reshape(values.shape) + 1


def overlap(a: Ranks, b: Ranks, p: float) -> float:
    """`reference.agreement.rank_biased_overlap`, by counting how many things each depth brings."""
    if len(a) > len(b):
        a, b = b, a
    if not a:
        return 0.0 if b else 1.0
    both = [max(rank, b[thing]) for thing, rank in a.items() if thing in b]
    shorter, longer, shared = (
        _up_to(ranks, len(b))[None, :] for ranks in (list(a.values()), list(b.values()), both)
    )
    return float(extrapolated(shorter, longer, shared, len(a), p)[0])


def _up_to(ranks: Sequence[int], depth: int) -> NDArray[np.int64]:
    """How many of the ranks are at most 1, 2, ... depth."""
    return np.cumsum(np.bincount(np.array(ranks, dtype=np.int64), minlength=depth + 1)[1:])


def extrapolated(
    shorter: NDArray[np.int64],
    longer: NDArray[np.int64],
    both: NDArray[np.int64],
    length: int,
    p: float,
) -> FloatArray:
    """Rank-biased overlap of each row from counts of things up to each depth.

    ``length`` is the length of the shorter rankings; there are as many depths as the longer have.
    """
    weight, total, at_end = 1.0, np.zeros(len(both)), np.zeros(len(both))
    agreement = at_end
    for place in range(both.shape[1]):
        depth = place + 1
        if depth <= length:
            agreement = 2 * both[:, place] / (shorter[:, place] + longer[:, place])
            at_end = agreement
        else:
            unseen = at_end * (depth - length)
            agreement = 2 * (both[:, place] + unseen) / (longer[:, place] + depth)
        total = total + agreement * weight
        weight *= p
    return (1 - p) * total + agreement * weight


def taus(a: FloatArray, b: FloatArray) -> FloatArray:
    """Kendall's tau-b of each row of a and b (rows, things)."""
    n_rows, n_things = a.shape
    agreeing, in_a, in_b = (np.zeros(n_rows, dtype=np.int64) for _ in range(3))
    for i in range(1, n_things):
        one = np.sign(a[:, i : i + 1] - a[:, :i]).astype(np.int8)
        other = np.sign(b[:, i : i + 1] - b[:, :i]).astype(np.int8)
        agreeing += (one * other).sum(axis=1, dtype=np.int64)
        in_a += np.count_nonzero(one, axis=1)
        in_b += np.count_nonzero(other, axis=1)
    found = np.full(n_rows, math.nan)
    np.divide(agreeing, np.sqrt((in_a * in_b).astype(np.float64)), out=found, where=in_a * in_b > 0)
    return found


def overlaps(a: FloatArray, b: FloatArray, p: float) -> FloatArray:
    """Rank-biased overlap of the orders that each row of a and b gives to the same things."""
    rank_a, rank_b = first_ranks(a), first_ranks(b)
    depths = np.arange(1, a.shape[1] + 1)
    counts = [
        np.stack([np.count_nonzero(ranks <= depth, axis=1) for depth in depths.tolist()], axis=1)
        for ranks in (rank_a, rank_b, np.maximum(rank_a, rank_b))
    ]
    return extrapolated(counts[0], counts[1], counts[2], a.shape[1], p)
