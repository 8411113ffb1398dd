"""`ranksure plan`: what it prints, from a proportion, from runs and from stored scores."""

import csv
import io
import json

import pytest

import ranksure as rs
from cli_runs import run
from ranksure.reporting import plans
from shared import ROOT, in_checkout

pytestmark = in_checkout

FOLDER = ROOT / "examples" / "help_centre"
GOLDEN = FOLDER / "golden.jsonl"
HYBRID, KEYWORD = FOLDER / "hybrid.jsonl", FOLDER / "keyword.jsonl"
QUICK = ["--n-resamples", "2000", "--seed", "1"]


def test_from_a_proportion():
    found = run("plan", "--proportion", "0.8", "--half-width", "0.05", *QUICK)
    expected = rs.plan(proportion=0.8, half_width=0.05, n_resamples=2000, seed=1)
    assert found.exit_code == 0 and found.stdout == plans.plan_text(expected)
    assert "± 0.05" in found.stdout.splitlines()[2] and " 246 " in found.stdout.splitlines()[2]


def test_from_two_runs_in_every_form():
    words = [HYBRID, KEYWORD, "--qrels", GOLDEN, "-m", "ndcg@10", "--difference", "0.02"]
    expected = rs.plan(
        *(rs.evaluate(path, GOLDEN, "ndcg@10") for path in (HYBRID, KEYWORD)),
        difference=0.02,
        n_resamples=2000,
        seed=1,
    )
    for form, write in (
        ("table", plans.plan_text),
        ("markdown", plans.plan_markdown),
        ("json", plans.plan_json),
        ("csv", plans.plan_csv),
    ):
        found = run("plan", *words, "--format", form, *QUICK)
        assert found.exit_code == 0 and found.stdout == write(expected)
    document = json.loads(plans.plan_json(expected))
    assert document["kind"] == "plan"
    assert document["questions"]["formula"] == expected.questions.formula
    rows = list(csv.DictReader(io.StringIO(plans.plan_csv(expected))))
    assert [row["name"] for row in rows] == [
        "questions",
        "half_width",
        "difference",
        "power_at_target",
    ]
    assert float(rows[1]["simulation"]) == expected.half_width.simulation


def test_from_stored_scores(tmp_path):
    rs.evaluate(HYBRID, GOLDEN, ["rr"]).save(tmp_path / "x")
    found = run("plan", tmp_path / "x", "--questions", "200", *QUICK, "--format", "json")
    expected = rs.plan(rs.load_scores(tmp_path / "x"), n=200, n_resamples=2000, seed=1)
    assert found.stdout == plans.plan_json(expected)


def test_clusters(tmp_path):
    ids = rs.evaluate(HYBRID, GOLDEN, ["rr"]).query_ids
    (tmp_path / "c.tsv").write_text(
        "query\tcluster\n" + "".join(f"{query}\tc{i // 3}\n" for i, query in enumerate(ids))
    )
    words = [HYBRID, "--qrels", GOLDEN, "-m", "rr", "--half-width", "0.05"]
    found = run("plan", *words, "--clusters", tmp_path / "c.tsv", *QUICK)
    assert "a pilot of 98 questions in 33 clusters" in found.stdout


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--half-width", "0.05"], "one of pilot and proportion must be given, found neither"),
        (["--proportion", "0.8"], "exactly one of half_width, difference, n must be given"),
        (["--proportion", "8", "--questions", "9"], "proportion must lie between 0 and 1"),
        ([HYBRID, "--questions", "9"], "--qrels must name the golden set"),
        ([HYBRID, "--qrels", GOLDEN, "--questions", "9"], "--measure must name a measure"),
        ([HYBRID, "-m", "rr,ap", "--questions", "9"], "plan takes one measure, found rr, ap"),
        ([HYBRID, HYBRID, HYBRID, "--questions", "9"], "one or two systems, found 3"),
        (["none.jsonl", "--questions", "9"], "none.jsonl: No such file"),
    ],
)
def test_usage_errors(words, text):
    found = run("plan", *words)
    assert found.exit_code == 2 and found.stdout == ""
    assert text in found.stderr and found.stderr.count("\n") == 1
