"""Rows of cells as plain text and as Markdown, for results that are no table of scores."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from .text import ANY_WIDTH, Row
from .text import _escape as escape
from .text import _grid as grid

if TYPE_CHECKING:
    from .records import Record

__all__ = ["csv_text", "escape", "json_text", "markdown_grid", "text_grid"]


def text_grid(lines: Sequence[Row]) -> str:
    """Columns under each other; the first line is the header, the first column stands left."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for place, title in enumerate(lines[0]):
        table.add_column(Text(title), justify="right" if place else "left", no_wrap=True)
    for line in lines[1:]:
        table.add_row(*map(Text, line))
    buffer = io.StringIO()
    Console(
        file=buffer, width=ANY_WIDTH, color_system=None, force_terminal=False, force_jupyter=False
    ).print(table)
    return "\n".join(line.rstrip() for line in buffer.getvalue().splitlines() if line.strip())


def markdown_grid(lines: Sequence[Row]) -> str:
    """A Markdown table; cells are escaped."""
    return grid([tuple(map(escape, line)) for line in lines], first=0)


def json_text(found: Mapping[str, object]) -> str:
    """Indented JSON that ends with a line break."""
    import json

    return json.dumps(found, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def csv_text(rows: Sequence[Record]) -> str:
    """Records as CSV with one header line; None is an empty field."""
    import csv

    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, fieldnames=list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue()
