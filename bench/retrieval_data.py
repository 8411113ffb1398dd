"""Synthetic retrieval: ranked documents, one to three relevant a query, as text and arrays."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_COLLECTION = 8_841_823  # documents, as in MS MARCO passages
TextRun = dict[str, dict[str, float]]


@dataclass(frozen=True)
class Retrieval:
    """``ids`` and ``scores`` (queries, depth) in descending order of scores, no two equal;
    ``relevant`` (queries, 3) padded with -1, all of grade 1."""

    ids: NDArray[np.int64]
    scores: NDArray[np.float64]
    relevant: NDArray[np.int64]

    def text_run(self, rng: np.random.Generator | None = None) -> TextRun:
        """Nested mappings, in order of scores or, given ``rng``, in none."""
        run: TextRun = {}
        for query, (ids, scores) in enumerate(zip(self.ids, self.scores, strict=True)):
            order = slice(None) if rng is None else rng.permutation(ids.size)
            documents = map(str, ids[order].tolist())
            run[str(query)] = dict(zip(documents, scores[order].tolist(), strict=True))
        return run

    def text_qrels(self) -> dict[str, dict[str, int]]:
        return {
            str(query): {str(document): 1 for document in row[row >= 0].tolist()}
            for query, row in enumerate(self.relevant)
        }


def retrieval(queries: int, depth: int, seed: int) -> Retrieval:
    """Most relevant documents are found, early ones more often."""
    rng = np.random.default_rng(seed)
    start = rng.integers(0, _COLLECTION, size=(queries, 1))
    stride = rng.integers(1, 5_000, size=(queries, 1))  # distinct ids within a query
    ids = (start + stride * np.arange(depth + 3)) % _COLLECTION
    ids = rng.permuted(ids, axis=1)
    lists, others = ids[:, :depth].copy(), ids[:, depth:]
    scores = -np.sort(-rng.random((queries, depth)), axis=1)
    scores -= np.arange(depth) * 1e-6  # no ties
    relevant = np.full((queries, 3), -1, dtype=np.int64)
    many = rng.choice([1, 2, 3], size=queries, p=[0.85, 0.1, 0.05])
    for query in range(queries):
        for place in range(many[query]):
            rank = int(rng.geometric(0.02)) - 1
            found = rank < depth and lists[query, rank] not in relevant[query]
            relevant[query, place] = lists[query, rank] if found else others[query, place]
    return Retrieval(lists, scores, relevant)
