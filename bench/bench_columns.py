"""All paired differences of 20 systems, 1 and 5 measures: columns that share their draws."""

import machine  # noqa: F401 (one thread; before NumPy)

# isort: split
from collections.abc import Callable
from functools import partial
from itertools import combinations

import numpy as np
import peers_columns as peers
from numpy.typing import NDArray
from peers import bounds
from report import Report, settings
from timing import Contestant, race, ratio

from monte_carlo import assert_agree
from ranksure.intervals import intervals_of_pairs
from ranksure.replicates import resample

Array = NDArray[np.float64]
Columns = NDArray[np.intp]
Means = Callable[[Array, int], Array]
OURS, PRODUCT = "ranksure", "NumPy counts, one product"
PEERS: dict[str, Means] = {
    PRODUCT: peers.numpy_product,
    "numba counts, NumPy product": peers.numba_product,
    "numba, row by row": peers.numba_rows,
}
N, SYSTEMS, RESAMPLES = 1_000, 20, 10_000


def systems(measures: int) -> Array:
    """Columns (n, measures * systems), the systems of a measure side by side."""
    rng = np.random.default_rng(measures)
    difficulty = rng.normal(size=(N, measures, 1))
    return (difficulty + rng.normal(size=(N, measures, SYSTEMS))).reshape(N, -1)


def pairs(measures: int) -> tuple[Columns, Columns]:
    """Columns of all pairs of systems within a measure."""
    within = np.array(list(combinations(range(SYSTEMS), 2)))
    every = (within + SYSTEMS * np.arange(measures)[:, None, None]).reshape(-1, 2)
    return every[:, 0], every[:, 1]


def our_means(x: Array, resamples: int) -> Array:
    replicates = resample(x, resamples, seed=1, threads=1)
    return np.ascontiguousarray(replicates.means_of_resamples.T)


def our_intervals(first: Columns, second: Columns, x: Array, resamples: int) -> Array:
    means = our_means(x, resamples)
    return intervals_of_pairs(means, np.stack([first, second], axis=1), 0.95, threads=1)


def peer_intervals(peer: Means, first: Columns, second: Columns, x: Array, resamples: int) -> Array:
    means = peer(x, resamples)
    return bounds(means[first] - means[second])


def columns(report: Report, measures: int) -> None:
    x, (first, second) = systems(measures), pairs(measures)
    lanes = [Contestant(OURS, partial(our_intervals, first, second, x), RESAMPLES, least=None)]
    for name, peer in PEERS.items():
        call = partial(peer_intervals, peer, first, second, x)
        lanes.append(Contestant(name, call, RESAMPLES, least=None))
    results = race(lanes, rounds=report.chosen.rounds, budget=1.0)
    what = f"{x.shape[1]} columns, {len(first)} differences"
    case = f"{what} with intervals, n = {N:,}, B = {RESAMPLES:,}"
    report.race(case, results, OURS, rows=N * RESAMPLES)
    for name in PEERS:
        assert_agree(name, results[name].answer, RESAMPLES, results[OURS].answer, RESAMPLES)
    times = ratio(results[PRODUCT], results[OURS])
    report.goal(f"{what}: faster than {PRODUCT}", times, 3.0)

    lanes = [Contestant(OURS, partial(our_means, x), RESAMPLES, least=None)]
    lanes += [Contestant(name, partial(f, x), RESAMPLES, least=None) for name, f in PEERS.items()]
    results = race(lanes, rounds=report.chosen.rounds, budget=1.0)
    report.race(f"{x.shape[1]} columns, resampled means alone", results, OURS, N * RESAMPLES)


def main() -> None:
    report = Report("Many columns that share their draws", settings(__doc__))
    columns(report, measures=1)
    columns(report, measures=5)
    report.finish()


if __name__ == "__main__":
    main()
