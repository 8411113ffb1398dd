"""A run and a golden set before they are ranked: queries meet, topics, pages, own documents."""

import hashlib
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ._ids import Ids, offsets_of
from ._validate import diversity
from ._validate import evaluation as meeting
from .diversity_qrels import DiversityQrels
from .pages import Pages
from .policies import Policies
from .qrels import Qrels
from .run import Run

Given = TypeVar("Given", Run, Qrels)


@dataclass(frozen=True, eq=False)
class Prepared:
    """Query i of ``qrels`` is answered by row ``run_rows[i]`` of ``run``, or by none (-1)."""

    run: Run
    qrels: Qrels
    run_rows: NDArray[np.int64]
    counts: dict[str, int]
    read: dict[str, str]  #: the choices that acted here or at reading, for the signature
    topics: Ids | None
    pages: Pages | None


def prepare(run: Run, qrels: Qrels, policies: Policies, topics: Any, group: Any) -> Prepared:
    """Restrict to the topics, turn chunks into pages, then drop documents of the query's id."""
    run_rows = _matched_queries(run.query_ids, qrels.query_ids)
    counts = {
        "unjudged_queries": len(run) - int((run_rows >= 0).sum()),
        "topics_left_out": 0,
        "rank_contradictions": run.rank_contradictions,
        "merged_judgements": qrels.merged_judgements,
        "conflicting_judgements": qrels.conflicting_judgements,
    }
    wanted = pages = None
    if topics is not None:
        wanted = _topics(topics, qrels.query_ids)
        kept = np.zeros(len(qrels), bool)
        kept[qrels.query_ids.places_of(wanted)] = True
        counts["topics_left_out"] = int((~kept).sum())
        qrels, run_rows = queries_of(qrels, np.flatnonzero(kept)), run_rows[kept]
    if group is not None or policies.drop_self:
        answered = run_rows >= 0
        run = queries_of(run, run_rows[answered])  # what is not judged is not looked at
        run_rows = np.where(answered, np.cumsum(answered) - 1, -1)
    duplicates = left = merged = unknown = own_retrieved = own_judged = 0
    if group is not None:
        diversity.not_grouped(isinstance(qrels, DiversityQrels))
        pages = Pages.of(group, run.document_ids, qrels.document_ids)
        run, duplicates, left = pages.of_run(run, policies.duplicates)
        qrels, merged, unknown = pages.of_qrels(qrels)
    if policies.drop_self:
        run, own_retrieved = _without_own(run)
        qrels, own_judged = _without_own(qrels)
    counts |= {
        "duplicates": duplicates,
        "grouped_documents": left,
        "grouped_judgements": merged,
        "ungrouped_judgements": unknown,
        "self_retrieved": own_retrieved,
        "self_judged": own_judged,
    }
    read = {
        "order": run.order,
        "conflicts": qrels.conflicts,
        "group": "no" if pages is None else pages.label,
        "topics": "all" if wanted is None else f"{len(wanted)}-{_digest(wanted)}",
    }
    return Prepared(run, qrels, run_rows, counts, read, wanted, pages)


def ranked_documents(run: Run, row: int, policies: Policies) -> list[tuple[str, float | None]]:
    """The ranking of one query without repeats, ids as text; equal scores as given but for trec."""
    given = [(str(document), score) for document, score in run.ranking(row)] if row >= 0 else []
    if run.scores is not None:
        if policies.ties == "trec":
            given.sort(key=lambda pair: pair[0].encode(), reverse=True)
        given.sort(key=lambda pair: -(pair[1] or 0.0))  # stable
    first: dict[str, float | None] = {}
    for document, score in given:
        first.setdefault(document, score)
    return list(first.items())


def _matched_queries(run_ids: Ids, judged_ids: Ids) -> NDArray[np.int64]:
    """For each judged query its row in the run, or -1."""
    rows = run_ids.places_of(judged_ids)
    if not (rows >= 0).any():
        meeting.no_common_query(run_ids, judged_ids)
    return rows


def _topics(topics: Any, judged: Ids) -> Ids:
    """The topics, each once, ascending by the bytes of their ids; all of them judged."""
    given = Ids.from_list(meeting.topics(topics), "topics")
    places = judged.places_of(given)
    if (places < 0).any():
        meeting.unknown_topic(given[int(np.argmin(places))], int((places < 0).sum()))
    return judged.take(np.unique(places))


def _digest(topics: Ids) -> str:
    """8 hexadecimal digits of ordered ids."""
    text, offsets = topics.as_text().parts
    return hashlib.sha256(offsets.astype("<i8").tobytes() + text.tobytes()).hexdigest()[:8]


def queries_of(given: Given, rows: NDArray[np.int64]) -> Given:
    """Some of the queries."""
    lengths = np.diff(given.offsets)[rows]
    offsets = offsets_of(lengths)
    entries = np.arange(offsets[-1]) + np.repeat(given.offsets[rows] - offsets[:-1], lengths)
    return _entries(replace(given, query_ids=given.query_ids.take(rows)), entries, offsets)


def _without_own(given: Given) -> tuple[Given, int]:
    """Without documents whose id is that of their query; and how many they were."""
    of_id = given.query_ids.places_of(given.document_ids)
    own = of_id == np.repeat(np.arange(len(given)), np.diff(given.offsets))
    kept = np.flatnonzero(~own)
    return _entries(given, kept, np.searchsorted(kept, given.offsets)), int(own.sum())


def _entries(given: Given, entries: NDArray[np.int64], offsets: Any) -> Given:
    changes: dict[str, Any] = {"offsets": offsets, "document_ids": given.document_ids.take(entries)}
    for name in ("scores", "grades"):
        values = getattr(given, name, None)
        if values is not None:
            changes[name] = values[entries]
    if isinstance(given, DiversityQrels) and given.subtopics is not None:
        changes["subtopics"] = given.subtopics.take(entries)
    return replace(given, **changes)
