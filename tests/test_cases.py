"""The public cases, as calls of ranksure."""

import tracemalloc
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ranksure as rs
from case_randomization import check_randomization
from cases import all_cases, close, evaluate, literal, qrels_of, run_of
from ranksure import _core
from ranksure.reference.units import replicate

CASES = list(all_cases())
STATISTICS = [(n, c) for n, c in CASES if c["kind"] in ("bootstrap", "paired", "randomization")]


def test_the_public_cases_are_there() -> None:
    if not CASES:
        pytest.skip("shared test material is absent: cases")
    assert len(CASES) > 150


@pytest.mark.parametrize("case", [c for _, c in CASES], ids=[n for n, _ in CASES])
def test_case(case: dict[str, Any], tmp_path: Path) -> None:
    if "error" in case["expect"]:
        check_error(case, tmp_path)
    elif "or_error" in case["expect"]:
        try:
            check_result(case, tmp_path)
        except (TypeError, ValueError) as error:
            check_mentions(error, case["expect"]["or_error"])
    else:
        check_result(case, tmp_path)


@pytest.mark.parametrize("instructions", _core.instruction_sets())
@pytest.mark.parametrize("case", [c for _, c in STATISTICS], ids=[n for n, _ in STATISTICS])
def test_statistics_on_every_instruction_set(
    case: dict[str, Any], instructions: str, tmp_path: Path
) -> None:
    before = _core.instruction_set()
    _core.use_instruction_set(instructions)
    try:
        test_case(case, tmp_path)
    finally:
        _core.use_instruction_set(before)


def check_error(case: dict[str, Any], folder: Path) -> None:
    with pytest.raises((TypeError, ValueError)) as caught:
        check_result({**case, "expect": {}}, folder)
    check_mentions(caught.value, case["expect"])


def check_mentions(error: BaseException, expect: dict[str, Any]) -> None:
    allowed = expect["error"] if isinstance(expect["error"], list) else [expect["error"]]
    assert type(error).__name__ in allowed, error
    for part in expect["mentions"]:
        assert part in str(error), f"{part!r} not in {error}"


def check_result(case: dict[str, Any], folder: Path) -> None:
    if case["kind"] == "function":
        check_function(case)
    elif case["kind"] == "randomization":
        check_randomization(case)
    elif case["kind"] == "bootstrap":
        check_bootstrap(case)
    elif case["kind"] == "paired" and "runs" in case["input"]:
        check_compare(case)
    elif case["kind"] == "paired":
        check_paired(case)
    else:
        check_scores(case, folder)


def check_function(case: dict[str, Any]) -> None:
    given = case["input"]
    found = getattr(rs, given["function"])(**literal(given["args"]))
    wanted = case["expect"].get("returns")
    if wanted is None:
        return
    wanted = wanted if isinstance(wanted, list) else [wanted]
    for value, number in zip(np.atleast_1d(found), wanted, strict=True):
        assert close(float(value), number, case["tolerance"])


def check_scores(case: dict[str, Any], folder: Path) -> None:
    expect = case["expect"]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        tracemalloc.start()
        scores = evaluate(case, folder)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    check_warnings(caught, expect)
    assert peak <= expect.get("peak_extra_bytes_at_most", peak)
    place = {str(query): row for row, query in enumerate(scores.query_ids)}
    for measure, queries in expect.get("per_query", {}).items():
        for query, number in queries.items():
            found = float(scores[measure][place[query]])
            assert close(found, number, case["tolerance"]), (measure, query, found, number)
    for measure, number in expect.get("mean", {}).items():
        assert close(scores.mean()[measure], number, case["tolerance"])
    for name, count in expect.get("counts", {}).items():
        assert scores.counts[name] == count, name
    if "query_ids" in expect:
        assert [str(q) for q in scores.query_ids] == expect["query_ids"]
    if "columns" in expect:
        assert list(scores.measures) == expect["columns"]
    for segment, wanted in expect.get("by", {}).items():
        part = scores.by(case["input"]["segments"])[segment]
        assert len(part) == wanted["n"]
        for measure, number in wanted["mean"].items():
            assert close(part.mean()[measure], number, case["tolerance"])
    for relation in expect.get("relations", []):
        check_relation(relation, case, scores, folder)
    assert scores.verify(n_resamples=2).ok


def check_warnings(caught: list[warnings.WarningMessage], expect: dict[str, Any]) -> None:
    if "warns" not in expect:
        return
    texts = [str(w.message) for w in caught]
    assert all(issubclass(w.category, rs.PolicyWarning) for w in caught), texts
    assert len(texts) == len(expect["warns"]), texts
    for policy in expect["warns"]:
        assert any(policy in text for text in texts), texts


def check_relation(
    relation: dict[str, Any], case: dict[str, Any], scores: rs.Scores, folder: Path
) -> None:
    kind = relation["relation"]
    if kind == "same_for_any_order":
        run = case["input"]["run"]
        for turn in range(1, 5):
            turned = {q: d[turn:] + d[:turn] for q, d in run.items()}
            again = evaluate({**case, "input": {**case["input"], "run": turned}}, folder)
            assert np.array_equal(again.values, scores.values)
    elif kind == "repeatable":
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            run, qrels = run_of(case, folder), qrels_of(case, folder)
            for _ in range(relation["times"]):
                again = rs.evaluate(run, qrels, case["measures"])
                assert np.array_equal(again.values, scores.values)
    elif kind == "same_as_grades_times":
        grades = {
            q: {d: g * relation["factor"] for d, g in judged.items()}
            for q, judged in case["input"]["qrels"].items()
        }
        again = evaluate({**case, "input": {**case["input"], "qrels": grades}}, folder)
        for measure in relation["measures"]:
            assert np.allclose(again[measure], scores[measure], rtol=0, atol=case["tolerance"])
    elif kind == "equal_columns":
        for measure in relation["measures"]:
            assert np.array_equal(scores[measure], scores[relation["measures"][0]])
    elif kind == "equal_intervals":
        rows = {row.measure: row for row in scores.summary(seed=1).rows}
        intervals = {rows[measure].confidence_interval for measure in relation["measures"]}
        assert len(intervals) == 1
    elif kind == "one_qrels_object_for_all_variants":
        qrels = qrels_of(case, folder)
        for run in ({"q1": ["x", "a", "y", "b"]}, case["input"]["run"]):
            again = rs.evaluate(run, qrels, case["measures"])
        assert np.array_equal(again.values, scores.values)
    else:
        raise AssertionError(f"unknown relation {kind}")


