"""Golden sets made canonical: each document once a query, queries in ascending order."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

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
    ids, grades = table.document_ids, table.given_values()
    repeats, first = _core.repeats(ids.signed().parts, table.offsets)
    if not len(repeats):
        return Settled(table, 0)
    differs = grades[repeats] != grades[first]
    if conflicts == "error" and differs.any():
        at = int(np.argmax(differs))
        entry = int(repeats[at])
        inputs.conflict(table.place(entry), float(grades[entry]), float(grades[first[at]]))
    if conflicts == "max":
        grades = grades.copy()
        np.maximum.at(grades, first, grades[repeats])
    stays = np.delete(np.arange(len(ids)), repeats)
    settled = replace(
        table,
        offsets=table.offsets - np.searchsorted(repeats, table.offsets),
        document_ids=ids.take(stays),
        values=grades[stays],
    )
    return Settled(settled, int(differs.sum()))


def sort_queries(table: Table) -> Table:
    """The table with its queries ascending by the UTF-8 bytes of their ids."""
    by_id = _core.sort_ids(table.query_ids.signed().parts)
    if (np.diff(by_id) > 0).all():
        return table
    lengths = np.diff(table.offsets)[by_id]
    offsets = offsets_of(lengths)
    entries = np.repeat(table.offsets[by_id] - offsets[:-1], lengths) + np.arange(offsets[-1])
    return replace(
        table,
        query_ids=table.query_ids.take(by_id),
        offsets=offsets,
        document_ids=table.document_ids.take(entries),
        values=table.given_values()[entries],
    )
