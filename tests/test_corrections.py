"""Corrections for many tests: against statsmodels, the reference, and simulated families."""

import numpy as np
import pytest

from ranksure import benjamini_hochberg, holm
from ranksure.corrections import Estimates, max_t
from ranksure.reference import corrections as reference
from ranksure.replicates import resample
from ranksure.tolerance import tolerance

LISTS = [
    [],
    [0.3],
    [0.02, 0.02],
    [0.01, 0.04, 0.03, np.nan],
    [np.nan, np.nan],
    [0.0, 1.0, 0.5, 0.5],
    np.random.default_rng(1).random(50).tolist(),
    (np.random.default_rng(2).random(400) ** 6).round(3).tolist(),
]


@pytest.mark.parametrize("pvalues", LISTS)
def test_corrections_equal_the_reference(pvalues) -> None:
    assert repr(holm(pvalues).tolist()) == repr(reference.holm(pvalues))
    assert repr(benjamini_hochberg(pvalues).tolist()) == repr(reference.benjamini_hochberg(pvalues))


@pytest.mark.parametrize("pvalues", [p for p in LISTS if p and not np.isnan(p).any()])
def test_corrections_equal_statsmodels(pvalues) -> None:
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    for ours, method in ((holm, "holm"), (benjamini_hochberg, "fdr_bh")):
        expected = multitest.multipletests(pvalues, method=method)[1]
        np.testing.assert_allclose(ours(pvalues), expected, rtol=1e-14)


@pytest.mark.parametrize(
    ("pvalues", "error", "words"),
    [
        ([0.1, 1.5], ValueError, "found 1.5 at position 1"),
        ([-0.1], ValueError, "between 0 and 1"),
        (["0.1"], TypeError, "must be numbers"),
        ([[0.1]], ValueError, r"shape \(m,\), found \(1, 1\)"),
    ],
)
def test_bad_pvalues_are_refused(pvalues, error, words) -> None:
    for correction in (holm, benjamini_hochberg):
        with pytest.raises(error, match=words):
            correction(pvalues)


def estimates_of(rows, n_resamples=199, seed=3) -> Estimates:
    """Columns as tests of their own."""
    drawn = resample(rows, n_resamples, seed, 1)
    n, width = rows.shape
    return Estimates(
        values=drawn.means,
        replicates=np.ascontiguousarray(drawn.means_of_resamples.T),
        sizes=np.full(width, n),
        equal_within=np.array([tolerance(n, c) for c in np.abs(rows).max(axis=0)]),
    )


def families() -> list[np.ndarray]:
    rng = np.random.default_rng(4)
    shared = rng.normal(size=(30, 1))
    skewed = rng.exponential(size=(30, 4)) - [0.2, 0.5, 1.0, 1.0]
    signs = rng.integers(-1, 2, (30, 6)).astype(float)
    signs[:, 4] = 0.0
    signs[:, 5] = 1.0
    twins = np.repeat(rng.normal(0.3, 1, (30, 1)), 3, axis=1)
    return [shared + rng.normal(size=(30, 5)), skewed, signs, twins, signs[:, 4:5], signs[:2]]


@pytest.mark.parametrize("rows", families())
def test_max_t_equals_the_reference(rows) -> None:
    e = estimates_of(rows)
    arguments = e.values.tolist(), e.replicates.tolist()
    sizes, slack = e.sizes.tolist(), e.equal_within.tolist()
    found = max_t(e, 0.9)
    assert repr(found.pvalues.tolist()) == repr(reference.max_t(*arguments, sizes, slack))
    expected = reference.simultaneous_reach(*arguments, slack, sizes, 0.9)
    assert found.reaches.tolist() == expected


def test_pairs_need_no_columns_of_their_own() -> None:
    rows = np.random.default_rng(5).normal([0, 0.2, 0.4, 0.4], 1, (60, 4))
    drawn = resample(rows, 499, 6, 1)
    table = np.ascontiguousarray(drawn.means_of_resamples.T)
    pairs = np.array([(i, j) for i in range(4) for j in range(i)])
    first, second = pairs.T
    values, slack = drawn.means[first] - drawn.means[second], np.full(6, 1e-15)
    sizes = np.full(6, 60)
    streamed = max_t(Estimates(values, table, sizes, slack, pairs))
    kept = max_t(Estimates(values, table[first] - table[second], sizes, slack))
    assert streamed.pvalues.tolist() == kept.pvalues.tolist()
    assert streamed.reaches.tolist() == kept.reaches.tolist()


def test_max_t_of_one_kind_of_column_costs_nothing() -> None:
    """Copies of a column are one test; Holm would multiply its p-value."""
    x = np.random.default_rng(7).normal(0.3, 1, (40, 1))
    alone = max_t(estimates_of(x)).pvalues[0]
    assert max_t(estimates_of(np.repeat(x, 9, axis=1))).pvalues.tolist() == [alone] * 9


def test_columns_without_spread() -> None:
    """Zeros have p = 1, another constant has none, and neither touches the others."""
    x = np.random.default_rng(8).normal(0.3, 1, (40, 2))
    both = np.column_stack([x, np.zeros(40), np.full(40, 0.25)])
    found, alone = max_t(estimates_of(both)), max_t(estimates_of(x))
    assert found.pvalues[:2].tolist() == alone.pvalues.tolist()
    assert found.pvalues[2] == 1.0
    assert np.isnan(found.pvalues[3])
    assert found.reaches[2:].tolist() == [0.0, 0.0]


def test_a_pvalue_agrees_with_the_intervals_that_hold_at_once() -> None:
    """The first step rejects at 5 % what the 95 % intervals leave out."""
    for seed in range(40):
        rows = np.random.default_rng(seed).normal(0.3, 1, (50, 3))
        e = estimates_of(rows, 99, seed)
        found = max_t(e)
        left_out = np.abs(e.values) > found.reaches
        assert (found.pvalues.min() <= 0.05) == left_out.any()


def test_few_resamples_bound_nothing() -> None:
    rows = np.random.default_rng(9).normal(size=(20, 2))
    assert np.isinf(max_t(estimates_of(rows, 18)).reaches).all()
