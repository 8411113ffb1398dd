"""The interface as a user meets it: functions on lists, scores, comparisons, errors."""

import pickle
import re
import signal
import subprocess
import sys
import time
import warnings

import numpy as np
import pytest

import ranksure as rs

RETRIEVED = ["e", "p212", "t", "s", "p1140", "r", "b", "n", "p2306", "i"]
RELEVANT = ["p212", "p1140", "p2306"]

FUNCTIONS = [
    (rs.recall_at_k, 3, 1 / 3),
    (rs.recall_at_k, 5, 2 / 3),
    (rs.recall_at_k, 10, 1.0),
    (rs.precision_at_k, 5, 0.4),
    (rs.hit_rate_at_k, 1, 0.0),
    (rs.hit_rate_at_k, 2, 1.0),
    (rs.reciprocal_rank, None, 0.5),
    (rs.reciprocal_rank, 1, 0.0),
    (rs.average_precision, None, (1 / 2 + 2 / 5 + 3 / 9) / 3),
    (rs.ndcg_at_k, 10, 0.618890676363047),
]


@pytest.mark.parametrize(("function", "k", "value"), FUNCTIONS)
def test_one_list_a_batch_and_an_array(function, k, value) -> None:
    arguments = () if k is None else (k,)
    assert function(RETRIEVED, RELEVANT, *arguments) == pytest.approx(value, abs=1e-15)
    assert isinstance(function(RETRIEVED, RELEVANT, *arguments), float)
    batch = function([RETRIEVED, RETRIEVED[::-1]], [RELEVANT, set(RELEVANT)], *arguments)
    assert batch.dtype == np.float64 and batch.shape == (2,)
    assert batch[0] == pytest.approx(value, abs=1e-15)
    number = {name: place for place, name in enumerate(RETRIEVED)}
    row = np.array([number[name] for name in RETRIEVED])
    wanted = np.array([number[name] for name in RELEVANT])
    assert function(row, wanted, *arguments) == pytest.approx(value, abs=1e-15)
    for dtype in (np.int32, np.uint8, np.int64):
        two = function(np.stack([row, row]).astype(dtype), np.stack([wanted] * 2), *arguments)
        assert two.tolist() == [batch[0], batch[0]]


def test_a_batch_keeps_its_order() -> None:
    lists = [[i] for i in range(25)]
    relevant = [[i if i % 3 else -5] for i in range(25)]
    assert rs.recall_at_k(lists, relevant, 1).tolist() == [float(i % 3 > 0) for i in range(25)]


def test_grades_and_gains() -> None:
    grades = {"a": 3, "b": 1}
    assert rs.ndcg_at_k(["b", "a"], grades, 2) == pytest.approx(0.7967075809905066)
    assert rs.ndcg_at_k(["b", "a"], grades, 2, gain="exponential") == pytest.approx(
        0.7098097413968654
    )
    assert rs.ndcg_at_k([["b", "a"]], [grades], 2).tolist() == [rs.ndcg_at_k(["b", "a"], grades, 2)]
    with pytest.raises(ValueError, match="gain must be one of"):
        rs.ndcg_at_k(["b"], grades, 2, gain="burges")


def test_no_relevant_document_in_a_list() -> None:
    with pytest.warns(rs.PolicyWarning, match="no relevant"):
        assert rs.recall_at_k(["a"], [], 3) == 0.0
    assert np.isnan(rs.recall_at_k(["a"], [], 3, no_relevant="nan"))
    assert rs.recall_at_k([], ["a"], 3) == 0.0


def test_lists_that_do_not_fit() -> None:
    with pytest.raises(ValueError, match="2 lists and 1"):
        rs.recall_at_k([["a"], ["b"]], [["a"]], 1)
    with pytest.raises(TypeError, match="retrieved"):
        rs.recall_at_k("abc", ["a"], 1)
    with pytest.raises(ValueError, match="more than once"):
        rs.recall_at_k(["a", "a"], ["a"], 1)
    assert rs.recall_at_k(["a", "a"], ["a"], 1, duplicates="first") == 1.0
    with pytest.raises(TypeError, match="float"):
        rs.recall_at_k(np.array([1.0, 2.0]), [1], 1)


def test_index_recall() -> None:
    approx = np.array([[7, 1, -1], [4, 5, 6]], dtype=np.int32)
    exact = np.array([[1, 2, 3], [5, 4, 9]])
    assert rs.index_recall(approx, exact, 2).tolist() == [0.5, 1.0]
    assert rs.index_recall([7, 1], [1, 2], 2) == 0.5
    with pytest.raises(ValueError, match="more than once"):
        rs.index_recall([[1, 2]], [[3, 3]], 2)


