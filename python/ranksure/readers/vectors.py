"""Vector files of nearest-neighbour benchmarks: each vector is an int32 length and its values."""

import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._validate import files
from .opening import has_suffix, read_bytes

VECTOR_FILES = {".ivecs": "<i4", ".fvecs": "<f4", ".bvecs": "u1"}


def read_ivecs(path: str | os.PathLike[str]) -> NDArray[np.int32]:
    """Read integer vectors, for example the neighbours that an index returned.

    Parameters
    ----------
    path : str or path-like
        An ``.ivecs`` file, compressed or not.

    Returns
    -------
    array of int32, shape (n_vectors, length)

    Raises
    ------
    ValueError
        When the file is empty, cut, or holds vectors of different lengths.
    """
    return _vectors(path, ".ivecs")


def read_fvecs(path: str | os.PathLike[str]) -> NDArray[np.float32]:
    """Read float vectors; like `read_ivecs`, as array of float32."""
    return _vectors(path, ".fvecs")


def read_bvecs(path: str | os.PathLike[str]) -> NDArray[np.uint8]:
    """Read byte vectors; like `read_ivecs`, as array of uint8."""
    return _vectors(path, ".bvecs")


def read_vectors(path: str | os.PathLike[str]) -> NDArray[Any]:
    """Read vectors of the kind that the suffix of the file names."""
    suffix = next((suffix for suffix in VECTOR_FILES if has_suffix(path, suffix)), None)
    if suffix is None:
        files.vector_suffix(os.fspath(path), list(VECTOR_FILES))
    return _vectors(path, suffix)


def _vectors(path: str | os.PathLike[str], suffix: str) -> NDArray[Any]:
    name, data = os.fspath(path), read_bytes(path)
    dtype = np.dtype(VECTOR_FILES[suffix])
    if len(data) < 4:
        files.vectors(name, f"found {len(data)} bytes")
    length = int(np.frombuffer(data, "<i4", 1)[0])
    row_bytes = 4 + length * dtype.itemsize
    if length < 1 or len(data) % row_bytes:
        files.vectors(name, f"found length {length} and {len(data)} bytes in all")
    rows = np.frombuffer(data, np.dtype([("length", "<i4"), ("values", dtype, (length,))]))
    differs = rows["length"] != length
    if differs.any():
        row = int(np.argmax(differs))
        files.vectors(name, f"found length {length} and, in row {row}, {rows['length'][row]}")
    return np.ascontiguousarray(rows["values"], dtype=dtype.newbyteorder("="))
