"""index_recall: against its definition, real indexes, and everything that it refuses."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ranksure as rs
from ranksure.reference.index_recall import index_recall as definition
from shared import shared

distances = st.sampled_from([0.0, 0.25, 0.2500000001, 0.26, 1.0, 3.5, np.inf])


@st.composite
def rows(draw, ids):
    """One row of each side: approximate ids and distances, exact ids and ascending distances."""
    approx = draw(st.lists(ids, unique=True, max_size=9))
    exact = draw(st.lists(ids, unique=True, min_size=1, max_size=9))
    near = draw(st.lists(distances, min_size=len(approx), max_size=len(approx)))
    far = draw(st.lists(distances, min_size=len(exact), max_size=len(exact)))
    return approx, near, exact, sorted(far)


@settings(max_examples=300, deadline=None)
@given(
    batch=st.one_of(
        st.lists(rows(st.integers(0, 12)), min_size=1, max_size=5),
        st.lists(rows(st.sampled_from(["a", "b", "é", "10", "1"])), min_size=1, max_size=5),
    ),
    k=st.integers(1, 10),
    tolerance=st.sampled_from([0.0, 1e-6, 0.1]),
    width=st.sampled_from([np.float32, np.float64]),
    threads=st.sampled_from([1, 2, 7]),
)
def test_values_have_the_bits_of_the_definition(batch, k, tolerance, width, threads) -> None:
    approx, near, exact, far = map(list, zip(*batch, strict=True))
    near = [np.array(row, width) for row in near]
    far = [np.array(row, width) for row in far]
    for given_near, given_far in ((None, None), (None, far), (near, far)):
        found = rs.index_recall(
            approx, exact, k, exact_distances=given_far, approx_distances=given_near,
            tolerance=tolerance, threads=threads,
        )  # fmt: skip
        wanted = [
            definition(
                approx[i], exact[i], k,
                None if given_far is None else far[i].tolist(),
                None if given_near is None else near[i].tolist(),
                tolerance,
            )
            for i in range(len(batch))
        ]  # fmt: skip
        assert found.tolist() == wanted


@pytest.mark.parametrize("dtype", ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", ">i4"])
def test_integers_of_every_width_and_layout(dtype: str) -> None:
    approx = np.array([[5, 3, 9], [7, 100, 2]], dtype)
    exact = np.array([[3, 4, 5], [2, 1, 0]], "i8")
    for a in (approx, np.asfortranarray(approx), np.repeat(approx, 2, axis=1)[:, ::2]):
        assert rs.index_recall(a, exact, 3).tolist() == [2 / 3, 1 / 3]


def test_padding_ends_a_row_and_short_rows_divide_by_what_is_there() -> None:
    assert rs.index_recall([[1, -1, -1]], [[1, 2, 3]], 3).tolist() == [1 / 3]
    assert rs.index_recall([[1, 5, 9]], [[1, -1, -1]], 3).tolist() == [1.0]
    assert rs.index_recall([[1, -1]], [[-1, 1]], 2, pad=None).tolist() == [1.0]
    assert rs.index_recall([["1", "7"]], [[1, 2]], 2).tolist() == [0.5]
    with pytest.warns(rs.PolicyWarning, match="1 rows of exact_ids hold no neighbour"):
        assert rs.index_recall([[1], [2]], [[-1], [2]], 1).tolist() == [0.0, 1.0]
    with pytest.warns(rs.PolicyWarning, match="2 rows"):
        rs.index_recall([[1], [2], [3]], [[], [2], []], 1)


def test_ties_at_the_last_place_count_and_no_more_than_there_are() -> None:
    exact, far = [[1, 2, 3, 4]], [[1.0, 2.0, 2.0, 3.0]]
    assert rs.index_recall([[1, 3]], exact, 2).tolist() == [0.5]
    assert rs.index_recall([[1, 3]], exact, 2, exact_distances=far).tolist() == [1.0]
    assert rs.index_recall([[1, 4]], exact, 2, exact_distances=far).tolist() == [0.5]
    near = {"exact_distances": far, "approx_distances": [[1.0, 2.0000001]]}
    assert rs.index_recall([[1, 9]], exact, 2, **near).tolist() == [1.0]
    assert rs.index_recall([[1, 9]], exact, 2, **near, tolerance=0.0).tolist() == [0.5]
    many = rs.index_recall([[8, 9]], [[1]], 2, exact_distances=[[1.0]], approx_distances=[[1, 1]])
    assert many.tolist() == [1.0]
    negated = {"exact_distances": [[-9.0, -4.0]], "approx_distances": [[-9.0, -4.1]]}
    assert rs.index_recall([[1, 7]], [[1, 2]], 2, **negated).tolist() == [1.0]


@pytest.mark.parametrize(
    ("approx", "exact", "options", "message"),
    [
        ([[1], [3]], [[1], [3, 3]], {}, "exact_ids: row 1: id 3 stands more than once"),
        ([[5, 6, 5]], [[1, 2, 3]], {}, "approx_ids: row 0: id 5 stands more than once"),
        ([["a", "b", "a"]], [["a"]], {}, "approx_ids: row 0: id 'a' stands more than once"),
        ([[1, -1, 2]], [[1]], {}, "approx_ids: row 0: id 2 stands behind -1"),
        ([[1]], [[1, -1, 7]], {}, "exact_ids: row 0: id 7 stands behind -1"),
        ([[1]], [[1], [2]], {}, "as many rows, found 1 and 2"),
        ([1], [[1]], {}, "approx_ids is one row"),
        ([[1]], [1], {}, "exact_ids is one row"),
        ([[1]], [[1, 2]], {"exact_distances": [[2.0, 1.0]]}, "exact_distances: row 0: .* ascend"),
        ([[1]], [[1]], {"exact_distances": [[np.nan]]}, "exact_distances: row 0: .* nan"),
        ([[1]], [[1]], {"exact_distances": [[0.0]], "approx_distances": [[np.nan]]},
         "approx_distances: row 0: .* nan"),
        ([[1]], [[1]], {"exact_distances": [[0.0, 1.0]]}, "exact_distances must have the shape"),
        ([[1]], [[1]], {"tolerance": 1.0}, r"tolerance must lie in \[0, 1\), found 1"),
        ("run.txt", [[1]], {}, "must end in one of"),
    ],
)  # fmt: skip
def test_wrong_values_are_named(approx, exact, options, message) -> None:
    with pytest.raises(ValueError, match=message):
        rs.index_recall(approx, exact, 2, **options)


@pytest.mark.parametrize(
    ("approx", "exact", "options", "message"),
    [
        ([[1.0]], [[1]], {}, "text or an integer"),
        (np.array([[1.0]]), [[1]], {}, "approx_ids must be text or integers, found dtype float64"),
        (7, [[1]], {}, "approx_ids must be a list of ids"),
        ([[1]], [[1]], {"approx_distances": [[1.0]]}, "need exact_distances"),
        ([[1]], [[1]], {"exact_distances": [["x"]]}, "exact_distances must hold real numbers"),
        ([[1]], [[1]], {"pad": 0.5}, "pad must be an integer"),
    ],
)
def test_wrong_kinds_are_named(approx, exact, options, message) -> None:
    with pytest.raises(TypeError, match=message):
        rs.index_recall(approx, exact, 1, **options)


def test_real_indexes_by_id_and_by_distance() -> None:
    folder = shared("data", "ann_digits_faiss")
    base, queries = (
        rs.read_fvecs(folder / f"{name}.fvecs").astype(float) for name in ("base", "query")
    )
    exact = rs.read_ivecs(folder / "groundtruth.ivecs")

    def distances_of(ids):  # squares of integers: exact; what stands at padding is not read
        rows = base[np.maximum(ids, 0)] - queries[:, None, :]
        return (rows * rows).sum(axis=2)

    for index in json.loads((folder / "recall_computed.json").read_text()):
        path = folder / f"result_{index['index']}.ivecs"
        found = rs.read_ivecs(path)
        for k in (1, 10, 100):
            recall = rs.index_recall(path, folder / "groundtruth.ivecs", k)
            assert recall.mean() == pytest.approx(index[f"recall@{k}_set"], abs=1e-12)
        near = {"exact_distances": distances_of(exact), "approx_distances": distances_of(found)}
        recall = rs.index_recall(found, exact, 10, **near)
        assert recall.mean() == pytest.approx(index["recall@10_by_distance(ties ok)"], abs=1e-12)


def test_distances_and_ids_from_files(tmp_path) -> None:
    def write(name: str, rows, dtype: str):
        values = np.array(rows, dtype)
        record = np.zeros(len(values), [("n", "<i4"), ("v", dtype, (values.shape[1],))])
        record["n"], record["v"] = values.shape[1], values
        (tmp_path / name).write_bytes(record.tobytes())
        return tmp_path / name

    approx = write("approx.ivecs", [[1, 3], [5, 4]], "<i4")
    exact = write("exact.bvecs", [[1, 2, 3], [4, 5, 6]], "u1")
    far = write("far.fvecs", [[0.5, 1.0, 1.0], [0.5, 1.0, 1.0]], "<f4")
    assert rs.read_bvecs(exact).dtype == np.uint8
    assert rs.index_recall(approx, str(exact), 2).tolist() == [0.5, 1.0]
    assert rs.index_recall(approx, exact, 2, exact_distances=far).tolist() == [1.0, 1.0]
    with pytest.raises(TypeError, match="float32"):
        rs.index_recall(far, exact, 2)
    (tmp_path / "cut.bvecs").write_bytes(exact.read_bytes()[:-1])
    with pytest.raises(ValueError, match=r"cut\.bvecs: must hold vectors"):
        rs.read_bvecs(tmp_path / "cut.bvecs")
