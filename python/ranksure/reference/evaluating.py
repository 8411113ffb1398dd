"""A table of measures over queries, with the policies of missing and empty queries."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Any

from . import averages, diversity
from . import measures as definitions
from .measure_names import parse
from .measures import Grades, condensed, kept, regained
from .preparing import Scored, pages_of_judgements, pages_of_ranking, without_own
from .ranking import ranking, without_repeats
from .tied_orders import Tied, over_orders, tied_ranking

# Values that a query has although nothing is relevant: not normalised, or not about relevance.
ALWAYS_DEFINED = {
    "dcg", "dcg_exp", "ideal_dcg", "judged", "hole", "unjudged", "num_ret", "num_rel",
    "num_rel_ret", "num_nonrel_judged_ret", "utility", "rbp_residual",
}  # fmt: skip
# Measures that need a document which gains something, by how it gains.
LINEAR = (
    "ndcg", "sdcg", "ndcg_rel", "rndcg", "g", "inst", "insq", "bpm", "nerr8", "nerr9", "nerr10",
    "nerr11", "compat",
)  # fmt: skip
EXPONENTIAL = ("ndcg_exp", "err", "nerr")
GAINS = {
    **dict.fromkeys(LINEAR, definitions.linear_gain),
    **dict.fromkeys(EXPONENTIAL, definitions.exponential_gain),
}


def _seen(measure: str, grades: Grades) -> tuple[str, int | None, dict[str, Any], Grades]:
    """Kind, cut-off and parameters of a measure, and the judgements as it reads them.

    A diversity measure reads subtopics; any other the largest grade, or its own gain for it.
    """
    kind, k, parameters = parse(measure)
    if kind in diversity.MEASURES:
        return kind, k, parameters, grades
    grades = diversity.without_subtopics(grades)
    return kind, k, parameters, regained(grades, parameters.pop("gains", {}))


def has_relevant(measure: str, grades: Grades) -> bool:
    """Is the measure of a query with these judgements more than a division by zero?"""
    kind, _, parameters, grades = _seen(measure, grades)
    if kind in diversity.MEASURES:
        return bool(diversity.subtopics(grades, parameters.get("rel", 1)))
    if kind in ALWAYS_DEFINED:
        return True
    if kind in GAINS or parameters.get("gain") == "graded":
        gain = GAINS.get(kind, definitions.linear_gain)
        return any(gain(grade) > 0 for grade in grades.values())
    return definitions.relevant_count(grades, parameters.get("rel", 1)) > 0


def value(
    measure: str,
    documents: Sequence[Hashable],
    scores: Sequence[float] | None,
    grades: Grades,
    *,
    ties: str = "trec",
    no_relevant: str = "zero",
    depth: int | None = None,
) -> float:
    """One measure of one query; a query that the run does not answer has no documents.

    ``no_relevant`` goes before a missing query, which scores as an empty ranking does: zero, but
    for the properties of its golden set (precision_ceiling, num_rel). A ranking ends at the rank
    ``depth``. ``ties="average"`` is the mean over all orders of equal scores.
    """
    if not has_relevant(measure, grades):
        return {"zero": 0.0, "one": 1.0, "nan": float("nan")}[no_relevant]
    if ties != "average":
        return measured(measure, without_repeats(ranking(documents, scores, ties))[:depth], grades)
    return averaged(measure, tied_ranking(documents, scores, depth), grades)


def measured(measure: str, ranked: Sequence[Hashable], grades: Grades) -> float:
    """One measure of one ranking that has been ordered and holds no document twice."""
    kind, k, parameters, gains = _seen(measure, grades)
    judged_only = parameters.pop("judged_only", False)
    if judged_only:
        ranked = condensed(ranked, kept(grades, judged_only))
    return float(getattr(definitions, kind)(ranked, gains, k, **parameters))


def averaged(measure: str, tied: Tied, grades: Grades) -> float:
    """The mean of one measure over all orders of equal scores, by the shortest way."""
    if tied.one_order():
        return measured(measure, next(tied.orders()), grades)
    kind, k, parameters, gains = _seen(measure, grades)
    closed_form = getattr(averages, kind, None)
    judged_only = parameters.pop("judged_only", False)
    # Which judged documents a depth leaves of a group depends on its order.
    if closed_form is None or (judged_only and tied.depth_divides_a_group()):
        return over_orders(lambda ranked, _: measured(measure, ranked, grades), tied, grades)
    seen = tied.condensed(kept(grades, judged_only)) if judged_only else tied
    return float(closed_form(seen, gains, k, **parameters))


def evaluate(
    run: Mapping[str, Scored],
    qrels: Mapping[str, Grades],
    measures: Sequence[str],
    *,
    ties: str = "trec",
    missing: str = "zero",
    no_relevant: str = "zero",
    topics: Collection[str] | None = None,
    group: Mapping[str, str] | None = None,
    drop_self: bool = False,
    depth: int | None = None,
) -> dict[str, list[float]]:
    """Values of each judged query, queries in ascending order of their UTF-8 bytes.

    ``run`` maps a query to its documents and scores (or None for a ranked list).
    ``missing="skip"`` leaves out queries that the run does not answer; ``no_relevant="skip"``
    leaves out a query that any of the measures cannot score, so that all columns stand on the same
    rows. Queries outside ``topics`` are left out, then documents become the pages of ``group``,
    then ``drop_self`` takes away the document of the query's own id. Diversity qrels map each
    document to its grades by subtopic.
    """
    table = {}
    for query in sorted(qrels, key=lambda query: query.encode()):
        if topics is not None and query not in topics:
            continue
        if missing == "skip" and query not in run:
            continue
        answer, grades = run.get(query, ([], None)), qrels[query]
        if group is not None:
            answer, grades = pages_of_ranking(answer, group), pages_of_judgements(grades, group)
        if drop_self:
            answer, grades = without_own(query, answer, grades)
        if no_relevant == "skip" and not all(has_relevant(m, grades) for m in measures):
            continue
        table[query] = [
            value(m, *answer, grades, ties=ties, no_relevant=no_relevant, depth=depth)
            for m in measures
        ]
    return table