def scores_of(**options) -> rs.Scores:
    run = {"q1": ["a"], "q2": ["x", "b"], "q3": [], "q4": ["d"]}
    qrels = {"q1": ["a"], "q2": ["b"], "q3": ["c"], "q4": {"d": 0}, "q5": ["e"]}
    return rs.evaluate(run, qrels, ["rr", "ndcg@2"], **options)


def test_scores_count_warn_and_say_how() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        scores = scores_of()
    assert sorted(str(w.message).split()[0] for w in caught) == ["1", "1"]
    assert caught[0].filename == __file__
    assert scores.counts["missing"] == 1 and scores.counts["no_relevant"] == 1
    assert "missing:zero" in scores.signature and scores.fingerprint in scores.signature
    assert len(scores.notes) == 2
    assert scores["recip_rank"].tolist() == scores["rr"].tolist() == [1.0, 0.5, 0.0, 0.0, 0.0]
    assert "rr=0.3000" in repr(scores)
    with pytest.raises(KeyError, match="recall@7"):
        scores["recall@7"]


def test_values_that_do_not_exist_leave_means_and_intervals() -> None:
    scores = scores_of(missing="zero", no_relevant="nan")
    assert scores.mean()["rr"] == pytest.approx(1.5 / 4)
    row = scores.summary(seed=1).rows[0]
    assert row.n == 4 and row.mean == pytest.approx(1.5 / 4)
    assert row.confidence_interval.low >= 0.0
    assert scores.verify().ok


def test_summary_shares_draws_and_repeats() -> None:
    scores = scores_of(missing="skip", no_relevant="skip")
    summary = scores.summary(seed=3, n_resamples=500)
    assert summary == scores.summary(seed=3, n_resamples=500, threads=2)
    drawn = scores.summary()
    assert drawn.rows == scores.summary(seed=drawn.seed).rows
    alone = rs.bootstrap(scores["rr"], seed=3, n_resamples=500)
    assert summary.rows[0].confidence_interval == alone.confidence_interval
    assert summary.rows[0].standard_error == alone.standard_error


def test_segments() -> None:
    scores = scores_of(missing="zero", no_relevant="zero")
    segments = {"q1": "new", "q2": "old", "q3": "old", "q4": "old", "q5": "single"}
    rows = scores.summary(by=segments, seed=1).rows
    assert [(r.segment, r.n) for r in rows if r.measure == "rr"] == [
        (None, 5), ("new", 1), ("old", 3), ("single", 1)]  # fmt: skip
    assert rows[2].confidence_interval is None
    with pytest.raises(ValueError, match="'q5' has no segment"):
        scores.by({"q1": 1, "q2": 1, "q3": 1, "q4": 1})
    with pytest.raises(ValueError, match="names no segments"):
        scores.by("segment")


def test_compare_equals_paired_bootstrap() -> None:
    rng = np.random.default_rng(0)
    a, b, c = rng.random((3, 40)).round(1)
    comparison = rs.compare({"a": a, "b": b, "c": c}, seed=5, baseline="b", n_resamples=700)
    rows = {row.system: row for row in comparison.rows}
    pair = rs.paired_bootstrap(c, b, seed=5, n_resamples=700)
    assert rows["c"].difference == pair.estimate
    assert rows["c"].difference_interval == pair.confidence_interval
    assert (rows["c"].wins, rows["c"].ties, rows["c"].losses) == (
        pair.wins, pair.ties, pair.losses)  # fmt: skip
    assert rows["b"].difference is None
    assert rows["a"].confidence_interval == rs.bootstrap(
        a, seed=5, n_resamples=700).confidence_interval  # fmt: skip


def test_compare_runs_scores_and_refuses_what_does_not_belong_together() -> None:
    qrels = {"q1": ["a"], "q2": ["b"], "q3": ["c"]}
    runs = {"A": {"q1": ["a"], "q2": ["x", "b"], "q3": ["c"]}, "B": {"q1": ["a"], "q3": ["x"]}}
    comparison = rs.compare(runs, qrels, "rr", missing="skip", seed=1)
    assert [row.n for row in comparison.rows] == [2, 2]
    assert any("left out" in note for note in comparison.notes)
    assert comparison.verify().ok
    scores = {name: rs.evaluate(run, qrels, "rr", missing="zero") for name, run in runs.items()}
    assert rs.compare(scores, seed=1).rows[0].mean == pytest.approx((1 + 0.5 + 1) / 3)
    other = rs.evaluate(runs["A"], {**qrels, "q3": ["d"]}, "rr", missing="zero")
    with pytest.raises(ValueError, match="different golden sets"):
        rs.compare({"A": scores["A"], "C": other})
    with pytest.raises(ValueError, match="different choices"):
        rs.compare({"A": scores["A"], "C": rs.evaluate(runs["B"], qrels, "rr", missing="skip")})
    with pytest.raises(ValueError, match="at least 2"):
        rs.compare({"A": scores["A"]})
    with pytest.raises(ValueError, match="baseline must be one of"):
        rs.compare(scores, baseline="Z")
    with pytest.raises(ValueError, match="same queries"):
        rs.compare({"a": [1.0, 2.0], "b": [1.0, 2.0, 3.0]})


