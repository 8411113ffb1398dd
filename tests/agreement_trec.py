"""Agreement with trec_eval and official values: Common Core 2017, DL 2019, TREC-COVID round 1."""

import re
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

import ranksure as rs
from agreement_runs import Collection, measures
from agreement_tally import Tally


def osirrc2019_core17() -> list[Tally]:
    core = Collection("osirrc2019_core17", "qrels.core17.txt", suffix=".gz", extra_fields="ignore")
    per_query = core.table("computed_per_query.csv.gz")
    published = core.tally("published `.trec_eval` files", "map, P_30, ndcg_cut_20")
    for name in core.runs:
        text = (core.path / "runs" / f"{name}.trec_eval").read_text(encoding="utf-8")
        for measure, _, value in map(str.split, text.splitlines()):
            published.printed(f"{name} {measure}", value, core.mean(name, measure))
    both = core.tally("`published_vs_computed.csv`", "published and both computed columns")
    for row in core.table("published_vs_computed.csv"):
        found = core.mean(row["run"], row["measure"])
        for column in ("published", *(c for c in row if c.startswith("computed"))):
            both.printed(f"{row['run']} {row['measure']} {column}", row[column], found)
    odd = core.oddities(core.tally("counts of the files", "lines, queries, ties"))
    seven = core.files["jass__JASS_c17_10_percent.txt"]
    odd.note += '; seven fields a line are refused without `extra_fields="ignore"`'
    odd.refused("JASS", "a line must have 6 fields", rs.read_run, seven)
    return [
        core.per_query(core.tally("trec_eval's values, 10 runs, 50 topics"), per_query),
        core.means(core.tally("their means"), core.table("computed_means.csv")),
        published,
        both,
        odd,
        core.verified("atire__ANT_c17_100_percent.txt", measures(per_query[0])),
    ]


# The two rerankers were renamed; every value says which execution they are.
DL19_EXECUTIONS = {
    "rerank__BM25__gpt-3.5-turbo_4096_100_PromptMode.RANK_GPT_dl19_2023-08-04T23-26-51.541203":
        "rerank__BM25__gpt-3.5-turbo",
    "rerank__BM25__vicuna-13b-v1.5_4096_100_PromptMode.RANK_GPT_dl19_2023-08-19T15-57-43.889469":
        "rerank__BM25__vicuna-13b",
}  # fmt: skip
DL19_PUBLISHED = {
    "first_stage__BM25": ("bm25-default", "0.5058"),
    "first_stage__BM25_RM3": ("bm25-rm3-default", "0.5216"),
    "first_stage__D_BERT_KD_TASB": ("distilbert-kd-tasb", "0.7210"),
    "first_stage__SPLADE_P_P_ENSEMBLE_DISTIL": ("splade-pp-ed-pytorch", "0.7308"),
    "first_stage__OPEN_AI_ADA2": ("openai-ada2", "0.7035"),
}


def trec_dl19() -> list[Tally]:
    dl19 = Collection("trec_dl19", "qrels.dl19-passage.txt", suffix=".txt.gz")
    renamed = set(DL19_EXECUTIONS.values())
    runs = {name: name for name in dl19.runs if name not in renamed} | DL19_EXECUTIONS
    found = []
    for level in (1, 2):
        named = "" if level == 1 else ", names with `(rel=2)`"
        tally = dl19.tally(
            f"trec_eval's values at level {level}, 8 runs, 43 topics{named}",
            "the source names the rerankers by execution: gpt-3.5-turbo is 08-04T23-26-51, "
            "vicuna-13b 08-19T15-57-43",
        )
        table = dl19.table(f"dl19_l{level}_computed_per_query.csv.gz")
        found.append(dl19.per_query(tally, table, level, runs=runs))
        table = dl19.table(f"dl19_l{level}_computed_means.csv")
        found.append(dl19.means(dl19.tally(f"their means at level {level}"), table, level, runs))
    published = dl19.tally(
        "published nDCG@10, each from two sources",
        "MAP and R@1K stand there for lists of 1,000; the runs here end at 100",
    )
    yaml = next((dl19.path / "published").glob("*.yaml")).read_text(encoding="utf-8")
    for run, (name, value) in DL19_PUBLISHED.items():
        part = re.split(r"\n  - name: ", yaml.partition(f"- name: {name}\n")[2])[0]
        block = part.partition("topic_key: dl19-passage\n")[2]
        match = re.search(r"nDCG@10: (\S+)", block)
        for source in (value, match[1] if match else "nan"):
            published.printed(f"{run} nDCG@10", source, dl19.mean(run, "nDCG@10"))
    ties = dl19.tally("RepLLaMA, 98 % ties", 'nDCG@10 of ties="trec" and of order="rank"')
    run = "first_stage__REP_LLAMA"
    ranked = rs.read_run(dl19.files[run], order="rank")
    ties.printed('ties="trec"', "0.7384", dl19.mean(run, "ndcg@10"))
    ties.printed('order="rank"', "0.7439", dl19.mean(ranked, "ndcg@10"))
    names = measures(dl19.table("dl19_l2_computed_means.csv")[0])
    return [*found, published, ties, dl19.verified("first_stage__BM25", names, level=2)]


