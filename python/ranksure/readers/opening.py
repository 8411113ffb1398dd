"""Files as blocks of whole lines; what kind of text they hold is recognised by content."""

import os
import re
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import BinaryIO

from .._validate import files
from .decompressing import HEAD, compression, decompressed

Block = bytes | memoryview
"""Whole lines; only the last block of a file may end without a newline."""

STANDARD_INPUT = "-"

_BLOCK = 1 << 21  # bytes that are read at a time: work for every core, and it stays in the cache
_LONG_HEAD = 1 << 16  # bytes that tell what kind of text it is
_MARK = b"\xef\xbb\xbf"
_COMPRESSED = {".gz", ".bz2", ".xz", ".zst"}
_SUFFIXES = _COMPRESSED | {".txt", ".tsv", ".run", ".trec", ".jsonl", ".json", ".ivecs"}


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """The content of a file, decompressed."""
    return b"".join(_pieces(os.fspath(path)))


@dataclass(frozen=True)
class Text:
    """An open text file: its beginning, and all of it as blocks, without a byte-order mark."""

    name: str
    head: bytes
    blocks: Iterator[Block]

    def read(self) -> bytes:
        """All blocks in one piece: UTF-8, not blank."""
        data = b"".join(self.blocks)
        files.utf8(self.name, data)
        files.not_blank(self.name, data)
        return data

    def behind(self, header: int) -> "Text":
        """The text without its first bytes, which are part of the first block."""
        return replace(self, blocks=chain([next(self.blocks)[header:]], self.blocks))


def open_text(path: str | os.PathLike[str]) -> Text:
    """A text file, decompressed."""
    name = os.fspath(path)
    blocks = _whole_lines(_pieces(name))
    first = next(blocks, b"")
    first = first[len(_MARK) :] if first[: len(_MARK)] == _MARK else first
    return Text(name, bytes(first[:_LONG_HEAD]), chain([first], blocks))


def description(path: str | os.PathLike[str]) -> str:
    """Kind of text, compression and encoding of a file, in words."""
    with open(path, "rb") as file:
        form = compression(file.read(HEAD))
    words = [f"{form}" if form else "not compressed"]
    if has_suffix(path, ".ivecs"):
        return ", ".join(["vectors", *words])
    raw = bytes(next(_pieces(os.fspath(path)), b"")[:_LONG_HEAD])
    words.append("UTF-8 with byte-order mark" if raw.startswith(_MARK) else "UTF-8")
    if b"\r\n" in raw:
        words.append("Windows line ends")
    kind = "JSON lines" if is_json_lines(raw.removeprefix(_MARK)) else "lines of fields"
    return ", ".join([kind, *words])


def is_json_lines(data: bytes) -> bool:
    """Whether the first character that is not blank opens a JSON object."""
    return re.match(rb"[ \t\r\n]*\{", data) is not None


def has_suffix(path: str | os.PathLike[str], suffix: str) -> bool:
    """Whether the name of a file, apart from its compression, ends in a suffix."""
    base, last = os.path.splitext(path)
    if last.lower() in _COMPRESSED:
        last = os.path.splitext(base)[1]
    return last.lower() == suffix


def stem(path: str | os.PathLike[str]) -> str:
    """The name of a file without the suffixes of data files: ``bm25.rm3.run.gz``, ``bm25.rm3``."""
    if os.fspath(path) == STANDARD_INPUT:
        return "stdin"
    name, suffix = os.path.splitext(os.path.basename(path))
    while suffix.lower() in _SUFFIXES:
        name, suffix = os.path.splitext(name)
    return name + suffix


def _whole_lines(pieces: Iterator[Block]) -> Iterator[Block]:
    """The same bytes, cut behind newlines."""
    rest = b""
    for piece in pieces:
        end = _line_end(piece)
        if end == 0:
            rest += piece
            continue
        yield rest + piece[:end] if rest else piece[:end]
        rest = bytes(piece[end:])
    if rest:
        yield rest


def _line_end(piece: Block) -> int:
    """Where the last line of a piece ends; 0 when none does."""
    tail = 1 << 12
    while True:
        start = max(0, len(piece) - tail)
        found = bytes(piece[start:]).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        if start == 0:
            return 0
        tail *= 16


def _pieces(name: str) -> Iterator[Block]:
    """The content of a file in pieces, decompressed."""
    if name == STANDARD_INPUT:
        yield from decompressed("standard input", sys.stdin.buffer, _BLOCK)
        return
    with open(name, "rb") as file:
        yield from _mapped(file) if _can_be_mapped(file) else decompressed(name, file, _BLOCK)


def _can_be_mapped(file: BinaryIO) -> bool:
    status = os.fstat(file.fileno())
    if not stat.S_ISREG(status.st_mode) or status.st_size == 0:
        return False  # devices and pipes have no size
    head = file.read(HEAD)
    file.seek(0)
    return compression(head) is None


def _mapped(file: BinaryIO) -> Iterator[Block]:
    """A file in pieces of a memory map; what was passed on does not stay in memory."""
    import mmap

    whole = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)  # lives as long as its views
    view = memoryview(whole)
    for start in range(0, len(view), _BLOCK):
        yield view[start : start + _BLOCK]
        if hasattr(whole, "madvise"):
            whole.madvise(mmap.MADV_DONTNEED, start, min(_BLOCK, len(view) - start))
