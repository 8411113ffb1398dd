"""Checks of bootstrap arguments: levels, clusters, strata, weights."""

from collections.abc import Hashable
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from . import arguments as check

ALTERNATIVES = ("two-sided", "less", "greater")
_MAX_STRATA = 2**15  # their resamples are numbered below 2^63
_MAX_WEIGHT_RATIO = 1e100


def levels(value: object) -> list[float]:
    """One confidence level or several different ones."""
    if isinstance(value, list | tuple | np.ndarray):
        found = [check.confidence_level(level) for level in value]
        if not found or len(set(found)) < len(found):
            raise ValueError(f"confidence_level must name different levels, found {value!r}")
        return found
    return [check.confidence_level(value)]


def labels(values: Any, name: str, n: int) -> tuple[NDArray[np.int64], list[Hashable]]:
    """Number of each query's label, and the labels, in order of first appearance."""
    array = np.asarray(values)
    if array.ndim != 1 or array.size != n:
        raise ValueError(f"{name} must hold one label a query ({n}), found shape {array.shape}")
    if array.dtype.kind in "iu":
        found, firsts, codes = np.unique(array, return_index=True, return_inverse=True)
        order = np.argsort(firsts)
        rank = np.empty_like(order)
        rank[order] = np.arange(order.size)
        return rank[codes].astype(np.int64, copy=False), found[order].tolist()
    numbers: dict[Hashable, int] = {}
    codes = np.empty(n, dtype=np.int64)
    for row, label in enumerate(array.tolist()):
        if not isinstance(label, str | int) or isinstance(label, bool):
            raise TypeError(
                f"{name} must hold text or whole numbers, found {check.kind(label)} "
                f"at position {row}"
            )
        codes[row] = numbers.setdefault(label, len(numbers))
    return codes, list(numbers)


def several_clusters(count: int) -> None:
    if count < 2:
        raise ValueError("clusters needs at least 2 clusters for an interval, found 1")


def no_cluster(query: object) -> NoReturn:
    raise ValueError(f"clusters: query {query!r} has no cluster")


def strata_vary(found: list[int]) -> None:
    """Numbers of units: something must be left to draw, and few enough strata to number."""
    if len(found) > _MAX_STRATA:
        raise ValueError(f"strata must be at most {_MAX_STRATA}, found {len(found)}")
    if max(found) < 2:
        raise ValueError(
            f"strata: each of the {len(found)} strata has a single query or cluster, so nothing "
            "can be resampled"
        )


def nested(
    clusters: tuple[NDArray[np.int64], list[Hashable]],
    strata: tuple[NDArray[np.int64], list[Hashable]],
) -> None:
    """With both, whole clusters are drawn within strata; so a cluster lies in one stratum."""
    (codes, names), (segments, segment_names) = clusters, strata
    first = np.zeros(len(names), dtype=np.int64)
    first[codes[::-1]] = segments[::-1]  # the first query of a cluster is written last
    outside = np.flatnonzero(segments != first[codes])
    if outside.size:
        row = int(outside[0])
        cluster = int(codes[row])
        raise ValueError(
            f"clusters and strata: cluster {names[cluster]!r} has queries in the strata "
            f"{segment_names[first[cluster]]!r} and {segment_names[segments[row]]!r}; clusters are "
            "drawn whole within strata, so each must lie in one"
        )


def weights(values: Any, n: int) -> NDArray[np.float64]:
    """One positive finite number a query."""
    found = check.values(values, "weights")
    if found.size != n:
        raise ValueError(f"weights must hold one number a query ({n}), found {found.size}")
    bad = np.flatnonzero(found <= 0)
    if bad.size:
        raise ValueError(
            f"weights must be positive, found {found[bad[0]]} at position {bad[0]}; leave out "
            "queries that should not count"
        )
    if float(found.min()) * _MAX_WEIGHT_RATIO < float(found.max()):
        raise ValueError(
            f"weights must lie within a factor of {_MAX_WEIGHT_RATIO:g}, found {found.min()} "
            f"and {found.max()}"
        )
    return found


def mean_alone(grouped: bool, method: str) -> None:
    """What only the mean has."""
    if grouped:
        raise ValueError("clusters, strata and weights are for statistic='mean'")
    if method == "studentized":
        raise ValueError(
            "method 'studentized' is for statistic='mean', whose standard error is known in each "
            "resample; take 'bca', 'basic' or 'percentile'"
        )


def scipy_special() -> Any:
    """SciPy's special functions, for Student's t."""
    try:
        from scipy import special
    except ImportError as error:
        raise ImportError(
            "Student's t distribution needs SciPy: pip install 'ranksure[stats]'"
        ) from error
    return special


def zero_or_one(x: NDArray[np.float64]) -> None:
    bad = np.flatnonzero((x != 0) & (x != 1))
    if bad.size:
        raise ValueError(f"Wilson's interval takes 0 and 1, found {x[bad[0]]} at position {bad[0]}")
