"""Files as bytes: decompression and the kind of text are recognised by content, not by name."""

import os
import re

from .._validate import files

_FOREIGN = {b"\x28\xb5\x2f\xfd": "Zstandard", b"PK\x03\x04": "ZIP"}
_COMPRESSED = {".gz", ".bz2", ".xz"}
_SUFFIXES = _COMPRESSED | {".txt", ".tsv", ".run", ".trec", ".jsonl", ".json", ".ivecs"}


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """The content of a file, decompressed."""
    with open(path, "rb") as file:
        data = file.read()
    name = os.fspath(path)
    for magic, form in _FOREIGN.items():
        if data.startswith(magic):
            files.unknown_compression(name, form)
    if data.startswith(b"\x1f\x8b\x08"):
        return _gzip(name, data)
    if data.startswith(b"BZh") and data[4:10] == b"1AY&SY":  # three letters may begin an id
        return _bzip2(name, data)
    if data.startswith(b"\xfd7zXZ\x00"):
        return _xz(name, data)
    return data


def read_text(path: str | os.PathLike[str]) -> bytes:
    """The content of a text file: UTF-8, without byte-order mark, not blank."""
    data = read_bytes(path).removeprefix(b"\xef\xbb\xbf")
    files.utf8(os.fspath(path), data)
    files.not_blank(os.fspath(path), data)
    return data


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
    name, suffix = os.path.splitext(os.path.basename(path))
    while suffix.lower() in _SUFFIXES:
        name, suffix = os.path.splitext(name)
    return name + suffix


def _gzip(name: str, data: bytes) -> bytes:
    import gzip
    import zlib

    try:
        return gzip.decompress(data)
    except (EOFError, OSError, zlib.error) as error:
        files.damaged(name, "gzip", error)


def _bzip2(name: str, data: bytes) -> bytes:
    import bz2

    try:
        return bz2.decompress(data)
    except (OSError, ValueError) as error:
        files.damaged(name, "bzip2", error)


def _xz(name: str, data: bytes) -> bytes:
    import lzma

    try:
        return lzma.decompress(data)
    except lzma.LZMAError as error:
        files.damaged(name, "xz", error)
