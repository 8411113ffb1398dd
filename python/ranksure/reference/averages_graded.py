"""Averages of measures over gains: each rank of a group gains the mean of the group."""

from collections.abc import Callable

from . import measures_graded as plain
from .arithmetic import log2
from .judged_lists import Grades, exponential_gain, linear_gain
from .tied_orders import Tied, mean_gain, within


def _gained(tied: Tied, grades: Grades, k: int | None, gain: Callable[[float], float]) -> float:
    total = 0.0
    for start, documents, places in within(tied, k):
        mean = mean_gain(documents, grades, gain)
        for rank in range(start + 1, start + places + 1):
            total += mean / log2(rank + 1)
    return total


def dcg(tied: Tied, grades: Grades, k: int | None = None, base: int = 2) -> float:
    """Expected gain of each rank / log_b(rank + 1), gain = grade, b = base.

    McSherry and Najork, ECIR 2008, doi:10.1007/978-3-540-78646-7_38.
    """
    return _gained(tied, grades, k, linear_gain) * log2(base)


def dcg_exp(tied: Tied, grades: Grades, k: int | None = None, base: int = 2) -> float:
    """As `dcg` with gain 2^grade - 1."""
    return _gained(tied, grades, k, exponential_gain) * log2(base)


def ideal_dcg(tied: Tied, grades: Grades, k: int | None = None, base: int = 2) -> float:
    """The same for every order."""
    return plain.ideal_dcg([], grades, k, base)


def ndcg(tied: Tied, grades: Grades, k: int | None = None) -> float:
    """Expected DCG / ideal DCG, gain = grade; the ideal does not depend on the order."""
    ideal = plain._discounted(plain._ideal_gains(grades, k))
    return _gained(tied, grades, k, linear_gain) / ideal if ideal > 0 else 0.0


def ndcg_exp(tied: Tied, grades: Grades, k: int | None = None) -> float:
    """Expected DCG / ideal DCG with gain 2^grade - 1."""
    ideal = plain._discounted(plain._ideal_gains(grades, k, exponential_gain))
    return _gained(tied, grades, k, exponential_gain) / ideal if ideal > 0 else 0.0


def sdcg(tied: Tied, grades: Grades, k: int, max_grade: float = 1) -> float:
    """Expected DCG over that of k documents of the largest grade."""
    return _gained(tied, grades, k, linear_gain) / plain._discounted([max_grade] * k)
