"""Agreement on retrieved lists, neighbours, small fixtures and judgements alone."""

import json
import statistics
from pathlib import Path
from typing import Any

import numpy as np

import ranksure as rs
from agreement_tally import DATA, Tally, rows

ANOTHER_EXECUTION = (
    "The CSV is of another execution of the same system, whose lists are not published; for this "
    "question they were other lists."
)
LEVEL_TWO_OTHERS = {
    f"retrieve_level_two {question} {value}": ANOTHER_EXECUTION
    for question, value in (
        ("1811c10d", "mrr"), ("1d6210b8", "mrr"), ("c3f8cb89", "precision"), ("c3f8cb89", "recall"),
    )
}  # fmt: skip
SYSTEMS = {
    "retrieve_base": ("evaluation_results_detailed_one.csv", "evaluation_results_one.json"),
    "retrieve_level_two": (
        "evaluation_results_detailed_level_two.csv", "evaluation_results_level_two.json",
    ),
    "retrieve_level_three": (
        "evaluation_results_detailed_level_three.csv", "evaluation_results_level_three.json",
    ),
}  # fmt: skip
NAMED = {"precision": "set_precision@3", "recall": "recall@3", "f1": "set_f1@3", "mrr": "rr@3"}


def anthropic_rag() -> list[Tally]:
    folder = DATA / "anthropic_rag"
    lines = (folder / "retrieved_lists.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line) for line in lines]
    by_system = {s: [q for q in questions if q["system"] == s] for s in SYSTEMS}
    scores = {system: _rag_scores(asked) for system, asked in by_system.items()}
    exact = Tally(
        "anthropic_rag",
        "published values per question, same bits",
        "their precision divides by the length of the list and is `set_precision@3`, F1 is "
        "`set_f1@3`",
    )
    for system, asked in by_system.items():
        place = {query: row for row, query in enumerate(scores[system].query_ids)}
        for question in (q for q in asked if q["retrieved"] is not None):
            for name, measure in NAMED.items():
                found = float(scores[system][measure][place[question["id"]]])
                where = f"{system} {question['id']} {name}"
                exact.equal(where, question["published"][name], found)
    counts = Tally(
        "anthropic_rag", "the missing list", "counted as missing; `missing=` says what it is worth"
    )
    for system, missing in (("retrieve_base", 1), ("retrieve_level_two", 0)):
        counts.equal(system, missing, scores[system].counts["missing"])
    counts.equal("golden set", *_both_golden_sets(folder, by_system["retrieve_base"]))
    bits = Tally("anthropic_rag", "`scores.verify()`, bit for bit", "all three systems")
    for system in SYSTEMS:
        bits.verified(scores[system])
    return [exact, *_rag_csv(folder, by_system, scores), counts, bits]


def _rag_scores(asked: list[dict[str, Any]]) -> rs.Scores:
    run = {q["id"]: q["retrieved"] for q in asked if q["retrieved"] is not None}
    golden = {q["id"]: q["gold"] for q in asked}
    return rs.evaluate(run, golden, NAMED.values(), missing="skip")


def _both_golden_sets(folder: Path, asked: list[dict[str, Any]]) -> tuple[str, str]:
    text = (folder / "docs_evaluation_dataset.json").read_text(encoding="utf-8")
    given = {q["id"]: q["correct_chunks"] for q in json.loads(text)}
    lists = {q["id"]: q["gold"] for q in asked}
    return rs.Qrels.from_dict(given).fingerprint, rs.Qrels.from_dict(lists).fingerprint


def _rag_csv(
    folder: Path, by_system: dict[str, list[dict[str, Any]]], scores: dict[str, rs.Scores]
) -> list[Tally]:
    """The published rows where they are of (nearly) these lists, and all published averages."""
    by_question = Tally(
        "anthropic_rag",
        "published CSV rows: precision, recall, MRR",
        "Basic RAG and Summary Indexing; the CSV of the reranked system is of another execution "
        "with other lists for many questions and is not compared",
        LEVEL_TWO_OTHERS,
    )
    averages = Tally(
        "anthropic_rag",
        "published averages from the CSV columns",
        "for Basic RAG from our values; the published average F1 is the F1 of the averages, "
        "the mean of `set_f1@3` is another number",
    )
    for system, (table, averaged) in SYSTEMS.items():
        published = json.loads((folder / "published" / averaged).read_text(encoding="utf-8"))
        csv = {row["question"]: row for row in rows(folder / "published" / table)}
        place = {query: row for row, query in enumerate(scores[system].query_ids)}
        means = {}
        for name in ("precision", "recall", "mrr"):
            values = {q: float(row[f"retrieval_{name}"]) for q, row in csv.items()}
            if system != "retrieve_level_three":
                column = scores[system][NAMED[name]].tolist()
                for question in (q for q in by_system[system] if q["id"] in place):
                    text, found = question["question"], column[place[question["id"]]]
                    by_question.close(f"{system} {question['id']} {name}", values[text], found)
                    if system == "retrieve_base":
                        values[text] = found
            means[name] = rs.bootstrap(list(values.values()), n_resamples=2, seed=0).estimate
            averages.close(f"{system} {name}", published[f"average_{name}"], means[name])
        f1 = statistics.harmonic_mean([means["precision"], means["recall"]])
        averages.close(f"{system} F1 of averages", published["average_f1"], f1)
    return [by_question, averages]


def ann_digits_faiss() -> list[Tally]:
    folder = DATA / "ann_digits_faiss"
    exact = rs.read_ivecs(folder / "groundtruth.ivecs")
    by_id = Tally("ann_digits_faiss", "`index_recall` by id at 1, 10, 100 of 7 indexes, and "
                  "faiss's `knn_intersection_measure`")  # fmt: skip
    first = Tally("ann_digits_faiss", "nearest neighbour in the top 10, padding",
                  "`hit_rate_at_k`; −1 ends a row")  # fmt: skip
    for given in json.loads((folder / "recall_computed.json").read_text(encoding="utf-8")):
        name = given["index"]
        found = rs.read_ivecs(folder / f"result_{name}.ivecs")
        for k in (1, 10, 100):
            recall = float(np.mean(rs.index_recall(found, exact, k)))
            by_id.close(f"{name} {k}", given[f"recall@{k}_set"], recall)
            by_id.close(f"{name} {k} faiss", given[f"faiss_intersection@{k}"], recall)
        hits = float(np.mean(rs.hit_rate_at_k(found, exact[:, :1], 10)))
        first.close(f"{name} 1-recall@10", given["1-recall@10 (true nn in top10)"], hits)
        run = rs.read_run(folder / f"result_{name}.ivecs")
        padding = exact.size - len(run.document_ids)
        first.equal(f"{name} padding", given["missing_minus1"], padding)
    vectors = Tally("ann_digits_faiss", "distances of the neighbours, from both `.fvecs` files",
                    "each row the 100 least distances, in order")  # fmt: skip
    base, queries = (rs.read_fvecs(folder / f"{n}.fvecs").astype(float) for n in ("base", "query"))
    distances = ((queries[:, None, :] - base[None, :, :]) ** 2).sum(axis=2)
    least = np.sort(distances, axis=1)[:, :100]
    given = np.take_along_axis(distances, exact.astype(np.int64), axis=1)
    for row in range(len(exact)):
        vectors.equal(f"query {row}", least[row].tolist(), given[row].tolist())
    bits = Tally("ann_digits_faiss", "`scores.verify()`, bit for bit", "index ivf32_nprobe1")
    run = rs.read_run(folder / "result_ivf32_nprobe1.ivecs")
    bits.verified(rs.evaluate(run, rs.Qrels.from_arrays(exact), ["recall_cap@10", "rr"]))
    return [by_id, first, vectors, bits]


# Values of the libraries' own tests: ir_measures 0711210, test/test_cwl_eval.py (from cwl-eval);
# trectools 512d710, unittests/testtreceval.py (means over the queries of the run).
CWL = {
    "AP": ("0.7087", "0.7438", "0.3068"), "RR": ("1.0000", "1.0000", "0.1667"),
    "P@1": ("1.0000", "1.0000", "0.0000"), "P@5": ("0.6000", "0.6000", "0.0000"),
    "P@10": ("0.5000", "0.6000", "0.4000"), "P@20": ("0.2500", "0.3000", "0.2000"),
}  # fmt: skip
TRECTOOLS = {"RR": "0.5000", "AP": "0.2685", "P@1000": "0.0010", "R@1000": "0.3889"}
#: By hand: the run is the best possible one; q1 has three relevant documents, q2 two.
RANX = {"ndcg@3": [1, 1], "ap": [1, 1], "rr": [1, 1], "recall@2": [2 / 3, 1],
        "precision@3": [1, 2 / 3]}  # fmt: skip


def test_fixtures() -> list[Tally]:
    folder = DATA / "test_fixtures"
    read = Tally("test_fixtures", "files read, line for line", "blank lines do not count")
    for path in sorted(folder.glob("*__*")):
        if path.suffix == ".json":
            continue
        lines = sum(bool(line.split()) for line in path.read_text(encoding="utf-8").splitlines())
        golden = "qrel" in path.name
        found = rs.read_qrels(path) if golden else rs.read_run(path)
        read.equal(path.name, lines, len(found.document_ids))
    values = Tally(
        "test_fixtures",
        "values of ir_measures' and trectools' own tests, and of the ranx files by hand",
        "for the other files no value is known",
    )
    cwl = rs.evaluate(folder / "ir_measures__cwl.run", folder / "ir_measures__cwl.qrels", CWL)
    for measure, printed in CWL.items():
        for query, text, found in zip(("T1", "T2", "T3"), printed, cwl[measure], strict=True):
            values.printed(f"cwl {query} {measure}", text, found)
    tools = rs.evaluate(
        folder / "trectools__r4.run", folder / "trectools__qrel1.txt", TRECTOOLS
    ).mean()
    for text, (measure, found) in zip(TRECTOOLS.values(), tools.items(), strict=True):
        values.printed(f"trectools r4 {measure}", text, found)
    kinds = {
        name: json.loads((folder / f"ranx__{name}.json").read_text(encoding="utf-8"))
        for name in ("run", "qrels")
    }
    for form, run, golden in (
        ("trec", folder / "ranx__run.trec", folder / "ranx__qrels.trec"),
        ("json", kinds["run"], kinds["qrels"]),
    ):
        ranx = rs.evaluate(run, golden, RANX)
        for measure, wanted in RANX.items():
            for query, value, found in zip(ranx.query_ids, wanted, ranx[measure], strict=True):
                values.close(f"ranx {form} {query} {measure}", value, float(found))
    bits = Tally("test_fixtures", "`scores.verify()`, bit for bit", "ir_measures' compat files")
    compat = [folder / f"ir_measures__compat.{kind}" for kind in ("run", "qrels")]
    bits.verified(rs.evaluate(*compat, ["ap(rel=2)", "ndcg@20", "ndcg_exp@20", "f1@5"]))
    return [read, values, bits]


# queries; least, median and greatest number of relevant documents; grades
COLLECTIONS = {
    "qrels.beir-v1.0.0-scifact.test.txt": (300, 1, 1, 5, {1}),
    "qrels.beir-v1.0.0-arguana.test.txt": (1406, 1, 1, 1, {1}),
    "qrels.beir-v1.0.0-nfcorpus.test.txt.gz": (323, 1, 16, 475, {1, 2}),
    "qrels.msmarco-passage.dev-subset.txt": (6980, 1, 1, 4, {1}),
    "qrels.web.101-150.txt.gz": (50, 1, 47.5, 282, {-2, 0, 1, 2, 3}),
}


def qrels_collections() -> list[Tally]:
    counts = Tally("qrels_collections", "queries, relevant per query, grades of 5 collections")
    best = Tally("qrels_collections", "the golden set as its own run: AP, R-precision, nDCG are 1",
                 "grades below zero at the end")  # fmt: skip
    bits = Tally("qrels_collections", "`scores.verify()`, bit for bit", "TREC Web 2012")
    for name, (queries, low, middle, high, grades) in COLLECTIONS.items():
        golden = rs.read_qrels(DATA / "qrels_collections" / "qrels" / name)
        judged = golden.to_dict()
        relevant = [sum(g >= 1 for g in documents.values()) for documents in judged.values()]
        spread = (min(relevant), statistics.median(relevant), max(relevant))
        counts.equal(f"{name} queries", queries, len(golden))
        counts.equal(f"{name} relevant", (low, middle, high), spread)
        counts.equal(f"{name} grades", grades, set(golden.grades.tolist()))
        scores = rs.evaluate(rs.Run.from_dict(judged, name=name), golden, ["ap", "Rprec", "ndcg"])
        for query, found in zip(scores.query_ids, scores.values.tolist(), strict=True):
            best.equal(f"{name} {query}", [1.0, 1.0, 1.0], found)
        if -2 in grades:
            bits.verified(scores)
    return [counts, best, bits]
