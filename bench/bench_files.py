"""A TREC run file of 6,980 queries x 1,000 documents, to seven means; reading alone by peers."""

import machine  # noqa: F401 (one thread; before NumPy)

# isort: split
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import peers_evaluate as peers
from peers_evaluate import MEASURES, means_of
from report import Report, settings
from retrieval_data import Retrieval, retrieval
from timing import Contestant, race, ratio

import ranksure as rs

OURS, TWO, READING = "ranksure", "ranksure, two threads", "ranksure, reading alone"
POLARS, NEWLINES = "polars, reading alone", "bytes.count(b'\\n')"
PYTREC = "pytrec_eval-terrier, reading and all"

_PEAK = """
import sys, ranksure as rs
from memory_probe import peak
rs.evaluate({"q": ["d"]}, {"q": ["d"]}, "rr")
before = peak()
rs.evaluate(sys.argv[1], sys.argv[2], "ap", threads=2)
print(peak() - before)
"""


def write(data: Retrieval, folder: Path) -> tuple[Path, Path]:
    """The run and its golden set as TREC files."""
    run, qrels = folder / "run.trec", folder / "qrels.txt"
    with run.open("w") as file:
        for query, (ids, scores) in enumerate(zip(data.ids, data.scores.round(6), strict=True)):
            pairs = enumerate(zip(ids.tolist(), scores.tolist(), strict=True), 1)
            file.writelines(f"{query} Q0 {d} {rank} {s:.6f} bm25\n" for rank, (d, s) in pairs)
    with qrels.open("w") as file:
        for query, documents in enumerate(data.relevant):
            file.writelines(f"{query} 0 {d} 1\n" for d in documents[documents >= 0].tolist())
    return run, qrels


def ours(run: Path, qrels: Path, threads: int) -> np.ndarray:
    return means_of(rs.evaluate(run, qrels, MEASURES, threads=threads))


def pytrec(run: Path, qrels: Path) -> np.ndarray:
    import pytrec_eval

    with run.open() as one, qrels.open() as other:
        return peers.pytrec(pytrec_eval.parse_run(one), pytrec_eval.parse_qrel(other))


def trec(report: Report, folder: Path) -> None:
    data = retrieval(698 if report.chosen.quick else 6_980, 1_000, seed=4)
    run, qrels = write(data, folder)
    size = run.stat().st_size
    lanes = [
        Contestant(OURS, lambda _: ours(run, qrels, 1), 1, least=None),
        Contestant(TWO, lambda _: ours(run, qrels, 2), 1, least=None),
        Contestant(READING, lambda _: rs.read_run(run, threads=1), 1, least=None),
        Contestant(POLARS, lambda _: polars_reads(run), 1, least=None),
        Contestant(NEWLINES, lambda _: run.read_bytes().count(b"\n"), 1, least=None),
    ]
    results = race(lanes, rounds=report.chosen.rounds, budget=1.0)
    once = [lanes[0], Contestant(PYTREC, lambda _: pytrec(run, qrels), 1, least=None)]
    complete = race(once, rounds=1, budget=1.0)
    report.race(f"TREC run file of {size / 1e6:.0f} MB, {data.ids.shape}", results, OURS)
    report.race("the same, once", complete, OURS)
    np.testing.assert_array_equal(results[OURS].answer, results[TWO].answer)
    np.testing.assert_allclose(complete[PYTREC].answer, results[OURS].answer, rtol=1e-9)
    times = complete[PYTREC].median / complete[OURS].median
    report.goal(f"TREC file: faster than {PYTREC}", times, 15.0)
    report.goal(f"TREC file: faster than {POLARS}", ratio(results[POLARS], results[OURS]), 2.0)
    times = ratio(results[OURS], results[NEWLINES])
    report.goal(f"TREC file: times reading it and {NEWLINES}", times, 2.0, at_most=True)
    report.goal("TREC file: two threads, times one", ratio(results[OURS], results[TWO]), 1.7)
    report.goal(
        "TREC file: peak memory, times its size", peak(run, qrels) / size, 1.2, at_most=True
    )


def polars_reads(run: Path) -> object:
    import polars

    return polars.read_csv(run, separator=" ", has_header=False)


def peak(run: Path, qrels: Path) -> int:
    """Memory at its highest, above that of the library, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", _PEAK, run, qrels],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parent,
    )
    return int(done.stdout)


def main() -> None:
    os.environ.setdefault("POLARS_MAX_THREADS", "1")
    report = Report("Files", settings(__doc__))
    with tempfile.TemporaryDirectory() as folder:
        trec(report, Path(folder))
    report.finish()


if __name__ == "__main__":
    main()
