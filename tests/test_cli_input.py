"""What the command line reads: segments, measures, names of runs; its errors and exit codes."""

import builtins
import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

import ranksure as rs
from cli_runs import QUICK, compare, evaluate, lines_of, run, write_runs
from ranksure.cli import main, words
from ranksure.cli.commands import program


@pytest.fixture
def folder(tmp_path, monkeypatch):
    write_runs(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


# Segments


@pytest.mark.parametrize(
    "text",
    [
        "query\tsegment\n" + "".join(f"q{i}\tpart {i % 2}\n" for i in range(8)),
        "note,segment,id\r\n" + "".join(f'"a, b",part {i % 2},q{i}\r\n' for i in range(8)),
    ],
)
def test_segments_of_a_file(folder, text):
    (folder / "parts").write_text(text, encoding="utf-8", newline="")
    found = json.loads(compare("--by", "parts", "--format", "json").stdout)
    assert found["settings"]["segments"] == [None, "part 0", "part 1"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("q1\ta\nq2\tb\n", "parts:1: the header must name the columns"),
        ("query\tsegment\nq1\n", "parts:2: a line needs 2 fields"),
        ("query\tsegment\nq1\t\n", "parts:2: a line needs 2 fields, with a query and a segment"),
        ("query\tsegment\nq1\ta\nq1\tb\n", "parts:3: query 'q1' has a segment already"),
        ("query\tsegment\n", "parts: no query below the header"),
        ("", "parts:1: the header must name the columns"),
    ],
)
def test_a_broken_file_of_segments(folder, text, message):
    (folder / "parts").write_text(text, encoding="utf-8")
    result = evaluate("--by", "parts")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {message}")


def test_a_file_of_segments_in_another_encoding(folder):
    (folder / "parts").write_bytes(b"query\tsegment\nq1\t\xe9\n")
    assert evaluate("--by", "parts").stderr.startswith("error: parts: 'utf-8' codec")


def test_a_query_without_a_segment(folder):
    (folder / "parts").write_text("query\tsegment\nq1\ta\n", encoding="utf-8")
    result = evaluate("--by", "parts")
    assert result.exit_code == 2
    assert "'q0'" in result.stderr


# Words


def test_measures_split_at_commas_outside_parentheses():
    assert words.measure_names(["recall@5, rr", "x(a=1,b=2)@3,ap"]) == [
        "recall@5",
        "rr",
        "x(a=1,b=2)@3",
        "ap",
    ]


def test_runs_are_named_by_their_stem(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "k=5.run").touch()
    found = words.named_runs(["a/bm25.v2.run", "b=x=y.run", "dense.jsonl.gz", "k=5.run"])
    assert found == {
        "bm25.v2": "a/bm25.v2.run",
        "b": "x=y.run",
        "dense": "dense.jsonl.gz",
        "k=5": "k=5.run",
    }


@pytest.mark.parametrize("given", [["a/x.run", "b/x.run"], ["=x.run"], ["x="]])
def test_runs_need_one_name_each(given):
    with pytest.raises(ValueError, match=r"x\.run|x="):
        words.named_runs(given)


