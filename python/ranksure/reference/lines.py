"""What text holds that has one document a line, such as TREC runs and qrels."""

import re
from collections.abc import Iterator, Mapping, Sequence


def fields_of_lines(text: bytes, comment: str = "") -> Iterator[tuple[int, list[str]]]:
    """Number (from 1) and fields of each line that is neither blank nor a comment.

    A line ends with LF or CR LF, the last one also with the text or with CR. Spaces and tabs
    separate fields, nothing else does. A comment begins with ``comment``, after blanks.

    Raises
    ------
    ValueError
        With the number of the first line that is not UTF-8.
    """
    text = text.removeprefix(b"\xef\xbb\xbf")
    for number, line in enumerate(text.split(b"\n"), 1):
        try:
            content = line.removesuffix(b"\r").decode().strip(" \t")
        except UnicodeDecodeError:
            raise ValueError(f"line {number}") from None
        if content and not (comment and content.startswith(comment)):
            yield number, re.split("[ \t]+", content)


def number_of(field: str) -> float:
    """The number that a field spells: what Python's ``float`` reads, without ``_`` and blanks."""
    if not field.isascii() or re.search(r"[_\s]", field):
        raise ValueError(field)
    return float(field)


def rows(
    text: bytes,
    names: Sequence[str],
    numeric: Sequence[str],
    comment: str = "",
    more_fields: bool = False,
) -> list[Mapping[str, str | float]]:
    """The named fields of each line, those in ``numeric`` as numbers.

    Raises
    ------
    ValueError
        With the number of the first line that is wrong: not UTF-8, other than ``len(names)``
        fields (``more_fields`` allows more), a field that is no number, or a rank that is NaN.
    """
    result: list[Mapping[str, str | float]] = []
    for number, fields in fields_of_lines(text, comment):
        if len(fields) < len(names) or (len(fields) > len(names) and not more_fields):
            raise ValueError(f"line {number}")
        row: dict[str, str | float] = dict(zip(names, fields, strict=False))
        try:
            row.update({name: number_of(str(row[name])) for name in numeric})
            if row.get("rank") != row.get("rank"):
                raise ValueError
        except ValueError:
            raise ValueError(f"line {number}") from None
        result.append(row)
    return result


def by_query(
    table: Sequence[Mapping[str, str | float]],
) -> dict[str, list[Mapping[str, str | float]]]:
    """The rows of each query in their order; queries by first appearance."""
    result: dict[str, list[Mapping[str, str | float]]] = {}
    for row in table:
        result.setdefault(str(row["query"]), []).append(row)
    return result
