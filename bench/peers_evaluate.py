"""Means of the seven measures by other means, from nested mappings and from arrays of ids.

Every peer gives the means in the order of `MEASURES`. Peers check no input unless they say so.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

MEASURES = ("recall@10", "recall@100", "recall@1000", "precision@10", "rr@10", "ndcg@10", "ap")
Array = NDArray[np.float64]
Run = Mapping[str, Mapping[str, float]]
Qrels = Mapping[str, Mapping[str, int]]
_DISCOUNT = 1 / np.log2(np.arange(2, 12))


def pytrec(run: Run, qrels: Qrels) -> Array:
    """pytrec_eval-terrier; it has no cut-off for rr, so that is made from the plain one."""
    import pytrec_eval

    asked = {"recall.10,100,1000", "P.10", "recip_rank", "ndcg_cut.10", "map"}
    names = ("recall_10", "recall_100", "recall_1000", "P_10", "recip_rank", "ndcg_cut_10", "map")
    found = pytrec_eval.RelevanceEvaluator(qrels, asked).evaluate(run)
    table = np.array([[values[name] for name in names] for values in found.values()])
    table[:, 4][table[:, 4] < 0.1 - 1e-9] = 0.0
    return table.mean(axis=0)


def look_ups(run: Run, qrels: Qrels) -> Array:
    """Look up the relevant documents only, and count the higher scores in NumPy."""
    queries, ranks = [], []
    for query, (name, judged) in enumerate(qrels.items()):
        answer = run[name]
        found = [answer[document] for document in judged if document in answer]
        if found:
            scores = np.fromiter(answer.values(), dtype=np.float64, count=len(answer))
            ranks += [np.count_nonzero(scores > score) for score in found]
            queries += [query] * len(found)
    sizes = np.array([len(judged) for judged in qrels.values()])
    return _from_ranks(np.array(queries), np.array(ranks), sizes)


def broadcast(ids: NDArray[np.int64], relevant: NDArray[np.int64]) -> Array:
    """Compare every id with the relevant ones of its query, a few queries at a time."""
    hits = np.empty(ids.shape, dtype=bool)
    for first in range(0, len(ids), 16):  # the ids of a step stay in the cache
        part = ids[first : first + 16]
        out = np.equal(part, relevant[first : first + 16, :1], out=hits[first : first + 16])
        for column in range(1, relevant.shape[1]):
            out |= part == relevant[first : first + 16, column : column + 1]
    queries, ranks = np.divmod(np.flatnonzero(hits.ravel()), ids.shape[1])
    return _from_ranks(queries, ranks, (relevant >= 0).sum(axis=1))


def broadcast_checked(ids: NDArray[np.int64], relevant: NDArray[np.int64]) -> Array:
    """The same after looking for a document that stands twice in a list."""
    for first in range(0, len(ids), 16):
        ordered = np.sort(ids[first : first + 16], axis=1)
        if (ordered[:, 1:] == ordered[:, :-1]).any():
            raise ValueError("a document stands twice in one list")
    return broadcast(ids, relevant)


def _from_ranks(
    queries: NDArray[np.intp], ranks: NDArray[np.intp], sizes: NDArray[np.intp]
) -> Array:
    """Means from the ranks (from 0) of all relevant documents found, and the numbers judged."""
    order = np.lexsort((ranks, queries))
    queries, ranks = queries[order], ranks[order]
    n, top = len(sizes), ranks < 10
    starts = np.searchsorted(queries, queries)  # first place of the same query
    nth = np.arange(len(queries)) - starts + 1

    def share(cut: int) -> float:
        return float((np.bincount(queries[ranks < cut], minlength=n) / sizes).mean())

    gains = np.bincount(queries[top], _DISCOUNT[ranks[top]], minlength=n)
    ideal = np.cumsum(_DISCOUNT)[np.minimum(sizes, 10) - 1]
    precisions = np.bincount(queries, nth / (ranks + 1), minlength=n)
    early = top & (nth == 1)
    reciprocal = (1 / (ranks[early] + 1)).sum() / n
    return np.array(
        [
            *(share(cut) for cut in (10, 100, 1000)),
            top.sum() / 10 / n,
            reciprocal,
            (gains / ideal).mean(),
            (precisions / sizes).mean(),
        ]
    )


def means_of(scores: Any) -> Array:
    """The means of ranksure's Scores, in the order of `MEASURES`."""
    return np.array(list(scores.mean().values()))
