"""`ranksure gate` on the help centre: each outcome, its exit code and what it leaves behind."""

import csv
import io
import json
import re
from xml.etree import ElementTree

import pytest

import ranksure as rs
from cli_runs import run
from ranksure.reporting import gates
from shared import ROOT, in_checkout

pytestmark = in_checkout

FOLDER = ROOT / "examples" / "help_centre"
GOLDEN = FOLDER / "golden.jsonl"
QUICK = ["--n-resamples", "2000", "--seed", "1"]
PASS = ["--max-drop", "recall@5=0.01", "--min", "ndcg@10=0.6"]
UNDECIDED = [*PASS, "--segment", "identifier:0.02"]
FAIL = [*UNDECIDED, "--min", "recall@5=0.9"]


@pytest.fixture
def baseline(tmp_path):
    path = tmp_path / "baseline.jsonl"
    measures = ["-m", "recall@5,ndcg@10"]
    found = run("evaluate", FOLDER / "keyword.jsonl", "--qrels", GOLDEN, *measures, "--save", path)
    assert found.exit_code == 0, found.stderr
    return path


def gate(baseline, *more, system="hybrid"):
    return run(
        "gate", FOLDER / f"{system}.jsonl", "--qrels", GOLDEN, "--baseline", baseline, *more, *QUICK
    )


@pytest.mark.parametrize(
    ("rules", "outcome", "code"),
    [(PASS, "pass", 0), (FAIL, "fail", 1), (UNDECIDED, "undecided", 3)],
)
def test_each_outcome_has_its_exit_code(baseline, tmp_path, rules, outcome, code):
    summary, junit = tmp_path / "summary.md", tmp_path / "junit.xml"
    found = gate(baseline, *rules, "--markdown", summary, "--junit", junit)
    assert found.exit_code == code, found.stderr
    assert found.stdout.startswith(f"{outcome}: hybrid ")
    assert f"Retrieval gate: {outcome}\n" in summary.read_text(encoding="utf-8")
    root = ElementTree.fromstring(junit.read_bytes())
    cases = root.findall("./testsuite/testcase")
    assert root.get("tests") == str(len(cases)) == str(len(rules) // 2)
    wrong = {"pass": (0, 0), "fail": (1, 1), "undecided": (0, 1)}[outcome]
    assert (int(root.get("failures")), int(root.get("errors"))) == wrong
    assert (len(root.findall(".//failure")), len(root.findall(".//error"))) == wrong


def test_the_command_is_the_function(baseline):
    new = rs.evaluate(FOLDER / "hybrid.jsonl", GOLDEN, ["recall@5", "ndcg@10"])
    result = rs.gate(
        new,
        rs.load_scores(baseline),
        max_drop={"recall@5": 0.01},
        segment_drop={"identifier": 0.02},
        minimum={"ndcg@10": 0.6},
        n_resamples=2000,
        seed=1,
    )
    for form, write in (
        ("table", gates.gate_text),
        ("markdown", gates.gate_markdown),
        ("json", gates.gate_json),
        ("csv", gates.gate_csv),
    ):
        found = gate(baseline, *UNDECIDED, "--format", form)
        assert found.stdout == write(result) and found.exit_code == 3


def test_forms_agree(baseline, tmp_path):
    document = json.loads(gate(baseline, *UNDECIDED, "--format", "json").stdout)
    rows = list(csv.DictReader(io.StringIO(gate(baseline, *UNDECIDED, "--format", "csv").stdout)))
    assert [float(row["low"]) for row in rows] == [rule["low"] for rule in document["rules"]]
    assert (document["kind"], document["outcome"], document["exit_code"]) == (
        "gate",
        "undecided",
        3,
    )
    gate(baseline, *UNDECIDED, "--output", tmp_path / "x.json")
    assert json.loads((tmp_path / "x.json").read_text(encoding="utf-8")) == document


def test_a_reviewer_sees_what_lost_and_what_would_decide(baseline):
    text = gate(baseline, *UNDECIDED, "--format", "markdown").stdout
    assert "98 questions cannot tell whether hybrid may replace keyword." in text
    assert re.search(r"in identifier below 0.02: [\d,]+ more questions in identifier would", text)
    assert re.search(r"\| identifier +\| recall@5 +\| 34 \| 0.9559 \| 0.9412 \| -0.0147 \|", text)
    assert "Queries that lost most" in text and "| q004 " in text
    assert "seed 1" in text and "golden:" in text
    failed = gate(baseline, *FAIL, "--format", "markdown").stdout
    assert "must not replace keyword: not so for mean of recall@5 above 0.9." in failed


def test_stored_scores_need_no_golden_set(baseline):
    found = run("gate", baseline, "--baseline", baseline, "--max-drop", "recall@5=0.01", *QUICK)
    assert found.exit_code == 0
    assert "a width of zero is no certainty" in found.stdout


def test_names_are_data(tmp_path, baseline):
    scores = rs.load_scores(baseline)
    odd = rs.Scores(**{**vars(scores), "name": "a|b <c>\x00"})
    result = rs.gate(odd, scores, max_drop={"recall@5": 0.01}, seed=1)
    assert r"a\|b \<c>" in gates.gate_markdown(result)
    assert ElementTree.fromstring(gates.gate_junit(result)).find("testsuite").get("name") == (
        "a|b <c>\ufffd"
    )


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ([], "at least one rule"),
        (["--max-drop", "recall@5"], "--max-drop must be MEASURE=NUMBER such as recall@5=0.01"),
        (["--max-drop", "recall@5="], "found 'recall@5='"),
        (["--max-drop", "recall@5=0"], "needs a margin above 0"),
        (["--max-drop", "rr=0.1"], "'rr' is not in the scores of 'keyword'"),
        (["--max-drop", "recall@5=0.1", "--max-drop", "recall@5=0.2"], "names recall@5 twice"),
        (["--segment", "identifier:0.02"], "at least one rule"),
        (
            ["--min", "rr=0.1", "--segment", "identifier:0.02"],
            "margin for the measures of max_drop",
        ),
        ([*PASS, "--segment", "identifier"], "--segment must be SEGMENT:MARGIN"),
        ([*PASS, "--segment", "identifier:"], "--segment must be MEASURE=NUMBER"),
        ([*PASS, "--segment", "errors:0.02"], "segment_drop must name segments of ['identifier'"),
        ([*PASS, "--segment", "natural:0.1", "--segment", "natural:0.2"], "'natural' twice"),
        ([*PASS, "--missing", "skip"], "different choices"),
        ([*PASS, "--level", "95"], "level must lie between 0 and 0.5"),
        ([*PASS, "--markdown", "no/such/folder.md"], "no/such/folder.md: No such file"),
    ],
)
def test_usage_errors_exit_with_2(baseline, more, text):
    found = gate(baseline, *more)
    assert found.exit_code == 2
    assert text in found.stderr and found.stderr.count("\n") == 1
    assert found.stdout == ""


