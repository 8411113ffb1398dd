"""Arrow data as columns, read in place where the buffers allow it; needs pyarrow."""

import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._ids import Ids
from .._validate import columns as checks
from .._validate import files, inputs


def gives_arrow(frame: object) -> bool:
    """Whether a frame hands its data over by the Arrow PyCapsule interface.

    pandas does too, but its columns of objects say less there than they hold.
    """
    return hasattr(type(frame), "__arrow_c_stream__") and not hasattr(type(frame), "iloc")


def is_installed() -> bool:
    """Whether pyarrow is there to take the data."""
    from importlib.util import find_spec

    return find_spec("pyarrow") is not None


def table_of(frame: Any) -> Any:
    """The frame as a table of pyarrow."""
    import pyarrow

    return pyarrow.table(frame)


def file_form(path: str | os.PathLike[str]) -> str | None:
    """Parquet or Feather, by the first bytes of a file; None for anything else."""
    if not os.path.isfile(path):
        return None
    with open(path, "rb") as file:
        head = file.read(6)
    if head == b"ARROW1":
        return "Feather"
    return "Parquet" if head.startswith(b"PAR1") else None


def read_table(path: str | os.PathLike[str], form: str) -> Any:
    """A Parquet or Feather file as a table of pyarrow."""
    name = os.fspath(path)
    if not is_installed():
        files.no_pyarrow(name, form)
    import pyarrow
    from pyarrow import feather, parquet

    try:
        if form == "Parquet":
            return parquet.read_table(name)
        return feather.read_table(name, memory_map=False)
    except (pyarrow.ArrowException, OSError) as error:
        files.damaged(name, form, error)


class ArrowColumn:
    """One column of a table of pyarrow."""

    def __init__(self, column: Any, name: str) -> None:
        import pyarrow

        self._name = name
        if isinstance(column, pyarrow.ChunkedArray):
            column = column.combine_chunks()
        if pyarrow.types.is_dictionary(column.type):
            values = column.dictionary
            if pyarrow.types.is_string_view(values.type):  # pyarrow cannot take from views
                values = values.cast(pyarrow.large_string())
            column = values.take(column.indices)
        self._column = column

    def at(self, row: int) -> str:
        return f"row {row}: "

    def cells(self) -> NDArray[Any]:
        """The values; none may be null."""
        self._no_null()
        return np.asarray(self._column)

    def ids(self) -> Ids:
        """The values as ids. Float is refused before null: the null made it float."""
        import pyarrow

        what, kind = f"column {self._name!r}", self._column.type
        if pyarrow.types.is_floating(kind):
            checks.float_ids(what, str(kind))

        def place(row: int) -> str:
            return f"{what}, row {row}"

        self._no_null()
        if pyarrow.types.is_integer(kind):
            return Ids.from_array(self._column.to_numpy(zero_copy_only=False), what, place)
        is_text = (
            pyarrow.types.is_string, pyarrow.types.is_large_string, pyarrow.types.is_string_view
        )  # fmt: skip
        if not any(check(kind) for check in is_text):
            checks.id_kind(what, str(kind))
        text = self._column.cast(pyarrow.large_string())
        _, ends, data = text.buffers()
        offsets = np.frombuffer(ends, np.int64)[text.offset : text.offset + len(text) + 1]
        if len(text) == 0:
            return Ids(text=(np.zeros(0, np.uint8), np.zeros(1, np.int64)))
        checks.no_empty_id(np.diff(offsets), place)
        characters = np.frombuffer(data, np.uint8)[offsets[0] : offsets[-1]]
        return Ids(text=(characters, offsets - offsets[0] if offsets[0] else offsets))

    def _no_null(self) -> None:
        if self._column.null_count:
            null = np.asarray(self._column.is_null().to_numpy(zero_copy_only=False), bool)
            inputs.no_null(null, self._name)
