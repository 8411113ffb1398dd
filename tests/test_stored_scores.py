"""Scores in a file: the same bits back, and what is wrong with a file that is not whole."""

import json
import math
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ranksure as rs
from ranksure.stored_scores import holds_scores

GOLDEN = {"q1": {"a": 1, "b": 2}, "q2": {"b": 1}, "q3": {"c": 0}}
RUN = {"q1": ["a", "x", "b"], "q2": ["x", "b"]}


def scores(measures=("ndcg@3", "rr"), **options):
    choices = {"missing": "zero", "no_relevant": "nan"} | options
    return rs.evaluate(RUN, GOLDEN, measures, **choices)


def same(a, b):
    return (
        a.values.tobytes() == b.values.tobytes()
        and (a.query_ids, a.measures, a.counts) == (b.query_ids, b.measures, b.counts)
        and (a.notes, a.signature, a.fingerprint) == (b.notes, b.signature, b.fingerprint)
        and (a.name, a.segments) == (b.name, b.segments)
    )


def test_everything_comes_back(tmp_path):
    before = replace(scores(), name="été\n", segments={"q1": "a b", "q2": "|", "q3": ""})
    before.save(tmp_path / "scores.jsonl")
    after = rs.load_scores(tmp_path / "scores.jsonl")
    assert np.isnan(after["rr"][2])
    assert same(before, after) and after.evidence is None
    assert after.by().keys() == before.by().keys() == {"a b", "|", ""}


def test_the_file_can_be_read_by_a_person(tmp_path):
    scores(["rr"]).save(tmp_path / "x")
    head, *rows = (tmp_path / "x").read_text(encoding="utf-8").splitlines()
    assert head.startswith('{"ranksure": "scores", "version": 1, "name": "run", "measures": ["rr"]')
    assert rows == [
        '{"query": "q1", "values": [1.0]}',
        '{"query": "q2", "values": [0.5]}',
        '{"query": "q3", "values": [null]}',
    ]


def test_integer_and_text_ids_stay_what_they_are(tmp_path):
    for ids in ((1, 2), ("1", "2"), ("a\tb", "c\n\u2028")):
        before = rs.evaluate({q: ["d"] for q in ids}, {q: ["d"] for q in ids}, ["rr"])
        before.save(tmp_path / "x")
        assert rs.load_scores(tmp_path / "x").query_ids == before.query_ids == ids


@given(st.lists(st.floats(allow_infinity=False), min_size=1, max_size=20))
def test_every_float_comes_back(numbers):
    before = replace(
        scores(["rr"]),
        values=np.array(numbers).reshape(-1, 1),
        query_ids=tuple(f"q{i}" for i in range(len(numbers))),
    )
    with tempfile.TemporaryDirectory() as folder:
        before.save(Path(folder) / "x")
        after = rs.load_scores(Path(folder) / "x")
    pairs = zip(before.values[:, 0].tolist(), after.values[:, 0].tolist(), strict=True)
    for a, b in pairs:
        assert (math.isnan(a) and math.isnan(b)) or a.hex() == b.hex()


def test_a_run_is_not_taken_for_scores(tmp_path):
    scores().save(tmp_path / "x")
    (tmp_path / "run").write_text('{"id": "q1", "retrieved": ["a"]}\n')
    assert holds_scores(tmp_path / "x") and not holds_scores(tmp_path / "run")


def edited(folder, line, **changes):
    """A stored file in which the object of one line has other values; None takes a key away."""
    path = folder / "scores.jsonl"
    scores().save(path)
    lines = [json.loads(text) for text in path.read_text().splitlines()]
    lines[line - 1] = {k: v for k, v in (lines[line - 1] | changes).items() if v is not ...}
    path.write_text("".join(json.dumps(x) + "\n" for x in lines))
    return path


