"""Results as tables, Markdown, JSON, CSV and plots; each function takes a Summary or Comparison."""

from .charts import (
    draw_differences,
    draw_intervals,
    draw_records,
    draw_replicates,
    draw_segments,
)
from .html import save_html, to_html
from .latex import to_latex
from .plot import save_plot
from .records import document, records
from .table import print_table, to_text
from .text import to_csv, to_json, to_markdown

__all__ = [
    "document",
    "draw_differences",
    "draw_intervals",
    "draw_records",
    "draw_replicates",
    "draw_segments",
    "print_table",
    "records",
    "save_html",
    "save_plot",
    "to_csv",
    "to_html",
    "to_json",
    "to_latex",
    "to_markdown",
    "to_text",
]
