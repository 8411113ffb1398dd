"""Intervals and p-values: equal to the reference, close to SciPy, honest about their own error."""

import math

import numpy as np
import pytest

import ranksure as rs
from ranksure.intervals import METHODS, Basis, confidence_intervals, share_below_zero, shift_pvalue
from ranksure.reference import intervals as definition
from ranksure.reference import units as definition_of_units

ALTERNATIVES = ("two-sided", "less", "greater")
SKEWED = np.random.default_rng(8).exponential(size=40)
HITS = np.repeat([0.0, 1.0, 0.5], [12, 20, 3])


def numbers(pair: tuple[definition.Bound, definition.Bound]) -> list[float]:
    low, high = pair
    return [low.value, high.value, low.error, high.error]


def found(basis: Basis, method: str, level: float, alternative: str) -> list[float]:
    result = confidence_intervals(basis, method, [level], alternative)
    interval, error = result.by_level[level], result.monte_carlo_error
    return [interval.low, interval.high, error.low, error.high]


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("n_resamples", [2, 3, 10, 299, 1001])
def test_bounds_have_the_bits_of_the_reference(n_resamples: int, alternative: str) -> None:
    rng = np.random.default_rng(n_resamples)
    for replicates in (rng.normal(size=n_resamples), rng.integers(0, 4, n_resamples) / 4.0):
        given, estimate = replicates.tolist(), float(replicates[0])
        basis = Basis(estimate, replicates, 1e-9, 0.1, replicates, 2.0)
        for level in (0.5, 0.95, 0.999):
            wanted = definition.percentile(given, level, alternative)
            assert found(basis, "percentile", level, alternative) == numbers(wanted)
            wanted = definition.basic(given, estimate, level, alternative)
            assert found(basis, "basic", level, alternative) == numbers(wanted)
            studentized = definition.studentized(given, estimate, 2.0, level, alternative)
            assert studentized is not None
            assert found(basis, "studentized", level, alternative) == numbers(studentized)
            bca = definition.bca(given, estimate, 1e-9, 0.1, level, alternative)
            wanted = bca or definition.percentile(given, level, alternative)
            assert found(basis, "bca", level, alternative) == numbers(wanted)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_pvalues_have_the_bits_of_the_reference(alternative: str) -> None:
    replicates = np.random.default_rng(1).integers(-2, 6, 500) / 8.0
    for estimate in (0.25, -0.5, 0.0):
        basis = Basis(estimate, replicates, 1e-12)
        given = replicates.tolist()
        wanted = definition.shift_pvalue(given, estimate, 1e-12, alternative)
        assert shift_pvalue(basis, alternative) == wanted
        assert share_below_zero(basis) == definition.share_below_zero(given, 1e-12)


@pytest.mark.parametrize("x", [SKEWED, HITS, SKEWED * 1e200, SKEWED * 1e-200, HITS + 1e6])
@pytest.mark.parametrize("method", ["bca", "studentized"])
def test_acceleration_and_ratios_are_those_of_the_reference(x: np.ndarray, method: str) -> None:
    result = rs.bootstrap(x, method=method, seed=3, n_resamples=400)
    exact = (x - x.mean()) / np.abs(x).max() if np.abs(x).max() > 1e100 else x
    scale = 1.0
    if not 1e-100 < np.abs(x).max() < 1e100:  # squares of the literal reference need the range
        scale = float(2.0 ** np.frexp(np.abs(x).max())[1])
        exact = x / scale
    table = definition_of_units.units(exact.tolist())
    replicates = (result.replicates / scale).tolist()
    estimate = result.estimate / scale
    if method == "bca":
        equal_within = 4 * 2.0**-52 * math.log2(len(x)) * np.abs(exact).max()
        a = definition_of_units.acceleration(table)
        wanted = definition.bca(replicates, estimate, equal_within, a, 0.95)
    else:
        ratios = [definition_of_units.studentized(table, 3, b) for b in range(400)]
        error = definition_of_units.standard_error(table)
        wanted = definition.studentized(ratios, estimate, error, 0.95)
    interval = result.confidence_interval
    assert interval.low / scale == pytest.approx(wanted[0].value, rel=1e-9)
    assert interval.high / scale == pytest.approx(wanted[1].value, rel=1e-9)
    assert result.monte_carlo_error.low / scale == pytest.approx(wanted[0].error, rel=1e-6)
    assert result.monte_carlo_error.high / scale == pytest.approx(wanted[1].error, rel=1e-6)


