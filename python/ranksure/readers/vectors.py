"""Vector files of nearest-neighbour benchmarks: each vector is an int32 length and its values."""

import os

import numpy as np
from numpy.typing import NDArray

from .._validate import files
from .opening import read_bytes


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
    return _vectors(path)


def read_fvecs(path: str | os.PathLike[str]) -> NDArray[np.float32]:
    """Read float vectors; like `read_ivecs`, as array of float32."""
    return _vectors(path).view(np.float32)


def _vectors(path: str | os.PathLike[str]) -> NDArray[np.int32]:
    name, data = os.fspath(path), read_bytes(path)
    if len(data) < 4 or len(data) % 4:
        files.vectors(name, f"found {len(data)} bytes")
    values = np.frombuffer(data, "<i4").astype(np.int32, copy=False)
    length = int(values[0])
    if length < 1 or len(values) % (length + 1):
        files.vectors(name, f"found length {length} and {len(values)} numbers in all")
    rows = values.reshape(-1, length + 1)
    differs = rows[:, 0] != length
    if differs.any():
        row = int(np.argmax(differs))
        files.vectors(name, f"found length {length} and, in row {row}, {rows[row, 0]}")
    return np.ascontiguousarray(rows[:, 1:])
