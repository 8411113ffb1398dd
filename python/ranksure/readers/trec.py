"""TREC qrels and runs, and BEIR qrels: fields found by vectorised work on the bytes of the file."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from .. import _core
from .._ids import Ids
from .._validate import files
from .table import Table, group

RUN = ("query", "Q0", "document", "rank", "score", "tag")
QRELS = ("query", "iteration", "document", "grade")
BEIR = ("query-id", "corpus-id", "score")


@dataclass(frozen=True, eq=False)
class _Lines:
    """Fields of a file. Field f is ``data[bounds[2 * f] : bounds[2 * f + 1]]``."""

    path: str
    data: NDArray[np.uint8]
    bounds: NDArray[np.int64]
    starts: NDArray[np.int64]  # number of the first field of each line that holds fields
    counts: NDArray[np.int64]  # fields of each such line
    numbers: NDArray[np.int64]  # its line number, from 1

    def place(self, row: int) -> str:
        return f"{self.path}:{self.numbers[row]}"

    def at(self, row: int) -> str:
        return f"{self.place(row)}: "

    def fields(self, row: int) -> list[str]:
        first = 2 * int(self.starts[row])
        bounds = self.bounds[first : first + 2 * int(self.counts[row])].reshape(-1, 2).tolist()
        return [self.data[i:j].tobytes().decode() for i, j in bounds]

    def column(self, j: int) -> Ids:
        """Field j of each line."""
        # what stands between two bounds is by turns a field and blanks, so even places are fields
        return Ids(text=_core.take_text(self.data, self.bounds, 2 * (self.starts + j)))

    def numeric(self, j: int, name: str) -> NDArray[np.float64]:
        """Field j of each line as a number."""
        text, offsets = self.column(j).parts
        joined, bounds = text.tobytes(), offsets.tolist()
        fields = [joined[i:j] for i, j in pairwise(bounds)]
        return files.numbers(joined, fields, name, self.place)

    def keep(self, kept: NDArray[np.bool_] | slice) -> "_Lines":
        """Some of the lines."""
        return _Lines(
            self.path, self.data, self.bounds, self.starts[kept], self.counts[kept],
            self.numbers[kept],
        )  # fmt: skip

    def without_comments(self, prefix: str) -> "_Lines":
        """The lines whose first field does not begin with the prefix."""
        mark = np.frombuffer(prefix.encode(), np.uint8)
        places = self.bounds[2 * self.starts][:, None] + np.arange(len(mark))
        found = self.data[np.minimum(places, len(self.data) - 1)]
        return self.keep((found != mark).any(axis=1))

    def check_counts(self, what: str, names: Sequence[str], extra_fields: str) -> None:
        """Each line has the fields it should have."""
        wrong = self.counts != len(names)
        if extra_fields == "ignore":
            wrong = self.counts < len(names)
        if wrong.any():
            row = int(np.argmax(wrong))
            files.field_count(self.place(row), what, names, self.fields(row))


def _split(path: str, data: bytes, comment: str | None) -> _Lines:
    """Find lines and fields; only space and tab separate fields, only LF or CRLF ends a line."""
    data = data.replace(b"\r\n", b"\n").removesuffix(b"\r")
    characters = np.frombuffer(data, np.uint8)
    newline = characters == ord("\n")
    blank = (characters == ord(" ")) | (characters == ord("\t")) | newline
    bounds = np.flatnonzero(np.diff(blank, prepend=True, append=True))
    line_ends = np.append(np.flatnonzero(newline), len(data))
    fields_before = np.searchsorted(bounds[::2], line_ends)
    counts = np.diff(fields_before, prepend=0)
    lines = _Lines(
        path, characters, bounds, fields_before - counts, counts, np.arange(1, len(counts) + 1)
    )
    lines = lines.keep(counts > 0)
    return lines if comment is None else lines.without_comments(comment)


def read_qrels(path: str, data: bytes, comment: str | None, extra_fields: str) -> Table:
    """Judgements in four fields, or in BEIR's three under their header."""
    lines = _split(path, data, comment)
    names: Sequence[str] = QRELS
    document, grade = 2, 3
    if len(lines.starts) and lines.fields(0) == list(BEIR):
        names, document, grade = BEIR, 1, 2
        lines = lines.keep(slice(1, None))
    lines.check_counts("qrels", names, extra_fields)
    grades = lines.numeric(grade, "grade")
    return group(lines.column(0), lines.column(document), grades, "grade", lines.at)


def read_run(path: str, data: bytes, comment: str | None, extra_fields: str) -> Table:
    """A run in six fields, with the rank column."""
    lines = _split(path, data, comment)
    lines.check_counts("run", RUN, extra_fields)
    ranks, scores = lines.numeric(3, "rank"), lines.numeric(4, "score")
    return group(lines.column(0), lines.column(2), scores, "score", lines.at, ranks)


def by_rank(table: Table) -> Table:
    """The run as ranked lists: ascending by rank, equal ranks in the order of the file."""
    order = np.lexsort((table.given_ranks(), table.queries()))
    return replace(table, document_ids=table.document_ids.take(order), values=None)


def rank_contradictions(table: Table) -> NDArray[np.int64]:
    """The queries in which a document of a better rank has a smaller score."""
    queries, scores = table.queries(), table.given_values()
    # equal ranks say nothing about order: the larger score may stand first
    order = np.lexsort((-scores, table.given_ranks(), queries))
    rises = (np.diff(scores[order]) > 0) & (np.diff(queries[order]) == 0)
    return np.unique(queries[order][1:][rises])
