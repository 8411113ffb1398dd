"""A folder of small runs, and the commands on them, for the tests of the command line."""

import json

from click.testing import CliRunner

from ranksure.cli.commands import program

QUICK = ["--n-resamples", "200", "--seed", "7"]


def lines_of(records):
    return "".join(json.dumps(record) + "\n" for record in records)


def write_runs(folder):
    """Eight questions in two segments; `new` finds more than `old`."""
    questions = [
        {"id": f"q{i}", "relevant": [f"d{i}"], "segment": "short" if i < 4 else "long"}
        for i in range(8)
    ]
    old = [{"id": f"q{i}", "retrieved": [f"d{i}", "x"] if i % 2 else ["x", "y"]} for i in range(8)]
    new = [{"id": f"q{i}", "retrieved": ["x", f"d{i}"] if i else ["x"]} for i in range(8)]
    for name, records in (("golden", questions), ("old", old), ("new", new)):
        (folder / f"{name}.jsonl").write_text(lines_of(records), encoding="utf-8")


def run(*arguments):
    return CliRunner().invoke(program, [str(argument) for argument in arguments])


def evaluate(*more):
    return run("evaluate", "new.jsonl", "--qrels", "golden.jsonl", *QUICK, *more)


def compare(*more):
    return run("compare", "old.jsonl", "new.jsonl", "--qrels", "golden.jsonl", *QUICK, *more)
