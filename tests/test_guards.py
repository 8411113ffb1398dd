"""The guards of compare(): each speaks in one case and is silent in another; no number changes."""

import numpy as np
import pytest

import ranksure as rs
from ranksure import guards as module
from ranksure import planning
from ranksure.guarded import SAMPLE, spaced
from ranksure.guards import guards
from ranksure.reporting import cells, to_text

RELEVANT = {"r": 1, "n": 0}


def names(comparison) -> list[str]:
    return [finding.name for finding in comparison.findings]


def finding(comparison, name):
    return next(f for f in comparison.findings if f.name == name)


def queries(n: int, ranked):
    """The same answer to n queries; of the number, where ranked is a function."""
    return {f"q{i:04d}": ranked(i) if callable(ranked) else ranked for i in range(n)}


def compared(old, new, qrels, measures, **options):
    return rs.compare({"old": old, "new": new}, qrels, measures, seed=1, **options)


def test_nothing_to_say() -> None:
    old = queries(40, lambda i: ["n", "r"])
    new = queries(40, lambda i: ["r", "n"])
    found = compared(old, new, queries(40, {**RELEVANT, "x": 2}), ["ndcg@2", "rr"])
    assert found.findings == () and found.notes == ()
    numbers = rs.compare({"a": [0.0, 1.0, 0.5], "b": [1.0, 2.0, 1.5]}, seed=1)
    assert numbers.findings == ()


def test_different_golden_sets_are_refused() -> None:
    runs = queries(3, ["r"])
    one = rs.evaluate(runs, queries(3, {"r": 1}), "rr")
    other = rs.evaluate(runs, queries(3, {"r": 1, "x": 1}), "rr")
    with pytest.raises(ValueError, match="judged by different golden sets"):
        rs.compare({"one": one, "other": other})


@pytest.mark.parametrize(("missing", "effect"), [("zero", "count as zero"), ("skip", "were left")])
def test_queries_that_one_system_lacks_are_named(missing, effect) -> None:
    old, qrels = queries(12, ["r", "n"]), queries(12, RELEVANT)
    new = {q: r for q, r in old.items() if q > "q0004"}
    del old["q0009"]
    found = finding(compared(old, new, qrels, "rr", missing=missing), "missing")
    assert found.count == 6 and effect in found.text
    assert found.examples == (
        "old lacks 1: 'q0009'",
        "new lacks 5: 'q0000', 'q0001', 'q0002', ...",
    )
    both = {q: r for q, r in old.items() if q > "q0004"}
    assert "missing" not in names(compared(both, both, qrels, "rr", missing=missing))
    few = compared(old, new, qrels, "rr", missing=missing, topics=["q0005", "q0006"])
    assert "missing" not in names(few)


def test_queries_that_loaded_scores_lack_are_named(tmp_path) -> None:
    runs, qrels = queries(5, ["r", "n"]), queries(5, RELEVANT)
    scores = rs.evaluate(runs, qrels, "rr", missing="skip")
    del runs["q0003"]
    rs.evaluate(runs, qrels, "rr", missing="skip").save(tmp_path / "less.jsonl")
    loaded = rs.load_scores(tmp_path / "less.jsonl")
    found = rs.compare({"all": scores, "less": loaded}, seed=1)
    assert finding(found, "missing").examples == ("less lacks 1: 'q0003'",)


def test_judged_documents() -> None:
    old, qrels = queries(20, ["n", "m", "r"]), queries(20, {**RELEVANT, "m": 0})
    new = queries(20, lambda i: ["new", "r", "m"])
    found = finding(compared(old, new, qrels, ["precision@1", "recall@3"]), "judged")
    assert found.level == "warning" and "judgement_bounds()" in found.text
    assert found.examples == (
        "judged@1 is 0% for new, old 100%, "
        "the difference in precision@1 lies between +0.000 and +1.000",
    )
    scores = [rs.evaluate(run, qrels, "precision@1").judgement_bounds() for run in (old, new)]
    assert (scores[1].low - scores[0].high).mean() == 0.0
    assert (scores[1].high - scores[0].low).mean() == 1.0
    assert finding(compared(old, new, qrels, "ap"), "judged").examples[0].startswith("judged@10")
    close = queries(20, lambda i: ["new" if i == 0 else "n", "r", "m"])
    assert "judged" not in names(compared(old, close, qrels, "recall@3"))
    positive = queries(20, {"r": 1})  # then judged@k is precision@k
    assert "judged" not in names(compared(old, new, positive, "recall@3"))


