"""Types of the compiled core, which is private."""

from typing import Any, type_check_only

import numpy as np
from numpy.typing import NDArray

_IdParts = NDArray[np.integer[Any]] | tuple[NDArray[np.uint8], NDArray[np.int64]]

__version__: str
compiler: str
measure_kinds: tuple[str, ...]
diversity_kinds: tuple[str, ...]
measure_parameters: tuple[str, ...]

def instruction_sets() -> list[str]: ...
def instruction_set() -> str: ...
def use_instruction_set(name: str) -> bool: ...
def integers_to_text(
    values: NDArray[np.int64],
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]: ...
def unsigned_to_text(
    values: NDArray[np.uint64],
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]: ...
def take_text(
    bytes: NDArray[np.uint8], offsets: NDArray[np.int64], indices: NDArray[np.int64]
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]: ...
def sort_ids(ids: _IdParts) -> NDArray[np.int64]: ...
def first_repeat(ids: _IdParts) -> tuple[int, int] | None: ...
def repeats(
    ids: _IdParts, offsets: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...
def judgement_sums(
    ids: _IdParts, offsets: NDArray[np.int64], grades: NDArray[np.float64], *, threads: int
) -> NDArray[np.uint64]: ...
def find(haystack: _IdParts, needles: _IdParts) -> NDArray[np.int64]: ...
def evaluate(
    run_ids: _IdParts,
    run_offsets: NDArray[np.int64],
    scores: NDArray[np.float64] | None,
    judged_ids: _IdParts,
    judged_offsets: NDArray[np.int64],
    grades: NDArray[np.float64],
    pairs: NDArray[np.int64],
    kinds: NDArray[np.int64],
    cuts: NDArray[np.int64],
    parameters: NDArray[np.float64],
    numbers: NDArray[np.float64],
    numbers_of: NDArray[np.int64],
    *,
    ties: str,
    depth: int,
    threads: int,
) -> tuple[
    NDArray[np.float64],
    NDArray[np.uint8],
    NDArray[np.uint8],
    NDArray[np.int64],
    NDArray[np.int64],
]: ...
def evaluate_diversity(
    run_ids: _IdParts,
    run_offsets: NDArray[np.int64],
    scores: NDArray[np.float64] | None,
    judged_ids: _IdParts,
    judged_offsets: NDArray[np.int64],
    run_rows: NDArray[np.int64],
    subtopic_offsets: NDArray[np.int64],
    subtopics: NDArray[np.int64],
    grades: NDArray[np.float64],
    id_order: NDArray[np.int64],
    kinds: NDArray[np.int64],
    cuts: NDArray[np.int64],
    parameters: NDArray[np.float64],
    *,
    stable: bool,
    depth: int,
    threads: int,
) -> tuple[NDArray[np.float64], NDArray[np.uint8]]: ...
def index_recall(
    approx_ids: _IdParts,
    approx_offsets: NDArray[np.int64],
    approx_distances: NDArray[np.floating[Any]] | None,
    exact_ids: _IdParts,
    exact_offsets: NDArray[np.int64],
    exact_distances: NDArray[np.floating[Any]] | None,
    *,
    k: int,
    pad: int | None,
    tolerance: float,
    threads: int,
) -> tuple[NDArray[np.float64], NDArray[np.uint8]]: ...
def column_sums(rows: NDArray[np.float64]) -> NDArray[np.float64]: ...
def resample_sums(
    rows: NDArray[np.float64], *, seed: int, first: int, count: int, threads: int
) -> NDArray[np.float64]: ...
def group_rows(
    rows: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.float64]] | None: ...
def resample_grouped_sums(
    values: NDArray[np.float64],
    sizes: NDArray[np.int64],
    rest: NDArray[np.float64],
    *,
    seed: int,
    first: int,
    count: int,
    threads: int,
) -> NDArray[np.float64]: ...
def resample_counts(
    n: int, *, seed: int, first: int, count: int, threads: int
) -> NDArray[np.uint32]: ...
def order_statistics(
    rows: NDArray[np.float64], places: NDArray[np.int64], *, threads: int
) -> NDArray[np.float64]: ...
def order_statistics_of_differences(
    rows: NDArray[np.float64],
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    places: NDArray[np.int64],
    *,
    threads: int,
) -> NDArray[np.float64]: ...
def flip_sums(
    rows: NDArray[np.float64], *, seed: int, first: int, count: int, threads: int
) -> NDArray[np.float64]: ...
def plain_documents(
    queries: list[Any],
) -> tuple[_IdParts, NDArray[np.int64], NDArray[np.float64] | None] | None: ...

@type_check_only
class _BoundType(type):  # pybind11's type of types, which has no name to import
    ...

class TextReader(metaclass=_BoundType):
    def __init__(
        self,
        *,
        fields: int,
        query: int,
        document: int,
        value: int,
        rank: int,
        more_fields: bool,
        comment: str,
        lines_before: int,
    ) -> None: ...
    def read(self, block: bytes | memoryview, *, threads: int) -> None: ...
    @property
    def fault(self) -> tuple[int, bytes] | None: ...
    @property
    def odd_numbers(self) -> list[tuple[int, bool, bytes]]: ...
    @property
    def skipped(self) -> NDArray[np.int64]: ...
    def take_columns(
        self,
    ) -> tuple[
        tuple[NDArray[np.uint8], NDArray[np.int64]],
        NDArray[np.int64],
        NDArray[np.int64] | None,
        tuple[NDArray[np.uint8], NDArray[np.int64]],
        NDArray[np.float64],
        NDArray[np.float64],
    ]: ...

def rank_contradictions(
    offsets: NDArray[np.int64], ranks: NDArray[np.float64], scores: NDArray[np.float64]
) -> NDArray[np.int64]: ...
