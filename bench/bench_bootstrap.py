"""Bootstrap of the mean of a paired difference: ranksure, the floor and peers, one thread."""

import machine  # noqa: F401 (one thread; before NumPy)

# isort: split
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import peers
from floor import floor
from numpy.typing import NDArray
from report import Report, Settings, settings
from timing import Contestant, Timed, race, ratio

import ranksure as rs
from monte_carlo import assert_agree

OURS = "ranksure"
NUMPY, SCIPY, NUMBA = "NumPy in chunks", "SciPy paired", "numba, xoshiro256++"
QUICKEST_NUMBA = "numba, quickest generator found"
PEERS = {
    NUMPY: peers.numpy_chunks,
    NUMBA: peers.numba_xoshiro,
    QUICKEST_NUMBA: peers.numba_romu,
    SCIPY: peers.scipy_paired,
    "SciPy of the differences": peers.scipy_differences,
    "arch": peers.arch_iid,
    "tutorial loop": peers.tutorial,
}
SIZES = {50: 10_000, 200: 10_000, 1_000: 10_000, 10_000: 10_000, 100_000: 10_000, 1_000_000: 1_000}
AT_200, AT_1000, AT_100000 = (7.0, 20.0, 1.5), (10.0, 25.0, 2.2), (15.0, 35.0, 4.0)
TIMES_FASTER = {  # than NumPy, SciPy, numba
    200: AT_200,
    1_000: AT_1000,
    10_000: AT_1000,
    100_000: AT_100000,
    1_000_000: AT_100000,
}
Array = NDArray[np.float64]


def systems(n: int) -> tuple[Array, Array]:
    """Values of two systems whose differences are all distinct."""
    rng = np.random.default_rng(n)
    a, b = rng.normal(0.1, 1.0, n), rng.normal(0.0, 1.0, n)
    assert np.unique(a - b).size == n
    return a, b


def ours(a: Array, b: Array, resamples: int, threads: int = 1) -> Array:
    result = rs.paired_bootstrap(a, b, n_resamples=resamples, seed=1, threads=threads)
    return np.array([result.confidence_interval.low, result.confidence_interval.high])


def one_size(report: Report, n: int, resamples: int) -> None:
    """All contestants at one n, and the goals of that n."""
    a, b = systems(n)
    lanes = [Contestant(OURS, partial(ours, a, b), resamples, least=None), floor(n * resamples)]
    lanes += [Contestant(name, partial(peer, a, b), resamples) for name, peer in PEERS.items()]
    results = race(lanes, rounds=report.chosen.rounds, budget=report.chosen.budget)
    draws = rs.paired_bootstrap(a, b, n_resamples=10, seed=1, threads=1).draws
    case = f"n = {n:,}, B = {resamples:,} (draws: {draws})"
    report.race(case, results, OURS, rows=n * resamples)
    expected = results[OURS].answer
    for name in PEERS:
        assert_agree(name, results[name].answer, results[name].done, expected, resamples)
    ground = next(timed for name, timed in results.items() if name.startswith("floor"))
    limit = 1.5 if n >= 1_000 else 3.0
    report.goal(f"n = {n:,}: times the floor", ratio(results[OURS], ground), limit, at_most=True)
    for name, goal in zip((NUMPY, SCIPY, NUMBA), TIMES_FASTER.get(n, ()), strict=False):
        report.goal(f"n = {n:,}: faster than {name}", ratio(results[name], results[OURS]), goal)
        if name == NUMBA:
            times = ratio(results[QUICKEST_NUMBA], results[OURS])
            report.goal(f"n = {n:,}: faster than {QUICKEST_NUMBA}", times, goal)


def two_threads(report: Report) -> None:
    """Two threads against one, for the calls that take more than 5 ms on one."""
    for n, resamples in SIZES.items():
        a, b = systems(n)
        call = partial(ours, a, b)
        lanes = [
            Contestant("one thread", call, resamples, least=None),
            Contestant("two threads", partial(call, threads=2), resamples, least=None),
        ]
        results = race(lanes, rounds=report.chosen.rounds, budget=report.chosen.budget)
        if results["one thread"].median > 0.005:
            report.race(f"threads, n = {n:,}, B = {resamples:,}", results, "two threads")
            times = ratio(results["one thread"], results["two threads"])
            report.goal(f"n = {n:,}: two threads faster than one", times, 1.9)


def small_call(report: Report) -> None:
    """The whole call on a small golden set, validation included."""
    a, b = systems(50)
    lanes = [
        Contestant(OURS, partial(ours, a, b), 1_000, least=None),
        Contestant(NUMPY, partial(peers.numpy_chunks, a, b), 1_000, least=None),
        Contestant(NUMBA, partial(peers.numba_xoshiro, a, b), 1_000, least=None),
    ]
    results: dict[str, Timed] = race(lanes, rounds=3 * report.chosen.rounds, budget=1.0)
    report.race("whole call, n = 50, B = 1,000", results, OURS, rows=50_000)
    milliseconds = results[OURS].median * 1e3
    report.goal("n = 50, B = 1,000: whole call, ms", milliseconds, 0.3, at_most=True)


def memory(report: Report, chosen: Settings) -> None:
    """Peak memory above the input, in a process of its own."""
    n, resamples = 1_000_000, 1_000 if chosen.quick else 10_000
    probe = Path(__file__).with_name("memory_probe.py")
    command = [sys.executable, str(probe), str(n), str(resamples)]
    result = subprocess.run(command, check=True, capture_output=True, text=True)
    megabytes = int(result.stdout) / 1e6
    print(f"\nmemory, n = {n:,}, B = {resamples:,}: {megabytes:.1f} MB above the input")
    text = f"n = {n:,}, B = {resamples:,}: peak memory above the input, MB"
    report.goal(text, megabytes, 100.0, at_most=True)


def main() -> None:
    chosen = settings(__doc__)
    report = Report("Bootstrap of a paired difference of means", chosen)
    for n, resamples in SIZES.items():
        one_size(report, n, resamples)
    two_threads(report)
    small_call(report)
    memory(report, chosen)
    report.finish()


if __name__ == "__main__":
    main()
