"""Frames of every library as golden sets and runs."""

import numpy as np
import pytest

from ranksure.qrels import Qrels, as_qrels, read_qrels
from ranksure.run import Run, as_run, read_run

QUERIES, DOCUMENTS, SCORES = ["q1", "q1", "q2"], ["a", "b", "c"], [0.5, 0.75, 1.0]
READ = {"q1": [("a", 0.5), ("b", 0.75)], "q2": [("c", 1.0)]}


def pandas_frame(**columns):
    return pytest.importorskip("pandas").DataFrame(columns)


def polars_frame(**columns):
    return pytest.importorskip("polars").DataFrame(columns)


def lazy_frame(**columns):
    return polars_frame(**columns).lazy()


def arrow_table(**columns):
    return pytest.importorskip("pyarrow").table(columns)


def arrow_chunks(**columns):
    pa = pytest.importorskip("pyarrow")
    chunked = {name: pa.chunked_array([v[:1], v[1:]]) for name, v in columns.items()}
    return pa.table(chunked)


def structured_array(**columns):
    types = {str: "U9", int: "i8", float: "f8"}
    dtype = [(name, types[type(values[0])]) for name, values in columns.items()]
    return np.array(list(zip(*columns.values(), strict=True)), dtype)


def duckdb_relation(**columns):
    duckdb = pytest.importorskip("duckdb")
    found = arrow_table(**columns)
    assert found.num_columns
    return duckdb.sql("select * from found")


class Capsule:
    """Nothing but the Arrow PyCapsule interface."""

    def __init__(self, table):
        self._table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self._table.__arrow_c_stream__(requested_schema)


def capsule(**columns):
    return Capsule(arrow_chunks(**columns))


MAKERS = [
    pandas_frame, polars_frame, lazy_frame, arrow_table, arrow_chunks, structured_array,
    duckdb_relation, capsule,
]  # fmt: skip
NULLABLE = [pandas_frame, polars_frame, arrow_table, duckdb_relation]


@pytest.mark.parametrize("make", MAKERS)
def test_frames_of_every_library_give_one_result(make):
    frame = make(score=SCORES, query=QUERIES, document=DOCUMENTS)
    assert Run.from_frame(frame).to_dict() == READ
    assert as_run(frame).to_dict() == READ


@pytest.mark.parametrize("make", MAKERS)
def test_integer_ids_of_a_frame_stay_integers(make):
    frame = make(query=[3, 3, 1], document=[2**53 + 1, 2**53, 5], grade=[1, 0, 2])
    expected = {1: {5: 2.0}, 3: {2**53 + 1: 1.0, 2**53: 0.0}}
    assert Qrels.from_frame(frame).to_dict() == expected
    assert as_qrels(frame).to_dict() == expected


@pytest.mark.parametrize("dtype", ["object", "string", "string[pyarrow]", "str", "category"])
def test_every_text_dtype_of_pandas_is_read_by_value(dtype):
    pytest.importorskip("pyarrow")
    frame = pandas_frame(query=QUERIES, document=DOCUMENTS, score=SCORES)
    frame = frame.astype({"query": dtype, "document": dtype})
    if dtype == "category":  # codes that differ from the order of appearance
        frame["document"] = frame["document"].cat.reorder_categories(["c", "b", "a"])
    assert Run.from_frame(frame).to_dict() == READ


def test_dictionaries_and_categories_are_read_by_value():
    pa, pl = pytest.importorskip("pyarrow"), pytest.importorskip("polars")
    ids = {name: pa.array(v).dictionary_encode() for name, v in (("query", QUERIES),)}
    table = arrow_table(**ids, document=pa.array(DOCUMENTS).dictionary_encode(), score=SCORES)
    assert Run.from_frame(table).to_dict() == READ
    frame = polars_frame(query=QUERIES, document=DOCUMENTS, score=SCORES)
    cast = frame.with_columns(pl.col("query", "document").cast(pl.Categorical))
    assert Run.from_frame(cast).to_dict() == READ


@pytest.mark.parametrize("dtype", ["i4", "u1", "f4", "Int64", "Float64", "bool", "object"])
def test_grades_come_in_any_numeric_dtype(dtype):
    frame = pandas_frame(query=["q", "q"], document=["a", "b"], grade=[1, 0])
    frame["grade"] = frame["grade"].astype(dtype)
    assert Qrels.from_frame(frame).to_dict() == {"q": {"a": 1.0, "b": 0.0}}


def test_score_objects_are_numbers_or_refused():
    frame = pandas_frame(query=QUERIES, document=DOCUMENTS, score=list(map(np.float32, SCORES)))
    frame["score"] = frame["score"].astype(object)
    assert Run.from_frame(frame).to_dict() == READ
    frame["score"] = ["0.5", "0.75", "1"]
    with pytest.raises(TypeError, match="row 0: query 'q1', document 'a': a score must be a"):
        Run.from_frame(frame)


