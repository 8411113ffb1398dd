"""Published intervals on real data, and intervals of system pairs computed with SciPy.

How far a published bound may lie from ours is computed from the replicates: `monte_carlo`.
"""

import csv
import json
import math
from functools import cache
from typing import Any

import numpy as np
import pytest

import ranksure as rs
from monte_carlo import acceleration, bca_ranges, inside, quantile_range
from published_pairs import Values, data, pair
from ranksure import estimators
from shared import SHARED

B = 200_000
FOLDER = SHARED / "data" / "bootstrap_reference"


@cache
def published(name: str) -> dict[str, Any]:
    cases = json.loads(data("bootstrap_reference/published_intervals.json").read_text())
    return next(case for case in cases if case["id"] == name)


def column(file: str, name: str) -> Values:
    lines = data(f"bootstrap_reference/{file}").read_text().splitlines()
    return np.array([float(row[name]) for row in csv.DictReader(lines)])


def bounds(result: rs.BootstrapResult) -> tuple[float, float]:
    return result.confidence_interval.low, result.confidence_interval.high


def check_percentile(
    replicates: Values, found: Any, level: float, draws: int, digit: float
) -> None:
    for bound, tail in zip(found, ((1 - level) / 2, (1 + level) / 2), strict=True):
        assert inside(bound, quantile_range(replicates, tail, draws), digit / 2)


def check_bca(
    result: rs.BootstrapResult, jackknife: Values, found: Any, draws: int, digit: float
) -> None:
    ranges = bca_ranges(
        result.replicates, result.estimate, acceleration(jackknife.mean() - jackknife),
        result.confidence_level, draws,
    )  # fmt: skip
    for bound, ours, allowed in zip(found, bounds(result), ranges, strict=True):
        assert inside(bound, allowed, digit / 2), (bound, allowed)
        assert inside(ours, allowed, 1e-12)


def without_one(x: Values) -> Values:
    return (x.sum() - x) / (x.size - 1)


@pytest.mark.parametrize("method", ["percentile", "basic", "bca"])
def test_mean_against_r_boot(method: str) -> None:
    case = published("scipy_vs_R_boot_mean")
    x, draws = np.array(case["data"]), case["resamples"]
    result = rs.bootstrap(x, method=method, n_resamples=draws, seed=1)
    found = case["published"]["BCa" if method == "bca" else method]
    if method == "percentile":
        check_percentile(result.replicates, found, 0.95, draws, 0.01)
    elif method == "basic":
        check_percentile(2 * result.estimate - result.replicates, found, 0.95, draws, 0.01)
        mirrored = 2 * result.estimate - np.quantile(result.replicates, [0.975, 0.025])
        assert bounds(result) == pytest.approx(tuple(mirrored), rel=1e-12)
    else:
        check_bca(result, without_one(x), found, draws, 0.01)


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_variance_of_the_spatial_test(method: str) -> None:
    case = published("ET93_table_14_2_spatial_var")
    x, draws = column("spatial_test.csv", "A"), case["resamples"]
    result = rs.bootstrap(
        x, statistic=np.var, method=method, confidence_level=0.9, n_resamples=20_000, seed=1
    )
    assert result.estimate == pytest.approx(np.var(x))
    if method == "percentile":
        check_percentile(result.replicates, case["published"]["percentile"], 0.9, draws, 0.1)
        return
    left_out = estimators.parse(np.var).jackknife(x)
    found = acceleration(left_out.mean() - left_out)
    assert found == pytest.approx(case["bca_constants"]["a_hat"], abs=0.0005)
    check_bca(result, left_out, case["published"]["BCa"], draws, 0.1)


def test_mean_of_the_mice() -> None:
    case = published("ET93_mouse_treatment_percentile")
    result = rs.bootstrap(case["data"], confidence_level=0.9, n_resamples=B, seed=1)
    found = case["published"]["percentile"]
    check_percentile(result.replicates, found, 0.9, case["resamples"], 0.1)


def test_bootstrap_t_of_the_mice() -> None:
    case = published("ET93_mouse_control_bootstrap_t")
    options = {"confidence_level": 0.9, "method": "studentized"}
    ours = bounds(rs.bootstrap(case["data"], n_resamples=B, seed=1, **options))
    draws = case["resamples"]
    others = np.array(
        [
            bounds(rs.bootstrap(case["data"], n_resamples=draws, seed=s, **options))
            for s in range(200)
        ]
    )
    gaps = np.abs(np.array(case["published"]["bootstrap_t"]) - ours)
    assert (gaps <= 5 * others.std(axis=0)).all(), (gaps, others.std(axis=0))


