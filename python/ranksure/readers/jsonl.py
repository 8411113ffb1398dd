"""Golden sets and results as JSON lines: one object a question."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from .._validate import evidence, files
from .mappings import golden_table, run_table
from .table import Table


class Golden(NamedTuple):
    """A golden set with what it says about its questions, keyed by query id as text."""

    table: Table
    questions: dict[str, str] | None
    segments: dict[str, str] | None


class _Record(NamedTuple):
    where: str  # path and line
    query: Any
    content: Any  # judged or retrieved documents
    object: dict[str, Any]


def read_golden(path: str, data: bytes) -> Golden:
    """``{"id", "relevant": [id] or {id: grade}, "question"?, "segment"?}`` a line."""
    records = list(_records(path, data, "relevant"))
    try:
        table = golden_table(*_columns(records))
    except TypeError as error:  # in a file a wrong kind is a wrong value
        raise ValueError(str(error)) from None
    return Golden(table, _texts(records, "question"), _texts(records, "segment"))


class EvidenceSet(NamedTuple):
    """A golden set that gives strings instead of documents."""

    queries: list[Any]
    strings: list[Any]
    questions: dict[str, str] | None
    segments: dict[str, str] | None


def read_evidence(path: str, data: bytes) -> EvidenceSet:
    """``{"id", "evidence": [text], "question"?, "segment"?}`` a line."""
    records = list(_records(path, data, "evidence"))
    for record in records:
        try:
            evidence.strings(record.content, record.where)
        except TypeError as error:  # in a file a wrong kind is a wrong value
            raise ValueError(str(error)) from None
    queries, strings, _ = _columns(records)
    return EvidenceSet(queries, strings, _texts(records, "question"), _texts(records, "segment"))


def read_results(path: str, data: bytes) -> Table:
    """``{"id", "retrieved": [id] or [{"id", "score"}]}`` a line."""
    records = [
        record._replace(content=_pairs(record.content, record.where))
        for record in _records(path, data, "retrieved")
    ]
    try:
        return run_table(*_columns(records))
    except TypeError as error:
        raise ValueError(str(error)) from None


def _columns(records: list[_Record]) -> tuple[list[Any], list[Any], Any]:
    wheres = [record.where for record in records]
    return (
        [record.query for record in records],
        [record.content for record in records],
        lambda query, entry: f"{wheres[query]}: ",
    )


def _pairs(retrieved: Any, where: str) -> Any:
    """Objects with id and score as (id, score); anything else is left to the mapping reader."""
    if not isinstance(retrieved, list) or not retrieved or not isinstance(retrieved[0], dict):
        return retrieved
    return [
        (_value(item, "id", where), _value(item, "score", where))
        for item in (files.json_object(where, item) for item in retrieved)
    ]


def _value(record: dict[str, Any], key: str, where: str) -> Any:
    if key not in record:
        files.missing_key(where, repr(key), record)
    return record[key]


def _records(path: str, data: bytes, wanted: str) -> Iterator[_Record]:
    import json

    for number, line in enumerate(data.decode().split("\n"), 1):
        if not line.strip():
            continue
        where = f"{path}:{number}"
        try:
            parsed = json.loads(line, object_pairs_hook=_object, parse_constant=files.no_number)
        except (ValueError, RecursionError) as error:
            files.json_line(where, error)
        record = files.json_object(where, parsed)
        # "query" is the id only where there is no "id": next to one it may hold the question
        key = "id" if "id" in record else "query"
        if key not in record:
            files.missing_key(where, "'id' or 'query'", record)
        if wanted not in record:
            files.missing_key(where, repr(wanted), record)
        yield _Record(where, record[key], record[wanted], record)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        files.repeated_key([key for key, _ in pairs])
    return result


def _texts(records: list[_Record], key: str) -> dict[str, str] | None:
    """What the records say under a key, by query; None where no record has it."""
    texts = {}
    for record in records:
        if record.object.get(key) is not None:
            files.json_text(record.where, key, record.object[key])
            texts[str(record.query)] = record.object[key]
    return texts or None