@pytest.mark.parametrize("make", NULLABLE)
@pytest.mark.parametrize("column", ["query", "document", "grade"])
def test_a_null_is_refused_with_column_and_row(make, column):
    columns = {"query": ["q", "q"], "document": ["a", "b"], "grade": [1, 2]}
    columns[column] = [columns[column][0], None]
    with pytest.raises(ValueError, match=f"column '{column}', row 1: must not be null"):
        Qrels.from_frame(make(**columns))


@pytest.mark.parametrize("make", NULLABLE)
def test_float_ids_are_refused_with_their_column(make):
    for values in ([12.0, 13.0], [12.0, None]):
        frame = make(query=["q", "q"], document=values, score=[2.0, 1.0])
        with pytest.raises(TypeError, match=r"column 'document' must be .*(float|double)"):
            Run.from_frame(frame)


def test_an_integer_null_of_arrow_is_refused_as_a_null():
    with pytest.raises(ValueError, match="column 'document', row 0: must not be null"):
        Run.from_frame(arrow_table(query=["q"], document=[None], score=[1.0]))


def test_a_nan_score_is_refused_with_its_row_also_after_grouping():
    frame = polars_frame(query=["q", "p", "q"], document=["a", "b", "c"], score=[1.0, 2.0, np.nan])
    with pytest.raises(ValueError, match="row 2: query 'q', document 'c': a score must be"):
        Run.from_frame(frame)


def test_columns_can_be_named_and_missing_ones_are_told():
    frame = pandas_frame(qid=QUERIES, docno=DOCUMENTS, score=SCORES)
    names = {"query": "qid", "document": "docno"}
    assert Run.from_frame(frame, columns=names).to_dict() == READ
    with pytest.raises(ValueError, match=r"needs the columns query, document, score and has qid"):
        Run.from_frame(frame)
    with pytest.raises(ValueError, match="a key of columns must be one of"):
        Run.from_frame(frame, columns={"doc": "docno"})
    with pytest.raises(TypeError, match="columns must be"):
        Run.from_frame(frame, columns=["qid"])


@pytest.mark.parametrize("kind", ["string", "large_string", "string_view", "sliced"])
def test_text_of_arrow_is_read_from_its_buffers(kind):
    pa = pytest.importorskip("pyarrow")
    ids = ["x", "d\u00e9", "d" * 40, "q"]
    column = pa.array(ids, pa.string() if kind == "sliced" else getattr(pa, kind)())
    table = pa.table({"query": ["q"] * 4, "document": column, "score": [4.0, 3.0, 2.0, 1.0]})
    skipped = int(kind == "sliced")
    expected = list(zip(ids, [4.0, 3.0, 2.0, 1.0], strict=True))[skipped:]
    assert Run.from_frame(table.slice(skipped)).to_dict() == {"q": expected}


def test_arrow_text_must_not_be_empty_and_other_kinds_are_no_ids():
    pa = pytest.importorskip("pyarrow")
    with pytest.raises(ValueError, match="column 'document', row 1: an id must not be empty"):
        Run.from_frame(arrow_table(query=["q", "q"], document=["a", ""], score=[1.0, 2.0]))
    with pytest.raises(TypeError, match="column 'document' must be text or integers, found bool"):
        Run.from_frame(arrow_table(query=["q"], document=[True], score=[1.0]))
    empty = pa.table({"query": pa.array([], pa.string()), "document": [], "grade": []})
    with pytest.raises((ValueError, TypeError)):
        Qrels.from_frame(empty)


def test_frames_are_read_without_pyarrow(monkeypatch):
    frame = polars_frame(query=QUERIES, document=DOCUMENTS, score=SCORES)
    monkeypatch.setattr("ranksure.readers.arrow.is_installed", lambda: False)
    assert Run.from_frame(frame).to_dict() == READ


@pytest.mark.parametrize("form", ["parquet", "feather"])
def test_files_of_frames(form, tmp_path, monkeypatch):
    pytest.importorskip("pyarrow")
    path = tmp_path / "run"
    frame = pandas_frame(qid=QUERIES, document=DOCUMENTS, score=SCORES, grade=[1, 0, 2])
    getattr(frame, f"to_{form}")(path)
    names = {"query": "qid"}
    assert read_run(path, columns=names).to_dict() == READ
    assert read_qrels(path, columns=names).to_dict()["q2"] == {"c": 2.0}
    with pytest.raises(ValueError, match="needs the columns query"):
        read_run(path)
    with pytest.raises(TypeError, match="columns must be"):
        read_run(path, columns=["query", "document", "score"])
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(ValueError, match=f"run: damaged {form.capitalize()} data"):
        read_run(path, columns=names)
    monkeypatch.setattr("ranksure.readers.arrow.is_installed", lambda: False)
    with pytest.raises(ValueError, match="needs pyarrow: pip install"):
        read_qrels(path)
