"""Measures of what was retrieved, whatever its order, and counts."""

from collections.abc import Sequence

from .judged_lists import Grades, Ranked, judged_nonrelevant, relevant, relevant_count
from .measures_binary import precision, recall


def _f(p: float, r: float, beta: float) -> float:
    square = beta * beta
    return (1.0 + square) * p * r / (square * p + r) if p + r > 0 else 0.0


def f(ranked: Ranked, grades: Grades, k: int, rel: float = 1, beta: float = 1) -> float:
    """(1 + b^2) P R / (b^2 P + R) of precision@k and recall@k, b = beta.

    van Rijsbergen, Information Retrieval, 1979, chapter 7.
    """
    return _f(precision(ranked, grades, k, rel), recall(ranked, grades, k, rel), beta)


def f1(ranked: Ranked, grades: Grades, k: int, rel: float = 1) -> float:
    """2 P R / (P + R) of precision@k and recall@k."""
    return f(ranked, grades, k, rel)


def set_precision(ranked: Ranked, grades: Grades, k: int | None, rel: float = 1) -> float:
    """Relevant documents in the top k / documents in the top k."""
    found = relevant(ranked, grades, k, rel)
    return sum(found) / len(found) if found else 0.0


def set_recall(ranked: Ranked, grades: Grades, k: None = None, rel: float = 1) -> float:
    """Relevant documents retrieved / R."""
    return recall(ranked, grades, k, rel)


def set_relative_precision(ranked: Ranked, grades: Grades, k: int | None, rel: float = 1) -> float:
    """Relevant documents in the top k / min(documents in the top k, R)."""
    found = relevant(ranked, grades, k, rel)
    best = min(len(found), relevant_count(grades, rel))
    return sum(found) / best if best else 0.0


def set_ap(ranked: Ranked, grades: Grades, k: int | None, rel: float = 1) -> float:
    """set_precision times recall of the top k: found^2 / (documents in the top k * R)."""
    found = relevant(ranked, grades, k, rel)
    pairs = len(found) * relevant_count(grades, rel)
    return sum(found) * sum(found) / pairs if pairs else 0.0


def set_f(ranked: Ranked, grades: Grades, k: int | None, rel: float = 1, beta: float = 1) -> float:
    """(1 + b^2) P R / (b^2 P + R) of set_precision@k and recall@k, b = beta."""
    return _f(set_precision(ranked, grades, k, rel), recall(ranked, grades, k, rel), beta)


def set_f1(ranked: Ranked, grades: Grades, k: int | None, rel: float = 1) -> float:
    """2 P R / (P + R) of set_precision@k and recall@k."""
    return set_f(ranked, grades, k, rel)


def num_ret(ranked: Ranked, grades: Grades, k: None = None) -> float:
    """How many documents were retrieved."""
    return float(len(ranked))


def num_rel(ranked: Ranked, grades: Grades, k: None = None, rel: float = 1) -> float:
    """R: how many judged documents are relevant; a property of the golden set."""
    return float(relevant_count(grades, rel))


def num_rel_ret(ranked: Ranked, grades: Grades, k: int | None = None, rel: float = 1) -> float:
    """How many relevant documents stand in the top k."""
    return float(sum(relevant(ranked, grades, k, rel)))


def num_nonrel_judged_ret(ranked: Ranked, grades: Grades, k: None = None, rel: float = 1) -> float:
    """How many judged non-relevant documents were retrieved, grades below zero not counted."""
    judged_grades = [grades[document] for document in ranked if document in grades]
    return float(sum(judged_nonrelevant(grade, rel) for grade in judged_grades))


def judged(ranked: Ranked, grades: Grades, k: int) -> float:
    """Judged documents in the top k / documents in the top k."""
    top = ranked[:k]
    return sum(document in grades for document in top) / len(top) if top else 0.0


def hole(ranked: Ranked, grades: Grades, k: int) -> float:
    """Unjudged documents in the top k / documents in the top k."""
    top = ranked[:k]
    return sum(document not in grades for document in top) / len(top) if top else 0.0


def unjudged(ranked: Ranked, grades: Grades, k: int) -> float:
    """Documents in the top k that are unjudged or have a grade below zero / k (trec_eval)."""
    return sum(document not in grades or grades[document] < 0 for document in ranked[:k]) / k


def utility(
    ranked: Ranked,
    grades: Grades,
    k: None = None,
    rel: float = 1,
    weights: Sequence[float] = (1.0, -1.0, 0.0, 0.0),
    n_documents: float = 0,
) -> float:
    """w1 a + w2 b + w3 c + w4 d.

    a relevant and b other documents were retrieved, c relevant and d other documents were not; d
    needs ``n_documents``, the size of the collection.
    """
    a = sum(relevant(ranked, grades, k, rel))
    b = len(ranked) - a
    c = relevant_count(grades, rel) - a
    d = n_documents - (a + b + c)
    return weights[0] * a + weights[1] * b + weights[2] * c + weights[3] * d
