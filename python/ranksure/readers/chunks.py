"""Chunks of text as pairs of id and text: JSON lines, mappings, frames, lists."""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .._validate import evidence as checks
from .._validate import files
from . import frames, opening

COLUMNS = ("id", "text")


class Chunks:
    """Pairs of id and text, in their order; they can be gone through again."""

    def __init__(self, given: Any, columns: Mapping[str, str] | None) -> None:
        self._path: str | None = None
        if isinstance(given, str | os.PathLike):
            self._path = os.fspath(given)
        elif isinstance(given, Mapping):
            self._pairs: Sequence[Any] = list(given.items())
        elif frames.is_frame(given):
            self._pairs = list(zip(*frames.cells(given, COLUMNS, columns), strict=True))
        else:
            self._pairs = checks.chunk_pairs(given)

    def __iter__(self) -> Iterator[tuple[Any, str]]:
        if self._path is not None:
            yield from _lines(self._path)
            return
        for place, pair in enumerate(self._pairs):
            chunk, text = pair
            yield chunk, checks.chunk_text(text, f"chunk {place}")


def _lines(path: str) -> Iterator[tuple[Any, str]]:
    """``{"id", "text"}`` a line; BEIR's corpora say "_id"."""
    import json

    number = 0
    for block in opening.open_text(path).blocks:
        for line in bytes(block).split(b"\n")[: -1 if block[-1:] == b"\n" else None]:
            number += 1
            if not line.strip():
                continue
            where = f"{path}:{number}"
            files.utf8(path, line, number)
            try:
                parsed = json.loads(line.decode())
            except (ValueError, RecursionError) as error:
                files.json_line(where, error)
            record = files.json_object(where, parsed)
            key = "id" if "id" in record else "_id"
            if key not in record:
                files.missing_key(where, "'id' or '_id'", record)
            if "text" not in record:
                files.missing_key(where, "'text'", record)
            yield record[key], checks.chunk_text(record["text"], where)
