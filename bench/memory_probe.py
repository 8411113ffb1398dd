"""Peak memory of one paired_bootstrap above its input: ``memory_probe.py N RESAMPLES`` -> bytes."""

import machine  # noqa: F401 (one thread; before NumPy)

# isort: split
import contextlib
import resource
import sys
from pathlib import Path

import numpy as np

import ranksure as rs


def peak() -> int:
    """Highest resident size so far, in bytes."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1]) * 1024
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def main() -> None:
    n, resamples = int(sys.argv[1]), int(sys.argv[2])
    rng = np.random.default_rng(1)
    a, b = np.empty(n), np.empty(n)
    rng.standard_normal(out=a)  # in place, so that making the input leaves no higher peak
    rng.standard_normal(out=b)
    rs.paired_bootstrap(a[:100], b[:100], n_resamples=100, seed=1, threads=1)  # loads everything
    before = peak()
    rs.paired_bootstrap(a, b, n_resamples=resamples, seed=1, threads=1)
    print(peak() - before)


if __name__ == "__main__":
    main()
