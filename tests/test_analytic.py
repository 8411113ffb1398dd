"""Intervals from formulas: as SciPy has them, and the reference."""

import sys

import numpy as np
import pytest

from ranksure import analytic
from ranksure.reference import analytic as definition_of_formulas
from ranksure.reference import units as definition

RNG = np.random.default_rng(11)
N = 300
X = RNG.random(N)
CLUSTERS = RNG.integers(0, 90, N)
STRATA = np.array(["long", "short", "code"])[CLUSTERS % 3]
WEIGHTS = RNG.random(N) + 0.01


def test_t_interval() -> None:
    stats = pytest.importorskip("scipy.stats")
    for level in (0.5, 0.95):
        found = analytic.t_interval(X, confidence_level=level)
        wanted = stats.t.interval(level, N - 1, X.mean(), stats.sem(X))
        interval = found.confidence_interval
        assert [interval.low, interval.high] == pytest.approx(list(wanted))
    grouped = analytic.t_interval(X, clusters=CLUSTERS, strata=STRATA, weights=WEIGHTS)
    table = definition.units(X.tolist(), CLUSTERS.tolist(), STRATA.tolist(), WEIGHTS.tolist())
    assert grouped.standard_error == pytest.approx(definition.standard_error(table))
    assert grouped.degrees_of_freedom == len(set(CLUSTERS.tolist())) - 3
    flat = analytic.t_interval([0.5] * 4)
    assert flat.confidence_interval.low == flat.confidence_interval.high == 0.5


@pytest.mark.parametrize("ones", [0, 1, 7, 20])
def test_wilson_interval(ones: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    found = analytic.wilson_interval([1] * ones + [0] * (20 - ones), confidence_level=0.9)
    wanted = stats.binomtest(ones, 20).proportion_ci(0.9, method="wilson")
    interval = found.confidence_interval
    assert [interval.low, interval.high] == pytest.approx([wanted.low, wanted.high], abs=1e-12)
    reference = definition_of_formulas.wilson_interval(ones, 20, float(stats.norm.ppf(0.95)))
    assert reference == pytest.approx((wanted.low, wanted.high), abs=1e-7)


def test_wilson_takes_hits_alone() -> None:
    with pytest.raises(ValueError, match=r"0\.5 at position 1"):
        analytic.wilson_interval([1, 0.5])


def test_student_without_scipy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    with pytest.raises(ImportError, match=r"ranksure\[stats\]"):
        analytic.t_interval([0.1, 0.2])
