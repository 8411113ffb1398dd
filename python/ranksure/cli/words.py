"""What the command line's words mean: measures, NAME=RUN, a file of segments."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..measures import DEFAULT_MEASURES
from ..readers.opening import stem

QUERY_TITLES = ("query", "id")


def measure_names(given: Sequence[str]) -> list[str]:
    """Names from repeated and comma-separated words; a comma within parentheses separates none."""
    if not given:
        return list(DEFAULT_MEASURES)
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
    """
    Segments of queries from a TSV or CSV file.

    Parameters
    ----------
    path : str
        A file whose header names the columns ``query`` (or ``id``) and ``segment``; other columns
        are ignored.

    Returns
    -------
    dict of str to str
        Query id to segment.

    Raises
    ------
    ValueError
        A column or a value is missing, or a query stands twice; the message has path and line.
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
    query_at = next((titles.index(name) for name in QUERY_TITLES if name in titles), None)
    if query_at is None or "segment" not in titles:
        raise ValueError(
            f"{path}:1: the header must name the columns 'query' (or 'id') and 'segment', "
            f"found {titles}"
        )
    segment_at = titles.index("segment")
    found: dict[str, str] = {}
    for number, fields in lines:
        where = f"{path}:{number}"
        if len(fields) != len(titles) or not fields[query_at] or not fields[segment_at]:
            raise ValueError(
                f"{where}: a line needs {len(titles)} fields, with a query and a segment, "
                f"found {fields}"
            )
        if fields[query_at] in found:
            raise ValueError(f"{where}: query {fields[query_at]!r} has a segment already")
        found[fields[query_at]] = fields[segment_at]
    if not found:
        raise ValueError(f"{path}: no query below the header")
    return found
