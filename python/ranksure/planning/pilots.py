"""What a plan stands on: the spread of a pilot's questions, or that of a guessed proportion."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .._validate import arguments as check
from .._validate import evaluation as meeting
from .._validate import gating as check_gating
from .._validate import planning as check_planning
from ..bootstrapping import Labels, design
from ..evaluating import evaluate
from ..query_labels import labels_of_queries
from ..replicates import FloatArray, total
from ..scores import Scores
from ..units import Design

#: One label a query, or for Scores and runs a mapping from query id.
Clusters = Labels | Mapping[Any, Any]

INDEPENDENT = (
    "one system is known: a difference is planned as if two systems like it succeeded and failed "
    "independently; on the same questions they rarely do, and then fewer questions are enough"
)


@dataclass(frozen=True)
class Pilot:
    """The spread of a question, and rows that a simulation can draw from.

    ``residuals`` and ``sizes`` are those of units (questions or clusters), in ascending order of
    the residuals: total minus size times mean, and number of questions.
    """

    of: str  #: "mean", "proportion", "paired difference", "difference" of two independent systems
    n: int | None  #: questions
    mean: float
    deviation: float  #: of a question; the definitions are in `reference.planning`
    residuals: FloatArray
    sizes: FloatArray
    notes: tuple[str, ...] = ()

    @property
    def n_clusters(self) -> int | None:
        return None if self.n in (None, self.sizes.size) else int(self.sizes.size)

    @property
    def error(self) -> float | None:
        """Relative standard error of a number of questions: `reference.planning.pilot_error`."""
        if self.n is None:
            return None
        squares = self.residuals * self.residuals
        n, m2, m4 = squares.size, total(squares), total(squares * squares)
        return math.sqrt(max(m4 * n / (m2 * m2) - 1, 0.0) / n)

    def stretched(self, n: int) -> tuple[FloatArray, FloatArray]:
        """Residuals and sizes of about n questions like these: `reference.planning.stretched`."""
        units = self.residuals.size
        m = n if self.n is None else max(2, round(n * units / self.n))
        places = (2 * np.arange(m, dtype=np.int64) + 1) * units // (2 * m)
        return self.residuals[places], self.sizes[places]

    def of_two(self) -> "Pilot":
        """For a difference of two systems like this one, of which no pair is known."""
        return replace(
            self,
            of="difference",
            mean=0.0,
            deviation=math.sqrt(2) * self.deviation,
            notes=(*self.notes, INDEPENDENT),
        )


_FINE = 10_000  # parts into which a proportion is cut for the simulation


def of_proportion(p: float) -> Pilot:
    """Questions that are answered with probability p."""
    share = check_planning.share(p, "proportion")
    ones = min(max(round(_FINE * share), 1), _FINE - 1)
    x = np.repeat([0.0, 1.0], [_FINE - ones, ones])
    deviation = math.sqrt(share * (1 - share))
    return Pilot("proportion", None, share, deviation, x - ones / _FINE, np.ones(_FINE))


def pilot_of(
    pilot: Any, other: Any, qrels: Any, measure: str | None, clusters: Clusters | None, **how: Any
) -> Pilot:
    """A pilot from arrays, Scores or runs; of ``pilot - other`` where both are given."""
    if qrels is not None:
        pilot, other = (
            run if run is None else evaluate(run, qrels, _needed(measure), **how)
            for run in (pilot, other)
        )
    if other is not None:
        check_planning.same_kind(isinstance(pilot, Scores), isinstance(other, Scores))
    if isinstance(pilot, Scores):
        x, labels = _of_scores(pilot, other, measure, clusters)
    else:
        check_planning.no_measure(measure)
        x, labels = _of_arrays(pilot, other), clusters
        if isinstance(clusters, Mapping):
            check_planning.clusters_by_query(clusters)
    return _of_values(x, labels, "mean" if other is None else "paired difference")


def _needed(measure: str | None) -> str:
    meeting.measures_given(measure)
    return measure or ""


def _of_arrays(pilot: Any, other: Any) -> FloatArray:
    first = check.values(pilot, "pilot")
    if other is None:
        return first
    second = check.values(other, "other")
    check.same_length(first, second)
    return first - second


def _of_scores(
    pilot: Scores, other: Scores | None, measure: str | None, clusters: Clusters | None
) -> tuple[FloatArray, Any]:
    """Values of the queries that have one, and their clusters."""
    if measure is None and len(pilot.measures) > 1:
        check_planning.measure_needed(pilot.measures)
    name = pilot.measures[0] if measure is None else measure
    x, queries = pilot[name], pilot.query_ids
    if other is not None:
        check_gating.one_golden_set(pilot, other)
        column = dict(zip(other.query_ids, other[name].tolist(), strict=True))
        x = x - np.array([column.get(query, np.nan) for query in queries])
    kept = np.flatnonzero(~np.isnan(x))
    check_planning.enough_queries(kept.size)
    if clusters is None:
        return x[kept], None
    if isinstance(clusters, Mapping):
        labels: Any = labels_of_queries(clusters, queries)
    else:
        labels = np.asarray(clusters)
        if labels.shape != (len(queries),):
            design(len(queries), clusters, None, None)  # says what is wrong
    return x[kept], labels[kept]


def _of_values(x: FloatArray, clusters: Any, of: str) -> Pilot:
    units = (design(x.size, clusters, None, None) or Design(None, None, None)).units(x)
    what = "values" if of == "mean" else "differences"
    check_planning.some_spread(units.constant, float(x[0]), what)
    mean = units.mean
    deviation = units.standard_error(mean) * math.sqrt(x.size)
    [totals], [sizes] = units.totals, units.sizes
    residuals = totals - mean * sizes
    check_planning.some_spread(deviation == 0, mean, "means of clusters")
    order = np.argsort(residuals, kind="stable")
    return Pilot(of, int(x.size), mean, deviation, residuals[order], sizes[order])
