"""order_agreement(): do two measures, or two golden sets, put systems into the same order?"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ._validate import agreement as check_agreement
from ._validate import arguments as check
from .agreement import overlaps, taus
from .intervals import Basis, confidence_intervals
from .replicates import ConfidenceInterval, FloatArray, Seed, column_means, resample
from .scores import Scores
from .tolerance import tolerance


@dataclass(frozen=True)
class OrderAgreement:
    """Agreement of two orders of systems, best mean first.

    ``undefined`` counts resamples in which all systems were equal, so that they have no tau.
    """

    systems: tuple[str, ...]
    means_a: Mapping[str, float]
    means_b: Mapping[str, float]
    tau: float
    tau_interval: ConfidenceInterval | None
    overlap: float
    overlap_interval: ConfidenceInterval
    p: float
    shared_queries: bool
    undefined: int
    confidence_level: float
    n_resamples: int
    seed: int

    def __str__(self) -> str:
        return (
            f"{len(self.systems)} systems: tau {self.tau:.4f} {self.tau_interval or ''}, "
            f"rank-biased overlap (p={self.p:g}) {self.overlap:.4f} {self.overlap_interval}"
        )


def order_agreement(
    a: Mapping[str, Any],
    b: Mapping[str, Any],
    measure: str | tuple[str, str] | None = None,
    *,
    p: float = 0.9,
    shared_queries: bool | None = None,
    confidence_level: float = 0.95,
    n_resamples: int = 10_000,
    seed: Seed = None,
    threads: int | None = None,
) -> OrderAgreement:
    """Kendall's tau and rank-biased overlap between two orders of the same systems by their means.

    Parameters
    ----------
    a, b : mapping from system to Scores or array of numbers
        Such as ``comparison.scores`` under two measures (``order_agreement(s, s, ("ap", "rr"))``)
        or on two golden sets.
    measure : str, pair of str, or None
        Column of the Scores of a and of b; None takes the only one.
    p : float in (0, 1)
        Of the overlap; see `rank_biased_overlap`. Systems of equal mean are tied.
    shared_queries : bool or None
        Whether row i of a and of b are one query, so that both are resampled together. None asks
        the Scores: the same query ids are the same queries. Without it, each side is resampled by
        itself.
    confidence_level, n_resamples, seed, threads
        As in `bootstrap`; queries are drawn and all systems keep theirs.

    Returns
    -------
    OrderAgreement

    Raises
    ------
    TypeError, ValueError
        Also when the systems of a and b differ, or the queries of the systems of one side.

    Notes
    -----
    The intervals are percentile intervals. A resample is noisier than the sample, so that its
    orders agree less: where systems are close, the interval lies lower than the estimate suggests,
    and may end below it. Time O(systems^2 * n_resamples).

    References
    ----------
    Kendall 1945, doi:10.1093/biomet/33.3.239; Webber, Moffat and Zobel, TOIS 2010,
    doi:10.1145/1852102.1852106

    Examples
    --------
    >>> a = {"x": [0.1, 0.2], "y": [0.3, 0.4], "z": [0.5, 0.7]}
    >>> b = {"x": [1, 2], "y": [5, 5], "z": [3, 4]}
    >>> found = order_agreement(a, b, shared_queries=True, seed=1)
    >>> round(found.tau, 4), found.tau_interval.low <= found.tau
    (0.3333, True)
    """
    check_agreement.orders(a, b)
    share = check_agreement.persistence(p)
    level = check.confidence_level(confidence_level)
    count, number = check.n_resamples(n_resamples), check.seed(seed)
    workers = check.threads(threads)
    systems = tuple(a)
    first, second = (measure, measure) if measure is None or isinstance(measure, str) else measure
    table_a = _table(a, systems, first, "a")
    table_b = _table(b, systems, second, "b")
    shared = _shared(a, b, len(table_a), len(table_b), shared_queries)
    if shared:
        both = resample(np.concatenate([table_a, table_b], axis=1), count, number, workers, "rows")
        drawn_a, drawn_b = np.split(both.means_of_resamples, 2, axis=1)
    else:  # streams of another seed: the two golden sets are samples of their own
        drawn_a = resample(table_a, count, number, workers, "rows").means_of_resamples
        drawn_b = resample(table_b, count, number ^ 1, workers, "rows").means_of_resamples
    means_a, means_b = column_means(table_a)[0], column_means(table_b)[0]
    tau_draws = taus(drawn_a, drawn_b)
    undefined = int(np.isnan(tau_draws).sum())
    tau = float(taus(means_a[None, :], means_b[None, :])[0])
    overlap = float(overlaps(means_a[None, :], means_b[None, :], share)[0])
    if not np.isnan(tau):
        check_agreement.enough_defined(undefined, count)
    return OrderAgreement(
        systems=systems,
        means_a=dict(zip(systems, means_a.tolist(), strict=True)),
        means_b=dict(zip(systems, means_b.tolist(), strict=True)),
        tau=tau,
        tau_interval=None if np.isnan(tau) else _interval(tau, tau_draws, level),
        overlap=overlap,
        overlap_interval=_interval(overlap, overlaps(drawn_a, drawn_b, share), level),
        p=share,
        shared_queries=shared,
        undefined=undefined,
        confidence_level=level,
        n_resamples=count,
        seed=number,
    )


def _table(
    given: Mapping[str, Any], systems: tuple[str, ...], measure: str | None, name: str
) -> FloatArray:
    """Queries by systems."""
    columns = []
    for system in systems:
        value = given[system]
        if isinstance(value, Scores):
            check_agreement.queries_of_systems(
                value.query_ids == getattr(given[systems[0]], "query_ids", None), name
            )
            check_agreement.measure_named(measure, value.measures)
            value = value[measure or value.measures[0]]
        columns.append(check.values(value, f"{name}[{system!r}]"))
    check_agreement.same_queries({len(column) for column in columns}, name)
    return np.stack(columns, axis=1)


def _shared(
    a: Mapping[str, Any], b: Mapping[str, Any], n_a: int, n_b: int, said: bool | None
) -> bool:
    one, other = next(iter(a.values())), next(iter(b.values()))
    known = isinstance(one, Scores) and isinstance(other, Scores)
    same = known and one.query_ids == other.query_ids
    if said is None:
        check_agreement.shared_said(same if known else None)
        return same
    if check.flag(said, "shared_queries"):
        check_agreement.as_many_rows(n_a, n_b)
        check_agreement.same_query_ids(same or not known)
    return bool(said)


def _interval(estimate: float, draws: FloatArray, level: float) -> ConfidenceInterval:
    given = np.ascontiguousarray(draws[~np.isnan(draws)])
    basis = Basis(estimate, given, tolerance(len(given), 1.0))
    found = confidence_intervals(basis, "percentile", [level], "two-sided")
    return found.by_level[level]
