"""run_agreement(): how alike two runs rank, query by query."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._ids import Frozen
from ._validate import agreement as check_agreement
from ._validate import arguments as check
from .agreement import first_ranks, overlap, taus
from .columns import resample_columns
from .replicates import ConfidenceInterval, FloatArray, Seed
from .run import Run, as_run

if TYPE_CHECKING:
    from .scores import QueryId

TIES = ("trec", "stable", "keep")


@dataclass(frozen=True, eq=False)
class RunAgreement(Frozen):
    """Agreement of two runs; arrays have the shape (n_queries,), intervals are of the means.

    Attributes
    ----------
    query_ids : the queries of both runs, ascending by the UTF-8 bytes of their ids
    overlap : rank-biased overlap of each query
    tau : Kendall's tau-b over the documents that both retrieved; NaN where it has no value
    n_common : documents that both retrieved
    overlap_mean, overlap_interval, tau_mean, tau_interval
        Over the queries, those without a tau left out; an interval is None below two values.
    only_a, only_b : queries that one of the runs answers alone
    """

    query_ids: tuple["QueryId", ...]
    overlap: FloatArray
    tau: FloatArray
    n_common: NDArray[np.int64]
    overlap_mean: float
    overlap_interval: ConfidenceInterval | None
    tau_mean: float
    tau_interval: ConfidenceInterval | None
    p: float
    depth: int | None
    ties: str
    only_a: int
    only_b: int
    confidence_level: float
    n_resamples: int
    seed: int

    def __str__(self) -> str:
        return (
            f"{len(self.query_ids)} queries: rank-biased overlap (p={self.p:g}) "
            f"{self.overlap_mean:.4f} {self.overlap_interval or ''}, "
            f"tau {self.tau_mean:.4f} {self.tau_interval or ''}"
        )


def run_agreement(
    a: Any,
    b: Any,
    *,
    p: float = 0.9,
    depth: int | None = None,
    ties: str = "trec",
    confidence_level: float = 0.95,
    n_resamples: int = 10_000,
    seed: Seed = None,
    threads: int | None = None,
) -> RunAgreement:
    """Rank-biased overlap and Kendall's tau between two runs, for each query both answer.

    Parameters
    ----------
    a, b : runs in any form that `evaluate` reads
    p : float in (0, 1)
        Of the overlap; see `rank_biased_overlap`.
    depth : int >= 1 or None
        Only documents of this rank or better.
    ties : {"trec", "stable", "keep"}
        Equal scores: ordered as in `evaluate`, or kept as ties.
    confidence_level, n_resamples, seed, threads
        As in `bootstrap`; queries are drawn.

    Returns
    -------
    RunAgreement

    Raises
    ------
    TypeError, ValueError
        Also when the runs share no query, and when a document stands twice in a ranking.

    Notes
    -----
    No judgement is needed. Tau is over the documents that both runs retrieved, so it says nothing
    about those that one of them lacks; the overlap does.

    References
    ----------
    Webber, Moffat and Zobel, TOIS 2010, doi:10.1145/1852102.1852106

    Examples
    --------
    >>> found = run_agreement({"q": ["a", "b", "c"]}, {"q": ["a", "c", "d"]})
    >>> round(float(found.overlap[0]), 4), float(found.tau[0]), found.n_common.tolist()
    (0.685, 1.0, [2])
    """
    share = check_agreement.persistence(p)
    limit = None if depth is None else check.cut_off(depth, "depth")
    check.choice(ties, "ties", TIES)
    level = check.confidence_level(confidence_level)
    count, number = check.n_resamples(n_resamples), check.seed(seed)
    workers = check.threads(threads)
    one, other = as_run(a), as_run(b)
    rows_a, rows_b = rows_of(one), rows_of(other)
    queries = sorted(rows_a.keys() & rows_b.keys(), key=str.encode)
    check_agreement.some_common_query(len(queries))
    table = np.empty((len(queries), 2))
    n_common = np.empty(len(queries), dtype=np.int64)
    for place, query in enumerate(queries):
        ranks_a = ranks_of(one, rows_a[query], ties, limit)
        ranks_b = ranks_of(other, rows_b[query], ties, limit)
        common = [document for document in ranks_a if document in ranks_b]
        n_common[place] = len(common)
        table[place] = overlap(ranks_a, ranks_b, share), _tau(ranks_a, ranks_b, common)
    columns = resample_columns(table, "percentile", count, number, workers, "rows")
    intervals = [columns.interval(column, level).interval for column in (0, 1)]
    means = columns.replicates.means.tolist()
    ids = one.query_ids.tolist()
    return RunAgreement(
        query_ids=tuple(ids[rows_a[query]] for query in queries),
        overlap=table[:, 0].copy(),
        tau=table[:, 1].copy(),
        n_common=n_common,
        overlap_mean=means[0],
        overlap_interval=intervals[0],
        tau_mean=means[1],
        tau_interval=intervals[1],
        p=share,
        depth=limit,
        ties=ties,
        only_a=len(rows_a) - len(queries),
        only_b=len(rows_b) - len(queries),
        confidence_level=level,
        n_resamples=count,
        seed=number,
    )


def rows_of(run: Run) -> dict[str, int]:
    """The row of each query, by its id as text."""
    return {str(query): row for row, query in enumerate(run.query_ids.tolist())}


def ranks_of(run: Run, row: int, ties: str, depth: int | None) -> dict[str, int]:
    """Rank of each document of one query, ids as text, in the order of the ranking."""
    given = [(str(document), score) for document, score in run.ranking(row)]
    check_agreement.no_repeat([document for document, _ in given], f"query {run.query_ids[row]!r}")
    if run.scores is not None:
        if ties == "trec":
            given.sort(key=lambda pair: pair[0].encode(), reverse=True)
        given.sort(key=lambda pair: -(pair[1] or 0.0))  # stable
    ranks: Sequence[int] = range(1, len(given) + 1)
    if ties == "keep" and run.scores is not None and given:
        ranks = first_ranks(np.array([[score for _, score in given]], dtype=np.float64))[0].tolist()
    pairs = zip((document for document, _ in given), ranks, strict=True)
    return {document: rank for document, rank in pairs if depth is None or rank <= depth}


def _tau(a: dict[str, int], b: dict[str, int], common: list[str]) -> float:
    ranks = np.array([[(side[d]) for d in common] for side in (a, b)], dtype=np.float64)
    return float(taus(ranks[:1], ranks[1:])[0])
