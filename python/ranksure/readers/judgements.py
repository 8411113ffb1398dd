"""Golden sets made canonical: each document once a query, queries in ascending order."""

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _core
from .._ids import offsets_of
from .._validate import inputs
from .table import Table


class Settled(NamedTuple):
    """A table, and how many of the repeats that left it had another grade."""

    table: Table
    conflicting: int


def settle(table: Table, conflicts: str) -> Settled:
    """The table with one grade for each document of a query, at the place of the first.

    ``conflicts`` says what holds when grades differ: "error", "max" or "first".
    """
    queries, grades = table.queries(), table.given_values()
    ids = table.document_ids
    keys: NDArray[Any] = ids.first_places() if ids.is_text else ids.parts
    order = np.lexsort((keys, queries))  # stable: repeats keep the order in which they were given
    new = np.ones(len(order), bool)
    new[1:] = (np.diff(queries[order]) != 0) | (keys[order][1:] != keys[order][:-1])
    if new.all():
        return Settled(table, 0)
    starts = np.flatnonzero(new)
    first = order[starts]  # the entry that stays of each group of repeats
    before = first[np.cumsum(new) - 1]
    differs = grades[order] != grades[before]
    if conflicts == "error" and differs.any():
        at = np.flatnonzero(differs)[np.argmin(order[differs])]  # the earliest one in the input
        entry, earlier = int(order[at]), int(before[at])
        inputs.conflict(table.place(entry), float(grades[entry]), float(grades[earlier]))
    if conflicts == "max":
        grades = grades.copy()
        grades[first] = np.maximum.reduceat(table.given_values()[order], starts)
    stays = np.sort(first)
    settled = replace(
        table,
        offsets=np.searchsorted(stays, table.offsets),
        document_ids=ids.take(stays),
        values=grades[stays],
    )
    return Settled(settled, int(differs.sum()))


def sort_queries(table: Table) -> Table:
    """The table with its queries ascending by the UTF-8 bytes of their ids."""
    by_id = _core.sort_ids(table.query_ids.signed().parts)
    place = np.empty(len(by_id), np.int64)
    place[by_id] = np.arange(len(by_id))
    entries = np.argsort(place[table.queries()], kind="stable")
    return replace(
        table,
        query_ids=table.query_ids.take(by_id),
        offsets=offsets_of(np.diff(table.offsets)[by_id]),
        document_ids=table.document_ids.take(entries),
        values=table.given_values()[entries],
    )
