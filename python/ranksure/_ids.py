"""Columns of ids: integers of any NumPy width, or UTF-8 text in one buffer with offsets."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._validate import columns

Text = tuple[NDArray[np.uint8], NDArray[np.int64]]


def read_only(value: Any) -> Any:
    """A read-only view of an array or of a tuple of arrays; anything else as it is."""
    if isinstance(value, tuple):
        return tuple(map(read_only, value))
    if isinstance(value, np.ndarray):
        value = value.view()  # the flag of an array that a user may own stays as it is
        value.flags.writeable = False
    return value


class Frozen:
    """Base of frozen dataclasses that hold arrays: the arrays are read-only, also unpickled."""

    __slots__ = ()

    def __post_init__(self) -> None:
        for field in fields(self):  # type: ignore[arg-type]
            object.__setattr__(self, field.name, read_only(getattr(self, field.name)))

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        values = (getattr(self, field.name) for field in fields(self))  # type: ignore[arg-type]
        return type(self), tuple(values)


def offsets_of(lengths: Any) -> NDArray[np.int64]:
    """Where each of consecutive pieces begins, and where the last one ends."""
    offsets = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets


@dataclass(frozen=True, eq=False, slots=True)
class Ids(Frozen):
    """An immutable column of ids of one kind: either ``integers`` or ``text`` is None.

    One rule says when ids of two kinds are the same: the integer n equals the text ``str(n)``
    and no other text.
    """

    integers: NDArray[np.integer[Any]] | None = None
    text: Text | None = None

    @staticmethod
    def from_list(
        values: Collection[Any], what: str = "ids", place: columns.Place | None = None
    ) -> "Ids":
        """Text or integers; where both occur, or where an integer exceeds int64, all is text."""
        place = place or (lambda i: f"{what}, entry {i}")
        if not columns.id_list(values, place):
            try:
                return Ids(np.fromiter(map(int, values), np.int64, len(values)))
            except OverflowError:
                pass
        return _text([v if isinstance(v, str) else str(int(v)) for v in values], place)

    @staticmethod
    def from_array(
        array: NDArray[Any], what: str = "ids", place: columns.Place | None = None
    ) -> "Ids":
        """The ids of a one-dimensional array; contiguous native integers are not copied."""
        columns.id_array(array, what)
        if array.dtype.kind in "iu":
            native = array.astype(array.dtype.newbyteorder("="), copy=False)
            return Ids(np.ascontiguousarray(native))
        values = array.tolist()
        if array.dtype.kind == "S":
            values = [value.decode() for value in values]
        return Ids.from_list(values, what, place)

    @staticmethod
    def from_parts(parts: Any) -> "Ids":
        """The ids of which `parts` are the parts."""
        return Ids(text=parts) if isinstance(parts, tuple) else Ids(parts)

    @property
    def is_text(self) -> bool:
        """Whether the ids are text."""
        return self.text is not None

    @property
    def parts(self) -> Any:
        """What the core takes: the integers, or the bytes and offsets of the text."""
        return self.integers if self.text is None else self.text

    def __len__(self) -> int:
        return len(self.parts) if self.text is None else len(self.text[1]) - 1

    def __getitem__(self, i: int) -> int | str:
        i = range(len(self))[i]  # checks the bounds and counts from the end
        if self.text is None:
            return int(self.parts[i])
        text, offsets = self.text
        return text[offsets[i] : offsets[i + 1]].tobytes().decode()

    def __repr__(self) -> str:
        return f"Ids({len(self)} {'text' if self.is_text else self.parts.dtype.name} ids)"

    def tolist(self) -> list[Any]:
        """The ids as a list of int or of str."""
        if self.text is None:
            return list(self.parts.tolist())
        joined = self.text[0].tobytes()
        bounds = self.text[1].tolist()
        if joined.isascii():  # then characters are bytes, and one decoding is enough
            text = joined.decode()
            return [text[i:j] for i, j in pairwise(bounds)]
        return [joined[i:j].decode() for i, j in pairwise(bounds)]

    def take(self, indices: NDArray[np.int64]) -> "Ids":
        """The ids at the indices."""
        if self.text is None:
            return Ids(self.parts[indices])
        return Ids(text=_core.take_text(*self.text, indices))

    def span(self, start: int, stop: int) -> "Ids":
        """The ids from start up to stop, without a copy of text."""
        if self.text is None:
            return Ids(self.parts[start:stop])
        text, offsets = self.text
        first, last = offsets[start], offsets[stop]
        return Ids(text=(text[first:last], offsets[start : stop + 1] - first))

    def as_text(self) -> "Ids":
        """The same ids as text."""
        if self.text is not None:
            return self
        if self.parts.dtype == np.uint64:
            return Ids(text=_core.unsigned_to_text(self.parts))
        return Ids(text=_core.integers_to_text(self.parts.astype(np.int64, copy=False)))

    def signed(self) -> "Ids":
        """The same ids as int64 where all of them fit, else as text."""
        if self.is_text or self.parts.dtype == np.int64:
            return self
        if (
            self.parts.dtype == np.uint64
            and len(self)
            and self.parts.max() > np.iinfo(np.int64).max
        ):
            return self.as_text()
        return Ids(self.parts.astype(np.int64))

    def places_of(self, wanted: "Ids") -> NDArray[np.int64]:
        """The first place of each wanted id, or -1."""
        ours, theirs = common(self, wanted)
        places: NDArray[np.int64] = _core.find(ours.parts, theirs.parts)
        return places

    def first_places(self) -> NDArray[np.int64]:
        """For each id the first place where the same id stands."""
        parts = self.signed().parts
        return _core.find(parts, parts)


def _text(values: list[str], place: columns.Place) -> Ids:
    encoded = columns.utf8(values, place)
    lengths = np.fromiter(map(len, encoded), np.int64, len(encoded))
    columns.no_empty_id(lengths, place)
    return Ids(text=(np.frombuffer(b"".join(encoded), np.uint8), offsets_of(lengths)))


def joined(first: Ids, second: Ids) -> Ids:
    """One column behind the other."""
    first, second = common(first.signed(), second)
    if first.text is None or second.text is None:
        return Ids(np.concatenate([first.parts, second.parts]))
    (bytes1, offsets1), (bytes2, offsets2) = first.text, second.text
    offsets = np.concatenate([offsets1, offsets2[1:] + offsets1[-1]])
    return Ids(text=(np.concatenate([bytes1, bytes2]), offsets))


def common(run: Ids, judged: Ids) -> tuple[Ids, Ids]:
    """Two columns in one kind, so that the core can compare them.

    Integers stay integers only where both sides hold them; the judged side becomes int64 and the
    run, which may be large, keeps its width.
    """
    judged = judged.signed()
    if not run.is_text and run.parts.dtype == np.uint64:
        run = run.signed()
    if run.is_text or judged.is_text:
        return run.as_text(), judged.as_text()
    return run, judged
