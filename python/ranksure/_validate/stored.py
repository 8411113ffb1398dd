"""Checks of stored scores and of scores that are put together; a message begins with its place."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from .arguments import kind

if TYPE_CHECKING:
    from ..scores import Scores

MARK = "scores"
VERSION = 1


def header(where: str, found: dict[str, Any]) -> None:
    """The first line says what the file is, and in which version."""
    if found.get("ranksure") != MARK:
        raise ValueError(
            f"{where}: must be scores stored by ranksure, a first line with the key 'ranksure', "
            f"found the keys {', '.join(map(repr, found))}"
        )
    if found.get("version") != VERSION:
        raise ValueError(
            f"{where}: this version of ranksure reads version {VERSION} of stored scores, "
            f"found {found.get('version')!r}"
        )
    for key in ("name", "signature", "fingerprint"):
        if not isinstance(_value(where, found, key), str):
            raise ValueError(f"{where}: {key!r} must be text, found {kind(found[key])}")
    _whole_number(where, "queries", _value(where, found, "queries"))
    measures = texts(where, "measures", _value(where, found, "measures"))
    if not measures or len(set(measures)) < len(measures):
        raise ValueError(f"{where}: 'measures' must name different measures, found {measures}")
    texts(where, "notes", _value(where, found, "notes"))
    counts = _value(where, found, "counts")
    if not isinstance(counts, dict):
        raise ValueError(f"{where}: 'counts' must be an object, found {kind(counts)}")
    for name, count in counts.items():
        _whole_number(where, f"counts: {name}", count)


def _value(where: str, found: dict[str, Any], key: str) -> Any:
    if key not in found:
        raise ValueError(f"{where}: the key {key!r} is missing, found {', '.join(found)}")
    return found[key]


def _whole_number(where: str, key: str, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"{where}: {key!r} must be a whole number from 0 on, found {kind(value)}")


def texts(where: str, key: str, value: Any) -> Sequence[str]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ValueError(f"{where}: {key!r} must be a list of texts, found {kind(value)}")
    return value


def row(where: str, found: dict[str, Any], width: int) -> None:
    """A query with its values, and perhaps its segment."""
    query = _value(where, found, "query")
    if isinstance(query, bool) or not isinstance(query, str | int) or query == "":
        raise ValueError(f"{where}: 'query' must be text or a whole number, found {kind(query)}")
    if not isinstance(found.get("segment", ""), str):
        raise ValueError(f"{where}: 'segment' must be text, found {kind(found['segment'])}")
    values = _value(where, found, "values")
    if not isinstance(values, list) or len(values) != width:
        raise ValueError(
            f"{where}: 'values' must hold one number a measure ({width}), found {values!r}"
        )
    for value in values:
        number = value is None or (isinstance(value, int | float) and not isinstance(value, bool))
        if not number or (value is not None and not math.isfinite(value)):
            raise ValueError(f"{where}: a value must be a finite number or null, found {value!r}")


def repeated_query(where: str, query: object) -> NoReturn:
    raise ValueError(f"{where}: query {query!r} stands twice")


def all_there(path: str, found: int, wanted: int) -> None:
    """A cut file must not become a smaller golden set."""
    if found != wanted:
        raise ValueError(f"{path}: the first line says {wanted} queries, found {found}")


def mergeable(first: "Scores", other: "Scores") -> None:
    """Other measures of the same system: same golden set, choices and queries."""
    if first.name != other.name:
        raise ValueError(
            f"merge: the scores are of different systems, {first.name!r} and {other.name!r}; "
            "compare takes several systems"
        )
    for what, a, b in (
        ("golden sets (fingerprints", first.fingerprint, other.fingerprint),
        ("choices (signatures", first.signature, other.signature),
    ):
        if a != b:
            raise ValueError(f"merge: the scores have different {what} {a} and {b})")
    if first.query_ids != other.query_ids:
        raise ValueError(
            f"merge: the scores must belong to the same queries in the same order, found "
            f"{len(first)} and {len(other)} queries"
        )


def one_value(measure: str, query: object, a: float, b: float) -> NoReturn:
    raise ValueError(
        f"merge: both scores hold {measure}, with different values for query {query!r}: {a} and {b}"
    )