@pytest.mark.parametrize("method", ["percentile", "basic", "bca"])
@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("x", [SKEWED, HITS], ids=["skewed", "hits"])
def test_scipy_agrees(method: str, alternative: str, x: np.ndarray) -> None:
    """Within five standard errors of both sides, which the result itself reports.

    SciPy counts replicates equal to the estimate as one half by `<` and `<=`, without tolerance.
    """
    stats = pytest.importorskip("scipy.stats")
    ours = rs.bootstrap(x, method=method, alternative=alternative, n_resamples=20_000, seed=1)
    theirs = stats.bootstrap(
        (x,), np.mean, vectorized=True, method=method, alternative=alternative,
        n_resamples=20_000, rng=np.random.default_rng(2),
    )  # fmt: skip
    step = 0.5 / len(x) if x is HITS else 0.0  # means of hits are multiples of this
    for side in ("low", "high"):
        mine = getattr(ours.confidence_interval, side)
        other = float(getattr(theirs.confidence_interval, side))
        within = 5 * math.sqrt(2) * getattr(ours.monte_carlo_error, side) + 2 * step
        assert mine == other or abs(mine - other) <= within
    assert ours.standard_error == pytest.approx(theirs.standard_error, rel=0.03)


def test_studentized_against_a_plain_loop() -> None:
    x = SKEWED
    ours = rs.bootstrap(x, method="studentized", n_resamples=20_000, seed=1)
    rng = np.random.default_rng(5)
    drawn = x[rng.integers(0, x.size, (20_000, x.size))]
    ratios = (drawn.mean(axis=1) - x.mean()) / (drawn.std(axis=1) / math.sqrt(x.size))
    high, low = np.quantile(ratios, [0.025, 0.975])
    own = x.std() / math.sqrt(x.size)
    within = 5 * math.sqrt(2)
    wanted = x.mean() - low * own, x.mean() - high * own
    assert abs(ours.confidence_interval.low - wanted[0]) <= within * ours.monte_carlo_error.low
    assert abs(ours.confidence_interval.high - wanted[1]) <= within * ours.monte_carlo_error.high


@pytest.mark.parametrize("method", METHODS)
def test_the_reported_monte_carlo_error_is_the_spread_over_seeds(method: str) -> None:
    results = [
        rs.bootstrap(SKEWED, method=method, n_resamples=1000, seed=seed) for seed in range(300)
    ]
    for side in ("low", "high"):
        bounds = [getattr(r.confidence_interval, side) for r in results]
        errors = [getattr(r.monte_carlo_error, side) for r in results]
        # 300 seeds know the spread to 4 %, and the slope of the order statistics adds to that.
        assert np.sqrt(np.mean(np.square(errors))) == pytest.approx(np.std(bounds), rel=0.25)


@pytest.mark.parametrize("method", METHODS)
def test_exchanging_the_systems_mirrors_everything(method: str) -> None:
    a, b = SKEWED, SKEWED[::-1] ** 2
    one, other = (
        rs.paired_bootstrap(*pair, method=method, seed=4, n_resamples=999)
        for pair in ((a, b), (b, a))
    )
    assert one.confidence_interval.low == -other.confidence_interval.high
    assert one.confidence_interval.high == -other.confidence_interval.low
    assert one.monte_carlo_error.low == other.monte_carlo_error.high
    assert one.pvalue == other.pvalue
    assert one.probability_b_better == 1 - other.probability_b_better
    assert one.effect_size == -other.effect_size


