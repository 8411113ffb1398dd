"""The fingerprint of a golden set: as the reference defines it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ranksure.qrels import Qrels
from ranksure.reference.fingerprint import fingerprint, siphash128


@pytest.mark.parametrize(
    ("length", "published"),
    [
        (0, "a3817f04ba25a8e66df67214c7550293"),
        (1, "da87c1d86b99af44347659119b22fc45"),
        (7, "a1f1ebbed8dbc153c0b84aa61ff08239"),
        (8, "3b62a9ba6258f5610f83e264f31497b4"),
    ],
)
def test_the_hash_is_the_published_one(length: int, published: str) -> None:
    """Vectors of the authors' code, message 00 01 02 ..."""
    assert siphash128(bytes(range(length))).to_bytes(16, "little").hex() == published


ID = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)
GRADE = st.one_of(st.floats(-1e300, 1e300), st.integers(-3, 3).map(float))


@given(st.dictionaries(ID, st.dictionaries(ID, GRADE, max_size=6), min_size=1, max_size=6))
def test_text(judgements: dict[str, dict[str, float]]) -> None:
    assert Qrels.from_dict(judgements).fingerprint == fingerprint(judgements)


@given(st.integers(0, 2**32 - 1), st.sampled_from([np.int8, np.uint32, np.int64, np.uint64]))
def test_integers_of_any_width(seed: int, dtype: type) -> None:
    rng = np.random.default_rng(seed)
    ids = np.array([rng.choice(120, 5, replace=False) for _ in range(4)]).astype(dtype)
    if dtype == np.uint64:
        ids[0, 0] = 2**64 - 1
    grades = rng.integers(-1, 3, ids.shape)
    as_text = {
        str(query): dict(zip(map(str, row), map(float, values), strict=True))
        for query, (row, values) in enumerate(zip(ids.tolist(), grades.tolist(), strict=True))
    }
    assert Qrels.from_arrays(ids, grades, pad=None).fingerprint == fingerprint(as_text)
