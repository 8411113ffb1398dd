"""Exact binomial draws, and equal rows drawn as groups: law, and bits of the reference."""

import math

import numpy as np
import pytest

from ranksure import _core
from ranksure.reference import binomial, grouping, stream

REGION = 2**31


def draws_of(n: int, part: int, count: int, seed: int = 9) -> np.ndarray:
    """Binomial draws of the core: how often a group of `part` among `n` rows is drawn."""
    sums = _core.resample_grouped_sums(
        np.array([[1.0], [0.0]]),
        np.array([part, n - part]),
        np.empty((0, 1)),
        seed=seed,
        first=0,
        count=count,
        threads=2,
    )
    return sums[:, 0].astype(np.int64)


def exact_probabilities(n: int, p: float, low: int, high: int) -> np.ndarray:
    """P(k) for k in [low, high], from the ratios of neighbours, normalised."""
    k = np.arange(low, high, dtype=float)
    ratios = np.log((n - k) / (k + 1) * (p / (1 - p)))
    logs = np.concatenate([[0.0], np.cumsum(ratios)])
    weights = np.exp(logs - logs.max())
    return weights / weights.sum()


@pytest.mark.parametrize("n", [10**3, 10**5, 10**7, 10**10])
@pytest.mark.parametrize("share", [0.5, 0.3, 0.004])
def test_the_law_is_binomial(n: int, share: float) -> None:
    part, count = int(n * share), 20_000
    p, deviation = part / n, math.sqrt(part * (1 - part / n))
    low = max(0, int(part - 8 * deviation - 8))
    high = min(n, int(part + 8 * deviation + 8))
    probabilities = exact_probabilities(n, p, low, high)
    found = draws_of(n, part, count)
    assert found.min() >= low
    assert found.max() <= high
    cumulative = np.cumsum(probabilities)
    cuts = np.unique(np.searchsorted(cumulative, np.linspace(0, 1, 41)[1:-1]))
    expected = np.diff(np.concatenate([[0.0], cumulative[cuts], [1.0]])) * count
    observed = np.diff(
        np.concatenate([[0], np.searchsorted(np.sort(found), cuts + low, side="right"), [count]])
    )
    chi2 = ((observed - expected) ** 2 / expected).sum()
    freedom = len(expected) - 1
    assert chi2 < freedom + 6 * math.sqrt(2 * freedom)  # six standard deviations above its mean


