"""What compare() returns: a table of means, intervals and paired differences."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ._validate import arguments as check
from .replicates import ConfidenceInterval, FloatArray, Replicates
from .scores import Scores
from .verifying import Verification, total, verify_replicates, verify_scores


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

    def __str__(self) -> str:
        return "\n".join(map(str, self.rows))

    def verify(self, *, n_resamples: int = 4) -> Verification:
        """Recompute all values, and first resampled means and differences, with the reference."""
        count = check.n_resamples(n_resamples)
        values = [verify_scores(s, count, self.seed) for s in self.scores.values()]
        differences = differences_of(self.scores, self.baseline)
        drawn, equal = verify_replicates(differences, count, self.seed)
        return total([*values, Verification(0, 0, drawn, equal)])


def differences_of(scores: Mapping[str, Scores], baseline: str) -> FloatArray:
    """System minus baseline, (queries, systems but the baseline x measures)."""
    base = scores[baseline].values
    return np.concatenate(
        [s.values - base for name, s in scores.items() if name != baseline], axis=1
    )


def comparison_rows(
    segment: str | None,
    scores: Mapping[str, Scores],
    baseline: str,
    rows: FloatArray,
    replicates: Replicates,
    level: float,
) -> list[ComparisonRow]:
    names = list(scores)
    others = [name for name in names if name != baseline]
    measures = scores[baseline].measures
    width = len(measures)
    result = []
    for at, measure in enumerate(measures):
        for name in names:
            column = names.index(name) * width + at
            n = int((~np.isnan(rows[:, column])).sum())
            row = {
                "segment": segment,
                "measure": measure,
                "system": name,
                "n": n,
                "mean": float(replicates.means[column]),
                "confidence_interval": replicates.interval(column, level) if n > 1 else None,
                "degenerate": bool(replicates.constant[column]),
            }
            if name != baseline:
                place = (len(names) + others.index(name)) * width + at
                row |= _difference(rows[:, place], place, replicates, level)
            result.append(ComparisonRow(**{**_NO_DIFFERENCE, **row}))
    return result


_NO_DIFFERENCE: dict[str, Any] = dict.fromkeys(
    ["difference", "difference_interval", "wins", "ties", "losses"]
)


def _difference(
    differences: FloatArray, column: int, replicates: Replicates, level: float
) -> dict[str, Any]:
    given = differences[~np.isnan(differences)]
    return {
        "difference": float(replicates.means[column]),
        "difference_interval": replicates.interval(column, level) if given.size > 1 else None,
        "wins": int((given > 0).sum()),
        "ties": int((given == 0).sum()),
        "losses": int((given < 0).sum()),
        "degenerate": bool(replicates.constant[column]),
    }
