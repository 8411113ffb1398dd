"""A table of measures over queries, with the policies of missing and empty queries."""

import re
from collections.abc import Hashable, Mapping, Sequence

from . import measures as definitions
from .measures import Grades
from .ranking import ranking, without_repeats

NAME = re.compile(r"(?P<kind>[a-z_0-9]+?)(\(rel=(?P<rel>[^)]+)\))?(@(?P<k>\d+))?")

# Values that a query has although nothing is relevant: not normalised, or not about relevance.
ALWAYS_DEFINED = {"dcg", "dcg_exp", "judged"}
GAINS = {"ndcg": definitions.linear_gain, "ndcg_exp": definitions.exponential_gain}


def parse(measure: str) -> tuple[str, int | None, float]:
    """Kind, cut-off and threshold of a canonical measure name.

    >>> parse("ap(rel=2)@100")
    ('ap', 100, 2.0)
    """
    match = NAME.fullmatch(measure)
    if match is None:
        raise ValueError(f"not a canonical measure name: {measure!r}")
    k = match["k"]
    return match["kind"], int(k) if k else None, float(match["rel"] or 1)


def has_relevant(measure: str, grades: Grades) -> bool:
    """Is the measure of a query with these judgements more than a division by zero?"""
    kind, k, rel = parse(measure)
    if kind in ALWAYS_DEFINED:
        return True
    if kind in GAINS:
        return definitions.ideal_dcg(grades, k, GAINS[kind]) > 0
    return definitions.relevant_count(grades, rel) > 0


def value(
    measure: str,
    documents: Sequence[Hashable] | None,
    scores: Sequence[float] | None,
    grades: Grades,
    *,
    ties: str = "trec",
    no_relevant: str = "zero",
) -> float:
    """One measure of one query; ``documents=None`` is a query that the run does not answer.

    ``no_relevant`` goes before a missing query, which scores zero. A missing query still has the
    properties of its golden set (precision_ceiling).
    """
    kind, k, rel = parse(measure)
    if not has_relevant(measure, grades):
        return {"zero": 0.0, "one": 1.0, "nan": float("nan")}[no_relevant]
    ranked = without_repeats(ranking(documents or [], scores, ties))
    return float(getattr(definitions, kind)(ranked, grades, k, rel))


def evaluate(
    run: Mapping[str, tuple[Sequence[Hashable], Sequence[float] | None]],
    qrels: Mapping[str, Grades],
    measures: Sequence[str],
    *,
    ties: str = "trec",
    missing: str = "zero",
    no_relevant: str = "zero",
) -> dict[str, list[float]]:
    """Values of each judged query, queries in ascending order of their UTF-8 bytes.

    ``run`` maps a query to its documents and scores (or None for a ranked list).
    ``missing="skip"`` leaves out queries that the run does not answer; ``no_relevant="skip"``
    leaves out a query that any of the measures cannot score, so that all columns stand on the same
    rows.
    """
    table = {}
    for query in sorted(qrels, key=lambda query: query.encode()):
        grades = qrels[query]
        if missing == "skip" and query not in run:
            continue
        if no_relevant == "skip" and not all(has_relevant(m, grades) for m in measures):
            continue
        documents, scores = run.get(query, (None, None))
        table[query] = [
            value(m, documents, scores, grades, ties=ties, no_relevant=no_relevant)
            for m in measures
        ]
    return table
