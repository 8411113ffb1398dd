"""What guards read of a comparison: its table, and the rankings of some of its queries."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._ids import Ids
from .bounds import JudgementBounds
from .comparison import ComparisonRow
from .measures import Measure, parse_measures
from .measuring import measured
from .policies import Policies
from .preparing import Prepared, queries_of
from .replicates import FloatArray
from .scores import QueryId, Scores
from .tie_ranges import extremes, extremes_are_known

SAMPLE = 500  #: queries whose rankings are read, at most
SAMPLED_DOCUMENTS = 200_000  #: of a system that are read, about
LEAST_SAMPLE = 100  #: queries that are read however long their rankings
_THREADS = 1  # a sample is measured before threads have started


def spaced(n: int, most: int) -> NDArray[np.int64]:
    """At most so many of n rows, evenly spaced."""
    if n <= most:
        return np.arange(n)
    return (2 * np.arange(most) + 1) * n // (2 * most)


def mean_length(scores: Scores) -> float:
    """Documents a query of the run, 0 where the scores do not hold it."""
    run = None if scores.evidence is None else scores.evidence.run
    return len(run.document_ids) / len(run) if run else 0.0


def unanswered(systems: Mapping[str, Scores]) -> dict[str, set[QueryId]]:
    """Of each system the queries of any system that it does not answer or did not keep."""
    first = next(iter(systems.values()))
    found: dict[str, set[QueryId]] = {name: set() for name in systems}
    if any(s.query_ids != first.query_ids for s in systems.values()):
        union = set[QueryId]().union(*(s.query_ids for s in systems.values()))
        found = {name: union.difference(s.query_ids) for name, s in systems.items()}
    for name, s in systems.items():
        if s.evidence is not None and s.counts.get("missing"):
            asked = s.evidence.topics or s.evidence.qrels.query_ids
            absent = np.flatnonzero(s.evidence.run.query_ids.places_of(asked) < 0)
            found[name] |= set(asked.take(absent).tolist())
    return found


@dataclass(frozen=True)
class Part:
    """The rankings of the queries in some rows (``places``) of the scores, in their order."""

    scores: Scores
    places: NDArray[np.int64]
    prepared: Prepared
    policies: Policies

    @staticmethod
    def of(scores: Scores, places: NDArray[np.int64]) -> "Part | None":
        """None where the scores do not hold their run, or it answers none of the queries."""
        evidence = scores.evidence
        if evidence is None:
            return None
        if len(places) == len(evidence.qrels):  # all of them, in this order
            return Part(scores, places, evidence.prepared(), evidence.policies)
        wanted = Ids.from_list([scores.query_ids[i] for i in places.tolist()])
        answered = evidence.run.query_ids.places_of(wanted)
        answered = answered[answered >= 0]
        if not len(answered):
            return None
        part = evidence._replace(
            run=queries_of(evidence.run, answered),
            qrels=queries_of(evidence.qrels, evidence.qrels.query_ids.places_of(wanted)),
            topics=None,
        )
        return Part(scores, places, part.prepared(), evidence.policies)

    @cached_property
    def columns(self) -> tuple[Measure, ...]:
        return parse_measures(self.scores.measures)

    @property
    def tied(self) -> bool:
        """Did the choice of an order for equal scores act?"""
        return bool(self.scores.counts.get("tied_queries")) and self.policies.ties != "average"

    @property
    def holds_nonrelevant(self) -> bool:
        """Was any document judged and found wanting? Else judged@k says what precision says."""
        return bool((self.prepared.qrels.grades <= 0).any())

    def measured(self, columns: Sequence[Measure]) -> FloatArray:
        """Further measures of these queries, before `no_relevant` and `missing` act."""
        run, qrels, rows = self.prepared.run, self.prepared.qrels, self.prepared.run_rows
        return measured(run, qrels, rows, columns, self.policies, _THREADS).values

    def judged(self, cut_offs: Sequence[int]) -> FloatArray:
        """Mean of judged@k for each cut-off."""
        values = self.measured([Measure("judged", k) for k in cut_offs])
        means: FloatArray = values[self.prepared.run_rows >= 0].mean(axis=0)
        return means

    def values(self, measure: str) -> FloatArray:
        return self.scores[measure][self.places]

    @cached_property
    def ranges(self) -> Mapping[str, tuple[FloatArray, FloatArray]]:
        """The least and the greatest values over the orders of equal scores, where proved."""
        known = [m for m in self.columns if extremes_are_known(m, self.policies.depth)]
        if not self.tied:
            values = {m.name: self.values(m.name) for m in known}
            return {name: (column, column) for name, column in values.items()}
        least, greatest = extremes(self.prepared, known, self.policies, _THREADS)
        return {m.name: (least[:, i], greatest[:, i]) for i, m in enumerate(known)}

    def precision_and_ceiling(self, column: Measure) -> tuple[float, float]:
        """Means of a precision and of min(k, R) / k, over the queries with relevant documents."""
        ceiling = self.measured([Measure("precision_ceiling", column.k, column.rel)])[:, 0]
        some = ceiling > 0
        if not some.any():
            return 0.0, 0.0
        return float(self.values(column.name)[some].mean()), float(ceiling[some].mean())

    @cached_property
    def lengths(self) -> NDArray[np.int64]:
        """How many documents each answered query retrieved, repeats not counted."""
        run, rows = self.prepared.run, self.prepared.run_rows
        lengths = np.diff(run.offsets)
        if self.scores.counts.get("duplicates"):
            entries, _ = _core.repeats(run.document_ids.signed().parts, run.offsets)
            owners = np.searchsorted(run.offsets, entries, side="right") - 1
            lengths = lengths - np.bincount(owners, minlength=len(run))
        return np.minimum(lengths[rows[rows >= 0]], self.policies.depth or np.iinfo(np.int64).max)


@dataclass(frozen=True)
class Seen:
    """A comparison, and the rankings behind it as far as a guard asks for them."""

    scores: Mapping[str, Scores]
    baseline: str
    rows: Sequence[ComparisonRow]
    segments: Mapping[str | None, Sequence[int]]
    given: Mapping[str, Scores]
    confidence_level: float
    _bounds: dict[str, JudgementBounds] = field(default_factory=dict)

    @cached_property
    def n_sampled(self) -> int:
        """How many queries are read of each system."""
        n = len(self.scores[self.baseline])
        longest = max(mean_length(s) for s in self.scores.values())
        return min(n, SAMPLE, max(LEAST_SAMPLE, int(SAMPLED_DOCUMENTS / max(longest, 1.0))))

    @cached_property
    def sampled(self) -> dict[str, Part]:
        """Of each system that holds its run the rankings of the sample."""
        places = spaced(len(self.scores[self.baseline]), self.n_sampled)
        parts = {name: Part.of(s, places) for name, s in self.scores.items()}
        return {name: part for name, part in parts.items() if part is not None}

    @property
    def complete(self) -> bool:
        """Does the sample hold all queries?"""
        return self.n_sampled == len(self.scores[self.baseline])

    @property
    def looked_at(self) -> str:
        n = len(self.scores[self.baseline])
        return "" if self.complete else f" (looked at {self.n_sampled} of {n:,} queries)"

    def bounds(self, name: str, measure: str) -> JudgementBounds:
        """The judgement bounds of a system."""
        if name not in self._bounds:
            self._bounds[name] = self.scores[name].judgement_bounds(measure, threads=_THREADS)
        return self._bounds[name]

    def differences(self) -> Iterator[tuple[ComparisonRow, int, float]]:
        """Rows that have an interval of a difference, and the sign that it claims or 0."""
        for row in self.rows:
            if row.difference is not None and row.difference_interval is not None:
                yield row, row.excludes_zero, row.difference
