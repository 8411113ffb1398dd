"""Qrels: the golden set, that is, which documents are relevant to which query, and how much."""

import os
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import evidence
from ._fingerprint import fingerprint_of
from ._ids import Frozen, Ids
from ._validate import columns as checks
from ._validate import evidence as evidence_checks
from ._validate import files, inputs
from ._validate.arguments import PolicyWarning, choice
from ._validate.arguments import threads as threads_of
from .readers import arrays, arrow, form, frames, jsonl, judgements, mappings, opening, trec
from .readers.chunks import Chunks
from .readers.table import Table


@dataclass(frozen=True, eq=False)
class Qrels(Frozen):
    """Judgements of a set of queries; build it with `read_qrels` or a ``from_`` method.

    Query q, in ascending order of the UTF-8 bytes of its id, owns the documents and grades from
    ``offsets[q]`` up to ``offsets[q + 1]``. A query may have no judgement.

    Attributes
    ----------
    query_ids : Ids, length n_queries
    offsets : array of int64, shape (n_queries + 1,)
    document_ids : Ids, length n_judgements
    grades : array of float64, shape (n_judgements,)
    merged_judgements : int
        Judgements that stood in the input again and were merged.
    conflicting_judgements : int
        Those of them that had another grade.
    conflicts : str
        What settled them: "error", "max" or "first".
    segments, questions : mapping or None
        Segment and question of a query, by its id as text, where the golden set gives them.
    source : str
        Where the judgements come from.
    evidence_search : EvidenceSearch or None
        What `from_evidence` found.
    """

    query_ids: Ids
    offsets: NDArray[np.int64]
    document_ids: Ids
    grades: NDArray[np.float64]
    merged_judgements: int = 0
    conflicting_judgements: int = 0
    conflicts: str = "error"
    segments: Mapping[str, str] | None = None
    questions: Mapping[str, str] | None = None
    source: str = ""
    evidence_search: evidence.EvidenceSearch | None = None

    @staticmethod
    def from_dict(judgements: Mapping[Any, Any], *, conflicts: str = "error") -> "Qrels":
        """Judgements as ``{query: {document: grade}}`` or ``{query: [relevant document, ...]}``.

        Parameters
        ----------
        judgements : mapping
            Ids are text or integers. Documents in a list, tuple or set have grade 1.
        conflicts : {"error", "max", "first"}
            What holds when a document of a query has two grades, as integer and text id may.

        Examples
        --------
        >>> from ranksure.qrels import Qrels
        >>> Qrels.from_dict({"q1": {"d1": 2, "d2": 0}, "q2": ["d3"]})
        Qrels(2 queries, 3 judgements, from a mapping)
        """
        given = inputs.mapping(judgements, "judgements")
        table = mappings.golden_table(list(given), list(given.values()))
        return _build(table, conflicts, "a mapping")

    @staticmethod
    def from_rows(rows: Iterable[Any], *, conflicts: str = "error") -> "Qrels":
        """Judgements as rows ``(query, document, grade)`` in any order."""
        return _build(mappings.rows_table(rows), conflicts, "rows")

    @staticmethod
    def from_arrays(
        ids: Any,
        grades: Any = None,
        query_ids: Any = None,
        *,
        offsets: Any = None,
        pad: int | None = -1,
        conflicts: str = "error",
    ) -> "Qrels":
        """Judged documents as an array, one query a row.

        Parameters
        ----------
        ids : array of integers or text, shape (n_queries, k), or list of one-dimensional lists
            Arrays of other libraries by ``__array__`` or DLPack; a SciPy sparse matrix of grades,
            of which the columns are the documents and the stored entries are judgements.
        grades : like ids, numbers or bool; None makes every grade 1
        query_ids : array or list, length n_queries; None numbers the queries from 0
        offsets : array or list of integers, length n_queries + 1, or None
            With offsets, ids and grades are one column each, and query q owns what stands from
            ``offsets[q]`` up to ``offsets[q + 1]``.
        pad : int or None
            This integer ends a row; None takes every integer as an id.
        conflicts : {"error", "max", "first"}
            What holds when a document of a query has two grades.
        """
        table = arrays.array_table(ids, grades, "grade", query_ids, pad, offsets)
        if table.values is None:
            table = table.with_ones()
        return _build(table, conflicts, "arrays")

    @staticmethod
    def from_frame(
        frame: Any, *, columns: Mapping[str, str] | None = None, conflicts: str = "error"
    ) -> "Qrels":
        """Judgements as a frame with the columns query, document and grade.

        Parameters
        ----------
        frame : pandas, polars or Arrow frame, or NumPy structured array
        columns : mapping or None
            ``{"query": "qid"}`` says that the column of queries is called qid.
        conflicts : {"error", "max", "first"}
            What holds when a document of a query has two grades.
        """
        return _build(frames.frame_table(frame, "grade", columns), conflicts, "a frame")

    @staticmethod
    def from_evidence(
        golden: Any,
        chunks: Any,
        *,
        columns: Mapping[str, str] | None = None,
        ignore_case: bool = True,
        ignore_space: bool = True,
        unicode_form: str | None = "NFKC",
    ) -> "Qrels":
        """Judge by evidence: a chunk is relevant when it contains a string of the query.

        So a golden set survives another way of cutting documents into chunks. Texts are
        normalised before they are compared, as `ranksure.reference.evidence` defines it.

        Parameters
        ----------
        golden : path or mapping
            JSON lines ``{"id": ..., "evidence": [text, ...]}`` with "question" and "segment" if
            given, or ``{query: [text, ...]}``.
        chunks : path, mapping, frame or pairs
            JSON lines ``{"id": ..., "text": ...}`` ("_id" may stand for "id"), ``{id: text}``, a
            frame with the columns id and text, or pairs ``(id, text)``; in the order of the
            documents, so that evidence across two chunks is recognised.
        columns : mapping or None
            ``{"text": "body"}`` says that the column of texts is called body. Frames only.
        ignore_case : bool
            Compare casefolded texts.
        ignore_space : bool
            Compare each run of white space as one space.
        unicode_form : {"NFKC", "NFKD", "NFC", "NFD", None}
            Compare texts in this Unicode form.

        Returns
        -------
        Qrels
            Relevant chunks have grade 1; ``evidence_search`` counts and lists the evidence that
            no chunk holds.

        Warns
        -----
        PolicyWarning
            When no chunk holds some evidence.

        Notes
        -----
        Needs the extra ``evidence`` (ahocorasick_rs). Chunks are read once more when evidence is
        missing, to see whether it stands across two neighbouring chunks.

        Examples
        --------
        >>> from ranksure.qrels import Qrels
        >>> golden = {"q1": ["Plan Team includes  SSO"]}
        >>> Qrels.from_evidence(golden, {"c1": "Prices", "c2": "plan team includes sso."}).to_dict()
        {'q1': {'c2': 1.0}}
        """
        evidence_checks.text_rules(ignore_case, ignore_space, unicode_form)
        given, source = evidence.golden_evidence(golden)
        rules = evidence.TextRules(ignore_case, ignore_space, unicode_form)
        table, search = evidence.judged_chunks(
            given.queries, given.strings, Chunks(chunks, columns), rules
        )
        if search.split or search.nowhere:
            message = evidence_checks.not_found(search.split, search.nowhere, search.n_strings)
            warnings.warn(message, PolicyWarning, stacklevel=2)
        qrels = _build(table, "error", source, given.questions, given.segments)
        return replace(qrels, evidence_search=search)

    def __len__(self) -> int:
        return len(self.query_ids)

    def __repr__(self) -> str:
        return f"Qrels({len(self)} queries, {len(self.grades)} judgements, from {self.source})"

    def judgements(self, i: int) -> dict[int | str, float]:
        """The judged documents of query number i and their grades."""
        i = range(len(self))[i]
        start, stop = self.offsets[i : i + 2].tolist()
        documents = self.document_ids.span(start, stop).tolist()
        return dict(zip(documents, self.grades[start:stop].tolist(), strict=True))

    def to_dict(self) -> dict[int | str, dict[int | str, float]]:
        """All judgements as ``{query: {document: grade}}``."""
        return {query: self.judgements(i) for i, query in enumerate(self.query_ids.tolist())}

    @cached_property
    def fingerprint(self) -> str:
        """16 hexadecimal digits that two golden sets share when their judgements are the same.

        The order of the input and the kind of the ids (7 or "7") do not matter. Defined in
        `ranksure.reference.fingerprint`.
        """
        return fingerprint_of(self.query_ids, self.offsets, self.document_ids, self.grades)


