"""Checks of what is compared for agreement: rankings, runs, orders of systems."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import arguments as check
from . import columns


def persistence(p: object) -> float:
    """The share of readers who go on to the next rank: strictly between 0 and 1."""
    value = check.real(p, "p")
    if not 0 < value < 1:
        raise ValueError(f"p must lie between 0 and 1, both excluded, found {value:g}")
    return value


def ranking(value: Any, name: str) -> None:
    """A ranked list of ids, or a mapping from id to score."""
    if isinstance(value, str | bytes) or not isinstance(value, Mapping | Sequence | np.ndarray):
        raise TypeError(
            f"{name} must be a ranked list of ids or a mapping from id to score, "
            f"found {check.kind(value)}"
        )


def scores(pairs: Sequence[tuple[Any, Any]], name: str) -> NDArray[np.float64]:
    """The scores of a mapping as float64; no NaN."""

    def place(i: int) -> str:
        return f"{name}, {pairs[i][0]!r}"

    found = columns.numbers([score for _, score in pairs], "score", place)
    columns.scores(found, place)
    return found


def no_repeat(ids: Sequence[str], where: str) -> None:
    if len(set(ids)) < len(ids):
        first = next(id for place, id in enumerate(ids) if id in ids[:place])
        raise ValueError(f"{where}: {first!r} stands there more than once")


def some_common_query(common: int) -> None:
    if not common:
        raise ValueError("the two runs have no query in common")


def orders(a: Any, b: Any) -> None:
    """Two mappings from system to its values, of the same systems, two at least."""
    for value, name in ((a, "a"), (b, "b")):
        if not isinstance(value, Mapping):
            raise TypeError(
                f"{name} must map each system to Scores or to per-query values, "
                f"found {check.kind(value)}"
            )
        if len(value) < 2:
            raise ValueError(f"{name} must hold two systems at least, found {list(value)}")
    if set(a) != set(b):
        lacking = sorted(map(str, set(a) ^ set(b)))
        raise ValueError(f"a and b must hold the same systems; in one of them only: {lacking}")


def measure_named(measure: str | None, measures: Sequence[str]) -> None:
    if measure is None and len(measures) > 1:
        raise ValueError(f"measure: name one of {', '.join(measures)}, or a pair of them")


def same_queries(lengths: set[int], name: str) -> None:
    if len(lengths) > 1:
        raise ValueError(
            f"all systems of {name} must have a value for the same queries, "
            f"found {sorted(lengths)} values"
        )


def queries_of_systems(same: bool, name: str) -> None:
    if not same:
        raise ValueError(f"all systems of {name} must be scored on the same queries")


def shared_said(shared: object) -> None:
    if shared is None:
        raise ValueError(
            "shared_queries: say whether row i of a and row i of b are the same query (True), or "
            "whether the two have other queries (False); only Scores know it by themselves"
        )


def as_many_rows(a: int, b: int) -> None:
    if a != b:
        raise ValueError(f"shared_queries=True: a has {a} queries and b has {b}")


def same_query_ids(same: bool) -> None:
    if not same:
        raise ValueError("shared_queries=True: a and b are scored on different queries")


def enough_defined(undefined: int, n_resamples: int) -> None:
    """More than 1 % of resamples without an order have no interval."""
    if undefined * 100 > n_resamples:
        raise ValueError(
            f"Kendall's tau: in {undefined} of {n_resamples} resamples all systems are equal, "
            "so that there is no order to compare; at most 1 % may be"
        )
