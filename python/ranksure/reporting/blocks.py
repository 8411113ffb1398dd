"""A result as blocks of text cells: one per measure, or one for a summary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..comparison import Comparison
from . import cells

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..summary import Summary

Row = tuple[str, ...]
Group = tuple[str | None, list[Row]]

# Positions in a row of a comparison: name, n, mean, difference, sign, win/tie/loss.
DIFFERENCE, SIGN, RECORD = 3, 4, 5


@dataclass(frozen=True)
class Block:
    """Rows under one header; the first column is the name, a group has a title or None."""

    header: Row
    groups: list[Group]


def blocks(result: Summary | Comparison, marks: cells.Marks) -> list[Block]:
    digits = cells.decimals(result)
    segmented = cells.has_segments(result)
    rows: list[tuple[str | None, Row]] = []
    if not isinstance(result, Comparison):
        for found in result.rows:
            numbers = cells.summary_cells(found, digits, marks)
            title, name = found.measure, cells.segment_name(found.segment)
            rows.append((title, (name, *numbers)) if segmented else (None, (title, *numbers)))
        return [Block((result.name, *cells.summary_header(result)), _grouped(rows))]
    made = []
    for measure in result.measures:
        rows = [
            (
                cells.segment_name(row.segment) if segmented else None,
                (row.system, *cells.comparison_cells(row, result, digits, marks)),
            )
            for row in result.rows
            if row.measure == measure
        ]
        header = (measure, *cells.comparison_header(result))
        made.append(Block(header, _grouped(_aligned(rows))))
    return made


def _grouped(rows: Sequence[tuple[str | None, Row]]) -> list[Group]:
    groups: dict[str | None, list[Row]] = {}
    for title, (name, *numbers) in rows:
        indent = "" if title is None else "  "
        groups.setdefault(title, []).append((indent + name, *numbers))
    return list(groups.items())


def _aligned(rows: list[tuple[str | None, Row]]) -> list[tuple[str | None, Row]]:
    """Wins, ties and losses under each other: " 9/60/ 3"."""
    records = [row[RECORD].split("/") for _, row in rows if row[RECORD]]
    widths = [max(map(len, column)) for column in zip(*records, strict=True)]
    aligned = []
    for segment, row in rows:
        parts = row[RECORD].split("/") if row[RECORD] else []
        padded = "/".join(
            part.rjust(width) for part, width in zip(parts, widths, strict=bool(parts))
        )
        aligned.append((segment, (*row[:RECORD], padded)))
    return aligned


def column_widths(blocks: Sequence[Block]) -> list[int]:
    """One width per column for all blocks, so that the whole report lines up."""
    from rich.cells import cell_len

    rows = [row for block in blocks for _, group in block.groups for row in group]
    rows += [block.header for block in blocks]
    return [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
