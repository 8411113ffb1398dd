"""Published p-values of a pair of TREC-8 runs, and runs that are identical."""

import math

import numpy as np
import pytest

import ranksure as rs
from published_pairs import Values, matrix

N = 1_000_000
# Urbano, Lima and Hanjalic 2019: one-tailed and two-tailed, runs 125 and 126 of TREC-8 ad hoc
T = (0.0006596986, 0.0013193972)
WILCOXON = (0.001722594, 0.003445188)
SIGN = (0.004779939, 0.009559879)
BOOTSTRAP = (0.000424, 0.000586)  # 10^6 resamples
PERMUTATION = (0.000603, 0.001188)  # 10^6 sign patterns
ALTERNATIVES = ("greater", "two-sided")


def experimental_and_baseline() -> tuple[Values, Values]:
    runs = matrix("adhoc8_ap")
    return runs[:, 125], runs[:, 124]


def agree(found: float, published: float) -> bool:
    """Two shares of N draws each, five standard errors apart at most."""
    error = math.sqrt(2 * found * (1 - found) / N)
    return abs(found - published) <= 5 * error


@pytest.mark.parametrize(
    ("alternative", "published"), list(zip(ALTERNATIVES, PERMUTATION, strict=True))
)
def test_randomization(alternative: str, published: float) -> None:
    a, b = experimental_and_baseline()
    result = rs.randomization_test(a, b, alternative=alternative, n_resamples=N, seed=1)
    assert not result.exact
    assert agree(result.pvalue, published), result


@pytest.mark.parametrize(
    ("alternative", "published"), list(zip(ALTERNATIVES, BOOTSTRAP, strict=True))
)
def test_bootstrap(alternative: str, published: float) -> None:
    a, b = experimental_and_baseline()
    result = rs.paired_bootstrap(a, b, alternative=alternative, n_resamples=N, seed=1)
    assert agree(result.pvalue, published), result.pvalue


def test_t_wilcoxon_and_sign() -> None:
    stats = pytest.importorskip("scipy.stats")
    a, b = experimental_and_baseline()
    kept = a - b
    kept = kept[np.abs(kept) > 0.01]
    for alternative, t, wilcoxon, sign in zip(ALTERNATIVES, T, WILCOXON, SIGN, strict=True):
        assert stats.ttest_rel(a, b, alternative=alternative).pvalue == pytest.approx(t, abs=6e-11)
        ranks = stats.wilcoxon(a, b, correction=True, method="asymptotic", alternative=alternative)
        assert ranks.pvalue == pytest.approx(wilcoxon, abs=6e-10)
        signs = stats.binomtest(int((kept > 0).sum()), kept.size, alternative=alternative)
        assert signs.pvalue == pytest.approx(sign, abs=6e-10)
        # the sign test is the randomization test of the signs
        ours = rs.randomization_test(np.sign(kept), 0 * kept, alternative=alternative)
        assert ours.exact
        assert ours.pvalue == pytest.approx(signs.pvalue, rel=1e-12)


def test_identical_runs_do_not_differ() -> None:
    runs = matrix("web2010_ndcg20")
    same = [
        (i, j) for i in range(runs.shape[1]) for j in range(i) if (runs[:, i] == runs[:, j]).all()
    ]
    assert len(same) == 10
    for i, j in same:
        result = rs.paired_bootstrap(runs[:, i], runs[:, j], seed=1)
        assert result.degenerate
        assert (result.estimate, result.standard_error, result.pvalue) == (0.0, 0.0, 1.0)
        assert (result.confidence_interval.low, result.confidence_interval.high) == (0.0, 0.0)
        assert rs.randomization_test(runs[:, i], runs[:, j]).pvalue == 1.0
