"""JSON, CSV and Markdown: each a function from a result to text."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

from ..comparison import Comparison
from . import cells
from .records import document, records

if TYPE_CHECKING:
    from ..summary import Summary
    from ..verifying import Verification

# Markdown has no width; rich wants one.
ANY_WIDTH = 100_000

Row = tuple[str, ...]


def to_json(result: Summary | Comparison, verification: Verification | None = None) -> str:
    """
    The result as an indented JSON object: rows at full precision, settings, counts, notes.

    Parameters
    ----------
    result : Summary or Comparison
        What `Scores.summary` or `compare` returned.
    verification : Verification, optional
        What `Scores.verify` or `Comparison.verify` returned.

    Returns
    -------
    str
        Valid JSON (no NaN) that ends with a line break.
    """
    import json

    return (
        json.dumps(document(result, verification), indent=2, ensure_ascii=False, allow_nan=False)
        + "\n"
    )


def to_csv(result: Summary | Comparison) -> str:
    """
    The rows of the result as CSV at full precision, with one header line.

    Parameters
    ----------
    result : Summary or Comparison
        What `Scores.summary` or `compare` returned.

    Returns
    -------
    str
        The columns are the keys of `records`; a value that does not exist is an empty field.
    """
    import csv

    rows = records(result)
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, fieldnames=list(rows[0]), lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow(row | {"degenerate": "true" if row["degenerate"] else "false"})
    return buffer.getvalue()


def to_markdown(result: Summary | Comparison, verification: Verification | None = None) -> str:
    """
    The result as GitHub Markdown: a table per measure (comparison) or one table (summary).

    Parameters
    ----------
    result : Summary or Comparison
        What `Scores.summary` or `compare` returned.
    verification : Verification, optional
        What `Scores.verify` or `Comparison.verify` returned.

    Returns
    -------
    str
        Tables, legend, notes and signature. Needs the extra ``cli``, which draws the tables.
    """
    parts = []
    if isinstance(result, Comparison):
        for measure in result.measures:
            parts += [f"### {_escape(measure)}", _comparison_table(result, measure)]
    else:
        parts += [f"### {_escape(result.name)}", _summary_table(result)]
    lines = cells.legend(result, cells.UNICODE)
    lines += [f"note: {note}" for note in result.notes]
    if verification is not None:
        lines.append(cells.verified(verification) + str(verification))
    parts.append("\n".join(f"- {_escape(line)}" for line in lines))
    parts.append(f"`{result.signature}`")
    return "\n\n".join(parts) + "\n"


def _comparison_table(result: Comparison, measure: str) -> str:
    digits = cells.decimals(result)
    n, mean, difference, _, record = cells.comparison_header(result)
    lines: list[Row] = [("segment", "system", n, mean, difference, record)]
    for row in result.rows:
        if row.measure == measure:
            segment, system = _escape(cells.segment_name(row.segment)), _escape(row.system)
            n, mean, difference, sign, record = cells.comparison_cells(
                row, result, digits, cells.UNICODE
            )
            marked = f"**{difference}** {sign}" if sign else difference
            lines.append((segment, system, n, mean, marked, record))
    return _grid(lines, first=0 if cells.has_segments(result) else 1)


def _summary_table(result: Summary) -> str:
    digits = cells.decimals(result)
    lines: list[Row] = [("segment", "measure", *cells.summary_header(result))]
    # Segments of one measure stand together, as in the terminal: that is what one compares.
    for measure in dict.fromkeys(row.measure for row in result.rows):
        lines += [
            (
                _escape(cells.segment_name(row.segment)),
                _escape(row.measure),
                *cells.summary_cells(row, digits, cells.UNICODE),
            )
            for row in result.rows
            if row.measure == measure
        ]
    return _grid(lines, first=0 if cells.has_segments(result) else 1)


def _grid(lines: list[Row], *, first: int) -> str:
    """The columns from `first` on as a Markdown table; the first line is the header."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.MARKDOWN)
    for title in lines[0][first:]:
        table.add_column(Text(title), no_wrap=True)
    for line in lines[1:]:
        # Text, because a str would be read as console markup and lose its brackets.
        table.add_row(*(Text(cell) for cell in line[first:]))
    buffer = io.StringIO()
    console = Console(
        file=buffer, width=ANY_WIDTH, color_system=None, force_terminal=False, force_jupyter=False
    )
    console.print(table)
    return "\n".join(line for line in buffer.getvalue().splitlines() if line.strip())


def _escape(text: str) -> str:
    # Names are data: a pipe would end the cell, a star or an angle bracket would be markup.
    return re.sub(r"([\\`|<*])", r"\\\1", re.sub(r"[\r\n]+", " ", text))
