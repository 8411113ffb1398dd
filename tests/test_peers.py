"""1,000 generated queries against other tools; every disagreement is in a table, with its reason.

docs/peers.md is this table in words.
"""

import math
import warnings
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pytest

import ranksure as rs
from peers_runs import KINDS, Query, all_queries, run_and_qrels
from ranksure.policies import TIES

Values = Mapping[str, Mapping[str, float]]
"""Query to a peer's name of a measure to its value; a query or measure may be absent."""


class Deviation(NamedTuple):
    """Where a peer gives another value, or none, and why."""

    peer: str
    measures: tuple[str, ...]
    concerns: Callable[[Query], bool]
    reason: str


def no_answer(query: Query) -> bool:
    return not query.scores


def any_query(query: Query) -> bool:
    return True


def tied(query: Query) -> bool:
    return query.tied


PYTREC_EVAL = {
    "map": "ap", "map_cut_5": "ap@5", "ndcg": "ndcg", "ndcg_cut_5": "ndcg@5", "P_5": "precision@5",
    "recall_5": "recall@5", "recip_rank": "rr", "Rprec": "r_precision", "bpref": "bpref",
    "infAP": "infap", "success_1": "hit_rate@1", "set_P": "set_precision",
    "set_recall": "set_recall", "set_F": "set_f1", "set_map": "set_ap",
    "relative_P_5": "recall_cap@5", "num_ret": "num_ret", "num_rel": "num_rel",
    "num_rel_ret": "num_rel_ret", "num_nonrel_judged_ret": "num_nonrel_judged_ret",
    "iprec_at_recall_0.00": "iprec@0.0", "iprec_at_recall_0.10": "iprec@0.1",
    "11pt_avg": "iprec_mean", "utility": "utility", "binG": "bin_g", "G": "g",
    "ndcg_rel": "ndcg_rel", "Rndcg": "rndcg", "Rprec_mult_0.20": "r_precision(times=0.2)",
}  # fmt: skip
IR_MEASURES = (
    "AP", "AP@5", "nDCG@5", "P@5", "R@5", "RR", "RR@5", "Rprec", "Bpref", "infAP", "Success@1",
    "SetP", "SetR", "SetF", "SetAP", "Judged@5", "Compat", "NumRet", "NumRel", "NumRelRet",
    "IPrec@0.0",
)  # fmt: skip
RANX = ("map", "mrr", "ndcg@5", "recall@5", "precision@5", "r-precision", "hit_rate@1")

DEVIATIONS = [
    Deviation("pytrec_eval", ("iprec_at_recall_0.10", "11pt_avg"), any_query,
              "it is trec_eval 9.0.8; version 10 takes another rank for a level of recall"),
    Deviation("pytrec_eval", ("iprec_at_recall_0.00",), no_answer,
              "not a number where nothing was retrieved"),
    Deviation("pytrec_eval", ("Rndcg",), any_query,
              "leaves out the last point when one more document was retrieved than gains"),
    Deviation("ir_measures", ("IPrec@0.0",), no_answer, "as pytrec_eval, which it asks"),
    Deviation("ir_measures", ("Judged@5",), any_query,
              "divides by zero at the first empty answer, and gives no value for any query"),
    Deviation("ir_measures", ("RR@5",), tied,
              "this measure alone orders equal scores by ascending id"),
    Deviation("ir_measures", ("Compat",), lambda query: query.tied or 0 in query.scores.values()
              or min(query.scores.values(), default=1) < 0,
              "equal scores by ascending id, and documents not retrieved have the score 0"),
    Deviation("ranx", RANX, tied, "its sort of equal scores keeps no order"),
    Deviation("ranx", RANX, no_answer, "refuses an empty answer, so it is not asked"),
]  # fmt: skip


def disagreements(theirs: Values, ours: Mapping[str, str]) -> set[tuple[str, str]]:
    """(query, the peer's measure) of each value that is not ours to 1e-12."""
    queries = all_queries()
    scores = rs.evaluate(
        *run_and_qrels(queries), list(ours.values()), missing="zero", no_relevant="zero"
    )
    assert set(scores.query_ids) == set(queries)
    return {
        (str(query), name)
        for row, query in enumerate(scores.query_ids)
        for column, name in enumerate(ours)
        if not math.isclose(
            theirs.get(str(query), {}).get(name, math.nan),
            scores.values[row, column],
            rel_tol=1e-12,
            abs_tol=1e-12,
        )
    }