# Errors and warnings


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["old.jsonl", "--qrels", "golden.jsonl"], "at least two runs"),
        (["old.jsonl", "new.jsonl", "--qrels", "golden.jsonl", "--baseline", "x"], "'x'"),
        (["old.jsonl", "new.jsonl", "--qrels", "golden.jsonl", "--plot", "x.gif"], "x.gif"),
        (["old.jsonl", "none.jsonl", "--qrels", "golden.jsonl"], "none.jsonl"),
        (["old.jsonl", "new.jsonl", "--qrels", "golden.jsonl", "--by", "none"], "none"),
        (["old.jsonl", "new.jsonl", "--qrels", "golden.jsonl", "-m", "nothing@5"], "nothing@5"),
        (["old.jsonl", "new.jsonl", "--qrels", "golden.jsonl", "--ties", "x"], "ties"),
        (["old.jsonl", "new.jsonl", "--qrels", "golden.jsonl", "--output", "no/x"], "no/x"),
    ],
)
def test_an_error_is_one_line(folder, arguments, message):
    result = run("compare", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
    assert message in result.stderr


def test_a_broken_line_is_named(folder):
    (folder / "new.jsonl").write_text('{"id": "q0", "retrieved": ["x"]}\n{"id": \n')
    assert evaluate().stderr.startswith("error: new.jsonl:2")


def test_a_missing_option_says_so(folder):
    result = run("evaluate", "new.jsonl")
    assert result.exit_code == 2
    assert "--qrels" in result.stderr


def test_warnings_are_lines_on_stderr(folder):
    kept = (folder / "new.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)[:6]
    (folder / "new.jsonl").write_text("".join(kept), encoding="utf-8")
    result = evaluate("--format", "json")
    assert result.exit_code == 0
    assert result.stderr.startswith("warning: 2 judged queries")
    assert result.stderr.count("\n") == 1
    found = json.loads(result.stdout)
    assert found["counts"]["missing"] == 2
    assert any("missing" in note for note in found["notes"])
    assert evaluate("--missing", "zero").stderr == ""


# Verification and exit codes


@pytest.mark.parametrize("command", [evaluate, compare])
def test_verify_says_that_every_bit_is_equal(folder, command):
    result = command("--verify", "-m", "recall@5,ndcg@10")
    assert result.exit_code == 0
    (line,) = (line for line in result.stdout.splitlines() if line.startswith("verified: "))
    assert line.endswith("equal, bit for bit")


def test_a_difference_exits_with_1(folder, monkeypatch):
    monkeypatch.setattr(rs.Scores, "verify", lambda self, **given: rs.Verification(8, 7, 4, 4))
    result = evaluate("--verify", "--format", "json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["verification"]["ok"] is False


def leave(*arguments):
    with pytest.raises(SystemExit) as left:
        main(list(arguments))
    return left.value.code


def test_main_exits_like_the_commands(folder, capsys):
    assert leave("evaluate", "new.jsonl", "--qrels", "golden.jsonl", *QUICK) == 0
    assert leave("evaluate", "none.jsonl", "--qrels", "golden.jsonl") == 2
    assert leave("evaluate") == 2
    assert leave("--help") == 0
    assert "error: none.jsonl" in capsys.readouterr().err


def test_interrupt_exits_with_130(folder, monkeypatch):
    def interrupted(*given, **named):
        raise KeyboardInterrupt

    monkeypatch.setattr("ranksure.evaluating.evaluate", interrupted)
    assert leave("evaluate", "new.jsonl", "--qrels", "golden.jsonl") == 130


@pytest.mark.parametrize("missing", ["click", "rich"])
def test_a_missing_extra_is_one_line(missing, monkeypatch, capsys):
    real = builtins.__import__

    def importing(name, *rest):
        if name == missing:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", importing)
    assert leave("--help") == 2
    assert capsys.readouterr().err == f"error: {missing} is missing: pip install 'ranksure[cli]'\n"


def test_a_plot_without_matplotlib_is_refused_at_once(folder, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    result = compare("--plot", "x.png")
    assert result.exit_code == 2
    assert result.stderr == "error: --plot needs matplotlib: pip install 'ranksure[plot]'\n"


def test_python_m_ranksure():
    found = subprocess.run(
        [sys.executable, "-m", "ranksure", "--version"], capture_output=True, text=True, check=True
    )
    assert found.stdout.startswith("ranksure ")


def test_columns_and_standard_input(folder):
    (folder / "new.tsv").write_text("q0\td0\t2\nq0\tx\t1\n", encoding="utf-8")
    (folder / "golden.tsv").write_text("1 q0 d0\n1 q1 d1\n", encoding="utf-8")
    options = ["--qrels", "golden.tsv", "-m", "rr", "--format", "json", *QUICK]
    refused = run("evaluate", "new.tsv", *options)
    assert refused.exit_code == 2
    options += ["--qrels-columns", "grade, query, document"]
    options += ["--run-columns", "query,document,rank", "--missing", "skip"]
    found = run("evaluate", "new.tsv", *options)
    assert json.loads(found.stdout)["rows"][0]["mean"] == 0.5
    piped = CliRunner().invoke(
        program, ["evaluate", "-", *options], input=(folder / "new.tsv").read_bytes()
    )
    assert json.loads(piped.stdout)["rows"][0]["system"] == "stdin"
    assert json.loads(piped.stdout)["rows"][0]["mean"] == 0.5


def test_chunks_with_evidence(folder, monkeypatch):
    pytest.importorskip("ahocorasick_rs")
    golden = [{"id": f"q{i}", "evidence": [f"proof {i}."]} for i in range(8)]
    (folder / "evidence.jsonl").write_text(lines_of(golden), encoding="utf-8")
    chunks = [{"id": f"d{i}", "text": f"Here is\nPROOF {i}."} for i in range(7)]
    (folder / "chunks.jsonl").write_text(lines_of(chunks), encoding="utf-8")
    words = ["new.jsonl", "--qrels", "evidence.jsonl", "--chunks", "chunks.jsonl", *QUICK]
    found = run("evaluate", *words, "-m", "hit_rate@5", "--format", "json")
    assert json.loads(found.stdout)["rows"][0]["mean"] == 6 / 8
    assert "warning: no chunk holds 1 of 8 evidence strings" in found.stderr
    monkeypatch.setitem(sys.modules, "ahocorasick_rs", None)
    missing = run("evaluate", *words)
    assert missing.exit_code == 2 and "pip install 'ranksure[evidence]'" in missing.stderr
