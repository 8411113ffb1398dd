"""A comparison as one HTML page that needs nothing else: no network, no other file."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._validate import arguments as check
from . import cells, charts, sentences
from .page_data import query_data
from .records import records
from .svg import inline_svg

if TYPE_CHECKING:
    import os

    from ..comparison import Comparison
    from ..verifying import Verification

DETAILED = 3  # systems whose queries are shown where none are named
ROW_HEIGHT, CHART_HEIGHT, FRAME_HEIGHT = 0.24, 2.2, 0.62  # inches


def to_html(
    result: Comparison,
    verification: Verification | None = None,
    *,
    details: Sequence[str] | None = None,
) -> str:
    """
    A comparison as one self-contained HTML page.

    Parameters
    ----------
    result : Comparison
        What `compare` returned.
    verification : Verification, optional
        What `Comparison.verify` returned.
    details : sequence of str, optional
        Systems whose queries are shown one by one, beside the baseline; by default the three of the
        highest mean by the first measure.

    Returns
    -------
    str
        A page with the verdict in words, the notes, a table of all numbers, charts of intervals,
        segments, sorted differences and replicates, and a table of queries with the ranks of their
        relevant documents, which sorts and filters.

    Raises
    ------
    ValueError
        ``details`` names the baseline or an unknown system.

    Notes
    -----
    Names, ids and questions are escaped; the page loads nothing and refuses to. The replicates are
    drawn again from the seed. Needs the extra ``html`` (Jinja2 and matplotlib). Where the ranks of
    all relevant documents would make the page large, each query shows its first ones and counts the
    others.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    chosen = _detailed(result, details)
    environment = Environment(
        loader=PackageLoader("ranksure.reporting", "page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    digits = cells.decimals(result)
    header = [title for title in cells.comparison_header(result) if title]
    page = environment.get_template("page.html.j2").render(
        headline=sentences.headline(result),
        verdicts=sentences.verdicts(result),
        baseline=result.baseline,
        notes=result.notes,
        legend=cells.legend(result, cells.UNICODE),
        verification=None if verification is None else _verified(verification),
        header=header,
        segmented=cells.has_segments(result),
        rows=_table_rows(result, digits),
        charts=_charts(result, chosen),
        details=chosen,
        others=len(result.systems) - 1 - len(chosen),
        signature=result.signature,
        settings=cells.settings(result),
        draws=result.draws,
        data=query_data(result, chosen, digits),
    )
    return page + "\n"


def save_html(
    result: Comparison,
    path: str | os.PathLike[str],
    verification: Verification | None = None,
    *,
    details: Sequence[str] | None = None,
) -> None:
    """Write the page of `to_html` to a file, as UTF-8."""
    text = to_html(result, verification, details=details)
    Path(path).write_text(text, encoding="utf-8", newline="\n")


def _detailed(result: Comparison, details: Sequence[str] | None) -> list[str]:
    others = [system for system in result.systems if system != result.baseline]
    if details is not None:
        return [check.choice(system, "details", others) for system in dict.fromkeys(details)]
    means = {
        row.system: -math.inf if math.isnan(row.mean) else row.mean
        for row in result.rows
        if row.measure == result.measures[0] and row.segment is None
    }
    best = sorted(others, key=lambda system: -means[system])[:DETAILED]
    return [system for system in others if system in best]


def _verified(verification: Verification) -> str:
    return cells.verified(verification) + str(verification)


def _table_rows(result: Comparison, digits: int) -> list[dict[str, Any]]:
    """Texts of the table of all numbers, with the numbers that they are sorted by."""
    rows = []
    for row, record in zip(result.rows, records(result), strict=True):
        n, mean, difference, sign, *others = cells.comparison_cells(
            row, result, digits, cells.UNICODE
        )
        won = None if row.wins is None or row.losses is None else row.wins - row.losses
        rows.append(
            {
                "measure": row.measure,
                "segment": cells.segment_name(row.segment),
                "system": row.system,
                "cells": [
                    (n, record["n"]),
                    (mean, record["mean"]),
                    (f"{difference} {sign}".strip(), record["difference"]),
                    *((text, won) for text in others),
                ],
                "verdict": ("", "higher", "lower")[row.excludes_zero],
            }
        )
    return rows


def _charts(result: Comparison, chosen: Sequence[str]) -> dict[str, list[dict[str, str]]]:
    """All charts of the page, by section."""
    systems = len(result.systems)
    found: dict[str, list[dict[str, str]]] = {
        "intervals": [],
        "records": [],
        "segments": [],
        "details": [],
    }

    def add(section: str, title: str, text: str, draw: Any, height: float) -> None:
        name = f"c{sum(map(len, found.values()))}"
        svg = inline_svg(draw, height, name)
        found[section].append({"title": title, "text": text, "svg": svg})

    for measure in result.measures:
        add(
            "intervals",
            measure,
            f"Mean {measure} of each system with its interval; the table above has the numbers.",
            partial(charts.draw_intervals, result=result, measure=measure),
            FRAME_HEIGHT + ROW_HEIGHT * systems,
        )
        add(
            "records",
            measure,
            f"Queries that each system won, tied and lost against {result.baseline} by {measure}.",
            partial(charts.draw_records, result=result, measure=measure),
            FRAME_HEIGHT + ROW_HEIGHT * (systems - 1),
        )
        if cells.has_segments(result):
            add(
                "segments",
                measure,
                f"Difference to {result.baseline} by {measure} in each segment.",
                partial(charts.draw_segments, result=result, measure=measure, systems=chosen),
                FRAME_HEIGHT + ROW_HEIGHT * len(chosen) * len(result.segments),
            )
    for (system, measure), replicates in result.replicates(chosen).items():
        base, scores = result.scores[result.baseline], result.scores[system]
        row = next(
            r for r in result.rows if (r.segment, r.measure, r.system) == (None, measure, system)
        )
        add(
            "details",
            f"{system}, {measure}: each query",
            f"Differences of the queries to {result.baseline}, sorted: {row.wins} won, {row.ties} "
            f"tied, {row.losses} lost.",
            partial(charts.draw_differences, differences=scores[measure] - base[measure]),
            CHART_HEIGHT,
        )
        estimate = cells.estimate(
            row.difference,
            row.difference_interval,
            cells.decimals(result),
            cells.UNICODE,
            signed=True,
        )
        add(
            "details",
            f"{system}, {measure}: each resample",
            f"Mean difference of {len(replicates):,} resamples: {estimate}.",
            partial(charts.draw_replicates, replicates=replicates, row=row),
            CHART_HEIGHT,
        )
    return found
