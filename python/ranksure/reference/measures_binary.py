"""Measures that ask of each rank only whether its document is relevant."""

from collections.abc import Sequence

from .arithmetic import LN2, log2
from .judged_lists import Grades, Ranked, judged_nonrelevant, relevant, relevant_count


def recall(ranked: Ranked, grades: Grades, k: int | None, rel: float = 1) -> float:
    """Relevant documents in the top k / R."""
    total = relevant_count(grades, rel)
    return sum(relevant(ranked, grades, k, rel)) / total if total else 0.0


def precision(ranked: Ranked, grades: Grades, k: int, rel: float = 1) -> float:
    """Relevant documents in the top k / k, also when fewer than k were retrieved."""
    return sum(relevant(ranked, grades, k, rel)) / k


def hit_rate(ranked: Ranked, grades: Grades, k: int, rel: float = 1) -> float:
    """1 if any of the top k is relevant (success@k of trec_eval)."""
    return 1.0 if any(relevant(ranked, grades, k, rel)) else 0.0


def rr(ranked: Ranked, grades: Grades, k: int | None = None, rel: float = 1) -> float:
    """1 / rank of the first relevant document within k, else 0 (reciprocal rank)."""
    for rank, is_relevant in enumerate(relevant(ranked, grades, k, rel), start=1):
        if is_relevant:
            return 1 / rank
    return 0.0


def _sum_of_precisions(ranked: Ranked, grades: Grades, k: int | None, rel: float) -> float:
    found, precisions = 0, 0.0
    for rank, is_relevant in enumerate(relevant(ranked, grades, k, rel), start=1):
        if is_relevant:
            found += 1
            precisions += found / rank
    return precisions


def ap(ranked: Ranked, grades: Grades, k: int | None = None, rel: float = 1) -> float:
    """Sum of the precision at each relevant rank within k, / R (average precision).

    Buckley and Voorhees, SIGIR 2000, doi:10.1145/345508.345543.
    """
    total = relevant_count(grades, rel)
    return _sum_of_precisions(ranked, grades, k, rel) / total if total else 0.0


def yaap(ranked: Ranked, grades: Grades, k: None = None, rel: float = 1) -> float:
    """ln((1 + S) / (1 + R - S)), S the sum of precisions that ap divides by R.

    The logarithm is log2 times ln 2.

    Robertson, ECIR 2012, LNCS 7224, doi:10.1007/978-3-642-28997-2.
    """
    total = relevant_count(grades, rel)
    precisions = _sum_of_precisions(ranked, grades, k, rel)
    return log2((1.0 + precisions) / (1.0 + total - precisions)) * LN2


def r_precision(
    ranked: Ranked, grades: Grades, k: None = None, rel: float = 1, times: float = 1
) -> float:
    """Relevant documents in the top n / n, n = floor(times * R + 0.9): R itself by default."""
    depth = int(times * relevant_count(grades, rel) + 0.9)
    return sum(relevant(ranked, grades, depth, rel)) / depth if depth else 0.0


def recall_cap(ranked: Ranked, grades: Grades, k: int, rel: float = 1) -> float:
    """Relevant documents in the top k / min(k, R): 1 when the top k could not be better."""
    best = min(k, relevant_count(grades, rel))
    return sum(relevant(ranked, grades, k, rel)) / best if best else 0.0


def precision_ceiling(ranked: Ranked, grades: Grades, k: int, rel: float = 1) -> float:
    """min(k, R) / k: the most that precision@k could be; a property of the golden set."""
    return min(k, relevant_count(grades, rel)) / k


def accuracy(ranked: Ranked, grades: Grades, k: int | None = None, rel: float = 1) -> float:
    """Share of the pairs (relevant, other) within the top k in which the relevant one is first.

    1 when all retrieved documents are relevant: no pair stands wrong.
    """
    found = others = wrong = 0
    for is_relevant in relevant(ranked, grades, k, rel):
        if is_relevant:
            found += 1
            wrong += others
        else:
            others += 1
    if found == 0:
        return 0.0
    return 1.0 - wrong / (found * others) if others else 1.0


