"""Runs from mappings and arrays, and what runs and golden sets have in common."""

import pickle

import numpy as np
import pytest

from ranksure.qrels import Qrels, as_qrels
from ranksure.run import Run, as_run

NAN, INF = float("nan"), float("inf")


def test_a_run_keeps_queries_and_documents_as_given():
    given = {"q2": [("b", 1.0), ("a", 2.0)], "q10": [("c", -INF)], "q1": []}
    run = Run.from_dict(given)
    assert run.to_dict() == given
    assert run.query_ids.tolist() == ["q2", "q10", "q1"]
    assert run.ranking(0) == [("b", 1.0), ("a", 2.0)]
    assert Run.from_dict({"q": {"b": 1, "a": 2}}).to_dict() == {"q": [("b", 1.0), ("a", 2.0)]}


def test_a_ranked_list_has_no_scores():
    run = Run.from_dict({"q": ["b", "a"], "p": np.array(["c"])})
    assert run.scores is None
    assert run.to_dict() == {"q": ["b", "a"], "p": ["c"]}
    assert run.ranking(-1) == [("c", None)]


@pytest.mark.parametrize("score", [None, "0.5", True, np.bool_(False)])
def test_a_score_that_is_no_number_is_refused(score):
    with pytest.raises(TypeError, match=r"query 'q', document 'a': a score must be a number"):
        Run.from_dict({"q": {"a": score}})


def test_a_nan_score_is_refused_with_query_and_document():
    with pytest.raises(ValueError, match=r"query 'q', document 'b': .*nan"):
        Run.from_dict({"p": {"a": 1.0}, "q": {"a": 1.0, "b": NAN}})


@pytest.mark.parametrize("wrong", ["d1", {"d1", "d2"}, None, 7])
def test_documents_without_an_order_are_no_ranking(wrong):
    with pytest.raises(TypeError, match="query 'q': documents must be"):
        Run.from_dict({"q": wrong})


def test_scores_are_given_for_all_documents_or_for_none():
    with pytest.raises(ValueError, match=r"query 'q' has no scores, but .* some"):
        Run.from_dict({"e": [], "p": [("a", 1.0)], "q": ["a"]})
    with pytest.raises(ValueError, match=r"query 'q' has scores, but .* none"):
        Run.from_dict({"p": ["a"], "q": {"a": 1.0}})
    with pytest.raises(ValueError, match=r"query 'q', entry 1: must be \(document, score\)"):
        Run.from_dict({"q": [("a", 1.0), "b"]})


def test_a_bad_id_is_refused_with_its_query():
    with pytest.raises(ValueError, match="query 'q', entry 1: an id must not be empty"):
        Run.from_dict({"p": ["a", "b", "c"], "q": ["a", ""]})
    with pytest.raises(TypeError, match=r"^query 1: an id must be text or an integer"):
        Run.from_dict({"p": ["a"], None: ["a"]})


def test_a_run_without_queries_is_refused_and_one_without_documents_is_not():
    with pytest.raises(ValueError, match="the run holds no query"):
        Run.from_dict({})
    assert Run.from_dict({"q": []}).to_dict() == {"q": []}
    assert Run.from_arrays(np.empty((2, 0), int)).to_dict() == {0: [], 1: []}