def check_interval(result: Any, case: dict[str, Any]) -> None:
    expect, tolerance = case["expect"], case["tolerance"]
    if "estimate" in expect:
        assert close(result.estimate, expect["estimate"], tolerance)
    if "interval" in expect:
        low, high = expect["interval"]
        assert close(result.confidence_interval.low, low, tolerance)
        assert close(result.confidence_interval.high, high, tolerance)
    if "standard_error" in expect:
        assert close(result.standard_error, expect["standard_error"], tolerance)
    if "degenerate" in expect.get("flags", []):
        assert result.degenerate


def check_bootstrap(case: dict[str, Any]) -> None:
    given = literal(case["input"])
    x = given.pop("x")
    options = {**case["options"], **given}  # clusters and strata are given as input
    x = np.asarray(x, dtype=float) if len(x) > 1000 else x
    tracemalloc.start()
    result = rs.bootstrap(x, **options)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    expect = case["expect"]
    check_interval(result, case)
    for threads in (1, 2, 7):
        again = rs.bootstrap(x, **{**options, "seed": result.seed, "threads": threads})
        assert np.array_equal(again.replicates, result.replicates)
    if len(x) <= 1000:
        first = [replicate(x, result.seed, b, **given) for b in range(2)]
        assert result.replicates[:2].tolist() == first
    assert peak <= expect.get("peak_extra_bytes_at_most", peak)
    if "replicates" in expect:
        n = len(x)
        assert set(np.round(result.replicates * n, 9)) <= set(range(n + 1))
        for share in expect["replicates"]["shares"]:
            at = eval(share["at"], {})  # a fraction written out in the case
            found = float(np.mean(np.abs(result.replicates - at) < 1e-12))
            assert close(found, share["probability"], 0)
    for relation in expect.get("relations", []):
        check_statistics_relation(relation, x, options, result)


def check_statistics_relation(
    relation: dict[str, Any], x: Any, options: dict[str, Any], result: rs.BootstrapResult
) -> None:
    kind = relation["relation"]
    if kind == "identical_replicates" and "threads" in relation:
        for threads in relation["threads"]:
            again = rs.bootstrap(x, **options, threads=threads)
            assert np.array_equal(again.replicates, result.replicates)
    elif kind == "identical_replicates" and "without" in relation:
        again = rs.bootstrap(x, **{k: v for k, v in options.items() if k != relation["without"]})
        assert np.array_equal(again.replicates, result.replicates)
    elif kind == "identical_replicates":
        first = options["n_resamples"] // relation["processes"]
        again = rs.bootstrap(x, **{**options, "n_resamples": first})
        assert np.array_equal(again.replicates, result.replicates[:first])
    elif kind == "prefix":
        short, long = (
            rs.bootstrap(x, **{**options, "n_resamples": n}).replicates
            for n in relation["n_resamples"]
        )
        assert np.array_equal(short, long[: len(short)])
    elif kind == "seed_reported_and_repeats":
        again = rs.bootstrap(x, **{**options, "seed": result.seed})
        assert np.array_equal(again.replicates, result.replicates)
        assert rs.bootstrap(x, **options).seed != result.seed
    else:
        raise AssertionError(f"unknown relation {kind}")


def check_paired(case: dict[str, Any]) -> None:
    a, b = literal(case["input"]["a"]), literal(case["input"]["b"])
    options = case["options"]
    result = rs.paired_bootstrap(a, b, **options)
    for threads in (1, 2, 7):
        again = rs.paired_bootstrap(a, b, **{**options, "seed": result.seed, "threads": threads})
        assert np.array_equal(again.replicates, result.replicates)
    check_interval(result, case)
    if "pvalue" in case["expect"]:
        assert close(result.pvalue, case["expect"]["pvalue"], case["tolerance"])
    for relation in case["expect"].get("relations", []):
        assert relation["relation"] == "mirrored"
        turned = rs.paired_bootstrap(b, a, **options)
        assert turned.estimate == -result.estimate
        assert turned.confidence_interval.low == -result.confidence_interval.high
        assert turned.confidence_interval.high == -result.confidence_interval.low


def check_compare(case: dict[str, Any]) -> None:
    given, expect = case["input"], case["expect"]
    with pytest.warns(rs.PolicyWarning):
        comparison = rs.compare(
            given["runs"],
            given["qrels"],
            case["measures"],
            baseline=given["baseline"],
            **case["options"],
        )
    rows = {(row.system, row.measure): row for row in comparison.rows}
    for system, measures in expect["mean"].items():
        for measure, number in measures.items():
            assert close(rows[system, measure].mean, number, case["tolerance"])
    for system, measures in expect["difference"].items():
        for measure, number in measures.items():
            assert close(rows[system, measure].difference or 0.0, number, case["tolerance"])
    for system, counts in expect["counts"].items():
        for name, count in counts.items():
            assert comparison.counts[system][name] == count
    assert comparison.verify(n_resamples=2).ok