def test_bounds_are_left_out_where_none_are_proved_or_cheap(monkeypatch) -> None:
    old, new = queries(20, ["n", "r"]), queries(20, ["new", "r"])
    for measure in ("bpref", "rr(judged_only=True)"):
        found = compared(old, new, queries(20, RELEVANT), measure)
        assert "lies between" not in finding(found, "judged").examples[0]
    monkeypatch.setattr(module, "BOUNDED_DOCUMENTS", 39)
    found = compared(old, new, queries(20, RELEVANT), "rr")
    assert "lies between" not in finding(found, "judged").examples[0]


def test_the_order_of_equal_scores_decides() -> None:
    """trec's order puts "r" before "n" and "a" after it, so that new seems to win."""
    qrels = queries(30, {"r": 1, "a": 1, "n": 0})
    old = queries(30, {"a": 1.0, "n": 1.0})
    new = queries(30, lambda i: {"r": 1.0, "n": 1.0} if i else {"n": 1.0, "a": 1.0})
    found = compared(old, new, qrels, ["rr", "bpref", "recall@2"])
    tied = finding(found, "tie_order")
    assert tied.count == 1 and tied.rows == ((None, "rr", "new"),)
    assert tied.examples == ("new, rr: -0.500 to +0.500",)
    ranges = [rs.evaluate(run, qrels, "rr").tie_range() for run in (old, new)]
    assert (ranges[1].least - ranges[0].greatest).mean() == -0.5
    turned = next(row for row in found.rows if row.system == "new" and row.measure == "rr")
    assert "▲~" in cells.comparison_cells(turned, found, 3, cells.UNICODE)
    assert "~ its sign depends on the order of equal scores" in to_text(found)
    assert tied.sentence in found.notes
    assert "tie_order" not in names(compared(old, new, qrels, "rr", ties="average"))


def test_the_order_of_equal_scores_does_not_decide() -> None:
    qrels = queries(30, {"r": 1, "n": 0})
    old = queries(30, {"n": 3.0, "x": 2.0, "r": 1.0})
    new = queries(30, lambda i: {"r": 3.0, "n": 3.0} if i % 2 else {"r": 4.0, "n": 3.0})
    found = compared(old, new, qrels, "rr")
    assert found.counts["new"]["tied_queries"] == 15
    assert "tie_order" not in names(found)
    assert "its sign depends" not in to_text(found)


def test_a_segment_is_decided_by_the_order_of_equal_scores() -> None:
    qrels = queries(40, {"r": 1, "n": 0})
    old = queries(40, lambda i: {"n": 2.0, "r": 1.0} if i < 20 else {"n": 2.0, "x": 1.0, "r": 1.0})
    new = queries(40, lambda i: {"r": 2.0, "n": 1.0} if i < 20 else {"n": 1.0, "r": 1.0})
    segments = {q: "first" if q < "q0020" else "tied" for q in qrels}
    found = finding(compared(old, new, qrels, "rr", by=segments), "tie_order")
    assert found.rows == (("tied", "rr", "new"),)
    assert found.examples == ("tied: new, rr: +0.000 to +0.667",)


def test_few_queries_and_how_many_would_do() -> None:
    rng = np.random.default_rng(3)
    old = rng.random(50)
    new = old + rng.normal(0.02, 0.2, 50)
    found = rs.compare({"old": old, "new": new}, seed=1)
    difference = found.rows[1].difference
    plan = planning.plan(new, old, difference=abs(difference), seed=1, n_resamples=100)
    about = float(f"{plan.questions.formula:.2g}")
    assert finding(found, "few_queries").examples == (
        f"new, value: {difference:+.3f} needs about {about:,.0f}",
    )
    assert "power 0.8" in finding(found, "few_queries").text
    tiny = rs.compare({"old": [0.0, 1.0, 0.0, 1.0], "new": [1.0, 0.0, 1e-9, 1.0]}, seed=1)
    assert "over 1,000,000" in finding(tiny, "few_queries").examples[0]
    for clear in (old + rng.normal(0.5, 0.1, 50), old + 0.25, old):
        assert names(rs.compare({"old": old, "new": clear}, seed=1)) == []
    for scale in (1e300, 1e-300):
        at = rs.compare({"old": old * scale, "new": new * scale}, seed=1)
        assert finding(at, "few_queries").examples[0].endswith(f"about {about:,.0f}")


