"""Run: what a system retrieved for each query, ranked or with scores."""

import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
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
    """

    query_ids: Ids
    offsets: NDArray[np.int64]
    document_ids: Ids
    scores: NDArray[np.float64] | None
    name: str = "run"
    source: str = ""

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
        pad: int | None = -1,
        name: str = "run",
    ) -> "Run":
        """Retrieved documents as an array, one query a row.

        Parameters
        ----------
        ids : array of integers or text, shape (n_queries, k), or list of one-dimensional lists
            Any integer width, memory layout and byte order. A contiguous array of integers is
            kept without a copy: do not write to it afterwards.
        scores : like ids, numbers; None ranks each row as it stands
        query_ids : array or list, length n_queries; None numbers the queries from 0
        pad : int or None
            This integer ends a row, as an index writes it when it found too few neighbours;
            an id behind it is an error. None takes every integer as an id.
        name : str
            Name of the system.
        """
        return _build(arrays.array_table(ids, scores, "score", query_ids, pad), name, "arrays")

    @staticmethod
    def from_frame(
        frame: Any, *, columns: Mapping[str, str] | None = None, name: str = "run"
    ) -> "Run":
        """Retrieved documents as a frame with the columns query, document and score.

        Parameters
        ----------
        frame : pandas, polars or Arrow frame, or NumPy structured array
        columns : mapping or None
            ``{"query": "qid"}`` says that the column of queries is called qid.
        name : str
            Name of the system.
        """
        return _build(frames.frame_table(frame, "score", columns), name, "a frame")

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
    order: str = "score",
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
    order : {"score", "rank"}
        What orders the documents of a query: the scores, with a warning when the ranks of a TREC
        run contradict them; or the ranks (in JSON lines the places), and the scores are dropped.
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
        When ranks and scores of a TREC run give two orders.
    """
    choice(order, "order", ("score", "rank"))
    files.line_options(comment, extra_fields)
    lines = trec.LineOptions(comment, extra_fields, columns, threads_of(threads))
    source, name = os.fspath(path), opening.stem(path)
    if opening.has_suffix(path, ".ivecs"):
        return replace(Run.from_arrays(vectors.read_ivecs(path), name=name), source=source)
    frame_form = arrow.file_form(path)
    if frame_form is not None:
        table = frames.frame_table(arrow.read_table(path, frame_form), "score", columns)
        return _build(table, name, source)
    text = opening.open_text(path)
    if opening.is_json_lines(text.head):
        table = jsonl.read_results(source, text.read())
        return _build(table if order == "score" else replace(table, values=None), name, source)
    table = trec.read_run(text, lines)
    if order == "rank" or table.values is None:
        return _build(trec.by_rank(table), name, source)
    run = _build(table, name, source)
    contradicted = None if table.ranks is None else trec.rank_contradiction(table)
    if contradicted is not None:
        message = files.rank_contradiction(source, run.query_ids[contradicted])
        warnings.warn(message, PolicyWarning, stacklevel=2)
    return run


def as_run(run: Any, *, threads: int | None = None) -> Run:
    """A run in any form that is read, as Run; files are read on so many threads."""
    if isinstance(run, Run):
        return run
    makers: dict[str, Callable[..., Run]] = {
        "path": partial(read_run, threads=threads),
        "mapping": Run.from_dict,
        "frame": Run.from_frame,
        "array": Run.from_arrays,
    }
    return makers[form(run, "run")](run)
