"""What a comparison says, in words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from . import cells

if TYPE_CHECKING:
    from ..comparison import Comparison, ComparisonRow

FEW = 5  # names in a sentence; the others are counted


def headline(result: Comparison) -> str:
    """How many systems met how many queries: "3 systems on 98 queries, against keyword"."""
    counts = {row.n for row in result.rows if row.segment is None}
    queries = "–".join(f"{n:,}" for n in sorted({min(counts), max(counts)}))
    return f"{len(result.systems)} systems on {queries} queries, against {result.baseline}"


def verdicts(result: Comparison) -> list[tuple[str, str]]:
    """For each measure a sentence on the best mean and on the differences to the baseline."""
    found = []
    for measure in result.measures:
        rows = [row for row in result.rows if row.measure == measure and row.segment is None]
        found.append((measure, f"{_best(rows, result)} {_differences(rows, result)}"))
    return found


def _best(rows: Sequence[ComparisonRow], result: Comparison) -> str:
    valued = [row for row in rows if not math.isnan(row.mean)]
    if not valued:
        return "No query has a value."
    top = max(row.mean for row in valued)
    first, *others = (row for row in valued if row.mean == top)
    mean = cells.estimate(top, first.confidence_interval, cells.decimals(result), cells.UNICODE)
    if others:
        return f"{_names([row.system for row in (first, *others)])} share the highest mean, {mean}."
    role = ", the baseline," if first.system == result.baseline else ""
    return f"{first.system}{role} has the highest mean, {mean}."


def _differences(rows: Sequence[ComparisonRow], result: Comparison) -> str:
    others = [row for row in rows if row.system != result.baseline]
    parts = []
    for sign, what in ((1, "higher"), (-1, "lower"), (0, "not told apart from it")):
        names = [row.system for row in others if row.excludes_zero == sign]
        if names:
            parts.append(f"{what}: {_names(names)}")
    return (
        f"By the {cells.level(result)} interval of the paired difference to {result.baseline}, "
        + "; ".join(parts)
        + "."
    )


def _names(names: Sequence[str]) -> str:
    shown = ", ".join(names[:FEW])
    return shown if len(names) <= FEW else f"{shown} and {len(names) - FEW} more"
