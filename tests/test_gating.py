"""May a change ship: bounds against limits, how many questions would decide, what lost."""

import math
from dataclasses import replace

import numpy as np
import pytest

import ranksure as rs
from ranksure.reference import gating as reference


def scores_of(values, name="run", measures=("rr",), segments=None, ids=None):
    table = np.asarray(values, dtype=np.float64).reshape(len(values), -1)
    return rs.Scores(
        values=table,
        query_ids=tuple(ids or (f"q{i:03}" for i in range(len(table)))),
        measures=tuple(measures),
        counts={"queries": len(table)},
        notes=(),
        signature="missing:zero|golden:abc|ranksure:0.1.0",
        fingerprint="abc",
        name=name,
        segments=segments,
    )


def some(n=100, seed=1, drop=0.0):
    generator = np.random.default_rng(seed)
    old = generator.beta(2, 1, n)
    return scores_of(old + generator.normal(-drop, 0.1, n), "new"), scores_of(old, "old")


@pytest.mark.parametrize(
    ("low", "high", "outcome"),
    [
        (-0.009, 0.02, "pass"),
        (-0.01, 0.02, "undecided"),
        (-0.02, 0.0, "undecided"),
        (-0.02, -0.01, "undecided"),
        (-0.03, -0.011, "fail"),
        (0.0, 0.0, "pass"),
    ],
)
def test_outcomes_by_hand(low, high, outcome):
    assert reference.outcome(low, high, -0.01) == outcome


@pytest.mark.parametrize(
    ("n", "estimate", "low", "high", "threshold", "questions"),
    [
        (100, 0.0, -0.02, 0.02, -0.01, 401),  # twice as close needs four times as many
        (100, -0.03, -0.07, 0.01, -0.01, 401),  # the upper bound has 0.04 to go to 0.02
        (100, -0.01, -0.02, 0.0, -0.01, None),  # on the limit no bound leaves it behind
        (50, 0.625, 0.5, 0.75, 0.5, 51),
        (50, 0.75, 0.5, 1.0, 0.625, 201),
    ],
)
def test_questions_to_decide_by_hand(n, estimate, low, high, threshold, questions):
    assert reference.questions_to_decide(n, estimate, low, high, threshold) == questions


def test_the_questions_named_decide_and_one_less_does_not():
    for n, estimate, reach in ((97, 0.003, 0.021), (41, -0.037, 0.05), (300, -0.012, 0.004)):
        bounds = (estimate - reach, estimate + reach)
        assert reference.outcome(*bounds, -0.01) == "undecided"
        wanted = reference.questions_to_decide(n, estimate, *bounds, -0.01)
        for m, decided in ((wanted, True), (wanted - 1, False)):
            shrunk = reach * math.sqrt(n / m)
            found = reference.outcome(estimate - shrunk, estimate + shrunk, -0.01)
            assert (found != "undecided") is decided


@pytest.mark.parametrize("method", ["percentile", "basic", "bca", "studentized"])
def test_bounds_are_those_of_the_paired_bootstrap(method):
    new, old = some(drop=0.02)
    options = {"n_resamples": 2000, "seed": 3, "method": method}
    [found] = rs.gate(new, old, max_drop={"rr": 0.02}, **options).rules
    interval = rs.paired_bootstrap(new["rr"], old["rr"], confidence_level=0.9, **options)
    assert (found.low, found.high) == (
        interval.confidence_interval.low,
        interval.confidence_interval.high,
    )
    assert found.estimate == interval.estimate
    assert found.outcome == reference.outcome(found.low, found.high, -0.02)
    wanted = reference.questions_to_decide(100, found.estimate, found.low, found.high, -0.02)
    assert found.outcome == "undecided" and found.more_questions == wanted - 100


def test_a_least_value_has_the_bounds_of_the_mean():
    new, old = some()
    options = {"n_resamples": 2000, "seed": 3}
    [found] = rs.gate(new, old, minimum={"rr": 0.6}, **options).rules
    one_sided = [
        rs.bootstrap(new["rr"], alternative=side, confidence_level=0.95, **options)
        for side in ("greater", "less")
    ]
    assert found.low == pytest.approx(one_sided[0].confidence_interval.low, rel=1e-12)
    assert found.high == pytest.approx(one_sided[1].confidence_interval.high, rel=1e-12)
    assert found.outcome == "pass" and found.more_questions is None


def test_each_outcome():
    new, old = some(drop=0.05)
    for margin, outcome, code in ((0.1, "pass", 0), (0.01, "fail", 1), (0.05, "undecided", 3)):
        found = rs.gate(new, old, max_drop={"rr": margin}, seed=1)
        assert (found.outcome, found.exit_code) == (outcome, code)
    for least, outcome in ((0.3, "pass"), (0.9, "fail"), (float(new["rr"].mean()), "undecided")):
        assert rs.gate(new, old, minimum={"rr": least}, seed=1).outcome == outcome