def _build(
    table: Table,
    conflicts: str,
    source: str,
    questions: dict[str, str] | None = None,
    segments: dict[str, str] | None = None,
) -> Qrels:
    choice(conflicts, "conflicts", ("error", "max", "first"))
    table.check_queries("golden set", source)
    checks.grades(table.given_values(), table.place)
    settled, conflicting = judgements.settle(table, conflicts)
    ordered = judgements.sort_queries(settled)
    return Qrels(
        ordered.query_ids,
        ordered.offsets,
        ordered.document_ids,
        ordered.given_values(),
        merged_judgements=len(table.document_ids) - len(settled.document_ids),
        conflicting_judgements=conflicting,
        conflicts=conflicts,
        segments=segments,
        questions=questions,
        source=source,
    )


def read_qrels(
    path: str | os.PathLike[str],
    *,
    conflicts: str = "error",
    comment: str | None = None,
    extra_fields: str = "error",
    columns: Sequence[str] | Mapping[str, str] | None = None,
    threads: int | None = None,
) -> Qrels:
    """Read a golden set: TREC or BEIR qrels, JSON lines, Parquet or Feather.

    The form is recognised by content. JSON lines hold ``{"id": ..., "relevant": [id, ...]}`` or
    ``"relevant": {id: grade}``, and may hold ``"question"`` and ``"segment"``; "query" may stand
    for "id". TREC qrels hold four fields a line, separated by spaces or tabs; BEIR qrels hold
    three under the header ``query-id corpus-id score``.

    Parameters
    ----------
    path : str or path-like
    conflicts : {"error", "max", "first"}
        What holds when a document of a query has two grades.
    comment : str or None
        Lines that begin with this text are skipped, for example ``"#"``. TREC and BEIR only.
    extra_fields : {"error", "ignore"}
        What happens to fields behind the last one. TREC and BEIR only.
    columns : sequence of str or None
        What the fields of a line are where the file is neither TREC nor BEIR: "query", "document",
        "grade" (without it each grade is 1), and "_" for what is not read. For Parquet and
        Feather a mapping, as in `Qrels.from_frame`.
    threads : int >= 1 or None
        None takes all processors. TREC and BEIR only.

    Raises
    ------
    ValueError
        When the content is wrong; the message begins with path and line.
    """
    files.line_options(comment, extra_fields)
    lines = trec.LineOptions(comment, extra_fields, columns, threads_of(threads))
    frame_form = arrow.file_form(path)
    if frame_form is not None:
        table = frames.frame_table(
            arrow.read_table(path, frame_form), "grade", inputs.renamed(columns)
        )
        return _build(table, conflicts, os.fspath(path))
    text = opening.open_text(path)
    if opening.is_json_lines(text.head):
        golden = jsonl.read_golden(text.name, text.read())
        return _build(golden.table, conflicts, text.name, golden.questions, golden.segments)
    return _build(trec.read_qrels(text, lines), conflicts, text.name)


def as_qrels(qrels: Any, *, conflicts: str | None = None) -> Qrels:
    """A golden set in any form that is read, as Qrels."""
    if isinstance(qrels, Qrels):
        inputs.read_already("conflicts", conflicts, qrels.conflicts, "golden set", "read_qrels")
        return qrels
    makers: dict[str, Callable[..., Qrels]] = {
        "path": read_qrels,
        "mapping": Qrels.from_dict,
        "frame": Qrels.from_frame,
        "array": Qrels.from_arrays,
    }
    return makers[form(qrels, "qrels")](
        qrels, conflicts="error" if conflicts is None else conflicts
    )
