"""Golden sets and results as JSON lines; neighbours and vectors as .ivecs and .fvecs."""

import json

import numpy as np
import pytest

import ranksure as rs


@pytest.fixture
def lines(tmp_path):
    """Write one JSON object a line; text is written as it is."""

    def write(*objects, name="file.jsonl"):
        path = tmp_path / name
        text = (item if isinstance(item, str) else json.dumps(item) for item in objects)
        path.write_text("\n".join(text), encoding="utf-8")
        return path

    return write


def test_a_golden_set_with_questions_and_segments(lines):
    path = lines(
        {"id": "q2", "question": "Où?", "relevant": ["d1", "d2"], "segment": "where", "x": {}},
        "  ",
        {"relevant": {"d3": 2, "d4": 0.5}, "id": "q1", "question": None},
        {"id": "q3", "relevant": []},
    )
    qrels = rs.read_qrels(path)
    assert qrels.to_dict() == {"q1": {"d3": 2.0, "d4": 0.5}, "q2": {"d1": 1, "d2": 1}, "q3": {}}
    assert qrels.questions == {"q2": "Où?"}
    assert qrels.segments == {"q2": "where"}
    assert rs.read_qrels(lines({"id": 1, "relevant": [2]})).segments is None


def test_query_stands_for_id_only_where_there_is_no_id(lines):
    assert rs.read_qrels(lines({"query": "q1", "relevant": ["d"]})).to_dict() == {"q1": {"d": 1}}
    both = lines({"query": "How much?", "id": "q1", "relevant": ["d"]})
    assert rs.read_qrels(both).to_dict() == {"q1": {"d": 1}}


def test_results_ranked_or_with_scores(lines):
    ranked = lines({"id": "q1", "retrieved": ["b", "a"]}, {"id": "q2", "retrieved": []})
    assert rs.read_run(ranked).to_dict() == {"q1": ["b", "a"], "q2": []}
    scored = lines(
        {"id": "q1", "retrieved": [{"id": "b", "score": 1, "text": "..."}, {"id": 7, "score": 2.5}]}
    )
    assert rs.read_run(scored).to_dict() == {"q1": [("b", 1.0), ("7", 2.5)]}
    assert rs.read_run(scored, order="rank").to_dict() == {"q1": ["b", "7"]}


def test_integer_ids_keep_every_digit(lines):
    path = lines({"id": 2**53 + 1, "retrieved": [2**53 + 1, 2**53]})
    assert rs.read_run(path).to_dict() == {2**53 + 1: [2**53 + 1, 2**53]}


GOLDEN = '{"id": "q0", "relevant": ["d0"]}'


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": "q1", "rele', "must be a JSON object on one line"),
        ("[1]", "must be a JSON object, found"),
        ('{"id": "q1", "relevant": ["a"], "relevant": ["b"]}', "key 'relevant' stands twice"),
        ('{"id": "q1", "relevant": {"a": 1, "a": 1}}', "key 'a' stands twice"),
        ('{"id": "q1", "relevant": {"a": NaN}}', "NaN is no JSON number"),
        ('{"id": "q1", "relevant": {"a": -Infinity}}', "-Infinity is no JSON number"),
        ('{"id": "q1", "relevant": {"a": 1e999}}', "document 'a': a grade must be finite"),
        ('{"id": "q1", "relevant": {"a": "high"}}', "document 'a': a grade must be a number"),
        ('{"id": "q1", "relevant": {"a": true}}', "document 'a': a grade must be a number"),
        ('{"id": "q1", "relevant": "a"}', "query 'q1': documents must be"),
        ('{"id": "q1", "relevant": ["a", 1.5]}', r"query 'q1', entry 1: an id must be .*1\.5"),
        ('{"id": "q1", "relevant": [null]}', "query 'q1', entry 0: an id must be .*None"),
        ('{"id": "q1", "relevant": [""]}', "query 'q1', entry 0: an id must not be empty"),
        ('{"id": 1.0, "relevant": ["a"]}', r"query 1: an id must be text or an integer.*1\.0"),
        ('{"id": true, "relevant": ["a"]}', "query 1: an id must be text or an integer"),
        ('{"relevant": ["a"]}', "the key 'id' or 'query' is missing, found relevant"),
        ('{"id": "q1"}', "the key 'relevant' is missing, found id"),
        ('{"id": "q1", "retrieved": ["a"]}', "'relevant' is missing.* looks like results"),
        ('{"id": "q0", "relevant": ["a"]}', "query 'q0' stands twice in the golden set"),
        ('{"id": "q1", "relevant": ["a"], "segment": 3}', "'segment' must be text"),
        ('{"id": "q1", "relevant": ["a"], "question": ["?"]}', "'question' must be text"),
        ('{"id": "\\ud800", "relevant": ["a"]}', "not valid Unicode"),
        ("[" * 100_000, "must be a JSON object on one line"),
    ],
)
def test_a_bad_line_of_a_golden_set_is_refused_with_its_number(lines, line, message):
    with pytest.raises(ValueError, match=rf"^.*file\.jsonl:3: .*{message}"):
        rs.read_qrels(lines(GOLDEN, "", line))


