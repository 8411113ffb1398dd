"""Every instruction set gives the same bits."""

import os
import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pytest

from ranksure import _core


@pytest.fixture(params=_core.instruction_sets())
def instruction_set(request: pytest.FixtureRequest) -> Iterator[str]:
    """Uses one instruction set, and the former one afterwards."""
    before = _core.instruction_set()
    assert _core.use_instruction_set(request.param)
    yield request.param
    assert _core.use_instruction_set(before)


def bits_of_everything() -> list[bytes]:
    rng = np.random.default_rng(8)
    results = []
    for n in (1, 2, 31, 50, 200, 255, 256, 257, 300, 512, 1000, 5000):
        for columns in (1, 2, 3, 4, 5, 8, 9, 33, 70):
            rows = rng.random((n, columns))
            sums = _core.resample_sums(rows, seed=n, first=0, count=9, threads=1)
            results.append(sums.tobytes())
        results.append(_core.resample_counts(n, seed=n, first=0, count=3, threads=1).tobytes())
    groups = (np.array([[1.0], [0.5]]), np.array([900, 50_000]), rng.random((700, 1)))
    for first in (0, 50):
        sums = _core.resample_grouped_sums(*groups, seed=3, first=first, count=20, threads=1)
        results.append(sums.tobytes())
    return results


def test_plain_comes_first() -> None:
    assert _core.instruction_sets()[0] == "plain"


def test_all_give_the_same_bits(instruction_set: str) -> None:
    found = bits_of_everything()
    _core.use_instruction_set("plain")
    assert found == bits_of_everything()
    _core.use_instruction_set(instruction_set)


def test_unknown_names_are_refused() -> None:
    assert not _core.use_instruction_set("sse9")


@pytest.mark.parametrize(("name", "code"), [("plain", 0), ("sse9", 1)])
def test_the_environment_chooses(name: str, code: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import ranksure; ranksure.show_config()"],
        env={**os.environ, "RANKSURE_INSTRUCTION_SET": name},
        capture_output=True,
        text=True,
    )
    assert done.returncode == code
    if code == 0:
        assert "instructions plain" in " ".join(done.stdout.split())
    else:
        assert "RANKSURE_INSTRUCTION_SET must be one of" in done.stderr
