"""Results as flat records of plain values: what JSON, CSV and data frames are made of."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..comparison import Comparison

if TYPE_CHECKING:
    from ..comparison import ComparisonRow
    from ..replicates import ConfidenceInterval
    from ..summary import Summary, SummaryRow
    from ..verifying import Verification

Plain = str | int | float | bool | None
Record = dict[str, Plain]


def records(result: Summary | Comparison) -> list[Record]:
    """
    One flat record per row of a result, in the order of its rows.

    Parameters
    ----------
    result : Summary or Comparison
        What `Scores.summary` or `compare` returned.

    Returns
    -------
    list of dict
        The keys are the same in every record of one kind of result and keep their order. A number
        that does not exist (no interval from one query, no difference of the baseline to itself, a
        mean that is not a number) is None, and so is the segment of a row over all queries.
    """
    if isinstance(result, Comparison):
        return [_comparison_record(row, result.baseline) for row in result.rows]
    return [_summary_record(row, result.name) for row in result.rows]


def document(
    result: Summary | Comparison, verification: Verification | None = None
) -> dict[str, object]:
    """
    The whole result as one JSON-ready mapping: rows, settings, counts, notes, verification.

    Parameters
    ----------
    result : Summary or Comparison
        What `Scores.summary` or `compare` returned.
    verification : Verification, optional
        What `Scores.verify` or `Comparison.verify` returned.

    Returns
    -------
    dict
        ``kind`` ("summary" or "comparison"), ``rows`` (see `records`), ``settings``, ``counts``,
        ``notes`` and ``verification`` (None where nothing was verified).
    """
    settings: dict[str, object] = {
        "confidence_level": float(result.confidence_level),
        "n_resamples": int(result.n_resamples),
        "method": result.method,
        "seed": int(result.seed),
        "signature": result.signature,
    }
    if isinstance(result, Comparison):
        settings["fingerprint"] = result.fingerprint
        settings["baseline"] = result.baseline
        settings["systems"] = list(result.systems)
        settings["measures"] = list(result.measures)
        settings["segments"] = list(result.segments)
    else:
        settings["name"] = result.name
    return {
        "kind": "comparison" if isinstance(result, Comparison) else "summary",
        "rows": records(result),
        "settings": settings,
        "counts": _plain_counts(result.counts),
        "notes": list(result.notes),
        "verification": None if verification is None else _checked(verification),
    }


def _comparison_record(row: ComparisonRow, baseline: str) -> Record:
    mean_low, mean_high = _bounds(row.confidence_interval)
    difference_low, difference_high = _bounds(row.difference_interval)
    return {
        "measure": row.measure,
        "segment": row.segment,
        "system": row.system,
        "n": int(row.n),
        "mean": _number(row.mean),
        "mean_low": mean_low,
        "mean_high": mean_high,
        "baseline": baseline,
        "difference": _number(row.difference),
        "difference_low": difference_low,
        "difference_high": difference_high,
        "wins": _count(row.wins),
        "ties": _count(row.ties),
        "losses": _count(row.losses),
        "degenerate": bool(row.degenerate),
    }


def _summary_record(row: SummaryRow, name: str) -> Record:
    low, high = _bounds(row.confidence_interval)
    return {
        "measure": row.measure,
        "segment": row.segment,
        "system": name,
        "n": int(row.n),
        "mean": _number(row.mean),
        "mean_low": low,
        "mean_high": high,
        "standard_error": _number(row.standard_error),
        "degenerate": bool(row.degenerate),
    }


def _bounds(interval: ConfidenceInterval | None) -> tuple[float | None, float | None]:
    if interval is None:
        return None, None
    return _number(interval.low), _number(interval.high)


def _number(value: float | None) -> float | None:
    # JSON has no NaN and no infinity: a number that does not exist is null there.
    return float(value) if value is not None and math.isfinite(value) else None


def _count(value: int | None) -> int | None:
    return None if value is None else int(value)


def _plain_counts(counts: Mapping[str, int] | Mapping[str, Mapping[str, int]]) -> dict[str, object]:
    return {
        key: _plain_counts(value) if isinstance(value, Mapping) else int(value)
        for key, value in counts.items()
    }


def _checked(verification: Verification) -> dict[str, object]:
    return {
        "ok": bool(verification.ok),
        "n_values": int(verification.n_values),
        "n_equal": int(verification.n_equal),
        "n_replicates": int(verification.n_replicates),
        "n_replicates_equal": int(verification.n_replicates_equal),
        "text": str(verification),
    }
