"""check(): each thing it looks at, found and not found; the command with its exit codes."""

import gzip
import json

import pytest
from click.testing import CliRunner

import ranksure as rs
from ranksure.cli.commands import program

GOOD_RUN = {"q1": {"a": 2.0, "b": 1.0}, "q2": {"c": 1.0}}
GOOD_QRELS = {"q1": {"a": 1, "b": 0}, "q2": {"c": 1}}


def levels(found):
    return {f.name: f.level for f in found.findings if f.level not in ("ok", "note")}


def test_nothing_to_look_at():
    found = rs.check(GOOD_RUN, GOOD_QRELS)
    assert found.ok and not levels(found)
    assert found["run"].text == "2 queries, 3 documents"
    assert found["grades"].text == "grades 0 (1), 1 (2)"
    assert found["unjudged"].level == "ok"


@pytest.mark.parametrize(
    ("run", "qrels", "name", "level", "text", "examples"),
    [
        (
            {"q1": ["a", "b", "a"], "q2": ["c"]}, GOOD_QRELS,
            "duplicates", "error", "1 documents stand more than once", ("'a' of query 'q1'",),
        ),
        (
            {"q1": ["a"]}, GOOD_QRELS,
            "missing", "warning", "1 of 2 judged queries are missing", ("'q2'",),
        ),
        (
            {**GOOD_RUN, "q3": {"x": 1}}, GOOD_QRELS,
            "unjudged_queries", "note", "1 of 3 queries of the run", ("'q3'",),
        ),
        (
            {"q1": {"a": 1, "b": 1}, "q2": {"c": 1}}, GOOD_QRELS,
            "ties", "note", "1 of 2 rankings have equal scores", ("'q1'",),
        ),
        (
            {"q1": {"a": 1, "b": 0.5, "x": 0.5}, "q2": {"c": 1}}, GOOD_QRELS,
            "ties_at_cut_off", "warning", "1 of 2 rankings have equal scores at ranks 2 and 3",
            ("'q1'",),
        ),
        (
            {"q1": ["a", "x"], "q2": ["c"]}, GOOD_QRELS,
            "unjudged", "note", "25.0 % of the documents up to rank 2 are not judged", (),
        ),
        (
            GOOD_RUN, {"q1": {"a": 0}, "q2": {"c": 1}, "q3": {}},
            "no_relevant", "warning", "2 of 3 judged queries have no relevant", ("'q1'", "'q3'"),
        ),
        (
            GOOD_RUN, {"q1": {"a": -1, "b": 1.5}, "q2": {"c": 1}},
            "negative", "note", "1 grades below zero", (),
        ),
        (
            GOOD_RUN, {"q1": {"z": 1}, "q2": {"y": 1}},
            "documents", "warning", "run and golden set have no document in common", (),
        ),
        (
            GOOD_RUN, {"q1": {"A": 1}, "q2": {"y": 1}},
            "documents", "warning", "no document in common (some differ only by upper and lower",
            (),
        ),
        (
            {"x": ["a"]}, {"07": ["a"], "8": ["b"]},
            "queries", "error", "have no query in common", ("'x'", "'07'", "'8'"),
        ),
        (
            {"7": ["a"]}, {"07": ["a"]},
            "queries", "error", "no query in common (some differ only by leading zeros)",
            ("'7'", "'07'"),
        ),
        ({"q1": {"a": float("nan")}}, GOOD_QRELS, "run", "error", "a score must be a number", ()),
    ],
)  # fmt: skip
def test_what_is_found(run, qrels, name, level, text, examples):
    found = rs.check(run, qrels, cut_off=2)
    assert found[name].level == level
    assert text in found[name].text
    assert found[name].examples == examples
    assert found.ok is (level == "note")


def test_files_are_described(tmp_path):
    run, qrels = tmp_path / "run.gz", tmp_path / "qrels.txt"
    run.write_bytes(gzip.compress(b"q1 Q0 a 1 1 t\nq1 Q0 b 2 2 t\n"))
    qrels.write_bytes(b"\xef\xbb\xbfq1 0 a 1\r\nq1 0 a 2\r\n")
    found = rs.check(run, qrels)
    assert found["run"].text == "1 queries, 2 documents, lines of fields, gzip, UTF-8"
    assert levels(found) == {"ranks": "warning", "qrels": "error"}
    assert "contradicts the scores" in found["ranks"].text
    texts = [f.text for f in found.findings if f.name == "qrels"]
    assert texts[0].endswith("UTF-8 with byte-order mark, Windows line ends")
    assert "qrels.txt:2: " in texts[1] and "grade 2.0, but 1.0" in texts[1]
    qrels.write_text("q1 0 a\n")
    assert "qrels.txt:1: a line must have 4 fields" in rs.check(run, qrels)["qrels"].text
    assert "No such file" in rs.check(tmp_path / "none", qrels)["run"].text


def test_arguments_are_checked():
    with pytest.raises(ValueError, match="cut_off must lie between"):
        rs.check(GOOD_RUN, GOOD_QRELS, cut_off=0)


def test_the_command(tmp_path):
    run, qrels = tmp_path / "run.txt", tmp_path / "qrels.txt"
    run.write_text("q1 Q0 a 1 1 t\n")
    qrels.write_text("q1 0 a 1\n")
    words = ["check", str(run), str(qrels)]
    good = CliRunner().invoke(program, words)
    assert good.exit_code == 0
    assert "ok       duplicates" in good.stdout
    qrels.write_text("q1 0 a 1\nq2 0 a 1\n")
    bad = CliRunner().invoke(program, words)
    assert bad.exit_code == 1
    assert "1 of 2 judged queries are missing from the run: 'q2'" in bad.stdout
    as_json = json.loads(CliRunner().invoke(program, [*words, "--format", "json"]).stdout)
    assert as_json["ok"] is False and as_json["run"] == str(run)
    names = [finding["name"] for finding in as_json["findings"]]
    assert "missing" in names
    assert CliRunner().invoke(program, [*words, "--cut-off", "0"]).exit_code == 2
