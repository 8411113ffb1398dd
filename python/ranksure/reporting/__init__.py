"""Results as tables, Markdown, JSON, CSV and plots; each function takes a Summary or Comparison."""

from .plot import save_plot
from .records import document, records
from .table import print_table, to_text
from .text import to_csv, to_json, to_markdown

__all__ = [
    "document",
    "print_table",
    "records",
    "save_plot",
    "to_csv",
    "to_json",
    "to_markdown",
    "to_text",
]
