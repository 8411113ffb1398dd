"""Run: what a system retrieved for each query, ranked or with scores."""

import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._ids import Frozen, Ids
from ._validate import columns as checks
from ._validate import files, inputs
from ._validate.arguments import PolicyWarning, choice
from ._validate.arguments import threads as threads_of
from .readers import arrays, arrow, form, frames, jsonl, mappings, opening, trec, vectors
from .readers.table import Table

ORDERS = (None, "score", "rank")


@dataclass(frozen=True, eq=False)
class Run(Frozen):
    """Retrieved documents of a set of queries; build it with `read_run` or a ``from_`` method.

    Query q owns the documents and scores from ``offsets[q]`` up to ``offsets[q + 1]``, in the
    order in which they were given. An empty list is an answer: the query is present.

    Attributes
    ----------
    query_ids : Ids, length n_queries
    offsets : array of int64, shape (n_queries + 1,)
    document_ids : Ids, length n_documents
    scores : array of float64, shape (n_documents,), or None
        None where the lists are ranked as they stand.
    name : str
        Name of the system.
    source : str
        Where the run comes from.
    order : str
        What orders the documents: "score" (or the list as it stands), or "rank".
    rank_contradictions : int
        Queries of a run whose rank column gives another order than the scores, which decide.
    tag : str or None
        The sixth field of a TREC run, on its first line: trec_eval's runid.
    """

    query_ids: Ids
    offsets: NDArray[np.int64]
    document_ids: Ids
    scores: NDArray[np.float64] | None
    name: str = "run"
    source: str = ""
    order: str = "score"
    rank_contradictions: int = 0
    tag: str | None = None

    @staticmethod
    def from_dict(retrieved: Mapping[Any, Any], *, name: str = "run") -> "Run":
        """Retrieved documents as a mapping from query to documents.

        Parameters
        ----------
        retrieved : mapping
            ``{query: {document: score}}``, ``{query: [document, ...]}`` in ranked order, or
            ``{query: [(document, score), ...]}``. Ids are text or integers.
        name : str
            Name of the system.

        Examples
        --------
        >>> from ranksure.run import Run
        >>> Run.from_dict({"q1": ["d3", "d1"], "q2": []})
        Run('run', 2 queries, 2 documents, ranked, from a mapping)
        """
        given = inputs.mapping(retrieved, "retrieved")
        return _build(mappings.run_table(list(given), list(given.values())), name, "a mapping")

    @staticmethod
    def from_arrays(
        ids: Any,
        scores: Any = None,
        query_ids: Any = None,
        *,
        offsets: Any = None,
        pad: int | None = -1,
        name: str = "run",
    ) -> "Run":
        """Retrieved documents as an array, one query a row.

        Parameters
        ----------
        ids : array of integers or text, shape (n_queries, k), or list of one-dimensional lists
            Any integer width, memory layout and byte order; arrays of other libraries by
            ``__array__`` or DLPack; a SciPy sparse matrix of scores, its columns the documents. A
            contiguous array of integers is kept without a copy: do not write to it afterwards.
        scores : like ids, numbers; None ranks each row as it stands
        query_ids : array or list, length n_queries; None numbers the queries from 0
        offsets : array or list of integers, length n_queries + 1, or None
            With offsets, ids and scores are one column each, and query q owns what stands from
            ``offsets[q]`` up to ``offsets[q + 1]``.
        pad : int or None
            This integer ends a row, as an index writes it when it found too few neighbours;
            an id behind it is an error. None takes every integer as an id.
        name : str
            Name of the system.
        """
        return _build(
            arrays.array_table(ids, scores, "score", query_ids, pad, offsets), name, "arrays"
        )

    @staticmethod
    def from_frame(
        frame: Any,
        *,
        columns: Mapping[str, str] | None = None,
        order: str | None = None,
        name: str = "run",
    ) -> "Run":
        """Retrieved documents as a frame with the columns query, document and score (or rank).

        Parameters
        ----------
        frame : pandas, polars or Arrow frame, or NumPy structured array
        columns : mapping or None
            ``{"query": "qid"}`` says that the column of queries is called qid.
        order : {None, "score", "rank"}
            As in `read_run`; "rank" needs a column rank and no scores.
        name : str
            Name of the system.
        """
        choice(order, "order", ORDERS)
        if order == "rank":
            table = frames.frame_table(frame, "rank", columns, ("score",))
            return _ordered(replace(table, ranks=table.values), order, name, "a frame")
        return _ordered(
            frames.frame_table(frame, "score", columns, ("rank",)), order, name, "a frame"
        )

    def __len__(self) -> int:
        return len(self.query_ids)

    def __repr__(self) -> str:
        form = "ranked" if self.scores is None else "scored"
        return (
            f"Run({self.name!r}, {len(self)} queries, {len(self.document_ids)} documents, "
            f"{form}, from {self.source})"
        )

    def ranking(self, i: int) -> list[tuple[int | str, float | None]]:
        """The documents of query number i with their scores, as given."""
        i = range(len(self))[i]
        start, stop = self.offsets[i : i + 2].tolist()
        documents = self.document_ids.span(start, stop).tolist()
        if self.scores is None:
            return [(document, None) for document in documents]
        return list(zip(documents, self.scores[start:stop].tolist(), strict=True))

    def to_dict(self) -> dict[int | str, list[Any]]:
        """The run in the form of `from_dict`: ranked documents, or (document, score) pairs."""
        rankings = {query: self.ranking(i) for i, query in enumerate(self.query_ids.tolist())}
        if self.scores is not None:
            return {query: list(pairs) for query, pairs in rankings.items()}
        return {query: [document for document, _ in pairs] for query, pairs in rankings.items()}


