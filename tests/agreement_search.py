"""Agreement on search collections: Touché 2020, MS MARCO documents, a small student project."""

import json
import re
from typing import NamedTuple

import numpy as np

import ranksure as rs
from agreement_runs import Collection, measures
from agreement_tally import Tally, warned

HOLES = (
    "The published values used judgements that also hold grade-0 lines; the qrels here hold "
    "relevant documents only, so that more of the top k is unjudged. The values that the source "
    "computed on these qrels agree, see the row `published_vs_computed.csv`."
)
TWICE = "Rounded twice in the source: 18 / 49 = 0.367347 to 0.36735 to 0.3674."
TOUCHE_CUTS = {
    "RetroMAE_BEIR": (1, 3, 5, 10, 100, 1000),
    "SPLADEv2": (1, 2, 3, 5, 10, 20, 100, 1000),
    "citadel-plus": (1, 3, 5, 10, 100, 1000),
}
TOUCHE_DEVIATIONS = {
    **{f"{run} Hole@{k}": HOLES for run, cuts in TOUCHE_CUTS.items() for k in cuts},
    "bm25-webis-touche2020-multifield judged_10": HOLES,
    "citadel-plus P@1": TWICE,
}


class Published(NamedTuple):
    run: str
    measure: str
    value: str
    decimals: int


def touche2020() -> list[Tally]:
    touche = Collection(
        "touche2020", "qrels.beir-v1.0.0-webis-touche2020.test.txt", "run-", ".trec.gz"
    )
    per_query = touche.table("computed_per_query.csv.gz")
    published = touche.tally(
        "published nDCG@k, MAP@k, Recall@k, R_cap@k, P@k, MRR@k, Hole@k",
        "R_cap is `recall_cap`, Hole is `hole`",
        TOUCHE_DEVIATIONS,
    )
    for run, measure, value, decimals in _touche_published(touche):
        found = _touche_value(touche, run, measure)
        published.printed(f"{run} {measure}", value, found, decimals)
    computed = touche.tally("`published_vs_computed.csv`", "its computed column")
    for row in touche.table("published_vs_computed.csv"):
        found = _touche_value(touche, row["run"], row["measure"])
        computed.printed(f"{row['run']} {row['measure']}", row["computed"], found)
    return [
        touche.per_query(touche.tally("trec_eval's values, 4 runs, 49 topics"), per_query),
        touche.means(touche.tally("their means"), touche.table("computed_means.csv")),
        published,
        computed,
        touche.oddities(touche.tally("counts of the files", "lines, queries, ties")),
        touche.verified("citadel-plus", measures(per_query[0])),
    ]


def _touche_published(touche: Collection) -> list[Published]:
    folder, found = touche.path / "published", []
    for run in ("RetroMAE_BEIR", "SPLADEv2"):  # JSON drops the last zeros of five decimals
        groups = json.loads((folder / f"metrics-{run}.json").read_text(encoding="utf-8"))
        for values in groups.values():
            found += [Published(run, name, repr(value), 5) for name, value in values.items()]
    text = (folder / "metrics-citadel-plus.txt").read_text(encoding="utf-8")
    for name, value in re.findall(r"^(\w+@\d+): (\S+)$", text, re.MULTILINE):
        found.append(Published("citadel-plus", name, value, 4))
    text = (folder / "metrics-bm25.txt").read_text(encoding="utf-8")
    for name, value in re.findall(r"^(\w+)\s+all\s+(\S+)$", text, re.MULTILINE):
        found.append(Published("bm25-webis-touche2020-multifield", name, value, 4))
    return found


def _touche_value(touche: Collection, run: str, measure: str) -> float:
    kind, _, k = measure.replace("judged_", "judged@").partition("@")
    if kind == "Hole":
        return touche.mean(run, f"hole@{k}")
    names = {"NDCG": "ndcg", "Recall": "recall", "R_cap": "recall_cap"}
    return touche.mean(run, names.get(kind, kind) + (f"@{k}" if k else ""))


