"""Comparison.queries() and diff_runs()."""

import math

import pytest

import ranksure as rs
from shared import ROOT

HELP_CENTRE = ROOT / "examples" / "help_centre"
QRELS = {"q1": {"a": 2, "b": 1, "n": 0}, "q2": {"c": 1}, "q3": {"d": 1}}
OLD = {"q1": ["x", "a", "b"], "q2": ["c"], "q3": ["y", "d"]}
NEW = {"q1": ["a", "x"], "q2": ["z", "c"], "q3": ["y", "d"]}


def comparison(**options):
    return rs.compare({"old": OLD, "new": NEW}, QRELS, ["recall@2", "rr"], seed=1, **options)


def test_queries_have_both_scores_and_ranks_of_relevant_documents():
    found = comparison().queries()
    assert (found.system, found.baseline, found.measure, found.k) == ("new", "old", "recall@2", 2)
    assert [row.query for row in found] == ["q1", "q2", "q3"]
    first = found[0]
    assert (first.baseline, first.value, first.difference) == (0.5, 0.5, 0.0)
    assert first.relevant == (("a", 2.0, 2, 1), ("b", 1.0, 3, None))
    assert first.found == first.lost == ()
    assert comparison().queries(measure="recip_rank")[0].lost == ("b",)
    deeper = rs.compare({"old": OLD, "new": NEW}, QRELS, "recall@1", seed=1).queries()
    assert (deeper[0].found, deeper[1].lost) == (("a",), ("c",))


def test_threshold_of_the_measure_says_what_is_relevant():
    found = rs.compare({"old": OLD, "new": NEW}, QRELS, "rr(rel=2)", seed=1, no_relevant="nan")
    rows = found.queries().rows
    assert [len(row.relevant) for row in rows] == [1, 0, 0]
    assert math.isnan(rows[1].difference)
    assert [row.query for row in found.queries().best()] == ["q1"]
    assert found.queries().worst() == ()


def test_worst_and_best_stand_in_order():
    result = comparison().queries(measure="rr")
    assert [(row.query, row.difference) for row in result.worst()] == [("q2", -0.5)]
    assert [(row.query, row.difference) for row in result.best(1)] == [("q1", 0.5)]
    pytest.importorskip("pandas")
    assert len(result.to_frame()) == 3


def test_plain_numbers_have_no_documents():
    result = rs.compare({"a": [0.0, 1.0], "b": [1.0, 1.0]}, seed=1).queries()
    assert result[0].difference == 1.0
    assert result[0].relevant is result[0].found is result[0].lost is None
    assert result.measure == "value"


def test_the_system_must_be_named_when_there_are_several():
    result = rs.compare({"a": [0.0, 1.0], "b": [1.0, 1.0], "c": [1.0, 0.5]}, seed=1)
    with pytest.raises(ValueError, match=r"system: name one of \['b', 'c'\]"):
        result.queries()
    assert result.queries("c").system == "c"
    with pytest.raises(ValueError, match="system"):
        result.queries("a")


def test_ranks_follow_the_policies():
    old = {"q": {"a": 1.0, "b": 1.0, "c": 0.5}}
    options = {"seed": 1, "n_resamples": 10}
    qrels = {"q": ["a", "c"]}

    def ranks(**policy):
        result = rs.compare({"old": old, "new": old}, qrels, "recall@3", **options, **policy)
        return [document.rank for document in result.queries()[0].relevant]

    assert ranks() == [2, 3]
    assert ranks(ties="stable") == [1, 3]
    assert ranks(depth=2) == [2, None]


def test_every_query_of_the_example_is_as_evaluated():
    runs = {name: HELP_CENTRE / f"{name}.jsonl" for name in ("keyword", "hybrid")}
    result = rs.compare(runs, HELP_CENTRE / "golden.jsonl", ["recall@5"], seed=1, missing="zero")
    for row in result.queries():
        assert row.question and row.segment
        within = [d.rank is not None and d.rank <= 5 for d in row.relevant]
        assert row.value == within.count(True) / len(within)
        gained = len(row.found) - len(row.lost)
        assert row.difference == pytest.approx(gained / len(within))


def test_diff_of_two_runs():
    found = rs.diff_runs(OLD, {**NEW, "q9": ["a"]}, QRELS, k=2)
    assert (found.k, found.only_a, found.only_b) == (2, (), ("q9",))
    first, second, third = found
    assert first.moved == (("a", 2, 1, 2.0), ("x", 1, 2, None))
    assert (first.entered, first.left, first.kept) == ((), (), 2)
    assert second.entered == (("z", None, 1, None),)
    assert not third.changed
    assert found.changed == (first, second)
    assert "2 of 3 queries changed" in str(found)
    assert rs.diff_runs(OLD, NEW, k=1)[0].entered == (("a", None, 1, None),)
    with pytest.raises(ValueError, match="no query in common"):
        rs.diff_runs(OLD, {"other": ["a"]})