LAYOUTS = {
    "C": lambda a: a,
    "F": np.asfortranarray,
    "transposed": lambda a: np.ascontiguousarray(a.T).T,
    "reversed": lambda a: np.ascontiguousarray(a[:, ::-1])[:, ::-1],
    "strided": lambda a: np.repeat(a, 2, axis=1)[:, ::2],
    "big-endian": lambda a: a.astype(">i4"),
    "unsigned": lambda a: a.astype(np.uint16),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_an_array_counts_by_its_values(layout):
    run = Run.from_arrays(LAYOUTS[layout](np.array([[0, 1, 513], [3, 4, 5]])))
    assert run.to_dict() == {0: [0, 1, 513], 1: [3, 4, 5]}


@pytest.mark.parametrize("dtype", ["f2", ">f4", "f8", "i4"])
def test_scores_of_every_width_become_float64(dtype):
    run = Run.from_arrays([["a", "b"]], np.array([[1, 2]], dtype), ["q"])
    assert run.to_dict() == {"q": [("a", 1.0), ("b", 2.0)]}
    assert run.scores.dtype == np.float64


def test_padding_ends_a_list_and_takes_its_scores_along():
    ids = np.array([[5, 2, -1, -1], [-1, -1, -1, -1], [1, 2, 3, 4], [6, -1, -1, -1]], np.int32)
    scores = np.where(ids == -1, NAN, ids / 2)
    assert Run.from_arrays(ids, scores).to_dict() == {
        0: [(5, 2.5), (2, 1.0)],
        1: [],
        2: [(1, 0.5), (2, 1.0), (3, 1.5), (4, 2.0)],
        3: [(6, 3.0)],
    }


def test_an_id_behind_the_padding_is_refused_unless_there_is_no_padding():
    ids = np.array([[5, 2, 3, 4], [5, -1, 9, -1]])
    with pytest.raises(ValueError, match=r"query 'y': document 9 stands behind -1"):
        Run.from_arrays(ids, query_ids=["x", "y"])
    with pytest.raises(ValueError, match="query 0: document 9 stands behind"):
        Run.from_arrays(np.array([[5, -1, -1, 9]]))
    assert Run.from_arrays(ids, pad=None).ranking(1)[1] == (-1, None)
    with pytest.raises(ValueError, match="document 4 stands behind 3"):
        Run.from_arrays(ids, pad=3)
    with pytest.raises(TypeError, match="pad must be an integer or None"):
        Run.from_arrays(ids, pad=-1.0)


def test_the_largest_unsigned_id_is_not_minus_one():
    largest = np.array([[255, 1]], np.uint8)
    assert Run.from_arrays(largest).to_dict() == {0: [255, 1]}
    assert Run.from_arrays(largest, pad=255 - 256).to_dict() == {0: [255, 1]}
    assert Run.from_arrays(largest[:, ::-1], pad=255).to_dict() == {0: [1]}


def test_ragged_lists_of_every_kind():
    assert Run.from_arrays([[1, 2, -1], [], (3,)]).to_dict() == {0: [1, 2], 1: [], 2: [3]}
    assert Run.from_arrays([["a"], ["b", "c"]]).to_dict() == {0: ["a"], 1: ["b", "c"]}
    objects = np.empty(2, object)
    objects[:] = [[1], [2, 3]]
    assert Run.from_arrays(objects).to_dict() == {0: [1], 1: [2, 3]}
    # one common dtype of these would be float64
    mixed = [np.array([2**53 + 1], np.int64), np.array([2**63], np.uint64)]
    assert Run.from_arrays(mixed).to_dict() == {0: [str(2**53 + 1)], 1: [str(2**63)]}


@pytest.mark.parametrize("wrong", [np.array([1, 2]), np.zeros((1, 1, 1), int), [1, 2], "ab", {1}])
def test_what_has_no_rows_is_refused(wrong):
    with pytest.raises(TypeError, match="ids must be a 2-D array or a list of"):
        Run.from_arrays(wrong)


def test_shapes_must_agree():
    ids = np.array([[1, 2], [3, 4]])
    with pytest.raises(ValueError, match="scores must have the shape of the ids, found 1 for 2"):
        Run.from_arrays(ids, [[1.0, 2.0], [3.0]])
    with pytest.raises(ValueError, match=r"scores must have a row for each row of ids \(2\)"):
        Run.from_arrays(ids, np.ones((1, 4)))
    with pytest.raises(ValueError, match="query_ids must have one entry for each of 2 rows"):
        Run.from_arrays(ids, query_ids=["q"])
    with pytest.raises(ValueError, match="query 7 stands twice in the run"):
        Run.from_arrays(ids, query_ids=[7, 7])


@pytest.mark.parametrize(
    "made", [Qrels.from_dict({"q": {"a": 1}}), Run.from_dict({"q": {"a": 1}}, name="bm25")]
)
def test_what_is_built_is_frozen_also_through_pickle(made):
    for item in (made, pickle.loads(pickle.dumps(made))):
        assert item.to_dict() == made.to_dict()
        assert repr(item) == repr(made)
        with pytest.raises(AttributeError, match="cannot assign"):
            item.source = "elsewhere"
        with pytest.raises(ValueError, match="read-only"):
            item.offsets[0] = 1


def test_scores_of_the_user_stay_writeable():
    scores = np.ones((1, 2))
    Run.from_arrays([[1, 2]], scores)
    scores[:] = 2


@pytest.mark.parametrize(("convert", "cls"), [(as_qrels, Qrels), (as_run, Run)])
def test_every_accepted_form_is_converted(convert, cls):
    made = cls.from_dict({"q": ["a"]})
    assert convert(made) is made
    assert convert({"q": ["a"]}).to_dict() == made.to_dict()
    assert convert(np.array([[3]])).query_ids.tolist() == [0]
    for wrong in (3, [["q", "a", 1]], None, np.array([3])):
        with pytest.raises(TypeError, match="must be a path, a mapping"):
            convert(wrong)


def test_a_run_in_place_of_a_golden_set_is_refused():
    with pytest.raises(TypeError, match="found Run"):
        as_qrels(Run.from_dict({"q": ["a"]}))
