"""Arrays of every kind as runs and golden sets: other libraries, offsets, sparse matrices."""

import numpy as np
import pytest

import ranksure as rs
from ranksure.qrels import as_qrels
from ranksure.run import as_run


class OnlyDLPack:
    """Nothing but DLPack, as a tensor on the CPU."""

    def __init__(self, array):
        self._array = array
        self.ndim = array.ndim

    def __dlpack__(self, **options):
        return self._array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self._array.__dlpack_device__()


class OnlyArray:
    """Nothing but ``__array__``."""

    def __init__(self, array):
        self._array = array
        self.ndim = array.ndim

    def __array__(self, dtype=None, copy=None):
        return self._array


IDS = np.array([[5, 6], [7, 5]])


@pytest.mark.parametrize("wrap", [np.array, OnlyDLPack, OnlyArray])
def test_arrays_of_other_libraries(wrap):
    assert as_run(wrap(IDS)).to_dict() == {0: [5, 6], 1: [7, 5]}
    scores = wrap(np.array([[1, 2], [4, 3]], np.float32))
    run = rs.Run.from_arrays(wrap(IDS), scores, wrap(np.array([8, 9])))
    assert run.to_dict() == {8: [(5, 1.0), (6, 2.0)], 9: [(7, 4.0), (5, 3.0)]}
    assert rs.Run.from_arrays([wrap(IDS[0]), wrap(IDS[1, :1])]).to_dict() == {0: [5, 6], 1: [7]}


@pytest.mark.parametrize("wrap", [list, np.array, OnlyDLPack])
def test_offsets_and_ids(wrap):
    ids, offsets = wrap(np.array([5, 6, 7])), wrap(np.array([0, 2, 2, 3]))
    assert rs.Run.from_arrays(ids, offsets=offsets).to_dict() == {0: [5, 6], 1: [], 2: [7]}
    qrels = rs.Qrels.from_arrays(ids, np.array([2.0, 0.0, 1.0]), ["a", "b", "c"], offsets=offsets)
    assert qrels.to_dict() == {"a": {5: 2.0, 6: 0.0}, "b": {}, "c": {7: 1.0}}


def test_offsets_cut_text_too_and_padding_ends_a_list():
    run = rs.Run.from_arrays(np.array(["a", "b", "c"]), offsets=[0, 1, 3])
    assert run.to_dict() == {0: ["a"], 1: ["b", "c"]}
    assert rs.Run.from_arrays([1, -1, 2], offsets=[0, 2, 3]).to_dict() == {0: [1], 1: [2]}


@pytest.mark.parametrize(
    ("offsets", "error"),
    [
        ([0, 2], ValueError), ([1, 3], ValueError), ([0, 3, 2, 3], ValueError), ([], TypeError),
        ([0.0, 3.0], TypeError), ([[0, 3]], TypeError),
    ],
)  # fmt: skip
def test_wrong_offsets_are_refused(offsets, error):
    with pytest.raises(error, match="offsets must"):
        rs.Run.from_arrays([5, 6, 7], offsets=offsets)
    with pytest.raises(ValueError, match="one dimension"):
        rs.Run.from_arrays(IDS, offsets=[0, 2, 4])
    with pytest.raises(ValueError, match=r"number of scores \(2\)"):
        rs.Run.from_arrays([5, 6, 7], [1.0, 2.0], offsets=[0, 3])


@pytest.mark.parametrize("form", ["csr_matrix", "csc_array", "coo_array"])
def test_sparse_matrices(form):
    sparse = pytest.importorskip("scipy.sparse")
    matrix = getattr(sparse, form)(np.array([[0, 2.0, 1.0], [0, 0, 0], [3.0, 0, 0]]))
    expected = {0: {1: 2.0, 2: 1.0}, 1: {}, 2: {0: 3.0}}
    assert as_qrels(matrix).to_dict() == expected
    assert rs.Qrels.from_arrays(matrix, query_ids=["a", "b", "c"]).to_dict()["c"] == {0: 3.0}
    assert as_run(matrix).to_dict()[0] == [(1, 2.0), (2, 1.0)]
    with pytest.raises(TypeError, match="a sparse matrix holds its values"):
        rs.Qrels.from_arrays(matrix, matrix)
