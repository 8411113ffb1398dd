"""Measures that model a user who reads down the ranking and stops at some rank."""

from collections.abc import Sequence

from .arithmetic import exp2
from .judged_lists import Grades, Ranked, exponential_gain, relevant, scaled_gains


def rbp(
    ranked: Ranked,
    grades: Grades,
    k: int | None = None,
    rel: float = 1,
    p: float = 0.8,
    gain: str = "binary",
    max_grade: float = 1,
    like: str | None = None,
) -> float:
    """(1 - p) times the sum of gain * p^(rank - 1) (rank-biased precision).

    The gain is 1 for a relevant document; grade / max_grade with ``gain="graded"``. With
    ``like="trec_eval"`` max_grade is the largest grade of the query, and at least 1.

    Moffat and Zobel, TOIS 2008, doi:10.1145/1416950.1416952.
    """
    gains: Sequence[float]
    if like == "trec_eval":
        max_grade = max(1.0, *grades.values())
    if gain == "graded":
        gains = scaled_gains(ranked, grades, k, max_grade)
    else:
        gains = [float(flag) for flag in relevant(ranked, grades, k, rel)]
    total, weight = 0.0, 1.0
    for of_rank in gains:
        total += of_rank * weight
        weight *= p
    return (1.0 - p) * total


def rbp_residual(
    ranked: Ranked,
    grades: Grades,
    k: int | None = None,
    p: float = 0.8,
    like: str | None = None,
) -> float:
    """How much rbp could still gain: the weight of unjudged ranks and of all ranks behind the last.

    A grade below zero counts as unjudged. With ``like="trec_eval"`` it is 0 where no unjudged
    document was retrieved.
    """
    unjudged, weight = 0.0, 1.0
    for document in ranked[:k]:
        if document not in grades or grades[document] < 0:
            unjudged += weight
        weight *= p
    if like == "trec_eval" and unjudged == 0.0:
        return 0.0
    return weight + (1.0 - p) * unjudged


def _expected_reciprocal_rank(grades: Sequence[float], max_grade: float) -> float:
    total, reads_on = 0.0, 1.0
    for rank, grade in enumerate(grades, start=1):
        satisfied = exponential_gain(grade) / exp2(float(max_grade))
        total += satisfied * reads_on / rank
        reads_on *= 1.0 - satisfied
    return total


def err(ranked: Ranked, grades: Grades, k: int | None = None, max_grade: float = 1) -> float:
    """Expected reciprocal rank of the document that satisfies the user.

    A document does so with probability (2^grade - 1) / 2^max_grade.

    Chapelle et al., CIKM 2009, doi:10.1145/1645953.1646033.
    """
    return _expected_reciprocal_rank([grades.get(d, 0.0) for d in ranked[:k]], max_grade)


def nerr(ranked: Ranked, grades: Grades, k: int | None = None, max_grade: float = 1) -> float:
    """err@k over that of the best possible ranking of all judged documents."""
    ideal = sorted((grade for grade in grades.values() if grade > 0), reverse=True)[:k]
    best = _expected_reciprocal_rank(ideal, max_grade)
    return err(ranked, grades, k, max_grade) / best if best > 0 else 0.0


def _rank_biased_overlap(ranked: Ranked, ideal: Ranked, p: float, depth: int) -> float:
    """Mean of (documents common to both top d) / d over the depths d, with weights p^(d - 1)."""
    total, weights, weight = 0.0, 0.0, 1.0
    for d in range(1, depth + 1):
        total += weight * len(set(ranked[:d]) & set(ideal[:d])) / d
        weights += weight
        weight *= p
    return total / weights if depth else 0.0


def compat(
    ranked: Ranked, grades: Grades, k: None = None, p: float = 0.95, normalize: bool = True
) -> float:
    """Rank-biased overlap of the ranking with the nearest ideal ranking (compatibility).

    The ideal ranking holds the documents with grades above zero, best first; equal grades stand as
    they were ranked, those that were not retrieved behind. It is compared down to the longer of the
    two; normalised by the overlap of the ideal ranking with itself.

    Clarke, Vtyurina and Smucker, TOIS 2021, doi:10.1145/3451161.
    """
    place = {document: rank for rank, document in enumerate(ranked)}
    ideal = [document for document, grade in grades.items() if grade > 0]
    ideal.sort(key=lambda document: (-grades[document], place.get(document, len(ranked))))
    depth = max(len(ranked), len(ideal))
    overlap = _rank_biased_overlap(ranked, ideal, p, depth)
    if not ideal or not normalize:
        return overlap
    return overlap / _rank_biased_overlap(ideal, ideal, p, depth)
