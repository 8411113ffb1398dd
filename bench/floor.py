"""The cheapest conceivable loop: n table look-ups by ready-made bytes, from C++ or else numba."""

import ctypes
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from timing import Contestant

_INDICES = 16_384  # bytes; with the table of 2 kB well inside L1
Loop = Callable[[int], float]  # passes over the indices


def floor(rows: int) -> Contestant:
    """The quickest of the loops tried, as a contestant whose units are rows."""
    name, loop = min(_loops().items(), key=lambda item: _seconds(item[1]))
    return Contestant(
        f"floor ({name})",
        lambda units: loop(max(1, units // _INDICES)),
        max(1, rows // _INDICES) * _INDICES,
        least=_INDICES,
    )


def _loops() -> dict[str, Loop]:
    rng = np.random.default_rng(1)
    table = rng.normal(size=256)
    indices = rng.integers(0, 256, _INDICES, dtype=np.uint8)
    expected = table[indices].sum()
    loops = _compiled(table, indices) or {"numba": _numba(table, indices)}
    for name, loop in loops.items():
        if not np.isclose(loop(3), 3 * expected):
            raise AssertionError(f"floor ({name}) computes something else")
    return loops


def _compiled(table: np.ndarray, indices: np.ndarray) -> dict[str, Loop]:
    compiler = shutil.which(os.environ.get("CXX", "g++")) or shutil.which("c++")
    if compiler is None:
        return {}
    loops: dict[str, Loop] = {}
    with tempfile.TemporaryDirectory() as folder:
        # Vectorised look-ups (gathers, lanes packed into registers) were slower wherever tried.
        for flags in ("-O2 -fno-tree-slp-vectorize", "-O3 -fno-tree-slp-vectorize"):
            library = Path(folder) / f"floor{flags[2]}.so"
            source = Path(__file__).with_name("floor.cpp")
            command = [
                compiler,
                *flags.split(),
                "-shared",
                "-fPIC",
                str(source),
                "-o",
                str(library),
            ]
            if subprocess.run(command, check=False).returncode != 0:
                return {}
            functions = ctypes.CDLL(str(library))
            for kind in ("bytes", "words"):
                loops[f"C++ {kind} {flags[:3]}"] = _bound(functions, kind, table, indices)
    return loops


def _bound(functions: ctypes.CDLL, kind: str, table: np.ndarray, indices: np.ndarray) -> Loop:
    function = getattr(functions, f"floor_{kind}")
    function.restype = ctypes.c_double
    function.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t]
    return lambda passes: function(table.ctypes.data, indices.ctypes.data, indices.size, passes)


def _numba(table: np.ndarray, indices: np.ndarray) -> Loop:
    from numba import njit

    @njit(fastmath=True)  # type: ignore[untyped-decorator]
    def look_ups(table: np.ndarray, indices: np.ndarray, passes: int) -> float:
        total = 0.0
        for _ in range(passes):
            for i in range(indices.size):
                total += table[indices[i]]
        return total

    return lambda passes: look_ups(table, indices, passes)


def _seconds(loop: Loop) -> float:
    loop(10)
    times = []
    for _ in range(5):
        start = time.perf_counter()
        loop(200)
        times.append(time.perf_counter() - start)
    return min(times)
