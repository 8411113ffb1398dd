"""The difference of two means over different queries."""

import math
from statistics import NormalDist

import numpy as np
import pytest

import ranksure as rs
from ranksure.bootstrapping import settings
from ranksure.differences import _basis
from ranksure.reference import differences as definition
from ranksure.replicates import FloatArray

METHODS = ("percentile", "basic", "bca", "studentized")


def samples(n_a: int, n_b: int) -> tuple[FloatArray, FloatArray]:
    rng = np.random.default_rng([n_a, n_b])
    return rng.beta(2, 3, n_a), rng.beta(1, 3, n_b)


@pytest.mark.parametrize(("n_a", "n_b"), [(2, 2), (2, 5), (7, 3), (257, 20), (40, 600)])
def test_the_definition(n_a: int, n_b: int) -> None:
    a, b = samples(n_a, n_b)
    lists = a.tolist(), b.tolist()
    wanted = [definition.difference_replicate(*lists, 9, b) for b in range(8)]
    for method in METHODS:
        for threads in (1, 2, 7):
            result = rs.bootstrap_difference(
                a, b, method=method, n_resamples=8, seed=9, threads=threads
            )
            assert result.replicates.tolist() == wanted
    chosen = [settings(0.95, 8, method, "two-sided", 9, 1) for method in ("bca", "studentized")]
    bca, studentized = (_basis(a, b, s)[0] for s in chosen)
    assert bca.acceleration == pytest.approx(definition.acceleration(*lists), rel=1e-9, abs=1e-15)
    assert studentized.standard_error == pytest.approx(definition.standard_error(*lists), rel=1e-12)
    ratios = [definition.studentized(*lists, 9, b) for b in range(8)]
    assert studentized.ratios == pytest.approx(ratios, rel=1e-9)


def test_the_two_samples_are_drawn_independently() -> None:
    a, b = samples(60, 60)
    result = rs.bootstrap_difference(a, b, n_resamples=40_000, seed=2)
    wanted = a.var() / 60 + b.var() / 60
    assert abs(result.standard_error**2 / wanted - 1) < 5 * math.sqrt(2 / 40_000)
    same = rs.bootstrap_difference(a, a, n_resamples=40_000, seed=2)
    assert same.estimate == 0
    assert abs(same.standard_error**2 / (2 * a.var() / 60) - 1) < 5 * math.sqrt(2 / 40_000)
    assert same.pvalue == 1.0


def test_methods_agree_on_many_queries_and_with_the_normal_interval() -> None:
    a, b = samples(900, 700)
    error = definition.standard_error(a.tolist(), b.tolist())
    reach = NormalDist().inv_cdf(0.975) * error
    for method in METHODS:
        result = rs.bootstrap_difference(a, b, method=method, seed=1)
        assert not result.flags
        assert abs(result.confidence_interval.low - (result.estimate - reach)) < 0.15 * error
        assert abs(result.confidence_interval.high - (result.estimate + reach)) < 0.15 * error
        assert result.confidence_level == 0.95


def test_welch_interval() -> None:
    stats = pytest.importorskip("scipy.stats")
    a, b = samples(12, 30)
    for alternative in ("two-sided", "less", "greater"):
        result = rs.bootstrap_difference(a, b, alternative=alternative, seed=1)
        test = stats.ttest_ind(a, b, equal_var=False, alternative=alternative)
        assert test.df == pytest.approx(definition.degrees_of_freedom(a.tolist(), b.tolist()))
        found, wanted = result.welch_interval, test.confidence_interval(0.95)
        assert found is not None
        assert (found.low, found.high) == pytest.approx((wanted.low, wanted.high), rel=1e-9)


def test_without_scipy_there_is_no_welch_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "scipy", None)
    a, b = samples(12, 30)
    assert rs.bootstrap_difference(a, b, seed=1).welch_interval is None


def test_equal_values_and_far_numbers() -> None:
    result = rs.bootstrap_difference([0.1] * 3, [0.4] * 5, seed=1, method="studentized")
    assert result.degenerate
    assert result.estimate == 0.1 - 0.4
    assert result.confidence_interval.low == result.confidence_interval.high == 0.1 - 0.4
    assert result.pvalue == 1 / 10_001
    if result.welch_interval is not None:
        assert result.welch_interval.low == result.welch_interval.high
    one = rs.bootstrap_difference([0.1] * 3, [0.4, 0.5, 0.9], seed=1, method="bca")
    assert not one.degenerate
    far = rs.bootstrap_difference(
        [1e150, -1e150, 0.0], [1e150, 5e149], seed=1, method="studentized"
    )
    assert math.isfinite(far.confidence_interval.low)
    with pytest.raises(ValueError, match="b needs at least 2"):
        rs.bootstrap_difference([0.1, 0.2], [0.3])
