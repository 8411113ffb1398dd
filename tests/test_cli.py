"""The command line: what it prints where, and in which format."""

import csv
import io
import json
import os
import subprocess
import sys

import pytest

import ranksure as rs
from cli_runs import QUICK, compare, evaluate, run, write_runs
from ranksure import reporting
from ranksure.measures import DEFAULT_MEASURES


@pytest.fixture
def folder(tmp_path, monkeypatch):
    write_runs(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_evaluate_prints_the_library_s_summary(folder):
    result = evaluate("-m", "recall@5", "--by", "segment")
    scores = rs.evaluate("new.jsonl", "golden.jsonl", ["recall@5"])
    summary = scores.summary(by="segment", n_resamples=200, seed=7)
    assert result.exit_code == 0
    assert result.stdout == reporting.to_text(summary)
    assert result.stderr == ""


def test_compare_prints_the_library_s_comparison(folder):
    result = compare("-m", "recall@5,rr", "-m", "ndcg@10", "--by", "segment")
    expected = rs.compare(
        {"old": "old.jsonl", "new": "new.jsonl"},
        "golden.jsonl",
        ["recall@5", "rr", "ndcg@10"],
        by="segment",
        n_resamples=200,
        seed=7,
    )
    assert result.exit_code == 0
    assert result.stdout == reporting.to_text(expected)
    assert result.stderr == ""


def test_default_measures(folder):
    found = json.loads(evaluate("--format", "json").stdout)
    assert tuple(row["measure"] for row in found["rows"]) == tuple(DEFAULT_MEASURES)


@pytest.mark.parametrize("command", [evaluate, compare])
def test_formats_print_nothing_else(folder, command):
    found = json.loads(command("--format", "json").stdout)
    rows = list(csv.DictReader(io.StringIO(command("--format", "csv").stdout)))
    assert [float(row["mean"]) for row in rows] == [row["mean"] for row in found["rows"]]
    assert command("--format", "markdown").stdout.startswith("### ")


def test_names_and_baseline(folder):
    found = run(
        "compare", "a=old.jsonl", "b=new.jsonl", "--qrels", "golden.jsonl", "--baseline", "b",
        "--format", "json", *QUICK,
    )  # fmt: skip
    assert json.loads(found.stdout)["settings"]["systems"] == ["a", "b"]
    assert json.loads(found.stdout)["settings"]["baseline"] == "b"
    assert json.loads(compare("--format", "json").stdout)["settings"]["baseline"] == "old"


def test_options_reach_the_library(folder):
    found = evaluate(
        "--format", "json", "--confidence-level", "0.9", "--threads", "1", "--ties", "stable",
        "--missing", "skip", "--no-relevant", "one", "--duplicates", "first",
    )  # fmt: skip
    settings = json.loads(found.stdout)["settings"]
    assert settings["confidence_level"] == 0.9
    assert settings["n_resamples"] == 200
    assert settings["seed"] == 7
    for choice in ("ties:stable", "missing:skip", "no_relevant:one", "duplicates:first"):
        assert choice in settings["signature"]


def test_the_method_reaches_the_library(folder):
    intervals = {evaluate("-m", "rr", "--method", m).stdout for m in ("percentile", "basic")}
    assert len(intervals) == 2
    assert evaluate("--method", "bayes").exit_code == 2


def test_order_and_comment_reach_the_readers(folder):
    (folder / "run.txt").write_text("# two lines\nq0 Q0 x 2 0.1 t\nq0 Q0 d0 1 0.2 t\n")
    (folder / "qrels.txt").write_text("q0 0 d0 1\nq1 0 d1 1\n")
    run_words = ["evaluate", "run.txt", "--qrels", "qrels.txt", "-m", "rr", *QUICK]
    assert run(*run_words, "--missing", "zero").exit_code == 2
    for order in ("score", "rank"):
        found = run(*run_words, "--missing", "zero", "--comment", "#", "--order", order)
        assert found.exit_code == 0, found.stderr


def test_conflicts_reach_the_reader(folder):
    (folder / "qrels.txt").write_text("q1 0 d1 1\nq1 0 d1 2\nq2 0 d2 1\n")
    words_of = ["evaluate", "new.jsonl", "--qrels", "qrels.txt", "-m", "rr", *QUICK]
    assert run(*words_of).exit_code == 2
    assert run(*words_of, "--conflicts", "max").exit_code == 0


@pytest.mark.parametrize(
    ("name", "start"),
    [("x.json", "{"), ("x.csv", "measure,"), ("x.md", "### new"), ("x.txt", "new ")],
)
def test_output_takes_its_format_from_the_ending(folder, name, start):
    result = evaluate("--output", name)
    assert result.stdout == ""
    assert (folder / name).read_text(encoding="utf-8").startswith(start)


def test_format_goes_before_the_ending(folder):
    evaluate("--output", "x.txt", "--format", "json")
    assert json.loads((folder / "x.txt").read_text(encoding="utf-8"))["kind"] == "summary"


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_plot(folder, ending):
    pytest.importorskip("matplotlib")
    assert compare("--plot", f"plot.{ending}").exit_code == 0
    assert (folder / f"plot.{ending}").stat().st_size > 5000


@pytest.mark.parametrize("form", ["table", "json", "csv", "markdown"])
def test_any_name_can_be_printed_under_any_encoding(folder, form):
    words_of = ["compare", "été=old.jsonl", "日本=new.jsonl", "--qrels", "golden.jsonl", "-m", "rr"]
    found = subprocess.run(
        [sys.executable, "-m", "ranksure", *words_of, "--format", form, *QUICK],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=True,
    )
    assert (r"\u65e5\u672c" if form == "table" else "日本") in found.stdout.decode("utf-8")
