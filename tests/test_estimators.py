"""Statistics other than the mean: equal to their definitions, to NumPy's, and to themselves."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ranksure as rs
from ranksure import estimators
from ranksure.reference import estimators as definition
from ranksure.reference.drawing import draw_counts
from ranksure.reference.resampling import mean
from ranksure.replicates import FloatArray

B = 6
Counts = list[int]
DEFINED: list[tuple[Any, Callable[[list[float], Counts], float]]] = [
    ("median", lambda x, counts: definition.quantile(x, counts, 0.5)),
    (("quantile", 0.0), lambda x, counts: definition.quantile(x, counts, 0.0)),
    (("quantile", 0.9), lambda x, counts: definition.quantile(x, counts, 0.9)),
    (("quantile", 1), lambda x, counts: definition.quantile(x, counts, 1.0)),
    (("trimmed_mean", 0), lambda x, counts: definition.trimmed_mean(x, counts, 0.0)),
    (("trimmed_mean", 0.1), lambda x, counts: definition.trimmed_mean(x, counts, 0.1)),
    (("trimmed_mean", 0.49), lambda x, counts: definition.trimmed_mean(x, counts, 0.49)),
]
NAMES = ["mean", "geometric_mean", *(statistic for statistic, _ in DEFINED)]


def numbers(n: int) -> FloatArray:
    """Some equal ones among them."""
    return np.round(np.random.default_rng(n).random(n), 2) + 0.01


def left_out(n: int) -> list[Counts]:
    return [[int(i != j) for i in range(n)] for j in range(n)]


@pytest.mark.parametrize("n", [2, 3, 7, 255, 256, 300])
@pytest.mark.parametrize(("statistic", "defined"), DEFINED, ids=lambda v: str(v)[:24])
def test_bits_of_the_definition(n: int, statistic: Any, defined: Any) -> None:
    x = numbers(n)
    estimator = estimators.parse(statistic)
    assert estimator.value(x) == defined(x.tolist(), [1] * n)
    drawn = [draw_counts(5, b, n) for b in range(B)]
    for threads in (1, 2, 7):
        found = estimator.replicates(x, B, 5, threads)
        assert found.tolist() == [defined(x.tolist(), counts) for counts in drawn]
    wanted = [defined(x.tolist(), counts) for counts in left_out(n)]
    assert estimator.jackknife(x).tolist() == wanted


@pytest.mark.parametrize("n", [2, 7, 300])
def test_the_geometric_mean_is_close_to_its_definition(n: int) -> None:
    x = numbers(n)
    estimator = estimators.parse("geometric_mean")
    drawn = [draw_counts(5, b, n) for b in range(B)]
    values = [estimator.value(x), *estimator.replicates(x, B, 5, 1), *estimator.jackknife(x)]
    for found, counts in zip(values, [[1] * n, *drawn, *left_out(n)], strict=True):
        assert found == pytest.approx(definition.geometric_mean(x.tolist(), counts), rel=1e-14)


@pytest.mark.parametrize("n", [2, 7, 300])
def test_the_ratio_of_means_has_the_bits_of_its_definition(n: int) -> None:
    x = np.stack([numbers(n), 3 - numbers(n)], axis=1)
    estimator = estimators.parse("ratio")
    columns = x.T.tolist()
    assert estimator.value(x) == definition.ratio(*columns)
    found = estimator.replicates(x, B, 5, 2).tolist()
    assert found == [definition.ratio_replicate(*columns, 5, b) for b in range(B)]
    alone = [np.mean(np.delete(x[:, 0], i)) / np.mean(np.delete(x[:, 1], i)) for i in range(n)]
    assert np.allclose(estimator.jackknife(x), alone, rtol=1e-13)


def test_a_ratio_takes_two_arrays_or_two_columns() -> None:
    estimator = estimators.parse("ratio")
    x, y = numbers(5), numbers(6)[:5]
    pair, table = (estimators.rows(v, estimator) for v in ((x, y), np.stack([x, y], axis=1)))
    assert np.array_equal(pair, table)
    assert estimator.value(pair) == pytest.approx(x.mean() / y.mean())


def test_what_other_libraries_say() -> None:
    for n in (5, 10, 99):
        x = numbers(n)
        assert estimators.parse("median").value(x) == np.median(x)
        for q in (0.1, 0.25, 0.9):
            value = estimators.parse(("quantile", q)).value(x)
            assert value == pytest.approx(np.quantile(x, q), rel=1e-15)
        logarithms = [math.log(v) for v in x]
        value = estimators.parse("geometric_mean").value(x)
        assert value == pytest.approx(math.exp(sum(logarithms) / n), rel=1e-14)
    assert estimators.parse(("trimmed_mean", 0.2)).value(np.array([9.0, 1, 2, 3, -50])) == 2.0


def test_the_mean_is_that_of_the_plain_bootstrap() -> None:
    x = numbers(300)
    counts = [draw_counts(5, b, 300) for b in range(B)]
    found = estimators.parse("mean").replicates(x, B, 5, 1)
    wanted = [mean([x[row] for row in definition.drawn_rows(c)]) for c in counts]
    assert np.allclose(found, wanted, rtol=1e-14)


def test_three_kinds_of_functions_give_the_same() -> None:
    x = numbers(40)
    median = estimators.parse("median").replicates(x, 50, 3, 1)
    of_rows = estimators.parse(lambda rows: float(np.median(rows)))
    of_indices = estimators.parse(("indices", lambda places: np.median(x[places])))
    for estimator in (of_rows, of_indices):
        assert np.array_equal(estimator.replicates(x, 50, 3, 1), median)
        assert np.array_equal(estimator.jackknife(x), estimators.parse("median").jackknife(x))
    means = estimators.parse("mean").replicates(x, 50, 3, 1)
    of_weights = estimators.parse(("weights", lambda weights: np.average(x, weights=weights)))
    assert np.allclose(of_weights.replicates(x, 50, 3, 1), means, rtol=1e-14)
    assert of_weights.value(x) == pytest.approx(x.mean())


def test_a_function_of_rows_gets_whole_rows() -> None:
    x = np.stack([numbers(30), numbers(31)[:30]], axis=1)
    estimator = estimators.parse(lambda rows: np.corrcoef(rows.T)[0, 1])
    rows = estimators.rows(x, estimator)
    assert estimator.value(rows) == np.corrcoef(x.T)[0, 1]
    assert np.abs(estimator.replicates(rows, 20, 1, 1)).max() <= 1


@pytest.mark.parametrize("statistic", NAMES, ids=str)
def test_equal_numbers_are_answered_by_themselves(statistic: Any) -> None:
    x = np.full(10, 0.1)
    estimator = estimators.parse(statistic)
    assert estimator.value(x) == 0.1
    assert set(estimator.replicates(x, 20, 1, 1)) == {0.1}
    assert set(estimator.jackknife(x)) == {0.1}


def test_the_median_of_the_mirrored_numbers_is_mirrored() -> None:
    x = np.random.default_rng(6).normal(size=50)
    estimator = estimators.parse("median")
    assert np.array_equal(estimator.replicates(-x, 100, 2, 1), -estimator.replicates(x, 100, 2, 1))


def test_resamples_of_more_numbers_than_are_held_at_a_time() -> None:
    x = np.random.default_rng(7).random(1_500_000)
    estimator = estimators.parse("median")
    found = estimator.replicates(x, 3, 1, 2)
    assert np.array_equal(estimator.replicates(x, 2, 1, 1), found[:2])
    assert np.abs(found - 0.5).max() < 6 * 0.5 / math.sqrt(x.size)


@pytest.mark.parametrize("statistic", NAMES, ids=str)
def test_the_bootstrap_takes_them(statistic: Any) -> None:
    x, estimator = numbers(30), estimators.parse(statistic)
    for method in ("percentile", "basic", "bca"):
        result = rs.bootstrap(x, statistic=statistic, method=method, n_resamples=200, seed=4)
        assert result.estimate == estimator.value(x)
        assert np.array_equal(result.replicates, estimator.replicates(x, 200, 4, 1))
        assert result.confidence_interval.low <= result.confidence_interval.high


@pytest.mark.parametrize(
    ("statistic", "error", "part"),
    [
        ("mode", ValueError, "'mode'"),
        (("quantile", 1.5), ValueError, r"1\.5"),
        (("quantile", "half"), TypeError, "'half'"),
        (("trimmed_mean", 0.5), ValueError, r"0\.5"),
        (("trimmed_mean", math.nan), ValueError, "nan"),
        (("indices", "f"), TypeError, "function"),
        (("expectile", 0.5), ValueError, "expectile"),
        (0.5, TypeError, r"0\.5"),
        (("quantile", 0.5, 0.6), TypeError, "quantile"),
    ],
    ids=str,
)
def test_statistics_that_are_refused(statistic: Any, error: type[Exception], part: str) -> None:
    with pytest.raises(error, match=part):
        estimators.parse(statistic)


@pytest.mark.parametrize(
    ("statistic", "x", "part"),
    [
        ("median", [[1.0, 2.0], [3.0, 4.0]], "one dimension"),
        ("ratio", [1.0, 2.0], r"\(n, 2\)"),
        ("ratio", ([1.0, 2.0], [1.0, 2.0, 3.0]), "2 and 3"),
        ("ratio", [[1.0, math.nan], [1.0, 2.0]], r"x\[:, 1\].*position 0"),
        (np.mean, np.ones((2, 2, 2)), "shape"),
    ],
    ids=str,
)
def test_rows_that_are_refused(statistic: Any, x: Any, part: str) -> None:
    with pytest.raises(ValueError, match=part):
        estimators.rows(x, estimators.parse(statistic))


def test_values_that_are_refused() -> None:
    with pytest.raises(ValueError, match="position 1"):
        estimators.parse("geometric_mean").value(np.array([0.5, 0.0, 1.0]))
    table = np.array([[1.0, 0.0], [1.0, 0.0], [1.0, 1.0]])
    with pytest.raises(ValueError, match="denominators"):
        estimators.parse("ratio").replicates(table, 100, 1, 1)
    with pytest.raises(ValueError, match="nan"):
        estimators.parse(lambda rows: math.nan).value(numbers(3))
    with pytest.raises(TypeError, match="statistic"):
        estimators.parse(lambda rows: None).value(numbers(3))
