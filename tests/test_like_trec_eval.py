"""profile="trec_eval" gives what trec_eval 10.0 prints, its faults and options included."""

import random

import pytest

import ranksure as rs
from test_policies_of_peers import generated

QRELS = {
    "1": {"a": 2, "b": -1, "c": 0, "d": 1, "f": 1},
    "2": {"a": 1, "b": 0, "c": 3, "e": -2, "f": 1},
}
RUN = {"1": list("bxacyd"), "2": list("xefbcyz")}

# Printed by trec_eval 10.0-rc3 for these two queries.
PLAIN = """\
Rndcg 0.2509 0.1743
rbp 0.1105 0.0926
rbp_resid 0.7871 0.7805
"""
TOP_THREE = """\
map 0.1111 0.1111
ndcg 0.3194 0.1210
Rndcg 0.1597 0.0605
rbp 0.0810 0.0270
rbp_resid 0.9190 0.9190
num_ret 3 3
"""
JUDGED_ONLY = """\
num_ret 3 3
num_rel_ret 2 2
map 0.5556 0.5556
Rprec 0.6667 0.6667
recip_rank 1.0000 1.0000
infAP 0.5556 0.5556
utility 1.0000 1.0000
11pt_avg 0.6970 0.6970
binG 0.5436 0.5436
G 0.6577 0.4786
ndcg 0.7985 0.6052
ndcg_rel 0.8657 0.5146
Rndcg 0.8992 0.4693
set_P 0.6667 0.6667
set_relative_P 0.6667 0.6667
set_map 0.4444 0.4444
set_F 0.6667 0.6667
rbp(p=0.9,gain="graded") 0.1405 0.1143
"""


def condensed(name: str) -> str:
    return f"{name[:-1]},judged_only=True)" if name.endswith(")") else f"{name}(judged_only=True)"


@pytest.mark.parametrize(
    ("printed", "options"),
    [(PLAIN, {}), (TOP_THREE, {"depth": 3}), (JUDGED_ONLY, {})],
    ids=["plain", "-M 3", "-J"],
)
def test_options(printed: str, options: dict[str, int]) -> None:
    for line in printed.splitlines():
        name, *wanted = line.split()
        asked = condensed(name) if printed is JUDGED_ONLY else name
        scores = rs.evaluate(RUN, QRELS, asked, profile="trec_eval", **options)
        assert [float(f"{value:.4f}") for value in scores.values[:, 0]] == list(map(float, wanted))
        assert scores.verify().ok


def test_size_of_the_collection() -> None:
    name = "utility(weights=[1,-1,0,0.5], n_documents=1000)"
    assert rs.evaluate(RUN, QRELS, name)[name].tolist() == [494.5, 493.0]  # -N 1000


def test_no_last_point_where_one_document_more_was_retrieved() -> None:
    qrels = {"q": {"a": 1, "b": 1}}
    for run, same in ((["a", "b"], True), (["a", "x", "b"], False), (["a", "x", "y", "b"], True)):
        right = rs.evaluate({"q": run}, qrels, "rndcg").values
        theirs = rs.evaluate({"q": run}, qrels, "Rndcg", profile="trec_eval").values
        assert (right == theirs).all() == same


def test_the_scale_of_rbp_is_that_of_each_query() -> None:
    qrels = {"p": {"a": 4}, "q": {"a": 2}, "r": {"a": 0.5}}
    scores = rs.evaluate({query: ["a"] for query in qrels}, qrels, "rbp", profile="trec_eval")
    assert scores.values[:, 0] == pytest.approx([0.1, 0.1, 0.05])


def test_the_name_shows_it_and_plain_names_find_it() -> None:
    names = ["rndcg", "rbp", "rbp_resid", "ap(judged_only=True)", "ndcg@10"]
    scores = rs.evaluate(RUN, QRELS, names, profile="trec_eval")
    assert scores.measures == (
        'rndcg(like="trec_eval")', 'rbp(p=0.9, gain="graded", like="trec_eval")',
        'rbp_residual(p=0.9, like="trec_eval")', 'ap(judged_only="trec_eval")', "ndcg@10",
    )  # fmt: skip
    for column, name in enumerate([*names[:3], "Rndcg"]):
        assert (scores[name] == scores.values[:, column % 3]).all()
    both = rs.evaluate(RUN, QRELS, ["rndcg", 'rndcg(like="trec_eval")'])
    assert (both["Rndcg"] == both.values[:, 0]).all()
    given = rs.evaluate(RUN, QRELS, 'rbp(p=0.9, gain="graded", max_grade=4)', profile="trec_eval")
    assert given.measures == ('rbp(p=0.9, gain="graded", max_grade=4)',)
    with pytest.raises(ValueError, match="needs p"):
        rs.evaluate(RUN, QRELS, "rbp", profile="beir")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ('rndcg(like="ranx")', 'must be "trec_eval"'),
        ('ap(like="trec_eval")', "unknown parameter 'like'"),
        ('rbp(p=0.9, like="trec_eval")', "unknown parameter 'like'"),
        ('rbp(p=0.9, gain="graded", max_grade=3, like="trec_eval")', "unknown parameter 'max_gra"),
        ('st_recall(judged_only="trec_eval")@3', "trec_eval has no st_recall"),
        ('ap(judged_only="trec")', "must be True or False"),
    ],
)
def test_refused(name: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        rs.evaluate(RUN, QRELS, name)


def test_no_bounds_of_their_formulas() -> None:
    scores = rs.evaluate(RUN, QRELS, "rbp", profile="trec_eval")
    with pytest.raises(ValueError, match="it is not proved which judgements"):
        scores.judgement_bounds()


@pytest.mark.parametrize("judged_only", [False, True])
def test_generated_queries_against_pytrec_eval(judged_only: bool) -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval")
    names = ["map", "ndcg", "ndcg_cut_5", "P_5", "infAP", "Rndcg", "num_ret"]
    asked = {name: condensed(name) if judged_only else name for name in names}
    compared = 0
    for seed in range(200):
        run, qrels = generated(random.Random(seed))
        # trec_eval keeps the levels of the query before where no grade is 0 or more
        qrels = {q: judged for q, judged in qrels.items() if max(judged.values()) >= 0}
        if not set(run) & set(qrels):
            continue
        evaluator = pytrec_eval.RelevanceEvaluator(
            qrels, set(names), judged_docs_only_flag=judged_only
        )
        wanted = evaluator.evaluate(run)
        found = rs.evaluate(run, qrels, asked.values(), profile="trec_eval")
        for row, query in enumerate(found.query_ids):
            for name in names:
                value = wanted[query][name]
                assert found[asked[name]][row] == pytest.approx(value, rel=1e-12), (seed, name)
                compared += 1
    assert compared > 4000
