"""Means of scores with their intervals."""

from collections.abc import Mapping
from dataclasses import dataclass

from .replicates import ConfidenceInterval


@dataclass(frozen=True)
class SummaryRow:
    """Mean of one measure over one segment (None: all queries), and how sure it is.

    The interval is None where a single query has a value.
    """

    segment: str | None
    measure: str
    n: int
    mean: float
    confidence_interval: ConfidenceInterval | None
    standard_error: float | None
    degenerate: bool

    def __str__(self) -> str:
        place = "" if self.segment is None else f"{self.segment}: "
        return (
            f"{place}{self.measure} {self.mean:.4f} {self.confidence_interval or ''} (n={self.n})"
        )


@dataclass(frozen=True)
class Summary:
    """Means with intervals, one row a measure and segment."""

    rows: tuple[SummaryRow, ...]
    name: str
    confidence_level: float
    n_resamples: int
    method: str
    seed: int
    signature: str
    counts: Mapping[str, int]
    notes: tuple[str, ...]
    draws: str = "rows"  #: "groups" where equal rows were drawn as one

    def __str__(self) -> str:
        return "\n".join(map(str, self.rows))