@pytest.mark.parametrize("method", METHODS)
def test_several_levels_come_from_one_set_of_resamples(method: str) -> None:
    levels = [0.8, 0.95, 0.5]
    together = rs.bootstrap(SKEWED, confidence_level=levels, method=method, seed=2)
    assert list(together.intervals) == levels and together.confidence_level == 0.8
    for level in levels:
        alone = rs.bootstrap(SKEWED, confidence_level=level, method=method, seed=2)
        assert together.intervals[level] == alone.confidence_interval
    assert together.confidence_interval == together.intervals[0.8]


@pytest.mark.parametrize("method", METHODS)
def test_one_sided_bounds(method: str) -> None:
    less, greater, both = (
        rs.bootstrap(SKEWED, method=method, alternative=side, confidence_level=level, seed=2)
        for side, level in (("less", 0.95), ("greater", 0.95), ("two-sided", 0.9))
    )
    assert less.confidence_interval.low == -math.inf
    assert greater.confidence_interval.high == math.inf
    assert less.confidence_interval.high == pytest.approx(both.confidence_interval.high)
    assert greater.confidence_interval.low == pytest.approx(both.confidence_interval.low)
    assert less.monte_carlo_error.low == 0 < less.monte_carlo_error.high


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("x", [[0.5] * 7, [0.1] * 300, [0.0, -0.0, 0.0]])
def test_equal_values(method: str, x: list[float]) -> None:
    result = rs.bootstrap(x, method=method, seed=1, n_resamples=50)
    interval = result.confidence_interval
    assert interval.low == interval.high == result.estimate == x[0]
    assert result.standard_error == result.monte_carlo_error.low == 0
    assert result.degenerate and result.flags == ("degenerate",)
    other = rs.paired_bootstrap(x, x, method=method, seed=1, n_resamples=50)
    assert other.degenerate and other.pvalue == 1 and other.effect_size is None
    assert other.probability_b_better == 0.5


def test_differences_that_are_equal_but_for_rounding_are_degenerate() -> None:
    result = rs.paired_bootstrap([0.9, 0.1, 0.9, 0.1], [0.8, 0.0, 0.8, 0.0], seed=1, method="bca")
    assert result.degenerate and result.effect_size is None
    assert result.standard_error < 1e-15


@pytest.mark.parametrize("method", ["bca", "studentized"])
def test_two_values_take_the_percentile_interval(method: str) -> None:
    result = rs.bootstrap([0.0, 1.0], method=method, seed=1)
    assert result.flags == (f"percentile instead of {method}: 2 values are too few",)
    percentile = rs.bootstrap([0.0, 1.0], seed=1)
    assert result.confidence_interval == percentile.confidence_interval
    assert result.method == method


def test_where_the_terms_of_bca_have_no_value() -> None:
    one_side = confidence_intervals(Basis(9.0, np.arange(5.0), 0.0, 0.1), "bca", [0.9], "less")
    assert one_side.flags == (
        "percentile instead of bca: all resamples lie on one side of the estimate",
    )
    steep = confidence_intervals(Basis(2.0, np.arange(5.0), 0.0, 0.9), "bca", [0.9], "less")
    assert "acceleration 0.9 is too large" in steep.flags[0]


def test_resamples_without_spread_lie_outside() -> None:
    x = [0.0] * 30 + [1.0] * 4  # all zeros in (30/34)^34 = 1.4 % of the resamples
    result = rs.bootstrap(x, method="studentized", seed=1, n_resamples=10_000)
    lost = int((result.replicates == 0).sum())
    assert result.flags == (f"{lost} resamples have no spread and lie outside the bounds",)
    rare = rs.bootstrap([1.0] + [0.0] * 99, method="studentized", seed=1)  # all zeros: 37 %
    assert "resamples have no spread" in rare.flags[0]
    percentile = rs.bootstrap([1.0] + [0.0] * 99, seed=1)
    assert rare.confidence_interval == percentile.confidence_interval
