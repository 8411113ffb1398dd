"""Dicts and lists as a table: {query: {document: number}} and its shorter forms."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from .. import _core
from .._ids import Ids, offsets_of
from .._validate import inputs
from .table import At, Table, group, nowhere


def golden_table(queries: Sequence[Any], judged: Sequence[Any], at: At = nowhere) -> Table:
    """A golden set; ``judged[i]`` is {document: grade} or a collection of relevant documents."""
    table = _plain_table(queries, judged, at)
    if table is not None:
        return table if table.values is not None else table.with_ones()
    documents: list[Any] = []
    grades: list[Any] = []
    lengths: list[int] = []
    for i, given in enumerate(judged):
        if isinstance(given, Mapping):
            grades.extend(given.values())
        else:
            given = inputs.relevant(given, f"{at(i, 0)}query {queries[i]!r}")
            grades.extend([1] * len(given))
        documents.extend(given)
        lengths.append(len(given))
    return _table(queries, documents, lengths, at).with_values(grades, "grade")


def run_table(queries: Sequence[Any], retrieved: Sequence[Any], at: At = nowhere) -> Table:
    """A run; ``retrieved[i]`` is {document: score}, ranked documents or (document, score) pairs."""
    table = _plain_table(queries, retrieved, at)
    if table is not None:
        return table
    documents: list[Any] = []
    scores: list[Any] | None = None
    lengths: list[int] = []
    for i, given in enumerate(retrieved):
        where = f"{at(i, 0)}query {queries[i]!r}"
        ranked, its_scores = _ranking(given, where)
        if ranked:  # an empty ranking has neither scores nor none
            if not documents:
                scores = None if its_scores is None else []
            if (scores is None) != (its_scores is None):
                inputs.mixed_scores(where, its_scores is not None)
            if scores is not None and its_scores is not None:
                scores.extend(its_scores)
        documents.extend(ranked)
        lengths.append(len(ranked))
    table = _table(queries, documents, lengths, at)
    return table if scores is None else table.with_values(scores, "score")


def _plain_table(queries: Sequence[Any], given: Sequence[Any], at: At) -> Table | None:
    """What the core reads at once: dicts, or lists of ids, where all is as it should be."""
    columns = _core.plain_documents(list(given))
    if columns is None:
        return None
    parts, offsets, values = columns
    return Table(_query_ids(queries, at), offsets, Ids.from_parts(parts), at, values)


def _query_ids(queries: Sequence[Any], at: At) -> Ids:
    return Ids.from_list(queries, place=lambda i: f"{at(i, 0)}query {i}")


def _ranking(given: Any, where: str) -> tuple[Sequence[Any], Sequence[Any] | None]:
    if isinstance(given, Mapping):
        return list(given), list(given.values())
    ranked = inputs.ranked(given, where)
    if not ranked or not isinstance(ranked[0], list | tuple):
        return ranked, None
    inputs.scored_pairs(ranked, where)
    documents, scores = zip(*ranked, strict=True)
    return documents, scores


def _table(queries: Sequence[Any], documents: list[Any], lengths: list[int], at: At) -> Table:
    offsets = offsets_of(lengths)

    def place(entry: int) -> str:
        query = int(np.searchsorted(offsets, entry, side="right")) - 1
        return f"{at(query, entry)}query {queries[query]!r}, entry {entry - offsets[query]}"

    return Table(_query_ids(queries, at), offsets, Ids.from_list(documents, place=place), at)


def rows_table(rows: Iterable[Any]) -> Table:
    """Judgements as rows (query, document, grade)."""
    listed = list(rows)
    inputs.judgement_rows(listed)
    queries, documents, grades = zip(*listed, strict=True) if listed else ((), (), ())
    query_ids = Ids.from_list(queries, place=lambda row: f"row {row}: query")
    document_ids = Ids.from_list(documents, place=lambda row: f"row {row}: document")
    cells = np.fromiter(grades, object, len(grades))
    return group(query_ids, document_ids, cells, "grade", lambda row: f"row {row}: ")