def test_correlation_of_the_law_schools() -> None:
    case = published("ET93_law_school_15")
    x = np.array(case["data_pairs"])

    def correlation(rows: Values) -> float:
        return float(np.corrcoef(rows.T)[0, 1])

    draws = 1000  # of the published intervals: not said, and taken for the usual number
    for level in (0.9, 0.95):
        result = rs.bootstrap(
            x, statistic=correlation, method="bca", confidence_level=level, n_resamples=5000, seed=1
        )
        assert result.estimate == pytest.approx(case["observed"], rel=1e-12)
        left_out = estimators.parse(correlation).jackknife(x)
        check_bca(result, left_out, case["published"][f"BCa_{level * 100:.0f}"], draws, 0.0)
    centred = result.replicates - result.replicates.mean()
    variance = (centred**2).mean()
    spread = math.sqrt(((centred**4).mean() - variance**2) / 4 / variance)  # of a standard error
    error = spread * math.sqrt(1 / 2000 + 1 / 5000)
    found = case["published"]["standard_error_B2000"]
    assert abs(result.standard_error - found) <= 5 * error + 0.0005


def test_ratio_of_the_patches() -> None:
    case = published("ET93_patch_ratio")
    placebo, old, new = (column("patch.csv", name) for name in ("placebo", "oldpatch", "newpatch"))
    result = rs.bootstrap((new - old, old - placebo), statistic="ratio", seed=1)
    assert result.estimate == pytest.approx(case["observed"], abs=5e-5)
    ratio = estimators.parse("ratio")
    left_out = ratio.jackknife(np.stack([new - old, old - placebo], axis=1))
    bias = (left_out.size - 1) * (left_out.mean() - result.estimate)
    assert bias == pytest.approx(case["published"]["jackknife_bias"], abs=5e-5)


def computed_with_scipy() -> list[dict[str, str]]:
    path = FOLDER / "computed_paired_cis_scipy.csv"
    return list(csv.DictReader(path.read_text().splitlines())) if path.exists() else []


@pytest.mark.parametrize("row", computed_with_scipy(), ids=lambda row: row["comparison"])
def test_pair_against_scipy(row: dict[str, str]) -> None:
    a, b = pair(row["comparison"])
    draws, rounding = (10_000 if a.size > 1000 else 100_000), 1.2e-5  # 5 decimals, of inputs of 6
    options = {"n_resamples": draws, "seed": 1}
    result = rs.paired_bootstrap(b, a, method="bca", **options)
    assert result.n == int(row["n_queries"])
    assert result.ties == int(row["zero_diffs"])
    assert (result.mean_a, result.mean_b, result.estimate) == pytest.approx(
        tuple(float(row[name]) for name in ("mean_b", "mean_a", "mean_diff")), abs=2e-6
    )
    if result.degenerate:
        assert row["bca_low"] == "nan"  # ours is an answer with a flag
        assert bounds(result) == (0.0, 0.0)
        return

    def found(method: str) -> list[float]:
        return [float(row[f"{method}_low"]), float(row[f"{method}_high"])]

    t = result.replicates
    check_percentile(t, found("pct"), 0.95, draws, rounding)
    check_percentile(2 * result.estimate - t, found("basic"), 0.95, draws, rounding)
    check_bca(result, without_one(b - a), found("bca"), draws, rounding)
    kurtosis = ((t - t.mean()) ** 4).mean() / t.var() ** 2
    error = t.std() * math.sqrt((kurtosis - 1) / 4 * 2 / draws)
    assert abs(result.standard_error - float(row["boot_se"])) <= 5 * error + 1e-6


@pytest.mark.parametrize("row", computed_with_scipy(), ids=lambda row: row["comparison"])
def test_t_and_wilcoxon_of_the_pair(row: dict[str, str]) -> None:
    stats = pytest.importorskip("scipy.stats")
    a, b = pair(row["comparison"])
    if (a == b).all():
        assert row["p_t"] == "nan"
        return
    t = stats.ttest_rel(b, a)
    interval = t.confidence_interval(0.95)
    assert float(row["t_low"]) == pytest.approx(interval.low, abs=1.2e-5)
    assert float(row["t_high"]) == pytest.approx(interval.high, abs=1.2e-5)
    assert t.pvalue == pytest.approx(float(row["p_t"]), rel=0.006)  # 3 digits are given
    assert stats.wilcoxon(b, a).pvalue == pytest.approx(float(row["p_wilcoxon"]), rel=0.006)