def _build(table: Table, name: str, source: str) -> Run:
    table.check_queries("run", source)
    if table.values is not None:
        checks.scores(table.values, table.place)
    return Run(table.query_ids, table.offsets, table.document_ids, table.values, name, source)


def read_run(
    path: str | os.PathLike[str],
    *,
    order: str | None = None,
    comment: str | None = None,
    extra_fields: str = "error",
    columns: Sequence[str] | Mapping[str, str] | None = None,
    threads: int | None = None,
) -> Run:
    """Read a run: TREC, JSON lines, Parquet, Feather or ``.ivecs``; ``"-"`` is standard input.

    The form is recognised by content, ``.ivecs`` by its suffix (queries are numbered from 0). JSON
    lines hold ``{"id": ..., "retrieved": [id, ...]}`` or ``"retrieved": [{"id": ..., "score":
    ...}, ...]``; "query" may stand for "id". TREC runs hold six fields a line, separated by
    spaces or tabs. The run is named after the file.

    Parameters
    ----------
    path : str or path-like
    order : {None, "score", "rank"}
        What orders the documents of a query: the scores, or the ranks (in JSON lines the places),
        and the scores are dropped. Queries of a TREC run whose ranks contradict their scores are
        counted. None is the scores, with a warning then.
    comment : str or None
        Lines that begin with this text are skipped, for example ``"#"``. TREC only.
    extra_fields : {"error", "ignore"}
        What happens to fields behind the sixth. TREC only.
    columns : sequence of str or None
        What the fields of a line are where the file is not TREC: "query", "document", "rank",
        "score", and "_" for what is not read. MS MARCO's three columns are ``["query",
        "document", "rank"]``. Without scores the ranks order, whatever `order` says. For Parquet
        and Feather a mapping, as in `Run.from_frame`.
    threads : int >= 1 or None
        None takes all processors. TREC only.

    Raises
    ------
    ValueError
        When the content is wrong; the message begins with path and line.

    Warns
    -----
    PolicyWarning
        When ranks and scores of a TREC run give two orders and `order` is None.
    """
    choice(order, "order", ORDERS)
    files.line_options(comment, extra_fields)
    lines = trec.LineOptions(comment, extra_fields, columns, threads_of(threads))
    source, name = os.fspath(path), opening.stem(path)
    if opening.has_suffix(path, ".ivecs"):
        run = Run.from_arrays(vectors.read_ivecs(path), name=name)
        return replace(run, source=source, order=order or "score")
    frame_form = arrow.file_form(path)
    if frame_form is not None:
        names = inputs.renamed(columns)
        run = Run.from_frame(arrow.read_table(path, frame_form), columns=names, order=order)
        return replace(run, name=name, source=source)
    text = opening.open_text(path)
    if opening.is_json_lines(text.head):
        run = _build(jsonl.read_results(source, text.read()), name, source)
        return _by_place(run) if order == "rank" else run
    run = _ordered(trec.read_run(text, lines), order, name, source)
    return run if columns is not None else replace(run, tag=trec.run_tag(text.head, comment))


def _ordered(table: Table, order: str | None, name: str, source: str) -> Run:
    """The run of a table that may have ranks."""
    if order == "rank" or table.values is None:
        return _by_place(_build(trec.by_rank(table), name, source))
    run = _build(table, name, source)
    if table.ranks is None:
        return run
    contradicted = trec.rank_contradictions(table)
    if len(contradicted) and order is None:
        message = files.rank_contradiction(source, run.query_ids[int(contradicted[0])])
        warnings.warn(message, PolicyWarning, stacklevel=3)
    return replace(run, rank_contradictions=len(contradicted))


def _by_place(run: Run) -> Run:
    """The run as ranked lists, which stand as they are."""
    return replace(run, scores=None, order="rank")


def as_run(run: Any, *, order: str | None = None, threads: int | None = None) -> Run:
    """A run in any form that is read, as Run; files are read on so many threads.

    Under ``order="rank"`` documents that are given in order stand as they are given.
    """
    choice(order, "order", ORDERS)
    if isinstance(run, Run):
        inputs.read_already("order", order, run.order, "run", "read_run")
        return run
    kind = form(run, "run")
    if kind == "path":
        return read_run(run, order=order, threads=threads)
    if kind == "frame":
        return Run.from_frame(run, order=order)
    makers: dict[str, Callable[..., Run]] = {
        "mapping": Run.from_dict,
        "array": Run.from_arrays,
    }
    found = makers[kind](run)
    return _by_place(found) if order == "rank" else found
