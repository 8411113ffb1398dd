"""The draws are frozen: a seed gives these resampled means, on every machine, for good."""

import numpy as np
import pytest

from ranksure import _core
from ranksure.reference import grouping, resampling

SMALL = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 0.25, 0.75]
RAMP = [1.0 / (i + 1) for i in range(1000)]
MIXED = [(i % 3 == 0) * 0.5 + (i % 50 == 7) * (i / 7000) for i in range(70_000)]

ROWS = {
    "small": (SMALL, 7, "0x1.2b52b52b52b53p-1 0x1.17a17a17a17a2p-1 0x1.2d4ad4ad4ad4bp-1 "
                        "0x1.2762762762762p-1"),
    "ramp": (RAMP, 2024, "0x1.18f2f8a2e6569p-7 0x1.b386f42245421p-8 0x1.09733651c451cp-7 "
                         "0x1.8aa378927554ap-8"),
    "mixed": (MIXED, 2**64 - 1, "0x1.14bda515fed3ep-2 0x1.115ecd5b105e9p-2 0x1.1088b88f3e105p-2 "
                                "0x1.11bef0a430e23p-2"),
}  # fmt: skip
GROUPS = "0x1.1124690fcb6dcp-2 0x1.0dc02a3440d11p-2 0x1.1307c73ba4dbcp-2 0x1.0848f34d1b330p-2"
FLIPS = "0x1.1d94a7f2f30ecp+1 0x1.d5f36a9a3b693p+0 -0x1.deceb910279f5p+0 0x1.cc68e4ae0ff5ep+0"


def numbers(text: str) -> list[float]:
    return [float.fromhex(part) for part in text.split()]


def column(x: list[float]) -> np.ndarray:
    return np.array(x).reshape(-1, 1)


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("threads", [1, 2, 7])
def test_resampled_means(name: str, threads: int) -> None:
    x, seed, answer = ROWS[name]
    before = _core.instruction_set()
    for instructions in _core.instruction_sets():
        _core.use_instruction_set(instructions)
        sums = _core.resample_sums(column(x), seed=seed, first=0, count=4, threads=threads)
        assert (sums[:, 0] / len(x)).tolist() == numbers(answer)
    _core.use_instruction_set(before)


@pytest.mark.parametrize("name", ROWS)
def test_the_reference_draws_them_too(name: str) -> None:
    x, seed, answer = ROWS[name]
    assert [resampling.replicate(x, seed, b) for b in range(4)] == numbers(answer)


def test_grouped_rows() -> None:
    seed = 2**64 - 1
    groups = _core.group_rows(column(MIXED))
    assert groups[1].tolist() == [22_867, 45_733]
    assert len(groups[2]) == 1400
    sums = _core.resample_grouped_sums(*groups, seed=seed, first=0, count=4, threads=2)
    assert (sums[:, 0] / len(MIXED)).tolist() == numbers(GROUPS)
    rows = [(x,) for x in MIXED]
    assert grouping.grouped_sums(rows, seed, 0)[0] / len(MIXED) == numbers(GROUPS)[0]


def test_random_signs() -> None:
    sums = _core.flip_sums(column(RAMP), seed=2024, first=0, count=4, threads=2)
    assert sums[:, 0].tolist() == numbers(FLIPS)
    assert [resampling.flipped_sum(RAMP, 2024, b) for b in range(4)] == numbers(FLIPS)