def test_any_failure_fails_and_all_must_pass():
    new, old = some(drop=0.05)
    undecided_and_failed = rs.gate(new, old, max_drop={"rr": 0.05}, minimum={"rr": 0.9}, seed=1)
    assert [rule.outcome for rule in undecided_and_failed.rules] == ["undecided", "fail"]
    assert undecided_and_failed.outcome == "fail"
    passed_and_undecided = rs.gate(new, old, max_drop={"rr": 0.05}, minimum={"rr": 0.3}, seed=1)
    assert passed_and_undecided.outcome == "undecided"


def test_no_number_of_questions_would_decide_a_mean_on_the_limit():
    old = scores_of([0.5, 0.5] * 40, "old")
    new = scores_of([0.5, 0.25] * 40, "new")
    [found] = rs.gate(new, old, max_drop={"rr": 0.125}, seed=1).rules
    assert (found.estimate, found.outcome, found.more_questions) == (-0.125, "undecided", None)
    assert "no number of further questions" in str(found)


def test_the_same_run_passes_and_says_that_no_width_is_no_certainty():
    _, old = some()
    found = rs.gate(old, old, max_drop={"rr": 0.01}, seed=1)
    assert found.outcome == "pass" and (found.rules[0].low, found.rules[0].high) == (0, 0)
    assert "no certainty" in found.notes[0]
    assert found.queries == () and found.segments == ()


def test_few_changes_are_noted():
    old = scores_of(np.full(100, 0.5), "old")
    new = scores_of([0.0, 0.25, 1.0] + [0.5] * 97, "new")
    found = rs.gate(new, old, max_drop={"rr": 0.1}, seed=1)
    assert found.rules[0].changed == 3
    assert found.notes == ("drop of rr below 0.1: only 3 of 100 queries changed",)


def test_small_sets_are_noted():
    new, old = some(40)
    [note] = rs.gate(new, old, max_drop={"rr": 0.1}, seed=1).notes
    assert "percentile bounds of 40 queries are somewhat too narrow" in note
    assert rs.gate(new, old, max_drop={"rr": 0.1}, method="studentized", seed=1).notes == ()


def test_segments_have_their_own_margin():
    old = scores_of(np.full((80, 2), 0.5), "old", ("rr", "ap"))
    lost = np.full((80, 2), 0.5)
    lost[:40, 0] -= np.linspace(0.0, 0.2, 40)
    segments = {q: "a:b" if i < 40 else "c" for i, q in enumerate(old.query_ids)}
    new = scores_of(lost, "new", ("rr", "ap"), segments)
    drops = {"max_drop": {"rr": 0.3, "ap": 0.3}, "seed": 1}
    found = rs.gate(new, old, segment_drop={"a:b": 0.05, "c": {"ap": 0.01}}, **drops)
    assert [(r.rule.segment, r.rule.measure, r.rule.bound, r.n) for r in found.rules] == [
        (None, "rr", 0.3, 80),
        (None, "ap", 0.3, 80),
        ("a:b", "rr", 0.05, 40),
        ("a:b", "ap", 0.05, 40),
        ("c", "ap", 0.01, 40),
    ]
    assert [r.outcome for r in found.rules] == ["pass", "pass", "fail", "pass", "pass"]
    by = dict.fromkeys(old.query_ids, "all")
    assert rs.gate(new, old, segment_drop={"all": 0.3}, by=by, **drops).rules[2].n == 80


def test_what_lost_most_is_named():
    segments = {f"q{i:03}": "ab"[i % 2] for i in range(20)}
    old = scores_of(np.full(20, 0.5), "old", segments=segments)
    new = scores_of([0.5 - 0.01 * i if i % 2 else 0.6 for i in range(20)], "new", segments=segments)
    found = rs.gate(new, old, max_drop={"rr": 0.2}, seed=1)
    [lost] = found.segments
    assert (lost.segment, lost.n, lost.query) == ("b", 10, None)
    assert lost.difference == pytest.approx(-0.1)
    assert [loss.query for loss in found.queries[:2]] == ["q019", "q017"]
    assert len(found.queries) == 10
    assert str(found.queries[0]) == "rr query q019: 0.5000 to 0.3100 (-0.1900)"


def test_queries_meet_by_id_and_those_of_one_side_are_counted():
    ids = [f"q{i}" for i in range(60)]
    values = np.linspace(0, 1, 60)
    old = scores_of(values[::-1], "old", ids=ids[::-1])
    new = scores_of(values[:50], "new", ids=ids[:50])
    found = rs.gate(new, old, max_drop={"rr": 0.01}, seed=1)
    assert found.rules[0].estimate == 0 and found.n == 50
    assert "10 queries of old that new lacks were left out" in found.notes


