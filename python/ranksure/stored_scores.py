"""Scores in a file that a person can read and a repository can keep; scores put together.

The file is JSON lines. The first line says what it is: version, name, measures, signature and
fingerprint of the golden set. Each further line is a query with its values, one a measure.
"""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ._validate import files
from ._validate import stored as check
from .replicates import FloatArray
from .scores import QueryId, Scores


def save_scores(scores: Scores, path: str | os.PathLike[str]) -> None:
    """Write scores, as `Scores.save` says."""
    import json

    head = {
        "ranksure": check.MARK,
        "version": check.VERSION,
        "name": scores.name,
        "measures": list(scores.measures),
        "signature": scores.signature,
        "fingerprint": scores.fingerprint,
        "queries": len(scores),
        "counts": {name: int(count) for name, count in scores.counts.items()},
        "notes": list(scores.notes),
    }
    lines = [head, *_rows(scores)]
    text = "".join(json.dumps(line, ensure_ascii=False, allow_nan=False) + "\n" for line in lines)
    Path(path).write_text(text, encoding="utf-8", newline="\n")


def _rows(scores: Scores) -> Iterator[dict[str, Any]]:
    segments = scores.segments or {}
    for query, values in zip(scores.query_ids, scores.values.tolist(), strict=True):
        segment = segments.get(str(query))
        place = {"query": query} if segment is None else {"query": query, "segment": segment}
        # repr is the shortest text that reads back as the same float64; NaN is no value.
        yield place | {"values": [None if value != value else value for value in values]}


def load_scores(path: str | os.PathLike[str]) -> Scores:
    """Read scores that `Scores.save` wrote, with the same bits.

    Parameters
    ----------
    path : str or path

    Returns
    -------
    Scores
        Without run and golden set, so that they cannot be verified.

    Raises
    ------
    ValueError
        For a file that is not, or not completely, what `Scores.save` writes; the message has path
        and line.

    Examples
    --------
    >>> import tempfile
    >>> from ranksure import evaluate
    >>> scores = evaluate({"q": ["a", "b"]}, {"q": ["b"]}, ["rr"])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     scores.save(f"{folder}/scores.jsonl")
    ...     load_scores(f"{folder}/scores.jsonl")
    Scores('run', 1 queries: rr=0.5000)
    """
    name = os.fspath(path)
    data = Path(path).read_bytes()
    files.utf8(name, data)
    files.not_blank(name, data)
    lines = _objects(name, data)
    where, head = next(lines)
    check.header(where, head)
    rows: dict[QueryId, list[float]] = {}
    segments: dict[str, str] = {}
    for where, row in lines:
        check.row(where, row, len(head["measures"]))
        query = row["query"]
        if query in rows:
            check.repeated_query(where, query)
        rows[query] = [np.nan if value is None else value for value in row["values"]]
        if "segment" in row:
            segments[str(query)] = row["segment"]
    check.all_there(name, len(rows), head["queries"])
    return Scores(
        values=np.array([*rows.values()], np.float64).reshape(len(rows), len(head["measures"])),
        query_ids=tuple(rows),
        measures=tuple(head["measures"]),
        counts=head["counts"],
        notes=tuple(head["notes"]),
        signature=head["signature"],
        fingerprint=head["fingerprint"],
        name=head["name"],
        segments=segments or None,
    )


def holds_scores(path: str | os.PathLike[str]) -> bool:
    """Whether a file begins like stored scores, and so is no run."""
    beginning = b'{"ranksure": "%b"' % check.MARK.encode()
    with open(path, "rb") as file:
        return file.read(len(beginning)) == beginning


def _objects(name: str, data: bytes) -> Iterator[tuple[str, dict[str, Any]]]:
    """Path with line, and object, of each line that is not blank."""
    import json

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            files.repeated_key([key for key, _ in pairs])
        return found

    for number, line in enumerate(data.decode().split("\n"), 1):
        if line.strip():
            where = f"{name}:{number}"
            try:
                value = json.loads(line, object_pairs_hook=once, parse_constant=files.no_number)
            except ValueError as error:
                files.json_line(where, error)
            yield where, files.json_object(where, value)


def merge_scores(first: Scores, other: Scores) -> Scores:
    """Both measures of one system, as `Scores.merge` says."""
    check.mergeable(first, other)
    columns: list[FloatArray] = [first.values]
    measures = list(first.measures)
    for column, measure in enumerate(other.measures):
        values = other.values[:, column]
        if measure not in first.measures:
            columns.append(values.reshape(-1, 1))
            measures.append(measure)
            continue
        own = first[measure]
        apart = np.flatnonzero((own != values) & ~(np.isnan(own) & np.isnan(values)))
        if apart.size:
            row = int(apart[0])
            check.one_value(measure, first.query_ids[row], own[row], values[row])
    names = dict.fromkeys([*first.counts, *other.counts])
    return replace(
        first,
        values=np.ascontiguousarray(np.concatenate(columns, axis=1)),
        measures=tuple(measures),
        # A query may lack a relevant document for one measure alone.
        counts={name: max(s.counts.get(name, 0) for s in (first, other)) for name in names},
        notes=tuple(dict.fromkeys([*first.notes, *other.notes])),
        evidence=None,  # each has its own
    )
