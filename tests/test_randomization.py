"""The randomization test: its definition, exact p-values by hand, and its law."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ranksure as rs
from ranksure.reference import testing as definition
from ranksure.reference.tolerance import tolerance

ALTERNATIVES = ("two-sided", "greater", "less")


@pytest.mark.parametrize("n", [2, 3, 9, 16, 17, 40, 300, 600])
@pytest.mark.parametrize("grid", [2, 11, 1001, 0])
def test_the_package_gives_the_defined_p_value(n: int, grid: int) -> None:
    rng = np.random.default_rng([n, grid])
    values = rng.integers(0, grid, (2, n)) / (grid - 1) if grid else rng.random((2, n))
    a, b = values.astype(np.float64)
    for alternative in ALTERNATIVES:
        wanted = definition.randomization_pvalue(a.tolist(), b.tolist(), alternative, 60, 3)
        for threads in (1, 2, 7):
            found = rs.randomization_test(
                a, b, alternative=alternative, n_resamples=60, seed=3, threads=threads
            )
            assert (found.pvalue, found.exact) == wanted


@given(st.lists(st.tuples(st.integers(-4, 4), st.integers(0, 4)), min_size=2, max_size=9))
@settings(max_examples=60, deadline=None)
def test_all_patterns_counted_one_by_one(pairs: list[tuple[int, int]]) -> None:
    a, b = [float(x) for x, _ in pairs], [float(y) for _, y in pairs]
    d = [x - y for x, y in pairs]
    signs = np.array(np.meshgrid(*[[-1, 1]] * len(d))).reshape(len(d), -1)
    sums = np.array(d) @ signs
    for alternative, extreme in zip(
        ALTERNATIVES, (abs(sums) >= abs(sum(d)), sums >= sum(d), sums <= sum(d)), strict=True
    ):
        result = rs.randomization_test(a, b, alternative=alternative)
        assert result.exact
        assert result.pvalue == extreme.mean()


def test_exchanging_the_systems_mirrors_the_test() -> None:
    a, b = np.random.default_rng(1).random((2, 50))
    for alternative, turned in [("two-sided",) * 2, ("greater", "less"), ("less", "greater")]:
        one = rs.randomization_test(a, b, alternative=alternative, seed=4)
        other = rs.randomization_test(b, a, alternative=turned, seed=4)
        assert not one.exact
        assert (one.pvalue, one.estimate) == (other.pvalue, -other.estimate)


def test_differences_equal_but_for_rounding_are_one_class() -> None:
    a, b = np.array([0.9, 0.1, 100.1, 0.3]), np.array([0.8, 0.0, 100.0, 0.1 + 0.2])
    assert len({*(a - b).tolist()}) == 4
    classes = definition.magnitude_classes((a - b).tolist(), tolerance(4, 100.1))
    assert [(plus, minus) for _, plus, minus in classes] == [(3, 0)]
    result = rs.randomization_test(a, b, alternative="greater")
    assert (result.pvalue, result.n_nonzero) == (1 / 8, 3)


def test_sums_equal_but_for_rounding_are_equal() -> None:
    d = [0.1, 0.2, 0.3, -0.3, 0.6]  # 0.1 + 0.2 - 0.3 is not 0 in float64
    whole = rs.randomization_test([1.0, 2.0, 3.0, -3.0, 6.0], [0.0] * 5, alternative="greater")
    assert rs.randomization_test(d, [0.0] * 5, alternative="greater").pvalue == whole.pvalue


@pytest.mark.parametrize("m", [10, 1000, 2000, 20_000])
def test_of_0_and_1_it_is_the_binomial_test(m: int) -> None:
    plus = m // 2 + int(math.sqrt(m))
    a = np.r_[np.ones(plus), np.zeros(m - plus), np.ones(7)]
    b = np.r_[np.zeros(plus), np.ones(m - plus), np.ones(7)]
    tail, ways = 0, math.comb(m, plus)
    for i in range(plus, m + 1):
        tail, ways = tail + ways, ways * (m - i) // (i + 1)
    result = rs.randomization_test(a, b)
    assert result.exact
    assert result.pvalue == 2 * tail / 2**m
    assert repr(result)


def test_no_p_value_is_zero() -> None:
    exact = rs.randomization_test(np.ones(3000), np.zeros(3000))
    assert exact.exact
    assert exact.pvalue == math.ulp(0.0)
    drawn = rs.randomization_test(np.arange(100.0) + 50, np.zeros(100), seed=1)
    assert not drawn.exact
    assert drawn.pvalue == 1 / 10_001


def test_without_a_difference_the_p_value_is_one() -> None:
    for alternative in ALTERNATIVES:
        result = rs.randomization_test([0.3] * 5, [0.3] * 5, alternative=alternative)
        assert (result.pvalue, result.exact, result.n_nonzero) == (1.0, True, 0)


def test_when_it_is_exact() -> None:
    a = np.arange(17.0) + 1
    assert rs.randomization_test(a[:16], a[:16] * 0).exact  # 2^16 sums
    assert not rs.randomization_test(a, a * 0).exact
    assert rs.randomization_test(a, a * 0, n_resamples=2**17).exact
    many = np.r_[np.ones(255), np.full(255, 2.0)]
    assert rs.randomization_test(many, many * 0).exact  # 256 * 256 sums
    assert not rs.randomization_test(np.r_[many, 1.0], np.zeros(511)).exact


def test_drawn_signs_agree_with_all_signs() -> None:
    d = np.random.default_rng(8).normal(0.25, 1, 17)
    zeros = np.zeros(17)
    exact = rs.randomization_test(d, zeros, n_resamples=2**17)
    drawn = rs.randomization_test(d, zeros, n_resamples=100_000, seed=5)
    assert exact.exact
    assert not drawn.exact
    error = math.sqrt(exact.pvalue * (1 - exact.pvalue) / 100_000)
    assert abs(drawn.pvalue - exact.pvalue) < 5 * error
    assert drawn.monte_carlo_error == pytest.approx(error, rel=0.05)
    assert exact.monte_carlo_error == 0


def test_fewer_flips_are_the_beginning_of_more_and_the_seed_repeats() -> None:
    a, b = np.random.default_rng(2).random((2, 80))
    first = rs.randomization_test(a, b, n_resamples=500)
    assert rs.randomization_test(a, b, n_resamples=500, seed=first.seed) == first
    assert rs.randomization_test(a, b, n_resamples=500, seed=first.seed + 1) != first


def test_under_the_null_hypothesis_p_values_are_uniform() -> None:
    rng = np.random.default_rng(11)
    pvalues = np.array(
        [
            rs.randomization_test(*rng.random((2, 30)), n_resamples=199, seed=trial).pvalue
            for trial in range(2000)
        ]
    )
    for level in (0.05, 0.25, 0.5):  # exactly level, since 200 * level is whole
        assert abs((pvalues <= level).mean() - level) < 5 * math.sqrt(level * (1 - level) / 2000)


@pytest.mark.parametrize(
    ("arguments", "options", "error", "part"),
    [
        (([0.1, 0.2, 0.3], [0.1, 0.2]), {}, ValueError, "3 and 2"),
        (([0.1], [0.1]), {}, ValueError, "at least 2"),
        (
            ([0.1, math.nan], [0.1, 0.2]),
            {},
            ValueError,
            "a must be finite.* position 1",
        ),
        ((["a", "b"], [0.1, 0.2]), {}, TypeError, "a must hold real numbers"),
        (([0.1, 0.2], [0.1, 0.3]), {"alternative": "larger"}, ValueError, "two-sided"),
        (([0.1, 0.2], [0.1, 0.3]), {"n_resamples": 0}, ValueError, "n_resamples"),
        (([0.1, 0.2], [0.1, 0.3]), {"seed": -1}, ValueError, "seed"),
        (([0.1, 0.2], [0.1, 0.3]), {"threads": 0}, ValueError, "threads"),
    ],
)
def test_what_is_refused(
    arguments: Any, options: dict[str, Any], error: type[Exception], part: str
) -> None:
    with pytest.raises(error, match=part):
        rs.randomization_test(*arguments, **options)