def test_verify_finds_a_wrong_value() -> None:
    scores = scores_of(missing="zero", no_relevant="zero")
    assert str(scores.verify()) == "10 of 10 values and 8 of 8 resampled means equal, bit for bit"
    scores.values[0, 0] = np.nextafter(1.0, 0.0)
    assert scores.verify().n_equal == 9
    assert not scores.verify().ok


ERRORS = [
    (lambda: rs.bootstrap([1.0, 2.0], confidence_level=95), ValueError, "0.95, not 95"),
    (lambda: rs.bootstrap([1.0, 2.0], n_resamples=0), ValueError, "n_resamples"),
    (lambda: rs.bootstrap([1.0, 2.0], n_resamples=1e4), TypeError, "n_resamples"),
    (lambda: rs.bootstrap([1.0, 2.0], seed=-1), ValueError, "seed"),
    (lambda: rs.bootstrap([1.0, 2.0], seed="1"), TypeError, "seed"),
    (lambda: rs.bootstrap([1.0, 2.0], method="bayes"), ValueError, "percentile"),
    (lambda: rs.bootstrap([1.0, 2.0], threads=0), ValueError, "threads"),
    (lambda: rs.bootstrap([[1.0, 2.0]]), ValueError, "one dimension"),
    (lambda: rs.bootstrap(["a", "b"]), TypeError, "real numbers"),
    (lambda: rs.bootstrap([1.0, np.inf]), ValueError, "position 1"),
    (lambda: rs.paired_bootstrap([1.0, 2.0], [1.0]), ValueError, "at least 2"),
    (lambda: rs.paired_bootstrap([1.0, 2.0], [1.0, 2.0, 3.0]), ValueError, "same queries"),
    (lambda: rs.evaluate({"q": ["a"]}, {"q": ["a"]}, []), ValueError, "at least one"),
    (lambda: rs.evaluate({"q": ["a"]}, {"q": ["a"]}, [5]), TypeError, "5"),
    (lambda: rs.evaluate({"q": ["a"]}, {"q": ["a"]}, "rr", ties="x"), ValueError, "ties"),
    (lambda: rs.evaluate({"q": ["a"]}, {"q": ["a"]}, "ndcg(rel=2)"), ValueError, "rel"),
    (lambda: rs.evaluate({"q": ["a"]}, {"q": ["a"]}, "ndgc@5"), ValueError, "ndcg@5"),
    (lambda: rs.evaluate({"q": ["a"]}, {"q": ["a"]}, "r_precision@5"), ValueError, "no cut-off"),
    (lambda: rs.evaluate(3, {"q": ["a"]}, "rr"), TypeError, "run"),
    (lambda: rs.evaluate({"q": ["a"]}, None, "rr"), TypeError, "qrels"),
]


@pytest.mark.parametrize(("call", "kind", "text"), ERRORS)
def test_errors_name_what_is_wrong(call, kind, text) -> None:
    with pytest.raises(kind, match=re.escape(text)):
        call()


def test_seeds_of_every_kind() -> None:
    x = [0.0, 0.5, 1.0]
    for seed in (7, np.int64(7), np.random.SeedSequence(7), np.random.default_rng(7)):
        result = rs.bootstrap(x, seed=seed, n_resamples=50)
        again = rs.bootstrap(x, seed=result.seed, n_resamples=50)
        assert np.array_equal(result.replicates, again.replicates)
    assert rs.bootstrap(x, seed=1, n_resamples=50) != rs.bootstrap(x, seed=2, n_resamples=50)


def test_results_travel() -> None:
    scores = scores_of(missing="zero", no_relevant="zero")
    again = pickle.loads(pickle.dumps(scores))
    assert np.array_equal(again.values, scores.values) and again.verify().ok
    assert pickle.loads(pickle.dumps(scores.summary(seed=1))) == scores.summary(seed=1)


def test_to_frame() -> None:
    pytest.importorskip("pandas")
    frame = scores_of(missing="zero", no_relevant="zero").to_frame()
    assert frame.loc["q2", "rr"] == 0.5 and list(frame.columns) == ["rr", "ndcg@2"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Windows differ")
def test_ctrl_c_stops_a_long_call() -> None:
    # A process started in the background (nohup) would inherit that Ctrl-C is ignored.
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "import numpy, ranksure; print('go', flush=True);"
        "ranksure.bootstrap(numpy.arange(1e6), n_resamples=100_000)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=30)
    assert "KeyboardInterrupt" in error
