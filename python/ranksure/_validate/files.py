"""Checks of files, and every message about them; a message begins with path and line."""

import re
from collections.abc import Collection, Sequence
from typing import Any, NoReturn

from .arguments import choice, kind


def damaged(path: str, form: str, error: Exception) -> NoReturn:
    """Refuse compressed data that cannot be read to its end."""
    raise ValueError(f"{path}: damaged {form} data: {error}") from None


def unknown_compression(path: str, form: str) -> NoReturn:
    """Refuse what is compressed in a form that is not read."""
    raise ValueError(f"{path}: must be plain text, gzip, bzip2, xz or Zstandard, found {form}")


def no_zstd(path: str) -> NoReturn:
    """Zstandard came into the standard library late."""
    raise ValueError(
        f"{path}: Zstandard needs Python 3.14 or the package backports.zstd: "
        "pip install 'ranksure[zstd]'"
    )


def no_pyarrow(path: str, form: str) -> NoReturn:
    """Parquet and Feather need a library."""
    raise ValueError(f"{path}: {form} needs pyarrow: pip install 'ranksure[frames]'")


def utf8(path: str, data: bytes, line: int = 1) -> None:
    """Text is UTF-8; the data begin in the given line of a file."""
    if data.isascii():
        return
    try:
        data.decode()
    except UnicodeDecodeError as error:
        line += data.count(b"\n", 0, error.start)
        byte = data[error.start]
        raise ValueError(f"{path}:{line}: must be UTF-8 text, found byte 0x{byte:02x}") from None


def not_blank(path: str, data: bytes) -> None:
    """A file without a line is a mistake, not an answer."""
    if not data.strip():
        empty(path)


def empty(path: str) -> NoReturn:
    """Refuse a file in which all lines are blank."""
    raise ValueError(f"{path}: the file is empty")


def line_options(comment: Any, extra_fields: Any) -> None:
    """The two arguments that relax the line format."""
    if comment is not None and not isinstance(comment, str):
        raise TypeError(f"comment must be text or None, found {kind(comment)}")
    if comment is not None and comment.split() != [comment]:
        raise ValueError(f"comment must be text without blanks such as '#', found {comment!r}")
    choice(extra_fields, "extra_fields", ("error", "ignore"))


def field_count(where: str, what: str, names: Sequence[str], fields: Sequence[str]) -> NoReturn:
    """Refuse a line with too few or too many fields, with a guess at what it is."""
    hint = ""
    if fields[0].startswith("#"):
        hint = "; comment='#' skips comment lines"
    elif (what, len(fields)) == ("run", 4):
        hint = "; 4 fields look like qrels"
    elif (what, len(fields)) == ("qrels", 6):
        hint = "; 6 fields look like a run"
    elif what == "run" and len(fields) == 3:
        hint = "; columns=['query', 'document', 'rank'] (or 'score') says what 3 fields are"
    elif len(fields) > len(names):
        hint = f"; extra_fields='ignore' takes the first {len(names)}"
    raise ValueError(
        f"{where}: a line must have {len(names)} fields ({' '.join(names)}), "
        f"found {len(fields)}{hint}"
    )


def number(text: bytes, name: str, where: str) -> float:
    """The number that a field holds.

    ``float`` reads every usual decimal form, but also ``1_0``, and blanks at the ends that are
    no separators here.
    """
    try:
        if not re.search(rb"[_\s]", text):
            return float(text)
    except ValueError:
        pass
    raise ValueError(f"{where}: a {name} must be a number, found {text.decode()!r}")


def rank(value: float, where: str) -> None:
    """A rank may be any number, but not NaN."""
    if value != value:
        raise ValueError(f"{where}: a rank must be a number, found nan")


def line_columns(columns: Any, wanted: Sequence[str]) -> tuple[str, ...]:
    """The names of the fields of a line, "_" for those that are not read."""
    if isinstance(columns, str) or not isinstance(columns, Sequence):
        raise TypeError(f"columns must be a list of names, found {kind(columns)}")
    for name in columns:
        choice(name, "a name in columns", (*wanted, "_"))
    names = tuple(name for name in columns if name != "_")
    if len(set(names)) < len(names):
        raise ValueError(f"columns must name each field once, found {', '.join(columns)}")
    return tuple(columns)


def column_missing(columns: Sequence[str], wanted: str) -> NoReturn:
    """Refuse lines without a field that is needed."""
    raise ValueError(f"columns must name {wanted}, found {', '.join(columns)}")


def rank_contradiction(path: str, query: object) -> str:
    """The warning when the ranks give another order than the scores."""
    return (
        f"{path}: the rank column contradicts the scores, first for query {query!r}; "
        "the scores decide, order='rank' takes the ranks"
    )


# JSON lines


def json_line(where: str, error: Exception) -> NoReturn:
    """Refuse a line that is no JSON object on its own."""
    raise ValueError(f"{where}: must be a JSON object on one line: {error}") from None


def repeated_key(keys: Sequence[str]) -> NoReturn:
    """Refuse an object that holds a key twice: one value would be lost."""
    raise ValueError(f"key {next(key for key in keys if keys.count(key) > 1)!r} stands twice")


def no_number(literal: str) -> NoReturn:
    """Refuse NaN and Infinity, which are no JSON."""
    raise ValueError(f"{literal} is no JSON number")


def json_object(where: str, value: Any) -> dict[str, Any]:
    """A JSON object, not another JSON value."""
    if not isinstance(value, dict):
        raise ValueError(f"{where}: must be a JSON object, found {kind(value)}")
    return value


def missing_key(where: str, wanted: str, keys: Collection[str]) -> NoReturn:
    """Refuse an object without a key that it needs, with a guess at what it is."""
    hint = ""
    if wanted == "'relevant'" and "retrieved" in keys:
        hint = "; it looks like results"
    elif wanted == "'retrieved'" and "relevant" in keys:
        hint = "; it looks like a golden set"
    raise ValueError(f"{where}: the key {wanted} is missing, found {', '.join(keys)}{hint}")


def json_text(where: str, key: str, value: object) -> None:
    """Question and segment are text."""
    if not isinstance(value, str):
        raise ValueError(f"{where}: {key!r} must be text, found {kind(value)}")


# vectors


def vectors(path: str, problem: str) -> NoReturn:
    """Refuse a file that is no sequence of vectors of one length."""
    raise ValueError(
        f"{path}: must hold vectors of one length, each an int32 length and its values: {problem}"
    )


def vector_suffix(path: str, allowed: Sequence[str]) -> NoReturn:
    """Refuse a name that does not say which vectors the file holds."""
    raise ValueError(f"{path}: the name of a vector file must end in one of {allowed}")
