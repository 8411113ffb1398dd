"""Averages of measures that ask of each rank only whether its document is relevant."""

from collections.abc import Iterator

from . import measures_binary as plain
from .judged_lists import Grades, relevant_count
from .tied_orders import Tied, found, relevant_in, within


def recall(tied: Tied, grades: Grades, k: int | None, rel: float = 1) -> float:
    """Expected relevant documents in the top k / R."""
    total = relevant_count(grades, rel)
    return found(tied, grades, k, rel) / total if total else 0.0


def precision(tied: Tied, grades: Grades, k: int, rel: float = 1) -> float:
    """Expected relevant documents in the top k / k."""
    return found(tied, grades, k, rel) / k


def r_precision(
    tied: Tied, grades: Grades, k: None = None, rel: float = 1, times: float = 1
) -> float:
    """Expected relevant documents in the top x R / x R, with x = ``times``."""
    depth = int(times * relevant_count(grades, rel) + 0.9)
    return found(tied, grades, depth, rel) / depth if depth else 0.0


def recall_cap(tied: Tied, grades: Grades, k: int, rel: float = 1) -> float:
    """Expected relevant documents in the top k / min(k, R)."""
    best = min(k, relevant_count(grades, rel))
    return found(tied, grades, k, rel) / best if best else 0.0


def precision_ceiling(tied: Tied, grades: Grades, k: int, rel: float = 1) -> float:
    """The same for every order."""
    return plain.precision_ceiling([], grades, k, rel)


def _first_relevant(n: int, m: int, places: int) -> Iterator[float]:
    """Chance that the first of m relevant documents among n has place 1, 2, ..., ``places``."""
    none = 1.0  # chance that no place so far is relevant
    for i in range(min(places, n - m + 1)):
        yield none * m / (n - i)
        none *= (n - m - i) / (n - i)


def hit_rate(tied: Tied, grades: Grades, k: int, rel: float = 1) -> float:
    """Chance that any of the top k is relevant (hypergeometric)."""
    for _, documents, places in within(tied, k):
        n, m = len(documents), relevant_in(documents, grades, rel)
        if places > n - m:
            return 1.0
        if m:
            chance = 0.0
            for first in _first_relevant(n, m, places):
                chance += first
            return chance
    return 0.0


def rr(tied: Tied, grades: Grades, k: int | None = None, rel: float = 1) -> float:
    """Sum over the ranks within k: chance that the first relevant document stands there / rank."""
    for start, documents, places in within(tied, k):
        n, m = len(documents), relevant_in(documents, grades, rel)
        if m:
            value = 0.0
            for rank, first in enumerate(_first_relevant(n, m, places), start=start + 1):
                value += first / rank
            return value
    return 0.0


def ap(tied: Tied, grades: Grades, k: int | None = None, rel: float = 1) -> float:
    """Sum over the ranks within k: chance of a relevant document * its expected precision, / R.

    Given that place i of a group is relevant, each of the i - 1 places above it holds one of the
    other m - 1 relevant documents with chance (m - 1) / (n - 1).

    McSherry and Najork, ECIR 2008, doi:10.1007/978-3-540-78646-7_38.
    """
    total = relevant_count(grades, rel)
    found, precisions = 0, 0.0
    for start, documents, places in within(tied, k):
        n, m = len(documents), relevant_in(documents, grades, rel)
        among = (m - 1) / (n - 1) if n > 1 else 0.0
        for i in range(places if m else 0):
            precisions += m / n * (found + 1 + i * among) / (start + i + 1)
        found += m
    return precisions / total if total else 0.0
