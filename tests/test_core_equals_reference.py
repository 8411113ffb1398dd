"""The compiled core and the reference give the same bits."""

import math
import random
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ranksure as rs
from every_measure import MEASURES
from ranksure import _core
from ranksure.intervals import intervals_of_pairs
from ranksure.reference import arithmetic, binomial, drawing, evaluating, intervals, stream
from ranksure.reference import resampling as definition
from ranksure.replicates import resample, standard_error

ids = st.sampled_from(["a", "b", "c", "d", "é", "10", "9", "100", "z z"])
scores = st.sampled_from([-1.0, 0.0, 0.5, 0.5000000000000001, 2.0, math.inf, -math.inf])
grades = st.sampled_from([-2.0, 0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 7.0])
rankings = st.dictionaries(ids, scores, max_size=9)
judgements = st.dictionaries(ids, grades, max_size=9)
queries = st.sampled_from(["q1", "q2", "q10", "ü"])


def test_every_kind_of_the_core_is_measured_here() -> None:
    kinds = {evaluating.parse(measure)[0] for measure in MEASURES}
    assert kinds == set(_core.measure_kinds)


@settings(max_examples=300, deadline=None)
@given(
    run=st.dictionaries(queries, rankings, max_size=4),
    qrels=st.dictionaries(queries, judgements, min_size=1, max_size=4),
    ties=st.sampled_from(["trec", "stable"]),
    depth=st.sampled_from([None, 1, 2, 4]),
    no_relevant=st.sampled_from(["zero", "one", "nan"]),
    threads=st.sampled_from([1, 2, 7]),
)
def test_values(run, qrels, ties, depth, no_relevant, threads) -> None:
    shared = min(qrels)
    run.setdefault(shared, {})
    found = rs.evaluate(
        run,
        qrels,
        MEASURES,
        ties=ties,
        depth=depth,
        missing="zero",
        no_relevant=no_relevant,
        threads=threads,
    )
    wanted = evaluating.evaluate(
        {q: (list(r), list(r.values())) for q, r in run.items()},
        qrels,
        MEASURES,
        ties=ties,
        depth=depth,
        no_relevant=no_relevant,
    )
    assert list(wanted) == list(found.query_ids)
    assert np.array_equal(np.array(list(wanted.values())), found.values, equal_nan=True)


