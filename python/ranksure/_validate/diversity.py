"""Checks of judgements for subtopics, and of the measures that need them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from .arguments import kind

if TYPE_CHECKING:
    from ..measures import Measure


def judgement_rows(rows: Sequence[Any]) -> None:
    """Each row is (query, subtopic, document, grade)."""
    for i, row in enumerate(rows):
        if not isinstance(row, list | tuple) or len(row) != 4:
            raise ValueError(f"row {i} must be (query, subtopic, document, grade), found {row!r}")


def subtopics(value: Any, where: str) -> Mapping[Any, Any]:
    """The subtopics of one query."""
    if not isinstance(value, Mapping):
        raise TypeError(
            f"{where}: judgements must map subtopics to {{document: grade}} or lists of the "
            f"relevant documents, found {kind(value)}"
        )
    return value


def grade(where: str, field: str) -> float:
    """A grade in a file."""
    try:
        if not re.search(r"[_\s]", field):
            return float(field)
    except ValueError:
        pass
    raise ValueError(f"{where}: a grade must be a number, found {field!r}")


def conflict(place: str, grade: float, before: float) -> NoReturn:
    """Refuse two grades of one document for one subtopic."""
    raise ValueError(
        f"{place}: grade {grade!r}, but {before!r} was given before; "
        "conflicts='max' or conflicts='first' chooses one"
    )


def subtopics_judged(diverse: bool, measures: Iterable["Measure"]) -> None:
    """A diversity measure needs judgements of subtopics."""
    needing = next((measure.name for measure in measures if measure.diverse), None)
    if needing is not None and not diverse:
        raise ValueError(
            f"measure {needing!r} needs judgements for subtopics: read_diversity_qrels reads qrels "
            "whose second column is the subtopic, DiversityQrels.from_dict takes "
            "{query: {subtopic: {document: grade}}}"
        )


def ties_settled(ties: str, measure: "Measure") -> None:
    """Equal scores have one order."""
    if ties == "average":
        raise ValueError(
            f"ties='average': measure {measure.name!r} has no average over the orders of equal "
            "scores; ties='trec' or ties='stable' gives it one order"
        )


def not_grouped(diverse: bool) -> None:
    """Pages have no grades by subtopic."""
    if diverse:
        raise ValueError(
            "group= takes a golden set without subtopics, found diversity qrels; judge pages "
            "themselves for each subtopic"
        )
