"""Relevance by evidence: strings of a golden set are looked for in chunks of text."""

import os
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._ids import Ids, offsets_of
from ._validate import evidence as checks
from ._validate import inputs
from .readers import jsonl, opening
from .readers.chunks import Chunks
from .readers.table import Table


class TextRules(NamedTuple):
    """What does not matter when texts are compared; `normalise` is defined in the reference."""

    ignore_case: bool
    ignore_space: bool
    unicode_form: str | None

    def normalise(self, text: str) -> str:
        """Text as it is compared."""
        if text.isascii():  # every form leaves it as it is
            text = text.lower() if self.ignore_case else text
        else:
            text = self._form(text)
            text = self._form(text.casefold()) if self.ignore_case else text
        return " ".join(text.split()) if self.ignore_space else text

    def _form(self, text: str) -> str:
        if self.unicode_form is None:
            return text
        return unicodedata.normalize(self.unicode_form, text)  # type: ignore[arg-type]


@dataclass(frozen=True)
class EvidenceSearch:
    """What became of the evidence of a golden set.

    Attributes
    ----------
    n_strings : int
        Evidence strings in all.
    n_chunks : int
        Chunks that were searched.
    split : tuple of (query, string)
        Strings that no chunk holds, but two neighbouring chunks together.
    nowhere : tuple of (query, string)
        Strings that were found nowhere.
    """

    n_strings: int
    n_chunks: int
    split: tuple[tuple[Any, str], ...]
    nowhere: tuple[tuple[Any, str], ...]


def golden_evidence(golden: Any) -> tuple[jsonl.EvidenceSet, str]:
    """The strings of each query, from JSON lines or a mapping, and where they come from."""
    if isinstance(golden, str | os.PathLike):
        text = opening.open_text(golden)
        return jsonl.read_evidence(text.name, text.read()), text.name
    mapping = inputs.mapping(golden, "golden")
    for query, strings in mapping.items():
        checks.strings(strings, f"query {query!r}")
    return jsonl.EvidenceSet(list(mapping), list(mapping.values()), None, None), "evidence"


def judged_chunks(
    queries: Sequence[Any], strings: Sequence[Collection[str]], chunks: Chunks, rules: TextRules
) -> tuple[Table, EvidenceSearch]:
    """Each chunk that holds one of a query's strings is judged relevant, of grade 1."""
    owners: dict[str, list[tuple[int, str]]] = {}  # queries of each string, as it is given there
    for query, given in enumerate(strings):
        for string in given:
            normal = rules.normalise(string)
            checks.not_blank(normal, string, queries[query])
            owners.setdefault(normal, []).append((query, string))
    patterns = list(owners)
    search = _Search(patterns)
    ids: list[Any] = []
    found: list[list[int]] = [[] for _ in queries]  # places of chunks
    unseen = set(range(len(patterns)))
    for place, (chunk, text) in enumerate(chunks):
        ids.append(chunk)
        matches = search.matches(rules.normalise(text))
        unseen -= matches
        for query in {query for match in matches for query, _ in owners[patterns[match]]}:
            found[query].append(place)
    chunk_ids = Ids.from_list(ids, place=lambda i: f"chunk {i}")
    checks.distinct_chunks(chunk_ids, _core.first_repeat(chunk_ids.signed().parts))
    missing = [patterns[i] for i in sorted(unseen)]
    split = _split(missing, chunks, rules)

    def lost(normals: Iterable[str]) -> tuple[tuple[Any, str], ...]:
        lost = sorted(owner for normal in normals for owner in owners[normal])
        return tuple((queries[query], string) for query, string in lost)

    report = EvidenceSearch(
        sum(map(len, owners.values())), len(ids), lost(split), lost(set(missing) - split)
    )
    places = np.fromiter(chain.from_iterable(found), np.int64)
    table = Table(
        Ids.from_list(queries, place=lambda i: f"query {i}"),
        offsets_of(list(map(len, found))),
        chunk_ids.take(places),
    )
    return table.with_ones(), report


class _Search:
    """Many strings at once in a text."""

    def __init__(self, patterns: Sequence[str]) -> None:
        self._automaton = checks.search_library().AhoCorasick(patterns)

    def matches(self, text: str) -> set[int]:
        """Which of the strings a text contains."""
        found = self._automaton.find_matches_as_indexes(text, overlapping=True)
        return {match[0] for match in found}


def _split(missing: Sequence[str], chunks: Chunks, rules: TextRules) -> set[str]:
    """Those of the strings that stand across two neighbouring chunks."""
    if not missing:
        return set()
    search, found = _Search(missing), set[int]()
    reach = max(map(len, missing)) - 1  # so far across a border a string can stand
    before = None
    for _, text in chunks:
        chunk = rules.normalise(text)
        if before is not None:
            for joined in _joins(before, chunk, reach, rules.ignore_space):
                found |= search.matches(joined)
        before = chunk
    return {missing[i] for i in found}


def _joins(first: str, second: str, reach: int, ignore_space: bool) -> Iterator[str]:
    """What may have stood around the border of two chunks."""
    tail = first[max(0, len(first) - reach) :]
    repeated = _repeated(first, second)
    if repeated:
        yield tail + second[repeated : repeated + reach]
    yield tail + second[:reach]
    if ignore_space:
        yield f"{tail} {second[:reach]}"


def _repeated(first: str, second: str) -> int:
    """How many characters at the end of the first text begin the second, from 16 on."""
    start, beginning = max(0, len(first) - len(second)), second[:16]
    while len(beginning) == 16 and (start := first.find(beginning, start)) >= 0:
        if second.startswith(first[start:]):
            return len(first) - start
        start += 1
    return 0
