"""Per-query values of the system pairs whose intervals were computed with SciPy."""

import csv
import gzip
import json
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import ranksure as rs
from shared import shared

Values = NDArray[np.float64]
Pair = tuple[Values, Values]

# data set: its table of per-query values, the column of query ids, what precedes a run's name
TABLES = {
    "dl19": ("trec_dl19/dl19_l1_computed_per_query.csv.gz", "query", "first_stage__"),
    "dl20": ("trec_dl20/dl20_l1_computed_per_query.csv.gz", "query", "first_stage__"),  # absent
    "touche2020": ("touche2020/computed_per_query.csv.gz", "query", ""),
    "core17": ("osirrc2019_core17/computed_per_query.csv.gz", "query", ""),
    "covid-r1": ("trec_covid_round1/computed_per_topic_round1.csv.gz", "topic", ""),
}


def data(name: str) -> Path:
    return shared("data", *name.split("/"))


def matrix(name: str) -> Values:
    """Topics x runs."""
    path = data(f"trec_score_matrices/{name}.csv")
    return np.loadtxt(path, delimiter=",", skiprows=1, ndmin=2)


def pair(comparison: str) -> Pair:
    """Values of both systems of "<data set> <measure> <first> -> <second>", query by query."""
    what, second = comparison.split(" -> ")
    *name, measure, first = what.split(" ")
    if name[0] in TABLES:
        return _of_table(*TABLES[name[0]], measure, (first, second))
    if name[0] == "trec8":
        runs = matrix("adhoc8_ap")
        return runs[:, int(first[3:]) - 1], runs[:, int(second[3:]) - 1]
    if name[0] == "anthropic_rag":
        return _of_lists(measure, (first, second))
    return _marco(first), _marco(second)


def _of_table(table: str, query: str, prefix: str, measure: str, runs: tuple[str, str]) -> Pair:
    with gzip.open(data(table), "rt", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    first, second = (
        {row[query]: float(row[measure]) for row in rows if row["run"] == prefix + run}
        for run in runs
    )
    return _aligned(first, second)


def _of_lists(measure: str, systems: tuple[str, str]) -> Pair:
    text = data("anthropic_rag/retrieved_lists.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in text.splitlines()]
    first, second = (
        {row["id"]: row["published"][measure] for row in rows
         if row["system"] == system and row["published"]}
        for system in systems
    )  # fmt: skip
    return _aligned(first, second)


def _aligned(first: dict[str, float], second: dict[str, float]) -> Pair:
    """The queries that both have answered."""
    queries = sorted(set(first) & set(second))
    return np.array([first[q] for q in queries]), np.array([second[q] for q in queries])


@cache
def _marco(run: str) -> Values:
    folder = "msmarco_doc_dev"
    scores = rs.evaluate(
        data(f"{folder}/runs/{run}.txt.gz"), data(f"{folder}/qrels.msmarco-doc.dev.txt"),
        "rr@10", missing="zero",
    )  # fmt: skip
    return np.asarray(scores["rr@10"])
