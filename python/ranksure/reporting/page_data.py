"""What the table of queries of the page is made from, as plain values."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..measures import parse_measure
from ..per_query import rankings, relevant_documents

if TYPE_CHECKING:
    from ..comparison import Comparison

# Documents shown of a query: as many as keep the data below LARGE characters.
SHOWN_DOCUMENTS = (100, 50, 20, 10, 5, 2, 1, 0)
LARGE = 2_500_000


def query_data(result: Comparison, chosen: Sequence[str], digits: int) -> dict[str, Any]:
    """
    The queries of a comparison for the script of the page.

    Returns
    -------
    dict
        ``systems`` (the baseline first), ``measures`` (name, cut-off, threshold), and ``queries``:
        id, question, segment, values (a list a measure, null for NaN), documents (id, grade, a rank
        a system), and how many further documents are not shown.
    """
    systems = [result.baseline, *chosen]
    base = result.scores[result.baseline]
    evaluated = bool(base.fingerprint) and all(
        result.scores[system].evidence is not None for system in systems
    )
    columns = [[result.scores[s][m].tolist() for s in systems] for m in result.measures]
    measures: list[dict[str, Any]] = [
        {"name": m, "k": parse_measure(m).k, "rel": parse_measure(m).rel}
        if evaluated
        else {"name": m, "k": None, "rel": None}
        for m in result.measures
    ]
    segments, questions = base.segments or {}, {}
    documents: list[list[list[Any]]] = [[] for _ in base.query_ids]
    if evaluated and base.evidence is not None:
        questions = dict(base.evidence.qrels.questions or {})
        documents = _documents(result, systems, min(m["rel"] for m in measures))
    queries: list[dict[str, Any]] = [
        {
            "id": str(query),
            "question": questions.get(str(query), ""),
            "segment": segments.get(str(query), ""),
            "values": [
                [None if math.isnan(v[place]) else v[place] for v in column] for column in columns
            ],
        }
        for place, query in enumerate(base.query_ids)
    ]
    for limit in SHOWN_DOCUMENTS:
        for query, listed in zip(queries, documents, strict=True):
            query["documents"] = listed[:limit]
            query["hidden"] = len(listed) - len(query["documents"])
        if len(json.dumps(queries)) <= LARGE:
            break
    return {
        "digits": digits,
        "evaluated": evaluated,
        "systems": systems,
        "measures": measures,
        "queries": queries,
    }


def _documents(result: Comparison, systems: Sequence[str], rel: float) -> list[list[list[Any]]]:
    """Of each query its relevant documents: id, grade, and the rank in each system or None."""
    ranks = [rankings(result.scores[system]) for system in systems]
    relevant = relevant_documents(result.scores[result.baseline], rel)
    return [
        [
            [str(document), grade, *(side[place].get(str(document)) for side in ranks)]
            for document, grade in row
        ]
        for place, row in enumerate(relevant)
    ]
