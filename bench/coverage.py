"""How often a 95 % interval holds the truth, and how often a 5 % test cries wolf.

Golden sets are drawn from populations whose mean is known: per-topic scores of TREC systems, hits
(0/1) and reciprocal ranks. For each interval method the share of golden sets is counted whose
interval holds the population's mean; for each test, the share of p-values up to 0.05 when there is
no difference (type I error) and when the difference is 0.03 (power).

    python bench/coverage.py [--repetitions 5000] [--write docs/significance.md]

Needs the score matrices (RANKSURE_SHARED) and SciPy. The tables go between the markers of the file.
"""

import argparse
import csv
import math
import multiprocessing
import os
import time
import warnings
from pathlib import Path

import numpy as np
from scipy import stats

import ranksure as rs

ROOT = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("RANKSURE_SHARED", ROOT.parent / "shared"))
MATRICES = SHARED / "data" / "trec_score_matrices"
SIZES = (20, 50, 100, 200, 500)
METHODS = ("percentile", "basic", "bca", "studentized")
N_RESAMPLES = 2000
DIFFERENCE = 0.03


def matrix(name: str) -> np.ndarray:
    """Topics x systems, systems by descending mean."""
    with (MATRICES / f"{name}.csv").open() as lines:
        rows = list(csv.reader(lines))[1:]
    scores = np.array(rows, dtype=float)
    return scores[:, np.argsort(-scores.mean(axis=0), kind="stable")]


def populations() -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Values and their probabilities."""
    found = {}
    for name in ("adhoc8_ap", "adhoc8_p10", "adhoc8_rr", "web2010_ndcg20", "web2011_err20"):
        scores = matrix(name)
        x = scores[:, scores.shape[1] // 4]  # a good system, not an outlier
        found[name] = (x, np.full(x.size, 1 / x.size))
    for p in (0.5, 0.9, 0.97):
        found[f"hit rate {p}"] = (np.array([0.0, 1.0]), np.array([1 - p, p]))
    ranks = np.arange(1, 11)
    geometric = 0.45 * 0.55 ** (ranks - 1)
    values = np.append(1 / ranks, 0.0)
    found["reciprocal rank"] = (values, np.append(geometric, 1 - geometric.sum()))
    return found


def differences() -> dict[str, np.ndarray]:
    """Paired differences of two good systems, centred: there is no difference."""
    found = {}
    for name in ("adhoc8_ap", "adhoc8_p10", "web2010_ndcg20", "web2011_err20"):
        scores = matrix(name)
        d = scores[:, 2] - scores[:, scores.shape[1] // 5]
        found[name] = d - d.mean()
    return found


def analytic(x: np.ndarray, binary: bool) -> dict[str, tuple[float, float]]:
    """t interval, and Wilson's for hits."""
    n, mean = x.size, x.mean()
    half = stats.t.ppf(0.975, n - 1) * x.std(ddof=1) / math.sqrt(n)
    found = {"t": (mean - half, mean + half)}
    if binary:
        result = stats.binomtest(round(x.sum()), n).proportion_ci(0.95, "wilson")
        found["wilson"] = (result.low, result.high)
    return found


def cover(job: tuple[str, int, int]) -> tuple[str, int, dict[str, float]]:
    """Coverage of each method for one population and size."""
    name, n, repetitions = job
    values, probabilities = populations()[name]
    truth = float(values @ probabilities)
    rng = np.random.default_rng([n, *name.encode()])
    held: dict[str, int] = {}
    for repetition in range(repetitions):
        x = rng.choice(values, size=n, p=probabilities)
        intervals = analytic(x, name.startswith("hit"))
        for method in METHODS:
            result = rs.bootstrap(
                x, method=method, n_resamples=N_RESAMPLES, seed=repetition, threads=1
            )
            interval = result.confidence_interval
            intervals[method] = (interval.low, interval.high)
        for method, (low, high) in intervals.items():
            inside = low - 1e-12 <= truth <= high + 1e-12
            held[method] = held.get(method, 0) + inside
    return name, n, {method: count / repetitions for method, count in held.items()}