@pytest.mark.parametrize(
    ("n", "part", "count"),
    [
        (10, 3, 50),
        (1000, 512, 50),
        (2_000, 700, 50),
        (2_001, 700, 50),
        (6_000, 3_000, 50),
        (6_002, 3_001, 50),
        (10**5, 120, 100),
        (10**5, 128, 300),
        (10**5, 250, 300),
        (10**6, 999_800, 300),
        (10**5, 3 * 10**4, 50),
        (10**5, 99_990, 50),
        (10**7, 5 * 10**6 + 17, 30),
        (10**7, 200, 30),
        (10**7, 3, 30),
        (10**9, 10**9 // 3, 5),
        (10**10, 4, 3),
        (10**10, 5 * 10**9 + 1, 3),
    ],
)
def test_core_and_reference_draw_the_same(n: int, part: int, count: int) -> None:
    wanted = [
        binomial.binomial(stream.Stream(4, b).words(REGION), n, part, n) for b in range(count)
    ]
    before = _core.instruction_set()
    for instructions in _core.instruction_sets():
        _core.use_instruction_set(instructions)
        assert draws_of(n, part, count, seed=4).tolist() == wanted
    _core.use_instruction_set(before)


def test_the_width_of_a_candidate_halves_the_probability() -> None:
    """The premise of the rejection: f(mode +- width) <= f(mode) / 2."""

    def log_f(k: int, n: int, p: float) -> float:
        free = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
        return free + k * math.log(p) + (n - k) * math.log1p(-p)

    for n in (2_001, 3_000, 20_000, 10**5, 10**6, 10**8):
        for p in (128 / n, 200 / n, 0.05, 0.2, 0.5, 0.9, 1 - 128 / n):
            if n * min(p, 1 - p) < 127.99:
                continue
            mode = math.floor((n + 1) * p)
            width = int(math.sqrt(1.5 * n * p * (1 - p))) + 3
            for side in (mode - width, mode + width):
                assert log_f(side, n, p) - log_f(mode, n, p) < math.log(0.49)


def test_undecided_comparisons_are_carried_on() -> None:
    """With no more than a few digits known the bounds do not decide, with more of them they do."""
    words = stream.Stream(1, 1).words(REGION)
    words.next()
    s, x, n = 5000, 5010, 10_000
    low, high = binomial._ratio_bounds(0, n, 1, 1, s, x, 128)
    exact = math.comb(n, x) / math.comb(n, s)
    assert low / 2**128 == pytest.approx(exact)
    assert low < high
    digits = low >> 64  # a fraction whose first 64 bits are those of the ratio itself
    decisions = {binomial._below(words, digits + d, 0, n, 1, 1, s, x) for d in (-1, 0, 1)}
    assert decisions == {True, False}
    assert binomial._below(words, digits - 1, 0, n, 1, 1, s, x)
    assert not binomial._below(words, digits + 1, 0, n, 1, 1, s, x)


def table_of_groups(kind: str) -> np.ndarray:
    rng = np.random.default_rng(0)
    if kind == "two values":
        return rng.integers(0, 2, (300, 1)).astype(float)
    if kind == "mostly zero":
        x = rng.choice([0.0, 0.5, 1 / 3, 1.0], p=[0.9, 0.05, 0.03, 0.02], size=(3000, 1))
        x[::7] = rng.random((len(x[::7]), 1))
        return x
    if kind == "two columns":
        return np.where(rng.random((5000, 2)) < 0.7, 0.0, rng.random((5000, 2)).round(1))
    return np.where(np.arange(700) % 2, 0.0, -0.0).reshape(-1, 1)  # signs of zero


@pytest.mark.parametrize("kind", ["two values", "mostly zero", "two columns", "signs of zero"])
def test_grouped_sums(kind: str) -> None:
    rows = table_of_groups(kind)
    listed = [tuple(row) for row in rows.tolist()]
    values, sizes, rest = _core.group_rows(rows)
    groups, others = grouping.groups_of(listed)
    assert sizes.tolist() == [len(group) for group in groups]
    assert np.array_equal(rest, rows[others])
    assert values.tolist() == [list(listed[group[0]]) for group in groups]
    for threads in (1, 2, 7):
        found = _core.resample_grouped_sums(
            values, sizes, rest, seed=5, first=3, count=11, threads=threads
        )
        for b in (0, 4, 10):
            assert found[b].tolist() == grouping.grouped_sums(listed, 5, 3 + b)


def test_when_no_groups_are_looked_for() -> None:
    distinct = np.random.default_rng(1).random((10_000, 1))
    distinct[4096:] = 0.5  # too late: the first 4,096 rows are all different
    assert _core.group_rows(distinct) is None
    assert grouping.groups_of([tuple(row) for row in distinct.tolist()])[0] == []
    assert _core.group_rows(np.zeros((50, 1))) is None  # too few to be worth it
    assert _core.group_rows(np.zeros((100, 1))) is not None


def test_drawing_groups_is_drawing_rows() -> None:
    """Both paths have one law: mean and variance of the resampled sums."""
    x = table_of_groups("mostly zero")
    count = 20_000
    rows = _core.resample_sums(x, seed=1, first=0, count=count, threads=2)[:, 0]
    groups = _core.resample_grouped_sums(
        *_core.group_rows(x), seed=1, first=0, count=count, threads=2
    )[:, 0]
    variance = len(x) * x.var()
    error = math.sqrt(variance / count)
    for sums in (rows, groups):
        assert abs(sums.mean() - x.sum()) < 5 * error
        assert abs(sums.var() / variance - 1) < 5 * math.sqrt(2 / count)
