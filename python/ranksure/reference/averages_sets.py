"""Averages of counts and of measures of what was retrieved."""

from collections.abc import Sequence
from math import inf

from .averages_binary import precision, recall
from .judged_lists import Grades, judged_nonrelevant, relevant_count
from .measures_sets import _f
from .tied_orders import Tied, expected, found, relevant_in, within


def _retrieved(tied: Tied, k: int | None) -> int:
    return tied.retrieved if k is None else min(k, tied.retrieved)


def f(tied: Tied, grades: Grades, k: int, rel: float = 1, beta: float = 1) -> float:
    """(1 + b^2) P R / (b^2 P + R) of the averages, b = beta.

    With c relevant documents found it is (1 + b^2) c / (b^2 R + k), and linear in c.
    """
    return _f(precision(tied, grades, k, rel), recall(tied, grades, k, rel), beta)


def f1(tied: Tied, grades: Grades, k: int, rel: float = 1) -> float:
    """2 P R / (P + R) of the averages, linear as `f`."""
    return f(tied, grades, k, rel)


def set_precision(tied: Tied, grades: Grades, k: int | None, rel: float = 1) -> float:
    """Expected relevant documents in the top k / documents in the top k."""
    retrieved = _retrieved(tied, k)
    return found(tied, grades, k, rel) / retrieved if retrieved else 0.0


def set_recall(tied: Tied, grades: Grades, k: None = None, rel: float = 1) -> float:
    """Expected relevant documents retrieved / R (a depth may divide a group)."""
    return recall(tied, grades, k, rel)


def set_relative_precision(tied: Tied, grades: Grades, k: int | None, rel: float = 1) -> float:
    """Expected relevant documents in the top k / min(documents in the top k, R)."""
    best = min(_retrieved(tied, k), relevant_count(grades, rel))
    return found(tied, grades, k, rel) / best if best else 0.0


def set_ap(tied: Tied, grades: Grades, k: int | None, rel: float = 1) -> float:
    """Expected square of the relevant documents in the top k / (documents in the top k * R).

    That is the square of their expected number and their variance, which is hypergeometric.
    """
    pairs = _retrieved(tied, k) * relevant_count(grades, rel)
    count, variance = 0.0, 0.0
    for _, documents, places in within(tied, k):
        n, m = len(documents), relevant_in(documents, grades, rel)
        count += m * places / n
        if places < n:
            variance = places * m / n * (n - m) / n * (n - places) / (n - 1)
    return (count * count + variance) / pairs if pairs else 0.0


def set_f(tied: Tied, grades: Grades, k: int | None, rel: float = 1, beta: float = 1) -> float:
    """(1 + b^2) P R / (b^2 P + R) of the averages of set_precision@k and recall@k."""
    return _f(set_precision(tied, grades, k, rel), recall(tied, grades, k, rel), beta)


def set_f1(tied: Tied, grades: Grades, k: int | None, rel: float = 1) -> float:
    """2 P R / (P + R) of the averages."""
    return set_f(tied, grades, k, rel)


def num_ret(tied: Tied, grades: Grades, k: None = None) -> float:
    """The same for every order."""
    return float(tied.retrieved)


def num_rel(tied: Tied, grades: Grades, k: None = None, rel: float = 1) -> float:
    """The same for every order."""
    return float(relevant_count(grades, rel))


def num_rel_ret(tied: Tied, grades: Grades, k: int | None = None, rel: float = 1) -> float:
    """Expected relevant documents in the top k."""
    return found(tied, grades, k, rel)


def num_nonrel_judged_ret(tied: Tied, grades: Grades, k: None = None, rel: float = 1) -> float:
    """Expected judged non-relevant documents."""
    return expected(tied, k, lambda d: d in grades and judged_nonrelevant(grades[d], rel))


def judged(tied: Tied, grades: Grades, k: int) -> float:
    """Expected judged documents in the top k / documents in the top k."""
    retrieved = _retrieved(tied, k)
    return found(tied, grades, k, -inf) / retrieved if retrieved else 0.0


def hole(tied: Tied, grades: Grades, k: int) -> float:
    """Expected unjudged documents in the top k / documents in the top k."""
    retrieved = _retrieved(tied, k)
    return (retrieved - found(tied, grades, k, -inf)) / retrieved if retrieved else 0.0


def unjudged(tied: Tied, grades: Grades, k: int) -> float:
    """Expected documents in the top k that are unjudged or have a grade below zero / k."""
    return (_retrieved(tied, k) - found(tied, grades, k, 0.0)) / k


def utility(
    tied: Tied,
    grades: Grades,
    k: None = None,
    rel: float = 1,
    weights: Sequence[float] = (1.0, -1.0, 0.0, 0.0),
    n_documents: float = 0,
) -> float:
    """w1 a + w2 b + w3 c + w4 d with the expected counts."""
    a = found(tied, grades, k, rel)
    b = tied.retrieved - a
    c = relevant_count(grades, rel) - a
    d = n_documents - (tied.retrieved + c)
    return weights[0] * a + weights[1] * b + weights[2] * c + weights[3] * d
