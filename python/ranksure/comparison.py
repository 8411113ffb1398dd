"""What compare() returns: a table of means, intervals and paired differences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ._validate import arguments as check
from .columns import Columns
from .findings import TableFinding
from .per_query import QueryDifferences, queries
from .replicates import ConfidenceInterval, FloatArray, resample
from .scores import Scores
from .verifying import Verification, total, verify_replicates, verify_values


@dataclass(frozen=True)
class ComparisonRow:
    """One system, measure and segment (None: all queries), and its difference to the baseline.

    ``wins`` counts the queries on which the system is better than the baseline. Intervals are None
    where a single query has a value; the baseline has no difference.
    """

    segment: str | None
    measure: str
    system: str
    n: int
    mean: float
    confidence_interval: ConfidenceInterval | None
    difference: float | None
    difference_interval: ConfidenceInterval | None
    wins: int | None
    ties: int | None
    losses: int | None
    degenerate: bool

    @property
    def excludes_zero(self) -> int:
        """+1 or -1 when the interval of the difference lies above or below 0, else 0."""
        interval = self.difference_interval
        if interval is None:
            return 0
        return int(interval.low > 0) - int(interval.high < 0)

    def __str__(self) -> str:
        place = "" if self.segment is None else f"{self.segment}: "
        text = (
            f"{place}{self.measure} {self.system} {self.mean:.4f} {self.confidence_interval or ''}"
        )
        if self.difference is None:
            return text
        return (
            f"{text}, difference {self.difference:+.4f} {self.difference_interval or ''} "
            f"{self.wins}/{self.ties}/{self.losses}"
        )


@dataclass(frozen=True)
class Comparison:
    """Means, intervals and paired differences of several systems.

    Rows stand by measure, then segment (all queries first), then system.
    """

    rows: tuple[ComparisonRow, ...]
    systems: tuple[str, ...]
    baseline: str
    measures: tuple[str, ...]
    segments: tuple[str | None, ...]
    confidence_level: float
    n_resamples: int
    method: str
    seed: int
    signature: str
    fingerprint: str
    counts: Mapping[str, Mapping[str, int]]
    notes: tuple[str, ...]
    scores: Mapping[str, Scores] = field(repr=False)
    draws: str = "rows"  #: "groups" where equal rows were drawn as one
    findings: tuple[TableFinding, ...] = ()  #: of `guards`; also in the notes

    def __str__(self) -> str:
        return "\n".join(map(str, self.rows))

    @cached_property
    def turned_by_ties(self) -> frozenset[tuple[str | None, str, str]]:
        """Rows whose sign the order of equal scores decides: segment, measure, system."""
        found = (finding.rows for finding in self.findings if finding.name == "tie_order")
        return frozenset(row for rows in found for row in rows)

    def verify(self, *, n_resamples: int = 4) -> Verification:
        """Recompute all values, and first resampled means and differences, with the reference."""
        count = check.n_resamples(n_resamples)
        values = [verify_values(s) for s in self.scores.values()]
        table = table_of(self.scores, self.baseline)
        return total([*values, verify_replicates(table, count, self.seed, self.draws)])

    def replicates(
        self, systems: Sequence[str], *, threads: int | None = None
    ) -> dict[tuple[str, str], FloatArray]:
        """The resampled differences to the baseline over all queries, by (system, measure).

        They are drawn again from the seed, and are those behind the intervals.
        """
        others = [name for name in self.systems if name != self.baseline]
        table, workers = table_of(self.scores, self.baseline), check.threads(threads)
        draws = "rows" if self.draws == "rows" else "auto"
        drawn = resample(table, self.n_resamples, self.seed, workers, draws).means_of_resamples
        width, found = len(self.measures), {}
        for system in systems:
            name = check.choice(system, "systems", others)
            first = (len(self.systems) + others.index(name)) * width
            for place, measure in enumerate(self.measures):
                found[name, measure] = drawn[:, first + place].copy()
        return found

    def queries(self, system: str | None = None, measure: str | None = None) -> QueryDifferences:
        """Both scores of each query, the ranks of its relevant documents, what was found and lost.

        Parameters
        ----------
        system : str or None
            System that is held against the baseline; None takes the only other one.
        measure : str or None
            In any spelling; None takes the first. Its threshold says what is relevant, its cut-off
            what counts as found.

        Returns
        -------
        QueryDifferences
            A sequence of `QueryDifference`, with ``worst(n)``, ``best(n)`` and ``to_frame()``.

        Notes
        -----
        Under ``ties="average"`` equal scores have no one order; ranks are then as given. Time
        O(documents log documents).

        Examples
        --------
        >>> from ranksure import compare
        >>> runs = {"old": {"q": ["x", "a"], "r": ["b"]}, "new": {"q": ["a"], "r": ["y"]}}
        >>> cmp = compare(runs, {"q": ["a"], "r": ["b"]}, ["hit_rate@1"], seed=1)
        >>> print(cmp.queries())
        hit_rate@1: old → new, 2 queries
        worst:
          r: 1.0000 → 0.0000 (-1.0000); b (1 → –)
        best:
          q: 0.0000 → 1.0000 (+1.0000); a (2 → 1)
        """
        return queries(self, system, measure)


def table_of(scores: Mapping[str, Scores], baseline: str) -> FloatArray:
    """What is resampled together: the values of each system, then system minus baseline."""
    base = scores[baseline].values
    values = [s.values for s in scores.values()]
    differences = [s.values - base for name, s in scores.items() if name != baseline]
    return np.concatenate([*values, *differences], axis=1)


def comparison_rows(
    segment: str | None,
    scores: Mapping[str, Scores],
    baseline: str,
    columns: Columns,
    level: float,
) -> tuple[list[ComparisonRow], list[str]]:
    """Rows of one segment, and notes on intervals that another method stands in for."""
    names = list(scores)
    others = [name for name in names if name != baseline]
    measures = scores[baseline].measures
    width, replicates = len(measures), columns.replicates
    result: list[ComparisonRow] = []
    notes: list[str] = []
    for at, measure in enumerate(measures):
        for name in names:
            column = names.index(name) * width + at
            found = columns.interval(column, level)
            said = list(found.notes)
            row = {
                "segment": segment,
                "measure": measure,
                "system": name,
                "n": columns.n(column),
                "mean": float(replicates.means[column]),
                "confidence_interval": found.interval,
                "degenerate": found.degenerate,
            }
            if name != baseline:
                place = (len(names) + others.index(name)) * width + at
                pair = columns.rows[:, [column, names.index(baseline) * width + at]]
                difference, more = _difference(columns, place, pair, level)
                row |= difference
                said += [f"difference: {note}" for note in more]
            result.append(ComparisonRow(**{**_NO_DIFFERENCE, **row}))
            where = f"{name}, {measure}" if segment is None else f"{segment}: {name}, {measure}"
            notes += [f"{where}: {note}" for note in said]
    return result, notes


_NO_DIFFERENCE: dict[str, Any] = dict.fromkeys(
    ["difference", "difference_interval", "wins", "ties", "losses"]
)


def _difference(
    columns: Columns, column: int, pair: FloatArray, level: float
) -> tuple[dict[str, Any], tuple[str, ...]]:
    differences = columns.rows[:, column]
    given = differences[~np.isnan(differences)]
    largest = float(np.abs(pair[~np.isnan(differences)]).max(initial=0.0))
    found = columns.interval(column, level, largest)
    return {
        "difference": float(columns.replicates.means[column]),
        "difference_interval": found.interval,
        "wins": int((given > 0).sum()),
        "ties": int((given == 0).sum()),
        "losses": int((given < 0).sum()),
        "degenerate": found.degenerate,
    }, found.notes
