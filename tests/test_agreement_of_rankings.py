"""Kendall's tau and rank-biased overlap: reference, fast paths, runs and orders of systems."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ranksure as rs
from ranksure.agreement import overlaps, taus
from ranksure.reference import agreement as reference
from ranksure.replicates import resample

NUMBERS = st.lists(st.integers(0, 5).map(float), min_size=2, max_size=12)


@given(st.data())
def test_tau_has_the_bits_of_the_reference(data):
    a = data.draw(NUMBERS)
    b = data.draw(st.lists(st.integers(0, 5).map(float), min_size=len(a), max_size=len(a)))
    found, expected = rs.kendall_tau(a, b), reference.kendall_tau(a, b)
    assert found == expected or (math.isnan(found) and math.isnan(expected))


def test_tau_is_that_of_scipy():
    stats = pytest.importorskip("scipy.stats")
    rng = np.random.default_rng(5)
    for n in (2, 5, 30):
        a, b = rng.integers(0, 8, (2, n)).astype(float)
        assert rs.kendall_tau(a, b) == pytest.approx(
            stats.kendalltau(a, b).statistic, abs=1e-12, nan_ok=True
        )


@st.composite
def rankings(draw):
    ids = draw(st.lists(st.sampled_from("abcdefghij"), unique=True, max_size=8))
    return {id: draw(st.integers(0, 3).map(float)) for id in ids}


def ranks(scores):
    return dict(zip(scores, reference.first_ranks(list(scores.values())), strict=True))


@given(rankings(), rankings(), st.sampled_from([0.5, 0.9, 0.98]))
def test_overlap_has_the_bits_of_the_reference(a, b, p):
    found = rs.rank_biased_overlap(a, b, p=p)
    assert found == reference.rank_biased_overlap(ranks(a), ranks(b), p)
    assert found == rs.rank_biased_overlap(b, a, p=p)
    assert -1e-12 <= found <= 1 + 1e-12


def test_overlap_without_ties_is_equation_32():
    # Written out from the paper: S of 3, L of 5 documents, p = 0.8.
    short, long, p = ["a", "c", "h"], ["b", "a", "h", "c", "x"], 0.8
    x = [len(set(short[:d]) & set(long[:d])) for d in range(1, 6)]
    s, l = 3, 5  # noqa: E741
    first = math.fsum(x[d - 1] / d * p**d for d in range(1, l + 1))
    second = math.fsum(x[s - 1] * (d - s) / (s * d) * p**d for d in range(s + 1, l + 1))
    tail = ((x[l - 1] - x[s - 1]) / l + x[s - 1] / s) * p**l
    expected = (1 - p) / p * (first + second) + tail
    assert rs.rank_biased_overlap(short, long, p=p) == pytest.approx(expected, abs=1e-12)


def test_overlap_at_its_ends():
    assert rs.rank_biased_overlap([], []) == 1
    assert rs.rank_biased_overlap([], ["a"]) == 0
    assert rs.rank_biased_overlap(["a", "b"], ["a", "b"]) == pytest.approx(1)
    assert rs.rank_biased_overlap(["a", "b"], ["c", "d"]) == 0
    assert rs.rank_biased_overlap([7, 8], ["7", "8"]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: rs.rank_biased_overlap(["a"], ["a"], p=1.0), ValueError, "p must lie between"),
        (lambda: rs.rank_biased_overlap("ab", ["a"]), TypeError, "a must be a ranked list"),
        (lambda: rs.rank_biased_overlap(["a", "a"], ["b"]), ValueError, "'a' stands there more"),
        (lambda: rs.kendall_tau([1, 2], [1, 2, 3]), ValueError, "3"),
        (lambda: rs.run_agreement({"q": ["a"]}, {"r": ["a"]}), ValueError, "no query in common"),
        (lambda: rs.run_agreement({"q": ["a", "a"]}, {"q": ["a"]}), ValueError, "query 'q'"),
        (lambda: rs.order_agreement({"x": [1, 2]}, {"x": [1, 2]}), ValueError, "two systems"),
        (
            lambda: rs.order_agreement({"x": [1], "y": [2]}, {"x": [1], "z": [2]}),
            ValueError,
            r"only: \['y', 'z'\]",
        ),
        (
            lambda: rs.order_agreement({"x": [1, 2], "y": [2, 3]}, {"x": [1, 2], "y": [2, 3]}),
            ValueError,
            "shared_queries: say",
        ),
    ],
)
def test_refusals(call, error, text):
    with pytest.raises(error, match=text):
        call()


def test_run_agreement_is_the_reference_of_each_query():
    a = {"q1": {"x": 3.0, "y": 2.0, "z": 2.0}, "q2": ["u"], "only a": ["u"]}
    a = {query: value if isinstance(value, dict) else {"u": 1.0} for query, value in a.items()}
    b = {"q1": {"y": 9.0, "x": 8.0, "w": 8.0}, "q2": {"v": 1.0}}
    found = rs.run_agreement(a, b, ties="keep", seed=1)
    assert found.query_ids == ("q1", "q2")
    assert (found.only_a, found.only_b) == (1, 0)
    assert found.overlap[0] == reference.rank_biased_overlap(ranks(a["q1"]), ranks(b["q1"]), 0.9)
    assert found.tau[0] == -1.0
    assert math.isnan(found.tau[1])
    assert found.n_common.tolist() == [2, 0]
    assert found.tau_interval is None  # one query has a tau
    assert found.overlap_mean == pytest.approx(found.overlap.mean())
    # trec: z before y, because ids descend among equal scores
    broken = rs.run_agreement(a, b, ties="trec", seed=1)
    expected = reference.rank_biased_overlap(
        {"x": 1, "z": 2, "y": 3}, {"y": 1, "x": 2, "w": 3}, 0.9
    )
    assert broken.overlap[0] == expected
    assert rs.run_agreement(a, b, depth=1, seed=1).overlap.tolist() == [0.0, 0.0]


def test_order_agreement_is_the_reference_of_each_resample():
    rng = np.random.default_rng(3)
    a, b = rng.random((2, 40, 5)).round(1)
    found = rs.order_agreement(
        dict(zip("vwxyz", a.T, strict=True)),
        dict(zip("vwxyz", b.T, strict=True)),
        shared_queries=True,
        seed=4,
        n_resamples=200,
    )
    assert found.tau == reference.kendall_tau(
        list(found.means_a.values()), list(found.means_b.values())
    )
    drawn = resample(np.concatenate([a, b], axis=1), 200, 4, 1, "rows")
    means = drawn.means_of_resamples
    expected = [reference.kendall_tau(row[:5], row[5:]) for row in means.tolist()]
    assert taus(means[:, :5].copy(), means[:, 5:].copy()).tolist() == expected
    low, high = np.quantile(expected, [0.025, 0.975])
    assert (found.tau_interval.low, found.tau_interval.high) == pytest.approx((low, high))
    overlap = [
        reference.rank_biased_overlap(
            dict(enumerate(reference.first_ranks(row[:5]))),
            dict(enumerate(reference.first_ranks(row[5:]))),
            0.9,
        )
        for row in means.tolist()
    ]
    assert overlaps(means[:, :5], means[:, 5:], 0.9).tolist() == overlap


def test_order_agreement_of_scores_knows_its_queries():
    def scores(prefix, n):
        qrels = {f"{prefix}{i}": ["a"] if i % 3 else ["b"] for i in range(n)}
        runs = {"x": ["a", "b"], "y": ["c", "b"]}
        return {
            name: rs.evaluate(dict.fromkeys(qrels, ranking), qrels, ["rr", "recall@1"])
            for name, ranking in runs.items()
        }

    first, second = scores("q", 30), scores("r", 30)
    found = rs.order_agreement(first, first, ("rr", "recall@1"), seed=1, n_resamples=100)
    assert found.shared_queries and found.tau == 1
    other = rs.order_agreement(first, second, "rr", seed=1, n_resamples=100)
    assert not other.shared_queries
    with pytest.raises(ValueError, match="measure: name one of"):
        rs.order_agreement(first, second)
    with pytest.raises(ValueError, match="scored on different queries"):
        rs.order_agreement(first, second, "rr", shared_queries=True)


def test_an_order_that_resamples_lose_has_no_interval():
    values = {"x": [0.0, 0.0, 1.0], "y": [0.0, 0.0, 0.0]}
    with pytest.raises(ValueError, match="all systems are equal"):
        rs.order_agreement(values, values, shared_queries=True, seed=1)


def test_intervals_do_not_depend_on_threads():
    rng = np.random.default_rng(9)
    a = dict(zip("wxyz", rng.random((4, 30)), strict=True))
    b = dict(zip("wxyz", rng.random((4, 20)), strict=True))
    one, seven = (
        rs.order_agreement(a, b, shared_queries=False, seed=2, n_resamples=300, threads=t)
        for t in (1, 7)
    )
    assert one == seven
