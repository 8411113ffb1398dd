"""How a number, an interval and a verdict read: shared by terminal, Markdown and plot."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..comparison import Comparison, ComparisonRow

if TYPE_CHECKING:
    from ..replicates import ConfidenceInterval
    from ..summary import Summary, SummaryRow
    from ..verifying import Verification

# Intervals narrower than this would print two equal bounds with three decimals.
NARROW = 0.01


@dataclass(frozen=True)
class Marks:
    """The signs of a table; `ASCII` serves outputs that cannot encode the others."""

    higher: str
    lower: str
    constant: str
    absent: str
    tie_order: str = "~"


UNICODE = Marks(higher="▲", lower="▼", constant="†", absent="–")
ASCII = Marks(higher="^", lower="v", constant="!", absent="-")


def decimals(result: Summary | Comparison) -> int:
    """Decimals for the whole result: 3, or 4 when many queries make some interval narrow."""
    widths = [
        interval.high - interval.low
        for row in result.rows
        if (interval := row.confidence_interval) is not None and interval.high > interval.low
    ]
    return 4 if widths and min(widths) < NARROW else 3


def has_segments(result: Summary | Comparison) -> bool:
    """Whether any row is about a part of the queries."""
    return any(row.segment is not None for row in result.rows)


def segment_name(segment: str | None) -> str:
    """The segment as a reader sees it."""
    return "all queries" if segment is None else segment


def level(result: Summary | Comparison) -> str:
    """The confidence level in per cent: "95 %"."""
    return f"{100 * result.confidence_level:.10g} %"


def estimate(
    value: float | None,
    interval: ConfidenceInterval | None,
    digits: int,
    marks: Marks,
    *,
    signed: bool = False,
) -> str:
    """A value with its interval: "0.611 [0.514, 0.708]"; a width of zero is marked."""
    text = number(value, digits, marks, signed=signed)
    if interval is None:
        return f"{text} [{marks.absent}]"
    low = number(interval.low, digits, marks, signed=signed)
    high = number(interval.high, digits, marks, signed=signed)
    # In front, so that the brackets of a column stay under each other.
    flag = marks.constant if interval.low == interval.high else ""
    return f"{flag}{text} [{low}, {high}]"


def number(value: float | None, digits: int, marks: Marks, *, signed: bool = False) -> str:
    """A number with a fixed count of decimals; zero itself has no sign, "-0.000" is below it."""
    if value is None or math.isnan(value):
        return marks.absent
    if value == 0:
        return f"{' ' if signed else ''}{0:.{digits}f}"
    return f"{value:{'+' if signed else ''}.{digits}f}"


def comparison_header(result: Comparison) -> tuple[str, ...]:
    """Column titles that belong to `comparison_cells`."""
    return ("n", f"mean [{level(result)} interval]", "difference to baseline", "", "win/tie/loss")


def comparison_cells(
    row: ComparisonRow, result: Comparison, digits: int, marks: Marks
) -> tuple[str, ...]:
    """The cells of one system, its name aside."""
    mean = estimate(row.mean, row.confidence_interval, digits, marks)
    if row.system == result.baseline:
        return (str(row.n), mean, "baseline", "", "")
    difference = estimate(
        row.difference,
        row.difference_interval,
        digits,
        marks,
        signed=True,
    )
    sign = ("", marks.higher, marks.lower)[row.excludes_zero]
    if (row.segment, row.measure, row.system) in result.turned_by_ties:
        sign += marks.tie_order
    return (str(row.n), mean, difference, sign, f"{row.wins}/{row.ties}/{row.losses}")


def summary_header(result: Summary) -> tuple[str, ...]:
    """Column titles that belong to `summary_cells`."""
    return ("n", f"mean [{level(result)} interval]", "standard error")


def summary_cells(row: SummaryRow, digits: int, marks: Marks) -> tuple[str, ...]:
    """The cells of one measure, its name aside."""
    mean = estimate(row.mean, row.confidence_interval, digits, marks)
    return (str(row.n), mean, number(row.standard_error, digits, marks))


def legend(result: Summary | Comparison, marks: Marks) -> list[str]:
    """What the signs mean and how the intervals were made, one sentence per line."""
    lines = []
    if isinstance(result, Comparison):
        lines += _marks_legend(result, marks)
    intervals = [interval for row in result.rows for interval in _intervals(row)]
    if any(interval is not None and interval.low == interval.high for interval in intervals):
        lines.append(
            f"{marks.constant} all queries gave the same value: a width of zero is no certainty"
        )
    if None in intervals:
        lines.append(f"[{marks.absent}] no interval: fewer than two queries have a value")
    lines.append(settings(result))
    return lines


def settings(result: Summary | Comparison) -> str:
    """How the intervals were made: level, method, resamples, seed."""
    return (
        f"{level(result)} intervals: {result.method} bootstrap over queries, "
        f"{result.n_resamples:,} resamples, seed {result.seed}"
    )


def verified(verification: Verification) -> str:
    """The label before what was verified."""
    return "verified: " if verification.ok else "NOT verified: "


def _marks_legend(result: Comparison, marks: Marks) -> list[str]:
    differences = [row for row in result.rows if row.difference_interval is not None]
    if not differences:
        return []
    found = f"{marks.higher}{marks.lower} interval of the paired difference excludes 0"
    if not any(row.excludes_zero for row in differences):
        found = "no interval of a paired difference excludes 0"
    several = f" ({len(differences)} comparisons, not corrected)" if len(differences) > 1 else ""
    turned = f"{marks.tie_order} its sign depends on the order of equal scores"
    return [found + several, *([turned] if result.turned_by_ties else [])]


def _intervals(row: SummaryRow | ComparisonRow) -> list[ConfidenceInterval | None]:
    if isinstance(row, ComparisonRow) and row.difference is not None:
        return [row.confidence_interval, row.difference_interval]
    return [row.confidence_interval]
