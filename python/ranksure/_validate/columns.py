"""What a column of ids, grades or scores may hold, and the messages when it does not."""

import sys
from collections.abc import Callable, Collection
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from .arguments import kind

Place = Callable[[int], str]
"""Where entry i of a column stands, in the words of the user: "query 'q1', entry 3"."""

LARGEST_GRADE = 2.0**1000  # sums of such gains are still finite


def _is_id(found: type) -> bool:
    return issubclass(found, str | int | np.integer) and found is not bool


def _is_number(found: type) -> bool:
    return issubclass(found, int | float | np.integer | np.floating) and found is not bool


def _types(
    values: Collection[Any], allowed: Callable[[type], bool], place: Place, what: str
) -> set[type]:
    """The types of the values, all of them allowed; they are few, the values may be many."""
    types = set(map(type, values))
    wrong = {found for found in types if not allowed(found)}
    if wrong:
        i, value = next((i, value) for i, value in enumerate(values) if type(value) in wrong)
        raise TypeError(f"{place(i)}: {what}, found {kind(value)}")
    return types


def id_list(values: Collection[Any], place: Place) -> bool:
    """Each id is text or an integer. Returns whether one of them is text."""
    types = _types(values, _is_id, place, "an id must be text or an integer")
    return any(issubclass(found, str) for found in types)


def id_array(array: NDArray[Any], what: str) -> None:
    """An array of ids has one dimension and holds text or integers."""
    not_masked(array, what)
    if array.ndim != 1:
        raise ValueError(f"{what} must have one dimension, found shape {array.shape}")
    if array.dtype.kind == "f":
        float_ids(what, array.dtype.name)
    if array.dtype.kind not in "iuUSOT":
        id_kind(what, f"dtype {array.dtype.name}")


def id_kind(what: str, found: str) -> NoReturn:
    """Refuse a column of a kind that cannot hold ids."""
    raise TypeError(f"{what} must be text or integers, found {found}")


def float_ids(what: str, dtype: str) -> NoReturn:
    """Refuse float ids: a missing value makes them of integers."""
    raise TypeError(
        f"{what} must be text or integers, found dtype {dtype}; a missing value turns integers "
        "into float: drop or fill it, then use astype('int64')"
    )


def no_empty_id(lengths: NDArray[np.int64], place: Place) -> None:
    """A text id has at least one character."""
    if not lengths.all():
        raise ValueError(f"{place(int(np.argmin(lengths)))}: an id must not be empty text")


def utf8(values: list[str], place: Place) -> list[bytes]:
    """Text as UTF-8; half a surrogate pair, which JSON escapes can smuggle in, has none."""
    try:
        return [value.encode() for value in values]
    except UnicodeEncodeError as error:
        where = place(values.index(error.object))
        raise ValueError(f"{where}: id {error.object!r} is not valid Unicode text") from None


def not_masked(array: object, what: str) -> None:
    """A masked array would lose its mask without a word."""
    if isinstance(array, np.ma.MaskedArray):
        raise TypeError(f"{what} must not be a masked array; fill it with the pad value first")


def numbers(values: NDArray[Any] | Collection[Any], name: str, place: Place) -> NDArray[np.float64]:
    """A column of grades or scores as contiguous float64.

    An array of bool is a column of grades 1 and 0; one bool among other values is a mistake.
    """
    not_masked(values, f"{name}s")
    if isinstance(values, np.ndarray):
        if values.dtype.kind in ("iufb" if name == "grade" else "iuf"):
            return np.ascontiguousarray(values, dtype=np.float64)
        values = values.tolist()
    _types(values, _is_number, place, f"a {name} must be a number")
    try:
        return np.fromiter(values, np.float64, len(values))
    except OverflowError:
        largest = sys.float_info.max  # a float cannot be beyond it, and NumPy's may warn
        i = next(i for i, v in enumerate(values) if isinstance(v, int) and abs(v) > largest)
        raise ValueError(f"{place(i)}: the {name} is an integer beyond float64") from None


def grades(values: NDArray[np.float64], place: Place) -> None:
    """A grade is finite and bounded."""
    good = np.abs(values) <= LARGEST_GRADE
    if not good.all():
        i = int(np.argmin(good))
        raise ValueError(
            f"{place(i)}: a grade must be finite and at most 2**1000 in size, "
            f"found {float(values[i])!r}"
        )


def scores(values: NDArray[np.float64], place: Place) -> None:
    """A score orders documents, so it may be infinite, but not NaN."""
    wrong = np.isnan(values)
    if wrong.any():
        raise ValueError(f"{place(int(np.argmax(wrong)))}: a score must be a number, found nan")