def test_queries_without_a_value_are_left_out():
    old = scores_of([0.5, np.nan, 0.5, 0.25, 1.0], "old")
    new = scores_of([0.5, 1.0, np.nan, 0.25, 0.5], "new")
    found = rs.gate(new, old, max_drop={"rr": 0.01}, minimum={"rr": 0.1}, seed=1)
    assert [rule.n for rule in found.rules] == [3, 4]


def test_a_baseline_of_another_version_is_noted_and_of_other_choices_refused():
    new, old = some()
    older = replace(old, signature=old.signature.replace("0.1.0", "0.0.9"))
    assert "another version" in rs.gate(new, older, max_drop={"rr": 0.1}, seed=1).notes[0]
    other = replace(old, signature=old.signature.replace("zero", "skip"))
    with pytest.raises(ValueError, match="different choices"):
        rs.gate(new, other, max_drop={"rr": 0.1})
    with pytest.raises(ValueError, match=r"different golden sets \(fingerprints other and abc\)"):
        rs.gate(new, replace(old, fingerprint="other"), max_drop={"rr": 0.1})


@pytest.mark.parametrize(
    ("rules", "error", "text"),
    [
        ({}, ValueError, "at least one rule"),
        ({"max_drop": {"rr": None}}, ValueError, "max_drop rr needs a margin"),
        ({"max_drop": {"rr": 0.0}}, ValueError, "needs a margin above 0, found 0"),
        ({"max_drop": {"rr": "1"}}, TypeError, "max_drop rr must be a number"),
        ({"max_drop": {"ap": 0.1}}, ValueError, "'ap' is not in the scores of 'new'"),
        ({"max_drop": 0.1}, TypeError, "max_drop must be a mapping"),
        ({"max_drop": {1: 0.1}}, TypeError, "must have names as keys"),
        ({"segment_drop": {"a": 0.1}}, ValueError, "margin for the measures of max_drop"),
        ({"segment_drop": {"a": {"rr": 0.1}}}, ValueError, "segments of \\[\\], found 'a'"),
        ({"minimum": {"rr": math.nan}}, ValueError, "minimum rr must be finite"),
        ({"minimum": {"rr": 0.5}, "level": 0.5}, ValueError, "level must lie between 0 and 0.5"),
        ({"minimum": {"rr": 0.5}, "method": "x"}, ValueError, "method must be one of"),
    ],
)
def test_refusals(rules, error, text):
    new, old = some()
    with pytest.raises(error, match=text):
        rs.gate(new, old, **rules)


def test_more_refusals():
    new, old = some()
    with pytest.raises(TypeError, match="baseline must be Scores"):
        rs.gate(new, "baseline.jsonl", max_drop={"rr": 0.1})
    with pytest.raises(ValueError, match="no query in common"):
        rs.gate(new, replace(old, query_ids=tuple(range(100))), max_drop={"rr": 0.1})
    with pytest.raises(ValueError, match="needs at least 2 queries with a value, found 1"):
        rs.gate(new.take([0]), old, max_drop={"rr": 0.1})


def test_clusters_are_drawn_together():
    new, old = some()
    clusters = {query: f"c{i // 4}" for i, query in enumerate(new.query_ids)}
    options = {"n_resamples": 2000, "seed": 3}
    drop = {"max_drop": {"rr": 0.02}}
    found = rs.gate(new, old, clusters=clusters, **drop, **options)
    interval = rs.paired_bootstrap(
        new["rr"], old["rr"], clusters=[*clusters.values()], confidence_level=0.9, **options
    ).confidence_interval
    assert (found.rules[0].low, found.rules[0].high) == (interval.low, interval.high)
    assert found.n_clusters == 25
    with pytest.raises(ValueError, match="query 'q000' has no cluster"):
        rs.gate(new, old, clusters={}, **drop)


def test_threads_change_nothing():
    new, old = some(drop=0.02)
    options = {"max_drop": {"rr": 0.02}, "minimum": {"rr": 0.6}, "seed": 1}
    assert rs.gate(new, old, threads=1, **options) == rs.gate(new, old, threads=7, **options)


def test_a_drop_of_the_whole_margin_rarely_passes():
    """The level: of 500 changes that lose exactly the margin about 5 % pass and about 5 % fail."""
    found = [
        rs.gate(*some(200, seed, 0.02), max_drop={"rr": 0.02}, n_resamples=400, seed=seed).outcome
        for seed in range(500)
    ]
    for outcome in ("pass", "fail"):
        assert 0.02 < found.count(outcome) / 500 < 0.09
