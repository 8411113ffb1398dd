"""One thread for every contestant, and the facts of the machine. Import before NumPy."""

import contextlib
import ctypes
import io
import os
import platform
import sys
from pathlib import Path

for _name in ("OMP", "OPENBLAS", "MKL", "NUMEXPR", "VECLIB_MAXIMUM"):
    os.environ[f"{_name}_NUM_THREADS"] = "1"
# Forced to an older core, NumPy's matrix product would be slower than the machine allows.
UNSET = tuple(
    f"{name}={os.environ.pop(name)}"
    for name in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
    if name in os.environ
)
# numba would take coverage.py of this folder, a study, for the package of that name.
sys.modules.setdefault("coverage", None)  # type: ignore[arg-type]


def facts() -> dict[str, object]:
    """Processor, versions, build of ranksure, BLAS, load when the bench began."""
    import numpy as np

    return {
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None,
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        "platform": platform.platform(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "blas": _blas_core(Path(np.__file__).parent.parent / "numpy.libs"),
        "unset for this run": ", ".join(UNSET) or None,
        "ranksure": _build(),
        **_versions("scipy", "numba", "arch", "pytrec_eval-terrier"),
    }


def _processor() -> str:
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor()


def _build() -> dict[str, str]:
    import ranksure

    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        ranksure.show_config()
    pairs = (line.split(maxsplit=1) for line in text.getvalue().splitlines())
    return {pair[0]: pair[1] for pair in pairs if len(pair) == 2}


def _versions(*names: str) -> dict[str, str | None]:
    from importlib import metadata

    found: dict[str, str | None] = dict.fromkeys(names)
    for name in names:
        with contextlib.suppress(metadata.PackageNotFoundError):
            found[name] = metadata.version(name)
    return found


def _blas_core(libraries: Path) -> str | None:
    """Which kernels NumPy's own OpenBLAS chose, where it can be asked."""
    for path in libraries.glob("*openblas*"):
        for symbol in ("scipy_openblas_get_corename64_", "openblas_get_corename64_"):
            function = getattr(ctypes.CDLL(str(path)), symbol, None)
            if function is not None:
                function.restype = ctypes.c_char_p
                return f"OpenBLAS, {function().decode()} kernels"
    return None
