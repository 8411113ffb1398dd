"""Streams of bytes, compressed or not: the form is recognised by its first bytes."""

from collections.abc import Callable, Iterator
from importlib import import_module
from io import BufferedReader, RawIOBase
from typing import Any, BinaryIO

from .._validate import files

HEAD = 16
"""So many bytes tell every form."""


def compression(head: bytes) -> str | None:
    """The form of compressed data, by its first bytes; None for anything else."""
    if head.startswith(b"\x1f\x8b\x08"):
        return "gzip"
    if head.startswith(b"BZh") and head[4:10] == b"1AY&SY":  # three letters may begin an id
        return "bzip2"
    if head.startswith(b"\xfd7zXZ\x00"):
        return "xz"
    if head.startswith(b"\x28\xb5\x2f\xfd"):
        return "Zstandard"
    if head.startswith(b"PK\x03\x04"):
        return "ZIP"
    return None


def decompressed(name: str, file: BinaryIO, size: int) -> Iterator[bytes]:
    """What a file or a pipe holds, in pieces of at most ``size`` bytes."""
    head = file.read(HEAD)
    form = compression(head)
    stream: Any = BufferedReader(_Rejoined(head, file))
    errors: tuple[type[Exception], ...] = ()
    if form is not None:
        open_stream, errors = _decompressor(name, form)
        stream = open_stream(stream)
    try:
        while piece := stream.read(size):
            yield piece
    except errors as error:
        assert form is not None
        files.damaged(name, form, error)


class _Rejoined(RawIOBase):
    """A stream whose first bytes have been read already."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head, self._rest = head, rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        size = len(buffer)
        data, self._head = self._head[:size], self._head[size:]
        data = data or self._rest.read(size)
        buffer[: len(data)] = data
        return len(data)


def _decompressor(
    name: str, form: str
) -> tuple[Callable[[BinaryIO], Any], tuple[type[Exception], ...]]:
    """What opens a compressed stream, and the errors by which it says that data are damaged."""
    if form == "gzip":
        import gzip
        import zlib

        return gzip.open, (EOFError, OSError, zlib.error)
    if form == "bzip2":
        import bz2

        return bz2.open, (EOFError, OSError, ValueError)
    if form == "xz":
        import lzma

        return lzma.open, (EOFError, lzma.LZMAError)
    if form != "Zstandard":
        files.unknown_compression(name, form)
    zstd = _zstd(name)
    return zstd.open, (EOFError, zstd.ZstdError)


def _zstd(name: str) -> Any:
    try:
        return import_module("compression.zstd")  # from Python 3.14 on
    except ModuleNotFoundError:
        pass
    try:
        return import_module("backports.zstd")
    except ModuleNotFoundError:
        files.no_zstd(name)
