"""Measures over gains: the grade, an own gain for it, or 2^grade - 1."""

from collections.abc import Callable, Sequence

from .arithmetic import log2
from .judged_lists import Grades, Ranked, exponential_gain, linear_gain

Gain = Callable[[float], float]


def _gains(ranked: Ranked, grades: Grades, k: int | None, gain: Gain = linear_gain) -> list[float]:
    return [gain(grades.get(document, 0.0)) for document in ranked[:k]]


def _ideal_gains(grades: Grades, k: int | None, gain: Gain = linear_gain) -> list[float]:
    """Gains of the best possible ranking: ALL judged documents, best first, cut at k."""
    gains = sorted((gain(grade) for grade in grades.values()), reverse=True)[:k]
    return [g for g in gains if g > 0]


def _discounted(gains: Sequence[float]) -> float:
    """Sum of gain / log2(rank + 1), added from rank 1 downwards."""
    total = 0.0
    for rank, gain in enumerate(gains, start=1):
        total += gain / log2(rank + 1)
    return total


def dcg(ranked: Ranked, grades: Grades, k: int | None = None, base: int = 2) -> float:
    """Discounted cumulative gain: sum of grade / log_b(rank + 1) over the top k, b = base."""
    return _discounted(_gains(ranked, grades, k)) * log2(base)


def dcg_exp(ranked: Ranked, grades: Grades, k: int | None = None, base: int = 2) -> float:
    """Discounted cumulative gain with gain 2^grade - 1."""
    return _discounted(_gains(ranked, grades, k, exponential_gain)) * log2(base)


def ideal_dcg(ranked: Ranked, grades: Grades, k: int | None = None, base: int = 2) -> float:
    """dcg of the best possible ranking of all judged documents; a property of the golden set."""
    return _discounted(_ideal_gains(grades, k)) * log2(base)


def ndcg(ranked: Ranked, grades: Grades, k: int | None = None) -> float:
    """DCG / ideal DCG, gain = grade.

    Järvelin and Kekäläinen, TOIS 2002, doi:10.1145/582415.582418.

    >>> round(ndcg(["a", "b", "c", "d", "e"], {"a": 2, "c": 1, "d": 1}, 5), 4)
    0.936
    """
    ideal = _discounted(_ideal_gains(grades, k))
    return _discounted(_gains(ranked, grades, k)) / ideal if ideal > 0 else 0.0


def ndcg_exp(ranked: Ranked, grades: Grades, k: int | None = None) -> float:
    """DCG / ideal DCG with gain 2^grade - 1."""
    ideal = _discounted(_ideal_gains(grades, k, exponential_gain))
    return _discounted(_gains(ranked, grades, k, exponential_gain)) / ideal if ideal > 0 else 0.0


def sdcg(ranked: Ranked, grades: Grades, k: int, max_grade: float = 1) -> float:
    """DCG over that of k documents of the largest grade, as if there were so many (scaled DCG).

    Azzopardi, Thomas and Moffat, SIGIR 2019, doi:10.1145/3331184.3331398.
    """
    best = _discounted([max_grade] * k)
    return _discounted(_gains(ranked, grades, k)) / best


def ndcg_rel(ranked: Ranked, grades: Grades, k: None = None) -> float:
    """nDCG at the rank of each document that gains, and of the whole ranking for each not found.

    The mean over all documents that gain something (trec_eval).
    """
    gains, ideal = _gains(ranked, grades, k), _ideal_gains(grades, k)
    found, total, reached, best = 0, 0.0, 0.0, 0.0
    for rank, gain in enumerate(gains, start=1):
        reached += gain / log2(rank + 1)
        if rank <= len(ideal):
            best += ideal[rank - 1] / log2(rank + 1)
        if gain > 0:
            found += 1
            total += reached / best
    if not ideal:
        return 0.0
    total += (len(ideal) - found) * reached / _discounted(ideal)
    return total / len(ideal)


def rndcg(ranked: Ranked, grades: Grades, k: None = None, like: str | None = None) -> float:
    """Mean of nDCG at the ranks where the ideal gain falls, and at the end of a longer ranking.

    With 5 documents of grade 2 and 3 of grade 1: nDCG@5, nDCG@8 and, when more than 8 were
    retrieved, nDCG (trec_eval). With ``like="trec_eval"`` the end counts when more than 9 were.
    """
    gains, ideal = _gains(ranked, grades, k), _ideal_gains(grades, k)
    reached, best, total, points = 0.0, 0.0, 0.0, 0
    for rank, ideal_gain in enumerate(ideal, start=1):
        if rank <= len(gains):
            reached += gains[rank - 1] / log2(rank + 1)
        best += ideal_gain / log2(rank + 1)
        if rank == len(ideal) or ideal[rank] != ideal_gain:
            total += reached / best
            points += 1
    if not ideal:
        return 0.0
    if len(gains) > len(ideal) + (like == "trec_eval"):
        for rank in range(len(ideal) + 1, len(gains) + 1):
            reached += gains[rank - 1] / log2(rank + 1)
        total += reached / best
        points += 1
    return total / points


def g(ranked: Ranked, grades: Grades, k: None = None) -> float:
    """Sum of gain / log2(2 + cost - gained so far), over the sum of all gains (trec_eval).

    The cost of a rank is the ideal gain there, and at least 1; both sums include the rank.
    """
    ideal = _ideal_gains(grades, k)
    cost, gained, total, best = 0.0, 0.0, 0.0, 0.0
    for rank, gain in enumerate(_gains(ranked, grades, k), start=1):
        gained += gain
        cost += max(ideal[rank - 1], 1.0) if rank <= len(ideal) else 1.0
        if gain > 0:
            total += gain / log2(2.0 + cost - gained)
    for ideal_gain in ideal:
        best += ideal_gain
    return total / best if best > 0 else 0.0
