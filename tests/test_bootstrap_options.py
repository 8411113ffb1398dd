"""Clusters, strata, weights, other statistics."""

import math

import numpy as np
import pytest

import ranksure as rs
from ranksure.bootstrapping import design
from ranksure.intervals import METHODS, acceleration
from ranksure.reference import units as definition
from ranksure.units import resample_units

RNG = np.random.default_rng(11)
N = 700
X = RNG.random(N)
CLUSTERS = RNG.integers(0, 300, N)
STRATA = np.array(["long", "short", "code"])[CLUSTERS % 3]
WEIGHTS = RNG.random(N) + 0.01
OPTIONS = {
    "clusters": {"clusters": CLUSTERS},
    "equal clusters": {"clusters": np.arange(N) // 7},
    "strata": {"strata": STRATA},
    "many strata": {"strata": np.arange(N) // 3},
    "weights": {"weights": WEIGHTS},
    "equal weights": {"weights": np.full(N, 0.3)},
    "clusters in strata": {"clusters": CLUSTERS, "strata": STRATA},
    "all": {"clusters": CLUSTERS, "strata": STRATA, "weights": WEIGHTS},
}
EACH = pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS.keys())


def plain(options: dict) -> dict:
    """As the reference takes them."""
    return {name: value.tolist() for name, value in options.items()}


@EACH
def test_replicates_have_the_bits_of_the_reference(options: dict) -> None:
    wanted = [definition.replicate(X.tolist(), 6, b, **plain(options)) for b in range(4)]
    for threads in (1, 2, 7):
        for method in METHODS:
            result = rs.bootstrap(
                X, **options, method=method, seed=6, n_resamples=4, threads=threads
            )
            assert result.replicates.tolist() == wanted
    table = definition.units(X.tolist(), **plain(options))
    assert result.estimate == definition.estimate(table)


@EACH
def test_standard_error_acceleration_and_ratios(options: dict) -> None:
    small = {name: value[:60] for name, value in options.items()}
    x = X[:60] ** 3
    table = definition.units(x.tolist(), **plain(small))
    units = design(60, small.get("clusters"), small.get("strata"), small.get("weights")).units(x)
    assert units.standard_error(units.mean) == pytest.approx(definition.standard_error(table))
    assert acceleration(units.influences(units.mean)) == pytest.approx(
        definition.acceleration(table), rel=1e-9
    )
    drawn = resample_units(units, 30, 9, 1, studentize=True)
    wanted = [definition.studentized(table, 9, b) for b in range(30)]
    assert drawn.ratios == pytest.approx(wanted, rel=1e-9)


@pytest.mark.parametrize("method", METHODS)
def test_groups_that_change_nothing(method: str) -> None:
    x = X[:300]
    alone = rs.bootstrap(x, method=method, seed=5, n_resamples=200)
    for options in (
        {"clusters": [f"q{i}" for i in range(300)]},
        {"strata": ["all"] * 300},
        {"weights": np.full(300, 0.25)},
    ):
        same = rs.bootstrap(x, **options, method=method, seed=5, n_resamples=200)
        assert np.array_equal(same.replicates, alone.replicates)
        assert same.confidence_interval.low == pytest.approx(alone.confidence_interval.low)
        assert same.confidence_interval.high == pytest.approx(alone.confidence_interval.high)


def test_order_of_labels_and_kinds_of_labels() -> None:
    given = [CLUSTERS, CLUSTERS.astype("i2"), CLUSTERS.tolist(), list(map(str, CLUSTERS.tolist()))]
    found = [rs.bootstrap(X, clusters=labels, seed=1, n_resamples=20) for labels in given]
    assert all(np.array_equal(f.replicates, found[0].replicates) for f in found)


def test_the_standard_error_of_resamples_is_the_analytic_one() -> None:
    for options in OPTIONS.values():
        if "many strata" in options:
            continue
        units = design(N, *map(options.get, ("clusters", "strata", "weights"))).units(X)
        # of m units the bootstrap has the divisor m where the formula has m - 1
        shrink = math.sqrt(
            sum(t.size - 1 for t in units.totals) / sum(t.size for t in units.totals)
        )
        wanted = units.standard_error(units.mean) * shrink
        result = rs.bootstrap(X, **options, seed=2, n_resamples=10_000)
        assert result.standard_error == pytest.approx(wanted, rel=0.05)


def test_weights_far_from_one_neither_overflow_nor_vanish() -> None:
    x, w = X[:50], WEIGHTS[:50]
    wanted = rs.bootstrap(x, weights=w, seed=1, method="bca")
    for power in (-900, 900):
        found = rs.bootstrap(x, weights=np.ldexp(w, power), seed=1, method="bca")
        assert np.array_equal(found.replicates, wanted.replicates)


@pytest.mark.parametrize("method", METHODS)
def test_strata_without_spread(method: str) -> None:
    x, strata = [0.2] * 4 + [0.7] * 3, ["s"] * 4 + ["t"] * 3
    result = rs.bootstrap(x, strata=strata, seed=1, method=method)
    assert result.degenerate
    assert result.confidence_interval.low == result.confidence_interval.high == result.estimate
    lonely = rs.bootstrap([0.1, 0.5, 0.9, 0.4], strata=["s", "s", "s", "t"], seed=1, method=method)
    assert lonely.flags[-1] == "strata of one unit, which have no spread: 1"
    two = rs.bootstrap([0.1, 0.5, 0.9], clusters=["a", "b", "b"], seed=1, method=method)
    assert any("2 units are too few" in f for f in two.flags) == (method in METHODS[2:])


def test_paired_with_groups() -> None:
    a, b = X, X**2
    result = rs.paired_bootstrap(a, b, clusters=CLUSTERS, weights=WEIGHTS, seed=3, n_resamples=500)
    alone = rs.bootstrap(a - b, clusters=CLUSTERS, weights=WEIGHTS, seed=3, n_resamples=500)
    assert np.array_equal(result.replicates, alone.replicates)
    assert result.mean_a - result.mean_b == pytest.approx(result.estimate)
    assert result.pvalue == 1 / 501
    assert result.probability_b_better == 0
    wanted = definition.effect_size((a - b).tolist(), WEIGHTS.tolist())
    assert result.effect_size == pytest.approx(wanted)
    assert rs.paired_bootstrap(a, b, seed=3, n_resamples=9).effect_size == pytest.approx(
        (a - b).mean() / (a - b).std(ddof=1)
    )


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_the_pvalue_is_the_share_of_shifted_resamples(alternative: str) -> None:
    a, b = X[:40], X[40:80]
    result = rs.paired_bootstrap(a, b, alternative=alternative, seed=3, n_resamples=2000)
    shifted = result.replicates - result.estimate
    extreme = {
        "two-sided": np.abs(shifted) >= abs(result.estimate),
        "greater": shifted >= result.estimate,
        "less": shifted <= result.estimate,
    }[alternative]
    assert result.pvalue == (extreme.sum() + 1) / 2001


@pytest.mark.parametrize(
    ("statistic", "value"),
    [("median", np.median(X)), (("quantile", 0.9), np.quantile(X, 0.9)), (np.std, np.std(X))],
)
def test_other_statistics(statistic: object, value: float) -> None:
    for method in ("percentile", "basic", "bca"):
        result = rs.bootstrap(X, statistic=statistic, method=method, seed=1, n_resamples=200)
        assert result.estimate == pytest.approx(value)
        interval = result.confidence_interval
        assert interval.low < result.estimate < interval.high and not result.flags


def test_a_constant_under_another_statistic_is_degenerate() -> None:
    for method in ("percentile", "bca"):
        result = rs.bootstrap([0.3] * 5, statistic="median", method=method, seed=1, n_resamples=20)
        assert result.degenerate and result.confidence_interval.low == 0.3


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"clusters": [1, 2]}, ValueError, "clusters must hold one label a query"),
        ({"clusters": [1.0, 2.0, 3.0]}, TypeError, "text or whole numbers"),
        ({"clusters": ["a", None, "b"]}, TypeError, "None .* at position 1"),
        ({"clusters": [True, False, True]}, TypeError, "text or whole numbers"),
        ({"clusters": ["a"] * 3}, ValueError, "at least 2 clusters"),
        ({"strata": [1, 2, 3]}, ValueError, "single query or cluster"),
        ({"clusters": ["a", "a", "b"], "strata": ["s", "t", "t"]}, ValueError, "'a'.*'s' and 't'"),
        ({"weights": [1.0, 2.0]}, ValueError, r"one number a query \(3\), found 2"),
        ({"weights": [1.0, 0.0, 2.0]}, ValueError, "positive, found 0.0 at position 1"),
        ({"weights": [1.0, math.nan, 2.0]}, ValueError, "weights must be finite"),
        ({"weights": [1e-300, 1.0, 2.0]}, ValueError, "within a factor of 1e\\+100"),
        ({"weights": ["a", "b", "c"]}, TypeError, "weights must hold real numbers"),
        ({"confidence_level": []}, ValueError, "different levels"),
        ({"confidence_level": [0.9, 0.9]}, ValueError, "different levels"),
        ({"confidence_level": [0.9, 95]}, ValueError, "0.95, not 95"),
        ({"alternative": "larger"}, ValueError, "alternative"),
        ({"statistic": "median", "strata": [1, 1, 2]}, ValueError, "for statistic='mean'"),
        ({"statistic": "median", "method": "studentized"}, ValueError, "studentized"),
    ],
)
def test_refusals(options: dict, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        rs.bootstrap([0.1, 0.2, 0.4], **options, n_resamples=10, seed=1)


def test_values_whose_sums_are_not_finite_are_refused() -> None:
    with pytest.raises(ValueError, match=r"2\^1000 of zero.*position 2"):
        rs.bootstrap([0.0, 1.0, -1e305], seed=1)
    for method in METHODS:
        found = rs.bootstrap([1e300, -1e300, 2e300, 5e299], method=method, seed=1)
        assert math.isfinite(found.confidence_interval.low) and found.standard_error > 0


@pytest.mark.parametrize("method", METHODS)
def test_tables_share_bits_with_single_calls(method: str) -> None:
    a, b = X[:80], X[80:160]
    row = rs.compare({"b": b, "a": a}, method=method, seed=7, n_resamples=400).rows[1]
    pair = rs.paired_bootstrap(a, b, method=method, seed=7, n_resamples=400)
    assert row.difference == pair.estimate
    alone = rs.bootstrap(a, method=method, seed=7, n_resamples=400)
    assert row.confidence_interval == alone.confidence_interval
    assert row.difference_interval == pair.confidence_interval


def test_tables_note_where_the_percentile_interval_stands_in() -> None:
    table = rs.compare({"a": [0.0, 1.0], "b": [0.0, 0.5]}, method="bca", seed=1, n_resamples=50)
    assert "a, value: percentile instead of bca: 2 values are too few" in table.notes
    assert any(note.startswith("b, value: difference: percentile") for note in table.notes)


@pytest.mark.parametrize("method", METHODS)
def test_queries_without_a_value_in_a_summary(method: str) -> None:
    run = {f"q{i}": ["x"] * (i % 2) + ["a"] + ["y"] * (i % 3) for i in range(30)}
    run = {q: list(dict.fromkeys(d)) for q, d in run.items()}
    qrels = {f"q{i}": {"a": 1 if i % 5 else 0} for i in range(30)}
    scores = rs.evaluate(run, qrels, ["rr", "precision@1"], no_relevant="nan")
    row = scores.summary(method=method, seed=1, n_resamples=500).rows[0]
    values = scores["rr"][~np.isnan(scores["rr"])]
    alone = rs.bootstrap(values, method=method, seed=1, n_resamples=500)
    assert row.n == values.size and row.mean == pytest.approx(alone.estimate)
    width = alone.confidence_interval.high - alone.confidence_interval.low
    assert row.confidence_interval.low == pytest.approx(
        alone.confidence_interval.low, abs=width / 8
    )
    assert row.confidence_interval.high == pytest.approx(
        alone.confidence_interval.high, abs=width / 8
    )
