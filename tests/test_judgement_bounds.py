"""judgement_bounds() against every way to judge the unjudged documents of small rankings."""

from functools import partial
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ranksure as rs
from ranksure.bounds import _ADDING, _OTHERS
from ranksure.reference import bounds, evaluating

NAMES = [
    "precision@2", "set_precision@3", "set_precision", "hit_rate@2", "rr", "rr@2", "recall@2",
    "recall@5", "set_recall", "recall_cap@3", "precision_ceiling@3", "num_rel_ret@2", "dcg@2",
    "dcg(base=10)", "dcg_exp", "sdcg@3", "rbp(p=0.5)", 'rbp(p=0.8, gain="graded")@3', "insq@4",
    "ap", "ap@2", "yaap", "ndcg", "ndcg@3", "ndcg(gains={1:5})", "ndcg_exp@2", "f1@2",
    "f(beta=2)@3", "set_f1@3", "set_f1", "set_f(beta=0.5)", "set_relative_precision",
    "set_relative_precision@2", "set_ap@3", "r_precision", "r_precision(times=1.5)", "iprec@0.5",
    "iprec_mean", "err", "err@2", "nerr@3", "ap(rel=2)", "recall(rel=2)@3",
]  # fmt: skip

documents = st.sampled_from("abcdefgh")
runs = st.dictionaries(documents, st.sampled_from([0.0, 1.0, 2.0, 3.0]), min_size=1, max_size=6)
judgements = st.dictionaries(documents, st.sampled_from([-1.0, 0.0, 1.0, 2.0]), max_size=5)


def every_way(run, judged, grade, retrieved, **options):
    """Values under all ways to call each unjudged retrieved document relevant or not."""
    open_ = [d for d in retrieved if d not in judged]
    found = []
    for choice in product([False, True], repeat=len(open_)):
        relevant = [d for d, chosen in zip(open_, choice, strict=True) if chosen]
        qrels = {"q": {**judged, **dict.fromkeys(relevant, grade)}, "other": {"x": 2}}
        scores = rs.evaluate({"q": run}, qrels, NAMES, missing="zero", **options)
        found.append(scores.values[scores.query_ids.index("q")])
    return np.array(found)


def test_every_kind_with_bounds_is_tested_here() -> None:
    assert {name.split("@")[0].split("(")[0] for name in NAMES} == {*_ADDING, *_OTHERS}


@settings(max_examples=150, deadline=None)
@given(run=runs, judged=judgements, ties=st.sampled_from(["trec", "stable", "average"]))
def test_bounds_are_the_extremes_of_every_way_to_judge(run, judged, ties) -> None:
    options = {"ties": ties, "no_relevant": "zero"}
    scores = rs.evaluate(
        {"q": run}, {"q": judged, "other": {"x": 2}}, NAMES, missing="zero", **options
    )
    found = scores.judgement_bounds()
    row = scores.query_ids.index("q")
    ways = every_way(run, judged, 2.0, run, **options)
    assert np.array_equal(found.value, scores.values)
    assert np.array_equal(found.all_relevant[row], ways[-1])
    close = {"rtol": 1e-14, "atol": 1e-15}  # another order of equal documents rounds elsewhere
    assert np.allclose(found.low[row], ways.min(axis=0), **close)
    assert np.allclose(found.high[row], ways.max(axis=0), **close)
    assert found.unjudged[row] == len(set(run) - set(judged))
    assert set(found.grades) == {2.0}


@settings(max_examples=150, deadline=None)
@given(ranked=st.lists(documents, unique=True, max_size=6), judged=judgements)
def test_the_core_gives_the_bounds_of_the_reference(ranked, judged) -> None:
    qrels = {"q": judged, "other": {"x": 2}}
    scores = rs.evaluate({"q": ranked}, qrels, NAMES, missing="zero", no_relevant="zero")
    found = scores.judgement_bounds()
    row = scores.query_ids.index("q")
    for column, name in enumerate(NAMES):
        wanted = bounds.judgement_bounds(
            partial(evaluating.measured, found.measures[column]), ranked, judged, 2.0
        )
        assert (found.low[row, column], found.high[row, column]) == wanted, name


