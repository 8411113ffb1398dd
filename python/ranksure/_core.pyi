"""Types of the compiled core, which is private."""

import numpy as np
from numpy.typing import NDArray

IdParts = NDArray[np.integer] | tuple[NDArray[np.uint8], NDArray[np.int64]]

__version__: str
compiler: str
measure_kinds: tuple[str, ...]

def integers_to_text(
    values: NDArray[np.int64],
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]: ...
def unsigned_to_text(
    values: NDArray[np.uint64],
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]: ...
def take_text(
    bytes: NDArray[np.uint8], offsets: NDArray[np.int64], indices: NDArray[np.int64]
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]: ...
def sort_ids(ids: IdParts) -> NDArray[np.int64]: ...
def first_repeat(ids: IdParts) -> tuple[int, int] | None: ...
def find(haystack: IdParts, needles: IdParts) -> NDArray[np.int64]: ...
def evaluate(
    run_ids: IdParts,
    run_offsets: NDArray[np.int64],
    scores: NDArray[np.float64] | None,
    judged_ids: IdParts,
    judged_offsets: NDArray[np.int64],
    grades: NDArray[np.float64],
    pairs: NDArray[np.int64],
    kinds: NDArray[np.int64],
    cuts: NDArray[np.int64],
    thresholds: NDArray[np.float64],
    *,
    stable: bool,
    threads: int,
) -> tuple[
    NDArray[np.float64],
    NDArray[np.uint8],
    NDArray[np.uint8],
    NDArray[np.int64],
    NDArray[np.int64],
]: ...
def column_sums(rows: NDArray[np.float64]) -> NDArray[np.float64]: ...
def resample_sums(
    rows: NDArray[np.float64], *, seed: int, first: int, count: int, threads: int
) -> NDArray[np.float64]: ...
def resample_counts(
    n: int, *, seed: int, first: int, count: int, threads: int
) -> NDArray[np.uint32]: ...
def flip_sums(
    rows: NDArray[np.float64], *, seed: int, first: int, count: int, threads: int
) -> NDArray[np.float64]: ...
