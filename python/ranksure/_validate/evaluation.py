"""Checks of what meets in an evaluation or a comparison."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import arguments as check

if TYPE_CHECKING:
    from .._ids import Ids
    from ..measures import Measure
    from ..qrels import Qrels
    from ..scores import Scores
    from ..verifying import Evidence


def gains_fit(qrels: "Qrels", measures: Iterable["Measure"]) -> None:
    """2^grade must be a number (grades up to 1000), and no grade above the largest of a scale."""
    for measure in measures:
        if measure.exponential:
            _no_grade_above(qrels, check.MAX_EXPONENT, "exponential gain takes grades")
        if measure.max_grade is not None:
            _no_grade_above(qrels, measure.max_grade, f"{measure.name} takes grades")


def _no_grade_above(qrels: "Qrels", largest: float, what: str) -> None:
    large = np.flatnonzero(qrels.grades > largest)
    if large.size:
        place = int(large[0])
        row = int(np.searchsorted(qrels.offsets, place, side="right")) - 1
        raise ValueError(
            f"{what} up to {largest:g}, found {qrels.grades[place]:g} for query "
            f"{qrels.query_ids[row]!r}, document {qrels.document_ids[place]!r}"
        )


def repeated_document(query: object, document: object, count: int) -> None:
    raise ValueError(
        f"query {query!r} retrieves document {document!r} more than once ({count} repeated "
        "documents in the run); duplicates='first' keeps the first place of each"
    )


def topics(value: object) -> list[Any]:
    """A collection of query ids, and not a single one."""
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        raise TypeError(f"topics must be a list of query ids, found {check.kind(value)}")
    listed = value.tolist() if isinstance(value, np.ndarray) else list(value)
    if not listed:
        raise ValueError("topics must name at least one query, found none")
    return listed


def unknown_topic(topic: object, count: int) -> None:
    raise ValueError(
        f"topics: query {topic!r} is not in the golden set ({count} such topics in all)"
    )


def page_function(group: object) -> None:
    if not callable(group):
        raise TypeError(
            "group must map documents to pages: a mapping, a frame with the columns document and "
            f"page, or a function; found {check.kind(group)}"
        )


def chunk_of_two_pages(document: object, page: object, other: object) -> None:
    raise ValueError(f"group puts document {document!r} into page {page!r} and into {other!r}")


def chunk_without_page(query: object, document: object, count: int) -> None:
    raise ValueError(
        f"query {query!r} retrieves document {document!r}, which group neither puts into a page "
        f"nor names as one ({count} such documents in the run)"
    )


def bounded(measures: Sequence["Measure"], known: Sequence[str]) -> None:
    """It is proved where these measures have their extremes when unjudged documents are judged."""
    for measure in measures:
        if measure.judged_only:
            raise ValueError(
                f"judgement_bounds: {measure.name} leaves unjudged documents out, and judging one "
                "puts it back whatever its grade"
            )
        if measure.kind not in known or measure.like:
            raise ValueError(
                f"judgement_bounds: it is not proved which judgements make {measure.name} least "
                f"and largest; choose with measures= among {', '.join(known)}"
            )


def extremes_unknown(measure: "Measure", known: Sequence[str], depth: int | None) -> None:
    under = "" if depth is None else f" under depth={depth}"
    raise ValueError(
        f"tie_range: it is not proved which orders of equal scores make {measure.name} least and "
        f"greatest{under}; choose with measures= among {', '.join(known)}"
    )


def orders_tried(measure: str, query: object) -> None:
    raise ValueError(
        f"tie_range: the expected {measure} of query {query!r} has no closed form, and its equal "
        "scores allow too many orders to try each; leave the measure out with measures="
    )


def one_order(ties: str) -> None:
    if ties == "average":
        raise ValueError("relstring shows one order of the documents, and ties='average' has none")


def too_many_orders(measure: str, query: object) -> None:
    raise ValueError(
        f"ties='average': {measure} of query {query!r} has no closed form, and its equal scores "
        "allow too many orders to try each (at most 8 documents of one score and 40,320 orders "
        "in all); use ties='trec'"
    )


def no_common_query(run_ids: "Ids", judged_ids: "Ids") -> None:
    def some(ids: "Ids") -> str:
        return ", ".join(repr(ids[i]) for i in range(min(3, len(ids))))

    raise ValueError(
        f"run and golden set have no query in common: the run has {some(run_ids)}, ..., "
        f"the golden set {some(judged_ids)}, ..."
    )


def no_query(policy: str, concerned: NDArray[np.bool_], queries: "Ids", what: str) -> None:
    """Under the policy "error" no query may be concerned."""
    if concerned.any():
        row = int(np.flatnonzero(concerned)[0])
        raise ValueError(
            f"{policy}='error': {what} query {queries[row]!r} ({int(concerned.sum())} such queries)"
        )


def some_query_left(kept: NDArray[np.bool_]) -> None:
    if not kept.any():
        raise ValueError(
            f"no query is left: the policies missing and no_relevant leave out all {len(kept)}"
        )


def evidence_of(scores: "Scores", what: str = "verify") -> "Evidence":
    if scores.evidence is None:
        raise ValueError(
            f"{what} needs the run and the golden set, and these scores do not hold them "
            "(only whole scores that evaluate made do: no plain numbers, loaded or taken rows)"
        )
    return scores.evidence


def systems(value: object) -> None:
    """compare wants a mapping of at least two named systems."""
    if not isinstance(value, Mapping):
        raise TypeError(f"systems must map names to runs or scores, found {check.kind(value)}")
    for name in value:
        if not isinstance(name, str):
            raise TypeError(f"systems: a name must be text, found {check.kind(name)}")
    if len(value) < 2:
        raise ValueError(f"systems must hold at least 2 systems to compare, found {list(value)}")


def one_other_system(others: Sequence[str]) -> None:
    if len(others) > 1:
        raise ValueError(f"system: name one of {list(others)}")


def measures_given(measures: object) -> None:
    if measures is None:
        raise TypeError("measures must name at least one measure when systems are runs, found None")


def no_need_of(qrels: Any, measures: object) -> None:
    """Scores and plain numbers have met their golden set already."""
    if qrels is not None or measures is not None:
        raise TypeError(
            "qrels and measures go with runs: the systems given are scores or plain numbers "
            "(or a run is given without qrels)"
        )


def comparable(scores: Mapping[str, "Scores"]) -> None:
    """Same golden set, same measures, same choices."""
    first_name, first = next(iter(scores.items()))
    for name, other in scores.items():
        if other.fingerprint != first.fingerprint:
            raise ValueError(
                f"{first_name!r} and {name!r} were judged by different golden sets "
                f"(fingerprints {first.fingerprint} and {other.fingerprint})"
            )
        if other.measures != first.measures:
            raise ValueError(
                f"{first_name!r} and {name!r} hold different measures: "
                f"{', '.join(first.measures)} and {', '.join(other.measures)}"
            )
        if other.signature != first.signature:
            raise ValueError(
                f"{first_name!r} and {name!r} were evaluated with different choices: "
                f"{first.signature} and {other.signature}"
            )
        if not first.fingerprint and len(other) != len(first):
            raise ValueError(
                f"{first_name!r} and {name!r} must belong to the same queries, found "
                f"{len(first)} and {len(other)} values"
            )


def some_shared_query(shared: set[Any]) -> None:
    if not shared:
        raise ValueError("no query was kept by all systems")


def ranked_list(lists: object) -> None:
    """A ranked list, or a list of them."""
    if isinstance(lists, str | bytes) or not isinstance(lists, Sequence):
        raise TypeError(
            "retrieved must be a list of ids in ranked order, a list of such lists or an integer "
            f"array, found {check.kind(lists)}"
        )


def as_many_lists(judged: Any, n: int) -> None:
    """A batch has judged documents for each of its lists."""
    if isinstance(judged, str | bytes | Mapping | set | frozenset) or not hasattr(
        judged, "__len__"
    ):
        raise TypeError(
            f"a batch of {n} ranked lists needs a list of {n} collections of judged documents, "
            f"found {type(judged).__name__}"
        )
    if len(judged) != n:
        raise ValueError(
            f"each ranked list needs its judged documents, found {n} lists and {len(judged)} "
            "collections of judged documents"
        )