FLOAT32 = (
    "The run BERT has 132 pairs of scores that differ as doubles and are equal as 32-bit floats. "
    "The source (trec_eval up to 9.0.8) orders such a pair by document id, ranksure (as trec_eval "
    "10.0) by score. With the scores rounded to 32 bits all of these values agree."
)
SHORT_LISTS = (
    "The source divides by k, `judged@k` by the number of documents that stand in the top k; the "
    "run has lists shorter than 1,000."
)
BERT_TOPICS = {
    "map": "1 2 8 9 11 12 13 17 18 25 26 27",
    "ndcg": "1 2 8 9 11 12 13 17 18 25 26 27 30",
    "ndcg_cut_100": "1 2 8 9 11 12 13 17 18 25 26 27 30",
    "ndcg_cut_20": "2 17 18 30",
    "ndcg_cut_10": "30",
    "ndcg_cut_5": "30",
    "P_20": "18",
    "recall_20": "18",
    "bpref": "1 2 9 18 27",
}
BERT_VALUES = {
    f"BERT topic {topic} {measure}": FLOAT32
    for measure, topics in BERT_TOPICS.items()
    for topic in topics.split()
}
BERT_MEANS = {
    f"BERT mean {m}": FLOAT32
    for m in ("ndcg_cut_10", "ndcg_cut_20", "P_20", "map", "bpref", "rbp_50", "rbp_50_graded")
}
JUDGED_MEANS = {
    f"{run} mean J_1000": SHORT_LISTS
    for run in (
        "BERT", "BRPHJ_NLP2", "OHSU_RUN1", "T5R1", "run1", "sheikh_bm25_all", "wistud_bing",
    )
}  # fmt: skip
BERT_OFFICIAL = {f"BERT official {m}": FLOAT32 for m in ("ndcg@10", "MAP", "bpref", "RBP(p=.5)")}
OFFICIAL = {
    "ndcg@10": "ndcg@10", "p@5": "precision@5", "MAP": "ap", "bpref": "bpref",
    "RBP(p=.5)": 'rbp(p=0.5, gain="graded")',
}  # fmt: skip


def trec_covid_round1() -> list[Tally]:
    covid = Collection("trec_covid_round1", "qrels.covid-round1.txt", suffix=".gz")
    topics = covid.table("computed_per_topic_round1.csv.gz")
    means = covid.table("computed_means_round1.csv")
    per_topic = covid.tally("trec_eval's values, 13 runs, 30 topics", "", BERT_VALUES)
    its_means = covid.tally("their means, J_k as judged@k", "", BERT_MEANS | JUDGED_MEANS)
    board = covid.tally("official leaderboard: nDCG@10, P@5, bpref, RBP, MAP", "", BERT_OFFICIAL)
    found = [
        covid.per_query(per_topic, topics, query="topic"),
        covid.means(its_means, means),
        _leaderboard(covid, board, {name: name for name in covid.runs}),
    ]
    bert = covid.runs["BERT"]
    assert bert.scores is not None
    single = replace(bert, scores=bert.scores.astype(np.float32).astype(np.float64))
    narrow = covid.tally(
        "the run BERT with its scores rounded to 32 bits",
        "its values of the three rows above; only J_1000 remains",
        {"BERT mean J_1000": SHORT_LISTS},
    )
    covid.per_query(narrow, topics, query="topic", runs={"BERT": single})
    covid.means(narrow, means, runs={"BERT": single})
    _leaderboard(covid, narrow, {"BERT": single})
    wide = covid.tally("the run BERT with doubles", "nDCG@10 0.1736, MAP 0.0652")
    wide.printed("nDCG@10", "0.1736", covid.mean("BERT", "ndcg@10"))
    wide.printed("MAP", "0.0652", covid.mean("BERT", "map"))
    names = measures(topics[0])
    return [*found, narrow, wide, _covid_files(covid), covid.verified("BERT", names)]


def _leaderboard(covid: Collection, tally: Tally, runs: Mapping[str, str | rs.Run]) -> Tally:
    official = {row["run"]: row for row in covid.table("leaderboard_round1.csv")}
    for name, run in runs.items():
        for column, measure in OFFICIAL.items():
            found = covid.mean(run, measure)
            tally.printed(f"{name} official {column}", official[name][column], found)
    return tally


def _covid_files(covid: Collection) -> Tally:
    odd = covid.tally(
        "oddities of the files",
        "two runs whose ranks contradict their scores are warned of; a header is refused, or left "
        "out with `comment=`",
    )
    contradicted = sorted(covid.contradicted)
    odd.equal("ranks against scores", ["BRPHJ_NLP2", "sheikh_bm25_all"], contradicted)
    header = covid.path / "oddity_files" / "OHSU_archive__R4_total_fusion_header.txt.gz"
    odd.refused("header", ":1: a rank must be a number, found 'rank'", rs.read_run, header)
    odd.equal("topics behind the header", 45, len(rs.read_run(header, comment="topic")))
    for name, run in covid.runs.items():
        answered = next(r for r in covid.table("computed_means_round1.csv") if r["run"] == name)
        odd.equal(f"{name} queries", int(answered["queries_in_run"]), len(run))
    return odd
