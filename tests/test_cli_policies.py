"""The policies of the command line, and the files of topics and pages."""

import json

import pytest

import ranksure as rs
from cli_runs import QUICK, compare, evaluate, lines_of, run, write_runs


@pytest.fixture
def folder(tmp_path, monkeypatch):
    write_runs(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def settings_of(found):
    assert found.exit_code == 0, found.stderr
    return json.loads(found.stdout)["settings"]["signature"]


@pytest.mark.parametrize("command", [evaluate, compare])
def test_policies_reach_the_library(folder, command):
    (folder / "topics.txt").write_text("q1\n\n q2 \n")
    (folder / "pages.tsv").write_text(
        "page\tdocument\n"
        + "".join(f"p{d}\t{d}\n" for d in ["x", "y", *(f"d{i}" for i in range(8))])
    )
    found = command(
        "--format", "json", "--ties", "average", "--drop-self", "--depth", "5",
        "--topics", "topics.txt", "--group", "pages.tsv", "--verify",
    )  # fmt: skip
    signature = settings_of(found)
    for choice in ("ties:average", "drop_self:yes", "depth:5", "topics:2-"):
        assert choice in signature
    assert "group:no" not in signature


def test_a_profile_and_what_overrides_it(folder):
    signature = settings_of(evaluate("--format", "json", "--profile", "beir"))
    assert "missing:skip" in signature and "drop_self:yes" in signature
    mine = evaluate("--format", "json", "--profile", "beir", "--keep-self", "--missing", "zero")
    assert "missing:zero" in settings_of(mine) and "drop_self:no" in settings_of(mine)


def test_equal_scores_are_averaged(folder):
    answer = {"id": "q0", "retrieved": [{"id": d, "score": 1.0} for d in ("d0", "x", "y")]}
    (folder / "tied.jsonl").write_text(lines_of([answer]))
    found = run(
        "evaluate", "tied.jsonl", "--qrels", "golden.jsonl", "-m", "rr", "--missing", "zero",
        "--ties", "average", "--format", "json", *QUICK,
    )  # fmt: skip
    assert json.loads(found.stdout)["rows"][0]["mean"] == pytest.approx(11 / 18 / 8)


@pytest.mark.parametrize(
    ("option", "text", "message"),
    [
        ("--topics", "\n", "given: the file names no query"),
        ("--topics", "q1\nq77\n", "query 'q77' is not in the golden set"),
        ("--group", "document,page\nd1,a\nd1,b\n", "given:3: document 'd1' has a page already"),
        (
            "--group",
            "chunk,page\nd1,a\n",
            "given:1: the header must name the columns 'document' and",
        ),
        ("--group", "document,page\nzz,a\n", "which group neither puts into a page"),
    ],
)
def test_files_that_are_refused(folder, option, text, message):
    (folder / "given").write_text(text)
    found = evaluate(option, "given")
    assert found.exit_code == 2 and found.stderr.count("\n") == 1
    assert message in found.stderr


def test_words_that_are_refused(folder):
    for words, message in (
        (["--profile", "trec"], "profile must be one of"),
        (["--depth", "0"], "depth must lie between"),
        (["--ties", "mean"], "ties must be one of"),
        (["--order", "ranks"], "order must be one of"),
    ):
        found = evaluate(*words)
        assert found.exit_code == 2 and message in found.stderr


def test_text_of_trec_eval(folder):
    run_lines = "".join(f"q{i} Q0 d{i} 1 {9 - i} TAG\n" for i in range(3))
    (folder / "a.run").write_text(run_lines, encoding="utf-8")
    (folder / "a.qrels").write_text("q0 0 d0 1\nq1 0 x 1\n", encoding="utf-8")
    asked = ("evaluate", "a.run", "--qrels", "a.qrels", "--profile", "trec_eval")
    scores = rs.evaluate("a.run", "a.qrels", "official", profile="trec_eval")
    result = run(*asked, "--format", "trec_eval", "--verify")
    assert (result.exit_code, result.stdout) == (0, scores.trec_eval())
    assert result.stdout.startswith("runid                 \tall\tTAG\n")
    assert "\ngm_map                \tall\t0.0032\n" in result.stdout
    each = run(*asked, "--format", "trec_eval", "-q", "-m", "map", "--output", "out.txt")
    found = (folder / "out.txt").read_text(encoding="utf-8")
    assert each.stdout == "" and found.startswith("map                   \tq0\t1.0000\n")
    refused = run(*asked, "-q")
    assert refused.exit_code == 2 and "--per-query needs --format trec_eval" in refused.stderr
    refused = run(*asked, "--format", "trec_eval", "--by", "segment")
    assert refused.exit_code == 2 and "prints no segments" in refused.stderr
