"""Make the results of three retrieval systems for the help-centre example.

keyword.jsonl is BM25 (bm25s), vector.jsonl is cosine similarity of the word vectors that ship
inside the wordllama package, hybrid.jsonl is reciprocal rank fusion of the two. Nothing is random
and no model is downloaded: ``pip install bm25s wordllama``, then ``python make_help_centre.py``.
"""

from __future__ import annotations

import argparse
import json
import logging
from collections.abc import Iterable
from pathlib import Path

import bm25s
import numpy as np
import wordllama
from numpy.typing import NDArray
from wordllama import WordLlama

DEPTH = 10
"""Documents kept in a result file."""
FUSION_DEPTH = 30
"""Documents of each system that take part in the fusion."""
FUSION_CONSTANT = 60
"""The k of reciprocal rank fusion (Cormack et al. 2009, doi:10.1145/1571941.1572114)."""

Scores = dict[str, float]


def best(scores: Iterable[tuple[str, float]], count: int) -> Scores:
    """Return the ``count`` highest scores, best first.

    Scores are rounded before they are sorted, so that the last bits of a sum, which differ between
    machines, cannot change a file. Ties stand in the order in which trec_eval reads them
    (id descending), so that the file shows the ranking that is scored.
    """
    rounded = [(round(float(score), 6), document) for document, score in scores]
    return {document: score for score, document in sorted(rounded, reverse=True)[:count]}


def keyword(texts: dict[str, str], questions: dict[str, str]) -> dict[str, Scores]:
    """Rank by BM25 as bm25s sets it: k1 = 1.5, b = 0.75, English stop words, no stemming."""
    index = bm25s.BM25(dtype="float64")
    index.index(bm25s.tokenize(list(texts.values()), show_progress=False), show_progress=False)
    results: dict[str, Scores] = {}
    for query, question in questions.items():
        terms = bm25s.tokenize(question, return_ids=False, show_progress=False)[0]
        matched = ((d, s) for d, s in zip(texts, index.get_scores(terms), strict=True) if s > 0)
        results[query] = best(matched, FUSION_DEPTH)
    return results


def vector(texts: dict[str, str], questions: dict[str, str]) -> dict[str, Scores]:
    """Rank by the cosine of mean word-piece vectors (the 256-dimensional model of wordllama)."""
    # The wheel holds weights and tokenizer, but by default the tokenizer is looked for in a folder
    # of another name; naming the package itself as the cache finds both without a download.
    model = WordLlama.load(cache_dir=Path(wordllama.__file__).parent, disable_download=True)
    documents = unit_rows(model.embed(list(texts.values())))
    results: dict[str, Scores] = {}
    for query, question in questions.items():
        cosines = documents @ unit_rows(model.embed([question]))[0]
        results[query] = best(zip(texts, cosines, strict=True), FUSION_DEPTH)
    return results


def unit_rows(vectors: NDArray[np.float32]) -> NDArray[np.float64]:
    """Scale each row to length one, in double precision."""
    rows = vectors.astype(np.float64)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows


def hybrid(systems: list[dict[str, Scores]]) -> dict[str, Scores]:
    """Fuse rankings by the sum of 1 / (60 + rank)."""
    results: dict[str, Scores] = {}
    for query in systems[0]:
        fused: Scores = {}
        for system in systems:
            for rank, document in enumerate(system[query], start=1):
                fused[document] = fused.get(document, 0.0) + 1.0 / (FUSION_CONSTANT + rank)
        results[query] = best(fused.items(), DEPTH)
    return results


def read_jsonl(path: Path) -> list[dict[str, str]]:
    """Read one JSON object per line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write_results(path: Path, results: dict[str, Scores]) -> None:
    """Write one line per question: its id and the first ten documents with their scores."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for query, scores in results.items():
            retrieved = [{"id": d, "score": s} for d, s in list(scores.items())[:DEPTH]]
            file.write(json.dumps({"id": query, "retrieved": retrieved}) + "\n")


def main() -> None:
    """Read corpus and golden set, run the three systems, write their results."""
    here = Path(__file__).parent / "help_centre"
    parser = argparse.ArgumentParser(description="Make the help-centre result files.")
    parser.add_argument("--output", type=Path, default=here, help="folder for the result files")
    output = parser.parse_args().output
    logging.getLogger("bm25s").setLevel(logging.WARNING)  # its DEBUG lines would reach the screen
    corpus = read_jsonl(here / "corpus.jsonl")
    texts = {page["id"]: f"{page['title']}\n{page['text']}" for page in corpus}
    questions = {line["id"]: line["question"] for line in read_jsonl(here / "golden.jsonl")}
    by_word, by_vector = keyword(texts, questions), vector(texts, questions)
    write_results(output / "keyword.jsonl", by_word)
    write_results(output / "vector.jsonl", by_vector)
    write_results(output / "hybrid.jsonl", hybrid([by_word, by_vector]))


if __name__ == "__main__":
    main()
