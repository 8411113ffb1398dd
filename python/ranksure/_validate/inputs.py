"""Checks of mappings, rows, arrays and frames that become a run or a golden set."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from .arguments import choice, kind


def input_kind(name: str, value: object) -> NoReturn:
    """Refuse a run or golden set of a kind that is not read."""
    raise TypeError(
        f"{name} must be a path, a mapping from query to documents, a frame, a 2-D array, a Run "
        f"(for run) or a Qrels (for qrels), found {type(value).__name__}"
    )


def no_queries(what: str, source: str) -> NoReturn:
    """Refuse a run or a golden set without any query."""
    raise ValueError(f"the {what} holds no query (read from {source})")


def repeated_query(where: str, query: object, what: str) -> NoReturn:
    """Refuse a query that stands twice."""
    raise ValueError(f"{where}query {query!r} stands twice in the {what}")


def conflict(place: str, grade: float, before: float) -> NoReturn:
    """Refuse two grades for one document of one query."""
    raise ValueError(
        f"{place}: grade {grade!r}, but {before!r} was given before; "
        "conflicts='max' or conflicts='first' chooses one"
    )


def read_already(name: str, wanted: str | None, found: str, what: str, reader: str) -> None:
    """What was chosen when an input was read cannot be chosen again."""
    if wanted is not None and wanted != found:
        raise ValueError(
            f"{name}={wanted!r} goes with a {what} that is read here; the one given was read with "
            f"{name}={found!r}: give {name} to {reader}"
        )


# mappings and rows


def mapping(value: Any, name: str) -> Mapping[Any, Any]:
    """The outer mapping, from query to documents."""
    if not isinstance(value, Mapping):
        raise TypeError(
            f"{name} must be a mapping from query to documents, found {type(value).__name__}"
        )
    return value


def relevant(value: Any, where: str) -> Collection[Any]:
    """The relevant documents of a query, given without grades."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if not isinstance(value, list | tuple | set | frozenset):
        raise TypeError(
            f"{where}: documents must be {{document: grade}} or a list of the relevant ones, "
            f"found {kind(value)}"
        )
    return value


def ranked(value: Any, where: str) -> Sequence[Any]:
    """The retrieved documents of a query, in order."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if not isinstance(value, list | tuple):
        raise TypeError(
            f"{where}: documents must be {{document: score}}, a ranked list or a list of "
            f"(document, score), found {kind(value)}"
        )
    return value


def scored_pairs(items: Sequence[Any], where: str) -> None:
    """A list that begins with a (document, score) holds nothing else."""
    for i, item in enumerate(items):
        if not isinstance(item, list | tuple) or len(item) != 2:
            raise ValueError(f"{where}, entry {i}: must be (document, score), found {item!r}")


def mixed_scores(where: str, scored: bool) -> NoReturn:
    """Refuse a run that has scores for some queries only."""
    found, others = ("scores", "none") if scored else ("no scores", "some")
    raise ValueError(f"{where} has {found}, but the queries before it have {others}")


def judgement_rows(rows: Sequence[Any]) -> None:
    """Each row is (query, document, grade)."""
    for i, row in enumerate(rows):
        if not isinstance(row, list | tuple) or len(row) != 3:
            raise ValueError(f"row {i} must be (query, document, grade), found {row!r}")


# arrays


def array_shape(name: str, value: object) -> NoReturn:
    """Refuse what is neither a table of ids nor a list of lists."""
    found = f"shape {value.shape}" if isinstance(value, np.ndarray) else kind(value)
    raise TypeError(
        f"{name} must be a 2-D array or a list of one-dimensional lists or arrays, found {found}"
    )


def same_lengths(name: str, found: NDArray[np.int64], wanted: NDArray[np.int64]) -> None:
    """Grades or scores have the lengths of the ids."""
    if len(found) != len(wanted):
        raise ValueError(
            f"{name} must have a row for each row of ids ({len(wanted)}), found {len(found)}"
        )
    if not np.array_equal(found, wanted):
        i = int(np.argmax(found != wanted))
        raise ValueError(
            f"{name} must have the shape of the ids, found {found[i]} for {wanted[i]} in row {i}"
        )


def only_sparse(values: object, offsets: object) -> None:
    """A sparse matrix holds its values and offsets itself."""
    if values is not None or offsets is not None:
        raise TypeError("a sparse matrix holds its values and offsets itself: give nothing else")


def one_dimension(name: str, shape: tuple[int, ...]) -> NoReturn:
    """Refuse a table where a column with offsets is wanted."""
    raise ValueError(f"{name} must have one dimension where offsets are given, found shape {shape}")


def list_offsets(
    array: NDArray[Any] | None, given: Any, name: str, length: int
) -> NDArray[np.int64]:
    """Offsets ascend from 0 to the length of what they cut."""
    found = np.asarray(given) if array is None else array
    if found.dtype.kind not in "iu" or found.ndim != 1:
        raise TypeError(f"offsets must be a list of integers, found {kind(given)}")
    offsets = found.astype(np.int64)
    ends = len(offsets) > 0 and offsets[0] == 0 and offsets[-1] == length
    if not ends or (np.diff(offsets) < 0).any():
        raise ValueError(
            f"offsets must ascend from 0 to the number of {name} ({length}), found {kind(given)}"
        )
    return offsets


def query_count(found: int, wanted: int) -> None:
    """There is one query id for each row."""
    if found != wanted:
        raise ValueError(f"query_ids must have one entry for each of {wanted} rows, found {found}")


def pad(value: Any) -> None:
    """The padding is an integer or absent."""
    if value is not None and (type(value) is bool or not isinstance(value, int | np.integer)):
        raise TypeError(f"pad must be an integer or None, found {kind(value)}")


def behind_pad(query: object, document: object, padding: int) -> NoReturn:
    """Refuse an id behind the padding that ended its list."""
    raise ValueError(
        f"query {query!r}: document {document!r} stands behind {padding}, which ends the list; "
        f"pad=None takes {padding} as an ordinary id"
    )


# frames


def renamed(columns: Any) -> Mapping[str, str] | None:
    """What says which column of a frame is which."""
    if columns is not None and not isinstance(columns, Mapping):
        raise TypeError(f"columns must be {{wanted: found}}, found {kind(columns)}")
    return columns


def frame_columns(
    wanted: Sequence[str], given: Any, found: Sequence[str], optional: Sequence[str] = ()
) -> list[str]:
    """The name in the frame of each wanted column; optional ones may be named without a need."""
    given = renamed(given) or {}
    for name in given:
        choice(name, "a key of columns", (*wanted, *optional))
    names = [given.get(name, name) for name in wanted]
    missing = [name for name in names if name not in found]
    if missing:
        raise ValueError(
            f"the frame needs the columns {', '.join(names)} and has {', '.join(map(str, found))}; "
            f"columns={{{missing[0]!r}: <its name in the frame>}} says what stands for what"
        )
    return names


def no_null(null: NDArray[np.bool_], column: str) -> None:
    """A null is an error with its row."""
    if null.any():
        raise ValueError(f"column {column!r}, row {int(np.argmax(null))}: must not be null")
