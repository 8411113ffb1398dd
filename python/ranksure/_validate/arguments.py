"""Checks of arguments: numbers, choices, seeds, arrays of values."""

import math
import numbers
import os
from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Choice = TypeVar("Choice", bound="str | None")

MAX_CUT_OFF = 2**53  # counts up to here are exact as float64
MAX_EXPONENT = 1000  # 2^1000 and sums of it are finite


class PolicyWarning(UserWarning):
    """A policy left at its default had to act: see the counts of the result."""


def kind(value: object) -> str:
    """How a value is shown in an error: itself and its type."""
    return f"{value!r} ({type(value).__name__})"


def integer(value: object, name: str, low: int, high: int) -> int:
    """A whole number within [low, high]; truth values and floats are refused."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, numbers.Integral):
        raise TypeError(f"{name} must be a whole number, found {kind(value)}")
    if not low <= int(value) <= high:
        raise ValueError(f"{name} must lie between {low} and {high}, found {int(value)}")
    return int(value)


def cut_off(k: object, name: str = "k") -> int:
    """A cut-off: a whole number from 1 on."""
    return integer(k, name, 1, MAX_CUT_OFF)


def flag(value: object, name: str) -> bool:
    """Yes or no."""
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"{name} must be True or False, found {kind(value)}")
    return bool(value)


def n_resamples(value: object) -> int:
    return integer(value, "n_resamples", 2, 2**31 - 1)


def threads(value: object) -> int:
    """Number of threads; None takes all processors this process may use."""
    if value is None:
        if hasattr(os, "sched_getaffinity"):
            return len(os.sched_getaffinity(0))
        return os.cpu_count() or 1
    return integer(value, "threads", 1, 4096)


def real(value: object, name: str) -> float:
    """A finite real number."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be a number, found {kind(value)}")
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{name} must be finite, found {number}")
    return number


def confidence_level(value: object) -> float:
    level = real(value, "confidence_level")
    if not 0 < level < 1:
        raise ValueError(f"confidence_level must lie between 0 and 1 (0.95, not 95), found {level}")
    return level


def choice(value: Choice, name: str, allowed: Sequence[Choice]) -> Choice:
    """One of a few names."""
    if value is not None and not isinstance(value, str):
        raise TypeError(f"{name} must be one of {list(allowed)}, found {kind(value)}")
    if value not in allowed:
        raise ValueError(f"{name} must be one of {list(allowed)}, found {value!r}")
    return value


def seed(value: object) -> int:
    """An int from 0 to 2^64 - 1. None draws one; a SeedSequence or Generator gives one."""
    if value is None:
        return int.from_bytes(os.urandom(4), "little")
    if isinstance(value, numbers.Integral) and not isinstance(value, bool):
        return integer(value, "seed", 0, 2**64 - 1)
    if isinstance(value, np.random.SeedSequence):
        return int(value.generate_state(1, np.uint64)[0])
    if isinstance(value, np.random.Generator):
        return int(value.integers(2**63))
    raise TypeError(
        f"seed must be an int, a SeedSequence, a Generator or None, found {kind(value)}"
    )


def values(x: Any, name: str) -> NDArray[np.float64]:
    """One finite number a query, as a contiguous float64 array of at least two."""
    array = np.asarray(x)
    if array.dtype.kind not in "fiub":
        raise TypeError(f"{name} must hold real numbers, found dtype {array.dtype}")
    if array.dtype.itemsize > 8:
        raise TypeError(f"{name} must fit float64, found dtype {array.dtype}")
    if array.ndim != 1:
        raise ValueError(f"{name} must have one dimension (one value a query), found {array.shape}")
    result = np.ascontiguousarray(array, dtype=np.float64)
    if array.dtype.kind in "iu" and array.size and not _exact(array):
        raise ValueError(f"{name} holds integers beyond 2^53, which float64 cannot hold")
    if result.size < 2 and np.isfinite(result).all():
        raise ValueError(f"{name} needs at least 2 values for an interval, found {result.size}")
    if not max(-float(result.min()), float(result.max())) <= 2.0**MAX_EXPONENT:  # or NaN
        _refuse_values(result, name)
    return result


def _refuse_values(x: NDArray[np.float64], name: str) -> None:
    bad = np.flatnonzero(~np.isfinite(x))
    if bad.size:
        raise ValueError(f"{name} must be finite, found {x[bad[0]]} at position {bad[0]}")
    where = int(np.abs(x).argmax())
    raise ValueError(
        f"{name} must lie within 2^{MAX_EXPONENT} of zero, so that sums are finite, "
        f"found {x[where]} at position {where}"
    )


def _exact(array: NDArray[Any]) -> bool:
    return bool(int(array.max()) <= 2**53 and int(array.min()) >= -(2**53))


def same_length(a: NDArray[np.float64], b: NDArray[np.float64]) -> None:
    if a.size != b.size:
        raise ValueError(
            f"a and b must belong to the same queries, found {a.size} and {b.size} values"
        )


def few_empty_resamples(empty: int, n_resamples: int) -> None:
    """Resamples without any value are drawn again, as long as they are rare."""
    if empty * 100 > max(n_resamples, 100):
        raise ValueError(
            f"{empty} of {n_resamples} resamples met no query with a value (more than 1 %): "
            "too few queries have one for an interval; use no_relevant='zero' or 'skip'"
        )
