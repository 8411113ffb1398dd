"""Repeated measurements: the two-level bootstrap."""

import math
from typing import Any

import numpy as np
import pytest

import ranksure as rs
from ranksure.reference import repeats as definition


def measured(n: int, m: int) -> np.ndarray:
    rng = np.random.default_rng([n, m])
    return rng.random((n, 1)) + rng.normal(0, 0.3, (n, m))


@pytest.mark.parametrize(("n", "m"), [(2, 1), (2, 3), (5, 4), (300, 3), (3, 300), (257, 2)])
def test_bits_of_the_definition(n: int, m: int) -> None:
    x = measured(n, m)
    wanted = [definition.repeats_replicate(x.tolist(), 7, b) for b in range(5)]
    for threads in (1, 2, 7):
        result = rs.bootstrap_repeats(x, n_resamples=5, seed=7, threads=threads)
        assert result.replicates.tolist() == wanted
    assert result.estimate == definition.mean_of_repeats(x.tolist())
    assert (result.n, result.n_repeats) == (n, m)


def test_the_variance_is_that_of_both_levels() -> None:
    n, m, draws = 40, 4, 40_000
    x = measured(n, m)
    found = rs.bootstrap_repeats(x, n_resamples=draws, seed=3).standard_error ** 2
    wanted = x.mean(axis=1).var() / n + x.var(axis=1).mean() / (n * m)
    assert abs(found / wanted - 1) < 5 * math.sqrt(2 / draws)


def test_repeats_without_noise_leave_the_plain_bootstrap() -> None:
    x = np.round(np.random.default_rng(1).random(60) * 64) / 64  # sums of 64ths are exact
    plain = rs.bootstrap(x, seed=2)
    same = rs.bootstrap_repeats(np.repeat(x[:, np.newaxis], 4, axis=1), seed=2)
    assert np.array_equal(same.replicates, plain.replicates)
    assert same.confidence_interval == plain.confidence_interval
    for method in ("basic", "bca"):
        one = rs.bootstrap(x, seed=2, method=method)
        two = rs.bootstrap_repeats(np.repeat(x[:, np.newaxis], 4, axis=1), seed=2, method=method)
        assert two.confidence_interval.low == pytest.approx(one.confidence_interval.low, abs=1e-12)


def test_fewer_resamples_are_the_beginning_of_more() -> None:
    x = measured(1000, 30)  # more resamples than are worked on at a time
    long = rs.bootstrap_repeats(x, n_resamples=200, seed=1).replicates
    assert np.array_equal(rs.bootstrap_repeats(x, n_resamples=90, seed=1).replicates, long[:90])


def test_levels_and_sides() -> None:
    x = measured(30, 3)
    result = rs.bootstrap_repeats(x, confidence_level=[0.9, 0.99], alternative="greater", seed=1)
    assert result.confidence_interval.high == math.inf
    assert result.intervals[0.9].low > result.intervals[0.99].low
    assert rs.bootstrap_repeats(x, seed=None).seed != rs.bootstrap_repeats(x, seed=None).seed


def test_equal_values_and_two_queries() -> None:
    equal = rs.bootstrap_repeats(np.full((3, 4), 0.1), seed=1, method="bca")
    assert equal.degenerate
    assert (equal.estimate, equal.confidence_interval.low, equal.confidence_interval.high) == (
        0.1,
    ) * 3
    two = rs.bootstrap_repeats([[0.0, 1.0], [1.0, 1.0]], seed=1, method="bca")
    assert two.flags == ("percentile instead of bca: 2 queries are too few",)


@pytest.mark.parametrize(
    ("x", "options", "error", "part"),
    [
        ([0.1, 0.2], {}, ValueError, r"\(queries, repeats\), found \(2,\)"),
        ([[0.1, 0.2]], {}, ValueError, "at least 2"),
        ([[], []], {}, ValueError, "shape"),
        ([[0.1, 0.2], [0.1, math.nan]], {}, ValueError, r"x\[:, 1\].*nan at position 1"),
        ([["a", "b"], ["c", "d"]], {}, TypeError, "real numbers"),
        ([[0.1, 0.2], [0.3, 0.4]], {"method": "studentized"}, ValueError, "bca"),
        ([[0.1, 0.2], [0.3, 0.4]], {"alternative": "up"}, ValueError, "two-sided"),
    ],
)
def test_what_is_refused(
    x: Any, options: dict[str, Any], error: type[Exception], part: str
) -> None:
    with pytest.raises(error, match=part):
        rs.bootstrap_repeats(x, **options)
