"""Checks of statistics of a user's choice and of repeated measurements."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import arguments as check

FloatArray = NDArray[np.float64]

NAMES = ("mean", "median", "geometric_mean", "ratio")
WITH_NUMBER = ("quantile", "trimmed_mean")
WITH_FUNCTION = ("indices", "weights")
_FORMS = (
    f"one of {list(NAMES)}, ('quantile', q), ('trimmed_mean', share), a function of the drawn rows "
    "of x, ('indices', function) or ('weights', function)"
)


def statistic(value: Any) -> tuple[str, Any]:
    """Name and argument of a statistic: ('quantile', 0.9), ('rows', function), ('mean', None)."""
    if isinstance(value, str):
        if value not in NAMES:
            raise ValueError(f"statistic must be {_FORMS}, found {value!r}")
        return value, None
    if callable(value):
        return "rows", value
    if not isinstance(value, tuple) or len(value) != 2 or not isinstance(value[0], str):
        raise TypeError(f"statistic must be {_FORMS}, found {check.kind(value)}")
    name, argument = value
    if name in WITH_FUNCTION:
        if not callable(argument):
            raise TypeError(f"statistic {name!r} needs a function, found {check.kind(argument)}")
        return name, argument
    if name not in WITH_NUMBER:
        raise ValueError(f"statistic must be {_FORMS}, found {value!r}")
    number = check.real(argument, f"the number of statistic {name!r}")
    if name == "quantile" and not 0 <= number <= 1:
        raise ValueError(f"a quantile must lie between 0 and 1, found {number}")
    if name == "trimmed_mean" and not 0 <= number < 0.5:
        raise ValueError(f"the trimmed share must lie in [0, 0.5) on each side, found {number}")
    return name, number


def columns(x: Any, width: int | None, name: str = "x") -> FloatArray:
    """Finite rows of ``width`` numbers (None: any); two arrays in a tuple are two columns."""
    if width != 1 and isinstance(x, tuple) and len(x) == 2 and np.ndim(x[0]) == 1:
        first, second = (check.values(x[i], f"{name}[{i}]") for i in (0, 1))
        if first.size != second.size:
            raise ValueError(
                f"{name} must be two arrays of one length, found {first.size} and {second.size}"
            )
        return np.stack([first, second], axis=1)
    array = np.asarray(x)
    if width == 1 or (width is None and array.ndim == 1):
        return check.values(array, name)
    if array.ndim != 2 or array.shape[1] != (width or array.shape[1]) or not array.size:
        wanted = "(n,) or (n, columns)" if width is None else f"(n, {width}), or be two arrays"
        raise ValueError(f"{name} must have shape {wanted}, found {array.shape}")
    return _table(array, name)


def repeats(x: Any, name: str) -> FloatArray:
    """One row a query, one column a repeat."""
    array = np.asarray(x)
    if array.ndim != 2 or not array.size:
        raise ValueError(
            f"{name} must have shape (queries, repeats), found {array.shape}; "
            "one value a query is for bootstrap"
        )
    return _table(array, name)


def _table(array: NDArray[Any], name: str) -> FloatArray:
    parts = [check.values(array[:, c], f"{name}[:, {c}]") for c in range(array.shape[1])]
    return np.stack(parts, axis=1)


def positive(x: FloatArray) -> None:
    """A geometric mean takes positive numbers."""
    bad = np.flatnonzero(x <= 0)
    if bad.size:
        where = int(bad[0])
        raise ValueError(
            f"x must be positive for a geometric mean, found {x[where]} at position {where}; "
            "GMAP adds a small constant such as 1e-5 first"
        )


def denominators(means: FloatArray) -> None:
    """A ratio needs a denominator in every resample."""
    zero = int((means == 0).sum())
    if zero:
        raise ValueError(
            f"the mean of the denominators is 0 in {zero} of {means.size} cases: "
            "too few rows have a denominator other than 0 for an interval of the ratio"
        )


def result(value: Any) -> float:
    """What a user's function of a resample gave."""
    return check.real(value, "the value of statistic")


def pvalues(value: Any) -> FloatArray:
    """Numbers in [0, 1], or NaN where there is no test."""
    array = np.asarray(value)
    if array.ndim != 1:
        raise ValueError(f"pvalues must have shape (m,), found {array.shape}")
    if array.size and array.dtype.kind not in "iuf":
        raise TypeError(f"pvalues must be numbers, found {array.dtype}")
    numbers = array.astype(np.float64)
    bad = np.flatnonzero((numbers < 0) | (numbers > 1))
    if bad.size:
        where = int(bad[0])
        raise ValueError(
            f"pvalues must lie between 0 and 1, found {numbers[where]} at position {where}"
        )
    return numbers
