"""What a measure could be if the unjudged documents of a ranking were judged."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any

from .measures import Grades, Ranked


def judgement_bounds(
    measure: Callable[..., float], ranked: Ranked, grades: Grades, grade: float, *arguments: Any
) -> tuple[float, float]:
    """The least and the largest value when each unjudged document is relevant or not.

    Relevant ones have ``grade``, which no judged document exceeds. Of all ways to choose a of them
    the first a of the ranking give the largest value and the last a the least, when a measure does
    not fall as a relevant document changes places with a non-relevant one above it, and else
    depends on the judged grades alone. So a from none to all settles both.

    >>> from .measures import recall
    >>> judgement_bounds(recall, ["new", "b", "late"], {"b": 1, "c": 1}, 1, 2)
    (0.3333333333333333, 0.6666666666666666)
    """
    values = [
        measure(ranked, {**grades, **dict.fromkeys(relevant, grade)}, *arguments)
        for relevant in _choices([d for d in ranked if d not in grades])
    ]
    return min(values), max(values)


def _choices(unjudged: Sequence[Hashable]) -> Iterator[Sequence[Hashable]]:
    for a in range(len(unjudged) + 1):
        yield unjudged[:a]
        yield unjudged[len(unjudged) - a :]