def explain(peer: str, found: set[tuple[str, str]]) -> None:
    """Each disagreement has a reason, and each reason explains one."""
    queries = all_queries()
    listed = [deviation for deviation in DEVIATIONS if deviation.peer == peer]
    used = set()
    for query, measure in sorted(found):
        reasons = [
            i for i, d in enumerate(listed) if measure in d.measures and d.concerns(queries[query])
        ]
        assert reasons, (peer, query, measure, queries[query])
        used |= set(reasons)
    assert used == set(range(len(listed))), "a deviation that is none"


def test_the_queries_are_awkward_in_every_way() -> None:
    queries = list(all_queries().values())
    assert len(queries) == 1000 and {query.kind for query in queries} == set(KINDS)
    for awkward in ("tied", "negative", "unjudged"):
        assert sum(getattr(query, awkward) for query in queries) > 100
    assert sum(not query.scores for query in queries) > 100
    assert sum(not query.relevant for query in queries) > 100
    assert max(len(query.scores) for query in queries) > 300


def test_pytrec_eval() -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval")
    run, qrels = run_and_qrels(all_queries())
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, pytrec_eval.supported_measures)
    explain("pytrec_eval", disagreements(evaluator.evaluate(run), PYTREC_EVAL))


def test_ir_measures() -> None:
    ir_measures = pytest.importorskip("ir_measures")
    run, qrels = run_and_qrels(all_queries())
    theirs: dict[str, dict[str, float]] = {query: {} for query in run}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in IR_MEASURES:
            try:
                for found in ir_measures.iter_calc([ir_measures.parse_measure(name)], qrels, run):
                    theirs[found.query_id][name] = found.value
            except ZeroDivisionError:
                theirs = {q: {n: v for n, v in t.items() if n != name} for q, t in theirs.items()}
    explain("ir_measures", disagreements(theirs, {name: name for name in IR_MEASURES}))


def test_ranx() -> None:
    """The first time on a machine ranx compiles for about a minute."""
    pytest.importorskip("numba")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ranx = pytest.importorskip("ranx")
        answered = {name: query for name, query in all_queries().items() if query.scores}
        run, qrels = run_and_qrels(answered)
        found: Any = ranx.evaluate(ranx.Qrels(qrels), ranx.Run(run), list(RANX), return_mean=False)
    theirs = {
        query: {name: float(found[name][row]) for name in RANX}
        for row, query in enumerate(sorted(answered))
    }
    explain("ranx", disagreements(theirs, {name: name for name in RANX}))


@pytest.mark.parametrize("ties", ["trec", "average"])
def test_scikit_learn(ties: str) -> None:
    """It takes no grades below zero, and a score of every document: those not retrieved are last.

    Without ties to average, queries with equal scores are left out.
    """
    metrics = pytest.importorskip("sklearn.metrics")
    if ties not in TIES:
        pytest.skip(f"no ties={ties!r} yet")
    queries = {
        name: query
        for name, query in all_queries().items()
        if len(query.scores) >= 5 and not query.negative and (ties == "average" or not query.tied)
    }
    assert len(queries) > 300
    scores = rs.evaluate(*run_and_qrels(queries), "ndcg@5", ties=ties, no_relevant="zero")
    for query, found in zip(scores.query_ids, scores.values[:, 0].tolist(), strict=True):
        given = queries[str(query)]
        documents = [*given.scores, *(d for d in given.grades if d not in given.scores)]
        last = min(given.scores.values()) - 1
        wanted = metrics.ndcg_score(
            [[given.grades.get(document, 0) for document in documents]],
            [[given.scores.get(document, last) for document in documents]],
            k=5,
            ignore_ties=ties != "average",
        )
        assert found == pytest.approx(wanted, rel=1e-12, abs=1e-12), query
