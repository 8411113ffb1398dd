"""The measures of one query.

``ranked`` is the ranking (document ids, best first, no repeats), ``grades`` maps every judged
document to its grade, ``k`` is the cut-off (None: the whole ranking) and ``rel`` the least grade
that counts as relevant. R is the number of relevant documents among the judged ones. Every measure
is 0 where it would divide by zero; `evaluating.py` says when such a zero is a policy's business.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence

from .arithmetic import exp2, log2

Ranked = Sequence[Hashable]
Grades = Mapping[Hashable, float]


def _relevant(ranked: Ranked, grades: Grades, k: int | None, rel: float) -> list[bool]:
    """For each of the top ``k`` ranks: is the document relevant?"""
    return [document in grades and grades[document] >= rel for document in ranked[:k]]


def relevant_count(grades: Grades, rel: float = 1) -> int:
    """R: the number of judged documents with a grade of at least ``rel``."""
    return sum(grade >= rel for grade in grades.values())


def recall(ranked: Ranked, grades: Grades, k: int | None, rel: float = 1) -> float:
    """Relevant documents in the top k / R."""
    total = relevant_count(grades, rel)
    return sum(_relevant(ranked, grades, k, rel)) / total if total else 0.0


def precision(ranked: Ranked, grades: Grades, k: int, rel: float = 1) -> float:
    """Relevant documents in the top k / k, also when fewer than k were retrieved."""
    return sum(_relevant(ranked, grades, k, rel)) / k


def set_precision(ranked: Ranked, grades: Grades, k: int | None, rel: float = 1) -> float:
    """Relevant documents in the top k / documents in the top k."""
    found = _relevant(ranked, grades, k, rel)
    return sum(found) / len(found) if found else 0.0


def hit_rate(ranked: Ranked, grades: Grades, k: int, rel: float = 1) -> float:
    """1 if any of the top k is relevant (success@k of trec_eval)."""
    return 1.0 if any(_relevant(ranked, grades, k, rel)) else 0.0


def rr(ranked: Ranked, grades: Grades, k: int | None = None, rel: float = 1) -> float:
    """1 / rank of the first relevant document within k, else 0 (reciprocal rank)."""
    for rank, relevant in enumerate(_relevant(ranked, grades, k, rel), start=1):
        if relevant:
            return 1 / rank
    return 0.0


def ap(ranked: Ranked, grades: Grades, k: int | None = None, rel: float = 1) -> float:
    """Sum of the precision at each relevant rank within k, / R (average precision).

    Buckley and Voorhees, SIGIR 2000, doi:10.1145/345508.345543.
    """
    total = relevant_count(grades, rel)
    found, precisions = 0, 0.0
    for rank, relevant in enumerate(_relevant(ranked, grades, k, rel), start=1):
        if relevant:
            found += 1
            precisions += found / rank
    return precisions / total if total else 0.0


def _harmonic_mean(p: float, r: float) -> float:
    return 2 * p * r / (p + r) if p + r > 0 else 0.0


def f1(ranked: Ranked, grades: Grades, k: int, rel: float = 1) -> float:
    """2 P R / (P + R) of precision@k and recall@k."""
    return _harmonic_mean(precision(ranked, grades, k, rel), recall(ranked, grades, k, rel))


def set_f1(ranked: Ranked, grades: Grades, k: int | None, rel: float = 1) -> float:
    """2 P R / (P + R) of set_precision@k and recall@k."""
    return _harmonic_mean(set_precision(ranked, grades, k, rel), recall(ranked, grades, k, rel))


def r_precision(ranked: Ranked, grades: Grades, k: None = None, rel: float = 1) -> float:
    """Relevant documents in the top R / R."""
    total = relevant_count(grades, rel)
    return sum(_relevant(ranked, grades, total, rel)) / total if total else 0.0


def recall_cap(ranked: Ranked, grades: Grades, k: int, rel: float = 1) -> float:
    """Relevant documents in the top k / min(k, R): 1 when the top k could not be better."""
    best = min(k, relevant_count(grades, rel))
    return sum(_relevant(ranked, grades, k, rel)) / best if best else 0.0


def precision_ceiling(ranked: Ranked, grades: Grades, k: int, rel: float = 1) -> float:
    """min(k, R) / k: the most that precision@k could be; a property of the golden set."""
    return min(k, relevant_count(grades, rel)) / k


def judged(ranked: Ranked, grades: Grades, k: int, rel: float = 1) -> float:
    """Judged documents in the top k / documents in the top k."""
    top = ranked[:k]
    return sum(document in grades for document in top) / len(top) if top else 0.0


def linear_gain(grade: float) -> float:
    """The grade itself; a grade below zero gains nothing."""
    return float(grade) if grade > 0 else 0.0


def exponential_gain(grade: float) -> float:
    """2^grade - 1; a grade below zero gains nothing.

    Burges et al., ICML 2005, doi:10.1145/1102351.1102363.
    """
    return exp2(float(grade)) - 1.0 if grade > 0 else 0.0


def _discounted(gains: Sequence[float]) -> float:
    """Sum of gain / log2(rank + 1), added from rank 1 downwards."""
    total = 0.0
    for rank, gain in enumerate(gains, start=1):
        total += gain / log2(rank + 1)
    return total


def _dcg(ranked: Ranked, grades: Grades, k: int | None, gain: Callable[[float], float]) -> float:
    return _discounted([gain(grades.get(document, 0.0)) for document in ranked[:k]])


def ideal_dcg(grades: Grades, k: int | None, gain: Callable[[float], float]) -> float:
    """DCG of the best possible ranking: ALL judged documents, best grade first, cut at k."""
    return _discounted(sorted((gain(grade) for grade in grades.values()), reverse=True)[:k])


def dcg(ranked: Ranked, grades: Grades, k: int | None = None, rel: float = 1) -> float:
    """Discounted cumulative gain, gain = grade: sum of grade / log2(rank + 1) over the top k."""
    return _dcg(ranked, grades, k, linear_gain)


def dcg_exp(ranked: Ranked, grades: Grades, k: int | None = None, rel: float = 1) -> float:
    """Discounted cumulative gain with gain 2^grade - 1."""
    return _dcg(ranked, grades, k, exponential_gain)


def ndcg(ranked: Ranked, grades: Grades, k: int | None = None, rel: float = 1) -> float:
    """DCG / ideal DCG, gain = grade.

    Järvelin and Kekäläinen, TOIS 2002, doi:10.1145/582415.582418.

    >>> round(ndcg(["a", "b", "c", "d", "e"], {"a": 2, "c": 1, "d": 1}, 5), 4)
    0.936
    """
    ideal = ideal_dcg(grades, k, linear_gain)
    return _dcg(ranked, grades, k, linear_gain) / ideal if ideal > 0 else 0.0


def ndcg_exp(ranked: Ranked, grades: Grades, k: int | None = None, rel: float = 1) -> float:
    """DCG / ideal DCG with gain 2^grade - 1."""
    ideal = ideal_dcg(grades, k, exponential_gain)
    return _dcg(ranked, grades, k, exponential_gain) / ideal if ideal > 0 else 0.0


def index_recall(approx: Ranked, exact: Ranked, k: int) -> float:
    """Exact neighbours among the approximate top k / min(k, exact neighbours given).

    >>> index_recall([7, 1], [1, 2], 2)
    0.5
    """
    wanted = set(exact[:k])
    return sum(neighbour in wanted for neighbour in approx[:k]) / len(wanted) if wanted else 0.0
