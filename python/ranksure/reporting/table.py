"""Terminal tables: one block per measure, segments under it, systems or measures as rows."""

from __future__ import annotations

import io
from typing import IO, TYPE_CHECKING

from . import cells
from .blocks import DIFFERENCE, RECORD, SIGN, Block, Row, blocks, column_widths
from .cells import ASCII, UNICODE, Marks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from ..comparison import Comparison
    from ..summary import Summary
    from ..verifying import Verification

# Prose below the table is as wide as the table, and at least this where there is room.
PROSE_WIDTH = 100
# Wide enough for any table: what a file or a pipe offers.
ANY_WIDTH = 10_000
GAP = 2
# A name column may be folded down to this many characters in a narrow terminal.
NAME_WIDTH = 12


def to_text(
    result: Summary | Comparison,
    verification: Verification | None = None,
    *,
    width: int | None = None,
    ascii: bool = False,
) -> str:
    """
    The result as a plain text table, with its legend, notes and signature below.

    Parameters
    ----------
    result : Summary or Comparison
        What `Scores.summary` or `compare` returned.
    verification : Verification, optional
        What `Scores.verify` or `Comparison.verify` returned.
    width : int, optional
        Width in characters; by default as wide as the table needs. Long names are folded to fit,
        numbers are never cut: a table that needs more takes more.
    ascii : bool
        Draw with ASCII signs only (names and notes stay as they are).

    Returns
    -------
    str
        Lines without trailing blanks. Needs the extra ``cli``.
    """
    from rich.console import Console

    buffer = io.StringIO()
    # A terminal's habits (colour, its width, notebooks) must not leak into a text.
    console = Console(
        file=buffer,
        color_system=None,
        force_terminal=False,
        force_jupyter=False,
        width=ANY_WIDTH if width is None else width,
    )
    _print(result, verification, console, ASCII if ascii else UNICODE)
    return "".join(line.rstrip() + "\n" for line in buffer.getvalue().splitlines())


def print_table(
    result: Summary | Comparison,
    verification: Verification | None = None,
    *,
    file: IO[str] | None = None,
) -> None:
    """
    Print a result as a table: in colour and as wide as the terminal, or as plain text elsewhere.

    Parameters
    ----------
    result : Summary or Comparison
        What `Scores.summary` or `compare` returned.
    verification : Verification, optional
        What `Scores.verify` or `Comparison.verify` returned.
    file : text file, optional
        Where to; standard output by default.

    Notes
    -----
    Needs the extra ``cli``.
    """
    from rich.console import Console

    console = Console(file=file)
    ascii = console.options.ascii_only
    if console.is_terminal:
        _print(result, verification, console, ASCII if ascii else UNICODE)
    else:
        console.file.write(to_text(result, verification, ascii=ascii))
        console.file.flush()


def _print(
    result: Summary | Comparison,
    verification: Verification | None,
    console: Console,
    marks: Marks,
) -> None:
    made = blocks(result, marks)
    widths = column_widths(made)
    gaps = GAP * (len(widths) - 1)
    # The name is the one column that may fold; the numbers need what they need.
    spare = console.width - sum(widths[1:]) - gaps
    widths[0] = min(widths[0], max(spare, NAME_WIDTH))
    prose = min(console.width, max(PROSE_WIDTH, sum(widths) + gaps))
    console.width = max(console.width, sum(widths) + gaps)
    for block in made:
        for table in _tables(block, widths, marks):
            console.print(table)
        console.print()
    for line in _below(result, verification, marks):
        console.print(line, width=prose, highlight=False)


def _tables(block: Block, widths: Sequence[int], marks: Marks) -> Iterator[Table]:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    def table(*, head: bool, title: str | None = None) -> Table:
        made = Table(
            box=box.ASCII if marks is ASCII else box.SIMPLE_HEAD,
            padding=(0, GAP - 1, 0, 0),  # the box itself draws one column between two cells
            show_edge=False,
            pad_edge=False,
            show_header=head,
            title=None if title is None else Text(title, style="bold cyan"),
            title_justify="left",
        )
        for index, (name, width) in enumerate(zip(block.header, widths, strict=True)):
            made.add_column(
                Text(name, style="bold"),
                justify="right" if index else "left",
                overflow="fold",
                no_wrap=index > 0,
                width=width,
            )
        return made

    yield table(head=True)
    for segment, rows in block.groups:
        group = table(head=False, title=segment)
        for row in rows:
            group.add_row(*_styled(row, marks))
        yield group


def _styled(row: Row, marks: Marks) -> list[Text]:
    from rich.text import Text

    styles = [""] * len(row)
    if len(row) > RECORD:
        sign = row[SIGN]
        verdict = {marks.higher: "bold green", marks.lower: "bold red"}.get(sign, "")
        baseline = not row[RECORD]
        styles[DIFFERENCE] = styles[SIGN] = "dim" if baseline else verdict
    return [Text(cell, style=style) for cell, style in zip(row, styles, strict=True)]


def _below(
    result: Summary | Comparison, verification: Verification | None, marks: Marks
) -> Iterator[Text]:
    from rich.text import Text

    for line in cells.legend(result, marks):
        yield Text(line)
    for note in result.notes:
        yield Text.assemble(("note: ", "bold yellow"), note)
    if verification is not None:
        label = (cells.verified(verification), "bold green" if verification.ok else "bold red")
        yield Text.assemble(label, str(verification))
    yield Text(result.signature, style="dim")
