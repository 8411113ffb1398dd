"""Measures with few distinct values: equal rows drawn as one, against NumPy's multinomial."""

import machine  # noqa: F401 (one thread; before NumPy)

# isort: split
from functools import partial

import numpy as np
import peers
from numpy.typing import NDArray
from report import Report, settings
from timing import Contestant, race, ratio

import ranksure as rs
from monte_carlo import assert_agree

Array = NDArray[np.float64]
OURS, MULTINOMIAL, GATHER = "ranksure", "NumPy multinomial of the values", "NumPy gathering loop"
PASS = "one pass over the data (max)"
RESAMPLES = 10_000


def hits(rng: np.random.Generator, n: int) -> Array:
    return (rng.random(n) < 0.62).astype(np.float64)


def differences_of_hits(rng: np.random.Generator, n: int) -> Array:
    return hits(rng, n) - hits(rng, n)


def differences_of_precision(rng: np.random.Generator, n: int) -> Array:
    return (rng.binomial(10, 0.3, n) - rng.binomial(10, 0.3, n)) / 10


def differences_of_reciprocal_ranks(rng: np.random.Generator, n: int) -> Array:
    """Two systems that agree on two queries in three; ranks 1 to 10, or none."""
    ranks = np.minimum(rng.geometric(0.25, size=(2, n)), 11)
    values = np.where(ranks > 10, 0.0, 1.0 / ranks)
    return np.where(rng.random(n) < 2 / 3, 0.0, values[0] - values[1])


def ours(x: Array, resamples: int) -> Array:
    result = rs.bootstrap(x, n_resamples=resamples, seed=1, threads=1)
    return np.array([result.confidence_interval.low, result.confidence_interval.high])


def multinomial(x: Array, resamples: int) -> Array:
    """Find the distinct values, draw their counts, weigh."""
    values, counts = np.unique(x, return_counts=True)
    drawn = np.random.default_rng(1).multinomial(x.size, counts / x.size, size=resamples)
    return peers.bounds(drawn @ values / x.size)


def gathering(x: Array, resamples: int) -> Array:
    return peers.numpy_chunks(x, np.zeros(1), resamples)


def few_values(report: Report, x: Array, what: str) -> None:
    """One data set: the goals against the multinomial, and at n = 10,000,000 those in time."""
    lanes = [
        Contestant(OURS, partial(ours, x), RESAMPLES),
        Contestant(MULTINOMIAL, partial(multinomial, x), RESAMPLES, least=None),
        Contestant(GATHER, partial(gathering, x), RESAMPLES, least=30),
        Contestant(PASS, lambda _: x.max(), 1, least=None),
    ]
    results = race(lanes, rounds=report.chosen.rounds, budget=report.chosen.budget)
    draws = rs.bootstrap(x, n_resamples=10, seed=1, threads=1).draws
    case = f"{what}, n = {x.size:,}, B = {RESAMPLES:,}, {np.unique(x).size} distinct values"
    report.race(f"{case} (draws: {draws})", results, OURS)
    own = results[OURS]
    for name in (MULTINOMIAL, GATHER):
        assert_agree(name, results[name].answer, results[name].done, own.answer, own.done)
    name = f"n = {x.size:,}, {what}"
    if x.size < 10_000_000:
        report.goal(f"{name}: faster than the multinomial", ratio(results[MULTINOMIAL], own), 5.0)
        return
    beyond = (own.median - results[PASS].median) * 1e3
    report.goal(f"{name}: ms beyond one pass", beyond, 50.0, at_most=True)
    report.goal(f"{name}: faster than gathering", ratio(results[GATHER], own), 1_000.0)


def main() -> None:
    report = Report("Equal rows drawn as one", settings(__doc__))
    rng = np.random.default_rng(7)
    few_values(report, hits(rng, 100_000), "0/1")
    few_values(report, differences_of_hits(rng, 100_000), "0/1 differences")
    few_values(report, differences_of_precision(rng, 100_000), "precision@10 differences")
    few_values(report, differences_of_reciprocal_ranks(rng, 100_000), "rr@10 differences")
    few_values(report, hits(rng, 10_000_000), "0/1")
    report.finish()


if __name__ == "__main__":
    main()
