"""Two scores on the queries they share, and where the new one lost."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._validate import gating as check_gating
from ..measures import column_of
from ..query_labels import labels_of_queries
from ..replicates import FloatArray
from ..scores import Scores
from ..segments import Segments, segment_rows
from .result import Loss

_SHOWN = 10  # queries


@dataclass(frozen=True)
class Pair:
    """Both scores on the queries they share, in the order of the new ones."""

    new: Scores
    baseline: Scores
    queries: tuple[Any, ...]
    rows: tuple[list[int], list[int]]  #: of each shared query, in new and in baseline
    segments: Mapping[str, list[int]]  #: places of each segment's queries among the shared
    clusters: NDArray[np.object_] | None  #: of each shared query

    @staticmethod
    def of(
        new: Scores,
        baseline: Scores,
        by: Segments | None,
        clusters: Mapping[Any, Any] | None,
    ) -> "Pair":
        places = {query: row for row, query in enumerate(baseline.query_ids)}
        rows = [row for row, query in enumerate(new.query_ids) if query in places]
        queries = tuple(new.query_ids[row] for row in rows)
        check_gating.some_shared_query(len(queries))
        shared = new.take(rows)
        segments = shared.segments and "segment" if by is None else by
        groups = segment_rows(shared, segments) if segments else {}
        labels = None if clusters is None else labels_of_queries(clusters, queries)
        return Pair(new, baseline, queries, (rows, [places[q] for q in queries]), groups, labels)

    def values(self, measure: str) -> tuple[FloatArray, FloatArray]:
        """Of the new and the old system; NaN where either has no value."""
        column = column_of(measure, self.baseline.measures)
        new = self.new[measure][self.rows[0]]
        if column is None:  # a rule on a least value needs no old one
            return new, np.full_like(new, np.nan)
        return new, self.baseline.values[self.rows[1], column]

    def lost_segments(self, measure: str) -> list[Loss]:
        """Segments that lost, most first."""
        new, old = self.values(measure)
        found = []
        for segment, rows in self.segments.items():
            kept = [row for row in rows if not np.isnan(new[row] - old[row])]
            if kept:
                means = (float(old[kept].mean()), float(new[kept].mean()))
                found.append(Loss(measure, segment, None, len(kept), *means))
        return _most(found)

    def lost_queries(self, measure: str) -> list[Loss]:
        """Queries that lost, most first."""
        new, old = self.values(measure)
        segment_of = {row: name for name, rows in self.segments.items() for row in rows}
        return _most(
            [
                Loss(measure, segment_of.get(row), query, 1, float(old[row]), float(new[row]))
                for row, query in enumerate(self.queries)
                if new[row] < old[row]
            ]
        )[:_SHOWN]


def _most(losses: list[Loss]) -> list[Loss]:
    return sorted((loss for loss in losses if loss.difference < 0), key=lambda x: x.difference)
