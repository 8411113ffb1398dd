"""What the command line's words mean: measures, NAME=RUN, files of segments, pages and topics."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..measures import DEFAULT_MEASURES
from ..readers.opening import stem


def measure_names(given: Sequence[str], default: Sequence[str] = DEFAULT_MEASURES) -> list[str]:
    """Names from repeated and comma-separated words; a comma within parentheses separates none."""
    if not given:
        return list(default)
    return [name.strip() for word in given for name in re.split(r",(?![^(]*\))", word)]


def named_runs(words: Sequence[str]) -> dict[str, str]:
    """Name and path of each NAME=RUN; a plain path is named by its stem."""
    runs: dict[str, str] = {}
    for word in words:
        name, separator, path = word.partition("=")
        if not separator or Path(word).exists():
            name, path = stem(word), word
        if not name or not path:
            raise ValueError(f"a run is given as NAME=FILE or FILE, found {word!r}")
        if name in runs:
            raise ValueError(
                f"two runs are named {name!r}: {runs[name]} and {path}; give names as NAME=FILE"
            )
        runs[name] = path
    return runs


def segments(by: str | None) -> Mapping[str, str] | str | None:
    """The argument `by` of the library: None, "segment", or what a file of segments says."""
    if by is None or by == "segment":
        return by
    return read_segments(by)


def read_segments(path: str) -> dict[str, str]:
    """Segment of each query, from a file with the columns query (or id) and segment."""
    return _read_mapping(path, ("query", "id"), "segment")


def clusters(path: str | None) -> dict[str, str] | None:
    """Cluster of each query, from a file with the columns query (or id) and cluster."""
    return None if path is None else _read_mapping(path, ("query", "id"), "cluster")


def read_pages(path: str) -> dict[str, str]:
    """Page of each document, from a file with the columns document and page."""
    return _read_mapping(path, ("document",), "page")


def read_topics(path: str) -> list[str]:
    """Query ids, one a line; blank lines and blanks around an id are ignored."""
    with open(path, encoding="utf-8-sig") as file:
        try:
            lines = [line.strip() for line in file]
        except UnicodeDecodeError as error:
            raise ValueError(f"{path}: {error}") from error
    topics = [line for line in lines if line]
    if not topics:
        raise ValueError(f"{path}: the file names no query")
    return topics


def _read_mapping(path: str, keys: tuple[str, ...], value: str) -> dict[str, str]:
    """
    Two columns of a TSV or CSV file.

    Parameters
    ----------
    path : str
        A file whose header names a key column and the column of values; others are ignored.
    keys : tuple of str
        Names that the key column may have.
    value : str
        Name of the column of values.

    Returns
    -------
    dict of str to str

    Raises
    ------
    ValueError
        A column or a value is missing, or a key stands twice; the message has path and line.
    """
    import csv

    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            header = file.readline()
            file.seek(0)
            reader = csv.reader(file, delimiter="\t" if "\t" in header else ",")
            titles = [title.strip() for title in next(reader, [])]
            lines = [(reader.line_num, fields) for fields in reader if fields]
    except (UnicodeDecodeError, csv.Error) as error:
        raise ValueError(f"{path}: {error}") from error
    key_at = next((titles.index(name) for name in keys if name in titles), None)
    if key_at is None or value not in titles:
        names = " (or ".join(map(repr, keys)) + ")" * (len(keys) - 1)
        raise ValueError(
            f"{path}:1: the header must name the columns {names} and {value!r}, found {titles}"
        )
    value_at = titles.index(value)
    found: dict[str, str] = {}
    for number, fields in lines:
        where = f"{path}:{number}"
        if len(fields) != len(titles) or not fields[key_at] or not fields[value_at]:
            raise ValueError(
                f"{where}: a line needs {len(titles)} fields, with a {keys[0]} and a {value}, "
                f"found {fields}"
            )
        if fields[key_at] in found:
            raise ValueError(f"{where}: {keys[0]} {fields[key_at]!r} has a {value} already")
        found[fields[key_at]] = fields[value_at]
    if not found:
        raise ValueError(f"{path}: no {keys[0]} below the header")
    return found
