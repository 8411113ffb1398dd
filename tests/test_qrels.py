"""Golden sets from mappings, rows and arrays: what is kept and what is refused."""

import numpy as np
import pytest

from ranksure.qrels import Qrels

NAN, INF = float("nan"), float("inf")


def test_queries_ascend_by_utf8_bytes_and_documents_stay_as_given():
    qrels = Qrels.from_dict({"q2": {"b": 1, "a": 0}, "q10": {"c": 2}, "é": {}, "z": ["d"]})
    assert qrels.to_dict() == {
        "q10": {"c": 2.0},
        "q2": {"b": 1.0, "a": 0.0},
        "z": {"d": 1},
        "é": {},
    }
    assert list(qrels.to_dict()) == ["q10", "q2", "z", "é"]
    assert list(qrels.judgements(1)) == ["b", "a"]
    assert len(qrels) == 4


def test_integer_queries_ascend_as_their_text():
    assert Qrels.from_dict({9: ["a"], 10: ["a"], -1: ["a"]}).query_ids.tolist() == [-1, 10, 9]


@pytest.mark.parametrize("relevant", [["a"], ("a",), {"a"}, frozenset("a"), np.array(["a"])])
def test_documents_without_grades_have_grade_one(relevant):
    assert Qrels.from_dict({"q": relevant}).to_dict() == {"q": {"a": 1.0}}


def test_rows_may_come_in_any_order():
    qrels = Qrels.from_rows([("q1", "a", 1), ("q0", "b", 2), ("q1", "c", 0.5)])
    assert qrels.to_dict() == {"q0": {"b": 2.0}, "q1": {"a": 1.0, "c": 0.5}}


def test_identical_judgements_are_merged_and_counted():
    qrels = Qrels.from_rows([("q", "a", 1), ("p", "a", 2), ("q", "a", 1.0), ("q", "a", 1)])
    assert qrels.to_dict() == {"p": {"a": 2.0}, "q": {"a": 1.0}}
    assert qrels.merged_judgements == 2


def test_the_order_of_documents_stays_where_judgements_are_merged_and_queries_sorted():
    documents = list(range(50, 0, -1))
    rows = [(query, document, 1) for query in (2, 1) for document in [*documents, 50, 7]]
    qrels = Qrels.from_rows(rows)
    assert [list(qrels.judgements(i)) for i in range(2)] == [documents, documents]
    assert qrels.merged_judgements == 4


def test_the_conflict_that_is_told_is_the_first_in_the_input():
    with pytest.raises(ValueError, match="row 1: query 'q', document 9"):
        Qrels.from_rows([("q", 9, 1), ("q", 9, 2), ("q", 8, 1), ("q", 8, 2)])


def test_conflicting_judgements_are_refused_unless_one_is_chosen():
    rows = [("q", "b", 1), ("q", "a", 1), ("q", "a", 3), ("q", "a", 2), ("q", "c", 0)]
    with pytest.raises(ValueError, match=r"^row 2: query 'q', document 'a': grade 3.0, but 1.0"):
        Qrels.from_rows(rows)
    first, largest = (Qrels.from_rows(rows, conflicts=rule) for rule in ("first", "max"))
    assert first.to_dict() == {"q": {"b": 1.0, "a": 1.0, "c": 0.0}}
    assert largest.to_dict() == {"q": {"b": 1.0, "a": 3.0, "c": 0.0}}
    assert list(largest.judgements(0)) == ["b", "a", "c"]
    with pytest.raises(ValueError, match="conflicts must be one of"):
        Qrels.from_rows(rows, conflicts="min")


def test_one_document_as_integer_and_as_text_is_one_document():
    with pytest.raises(ValueError, match="document '1': grade 2"):
        Qrels.from_dict({"q": {1: 1, "1": 2}})
    with pytest.raises(ValueError, match="query '1' stands twice in the golden set"):
        Qrels.from_dict({1: ["a"], "1": ["b"]})


@pytest.mark.parametrize("grade", [None, "high", True, 1j, [1]])
def test_a_grade_that_is_no_number_is_refused(grade):
    with pytest.raises(TypeError, match=r"query 'q', document 'd': a grade must be a number"):
        Qrels.from_dict({"q": {"c": 1, "d": grade}})


@pytest.mark.parametrize("grade", [NAN, INF, -INF, 2.0**1001, -(2.0**1001), 10**400])
def test_a_grade_beyond_bounds_is_refused(grade):
    with pytest.raises(ValueError, match=r"query 'q', document 'd': .*grade"):
        Qrels.from_dict({"q": {"c": 1, "d": grade}})


def test_grades_may_be_fractions_negative_or_numpy_numbers():
    grades = {"a": 0.5, "b": -2, "c": np.float32(1.5), "d": np.int8(3), "e": 2.0**1000}
    assert Qrels.from_dict({"q": grades}).to_dict() == {"q": grades}


def test_a_golden_set_without_queries_is_refused():
    with pytest.raises(ValueError, match="the golden set holds no query"):
        Qrels.from_dict({})
    with pytest.raises(ValueError, match="the golden set holds no query"):
        Qrels.from_rows([])


def test_arrays_of_judged_documents():
    ids = np.array([[5, 6], [7, -1]])
    assert Qrels.from_arrays(ids, query_ids=[3, 1]).to_dict() == {1: {7: 1.0}, 3: {5: 1.0, 6: 1.0}}
    graded = Qrels.from_arrays(ids, np.array([[2, 1], [3, NAN]]), ["x", "y"])
    assert graded.to_dict() == {"x": {5: 2.0, 6: 1.0}, "y": {7: 3.0}}
    ragged = Qrels.from_arrays([[1], [2, 3]], [[2], [0, 1]])
    assert ragged.to_dict() == {0: {1: 2.0}, 1: {2: 0.0, 3: 1.0}}


def test_an_array_of_bool_is_a_column_of_grades():
    marks = np.array([[True, False]])
    assert Qrels.from_arrays([[8, 9]], marks).to_dict() == {0: {8: 1.0, 9: 0.0}}


def test_the_fingerprint_sees_neither_order_nor_kind_of_ids():
    base = Qrels.from_dict({"1": {"2": 1, "3": 0}, "4": {"2": 0.5}})
    same = Qrels.from_rows([(4, 2, 0.5), (1, 3, -0.0), (1, 2, 1), (1, 2, 1)])
    assert same.fingerprint == base.fingerprint
    assert len(base.fingerprint) == 16
    assert int(base.fingerprint, 16) >= 0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"q": {"a": 1}}, {"q": {"a": 2}}),
        ({"q": {"a": 1}}, {"q": {"b": 1}}),
        ({"q": {"a": 1}}, {"p": {"a": 1}}),
        ({"q": {"a": 1}}, {"q": {"a": 1}, "r": {}}),
        ({"q": {"a": 1, "b": 1}, "r": {}}, {"q": {"a": 1}, "r": {"b": 1}}),
        ({"q": {"a": 1, "b": 0}}, {"q": {"a": 0, "b": 1}}),
        ({"q": ["1", "23"]}, {"q": ["12", "3"]}),
    ],
)
def test_golden_sets_that_differ_have_other_fingerprints(one, other):
    assert Qrels.from_dict(one).fingerprint != Qrels.from_dict(other).fingerprint