def test_policies_act_before_the_bounds() -> None:
    run = {"q": {"q": 9.0, "a#1": 4.0, "b#1": 3.0, "a#2": 2.0, "c#1": 1.0}, "r": {"x#1": 1.0}}
    qrels = {"q": {"b#1": 1}, "r": {"z": 1}, "s": {"z": 1}}
    options = {"group": lambda chunk: chunk.split("#")[0], "drop_self": True, "missing": "skip"}
    scores = rs.evaluate(run, qrels, ["precision@2", "rr"], depth=2, **options)
    found = scores.judgement_bounds()
    assert found.query_ids == ("q", "r") and found.unjudged.tolist() == [1, 1]
    assert found.high.tolist() == [[1.0, 1.0], [0.5, 1.0]]
    assert found.low.tolist() == [[0.5, 0.5], [0.0, 0.0]]
    topic = rs.evaluate(run, qrels, ["rr"], topics=["r"], **options).judgement_bounds("mrr")
    assert topic.high.tolist() == [[1.0]] and topic.measures == ("rr",)


def test_equal_scores_at_the_depth_are_all_open() -> None:
    run = {"q": {"a": 1.0, "b": 1.0, "c": 1.0, "d": 0.0}}
    qrels = {"other": {"x": 2}, "q": {"a": 1}}
    options = {"ties": "average", "depth": 2, "no_relevant": "zero"}
    found = rs.evaluate(run, qrels, NAMES, missing="zero", **options).judgement_bounds()
    ways = every_way(run["q"], {"a": 1}, 2.0, "abc", **options)
    assert found.unjudged.tolist() == [0, 2] and set(found.grades) == {2.0}
    assert np.allclose(found.low[1], ways.min(axis=0), rtol=1e-14)
    assert np.allclose(found.high[1], ways.max(axis=0), rtol=1e-14)


@pytest.mark.parametrize(("policy", "filled"), [("one", 1.0), ("nan", np.nan), ("zero", 0.0)])
def test_a_query_without_relevant_documents(policy: str, filled: float) -> None:
    qrels = {"q": {"b": 0}, "r": {"a": 1}}
    scores = rs.evaluate({"q": ["a", "b"], "r": ["a"]}, qrels, ["rr"], no_relevant=policy)
    found = scores.judgement_bounds()
    assert np.array_equal(found.value, scores.values, equal_nan=True)
    high = 1.0 if policy == "zero" else filled
    assert np.array_equal(found.high[:, 0], [high, 1.0], equal_nan=True)
    assert found.mean()["rr"]["low"] == scores.mean()["rr"]


def test_bounds_are_frozen_printed_and_refused_with_a_reason() -> None:
    scores = rs.evaluate({"q": ["a", "b"]}, {"q": ["b"]}, ["rr", "judged@2"])
    condensed = rs.evaluate({"q": ["a", "b"]}, {"q": ["b"]}, "rr(judged_only=True)")
    with pytest.raises(ValueError, match="leaves unjudged documents out"):
        condensed.judgement_bounds()
    found = scores.judgement_bounds("rr")
    assert str(found).splitlines()[1].split() == ["rr", "0.5000", "0.5000", "1.0000", "1.0000"]
    with pytest.raises(ValueError, match="read-only"):
        found.low[0, 0] = 1.0
    with pytest.raises(ValueError, match="judged@2 least and largest"):
        scores.judgement_bounds()
    with pytest.raises(ValueError, match="do not hold"):
        scores.take([0]).judgement_bounds("rr")
    with pytest.raises(ValueError, match="unknown measure"):
        scores.judgement_bounds("what@2")
