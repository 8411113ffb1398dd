"""Results of the commands that are no table of scores: to stdout or a file, in the form asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import click

from .running import encode_output, one_line_each


def deliver(forms: Mapping[str, Callable[[], str]], form: str, output: Path | None) -> None:
    """Write a result in one of its forms."""
    text = forms[form]()
    if output is not None:
        write(text, output)
        return
    if form == "table":
        encode_output(errors="backslashreplace")
    else:
        encode_output(encoding="utf-8")
    click.echo(text, nl=False)


def write(text: str, path: Path) -> None:
    """Write a file, or say in one line why not."""
    with one_line_each():
        path.write_text(text, encoding="utf-8", newline="\n")
