"""Diversity qrels: a golden set whose judgements belong to subtopics of the queries."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._ids import Frozen, Ids, offsets_of
from ._validate import columns as checks
from ._validate import diversity as given
from ._validate.arguments import choice
from .qrels import Qrels
from .readers import judgements
from .readers.subtopics import Rows, from_mapping, from_rows, read_lines
from .readers.table import group


@dataclass(frozen=True, eq=False)
class Subtopics(Frozen):
    """Subtopics of judged documents: document j owns the entries [offsets[j], offsets[j + 1]).

    Attributes
    ----------
    ids : Ids
        The subtopics, each once, ascending by UTF-8 bytes.
    offsets : array of int64, shape (n_documents + 1,)
    numbers : array of int64
        Places in ``ids``, ascending for each document.
    grades : array of float64
    """

    ids: Ids
    offsets: NDArray[np.int64]
    numbers: NDArray[np.int64]
    grades: NDArray[np.float64]

    def take(self, documents: NDArray[np.int64]) -> "Subtopics":
        """Those of some of the documents."""
        lengths = np.diff(self.offsets)[documents]
        offsets = offsets_of(lengths)
        entries = np.arange(offsets[-1])
        entries += np.repeat(self.offsets[documents] - offsets[:-1], lengths)
        return Subtopics(self.ids, offsets, self.numbers[entries], self.grades[entries])


@dataclass(frozen=True, eq=False)
class DiversityQrels(Qrels):
    """Judgements of documents for subtopics; build it with `read_diversity_qrels` or ``from_``.

    Diversity measures (``alpha_ndcg@10``, ``err_ia@10``, ``nrbp``, ``st_recall@10``, ...) read the
    subtopics. To any other measure a document has the largest of its grades.

    Attributes
    ----------
    subtopics : Subtopics
        Beside those of `Qrels`.
    """

    subtopics: Subtopics | None = None

    @staticmethod
    def from_dict(judgements: Mapping[Any, Any], *, conflicts: str = "error") -> "DiversityQrels":
        """Judgements as ``{query: {subtopic: {document: grade}}}``.

        Parameters
        ----------
        judgements : mapping
            Documents of a subtopic are a mapping to grades, or a list of relevant ones. Ids are
            text or integers.
        conflicts : {"error", "max", "first"}
            What holds when a document has two grades for one subtopic.

        Examples
        --------
        >>> DiversityQrels.from_dict({"q1": {"1": ["d1", "d2"], "2": {"d1": 2}}})
        DiversityQrels(1 queries, 2 documents, 2 subtopics, from a mapping)
        """
        return _build(from_mapping(judgements), conflicts, "a mapping")

    @staticmethod
    def from_rows(rows: Iterable[Any], *, conflicts: str = "error") -> "DiversityQrels":
        """Judgements as rows ``(query, subtopic, document, grade)`` in any order."""
        return _build(from_rows(rows), conflicts, "rows")

    def __repr__(self) -> str:
        subtopics = _subtopics(self)
        return (
            f"DiversityQrels({len(self)} queries, {len(self.grades)} documents, "
            f"{len(subtopics.ids)} subtopics, from {self.source})"
        )

    def subtopic_judgements(self, i: int) -> dict[int | str, dict[str, float]]:
        """The judged documents of query number i, with their grade for each subtopic."""
        subtopics = _subtopics(self)
        names = [str(name) for name in subtopics.ids.tolist()]
        found = {}
        start = int(self.offsets[range(len(self))[i]])
        for j, document in enumerate(self.judgements(i), start=start):
            entries = slice(*subtopics.offsets[j : j + 2].tolist())
            found[document] = {
                names[s]: grade
                for s, grade in zip(
                    subtopics.numbers[entries].tolist(),
                    subtopics.grades[entries].tolist(),
                    strict=True,
                )
            }
        return found

    @cached_property
    def fingerprint(self) -> str:
        """As that of `Qrels`, of the judgements for each subtopic."""
        subtopics = _subtopics(self)
        names = [str(name) for name in subtopics.ids.tolist()]
        document = np.repeat(np.arange(len(self.grades)), np.diff(subtopics.offsets)).tolist()
        documents = [str(name) for name in self.document_ids.tolist()]
        pairs = [
            f"{len(names[s])} {names[s]}{documents[d]}"
            for s, d in zip(subtopics.numbers.tolist(), document, strict=True)
        ]
        offsets = subtopics.offsets[self.offsets]
        return Qrels(self.query_ids, offsets, Ids.from_list(pairs), subtopics.grades).fingerprint


def _subtopics(qrels: DiversityQrels) -> Subtopics:
    assert qrels.subtopics is not None
    return qrels.subtopics


def read_diversity_qrels(
    path: str | os.PathLike[str], *, conflicts: str = "error", comment: str | None = None
) -> DiversityQrels:
    """Read TREC diversity qrels: ``query subtopic document grade`` a line, compressed or not.

    Parameters
    ----------
    path : str or path-like
    conflicts : {"error", "max", "first"}
        What holds when a document has two grades for one subtopic.
    comment : str or None
        Lines that begin with this text are skipped, for example ``"#"``.

    Raises
    ------
    ValueError
        When the content is wrong; the message begins with path and line.
    """
    return _build(read_lines(path, comment), conflicts, os.fspath(path))


def _build(rows: Rows, conflicts: str, source: str) -> DiversityQrels:
    choice(conflicts, "conflicts", ("error", "max", "first"))
    table = group(rows.queries, rows.documents, rows.grades, "grade", rows.at)
    table.check_queries("golden set", source)
    checks.grades(rows.grades, rows.place)
    settled, _ = judgements.settle(table, "max")
    ordered = judgements.sort_queries(settled)
    document = _places(rows, ordered.query_ids, ordered.offsets, ordered.document_ids)
    ids, number = _ascending(rows.subtopics)
    first, grades, conflicting = _settle(document * len(ids) + number, rows, conflicts)
    order = np.lexsort((number[first], document[first]))
    first = first[order]
    offsets = offsets_of(np.bincount(document[first], minlength=len(ordered.document_ids)))
    largest = np.maximum.reduceat(grades[order], offsets[:-1])
    return DiversityQrels(
        ordered.query_ids,
        ordered.offsets,
        ordered.document_ids,
        largest,
        merged_judgements=len(rows.grades) - len(first),
        conflicting_judgements=conflicting,
        conflicts=conflicts,
        source=source,
        subtopics=Subtopics(ids, offsets, number[first], grades[order]),
    )


def _places(
    rows: Rows, query_ids: Ids, offsets: NDArray[np.int64], document_ids: Ids
) -> NDArray[np.int64]:
    """The place of each row's document among the judged documents."""
    query = query_ids.places_of(rows.queries)
    of_row = rows.documents.first_places()
    of_judged = rows.documents.places_of(document_ids)
    n = len(of_row)
    keys = np.repeat(np.arange(len(query_ids)), np.diff(offsets)) * n + of_judged
    by_key = np.argsort(keys)
    places: NDArray[np.int64] = by_key[np.searchsorted(keys[by_key], query * n + of_row)]
    return places


def _ascending(subtopics: Ids) -> tuple[Ids, NDArray[np.int64]]:
    """The distinct subtopics in ascending order, and the place there of each."""
    distinct = subtopics.take(np.unique(subtopics.first_places()))
    ids = distinct.take(_core.sort_ids(distinct.signed().parts))
    return ids, ids.places_of(subtopics)


def _settle(
    keys: NDArray[np.int64], rows: Rows, conflicts: str
) -> tuple[NDArray[np.int64], NDArray[np.float64], int]:
    """The first row of each key, its grade, and how many rows had another one."""
    _, first, of_row = np.unique(keys, return_index=True, return_inverse=True)
    grades = rows.grades[first]
    differs = np.flatnonzero(rows.grades != grades[of_row])
    if conflicts == "error" and len(differs):
        row = int(differs[0])
        given.conflict(rows.place(row), float(rows.grades[row]), float(grades[of_row[row]]))
    if conflicts == "max":
        np.maximum.at(grades, of_row, rows.grades)
    return first, grades, len(differs)
