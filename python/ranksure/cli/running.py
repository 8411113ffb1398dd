"""From the library to the user: errors and warnings as one line each, results as text."""

from __future__ import annotations

import io
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, TextIO

import click

from .._validate.arguments import PolicyWarning

if TYPE_CHECKING:
    from ..comparison import Comparison
    from ..summary import Summary
    from ..verifying import Verification
    from .options import Options


class DataError(click.ClickException):
    """An input that cannot be used: shown as one line, exit code 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the line."""
        click.echo(f"error: {self.message}", file=file or sys.stderr)


@contextmanager
def one_line_each() -> Iterator[None]:
    """Show what the library raises or warns about as one line on stderr, without traceback."""
    seen: set[str] = set()
    others = warnings.showwarning

    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        if not issubclass(category, PolicyWarning):
            others(message, category, filename, lineno, file, line)
        elif str(message) not in seen:
            seen.add(str(message))
            click.echo(f"warning: {message}", err=True)

    with warnings.catch_warnings():
        warnings.simplefilter("always", PolicyWarning)
        warnings.showwarning = show
        try:
            yield
        except OSError as error:
            raise DataError(_file_error(error)) from error
        except (ValueError, TypeError) as error:
            raise DataError(str(error)) from error


def _file_error(error: OSError) -> str:
    if error.filename is None or error.strerror is None:
        return str(error)
    return f"{error.filename}: {error.strerror}"


def _page(result: Summary | Comparison, verification: Verification | None) -> str:
    from ..comparison import Comparison
    from ..reporting import to_html

    if not isinstance(result, Comparison):
        raise DataError("--format html: a page is made of a comparison; evaluate has no page")
    try:
        return to_html(result, verification)
    except ModuleNotFoundError as error:
        raise DataError(f"{error.name} is missing: pip install 'ranksure[html]'") from None


def emit(
    result: Summary | Comparison | str, verification: Verification | None, options: Options
) -> None:
    """Write a result where and how the options say; a verification that failed exits with 1."""
    from .. import reporting

    form = options.chosen_form
    if isinstance(result, str):
        write(result, options)
    elif form == "table" and options.output is None:
        encode_output(errors="backslashreplace")
        reporting.print_table(result, verification)
    else:
        text = {
            "table": reporting.to_text,
            "json": reporting.to_json,
            "csv": lambda result, _: reporting.to_csv(result),
            "markdown": reporting.to_markdown,
            "latex": lambda result, _: reporting.to_latex(result),
            "html": _page,
        }[form](result, verification)
        write(text, options)
    if verification is not None and not verification.ok:
        click.get_current_context().exit(1)


def write(text: str, options: Options) -> None:
    """Write text to stdout, or to the file of --output."""
    if options.output is None:
        encode_output(encoding="utf-8")
        click.echo(text, nl=False)
    else:
        with one_line_each():
            options.output.write_text(text, encoding="utf-8", newline="\n")


def to_json(plain: object) -> str:
    """Plain values as indented JSON."""
    import json

    return json.dumps(plain, indent=2, ensure_ascii=False)


def show(text: str) -> None:
    """Write text to stdout, where any name can stand in it."""
    encode_output(encoding="utf-8")
    click.echo(text)


def encode_output(**how: Any) -> None:
    """Let a pipe or a file take any name, whatever the system's own encoding is."""
    if isinstance(sys.stdout, io.TextIOWrapper) and not sys.stdout.isatty():
        sys.stdout.reconfigure(**how)