def test_another_golden_set_is_refused(baseline, tmp_path):
    smaller = tmp_path / "golden.jsonl"
    smaller.write_text("".join(GOLDEN.read_text().splitlines(keepends=True)[:-1]))
    new = ["gate", FOLDER / "hybrid.jsonl", "--qrels", smaller, "--baseline", baseline]
    found = run(*new, *PASS, *QUICK)
    assert found.exit_code == 2 and "judged by different golden sets" in found.stderr
    (tmp_path / "run").write_text("q1 Q0 d 1 1 t\n")
    found = run("gate", tmp_path / "run", "--baseline", baseline, *PASS)
    assert found.exit_code == 2 and "--qrels must name the golden set" in found.stderr


def test_segments_from_a_file(baseline, tmp_path):
    ids = rs.load_scores(baseline).query_ids
    lines = [f"{query},{'even' if i % 2 else 'odd'}\n" for i, query in enumerate(ids)]
    (tmp_path / "s.csv").write_text("query,segment\n" + "".join(lines))
    found = gate(baseline, *PASS, "--segment", "odd:0.02", "--by", tmp_path / "s.csv")
    assert found.exit_code in (0, 3) and "drop of recall@5 in odd below 0.02" in found.stdout


def test_clusters_from_a_file(baseline, tmp_path):
    ids = rs.load_scores(baseline).query_ids
    lines = [f"{query}\tc{i // 2}\n" for i, query in enumerate(ids)]
    (tmp_path / "c.tsv").write_text("query\tcluster\n" + "".join(lines))
    found = gate(baseline, *PASS, "--clusters", tmp_path / "c.tsv")
    assert found.exit_code == 0 and "bootstrap over 49 clusters of queries" in found.stdout


def test_measure_names_with_equal_signs_and_segments_with_colons():
    from ranksure.cli.rules import margins, segment_margins

    assert margins(["ap(rel=2)@100=0.02"], "--max-drop") == {"ap(rel=2)@100": 0.02}
    assert segment_margins(["a:b:0.1", "c:ap(rel=2)@9=0.2", "c:rr=1e-2"], "--segment") == {
        "a:b": 0.1,
        "c": {"ap(rel=2)@9": 0.2, "rr": 0.01},
    }


def test_help_names_exit_codes_and_no_option_without_meaning():
    text = run("gate", "--help").stdout
    assert "0 pass, 1 fail, 3 undecided, 2 unusable" in text
    assert "--verify" not in text and "--confidence-level" not in text
    assert "--verify" in run("compare", "--help").stdout


def test_the_example_job_is_pinned_and_uses_options_that_exist():
    text = (ROOT / "examples" / "retrieval_gate.yml").read_text()
    uses = re.findall(r"uses: (\S+)", text)
    assert uses and all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", use) for use in uses)
    known = run("gate", "--help").stdout + run("evaluate", "--help").stdout
    options = set(re.findall(r"(?<=\s)--[a-z-]+", text))
    assert options and all(option in known for option in options)


def test_the_example_job_is_yaml():
    yaml = pytest.importorskip("yaml")
    job = yaml.safe_load((ROOT / "examples" / "retrieval_gate.yml").read_text())
    assert job["permissions"] == {} and set(job["jobs"]) == {"retrieval-gate"}
