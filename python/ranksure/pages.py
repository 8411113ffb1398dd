"""Documents of a run and a golden set as pages: chunks that belong together count as one."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._ids import Ids, joined
from ._validate import evaluation as meeting
from .qrels import Qrels
from .readers import frames, judgements
from .readers.table import Table
from .run import Run


class Pages(NamedTuple):
    """Chunk i belongs to page i. Pages name themselves, so that pages can be given too."""

    chunks: Ids
    pages: Ids
    label: str  #: what the signature says

    @staticmethod
    def of(group: Any, *columns: Ids) -> "Pages":
        """The pages of a mapping, a frame with the columns document and page, or a function.

        A function is asked once for each distinct id of the columns.
        """
        label = None
        if isinstance(group, Mapping):
            chunks = Ids.from_list(list(group), "group")
            pages = Ids.from_list(list(group.values()), "group")
        elif frames.is_frame(group):
            chunks, pages = frames.id_columns(group, ("document", "page"))
        else:
            meeting.page_function(group)
            found = list({str(i): i for ids in columns for i in ids.tolist()}.values())
            chunks = Ids.from_list(found)
            pages = Ids.from_list(
                [group(document) for document in found],
                place=lambda i: f"group({found[i]!r})",
            )
            label = getattr(group, "__qualname__", type(group).__name__)
        first, same = chunks.as_text().first_places(), pages.as_text().first_places()
        torn = np.flatnonzero(same[first] != same)
        if torn.size:
            i = int(torn[0])
            meeting.chunk_of_two_pages(chunks[i], pages[int(first[i])], pages[i])
        return Pages(chunks, pages, label or _digest(chunks, pages))

    def to_dict(self) -> dict[str, str]:
        """Page of each chunk, by their ids as text."""
        pairs = zip(self.chunks.tolist(), self.pages.tolist(), strict=True)
        return {str(chunk): str(page) for chunk, page in pairs}

    def of_documents(self, documents: Ids) -> tuple[Ids, NDArray[np.bool_]]:
        """The page of each document; and which are neither chunks nor pages (their own page)."""
        found = self.chunks.places_of(documents)
        chunk = found >= 0
        if chunk.all():
            return self.pages.take(found), ~chunk
        unknown = ~chunk & (self.pages.places_of(documents) < 0)
        both = joined(self.pages, documents)
        own = np.arange(len(documents)) + len(self.pages)
        return both.take(np.where(chunk, found, own)), unknown

    def of_run(self, run: Run, duplicates: str) -> tuple[Run, int, int]:
        """The run as one of pages; the chunks that stood there twice, and those that left.

        A page has the score of its best chunk and stands at the place of the first such.
        """
        queries = np.repeat(np.arange(len(run)), np.diff(run.offsets))
        repeats = _repeats(queries, _keys(run.document_ids), None)
        if repeats.size and duplicates == "error":
            first = int(repeats[0])
            query = run.query_ids[int(queries[first])]
            meeting.repeated_document(query, run.document_ids[first], len(repeats))
        pages, unknown = self.of_documents(run.document_ids)
        if unknown.any():
            first = int(np.argmax(unknown))
            query = run.query_ids[int(queries[first])]
            meeting.chunk_without_page(query, run.document_ids[first], int(unknown.sum()))
        stays = np.ones(len(queries), bool)
        stays[_repeats(queries, _keys(pages), run.scores)] = False
        kept = np.flatnonzero(stays)
        of_pages = replace(
            run,
            offsets=np.searchsorted(kept, run.offsets),
            document_ids=pages.take(kept),
            scores=None if run.scores is None else run.scores[kept],
        )
        return of_pages, len(repeats), len(queries) - len(kept) - len(repeats)

    def of_qrels(self, qrels: Qrels) -> tuple[Qrels, int, int]:
        """Judgements of pages, each with its best grade; those merged, those without a page."""
        pages, unknown = self.of_documents(qrels.document_ids)
        table = Table(qrels.query_ids, qrels.offsets, pages, values=qrels.grades)
        settled = judgements.settle(table, "max").table
        of_pages = replace(
            qrels,
            offsets=settled.offsets,
            document_ids=settled.document_ids,
            grades=settled.given_values(),
        )
        return of_pages, len(qrels.grades) - len(of_pages.grades), int(unknown.sum())


def _keys(ids: Ids) -> NDArray[Any]:
    """A number for each id that only the same id has."""
    return ids.first_places() if ids.is_text else ids.parts


def _repeats(
    queries: NDArray[np.int64], keys: NDArray[Any], scores: NDArray[np.float64] | None
) -> NDArray[np.int64]:
    """Places whose key stands in the same query with a better score, or as good and earlier."""
    better = (keys, queries) if scores is None else (-scores, keys, queries)
    order = np.lexsort(better)
    again = (np.diff(queries[order]) == 0) & (keys[order][1:] == keys[order][:-1])
    return np.sort(order[1:][again])


def _digest(chunks: Ids, pages: Ids) -> str:
    """8 hexadecimal digits of the mapping, whatever its order and the kind of its ids."""
    order = _core.sort_ids(chunks.signed().parts)
    digest = hashlib.sha256()
    for ids in (chunks, pages):
        text, offsets = ids.take(order).as_text().parts
        digest.update(offsets.astype("<i8").tobytes())
        digest.update(text.tobytes())
    return digest.hexdigest()[:8]