def reject(job: tuple[str, int, int]) -> tuple[str, int, dict[str, float]]:
    """Type I error and power of each test for one pair of systems and size."""
    name, n, repetitions = job
    population = differences()[name]
    rng = np.random.default_rng([n, *name.encode()])
    zero = np.zeros(n)
    found: dict[str, int] = {}
    for repetition in range(repetitions):
        drawn = rng.choice(population, size=n)
        for kind, d in (("type I", drawn), ("power", drawn + DIFFERENCE)):
            options = {"n_resamples": N_RESAMPLES, "seed": repetition, "threads": 1}
            pvalues = {
                "bootstrap": rs.paired_bootstrap(d, zero, **options).pvalue,
                "randomization": rs.randomization_test(d, zero, **options).pvalue,
                "t": stats.ttest_1samp(d, 0.0).pvalue,
            }
            for test, pvalue in pvalues.items():
                key = f"{kind} {test}"
                found[key] = found.get(key, 0) + bool(pvalue <= 0.05)
    return name, n, {key: count / repetitions for key, count in found.items()}


def table(
    results: list[tuple[str, int, dict[str, float]]], columns: list[str], first: str
) -> list[str]:
    """A Markdown table: a row for each population and size."""
    lines = [f"| {first} | n | {' | '.join(columns)} |", "|---" * (len(columns) + 2) + "|"]
    for name, n, shares in results:
        cells = [f"{100 * shares[c]:.1f}" if c in shares else "" for c in columns]
        lines.append(f"| {name} | {n} | {' | '.join(cells)} |")
    return lines


def averages(results: list[tuple[str, int, dict[str, float]]], columns: list[str]) -> list[str]:
    """Mean and worst over the populations, for each size."""
    rows = []
    for what, pick in (("mean of all", np.mean), ("worst", np.min)):
        for n in SIZES:
            shares = [s for _, size, s in results if size == n]
            rows.append((what, n, {c: float(pick([s[c] for s in shares])) for c in columns}))
    return table(rows, columns, "population")


def report(repetitions: int) -> str:
    """All tables."""
    cover_jobs = [(name, n, repetitions) for name in populations() for n in SIZES]
    reject_jobs = [(name, n, repetitions) for name in differences() for n in SIZES]
    with multiprocessing.get_context("spawn").Pool(len(os.sched_getaffinity(0))) as pool:
        covered = pool.map(cover, cover_jobs, chunksize=1)
        rejected = pool.map(reject, reject_jobs, chunksize=1)
    error = 100 * math.sqrt(0.05 * 0.95 / repetitions)
    methods = ["percentile", "basic", "bca", "studentized", "t"]
    tests = [f"{k} {t}" for k in ("type I", "power") for t in ("bootstrap", "randomization", "t")]
    lines = [
        f"{repetitions:,} golden sets a row, {N_RESAMPLES:,} resamples each; "
        f"Monte Carlo error of a coverage near 95 %: {error:.1f}.",
        "",
        "Coverage of nominal 95 % intervals, in per cent, over all populations:",
        "",
        *averages(covered, methods),
        "",
        "Coverage for each population:",
        "",
        *table(covered, [*methods, "wilson"], "population"),
        "",
        f"Rejections at 5 %, in per cent: no difference (type I), and a difference of {DIFFERENCE} "
        "(power):",
        "",
        *table(rejected, tests, "pair of systems"),
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=5000)
    parser.add_argument(
        "--write", type=Path, help="put the tables between the markers of this file"
    )
    arguments = parser.parse_args()
    began = time.perf_counter()
    warnings.simplefilter("ignore", RuntimeWarning)  # SciPy on samples of equal values
    text = report(arguments.repetitions)
    print(text)
    print(f"\n{time.perf_counter() - began:.0f} s")
    if arguments.write:
        page = arguments.write.read_text()
        start, end = "<!-- coverage -->", "<!-- /coverage -->"
        head, rest = page.split(start)
        _, tail = rest.split(end)
        arguments.write.write_text(f"{head}{start}\n{text}\n{end}{tail}")


if __name__ == "__main__":
    main()
