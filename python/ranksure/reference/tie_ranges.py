"""The least and the greatest value of a measure over all orders of documents with equal scores."""

from collections.abc import Callable, Hashable
from math import inf

from . import evaluating
from .judged_lists import Grades, regained
from .measure_names import parse
from .tied_orders import Tied


def tie_range(measure: str, tied: Tied, grades: Grades) -> tuple[float, float]:
    """The least and the greatest value: those of the worst and of the best order.

    The best order puts the best grade of each group first, a document without judgement last; the
    worst order is its reverse. They are extreme for a measure that never falls, or never rises,
    when of two neighbours with equal scores the better one moves up: neighbours that change places
    lead from any order to the best one. Where a measure gains by ``gains=``, those are its grades.

    - Counts of relevant documents in the top k, and what grows with them: moving up brings one in.
    - rr, ap, yaap, iprec, iprec_mean, bin_g: a better rank, a better precision there, the others
      keep theirs.
    - dcg and its kin, rbp, insq: the better gain gets the larger weight. rndcg is a sum of them.
    - err: the better one first gains (s - t) (1 / r - 1 / (r + 1)), chances s > t, and whoever
      reads on past both does so with the same chance.
    - accuracy without cut-off: one wrong pair less. With one, a relevant document that comes in
      may bring more wrong pairs than its share: refused.
    - judged grows with the judged documents in the top k; hole, unjudged and rbp_residual fall.

    >>> from .tied_orders import tied_ranking
    >>> tie_range("rr", tied_ranking(["a", "b", "c"], [1.0, 1.0, 1.0]), {"a": 1})
    (0.3333333333333333, 1.0)
    """
    seen = regained(grades, parse(measure)[2].get("gains", {}))
    best = _ordered(tied, lambda document: -seen.get(document, -inf))
    worst = _ordered(tied, lambda document: seen.get(document, -inf))
    values = [evaluating.measured(measure, ranked, grades) for ranked in (worst, best)]
    return min(values), max(values)


def _ordered(tied: Tied, key: Callable[[Hashable], float]) -> list[Hashable]:
    ranked = [document for group in tied.groups for document in sorted(group, key=key)]
    return ranked[: tied.retrieved]


def literal_range(measure: str, tied: Tied, grades: Grades) -> tuple[float, float]:
    """The definition: the least and the greatest of the values under every order.

    >>> from .tied_orders import tied_ranking
    >>> literal_range("rr", tied_ranking(["a", "b", "c"], [1.0, 1.0, 1.0]), {"a": 1})
    (0.3333333333333333, 1.0)
    """
    values = [evaluating.measured(measure, ranked, grades) for ranked in tied.orders()]
    return min(values), max(values)
