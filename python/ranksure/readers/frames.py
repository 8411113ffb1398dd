"""Frames as a table: pandas, polars (also lazy), Arrow and NumPy structured arrays."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._ids import Ids
from .._validate import columns as checks
from .._validate import inputs
from .._validate.columns import numbers
from . import arrow
from .table import Table, group


def is_frame(value: object) -> bool:
    """Whether a value has named columns."""
    if isinstance(value, np.ndarray):
        return value.dtype.names is not None
    # asking the value itself would resolve a lazy frame
    return hasattr(type(value), "columns") or arrow.gives_arrow(value)


def frame_table(
    frame: Any,
    value: str,
    columns: Mapping[str, str] | None,
    also: tuple[str, ...] = (),
) -> Table:
    """One row for each document of a query; ``value`` names the column of grades or scores.

    A column that ``also`` names may be there too: ranks beside scores, which the table then has, or
    scores beside ranks, which are not read.
    """
    found = _columns(frame, ("query", "document", value), columns, also)
    query, document, number, *more = found
    ranks = None
    if more and "rank" in also:
        ranks = numbers(more[0].cells(), "rank", lambda row: f"row {row}")
    return group(query.ids(), document.ids(), number.cells(), value, number.at, ranks)


def id_columns(frame: Any, names: Sequence[str]) -> tuple[Ids, ...]:
    """Columns of ids."""
    return tuple(column.ids() for column in _columns(frame, names, None))


def cells(frame: Any, wanted: Sequence[str], columns: Mapping[str, str] | None) -> list[list[Any]]:
    """The values of the wanted columns; none may be null."""
    return [column.cells().tolist() for column in _columns(frame, wanted, columns)]


def _columns(
    frame: Any,
    wanted: Sequence[str],
    columns: Mapping[str, str] | None,
    also: Sequence[str] = (),
) -> "Sequence[_Column | arrow.ArrowColumn]":
    """The wanted columns, and those of ``also`` that are there."""
    if hasattr(frame, "collect") and not hasattr(frame, "to_numpy"):
        frame = frame.collect()  # a lazy frame
    is_arrow = arrow.gives_arrow(frame) and arrow.is_installed()
    if is_arrow:
        frame = arrow.table_of(frame)
    found = _names(frame)
    names = inputs.frame_columns(wanted, columns, found, tuple(also))
    given = columns or {}
    names += [given.get(name, name) for name in also if given.get(name, name) in found]
    kind = arrow.ArrowColumn if is_arrow else _Column
    return [kind(frame[name], name) for name in names]


def _names(frame: Any) -> Sequence[str]:
    if isinstance(frame, np.ndarray):
        return frame.dtype.names or ()
    # the columns of an Arrow table are data, its column_names are names
    return list(getattr(frame, "column_names", None) or frame.columns)


class _Column:
    """One column of a frame, whatever the library."""

    def __init__(self, column: Any, name: str) -> None:
        self._column, self._name = column, name

    def at(self, row: int) -> str:
        return f"row {row}: "

    def cells(self) -> NDArray[Any]:
        """The values; none may be null."""
        is_null = getattr(self._column, "isna", None) or getattr(self._column, "is_null", None)
        if is_null is not None:
            inputs.no_null(np.asarray(is_null(), dtype=bool), self._name)
        return np.asarray(self._column)

    def ids(self) -> Ids:
        """The values as ids. Float is refused before null: the null made it float."""
        what = f"column {self._name!r}"
        column = self._column
        dtype = str(column.dtype if hasattr(column, "dtype") else column.type)
        if "float" in dtype.lower() or dtype == "double":
            checks.float_ids(what, dtype)
        return Ids.from_array(self.cells(), what, lambda row: f"{what}, row {row}")
