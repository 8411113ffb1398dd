"""Which way rows are drawn: the result names it, and the reference draws the same way."""

import math

import numpy as np
import pytest

import ranksure as rs
from ranksure.reference import grouping, resampling
from ranksure.replicates import resample


def hits(n: int = 400) -> np.ndarray:
    return (np.random.default_rng(2).random(n) < 0.7).astype(float)


def test_few_values_are_drawn_as_groups_unless_asked_not_to() -> None:
    x = hits()
    grouped = rs.bootstrap(x, seed=3, n_resamples=200)
    by_rows = rs.bootstrap(x, seed=3, n_resamples=200, draws="rows")
    assert (grouped.draws, by_rows.draws) == ("groups", "rows")
    rows = [(v,) for v in x.tolist()]
    wanted = [grouping.table_means(rows, 3, b)[0] for b in range(200)]
    assert grouped.replicates.tolist() == wanted
    wanted = [resampling.replicate(x.tolist(), 3, b) for b in range(200)]
    assert by_rows.replicates.tolist() == wanted
    assert rs.bootstrap(np.random.default_rng(1).random(400), seed=1).draws == "rows"


def test_threads_do_not_matter_and_fewer_resamples_are_the_beginning() -> None:
    x = hits(5000)
    long = rs.bootstrap(x, seed=3, n_resamples=2000, threads=1)
    assert long.draws == "groups"
    for threads in (2, 7):
        short = rs.bootstrap(x, seed=3, n_resamples=1000, threads=threads)
        assert np.array_equal(short.replicates, long.replicates[:1000])


def test_both_ways_have_one_standard_error() -> None:
    x = hits(1000)
    exact = math.sqrt(x.var() / x.size)
    for draws in ("auto", "rows"):
        found = rs.bootstrap(x, seed=5, n_resamples=20_000, draws=draws).standard_error
        assert found == pytest.approx(exact, rel=5 / math.sqrt(2 * 20_000))


def test_tables_with_gaps_and_groups() -> None:
    x = hits(600)
    y = np.where(np.arange(600) % 5 == 0, np.nan, x)
    rows = np.stack([x, y, np.full(600, 0.25)], axis=1)
    found = resample(rows, 20, 4, 2)
    assert found.draws == "groups"
    listed = [tuple(row) for row in rows.tolist()]
    wanted = [grouping.table_means(listed, 4, b) for b in range(20)]
    assert found.means_of_resamples.tolist() == wanted


def test_comparisons_share_bits_with_pairs_under_rows() -> None:
    a, b = hits(300), np.roll(hits(300), 7)
    comparison = rs.compare({"a": a, "b": b}, seed=5, n_resamples=500, draws="rows")
    pair = rs.paired_bootstrap(b, a, seed=5, n_resamples=500, draws="rows")
    assert comparison.rows[1].difference_interval == pair.confidence_interval
    assert comparison.draws == "rows"
    assert rs.compare({"a": a, "b": b}, seed=5).draws == "groups"


def test_summaries_and_their_verification() -> None:
    qrels = {f"q{i}": ["a"] for i in range(300)}
    run = {f"q{i}": ["a", "b"] if i % 3 else ["b", "c"] for i in range(300)}
    scores = rs.evaluate(run, qrels, ["hit_rate@1", "rr"])
    assert scores.summary(seed=1).draws == "groups"
    assert scores.summary(seed=1, draws="rows").draws == "rows"
    assert scores.verify().ok
    with pytest.raises(ValueError, match="draws must be one of"):
        scores.summary(draws="columns")
