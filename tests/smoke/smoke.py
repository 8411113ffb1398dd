"""Is an installed wheel whole? Runs without pytest, outside the checkout: `python smoke.py`."""

import importlib.util
import json
import pathlib
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterable

import numpy as np

import ranksure

JUDGED = {"q1": {"a": 2, "b": 1}, "q2": {"c": 1}}
RETRIEVED = {"q1": {"b": 3.0, "x": 2.0, "a": 1.0}, "q2": {"x": 2.0, "c": 1.0}}


def check_installed() -> None:
    """The package that answers is the installed one, typed and with its compiled module."""
    folder = pathlib.Path(ranksure.__file__).resolve().parent
    environment = pathlib.Path(sys.prefix).resolve()
    assert folder.is_relative_to(environment), f"{folder} is not in {environment}"
    assert (folder / "py.typed").exists()
    assert (folder / "_core.pyi").exists()
    ranksure.show_config()


def check_evaluation() -> None:
    """Two queries whose values are known by hand, equal to the reference bit for bit."""
    scores = ranksure.evaluate(RETRIEVED, JUDGED, ["recall@2", "rr", "precision@2"])
    assert np.array_equal(scores["recall@2"], [0.5, 1.0]), scores["recall@2"]
    assert np.array_equal(scores["rr"], [1.0, 0.5]), scores["rr"]
    assert np.array_equal(scores["precision@2"], [0.5, 0.5]), scores["precision@2"]
    print(scores.verify())
    print(scores.summary(n_resamples=200, seed=1))


def check_bootstrap() -> None:
    """The same bits for every number of threads."""
    values = np.linspace(0.0, 1.0, 1000)
    intervals = [
        ranksure.bootstrap(values, n_resamples=500, seed=7, threads=threads).confidence_interval
        for threads in (1, 2, 7)
    ]
    assert intervals[0] == intervals[1] == intervals[2], intervals
    assert intervals[0].low < 0.5 < intervals[0].high, intervals[0]
    print(intervals[0])


def write_lines(path: pathlib.Path, records: Iterable[dict[str, object]]) -> None:
    """One JSON object a line."""
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")


def check_command_line() -> None:
    """The command reads files and prints a table."""
    if importlib.util.find_spec("click") is None or importlib.util.find_spec("rich") is None:
        print("click or rich is absent, the command line is not tried")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        qrels, run = folder / "golden.jsonl", folder / "results.jsonl"
        write_lines(qrels, ({"id": query, "relevant": JUDGED[query]} for query in JUDGED))
        write_lines(run, ({"id": query, "retrieved": list(RETRIEVED[query])} for query in JUDGED))
        program = shutil.which("ranksure", path=sysconfig.get_path("scripts"))
        assert program is not None, "the command ranksure is not installed"
        command = [program, "evaluate", str(run), "--qrels", str(qrels)]
        shown = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    assert shown.returncode == 0, shown.stderr
    assert "ndcg" in shown.stdout, shown.stdout
    print(shown.stdout)


def main() -> None:
    """Every check, in order; an exception is the failure."""
    check_installed()
    check_evaluation()
    check_bootstrap()
    check_command_line()
    print("smoke test passed")


if __name__ == "__main__":
    main()
