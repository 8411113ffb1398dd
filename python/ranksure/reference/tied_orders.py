"""Rankings whose order is open between equal scores, and the mean of a measure over the orders.

`literal` is the definition: every order counts the same. `averages.py` gives the same number in
closed form for most measures; `over_orders` serves the others.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, chain, permutations, product
from math import inf
from typing import Any, NamedTuple

from .judged_lists import Grades
from .ranking import ranking, without_repeats

MOST_TIED_DOCUMENTS = 8
MOST_ORDERS = 40320  # 8!


class TooManyOrders(ValueError):
    """The average of this measure would need more orders than are tried."""


class Tied(NamedTuple):
    """Groups of documents with equal scores, best first, and the number of ranks that count."""

    groups: list[list[Hashable]]
    retrieved: int

    def one_order(self) -> bool:
        """No two documents have equal scores."""
        return all(len(documents) == 1 for documents in self.groups)

    def orders(self) -> Iterator[list[Hashable]]:
        """Every ranking that the scores allow."""
        for parts in product(*map(permutations, self.groups)):
            yield list(chain.from_iterable(parts))[: self.retrieved]

    def depth_divides_a_group(self) -> bool:
        """Does the last rank that counts lie within documents of equal scores?"""
        ends = list(accumulate(map(len, self.groups)))
        return self.retrieved > 0 and self.retrieved not in ends

    def condensed(self, grades: Grades) -> "Tied":
        """Without unjudged documents (``judged_only``); the depth divides no group."""
        judged = [[d for d in group if d in grades] for _, group, _ in within(self, None)]
        return Tied([group for group in judged if group], sum(map(len, judged)))


def tied_ranking(
    documents: Sequence[Hashable], scores: Sequence[float] | None, depth: int | None = None
) -> Tied:
    """The groups of a run; a ranked list has no equal scores.

    >>> tied_ranking(["a", "b", "c"], [1.0, 2.0, 1.0])
    Tied(groups=[['b'], ['a', 'c']], retrieved=3)
    """
    ranked = without_repeats(ranking(documents, scores, "stable"))
    groups: list[list[Hashable]] = []
    best: dict[Hashable, float] = {}
    for document, score in zip(documents, scores or [], strict=scores is not None):
        best[document] = max(score, best.get(document, -inf))
    for document in ranked:
        if groups and scores is not None and best[document] == best[groups[-1][0]]:
            groups[-1].append(document)
        else:
            groups.append([document])
    return Tied(groups, len(ranked) if depth is None else min(depth, len(ranked)))


def literal(measure: Callable[..., float], tied: Tied, grades: Grades, *arguments: Any) -> float:
    """The mean of the measure over every order, rounded once.

    >>> from ranksure.reference.measures import rr
    >>> literal(rr, tied_ranking(["a", "b", "c"], [1.0, 1.0, 1.0]), {"a": 1}, None)
    0.6111111111111112
    """
    values = [Fraction(measure(ranked, grades, *arguments)) for ranked in tied.orders()]
    return float(sum(values) / len(values))


def over_orders(
    measure: Callable[..., float], tied: Tied, grades: Grades, *arguments: Any
) -> float:
    """The mean over the orders that a measure can tell apart; it sees grades, not documents.

    Orders ascend group by group, a document without judgement below all grades, and the last
    group changes first. A total and what rounding took from it are added up.
    """
    ways = []
    orders = 1
    for _, group, _ in within(tied, None):
        ways.append(_distinct_orders(group, grades))
        orders *= len(ways[-1])
        if orders > MOST_ORDERS:
            raise TooManyOrders(f"{orders} orders are too many")
    total = lost = 0.0
    for parts in product(*ways):
        ranked = list(chain.from_iterable(parts))[: tied.retrieved]
        value = measure(ranked, grades, *arguments)
        added = total + value
        back = added - total
        lost += (total - (added - back)) + (value - back)
        total = added
    return (total + lost) / orders


def _distinct_orders(documents: Sequence[Hashable], grades: Grades) -> list[tuple[Hashable, ...]]:
    """One order of the documents for each order of their grades."""
    seen = [grades.get(document, -inf) for document in documents]
    if len(set(seen)) == 1:
        return [tuple(documents)]
    if len(documents) > MOST_TIED_DOCUMENTS:
        raise TooManyOrders(f"{len(documents)} documents with equal scores are too many")
    found = []
    for order in sorted(set(permutations(seen))):
        left = {grade: [d for d, g in zip(documents, seen, strict=True) if g == grade]
                for grade in seen}  # fmt: skip
        found.append(tuple(left[grade].pop() for grade in order))
    return found


def within(tied: Tied, k: int | None) -> Iterator[tuple[int, list[Hashable], int]]:
    """Each group that reaches into the top k: ranks above it, documents, its ranks within k."""
    last = tied.retrieved if k is None else min(k, tied.retrieved)
    start = 0
    for documents in tied.groups:
        if start >= last:
            return
        yield start, documents, min(len(documents), last - start)
        start += len(documents)


def relevant_in(documents: Sequence[Hashable], grades: Grades, rel: float) -> int:
    """How many of the documents are relevant."""
    return sum(document in grades and grades[document] >= rel for document in documents)


def expected(tied: Tied, k: int | None, wanted: Callable[[Hashable], bool]) -> float:
    """Expected number of wanted documents in the top k: of each group the share of its ranks."""
    count = 0.0
    for _, documents, places in within(tied, k):
        count += sum(map(wanted, documents)) * places / len(documents)
    return count


def found(tied: Tied, grades: Grades, k: int | None, rel: float) -> float:
    """Expected number of relevant documents in the top k."""
    return expected(tied, k, lambda document: document in grades and grades[document] >= rel)


def mean_gain(
    documents: Sequence[Hashable], grades: Grades, gain: Callable[[float], float]
) -> float:
    """Mean gain of a group, added up from its best grade down."""
    gains = 0.0
    for grade in sorted((grades.get(document, 0.0) for document in documents), reverse=True):
        gains += gain(grade)
    return gains / len(documents)
