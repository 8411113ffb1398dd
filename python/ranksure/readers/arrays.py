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
    """Whether a value is an array with a row for each query, of any library."""
    known = ("__array__", "__dlpack__", "tocsr")
    return getattr(value, "ndim", None) == 2 and any(hasattr(value, name) for name in known)


def array_table(
    ids: Any, values: Any, name: str, query_ids: Any, pad: int | None, given_offsets: Any = None
) -> Table:
    """Row i of ``ids`` (and of ``values``, which may be None) belongs to query i."""
    inputs.pad(pad)
    if hasattr(ids, "tocsr"):  # a sparse matrix: what it stores is judged or scored
        inputs.only_sparse(values, given_offsets)
        matrix = ids.tocsr()
        ids, values, given_offsets = matrix.indices, matrix.data, matrix.indptr
        pad = None
    if given_offsets is None:
        flat, offsets = rows_of(ids, "ids")
    else:
        flat, offsets = _cut_flat(ids, "ids", given_offsets)
    queries = _query_ids(query_ids, len(offsets) - 1)

    def place(entry: int) -> str:
        row = int(np.searchsorted(offsets, entry, side="right")) - 1
        return f"query {queries[row]!r}, entry {entry - offsets[row]}"

    table = Table(queries, offsets, _ids(flat, "ids", place))
    if values is not None:
        if given_offsets is not None:
            numbers, _ = _cut_flat(values, f"{name}s", offsets)
        else:
            numbers, its_offsets = rows_of(values, f"{name}s")
            inputs.same_lengths(f"{name}s", np.diff(its_offsets), np.diff(offsets))
        table = table.with_values(numbers, name)
    return table if pad is None else _cut(table, pad)


def _query_ids(query_ids: Any, n: int) -> Ids:
    if query_ids is None:
        return Ids(np.arange(n))
    array = _array(query_ids)
    result = _ids(list(query_ids) if array is None else array, "query_ids")
    inputs.query_count(len(result), n)
    return result


def _ids(flat: Any, what: str, place: columns.Place | None = None) -> Ids:
    if isinstance(flat, np.ndarray):
        return Ids.from_array(flat, what, place)
    return Ids.from_list(flat, what, place)


def _array(value: Any) -> NDArray[Any] | None:
    """An array of any library as one of NumPy, in place where it lies in memory; else None."""
    if hasattr(value, "__array__"):
        return np.asarray(value)
    return np.from_dlpack(value) if hasattr(value, "__dlpack__") else None


def _cut_flat(
    values: Any, name: str, offsets: Any
) -> tuple[NDArray[Any] | list[Any], NDArray[np.int64]]:
    """One column of all values, of which query q owns those from offset q up to the next."""
    columns.not_masked(values, name)
    array = _array(values)
    flat = list(values) if array is None else array
    if isinstance(flat, np.ndarray) and flat.ndim != 1:
        inputs.one_dimension(name, flat.shape)
    return flat, inputs.list_offsets(_array(offsets), offsets, name, len(flat))


def rows_of(rows: Any, name: str) -> tuple[NDArray[Any] | list[Any], NDArray[np.int64]]:
    """All rows in one array or list, and where each begins."""
    columns.not_masked(rows, name)
    array = _array(rows)
    if array is not None:
        if array.ndim == 2:
            n, k = array.shape
            return array.reshape(-1), np.arange(n + 1) * k
        # an object array or a pandas Series of lists is a list of lists
        rows = array.tolist() if array.ndim == 1 and array.dtype == object else array
    if not isinstance(rows, list | tuple):
        inputs.array_shape(name, rows)
    arrays = [row if (array := _array(row)) is None else array for row in rows]
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
