"""Arrays and lists of lists as a table, one query a row; the one place that knows padding."""

from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._ids import Ids, offsets_of
from .._validate import columns, inputs
from .table import Table


def is_table(value: object) -> bool:
    """Whether a value is an array with a row for each query."""
    return isinstance(value, np.ndarray) and value.ndim == 2


def array_table(ids: Any, values: Any, name: str, query_ids: Any, pad: int | None) -> Table:
    """Row i of ``ids`` (and of ``values``, which may be None) belongs to query i."""
    inputs.pad(pad)
    flat, offsets = rows_of(ids, "ids")
    queries = _query_ids(query_ids, len(offsets) - 1)

    def place(entry: int) -> str:
        row = int(np.searchsorted(offsets, entry, side="right")) - 1
        return f"query {queries[row]!r}, entry {entry - offsets[row]}"

    table = Table(queries, offsets, _ids(flat, "ids", place))
    if values is not None:
        numbers, its_offsets = rows_of(values, f"{name}s")
        inputs.same_lengths(f"{name}s", np.diff(its_offsets), np.diff(offsets))
        table = table.with_values(numbers, name)
    return table if pad is None else _cut(table, pad)


def _query_ids(query_ids: Any, n: int) -> Ids:
    if query_ids is None:
        return Ids(np.arange(n))
    array = query_ids if hasattr(query_ids, "__array__") else list(query_ids)
    result = _ids(array if isinstance(array, list) else np.asarray(array), "query_ids")
    inputs.query_count(len(result), n)
    return result


def _ids(flat: Any, what: str, place: columns.Place | None = None) -> Ids:
    if isinstance(flat, np.ndarray):
        return Ids.from_array(flat, what, place)
    return Ids.from_list(flat, what, place)


def rows_of(rows: Any, name: str) -> tuple[NDArray[Any] | list[Any], NDArray[np.int64]]:
    """All rows in one array or list, and where each begins."""
    columns.not_masked(rows, name)
    if hasattr(rows, "__array__"):
        array = np.asarray(rows)
        if array.ndim == 2:
            n, k = array.shape
            return array.reshape(-1), np.arange(n + 1) * k
        # an object array or a pandas Series of lists is a list of lists
        rows = array.tolist() if array.ndim == 1 and array.dtype == object else array
    if not isinstance(rows, list | tuple):
        inputs.array_shape(name, rows)
    arrays = [np.asarray(row) if hasattr(row, "__array__") else row for row in rows]
    for row in arrays:
        if not isinstance(row, list | tuple) and getattr(row, "ndim", None) != 1:
            inputs.array_shape(name, row)
    offsets = offsets_of([len(row) for row in arrays])
    dtypes = {row.dtype if isinstance(row, np.ndarray) else None for row in arrays}
    if len(dtypes) == 1 and None not in dtypes:
        return np.concatenate(arrays), offsets
    # arrays of several dtypes would meet in float64, so each id stays a number of its own
    lists = (row.tolist() if isinstance(row, np.ndarray) else row for row in arrays)
    return list(chain.from_iterable(lists)), offsets


def _cut(table: Table, pad: int) -> Table:
    """The table without padding and what was scored there; a real id behind it is an error."""
    ids, offsets = table.document_ids.integers, table.offsets
    if ids is None or not (ids == pad).any():
        return table
    padded = np.flatnonzero(ids == pad)
    behind = padded + 1
    behind = behind[behind < len(ids)]
    wrong = behind[(ids[behind] != pad) & ~np.isin(behind, offsets)]
    if len(wrong):
        entry = int(wrong[0])
        query = table.query_ids[table.query_of(entry)]
        inputs.behind_pad(query, int(ids[entry]), int(ids[padded[0]]))
    real = np.ones(len(ids), bool)
    real[padded] = False
    return replace(
        table,
        offsets=offsets - np.searchsorted(padded, offsets),
        document_ids=Ids(ids[real]),
        values=None if table.values is None else table.values[real],
    )
