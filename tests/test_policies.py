"""Every policy: what it does, what it counts, what the signature says, and that verify follows."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ranksure as rs
from policy_runs import evaluate
from ranksure.reference import evaluating

NAMES = ["recall@3", "precision@2", "rr", "ap", "ndcg@3", "judged@3", "set_f1"]


# drop_self


def test_the_document_of_the_query_leaves_ranking_and_judgements() -> None:
    run = {"d7": [("d7", 2.0), ("d9", 1.0)], "7": {7: 3.0, "x": 2.0}}
    qrels = {"d7": {"d9": 1, "d7": 1}, "7": {"x": 1}}
    plain = evaluate(run, qrels, ["rr", "recall@2"])
    assert plain["rr"].tolist() == [0.5, 1.0] and plain.counts["self_retrieved"] == 0
    dropped = evaluate(run, qrels, ["rr", "recall@2", "precision@2"], drop_self=True)
    assert dropped["rr"].tolist() == [1.0, 1.0]
    assert dropped["recall@2"].tolist() == [1.0, 1.0]
    assert (dropped.counts["self_retrieved"], dropped.counts["self_judged"]) == (2, 1)
    assert "drop_self:yes" in dropped.signature and "drop_self:no" in plain.signature
    assert dropped.fingerprint == plain.fingerprint
    with pytest.raises(TypeError, match="drop_self must be True or False, found 'yes'"):
        evaluate(run, qrels, drop_self="yes")


def test_integer_ids_drop_themselves_too() -> None:
    run = rs.Run.from_arrays(np.array([[0, 5], [5, 1]], dtype="i2"))
    scores = evaluate(run, {0: [5], 1: [5]}, "rr", drop_self=True)
    assert scores["rr"].tolist() == [1.0, 1.0] and scores.counts["self_retrieved"] == 2


# group

CHUNKS = {"q": [("a#1", 3.0), ("b#1", 2.5), ("a#2", 4.0), ("c#1", 2.5), ("b#2", 1.0)]}
PAGES = {"a#1": "a", "a#2": "a", "b#1": "b", "b#2": "b", "c#1": "c"}


def test_a_page_stands_where_its_best_chunk_stands() -> None:
    qrels = {"q": {"b#1": 1, "b#2": 2, "z": 1}}
    scores = evaluate(CHUNKS, qrels, ["rr", "recall@2", "ndcg@3"], group=PAGES)
    # pages a (4.0), c, b (2.5 both: the higher id first)
    assert scores["rr"].tolist() == [1 / 3]
    assert scores.counts["grouped_documents"] == 2
    assert scores.counts["grouped_judgements"] == 1
    assert scores.counts["ungrouped_judgements"] == 1  # z
    averaged = evaluate(CHUNKS, qrels, ["rr"], group=PAGES, ties="average")
    assert averaged["rr"].tolist() == [(1 / 2 + 1 / 3) / 2]


def test_a_ranked_list_keeps_the_first_chunk_of_a_page() -> None:
    run = {"q": ["x#1", "x#2", "y#1", "x#3", "z#9"]}
    scores = evaluate(run, {"q": ["z"]}, ["rr"], group=lambda chunk: chunk.split("#")[0])
    assert scores["rr"].tolist() == [1 / 3] and scores.counts["grouped_documents"] == 2
    assert "group:test_a_ranked_list_keeps_the_first_chunk_of_a_page.<locals>" in scores.signature


def test_the_forms_of_a_group() -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"document": list(PAGES), "page": list(PAGES.values())})
    found = {}
    for form in (PAGES, dict(reversed(PAGES.items())), frame):
        found[id(form)] = evaluate(CHUNKS, {"q": ["b"]}, NAMES, group=form)
    assert len({scores.signature for scores in found.values()}) == 1
    assert len({scores.values.tobytes() for scores in found.values()}) == 1
    numbers = evaluate({"q": [11, 12, 21]}, {"q": [2]}, "rr", group={11: 1, 12: 1, 21: 2})
    assert numbers["rr"].tolist() == [0.5]
    mixed = evaluate(
        {"q": [11, 12, 21]}, {"q": ["two", 5]}, "rr", group={"11": 1, 12: 1, 21: "two"}
    )
    assert mixed["rr"].tolist() == [0.5]


@pytest.mark.parametrize(
    ("group", "error", "parts"),
    [
        ({"a#1": "a"}, ValueError, ["'q'", "'b#1'", "group"]),
        (5, TypeError, ["group", "5"]),
        ({"a#1": 1.5}, TypeError, ["group", "1.5"]),
        (lambda chunk: None, TypeError, ["group('", "None"]),
        ({7: "a", "7": "b"}, ValueError, ["7", "'a'", "'b'"]),
    ],
)
def test_groups_that_are_refused(group, error, parts) -> None:
    with pytest.raises(error) as caught:
        evaluate(CHUNKS, {"q": ["b"]}, group=group)
    for part in parts:
        assert part in str(caught.value)


def test_a_chunk_twice_is_still_an_error_and_still_counted() -> None:
    run = {"q": ["a#1", "a#1", "b#1"]}
    with pytest.raises(ValueError, match=r"'q'.*'a#1'"):
        evaluate(run, {"q": ["b"]}, group=PAGES)
    scores = evaluate(run, {"q": ["b"]}, group=PAGES, duplicates="first")
    assert scores["rr"].tolist() == [0.5]
    assert (scores.counts["duplicates"], scores.counts["grouped_documents"]) == (1, 0)


# topics and depth


def test_topics_restrict_the_golden_set() -> None:
    run = {"1": ["a"], "2": ["b"], "9": ["c"], "7": ["x"]}
    qrels = {"1": ["a"], "2": ["x"], "9": ["c"]}
    scores = evaluate(run, qrels, topics=["9", "1", "9"])
    assert scores.query_ids == ("1", "9") and scores.mean() == {"rr": 1.0}
    assert scores.counts["topics_left_out"] == 1 and scores.counts["unjudged_queries"] == 1
    same = evaluate(run, qrels, topics=iter((1, 9)))
    assert same.signature == scores.signature and "topics:2-" in scores.signature
    assert "topics:all" in evaluate(run, qrels).signature
    assert evaluate(run, qrels, topics=np.array([2])).mean() == {"rr": 0.0}
    for topics, error, text in (
        (["1", "8"], ValueError, "query '8' is not in the golden set"),
        ("1", TypeError, "found '1'"),
        ([], ValueError, "at least one"),
        (3, TypeError, "found 3"),
    ):
        with pytest.raises(error, match=text):
            evaluate(run, qrels, topics=topics)


def test_depth_ends_the_ranking() -> None:
    run = {"q": {"a": 5.0, "b": 4.0, "c": 3.0, "d": 2.0}, "r": {"x": 1.0}}
    qrels = {"q": ["b", "d"], "r": ["x"]}
    scores = evaluate(run, qrels, ["recall@9", "precision@4", "set_precision", "ap"], depth=3)
    assert scores.values[0].tolist() == [0.5, 0.25, 1 / 3, 0.25]
    assert scores.values[1].tolist() == [1.0, 0.25, 1.0, 1.0]
    assert scores.counts["below_depth"] == 1 and "depth:3" in scores.signature
    twice = {"q": ["a", "a", "b"]}
    first = evaluate(twice, {"q": ["b"]}, depth=2, duplicates="first")
    assert first["rr"].tolist() == [0.5] and first.counts["below_depth"] == 0
    for depth, error in ((0, ValueError), (True, TypeError), (2.0, TypeError)):
        with pytest.raises(error, match="depth"):
            evaluate(run, qrels, depth=depth)


# profiles


def test_profiles_set_what_is_left_open_and_nothing_else() -> None:
    run = {"q": {"q": 2.0, "a": 1.0}, "r": {"b": 1.0}}
    qrels = {"q": {"a": 1}, "r": {"b": 0}, "s": {"c": 1}}
    trec = evaluate(run, qrels, profile="trec_eval")
    assert trec.query_ids == ("q", "r") and trec["rr"].tolist() == [0.5, 0.0]
    beir = evaluate(run, qrels, profile="beir")
    assert beir["rr"].tolist() == [1.0, 0.0]
    for scores, self_dropped in ((trec, "no"), (beir, "yes")):
        for choice in (
            "ties:trec",
            "missing:skip",
            "no_relevant:zero",
            f"drop_self:{self_dropped}",
        ):
            assert choice in scores.signature
    mine = evaluate(run, qrels, profile="beir", missing="zero", drop_self=False, ties="average")
    for choice in ("ties:average", "missing:zero", "no_relevant:zero", "drop_self:no"):
        assert choice in mine.signature
    with pytest.raises(ValueError, match="profile must be one of"):
        evaluate(run, qrels, profile="trec")


def test_compare_takes_every_policy(tmp_path: Path) -> None:
    path = tmp_path / "qrels.txt"
    path.write_text("q 0 a 1\nq 0 a 3\nr 0 q 1\nt 0 b 1\n")
    found = rs.compare(
        {"one": {"q": ["q#1", "a#1"], "r": ["q#1"]}, "two": {"q": ["a#1"], "r": ["x#1", "q#1"]}},
        path, "rr", conflicts="max", order="rank", drop_self=True, topics=["q", "r"], depth=2,
        group=lambda chunk: chunk.split("#")[0], profile="trec_eval", seed=1, n_resamples=50,
    )  # fmt: skip
    assert [row.mean for row in found.rows] == [1.0, 0.75]
    for choice in ("conflicts:max", "order:rank", "drop_self:yes", "topics:2-", "depth:2"):
        assert choice in found.signature
    assert found.verify().ok


# all together, against the reference

ids = st.sampled_from(["q1", "a#1", "a#2", "b#1", "b#2", "c#1", "b"])
rankings = st.lists(st.tuples(ids, st.sampled_from([0.0, 1.0, 2.0])), max_size=7)
judged = st.dictionaries(ids, st.sampled_from([-1.0, 0.0, 1.0, 2.0]), max_size=6)
queries = st.sampled_from(["q1", "q2", "b"])
EVERY_PAGE = {**PAGES, "q1": "q1", "b": "b"}


@settings(max_examples=300, deadline=None)
@given(
    run=st.dictionaries(queries, rankings, min_size=1, max_size=3),
    qrels=st.dictionaries(queries, judged, min_size=1, max_size=3),
    ties=st.sampled_from(["trec", "stable", "average"]),
    group=st.sampled_from([None, EVERY_PAGE]),
    drop_self=st.booleans(),
    depth=st.sampled_from([None, 1, 3]),
    topics=st.sampled_from([None, ["q1"]]),
    missing=st.sampled_from(["zero", "skip"]),
)
def test_the_core_does_what_the_reference_does(
    run, qrels, ties, group, drop_self, depth, topics, missing
) -> None:
    qrels.setdefault("q1", {"a#1": 1.0})
    run.setdefault("q1", [("a#1", 0.0)])
    options = {"ties": ties, "group": group, "drop_self": drop_self, "depth": depth,
               "topics": topics, "missing": missing, "no_relevant": "zero"}  # fmt: skip
    found = rs.evaluate(run, qrels, NAMES, duplicates="first", **options)
    wanted = evaluating.evaluate(
        {q: ([d for d, _ in r], [s for _, s in r]) for q, r in run.items()},
        qrels,
        NAMES,
        **options,
    )
    assert list(found.query_ids) == list(wanted)
    assert np.array_equal(found.values, np.array(list(wanted.values())))
    assert found.verify(n_resamples=2).ok or len(found) < 2
