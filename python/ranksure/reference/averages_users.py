"""Averages of measures that model a user who reads down the ranking and stops at some rank."""

from collections.abc import Hashable, Sequence

from . import measures_users as plain
from .arithmetic import exp2
from .judged_lists import Grades, exponential_gain, linear_gain
from .tied_orders import Tied, mean_gain, relevant_in, within


def rbp(
    tied: Tied,
    grades: Grades,
    k: int | None = None,
    rel: float = 1,
    p: float = 0.8,
    gain: str = "binary",
    max_grade: float = 1,
    like: str | None = None,
) -> float:
    """(1 - p) times the sum of expected gain * p^(rank - 1)."""
    if like == "trec_eval":
        max_grade = max(1.0, *grades.values())
    total, weight = 0.0, 1.0
    for _, documents, places in within(tied, k):
        if gain == "graded":
            mean = mean_gain(documents, grades, lambda grade: linear_gain(grade) / max_grade)
        else:
            mean = relevant_in(documents, grades, rel) / len(documents)
        for _ in range(places):
            total += mean * weight
            weight *= p
    return (1.0 - p) * total


def rbp_residual(
    tied: Tied,
    grades: Grades,
    k: int | None = None,
    p: float = 0.8,
    like: str | None = None,
) -> float:
    """The weight of expected unjudged documents, and of all ranks behind the last.

    With ``like="trec_eval"`` the ranks behind count with the chance of an unjudged document.
    """
    unjudged, weight, none_unjudged = 0.0, 1.0, 1.0
    for _, documents, places in within(tied, k):
        n = len(documents)
        judged = relevant_in(documents, grades, 0.0)
        share = (n - judged) / n
        for place in range(places):
            unjudged += share * weight
            weight *= p
            none_unjudged *= max(judged - place, 0) / (n - place)
    if like == "trec_eval":
        weight *= 1.0 - none_unjudged
    return weight + (1.0 - p) * unjudged


def _stops(satisfied: Sequence[float], n: int, places: int) -> list[float]:
    """Chance to read down to place j of a group and be satisfied there, j = 1 to ``places``.

    The mean over all orders of n documents, of which all but ``satisfied`` satisfy nobody.
    Documents come one by one; the new one of N stands at place j with chance 1 / N, above it with
    chance (j - 1) / N, below it with chance (N - j) / N. ``passes[j]`` is the chance that j of the
    documents so far, drawn at random, satisfy nobody.
    """
    passes = [1.0] * (places + 1)
    stops = [0.0] * (places + 1)
    for count, chance in enumerate(satisfied, start=n - len(satisfied) + 1):
        goes_on = 1.0 - chance
        for j in range(min(places, count), 0, -1):
            here = chance * passes[j - 1] + (j - 1) * goes_on * stops[j - 1]
            stops[j] = (here + (count - j) * stops[j]) / count
            passes[j] = (j * goes_on * passes[j - 1] + (count - j) * passes[j]) / count
    return stops[1:]


def err(tied: Tied, grades: Grades, k: int | None = None, max_grade: float = 1) -> float:
    """Expected reciprocal rank of the document that satisfies the user, over orders too."""
    total, reads_on = 0.0, 1.0
    for start, documents, places in within(tied, k):
        satisfied = _satisfied(documents, grades, max_grade)
        for rank, stop in enumerate(_stops(satisfied, len(documents), places), start=start + 1):
            total += stop * reads_on / rank
        for chance in satisfied:
            reads_on *= 1.0 - chance
    return total


def _satisfied(documents: Sequence[Hashable], grades: Grades, max_grade: float) -> list[float]:
    """Chances of the documents that gain something to satisfy, best first."""
    gaining = sorted((grades.get(d, 0.0) for d in documents), reverse=True)
    most = exp2(float(max_grade))
    return [exponential_gain(grade) / most for grade in gaining if grade > 0]


def nerr(tied: Tied, grades: Grades, k: int | None = None, max_grade: float = 1) -> float:
    """err@k over that of the best possible ranking, which does not depend on the order."""
    ideal = sorted((grade for grade in grades.values() if grade > 0), reverse=True)[:k]
    best = plain._expected_reciprocal_rank(ideal, max_grade)
    return err(tied, grades, k, max_grade) / best if best > 0 else 0.0


def insq(tied: Tied, grades: Grades, k: int, T: float = 1, max_grade: float = 1) -> float:
    """Mean expected gain per document read by a user whom the gains do not change."""
    means = []
    for _, documents, places in within(tied, k):
        mean = mean_gain(documents, grades, lambda grade: linear_gain(grade) / max_grade)
        means += [mean] * places
    weight, weights, total = 1.0, 0.0, 0.0
    for rank in range(1, k + 1):
        weights += weight
        if rank <= len(means):
            total += weight * means[rank - 1]
        place = rank + 2.0 * T
        ratio = (place - 1.0) / place
        weight *= ratio * ratio
    return total / weights
