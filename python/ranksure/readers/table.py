"""The table that every reader hands on: documents and their values, grouped by query."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from .._ids import Ids, offsets_of
from .._validate import columns, inputs

At = Callable[[int, int], str]
"""Beginning of a message about (query, entry): "run.txt:12: ", "row 3: ", or nothing."""


def nowhere(query: int, entry: int) -> str:
    """The place in a mapping or array: query and document say it all."""
    return ""


@dataclass(frozen=True, eq=False)
class Table:
    """Query q owns the entries from ``offsets[q]`` up to ``offsets[q + 1]``."""

    query_ids: Ids
    offsets: NDArray[np.int64]
    document_ids: Ids
    at: At = nowhere
    values: NDArray[np.float64] | None = None
    ranks: NDArray[np.float64] | None = None

    def with_values(self, values: Any, name: str) -> "Table":
        """The table with one number for each entry, a grade or a score."""
        return replace(self, values=columns.numbers(values, name, self.place))

    def with_ones(self) -> "Table":
        """The table with the value 1 for each entry."""
        return replace(self, values=np.ones(len(self.document_ids)))

    def given_values(self) -> NDArray[np.float64]:
        """The values of a table that has them."""
        assert self.values is not None
        return self.values

    def given_ranks(self) -> NDArray[np.float64]:
        """The ranks of a table that has them."""
        assert self.ranks is not None
        return self.ranks

    def queries(self) -> NDArray[np.int64]:
        """The number of the query of each entry."""
        return np.repeat(np.arange(len(self.query_ids)), np.diff(self.offsets))

    def query_of(self, entry: int) -> int:
        """The number of the query of one entry."""
        return int(np.searchsorted(self.offsets, entry, side="right")) - 1

    def place(self, entry: int) -> str:
        """Where an entry stands, for messages."""
        query = self.query_of(entry)
        names = f"query {self.query_ids[query]!r}, document {self.document_ids[entry]!r}"
        return f"{self.at(query, entry)}{names}"

    def check_queries(self, what: str, source: str) -> None:
        """There is a query, and none stands twice."""
        if not len(self.query_ids):
            inputs.no_queries(what, source)
        repeat = _core.first_repeat(self.query_ids.signed().parts)
        if repeat is not None:
            query = repeat[1]
            where = self.at(query, int(self.offsets[query]))
            inputs.repeated_query(where, self.query_ids[query], what)


def group(
    query_ids: Ids,
    document_ids: Ids,
    values: NDArray[Any],
    name: str,
    at_row: Callable[[int], str],
    ranks: NDArray[np.float64] | None = None,
) -> Table:
    """Rows grouped by query: queries by first appearance, the rows of each in their order."""
    first = query_ids.first_places()
    is_first = first == np.arange(len(first))
    query = (np.cumsum(is_first) - 1)[first]
    rows = np.flatnonzero(is_first)
    offsets = offsets_of(np.bincount(query, minlength=len(rows)))
    if (np.diff(query) >= 0).all():  # the rows of each query stand together
        at: At = lambda query, entry: at_row(entry)  # noqa: E731
        table = Table(query_ids.take(rows), offsets, document_ids, at, ranks=ranks)
        return table.with_values(values, name)
    order = np.argsort(query, kind="stable")
    table = Table(
        query_ids.take(rows),
        offsets,
        document_ids.take(order),
        at=lambda query, entry: at_row(int(order[entry])),
        ranks=None if ranks is None else ranks[order],
    )
    return table.with_values(values[order], name)