RESULTS = '{"id": "q0", "retrieved": [{"id": "d0", "score": 1}]}'


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": "q0", "retrieved": []}', "query 'q0' stands twice in the run"),
        ('{"id": "q1", "relevant": ["a"]}', "'retrieved' is missing.* looks like a golden set"),
        ('{"id": "q1", "retrieved": ["a"]}', "query 'q1' has no scores"),
        ('{"id": "q1", "retrieved": [{"id": "a"}]}', "the key 'score' is missing, found id"),
        ('{"id": "q1", "retrieved": [{"score": 1}]}', "the key 'id' is missing, found score"),
        ('{"id": "q1", "retrieved": [{"id": "a", "score": 1}, "b"]}', "must be a JSON object"),
        ('{"id": "q1", "retrieved": [{"id": "a", "score": null}]}', "document 'a': a score must"),
        ('{"id": "q1", "retrieved": "a"}', "query 'q1': documents must be"),
        ('{"id": "q1", "retrieved": null}', "query 'q1': documents must be"),
    ],
)
def test_a_bad_line_of_results_is_refused_with_its_number(lines, line, message):
    with pytest.raises(ValueError, match=rf"^.*file\.jsonl:2: .*{message}"):
        rs.read_run(lines(RESULTS, line))


def vectors(path, rows, dtype):
    """Write rows as int32 length and values."""
    lengths = np.full((len(rows), 1), len(rows[0]), "<i4")
    values = np.array(rows, dtype).view("<i4")
    path.write_bytes(np.hstack([lengths, values]).tobytes())
    return path


def test_vectors_come_back_as_they_were(tmp_path):
    neighbours = rs.read_ivecs(vectors(tmp_path / "a.ivecs", [[5, 2, -1], [7, 1, 9]], "<i4"))
    assert neighbours.dtype == np.int32
    assert neighbours.tolist() == [[5, 2, -1], [7, 1, 9]]
    floats = rs.read_fvecs(vectors(tmp_path / "a.fvecs", [[0.5, -1.25]], "<f4"))
    assert floats.dtype == np.float32
    assert floats.tolist() == [[0.5, -1.25]]


def test_an_ivecs_file_is_a_run_with_padding(tmp_path):
    run = rs.read_run(vectors(tmp_path / "flat.ivecs", [[5, 2, -1], [7, 1, 9]], "<i4"))
    assert run.to_dict() == {0: [5, 2], 1: [7, 1, 9]}
    assert (run.name, run.scores) == ("flat", None)


@pytest.mark.parametrize(
    "numbers", [[], [2], [2, 5], [0, 0], [-1, 0], [2, 5, 6, 3, 5, 6], [2, 5, 6, 2, 5]]
)
def test_what_is_no_sequence_of_equal_vectors_is_refused(tmp_path, numbers):
    path = tmp_path / "bad.ivecs"
    path.write_bytes(np.array(numbers, "<i4").tobytes())
    with pytest.raises(ValueError, match=r"bad\.ivecs: must hold vectors"):
        rs.read_ivecs(path)
