"""The example files agree with each other: ids, judgements, segments, depths and orders."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
HELP_CENTRE = EXAMPLES / "help_centre"
SYSTEMS = ["keyword", "vector", "hybrid"]
DEPTH = 10


def no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object, refusing a key that stands in it twice (json would keep the last)."""
    assert len({key for key, _ in pairs}) == len(pairs), pairs
    return dict(pairs)


def read(path: Path) -> list[dict[str, Any]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(line, object_pairs_hook=no_repeats) for line in lines]


@pytest.fixture(scope="module")
def corpus() -> dict[str, dict[str, str]]:
    pages = read(HELP_CENTRE / "corpus.jsonl")
    by_id = {page["id"]: page for page in pages}
    assert len(by_id) == len(pages)
    return by_id


@pytest.fixture(scope="module")
def golden() -> list[dict[str, Any]]:
    return read(HELP_CENTRE / "golden.jsonl")


def test_every_page_has_id_title_and_its_own_text(corpus: dict[str, dict[str, str]]) -> None:
    for page in corpus.values():
        assert set(page) == {"id", "title", "text"}
        assert all(value.strip() == value != "" for value in page.values())
    assert len({page["text"] for page in corpus.values()}) == len(corpus)
    assert len({page["title"] for page in corpus.values()}) == len(corpus)


def test_questions_are_numbered_and_asked_once(golden: list[dict[str, Any]]) -> None:
    assert [line["id"] for line in golden] == [f"q{n:03d}" for n in range(1, len(golden) + 1)]
    assert len({line["question"] for line in golden}) == len(golden) >= 75
    assert all(set(line) == {"id", "question", "relevant", "segment"} for line in golden)


def test_segments_are_large_enough_to_be_read(golden: list[dict[str, Any]]) -> None:
    counts = Counter(line["segment"] for line in golden)
    assert set(counts) == {"identifier", "natural", "multi-condition"}
    assert min(counts.values()) >= 20


def test_judgements_name_pages_of_the_corpus(
    golden: list[dict[str, Any]], corpus: dict[str, dict[str, str]]
) -> None:
    for line in golden:
        relevant = line["relevant"]
        assert len(relevant) >= 1, line
        assert set(relevant) <= set(corpus), line
        assert len(set(relevant)) == len(relevant), line


def test_multi_condition_questions_are_graded_and_the_others_are_not(
    golden: list[dict[str, Any]],
) -> None:
    for line in golden:
        relevant = line["relevant"]
        if line["segment"] == "multi-condition":
            assert len(relevant) >= 2
            assert 2 in relevant.values()
            assert set(relevant.values()) <= {1, 2}
        else:
            assert isinstance(relevant, list)


def test_identifiers_asked_for_stand_in_a_relevant_page(
    golden: list[dict[str, Any]], corpus: dict[str, dict[str, str]]
) -> None:
    identifier = re.compile(r"TB[RX]?-[\w-]*\w|/v2/[\w/-]+|[a-z]+\.[a-z_0-9]+_[a-z_0-9]+|X-\w+-\w+")
    for line in golden:
        if line["segment"] == "identifier" and "TBI-" not in line["question"]:
            found = identifier.findall(line["question"])
            assert found, line
            texts = [corpus[page]["text"] for page in line["relevant"]]
            assert any(all(name in text for name in found) for text in texts), line


@pytest.mark.parametrize("system", SYSTEMS)
def test_results_answer_every_question_with_pages_of_the_corpus(
    system: str, golden: list[dict[str, Any]], corpus: dict[str, dict[str, str]]
) -> None:
    results = read(HELP_CENTRE / f"{system}.jsonl")
    assert [line["id"] for line in results] == [line["id"] for line in golden]
    for line in results:
        pages = [entry["id"] for entry in line["retrieved"]]
        assert set(pages) <= set(corpus), line
        assert len(set(pages)) == len(pages), line
        # BM25 leaves out pages that share no word with the question.
        assert len(pages) == DEPTH or (system == "keyword" and 1 <= len(pages) < DEPTH), line


@pytest.mark.parametrize("system", SYSTEMS)
def test_results_stand_in_the_order_that_is_scored(system: str) -> None:
    for line in read(HELP_CENTRE / f"{system}.jsonl"):
        entries = [(entry["score"], entry["id"]) for entry in line["retrieved"]]
        assert all(isinstance(score, float) and math.isfinite(score) for score, _ in entries)
        assert entries == sorted(entries, reverse=True), line


def test_systems_differ() -> None:
    files = [(HELP_CENTRE / f"{system}.jsonl").read_bytes() for system in SYSTEMS]
    assert len(set(files)) == len(SYSTEMS)


def test_sso_question_has_its_relevant_pages_at_ranks_two_five_and_nine() -> None:
    (golden,) = read(EXAMPLES / "sso" / "golden.jsonl")
    (results,) = read(EXAMPLES / "sso" / "results.jsonl")
    assert results["id"] == golden["id"]
    assert golden["relevant"] == ["p212", "p1140", "p2306"]
    retrieved = results["retrieved"]
    assert len(set(retrieved)) == len(retrieved) == 10
    ranks = [retrieved.index(page) + 1 for page in golden["relevant"]]
    assert ranks == [2, 5, 9]
    gain = sum(1 / math.log2(rank + 1) for rank in ranks)
    ideal = sum(1 / math.log2(rank + 1) for rank in (1, 2, 3))
    assert round(gain / ideal, 4) == 0.6189


def test_examples_stay_small() -> None:
    files = [path for path in EXAMPLES.rglob("*") if path.suffix in {".jsonl", ".md", ".py"}]
    assert sum(path.stat().st_size for path in files) < 400_000
