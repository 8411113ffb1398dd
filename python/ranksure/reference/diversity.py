"""Novelty and diversity measures of one query, whose judgements belong to subtopics.

``judged`` maps every judged document to its grade for each subtopic it was judged for. A document
is relevant to a subtopic where that grade is at least ``rel``. N is the number of subtopics that
have a relevant document; others do not count. A document that is relevant to a subtopic of which c
relevant documents stand above it gains (1 - alpha)^c there. The ideal ranking is greedy: at each
rank the judged document that gains most, and of several the one whose id is last by UTF-8 bytes.
Subtopics are added in ascending order of the UTF-8 bytes of their ids. Every measure is 0 without a
relevant document.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from .arithmetic import log2

Ranked = Sequence[Hashable]
Judged = Mapping[Hashable, Mapping[str, float]]


def without_subtopics(judged: Mapping[Hashable, Any]) -> Mapping[Hashable, float]:
    """What other measures read: the largest grade of each document.

    >>> without_subtopics({"a": {"1": 0, "2": 2}, "b": 1})
    {'a': 2, 'b': 1}
    """
    return {
        document: max(grade.values()) if isinstance(grade, Mapping) else grade
        for document, grade in judged.items()
    }


def relevant_subtopics(judged: Mapping[Hashable, Any], rel: float) -> dict[Hashable, list[str]]:
    """The subtopics that each relevant document is relevant to, in their order."""
    relevant = {
        document: sorted((s for s in grades if grades[s] >= rel), key=str.encode)
        for document, grades in judged.items()
    }
    return {document: subtopics for document, subtopics in relevant.items() if subtopics}


def subtopics(judged: Mapping[Hashable, Any], rel: float = 1) -> list[str]:
    """The N subtopics that have a relevant document, in their order."""
    found = {s for documents in relevant_subtopics(judged, rel).values() for s in documents}
    return sorted(found, key=str.encode)


class _Novelty:
    """What a document of some subtopics gains after the documents above it."""

    def __init__(self, alpha: float) -> None:
        self.alpha = alpha
        self.left: dict[str, float] = {}

    def gain(self, subtopics: Sequence[str]) -> float:
        total = 0.0
        for subtopic in subtopics:
            total += self.left.get(subtopic, 1.0)
        return total

    def pass_by(self, subtopics: Sequence[str]) -> None:
        for subtopic in subtopics:
            self.left[subtopic] = self.left.get(subtopic, 1.0) * (1 - self.alpha)


def novelty_gains(ranked: Ranked, judged: Judged, alpha: float, rel: float) -> list[float]:
    """What each document of the ranking gains.

    >>> novelty_gains(["a", "x", "b"], {"a": {"1": 1}, "b": {"1": 1, "2": 1}}, 0.5, 1)
    [1.0, 0.0, 1.5]
    """
    relevant, novelty = relevant_subtopics(judged, rel), _Novelty(alpha)
    gains = []
    for document in ranked:
        gains.append(novelty.gain(relevant.get(document, [])))
        novelty.pass_by(relevant.get(document, []))
    return gains


def ideal_gains(judged: Judged, k: int | None, alpha: float, rel: float) -> list[float]:
    """What each document of the greedy ideal ranking gains, down to k."""
    relevant, novelty = relevant_subtopics(judged, rel), _Novelty(alpha)
    left = sorted(relevant, key=lambda document: str(document).encode(), reverse=True)
    gains: list[float] = []
    while left and (k is None or len(gains) < k):
        best = max(left, key=lambda document: novelty.gain(relevant[document]))  # the first of them
        gains.append(novelty.gain(relevant[best]))
        novelty.pass_by(relevant[best])
        left.remove(best)
    return gains


def _all_at_each_rank(judged: Judged, k: int, alpha: float, rel: float) -> list[float]:
    """Gains where a document that is relevant to all N subtopics stands at every rank."""
    gains, gain = [], float(len(subtopics(judged, rel)))
    for _ in range(k):
        gains.append(gain)
        gain *= 1 - alpha
    return gains


def _by_logarithm(gains: Sequence[float]) -> float:
    total = 0.0
    for rank, gain in enumerate(gains, start=1):
        total += gain / log2(rank + 1)
    return total


def _by_rank(gains: Sequence[float]) -> float:
    total = 0.0
    for rank, gain in enumerate(gains, start=1):
        total += gain / rank
    return total


def _over(
    discounted: Callable[[Sequence[float]], float], gains: Sequence[float], best: Sequence[float]
) -> float:
    ideal = discounted(best)
    return discounted(gains) / ideal if ideal > 0 else 0.0


def alpha_dcg(ranked: Ranked, grades: Judged, k: int, rel: float = 1, alpha: float = 0.5) -> float:
    """Sum of gain / log2(rank + 1) in the top k / the same with all N subtopics at every rank.

    Clarke et al., SIGIR 2008, doi:10.1145/1390334.1390446.
    """
    gains = novelty_gains(ranked[:k], grades, alpha, rel)
    return _over(_by_logarithm, gains, _all_at_each_rank(grades, k, alpha, rel))


def alpha_ndcg(ranked: Ranked, grades: Judged, k: int, rel: float = 1, alpha: float = 0.5) -> float:
    """Sum of gain / log2(rank + 1) in the top k / the same of the ideal ranking.

    >>> grades = {"a": {"1": 1, "2": 1}, "b": {"1": 1}, "c": {"3": 1}}
    >>> round(alpha_ndcg(["b", "a"], grades, 2), 4)
    0.7398
    """
    gains = novelty_gains(ranked[:k], grades, alpha, rel)
    return _over(_by_logarithm, gains, ideal_gains(grades, k, alpha, rel))


def err_ia(ranked: Ranked, grades: Judged, k: int, rel: float = 1, alpha: float = 0.5) -> float:
    """Sum of gain / rank in the top k / the same with all N subtopics at every rank.

    Chapelle et al., CIKM 2009, doi:10.1145/1645953.1646033; Clarke et al., WSDM 2011,
    doi:10.1145/1935826.1935847.
    """
    gains = novelty_gains(ranked[:k], grades, alpha, rel)
    return _over(_by_rank, gains, _all_at_each_rank(grades, k, alpha, rel))


def nerr_ia(ranked: Ranked, grades: Judged, k: int, rel: float = 1, alpha: float = 0.5) -> float:
    """Sum of gain / rank in the top k / the same of the ideal ranking."""
    gains = novelty_gains(ranked[:k], grades, alpha, rel)
    return _over(_by_rank, gains, ideal_gains(grades, k, alpha, rel))


def _patient(gains: Sequence[float], beta: float) -> float:
    """Sum of gain * beta^(rank - 1), the power by repeated multiplication."""
    total, decay = 0.0, 1.0
    for gain in gains:
        total += gain * decay
        decay *= beta
    return total


def nrbp(
    ranked: Ranked,
    grades: Judged,
    k: None = None,
    rel: float = 1,
    alpha: float = 0.5,
    beta: float = 0.5,
) -> float:
    """(1 - (1 - alpha) beta) / N * sum of gain * beta^(rank - 1).

    Novelty- and rank-biased precision: Clarke, Kolla and Vechtomova, ICTIR 2009,
    doi:10.1007/978-3-642-04417-5_17.
    """
    total = len(subtopics(grades, rel))
    read = _patient(novelty_gains(ranked, grades, alpha, rel), beta)
    return read * (1 - (1 - alpha) * beta) / total if total else 0.0


def nnrbp(
    ranked: Ranked,
    grades: Judged,
    k: None = None,
    rel: float = 1,
    alpha: float = 0.5,
    beta: float = 0.5,
) -> float:
    """Sum of gain * beta^(rank - 1) / the same of the ideal ranking."""
    ideal = _patient(ideal_gains(grades, None, alpha, rel), beta)
    read = _patient(novelty_gains(ranked, grades, alpha, rel), beta)
    return read / ideal if ideal > 0 else 0.0


def ap_ia(ranked: Ranked, grades: Judged, k: None = None, rel: float = 1) -> float:
    """Mean over the N subtopics of the average precision for each (MAP-IA).

    Agrawal et al., WSDM 2009, doi:10.1145/1498759.1498766.
    """
    relevant, named = relevant_subtopics(grades, rel), subtopics(grades, rel)
    total = 0.0
    for subtopic in named:
        found, precisions = 0, 0.0
        for rank, document in enumerate(ranked, start=1):
            if subtopic in relevant.get(document, []):
                found += 1
                precisions += found / rank
        total += precisions / sum(subtopic in documents for documents in relevant.values())
    return total / len(named) if named else 0.0


def precision_ia(ranked: Ranked, grades: Judged, k: int, rel: float = 1) -> float:
    """Mean over the N subtopics of the precision@k for each."""
    relevant, total = relevant_subtopics(grades, rel), len(subtopics(grades, rel))
    found = sum(len(relevant.get(document, [])) for document in ranked[:k])
    return found / (k * total) if total else 0.0


def st_recall(ranked: Ranked, grades: Judged, k: int, rel: float = 1) -> float:
    """Subtopics with a relevant document in the top k / N.

    Zhai, Cohen and Lafferty, SIGIR 2003, doi:10.1145/860435.860440.
    """
    relevant, total = relevant_subtopics(grades, rel), len(subtopics(grades, rel))
    covered = {subtopic for document in ranked[:k] for subtopic in relevant.get(document, [])}
    return len(covered) / total if total else 0.0


MEASURES = (
    "alpha_dcg", "alpha_ndcg", "err_ia", "nerr_ia", "nrbp", "nnrbp", "ap_ia", "precision_ia",
    "st_recall",
)  # fmt: skip