@pytest.mark.parametrize("dtype", ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", ">i4"])
def test_integer_ids_of_every_width(dtype: str) -> None:
    ids = np.array([[5, 3, 9, 1], [7, 100, 2, 4]], dtype=dtype)
    qrels = {0: {9: 1, 1: 2}, 1: {100: 1, 50: 1}}
    found = rs.evaluate(rs.Run.from_arrays(ids), qrels, MEASURES, no_relevant="zero")
    wanted = evaluating.evaluate(
        {str(q): (row.tolist(), None) for q, row in enumerate(ids)},
        {str(q): judged for q, judged in qrels.items()},
        MEASURES,
    )
    assert np.array_equal(np.array(list(wanted.values())), found.values)


def test_log2_of_ranks_and_gains_of_grades() -> None:
    ranks = [1, 2, 3, 10, 1023, 1024, 1025, 5000]
    for rank in ranks:
        run = {"q": [f"x{i}" for i in range(rank - 1)] + ["hit"]}
        assert rs.evaluate(run, {"q": ["hit"]}, "dcg").values[0, 0] == 1 / arithmetic.log2(rank + 1)
    rng = random.Random(1)
    for grade in [0.1, 1 / 3, 2.5, 30.000001, 999.9, *(rng.uniform(0, 20) for _ in range(50))]:
        found = rs.evaluate({"q": ["hit"]}, {"q": {"hit": grade}}, "dcg_exp@1").values[0, 0]
        assert found == arithmetic.exp2(grade) - 1.0


@pytest.mark.parametrize("n", [2, 3, 50, 255, 256, 257, 511, 512, 513, 1000, 2500])
def test_resampled_means(n: int) -> None:
    rows = np.random.default_rng(n).random((n, 2))
    for seed in (0, 12345, 2**64 - 1):
        found = [resample(rows, 5, seed, threads).means_of_resamples for threads in (1, 2, 7)]
        wanted = [
            [definition.replicate(rows[:, c].tolist(), seed, b) for c in (0, 1)] for b in range(5)
        ]
        for table in found:
            assert np.array_equal(table, wanted)


def test_resampled_means_of_several_chunks_of_blocks() -> None:
    x = np.random.default_rng(3).random((70_000, 1))
    found = resample(x, 3, 9, 2).means_of_resamples[:, 0]
    assert found[2] == definition.replicate(x[:, 0].tolist(), 9, 2)


def test_resamples_with_gaps_and_resamples_that_meet_no_value() -> None:
    x = np.array([[0.25], [np.nan], [1.0], [np.nan], [0.5], [0.125]])
    found = resample(x, 500, 4, 1)
    assert found.redrawn == 0 or found.redrawn <= 5
    wanted = [definition.replicate(x[:, 0].tolist(), 4, b) for b in range(500)]
    assert np.array_equal(found.means_of_resamples[:, 0], wanted)


def test_a_resample_without_any_value_is_drawn_again() -> None:
    x = np.array([[0.25], [np.nan], [1.0], [0.5], [np.nan], [0.75]])  # p(none) = (1/3)^6 = 0.14 %
    found = resample(x, 5000, 1, 2)
    assert 0 < found.redrawn <= 50
    wanted = [definition.replicate(x[:, 0].tolist(), 1, b) for b in range(5000)]
    assert np.array_equal(found.means_of_resamples[:, 0], wanted)
    sparse = np.array([[np.nan]] * 9 + [[1.0]] + [[0.5]])
    with pytest.raises(ValueError, match="more than 1 %"):
        resample(sparse, 1000, 1, 1)


@pytest.mark.parametrize("n", [1, 2, 5, 31, 32, 33, 63, 64, 65, 97, 256, 300, 1000])
def test_counts_and_flips(n: int) -> None:
    rows = np.random.default_rng(n).normal(size=(n, 2))
    for threads in (1, 2, 7):
        counts = _core.resample_counts(n, seed=3, first=2, count=4, threads=threads)
        flips = _core.flip_sums(rows, seed=3, first=2, count=4, threads=threads)
        for b in range(4):
            assert counts[b].tolist() == drawing.draw_counts(3, 2 + b, n)
            wanted = [definition.flipped_sum(rows[:, c].tolist(), 3, 2 + b) for c in (0, 1)]
            assert flips[b].tolist() == wanted


def test_means_intervals_and_standard_errors() -> None:
    rng = np.random.default_rng(5)
    for n in (2, 3, 10, 300, 1001):
        replicates = rng.random(n)
        table = np.stack([np.zeros(n), replicates])
        [found] = intervals_of_pairs(table, np.array([[1, 0]]), 0.9, threads=1)
        wanted = intervals.percentile(replicates.tolist(), 0.9)
        assert found.tolist() == [wanted[0].value, wanted[1].value]
        assert standard_error(replicates) == definition.standard_error(replicates.tolist())
        low, high = np.quantile(replicates, [0.05, 0.95])
        assert np.allclose(found, [low, high], rtol=1e-12)


@pytest.mark.parametrize("kind", ["random", "sorted", "few values", "periodic", "infinite"])
@pytest.mark.parametrize("size", [1, 2, 1000, 1025, 5000])
def test_places_in_order(size: int, kind: str) -> None:
    rng = np.random.default_rng(size)
    x = rng.normal(size=(3, size))
    if kind == "sorted":
        x.sort(axis=1)
    elif kind == "few values":
        x = x.round(0)
    elif kind == "periodic":  # misleads a sample at regular distances
        x[:, :: max(1, size // 256)] += 100
    elif kind == "infinite":
        x[:, : size // 3] = np.inf
    ends = [0, 1, 7, size // 40, size // 3, size // 2, size - size // 40, size - 2, size - 1]
    places = np.array(sorted({p for p in ends if 0 <= p < size}))
    for threads in (1, 2):
        found = _core.order_statistics(x, places, threads=threads)
        assert np.array_equal(found, np.sort(x, axis=1)[:, places])


@pytest.mark.parametrize("n", [1, 31, 32, 33, 255, 2047, 2048, 2049, 7000])
def test_sums_of_columns(n: int) -> None:
    rows = np.random.default_rng(n).random((n, 2))
    for columns in (rows[:, :1], rows):
        found = _core.column_sums(np.ascontiguousarray(columns))
        assert found[0] == arithmetic.tree_sum(rows[:, 0].tolist())


def test_equal_values_are_answered_by_themselves() -> None:
    result = rs.bootstrap([0.1] * 10, seed=1)
    assert result.estimate == 0.1 and result.degenerate and result.standard_error == 0.0
    assert set(result.replicates) == {0.1}


@pytest.mark.parametrize(("draws", "part", "whole"), [(7, 1, 3), (100, 256, 512), (900, 512, 999)])
def test_binomial_shares_have_the_binomial_law(draws: int, part: int, whole: int) -> None:
    repetitions = 3000
    p = part / whole
    counts = np.zeros(draws + 1)
    for b in range(repetitions):
        words = stream.Stream(17, b).words(1)
        counts[binomial.binomial(words, draws, part, whole)] += 1
    probability = np.array(
        [math.comb(draws, k) * p**k * (1 - p) ** (draws - k) for k in range(draws + 1)]
    )
    likely = probability * repetitions >= 5
    expected = np.append(probability[likely], probability[~likely].sum()) * repetitions
    found = np.append(counts[likely], counts[~likely].sum())
    kept = expected > 0
    chi2 = ((found - expected)[kept] ** 2 / expected[kept]).sum()
    freedom = kept.sum() - 1
    assert chi2 < freedom + 6 * math.sqrt(2 * freedom)  # six standard deviations above its mean


def test_rows_are_drawn_evenly() -> None:
    for n in (5, 200, 256, 700):
        counts = np.zeros(n)
        for b in range(400):
            counts += drawing.draw_counts(2, b, n)
        chi2 = ((counts - 400) ** 2 / 400).sum() / (1 - 1 / n)
        assert abs(chi2 - (n - 1)) < 6 * math.sqrt(2 * (n - 1))


def test_stub_names_everything(tmp_path: Path) -> None:
    stub = (Path(rs.__file__).parent / "_core.pyi").read_text()
    for name in dir(_core):
        if not name.startswith("__"):
            assert re.search(rf"^(?:(?:def|class) )?{name}[(:]", stub, re.MULTILINE), name
