"""Measures against ir_measures and the tools that it asks, on generated runs."""

import logging
import random
import warnings
from functools import cache
from typing import Any

import pytest

import ranksure as rs

NAMES = [
    "AP", "AP(rel=2)@5", "P(rel=2)@5", "R@5", "RR", "RR(judged_only=True)", "Rprec", "Success@3",
    "nDCG", "nDCG@5", "nDCG(judged_only=True)", "nDCG(gains={1:3,2:9})@5", "infAP", "Bpref",
    "IPrec@0.0", "IPrec@1.0", "SetP", "SetP(relative=True)", "SetR", "SetF", "SetF(beta=2.0)",
    "SetAP", "NumRet", "NumRet(rel=2)", "NumRel", "Judged@3", "Compat", "Compat(p=0.5)",
    "Compat(normalize=False)", "RBP(rel=1)", "RBP(rel=2,p=0.5)", "INST(max_rel=4)",
    "INST(max_rel=4,T=2.0)", "INSQ(max_rel=4)", "SDCG(max_rel=4)@5", "SDCG(max_rel=4)@40",
    "BPM(max_rel=4)@10", "BPM(max_rel=4,T=2.0)@5", "NERR8(max_rel=4)@10", "NERR9(max_rel=4)@10",
    "NERR10(max_rel=4)", "NERR11(max_rel=4)", "Accuracy",
]  # fmt: skip
GDEVAL = ["ERR@3", "ERR@10", "nDCG(dcg='exp-log2')@5"]  # prints five digits, asks perl


@cache
def queries() -> tuple[dict[str, Any], dict[str, Any]]:
    """Runs and judgements of 300 queries: short and long, few and many grades, unjudged ones.

    Without what docs/definitions.md calls different: grades below zero (for judged_only), equal
    scores or scores below zero (Compat), rankings of relevant documents alone (Accuracy). Recall
    levels are 0 and 1, because pytrec_eval is trec_eval 9.
    """
    run, qrels = {}, {}
    for number in range(300):
        rng = random.Random(number)
        documents = [f"d{i}" for i in range(rng.choice([2, 8, 25]))]
        scale = [0, 0, 1, 2, 3, 4] if number % 2 else [0, 0, 0, 1]
        judged = {d: rng.choice(scale) for d in documents if rng.random() < 0.7}
        if not any(judged.values()):
            judged[documents[0]] = 1
        ranked = [d for d in documents if rng.random() < 0.8] + ["x1", "x2", "x3"]
        rng.shuffle(ranked)
        qrels[str(number)] = judged
        run[str(number)] = {d: float(len(ranked) - i) for i, d in enumerate(ranked)}
    return run, qrels


def theirs(name: str) -> dict[str, float]:
    ir_measures = pytest.importorskip("ir_measures")
    run, qrels = queries()
    logging.getLogger("ir_measures.cwl_eval").setLevel("ERROR")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        measure = ir_measures.parse_measure(name)
        try:
            return {m.query_id: m.value for m in ir_measures.iter_calc([measure], qrels, run)}
        except ValueError as error:
            pytest.skip(str(error))


@pytest.mark.parametrize("name", [*NAMES, *GDEVAL])
def test_equal_to_ir_measures(name: str) -> None:
    wanted = theirs(name)
    scores = rs.evaluate(*queries(), name, no_relevant="zero")
    found = dict(zip(map(str, scores.query_ids), scores.values[:, 0].tolist(), strict=True))
    assert len(wanted) > (150 if name.startswith("Accuracy") else 299)
    tolerance = 6e-6 if name in GDEVAL else 1e-12
    assert {query: found[query] for query in wanted} == pytest.approx(wanted, rel=0, abs=tolerance)
