"""LaTeX tables with the rules of booktabs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..comparison import Comparison
from . import cells
from .blocks import blocks

if TYPE_CHECKING:
    from ..summary import Summary

MARKS = cells.Marks(higher="^", lower="v", constant="!", absent="--")
_SPECIAL = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    **{sign: "\\" + sign for sign in "&%$#_{}"}, "<": r"\textless{}", ">": r"\textgreater{}",
}  # fmt: skip


def to_latex(result: Summary | Comparison) -> str:
    r"""
    The result as LaTeX: one ``tabular`` per measure (comparison) or one (summary).

    Parameters
    ----------
    result : Summary or Comparison
        What `Scores.summary` or `compare` returned.

    Returns
    -------
    str
        Needs ``\usepackage{booktabs}``. A difference whose interval excludes 0 is bold. The legend
        and the signature follow as comments.
    """
    parts = []
    for block in blocks(result, MARKS):
        titles = [title for title in block.header if title]
        lines = [rf"\begin{{tabular}}{{l{'r' * (len(titles) - 1)}}}", r"\toprule"]
        lines += [" & ".join(map(_escape, titles)) + r" \\", r"\midrule"]
        for place, (segment, rows) in enumerate(block.groups):
            if place:
                lines.append(r"\addlinespace")
            if segment is not None:
                title = _escape(segment)
                lines.append(rf"\multicolumn{{{len(titles)}}}{{l}}{{\textit{{{title}}}}} \\")
            lines += [_line(row, block.header) for row in rows]
        parts.append("\n".join([*lines, r"\bottomrule", r"\end{tabular}"]))
    about = [line for line in cells.legend(result, MARKS) if not line.startswith("^")]
    about += [f"note: {note}" for note in result.notes] + [result.signature]
    parts.append("\n".join("% " + re.sub(r"\s+", " ", line) for line in about))
    return "\n\n".join(parts) + "\n"


def _line(row: tuple[str, ...], header: tuple[str, ...]) -> str:
    """Cells of the titled columns; the untitled one holds the sign that makes a number bold."""
    found = []
    for place, (cell, title) in enumerate(zip(row, header, strict=True)):
        if not title:
            continue
        text = _escape(cell.strip())
        text = (
            re.sub(r"(?<![\w-])-(?=\d)", "$-$", re.sub(r"\+(?=\d)", "$+$", text)) if place else text
        )
        signed = place + 1 < len(header) and not header[place + 1] and row[place + 1]
        found.append(rf"\textbf{{{text}}}" if signed else text)
    return " & ".join(found) + r" \\"


def _escape(text: str) -> str:
    line = re.sub(r"\s+", " ", text)
    return "".join(_SPECIAL.get(sign, sign) for sign in line)
