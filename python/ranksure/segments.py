"""Segments of queries: kinds of questions, users, languages."""

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any

from ._validate import arguments as check

if TYPE_CHECKING:
    from .scores import Scores

#: Segments of queries: a mapping from query id, or "segment" for those of the golden set.
Segments = Mapping[Any, Hashable] | str


def segment_rows(scores: "Scores", segments: Segments) -> dict[str, list[int]]:
    """Rows of each segment."""
    if isinstance(segments, str):
        check.choice(segments, "by", ["segment"])
        if not scores.segments:
            raise ValueError("by='segment': the golden set names no segments")
        mapping: Mapping[Any, Hashable] = scores.segments
    elif isinstance(segments, Mapping):
        mapping = {str(query): segment for query, segment in segments.items()}
    else:
        raise TypeError(
            f"by must be 'segment' or a mapping from query id to segment, "
            f"found {check.kind(segments)}"
        )
    groups: dict[str, list[int]] = {}
    for row, query in enumerate(scores.query_ids):
        if str(query) not in mapping:
            raise ValueError(f"by: query {query!r} has no segment")
        groups.setdefault(str(mapping[str(query)]), []).append(row)
    return groups
