"""Means of scores with their intervals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .columns import Columns
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


def summary_rows(
    segment: str | None, measures: Sequence[str], columns: Columns, level: float
) -> tuple[list[SummaryRow], list[str]]:
    """Rows of one segment, and notes on intervals that another method stands in for."""
    rows: list[SummaryRow] = []
    notes: list[str] = []
    for column, measure in enumerate(measures):
        found = columns.interval(column, level)
        n = columns.n(column)
        place = measure if segment is None else f"{segment}: {measure}"
        notes += [f"{place}: {note}" for note in found.notes]
        rows.append(
            SummaryRow(
                segment=segment,
                measure=measure,
                n=n,
                mean=float(columns.replicates.means[column]),
                confidence_interval=found.interval,
                standard_error=columns.replicates.standard_error(column) if n > 1 else None,
                degenerate=found.degenerate,
            )
        )
    return rows, notes
