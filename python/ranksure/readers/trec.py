"""TREC runs and qrels, BEIR qrels, and other text with one document a line."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from .. import _core
from .._ids import Ids
from .._validate import files
from .opening import Text
from .table import Table

RUN = ("query", "Q0", "document", "rank", "score", "tag")
QRELS = ("query", "iteration", "document", "grade")
BEIR = ("query-id", "corpus-id", "score")
_OUR_NAMES = {"query-id": "query", "corpus-id": "document", "score": "grade"}  # of BEIR's fields


@dataclass(frozen=True)
class LineOptions:
    """How lines of text are read."""

    comment: str | None
    extra_fields: str
    columns: Sequence[str] | Mapping[str, str] | None
    threads: int


def read_qrels(text: Text, options: LineOptions) -> Table:
    """Judgements in TREC's four fields, in BEIR's three under their header, or in named ones."""
    if options.columns is not None:
        names = files.line_columns(options.columns, ("query", "document", "grade"))
        table = _read(text, "qrels", names, options)
        return table if "grade" in names else table.with_ones()
    header = _beir_header(text.head, options.comment)
    if header is None:
        return _read(text, "qrels", QRELS, options)
    lines = text.head.count(b"\n", 0, header.end())
    return _read(text.behind(header.end()), "qrels", BEIR, options, lines)


def read_run(text: Text, options: LineOptions) -> Table:
    """A run in TREC's six fields or in named ones, with the ranks and scores that it has."""
    names: Sequence[str] = RUN
    if options.columns is not None:
        names = files.line_columns(options.columns, ("query", "document", "rank", "score"))
        if "rank" not in names and "score" not in names:
            files.column_missing(names, "rank or score")
    return _read(text, "run", names, options)


def run_tag(head: bytes, comment: str | None) -> str | None:
    """The tag on the first line of a run; trec_eval takes that of the last, equal one."""
    for line in head.splitlines():
        fields = line.split()
        if len(fields) >= len(RUN) and not (comment and line.startswith(comment.encode())):
            return fields[RUN.index("tag")].decode(errors="replace")
    return None


def _beir_header(head: bytes, comment: str | None) -> re.Match[bytes] | None:
    """The beginning of the text up to the end of BEIR's header, when that is its first line."""
    skipped = b"" if comment is None else b"|" + re.escape(comment.encode()) + b"[^\n]*\n"
    fields = rb"[ \t]+".join(name.encode() for name in BEIR)
    return re.match(rb"(?:[ \t\r]*(?:\n%b))*[ \t]*%b[ \t]*\r?(?:\n|\Z)" % (skipped, fields), head)


def _read(
    text: Text,
    what: str,
    names: Sequence[str],
    options: LineOptions,
    lines_before: int = 0,
) -> Table:
    """All lines as a table; ``lines_before`` of them are not in the text."""
    path = text.name
    value = "score" if what == "run" else "grade"
    known = [_OUR_NAMES.get(name, name) for name in names] if names is BEIR else list(names)
    for needed in ("query", "document"):
        if needed not in known:
            files.column_missing(names, needed)
    has_values, has_ranks = value in known, "rank" in known
    reader = _core.TextReader(
        fields=len(names),
        query=known.index("query"),
        document=known.index("document"),
        value=known.index(value) if has_values else -1,
        rank=known.index("rank") if has_ranks else -1,
        more_fields=options.extra_fields == "ignore",
        comment=options.comment or "",
        lines_before=lines_before,
    )
    for block in text.blocks:
        reader.read(block, threads=options.threads)
        if reader.fault is not None:
            break
    skipped = reader.skipped

    def place(row: int) -> str:
        return f"{path}:{row + 1 + int(np.searchsorted(skipped, row, side='right'))}"

    odd_numbers, fault = reader.odd_numbers, reader.fault
    queries, offsets, order, documents, values, ranks = reader.take_columns()
    for row, is_rank, field in odd_numbers:
        column, name = (ranks, "rank") if is_rank else (values, value)
        column[row] = files.number(field, name, place(row))
        if is_rank:
            files.rank(column[row], place(row))
    if fault is not None:
        _refuse(path, what, names, *fault)
    if len(documents[1]) == 1 and options.comment is None and lines_before == 0:
        files.empty(path)
    table = Table(
        Ids(text=queries),
        offsets,
        Ids(text=documents),
        at=lambda query, row: f"{place(row)}: ",
        values=values if has_values else None,
        ranks=ranks if has_ranks else None,
    )
    return table if order is None else _in_order(table, order)


def _in_order(table: Table, order: NDArray[np.int64]) -> Table:
    """The table with its rows in another order."""
    values, ranks, at = table.values, table.ranks, table.at
    return replace(
        table,
        document_ids=table.document_ids.take(order),
        at=lambda query, entry: at(query, int(order[entry])),
        values=None if values is None else values[order],
        ranks=None if ranks is None else ranks[order],
    )


def _refuse(path: str, what: str, names: Sequence[str], line: int, text: bytes) -> None:
    files.utf8(path, text, line)
    fields = re.split(r"[ \t]+", text.decode())
    files.field_count(f"{path}:{line}", what, names, fields)


def by_rank(table: Table) -> Table:
    """The run as ranked lists: ascending by rank, equal ranks in the order of the file."""
    ranks, queries = table.given_ranks(), table.queries()
    if ((np.diff(ranks) >= 0) | (np.diff(queries) != 0)).all():
        return replace(table, values=None)
    return replace(_in_order(table, np.lexsort((ranks, queries))), values=None)


def rank_contradictions(table: Table) -> NDArray[np.int64]:
    """The queries in which a document of a better rank has a smaller score."""
    return _core.rank_contradictions(table.offsets, table.given_ranks(), table.given_values())
