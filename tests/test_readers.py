"""TREC and BEIR files: fields, numbers, ranks, and what is refused with which line."""

import math
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ranksure as rs
from ranksure.readers import opening, trec

RUN = b"q1 Q0 d1 1 9.5 t\nq1 Q0 d2 2 8.5 t\nq2 Q0 d3 1 1 t\n"
RUN_READ = {"q1": [("d1", 9.5), ("d2", 8.5)], "q2": [("d3", 1.0)]}
QRELS = b"q1 0 d2 1\nq2 0 d3 0.5\n"
QRELS_READ = {"q1": {"d2": 1.0}, "q2": {"d3": 0.5}}


@pytest.fixture
def file(tmp_path):
    """Write bytes or text and return the path."""

    def write(content, name="file.txt"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def run_of(path, **options):
    return rs.read_run(path, **options).to_dict()


def qrels_of(path, **options):
    return rs.read_qrels(path, **options).to_dict()


LAYOUTS = {
    "tabs": lambda b: b.replace(b" ", b"\t"),
    "several blanks": lambda b: b.replace(b" ", b" \t "),
    "blanks at the ends": lambda b: b.replace(b"q", b"  q").replace(b"\n", b"\t \n"),
    "blank lines": lambda b: b"\n \t \n" + b.replace(b"\n", b"\n\n"),
    "CRLF": lambda b: b.replace(b"\n", b"\r\n"),
    "no last newline": lambda b: b.removesuffix(b"\n"),
    "CRLF, no last newline": lambda b: b.replace(b"\n", b"\r\n").removesuffix(b"\n"),
    "mark": lambda b: b"\xef\xbb\xbf" + b,
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_blanks_and_line_ends_mean_nothing(file, layout):
    assert run_of(file(LAYOUTS[layout](RUN))) == RUN_READ
    assert qrels_of(file(LAYOUTS[layout](QRELS))) == QRELS_READ


ID = st.text(st.characters(exclude_categories=["Cs"], exclude_characters=" \t\n\r"), min_size=1)
ROW = st.tuples(ID, ID, st.floats(allow_nan=False))


@given(st.lists(ROW, min_size=1))
def test_whatever_stands_between_space_and_tab_is_a_field(rows):
    text = "\n".join(f"{query} Q0 {document} 1 {score!r} t" for query, document, score in rows)
    expected = {}
    for query, document, score in rows:
        expected.setdefault(query, []).append((document, score))
    options = trec.LineOptions(None, "error", None, 1)
    table = trec.read_run(opening.Text("run", b"", iter([text.encode()])), options)
    assert rs.Run(table.query_ids, table.offsets, table.document_ids, table.values).to_dict() == (
        expected
    )


def test_rows_of_a_query_may_stand_apart(file):
    content = "b Q0 1 1 3 t\na Q0 1 1 9 t\nb Q0 2 2 2 t\n"
    run = rs.read_run(file(content))
    assert run.to_dict() == {"b": [("1", 3.0), ("2", 2.0)], "a": [("1", 9.0)]}
    assert run.query_ids.tolist() == ["b", "a"]


def test_scores_in_every_usual_form_are_read_to_the_last_bit(file):
    forms = [
        "-1",
        "1E-3",
        ".5",
        "+3",
        "9.",
        "1.5e1",
        "inf",
        "-Infinity",
        "0.1",
        "-0.4820330048251339",
    ]
    content = "".join(f"q Q0 d{i} 1 {form} t\n" for i, form in enumerate(forms))
    assert [score for _, score in run_of(file(content))["q"]] == list(map(float, forms))


@pytest.mark.parametrize("text", ["1_0", "high", "0x10", "1,5", "9\v", "\u0661", "--1"])
def test_what_is_no_number_is_refused_with_its_line(file, text):
    with pytest.raises(ValueError, match=r"run\.txt:3: a score must be a number, found"):
        rs.read_run(file(f"q Q0 a 1 1 t\n\nq Q0 b 1 {text} t\n", "run.txt"))
    with pytest.raises(ValueError, match=r"qrels\.txt:2: a grade must be a number, found"):
        rs.read_qrels(file(f"q 0 a 1\nq 0 b {text}\n", "qrels.txt"))


def test_a_nan_is_refused_with_line_query_and_document(file):
    with pytest.raises(ValueError, match=r"txt:2: query 'q1', document 'z': .*found nan"):
        rs.read_run(file("q2 Q0 a 1 2.0 t\nq1 Q0 z 2 nan t\nq2 Q0 b 1 1 t\n"))
    with pytest.raises(
        ValueError, match=r"txt:1: query 'q1', document 'z': a grade must be finite"
    ):
        rs.read_qrels(file("q1 0 z nan\n"))


@pytest.mark.parametrize(
    ("read", "line", "message"),
    [
        (rs.read_run, "q Q0 d 1 3", r"6 fields \(query .* tag\), found 5$"),
        (rs.read_run, "q Q0 d 1 3 my run", "6 fields .*found 7; extra_fields='ignore'"),
        (rs.read_run, "q 0 d 1", "6 fields .*found 4; 4 fields look like qrels"),
        (rs.read_run, "# made by x", "6 fields .*found 4; comment='#' skips"),
        (rs.read_qrels, "q d 1", r"4 fields \(query .* grade\), found 3$"),
        (rs.read_qrels, "q Q0 d 1 9.5 t", "4 fields .*found 6; 6 fields look like a run"),
    ],
)
def test_a_wrong_number_of_fields_is_refused_with_its_line(file, read, line, message):
    good = QRELS if read is rs.read_qrels else RUN
    path = file(b"\n" + good.split(b"\n")[0] + b"\n" + line.encode() + b"\n")
    with pytest.raises(ValueError, match=rf"file\.txt:3: a line must have {message}"):
        read(path)


def test_extra_fields_are_ignored_on_request_and_missing_ones_are_not(file):
    path = file("q Q0 a 1 3 my run\nq Q0 b 2 2 t\n")
    assert run_of(path, extra_fields="ignore") == {"q": [("a", 3.0), ("b", 2.0)]}
    with pytest.raises(ValueError, match="found 5"):
        rs.read_run(file("q Q0 a 1 3\n"), extra_fields="ignore")
    with pytest.raises(ValueError, match="extra_fields must be one of"):
        rs.read_run(path, extra_fields="join")


def test_comments_are_skipped_on_request_and_only_at_the_beginning_of_a_line(file):
    path = file("# one\nq 0 a#b 1\n  #two three\n#\nr 0 #c 1\n")
    assert qrels_of(path, comment="#") == {"q": {"a#b": 1.0}, "r": {"#c": 1.0}}
    assert qrels_of(file("// x\n/q 0 d 1\n/ 0 d 1"), comment="//") == {
        "/q": {"d": 1},
        "/": {"d": 1},
    }
    for wrong in ("", "# ", " #"):
        with pytest.raises(ValueError, match="comment must be text without blanks"):
            rs.read_qrels(path, comment=wrong)
    with pytest.raises(ValueError, match="holds no query"):
        rs.read_qrels(file("# one\n"), comment="#")


def test_beir_judgements_are_recognised_by_their_header(file):
    text = "query-id\tcorpus-id\tscore\nq1\td1\t0\nq1\td2\t2\n"
    assert qrels_of(file(text)) == {"q1": {"d1": 0.0, "d2": 2.0}}
    assert qrels_of(file(text.replace("\n", "\r\n"))) == {"q1": {"d1": 0.0, "d2": 2.0}}
    with pytest.raises(
        ValueError, match=r"txt:4: .*3 fields \(query-id corpus-id score\), found 4"
    ):
        rs.read_qrels(file(text + "q1 0 d2 2\n"))


def test_conflicting_judgements_are_refused_with_the_line_of_the_second(file):
    path = file("q 0 a 1\nq 0 a 1\np 0 a 1\nq 0 a 3\n")
    with pytest.raises(ValueError, match=r"txt:4: query 'q', document 'a': grade 3.0, but 1.0"):
        rs.read_qrels(path)
    qrels = rs.read_qrels(path, conflicts="max")
    assert qrels.to_dict() == {"p": {"a": 1.0}, "q": {"a": 3.0}}
    assert qrels.merged_judgements == 2


# other columns


def test_the_columns_of_a_file_can_be_named(file):
    path = file("7\t30\t2\n7\t31\t1\n8\t30\t1\n", "run.tsv")
    with pytest.raises(ValueError, match=r"tsv:1: .*6 fields.*found 3; columns=\['query'"):
        rs.read_run(path)
    assert run_of(path, columns=["query", "document", "rank"]) == {"7": ["31", "30"], "8": ["30"]}
    scored = {"7": [("30", 2.0), ("31", 1.0)], "8": [("30", 1.0)]}
    assert run_of(path, columns=("query", "document", "score")) == scored
    assert qrels_of(path, columns=["query", "document", "_"]) == {
        "7": {"30": 1.0, "31": 1.0},
        "8": {"30": 1.0},
    }
    path = file("7 30 1 9\n7 31 2 8\n")
    assert run_of(path, columns=["query", "document", "rank", "score"]) == {
        "7": [("30", 9.0), ("31", 8.0)]
    }
    assert qrels_of(path, columns=["_", "document", "grade", "query"])["9"] == {"30": 1.0}


@pytest.mark.parametrize(
    ("columns", "error", "message"),
    [
        ("query", TypeError, "columns must be a list of names"),
        (["query", "doc"], ValueError, "a name in columns must be one of"),
        (["query", "rank"], ValueError, "columns must name document, found query, rank"),
        (["document", "rank"], ValueError, "columns must name query"),
        (["query", "document"], ValueError, "columns must name rank or score"),
        (["query", "query", "document", "rank"], ValueError, "each field once"),
    ],
)
def test_columns_are_checked(file, columns, error, message):
    with pytest.raises(error, match=message):
        rs.read_run(file("1 2 3\n"), columns=columns)


# ranks against scores


def test_ranks_that_contradict_the_scores_warn_once_and_the_scores_stay(file):
    content = (
        "p Q0 a 1 2 t\np Q0 b 2 1 t\nq Q0 a 1 0.1 t\nr Q0 a 1 0.1 t\nq Q0 b 2 0.9 t\nr Q0 b 2 1 t\n"
    )
    with pytest.warns(rs.PolicyWarning, match=r"txt: the rank column .* query 'q'") as warned:
        run = rs.read_run(file(content))
    assert len(warned) == 1
    assert run.ranking(1) == [("a", 0.1), ("b", 0.9)]


@pytest.mark.parametrize(
    "columns",
    [
        [(0, 9), (1, 8), (2, 8)],  # ranks from 0
        [(3, 1), (1, 9), (2, 5)],  # rows in any order
        [(0, 1), (0, 9), (0, 5)],  # one rank for all says nothing
        [(1, 5), (2, 3), (2, 4), (3, 3)],  # an equal rank says nothing
        [(1, math.inf), (2, 1), (3, -math.inf)],
    ],
)
def test_ranks_that_agree_with_the_scores_are_silent(file, columns):
    # a second query, since a new query may begin with a larger score
    rows = [(query, rank, score) for query in "pq" for rank, score in columns]
    content = "".join(f"{q} Q0 d{i} {rank} {score} t\n" for i, (q, rank, score) in enumerate(rows))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(run_of(file(content))["q"]) == len(columns)


def test_ranks_order_on_request(file):
    content = "q Q0 a 2 9 t\np Q0 x 1 1 t\nq Q0 b 1 nan t\nq Q0 c 2 8 t\nq Q0 d 10 99 t\n"
    run = rs.read_run(file(content), order="rank")
    assert run.scores is None
    assert run.to_dict() == {"q": ["b", "a", "c", "d"], "p": ["x"]}
    with pytest.raises(ValueError, match="order must be one of"):
        rs.read_run(file(content), order="file")
