"""Checks of nearest neighbours and their distances."""

from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from .arguments import kind

# What the core says of a row: (side, message); {id}, {distance} and {pad} are filled in.
_FAULTS = {
    1: ("exact_ids", "id {behind!r} stands behind {pad}, which ends the row"),
    2: ("exact_ids", "id {repeated!r} stands more than once"),
    3: ("exact_distances", "a distance must be a number, found nan"),
    4: ("exact_distances", "distances must ascend, nearest first (similarities: hand them over "
        "negated)"),
    5: ("approx_ids", "id {behind!r} stands behind {pad}, which ends the row"),
    6: ("approx_ids", "id {repeated!r} stands more than once"),
    7: ("approx_distances", "a distance must be a number, found nan"),
}  # fmt: skip


def faulty_row(fault: int, row: int, sides: dict[str, list[Any]], pad: int | None) -> NoReturn:
    """Refuse a row; ``sides`` are its exact_ids and approx_ids."""
    name, text = _FAULTS[fault]
    ids = sides.get(name, [])
    behind = next((i for i in ids[ids.index(pad) :] if i != pad), None) if pad in ids else None
    repeated = next((i for n, i in enumerate(ids) if i in ids[:n] and i != pad), None)
    raise ValueError(
        f"{name}: row {row}: " + text.format(behind=behind, repeated=repeated, pad=pad)
    )


def same_rows(approx: int, exact: int) -> None:
    """Both sides answer the same query vectors."""
    if approx != exact:
        raise ValueError(
            f"approx_ids and exact_ids must have as many rows, found {approx} and {exact}"
        )


def both_batches(approx: bool, exact: bool) -> None:
    """One row meets one row, a batch meets a batch."""
    if approx != exact:
        one, several = ("approx_ids", "exact_ids") if exact else ("exact_ids", "approx_ids")
        raise ValueError(f"{one} is one row of ids and {several} holds several")


def exact_distances_given(exact: object, approx: object) -> None:
    """Ties stand at the distance of the k-th exact neighbour."""
    if approx is not None and exact is None:
        raise TypeError("approx_distances need exact_distances beside them, found None")


def distance_table(values: NDArray[Any], name: str) -> None:
    """Distances are real numbers of at most 64 bits."""
    if values.dtype.kind not in "fiu" or values.dtype.itemsize > 8:
        raise TypeError(f"{name} must hold real numbers, found dtype {values.dtype}")


def tolerance(value: float) -> float:
    """A relative tolerance, at least 0 and below 1."""
    if not 0 <= value < 1:
        raise ValueError(f"tolerance must lie in [0, 1), found {value}")
    return value


def rows_given(rows: Any, name: str) -> None:
    """Rows of neighbours are lists, arrays or files."""
    if isinstance(rows, bytes) or not hasattr(rows, "__len__"):
        raise TypeError(
            f"{name} must be a list of ids, a list of such lists, an array or a path to .ivecs, "
            f"found {kind(rows)}"
        )


def no_exact_neighbour(values: int) -> str:
    """The warning when there is nothing to find."""
    return f"{values} rows of exact_ids hold no neighbour and count as zero"


def as_float(values: NDArray[Any]) -> NDArray[Any]:
    """The same numbers as contiguous float32 where they are, else float64."""
    wanted = np.float32 if values.dtype in (np.float16, np.float32) else np.float64
    return np.ascontiguousarray(values, dtype=wanted)
