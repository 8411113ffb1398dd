"""tie_range() against every order of small rankings: sorted orders are extreme."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ranksure as rs
from every_measure import MEASURES
from ranksure.measures import parse_measures
from ranksure.reference import evaluating, tie_ranges
from ranksure.reference.tied_orders import tied_ranking
from ranksure.tie_ranges import PROVED, PROVED_UNCUT, extremes_are_known

grades = st.sampled_from([-1.0, 0.0, 0.5, 1.0, 2.0, 3.0, 7.0])
runs = st.dictionaries(st.sampled_from("abcdefg"), st.sampled_from([0.0, 1.0, 2.0]), max_size=5)
judgements = st.dictionaries(st.sampled_from("abcdefghi"), grades, min_size=1, max_size=9)
depths = st.sampled_from([None, 1, 2, 4])
OTHERS = [
    "set_recall", "f1(rel=2)@2", "nerr(max_grade=9)@3", "utility(weights=[-1,2,0.5,0.25])",
    "recall(rel=-1)@2", "judged@1", "hole@2", "unjudged@2", "ndcg(gains={1:7,7:1,0:3})@2",
    "rndcg(gains={2:0.5,0:1})", "rbp_residual(p=0.5)@2", "precision(rel=-1)@3",
]  # fmt: skip
ALL = [*MEASURES, *OTHERS]


def known(depth):
    return [m.name for m in parse_measures(ALL) if extremes_are_known(m, depth)]


def test_every_proved_kind_is_tried_here() -> None:
    assert {m.kind for m in parse_measures(known(None))} == {*PROVED, *PROVED_UNCUT}
    refused = {m.kind for m in parse_measures(ALL)} - {*PROVED, *PROVED_UNCUT}
    assert refused >= {"bpref", "infap", "compat", "inst", "bpm", "g", "ndcg_rel"}


@settings(max_examples=120, deadline=None)
@given(run=runs, judged=judgements, depth=depths)
def test_sorted_orders_are_the_extremes_of_every_order(run, judged, depth) -> None:
    tied = tied_ranking(list(run), list(run.values()), depth)
    for name in known(depth):
        found = tie_ranges.tie_range(name, tied, judged)
        wanted = tie_ranges.literal_range(name, tied, judged)
        assert np.allclose(found, wanted, rtol=1e-13, atol=1e-15), name


def test_a_cut_off_is_refused_where_the_sorted_order_is_not_extreme() -> None:
    judged = {"a": 1, "b": 1}
    tied = tied_ranking(list("axb"), [2.0, 1.0, 1.0])
    deeper = tied_ranking(list("xab"), [2.0, 1.0, 1.0])
    for ranking in (tied, deeper):
        assert tie_ranges.tie_range("accuracy", ranking, judged) == (
            tie_ranges.literal_range("accuracy", ranking, judged)
        )
    tied = tied_ranking(list("axby"), [2.0, 1.0, 0.0, 0.0])
    assert tie_ranges.tie_range("accuracy@3", tied, judged) == (1.0, 0.5)[::-1]
    best = evaluating.measured("accuracy@3", list("axby"), judged)
    assert best < evaluating.measured("accuracy@3", list("axyb"), judged)  # the better one is below
    assert not any(m.startswith("accuracy@") for m in known(None))
    assert not any("judged_only" in m or "accuracy" in m for m in known(3))


@settings(max_examples=60, deadline=None)
@given(
    run=st.dictionaries(st.sampled_from(["q1", "q2", "q3"]), runs, min_size=1),
    qrels=st.dictionaries(st.sampled_from(["q1", "q2"]), judgements, min_size=1),
    depth=depths,
    ties=st.sampled_from(["trec", "stable", "average"]),
    threads=st.sampled_from([1, 2]),
)
def test_the_core_gives_the_ranges_of_the_reference(run, qrels, depth, ties, threads) -> None:
    run.setdefault(min(qrels), {})
    names = [name for name in known(depth) if "iprec" not in name]
    options = {"depth": depth, "no_relevant": "zero", "missing": "zero"}
    scores = rs.evaluate(run, qrels, "rr", ties=ties, **options)
    found = scores.tie_range(names, threads=threads)
    average = rs.evaluate(run, qrels, found.measures, ties="average", **options)
    assert np.array_equal(found.expected, average.values)
    for row, query in enumerate(found.query_ids):
        answer = run.get(query, {})
        tied = tied_ranking(list(answer), list(answer.values()), depth)
        for column, name in enumerate(found.measures):
            wanted = (0.0, 0.0)
            if evaluating.has_relevant(name, qrels[query]):
                wanted = tie_ranges.tie_range(name, tied, qrels[query])
            assert (found.least[row, column], found.greatest[row, column]) == wanted, name


def test_the_scores_lie_in_their_range_and_only_equal_scores_move() -> None:
    rng = np.random.default_rng(4)
    run = {
        f"q{q}": {f"d{d}": float(s) for d, s in enumerate(rng.integers(0, 9, 40))}
        for q in range(60)
    }
    qrels = {q: {f"d{d}": int(rng.integers(0, 4)) for d in range(0, 60, 3)} for q in run}
    names = ["ndcg@10", "rr", "recall@40", "hole@7"]
    found = rs.evaluate(run, qrels, names).tie_range()
    for ties in ("trec", "stable"):
        values = rs.evaluate(run, qrels, names, ties=ties).values
        assert (found.least <= values).all() and (values <= found.greatest).all()
    assert found.moved == ("ndcg@10", "rr", "hole@7")
    means = found.mean()["ndcg@10"]
    assert means["least"] < means["expected"] < means["greatest"]
    distinct = {q: {d: s + i / 1e3 for i, (d, s) in enumerate(r.items())} for q, r in run.items()}
    for one_order in (distinct, {q: list(r) for q, r in run.items()}):
        scores = rs.evaluate(one_order, qrels, names)
        still = scores.tie_range()
        assert np.array_equal(still.least, scores.values)
        assert np.array_equal(still.greatest, scores.values)
        assert np.array_equal(still.expected, scores.values)
        assert still.moved == ()
        assert repr(still) == (
            "the order of equal scores moves 0 of 60 queries, "
            "and never ndcg@10, rr, recall@40, hole@7"
        )


def test_policies_act_before_the_range() -> None:
    run = {
        "q": {"q": 9.0, "a#1": 4.0, "b#1": 4.0, "a#2": 2.0, "c#1": 1.0},
        "r": {"x#1": 1.0, "z#9": 1.0},
        "u": {"x#1": 1.0, "y#1": 1.0},
    }
    qrels = {"q": {"b#1": 1}, "r": {"z#1": 1}, "s": {"z": 1}}
    options = {"group": lambda chunk: chunk.split("#")[0], "drop_self": True, "missing": "skip"}
    scores = rs.evaluate(run, qrels, ["precision@1", "rr"], depth=2, **options)
    found = scores.tie_range()
    assert found.query_ids == ("q", "r")
    assert found.least.tolist() == [[0.0, 0.5], [0.0, 0.5]]
    assert found.greatest.tolist() == [[1.0, 1.0], [1.0, 1.0]]
    assert found.expected.tolist() == [[0.5, 0.75], [0.5, 0.75]]
    assert scores.tie_range("mrr").measures == ("rr",)


def test_a_repeated_document_keeps_its_best_place() -> None:
    run = {"q": [("a", 1.0), ("b", 1.0), ("a", 1.0), ("a", 0.5), ("c", 0.5)]}
    found = rs.evaluate(run, {"q": {"a": 1, "c": 1}}, ["rr", "ap"], duplicates="first").tie_range()
    assert found.least.tolist() == [[0.5, (1 / 2 + 2 / 3) / 2]]
    assert found.greatest.tolist() == [[1.0, (1 + 2 / 3) / 2]]


@pytest.mark.parametrize(("policy", "filled"), [("one", 1.0), ("nan", np.nan), ("zero", 0.0)])
def test_a_query_without_relevant_documents_keeps_its_value(policy: str, filled: float) -> None:
    run = {"q": {"a": 1.0, "b": 1.0}, "r": {"a": 1.0, "b": 1.0}}
    scores = rs.evaluate(run, {"q": {"b": 0}, "r": {"a": 1}}, ["rr"], no_relevant=policy)
    found = scores.tie_range()
    assert np.array_equal(found.least[:, 0], [filled, 0.5], equal_nan=True)
    assert np.array_equal(found.greatest[:, 0], [filled, 1.0], equal_nan=True)
    assert found.moved == ("rr",)


def test_integer_ids_and_unordered_scores_meet() -> None:
    run = rs.Run.from_arrays([[7, 3, 5], [3, 7, 5]], [[1.0, 2.0, 1.0], [1.0, 1.0, 3.0]])
    found = rs.evaluate(run, {"0": {"5": 1}, "1": {"7": 2}}, ["rr"]).tie_range()
    assert found.least.tolist() == [[1 / 3], [1 / 3]]
    assert found.greatest.tolist() == [[0.5], [0.5]]


def test_ranges_are_frozen_printed_and_refused_with_a_reason(tmp_path) -> None:
    run = {"q": {f"d{i}": 1.0 for i in range(9)}}
    scores = rs.evaluate(run, {"q": ["d3"]}, ["rr", "bpref", "infap", "ap"])
    found = scores.tie_range(["rr", "num_ret"])
    assert str(found).splitlines()[1].split() == ["rr", "0.1111", "0.3143", "1.0000"]
    assert str(found).splitlines()[2] == (
        "the order of equal scores moves 1 of 1 queries, and never num_ret"
    )
    with pytest.raises(ValueError, match="read-only"):
        found.least[0, 0] = 1.0
    with pytest.raises(ValueError, match=r"tie_range: .* make bpref least and greatest"):
        scores.tie_range()
    for name in ("infap", "inst@5", "compat(p=0.9)", "accuracy@3", "ndcg_rel"):
        with pytest.raises(ValueError, match=r"tie_range: it is not proved"):
            scores.tie_range(name)
    cut = rs.evaluate(run, {"q": ["d3"]}, "rr(judged_only=True)", depth=3)
    with pytest.raises(ValueError, match=r"rr\(judged_only=True\) .* under depth=3"):
        cut.tie_range()
    with pytest.raises(ValueError, match=r"iprec@0\.5 of query 'q' has no closed form"):
        scores.tie_range("iprec@0.5")
    with pytest.raises(ValueError, match="tie_range needs the run"):
        scores.take([0]).tie_range("rr")
    scores.save(tmp_path / "stored.jsonl")
    with pytest.raises(ValueError, match="tie_range needs the run"):
        rs.load_scores(tmp_path / "stored.jsonl").tie_range("rr")
    with pytest.raises(ValueError, match="unknown measure"):
        scores.tie_range("what@2")