def msmarco_doc_dev() -> list[Tally]:
    marco = Collection("msmarco_doc_dev", "qrels.msmarco-doc.dev.txt", suffix=".txt.gz")
    stranger = marco.runs["word2vec"]
    others = {name: name for name in marco.runs if name != "word2vec"}
    published = marco.tally(
        "published per-query reciprocal rank", "eval.base is bm25+rm3, eval.comp is wordnet_all"
    )
    agreeing = marco.tally(
        "`published_vs_computed.csv`",
        "how many of 5,193 values of each run are those of each published file, and the means",
    )
    files = {"eval.base": "bm25+rm3", "eval.comp": "wordnet_all"}
    texts = {
        name: dict(
            line.split()[1:]
            for line in (marco.path / "published" / name).read_text("utf-8").splitlines()
        )
        for name in files
    }
    for name, run in files.items():
        scores = marco.scores(run, ["recip_rank"])
        for query, value in zip(scores.query_ids, scores["rr"].tolist(), strict=True):
            published.printed(f"{name} {query}", texts[name][str(query)], value)
        published.printed(f"{name} all", texts[name]["all"], scores.mean()["rr"])
    for row in marco.table("published_vs_computed.csv"):
        if row["run"] in others:
            scores = marco.scores(row["run"], ["recip_rank"])
            given = texts[row["published_file"]]
            wanted = np.array([float(given[str(query)]) for query in scores.query_ids])
            equal = int((np.abs(scores["rr"] - wanted) <= 0.5e-4 + 1e-12).sum())
            where = f"{row['published_file']} {row['run']}"
            agreeing.equal(where, int(row["per_query_rr_agree"]), equal)
            agreeing.printed(f"{where} mean", row["computed_mean"], scores.mean()["rr"])
    refused = marco.tally(
        "the run word2vec, no query in common",
        "refused with an error; trec_eval -c gives 5,193 zeros",
    )
    refused.refused(
        "word2vec", "run and golden set have no query in common", marco.scores, stranger, ["rr"]
    )
    del marco.runs["word2vec"]
    means = marco.table("computed_means.csv")
    return [
        published,
        agreeing,
        marco.means(marco.tally("trec_eval's means, 7 runs, 5,193 queries"), means),
        refused,
        marco.oddities(marco.tally("counts of the files", "lines, queries, ties")),
        marco.verified("bm25+rm3", ["recip_rank", "recall@10", "ndcg@10"]),
    ]


def rag_arxiv_student() -> list[Tally]:
    rag = Collection("rag_arxiv_student", "qrels_pool.tsv", suffix=".trec")
    found = []
    for level in (1, 2):
        table = rag.table(f"l{level}_computed_per_query.csv.gz")
        named, note = ("", "") if level == 1 else (
            ", names with `(rel=2)`", "q5, where nothing is relevant at this level, counts zero"
        )  # fmt: skip
        what = f"trec_eval's values at level {level}, 3 runs, 10 questions{named}"
        tally = rag.tally(what, note)
        found.append(rag.per_query(tally, table, level))
        table = rag.table(f"l{level}_computed_means.csv")
        found.append(rag.means(rag.tally(f"their means at level {level}"), table, level))
    by_rank = {name: rs.read_run(path, order="rank") for name, path in rag.files.items()}
    odd = rag.oddities(rag.tally("counts of the files", "one repeated judgement is merged"))
    for name in rag.runs:
        with warned():
            stable = rs.evaluate(rag.runs[name], rag.golden, "ndcg@10", ties="stable")
        odd.equal(
            f'{name} ties="stable" is order="rank"',
            rag.scores(by_rank[name], ["ndcg@10"]).values.tolist(),
            stable.values.tolist(),
        )
    names = measures(table[0])
    return [*found, _student_published(rag, by_rank), odd, rag.verified("hybrid_rrf", names, 2)]


def _student_published(rag: Collection, by_rank: dict[str, rs.Run]) -> Tally:
    tally = rag.tally(
        "published P@10, R@10, AP, nDCG@10, and `published_vs_computed.csv`",
        'the published table stands in file order, `order="rank"`; for the hybrid trec order '
        "gives AP 0.8514 and nDCG@10 0.9060 instead of 0.8533 and 0.9072",
    )
    named = {"P10": "P@10", "R10": "R@10", "AP": "ap", "nDCG10": "ndcg@10"}
    text = (rag.path / "README_source_excerpt.txt").read_text(encoding="utf-8")
    for run, title in (("bm25", "BM25"), ("knn", "KNN"), ("hybrid_rrf", "Hybrid RRF")):
        line = next(line for line in text.splitlines() if line.startswith(f"| {title} "))
        values = [cell.strip() for cell in line.split("|")[2:6]]
        for value, measure in zip(values, named.values(), strict=True):
            tally.printed(f"{run} published {measure}", value, rag.mean(by_rank[run], measure))
    for row in rag.table("published_vs_computed.csv"):
        run = by_rank[row["run"]] if row["order"] == "file rank order" else row["run"]
        for column, measure in named.items():
            where = f"{row['run']} {row['order']} {measure}"
            tally.printed(where, row[column], rag.mean(run, measure))
    return tally