@pytest.mark.parametrize(
    ("line", "changes", "text"),
    [
        (1, {"ranksure": ...}, r":1: must be scores stored by ranksure"),
        (1, {"version": 2}, r":1: this version of ranksure reads version 1 .* found 2"),
        (1, {"name": ...}, r":1: the key 'name' is missing"),
        (1, {"fingerprint": 5}, r":1: 'fingerprint' must be text, found 5 \(int\)"),
        (1, {"measures": []}, r":1: 'measures' must name different measures"),
        (1, {"measures": ["rr", "rr"]}, r":1: 'measures' must name different measures"),
        (1, {"measures": "rr"}, r":1: 'measures' must be a list of texts"),
        (1, {"queries": 4}, r": the first line says 4 queries, found 3"),
        (1, {"queries": 2.5}, r":1: 'queries' must be a whole number"),
        (1, {"counts": {"missing": -1}}, r":1: 'counts: missing' must be a whole number"),
        (1, {"counts": []}, r":1: 'counts' must be an object"),
        (1, {"notes": [1]}, r":1: 'notes' must be a list of texts"),
        (2, {"query": ...}, r":2: the key 'query' is missing"),
        (2, {"query": 1.5}, r":2: 'query' must be text or a whole number, found 1.5"),
        (2, {"query": ""}, r":2: 'query' must be text"),
        (3, {"query": "q1"}, r":3: query 'q1' stands twice"),
        (3, {"values": [1.0]}, r":3: 'values' must hold one number a measure \(2\)"),
        (3, {"values": [1.0, "1"]}, r":3: a value must be a finite number or null, found '1'"),
        (3, {"values": [1.0, True]}, r":3: a value must be a finite number"),
        (4, {"segment": 5}, r":4: 'segment' must be text"),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(tmp_path, line, changes, text):
    path = edited(tmp_path, line, **changes)
    with pytest.raises(ValueError, match=r"scores\.jsonl" + text):
        rs.load_scores(path)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("", "the file is empty"),
        ("x\n", ":1: must be a JSON object on one line"),
        ("[1]\n", ":1: must be a JSON object, found"),
        ('{"ranksure": "scores", "ranksure": 1}\n', ":1: .*key 'ranksure' stands twice"),
        ('{"id": "q1", "retrieved": []}\n', ":1: must be scores stored by ranksure"),
        ('{"ranksure": NaN}\n', ":1: .*NaN is no JSON number"),
    ],
)
def test_other_files_are_refused(tmp_path, content, text):
    path = tmp_path / "x.jsonl"
    path.write_text(content)
    with pytest.raises(ValueError, match=r"x\.jsonl" + text.replace("the file", ": the file")):
        rs.load_scores(path)


def test_a_cut_file_is_refused(tmp_path):
    path = tmp_path / "x"
    scores().save(path)
    text = path.read_text()
    path.write_text("".join(text.splitlines(keepends=True)[:-1]))
    with pytest.raises(ValueError, match="says 3 queries, found 2"):
        rs.load_scores(path)
    path.write_text(text[:-4])
    with pytest.raises(ValueError, match="x:4: must be a JSON object on one line"):
        rs.load_scores(path)


def test_merge_adds_measures():
    whole = scores(["ndcg@3", "rr", "recall@1"])
    merged = scores(["ndcg@3", "rr"]).merge(scores(["rr", "recall@1"]))
    assert merged.measures == whole.measures
    assert merged.values.tobytes() == whole.values.tobytes()
    assert merged.counts == whole.counts and merged.notes == whole.notes


def test_merged_scores_can_be_stored_and_compared(tmp_path):
    merged = scores(["rr"]).merge(scores(["recall@1"]))
    merged.save(tmp_path / "x")
    assert same(replace(merged, evidence=None), rs.load_scores(tmp_path / "x"))


def test_stored_scores_are_compared_like_others(tmp_path):
    before = scores(no_relevant="zero")
    before.save(tmp_path / "x")
    systems = {"a": before, "b": rs.load_scores(tmp_path / "x")}
    assert [row.difference for row in rs.compare(systems, seed=1).rows] == [None, 0, None, 0]


def test_merge_refuses_other_questions_and_choices():
    first = scores(["rr"])
    with pytest.raises(ValueError, match="systems, 'run' and 'b'; compare takes several"):
        first.merge(replace(scores(["recall@1"]), name="b"))
    with pytest.raises(ValueError, match="different golden sets"):
        first.merge(rs.evaluate(RUN, {"q1": ["a"]}, ["recall@1"], missing="zero"))
    with pytest.raises(ValueError, match="different choices"):
        first.merge(scores(["recall@1"], no_relevant="zero"))
    with pytest.raises(ValueError, match="same queries in the same order, found 3 and 1"):
        first.merge(scores(["recall@1"]).take([0]))
    other = replace(first, values=first.values * 0.5)
    with pytest.raises(ValueError, match=r"both scores hold rr, .* query 'q1': 1.0 and 0.5"):
        first.merge(other)
