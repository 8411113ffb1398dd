"""The draws are frozen: a seed gives these resampled means, on every machine, for good."""

import numpy as np
import pytest

from ranksure import _core
from ranksure.reference import grouping, resampling

SMALL = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 0.25, 0.75]
RAMP = [1.0 / (i + 1) for i in range(1000)]
MIXED = [(i % 3 == 0) * 0.5 + (i % 50 == 7) * (i / 7000) for i in range(70_000)]

ROWS = {
    "small": (SMALL, 7, "0x1.42f42f42f42f4p-1 0x1.85e85e85e85e7p-2 0x1.b13b13b13b13bp-2 "
                        "0x1.f42f42f42f42fp-2"),
    "ramp": (RAMP, 2024, "0x1.10c031db4b304p-7 0x1.995bb78b6ca8bp-8 0x1.c1679c8637d69p-8 "
                         "0x1.c450fc9289f45p-8"),
    "mixed": (MIXED, 2**64 - 1, "0x1.0ca86944976dap-2 0x1.10e90aaf3787cp-2 0x1.0bc06f20ae188p-2 "
                                "0x1.149cb08b03255p-2"),
}  # fmt: skip
GROUPS = "0x1.0f6dbf47ad6dfp-2 0x1.0de498f775cf1p-2 0x1.156390c04c98fp-2 0x1.0d3aa6b37379cp-2"
FLIPS = "0x1.2371788808c5dp+1 0x1.d34e19e80ff9dp+0 -0x1.bf84a4b6abe64p+0 0x1.b14bd9f7c600cp+0"


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
