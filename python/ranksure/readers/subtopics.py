"""Judgements of documents for subtopics, as rows (query, subtopic, document, grade)."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._ids import Ids
from .._validate import columns as checks
from .._validate import diversity, files, inputs
from . import opening

FIELDS = ("query", "subtopic", "document", "grade")


@dataclass(frozen=True, eq=False)
class Rows:
    """Columns of judgements, and where each row stands in the words of the user."""

    queries: Ids
    subtopics: Ids
    documents: Ids
    grades: NDArray[np.float64]
    at: Callable[[int], str]

    def place(self, row: int) -> str:
        return (
            f"{self.at(row)}query {self.queries[row]!r}, subtopic {self.subtopics[row]!r}, "
            f"document {self.documents[row]!r}"
        )


def from_rows(given: Iterable[Any]) -> Rows:
    """Rows of any iterable."""
    rows = list(given)
    diversity.judgement_rows(rows)
    return _rows(rows, lambda row: f"row {row}: ")


def from_mapping(given: Any) -> Rows:
    """``{query: {subtopic: {document: grade} or [document]}}``."""
    rows: list[tuple[Any, ...]] = []
    for query, subtopics in inputs.mapping(given, "judgements").items():
        where = f"query {query!r}"
        for subtopic, documents in diversity.subtopics(subtopics, where).items():
            if not isinstance(documents, Mapping):
                where = f"query {query!r}, subtopic {subtopic!r}"
                documents = dict.fromkeys(inputs.relevant(documents, where), 1)
            rows += [(query, subtopic, document, grade) for document, grade in documents.items()]
    return _rows(rows, lambda row: "")


def read_lines(path: str | os.PathLike[str], comment: str | None) -> Rows:
    """Four fields a line."""
    files.line_options(comment, "error")
    name, rows, numbers = os.fspath(path), [], []
    for number, line in enumerate(opening.open_text(path).read().decode().split("\n"), 1):
        fields = [field for field in line.strip("\r").replace("\t", " ").split(" ") if field]
        if not fields or (comment is not None and fields[0].startswith(comment)):
            continue
        where = f"{name}:{number}"
        if len(fields) != len(FIELDS):
            files.field_count(where, "qrels", FIELDS, fields)
        rows.append((*fields[:3], diversity.grade(where, fields[3])))
        numbers.append(number)
    return _rows(rows, lambda row: f"{name}:{numbers[row]}: ")


def _rows(rows: Sequence[Any], at: Callable[[int], str]) -> Rows:
    queries, subtopics, documents, grades = zip(*rows, strict=True) if rows else ((), (), (), ())

    def ids(column: Sequence[Any], name: str) -> Ids:
        return Ids.from_list(column, name, lambda row: f"{at(row)}{name}")

    return Rows(
        ids(queries, "query"),
        ids(subtopics, "subtopic"),
        ids(documents, "document"),
        checks.numbers(grades, "grade", lambda row: f"{at(row)}document {documents[row]!r}"),
        at,
    )