def bpref(ranked: Ranked, grades: Grades, k: None = None, rel: float = 1) -> float:
    """Mean over the relevant documents of 1 - min(n, R) / min(N, R).

    n counts the judged non-relevant documents ranked above, N all of them. Unjudged documents and
    grades below zero are passed over.

    Buckley and Voorhees, SIGIR 2004, doi:10.1145/1008992.1009000.
    """
    total = relevant_count(grades, rel)
    nonrelevant = sum(judged_nonrelevant(grade, rel) for grade in grades.values())
    above, preferred = 0, 0.0
    for document in ranked:
        if document not in grades:
            continue
        if grades[document] >= rel:
            preferred += 1.0 - min(above, total) / min(nonrelevant, total) if above else 1.0
        elif judged_nonrelevant(grades[document], rel):
            above += 1
    return preferred / total if total else 0.0


INFAP_EPSILON = 0.00001


def infap(ranked: Ranked, grades: Grades, k: None = None, rel: float = 1) -> float:
    """Average precision inferred from a pool of which a random part was judged.

    At a relevant document of rank i + 1: 1/(i + 1) + i/(i + 1) * (pooled above / i) *
    (relevant above + e) / (judged above + 2 e), e = 0.00001; / R. A grade below zero says pooled
    but not judged.

    Yilmaz and Aslam, CIKM 2006, doi:10.1145/1183614.1183633.
    """
    found = nonrelevant = unjudged = 0
    inferred = 0.0
    for above, document in enumerate(ranked):
        if document not in grades:
            continue
        if grades[document] >= rel:
            inferred += _inferred_precision(above, found, nonrelevant, unjudged)
            found += 1
        elif judged_nonrelevant(grades[document], rel):
            nonrelevant += 1
        else:
            unjudged += 1
    total = relevant_count(grades, rel)
    return inferred / total if total else 0.0


def _inferred_precision(above: int, found: int, nonrelevant: int, unjudged: int) -> float:
    if above == 0:
        return 1.0
    pooled = (found + nonrelevant + unjudged) / above
    share = (found + INFAP_EPSILON) / (found + nonrelevant + 2 * INFAP_EPSILON)
    return 1.0 / (above + 1.0) + above / (above + 1.0) * pooled * share


def _nearest(x: float) -> int:
    """The nearest whole number, halves upwards, x >= 0."""
    return int(x) + (x - int(x) >= 0.5)


def _interpolated(precisions: Sequence[float], level: float, total: int) -> float:
    """The best precision once round(level * R) relevant documents have been found."""
    needed = max(_nearest(level * total), 1)
    return max(precisions[needed - 1 :], default=0.0)


def _precisions(ranked: Ranked, grades: Grades, rel: float) -> list[float]:
    """The precision at each relevant rank."""
    flags = relevant(ranked, grades, None, rel)
    ranks = [rank for rank, is_relevant in enumerate(flags, start=1) if is_relevant]
    return [found / rank for found, rank in enumerate(ranks, start=1)]


def iprec(
    ranked: Ranked, grades: Grades, k: None = None, rel: float = 1, level: float = 0
) -> float:
    """The best precision at or behind the rank where recall reaches ``level``.

    The level is reached with round(level * R) relevant documents, halves upwards, as trec_eval 10
    counts them; 0 where they were not found.
    """
    return _interpolated(_precisions(ranked, grades, rel), level, relevant_count(grades, rel))


ELEVEN_LEVELS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


def iprec_mean(
    ranked: Ranked,
    grades: Grades,
    k: None = None,
    rel: float = 1,
    levels: Sequence[float] = ELEVEN_LEVELS,
) -> float:
    """Mean of iprec over some levels, by default the eleven points 0, 0.1, ..., 1."""
    precisions = _precisions(ranked, grades, rel)
    total = 0.0
    for level in levels:
        total += _interpolated(precisions, level, relevant_count(grades, rel))
    return total / len(levels)


def bin_g(ranked: Ranked, grades: Grades, k: None = None, rel: float = 1) -> float:
    """Sum over the relevant documents of 1 / log2(2 + other documents above), / R (trec_eval)."""
    total = relevant_count(grades, rel)
    others, gained = 0, 0.0
    for is_relevant in relevant(ranked, grades, k, rel):
        if is_relevant:
            gained += 1.0 / log2(2 + others)
        else:
            others += 1
    return gained / total if total else 0.0