def test_precision_near_its_ceiling() -> None:
    qrels = queries(30, {"r": 1, "s": 1, "n": 0})
    old = queries(30, ["n", "a", "b", "c"])
    new = queries(30, ["r", "s", "a", "b"])
    found = finding(compared(old, new, qrels, ["precision@4", "rr"]), "precision_ceiling")
    assert found.examples == ("new, precision@4: 0.500 of 0.500",)
    half = queries(30, ["r", "b", "a", "c"])
    assert "precision_ceiling" not in names(compared(old, half, qrels, ["precision@4"]))
    none = queries(30, lambda i: {"r": 1, "s": 1} if i else {"n": 0})  # that query cannot succeed
    found = compared(old, new, none, "precision@4", no_relevant="zero")
    assert finding(found, "precision_ceiling").examples == ("new, precision@4: 0.500 of 0.500",)
    nothing = compared(old, new, none, "precision(rel=3)@4", no_relevant="zero")
    assert "precision_ceiling" not in names(nothing)


def test_rankings_shorter_than_the_cut_off() -> None:
    qrels = queries(30, RELEVANT)
    old = queries(30, lambda i: ["r", "n", "x"] if i >= 3 else ["r"])
    new = queries(30, lambda i: ["r", "n", "x"] if i >= 2 else ["r", "n"])
    found = finding(compared(old, new, qrels, ["recall@3", "rr"]), "short")
    assert found.examples == ("old: 3 of 30 below 3",) and found.level == "note"
    assert "short" not in names(compared(old, new, qrels, ["recall@1", "rr"]))
    assert "short" not in names(compared(old, new, qrels, ["rr"]))
    found = finding(compared(new, new, qrels, ["recall@3"], depth=2), "short")
    assert found.examples == ("old: 30 of 30 below 3", "new: 30 of 30 below 3")
    repeats = queries(30, ["r", "n", "r"])
    found = finding(compared(repeats, new, qrels, "recall@3", duplicates="first"), "short")
    assert found.examples == ("old: 30 of 30 below 3",)


def test_a_large_comparison_is_read_in_a_sample() -> None:
    n = SAMPLE + 100
    qrels = queries(n, {"r": 1, "a": 1, "n": 0})
    old = queries(n, {"a": 1.0, "n": 1.0})
    new = queries(n, {"r": 1.0, "n": 1.0})
    found = compared(old, new, qrels, ["rr", "recall@3"])
    assert "(looked at 500 of 600 queries)" in finding(found, "tie_order").text
    assert finding(found, "tie_order").examples == ("new, rr: -0.500 to +0.500",)
    assert finding(found, "short").examples[0] == "old: 500 of 500 below 3"
    assert spaced(10, 3).tolist() == [1, 5, 8] and spaced(2, 3).tolist() == [0, 1]
    unjudged = queries(n, ["x", "y", "r"])
    found = finding(compared(old, unjudged, qrels, "rr"), "judged")
    assert "lies between" not in found.examples[0]
    absent = {f"q{i:04d}": ["r"] for i in range(1)}  # no query of the sample
    assert "missing" in names(compared(old, absent, qrels, "recall@3", missing="zero"))


def test_guards_change_no_number_and_need_no_run(monkeypatch) -> None:
    qrels = queries(30, {"r": 1, "a": 1, "n": 0})
    runs = queries(30, {"a": 1.0, "n": 1.0}), queries(30, {"r": 2.0, "x": 1.0})
    with_guards = compared(*runs, qrels, ["rr", "precision@4"])
    assert names(with_guards) == ["judged", "tie_order", "short"]
    monkeypatch.setattr("ranksure.comparing.guards", lambda *args, **options: ())
    without = compared(*runs, qrels, ["rr", "precision@4"])
    assert without.rows == with_guards.rows
    assert all(
        np.array_equal(s.values, without.scores[name].values)
        for name, s in with_guards.scores.items()
    )
    taken = {name: s.take(range(30)) for name, s in with_guards.scores.items()}
    assert guards(taken, "old", with_guards.rows) == ()
    again = guards(with_guards.scores, "old", with_guards.rows)
    assert again == with_guards.findings
