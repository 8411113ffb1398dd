"""Columns of ids: what is accepted, what is kept, and when two ids are the same."""

import copy
import pickle
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ranksure import _core
from ranksure._ids import Ids, common

TEXTS = st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), min_size=1)
INTEGERS = st.integers(-(2**63), 2**63 - 1)


def found(haystack, needles):
    """Places of needles in the haystack, both given as Ids, by the one rule of equality."""
    needles, haystack = common(needles, haystack)
    return _core.find(haystack.parts, needles.parts).tolist()


@given(TEXTS)
def test_text_comes_back_as_it_was(texts):
    ids = Ids.from_list(texts)
    assert ids.is_text
    assert ids.tolist() == texts
    assert [ids[i] for i in range(len(ids))] == texts
    assert ids[-1] == texts[-1]
    assert ids.take(np.arange(len(ids))[::-1].copy()).tolist() == texts[::-1]
    assert ids.span(1, len(ids)).tolist() == texts[1:]


@given(st.lists(INTEGERS, min_size=1))
def test_integers_keep_every_digit_also_as_text(numbers):
    ids = Ids.from_list(numbers)
    assert not ids.is_text
    assert ids.tolist() == numbers
    assert ids[0] == numbers[0]
    assert ids.span(1, len(ids)).tolist() == numbers[1:]
    assert ids.as_text().tolist() == [str(number) for number in numbers]


def test_integers_and_text_in_one_list_are_text():
    assert Ids.from_list([7, "a", np.int32(-3)]).tolist() == ["7", "a", "-3"]


def test_an_integer_beyond_int64_makes_the_list_text():
    assert Ids.from_list([1, 2**64]).tolist() == ["1", str(2**64)]


@pytest.mark.parametrize("dtype", ["i1", "<i2", ">i4", "<i8", ">i8", "u1", ">u2", "<u4", "<u8"])
def test_every_integer_dtype_is_read_by_value(dtype):
    ids = Ids.from_array(np.array([1, 100, 3], dtype))
    assert ids.tolist() == [1, 100, 3]
    assert ids.integers.dtype.isnative
    assert ids.integers.dtype == np.dtype(dtype).newbyteorder("=")


def test_contiguous_integers_are_not_copied_and_strided_ones_are_read_by_value():
    array = np.arange(6)
    assert np.shares_memory(Ids.from_array(array).integers, array)
    assert Ids.from_array(array[::-2]).tolist() == [5, 3, 1]
    assert Ids.from_array(array[::-2]).integers.flags.c_contiguous


@pytest.mark.parametrize(
    "array",
    [np.array(["a", "ü"]), np.array(["a", "ü"], object), np.array([b"a", "ü".encode()])],
    ids=["U", "object", "S"],
)
def test_every_text_dtype_is_read(array):
    assert Ids.from_array(array).tolist() == ["a", "ü"]


@pytest.mark.skipif(np.lib.NumpyVersion(np.__version__) < "2.0.0", reason="NumPy 2 has the dtype")
def test_numpy_strings_are_read():
    assert Ids.from_array(np.array(["a", "ü"], np.dtypes.StringDType())).tolist() == ["a", "ü"]


@pytest.mark.parametrize("wrong", [1.0, np.float32(1), True, np.bool_(True), None, b"a", ("a",)])
def test_other_kinds_are_refused_with_their_place(wrong):
    with pytest.raises(TypeError, match=r"^documents, entry 1: .*text or an integer"):
        Ids.from_list(["a", wrong], "documents")


@pytest.mark.parametrize("dtype", ["f4", "f8", "bool", "M8[s]", "c16"])
def test_arrays_of_other_kinds_are_refused(dtype):
    found = re.escape(np.dtype(dtype).name)
    with pytest.raises(TypeError, match=f"^documents must be .*, found dtype {found}"):
        Ids.from_array(np.zeros(2, dtype), "documents")


def test_float_arrays_are_refused_with_the_way_out():
    with pytest.raises(TypeError, match=r"float64; .*missing value.*astype\('int64'\)"):
        Ids.from_array(np.array([1.0, 2.0]))


def test_a_masked_array_is_refused():
    with pytest.raises(TypeError, match="masked"):
        Ids.from_array(np.ma.masked_array([1, 2], [False, True]))


def test_an_array_of_two_dimensions_is_refused():
    with pytest.raises(ValueError, match=r"one dimension, found shape \(1, 2\)"):
        Ids.from_array(np.array([[1, 2]]))


@pytest.mark.parametrize(("text", "reason"), [("", "empty"), ("\ud800", "Unicode")])
def test_text_that_is_no_id_is_refused_with_its_place(text, reason):
    with pytest.raises(ValueError, match=f"ids, entry 2: .*{reason}"):
        Ids.from_list(["a", "b", text])


@given(INTEGERS)
def test_an_integer_equals_its_decimal_text(number):
    assert found(Ids.from_list([str(number)]), Ids.from_list([number])) == [0]
    assert found(Ids.from_list([number]), Ids.from_list([str(number)])) == [0]


@pytest.mark.parametrize("text", ["07", "+7", "7.0", " 7", "7 ", "7_0", "\u0667"])
def test_an_integer_equals_no_other_text(text):
    assert found(Ids.from_list([text]), Ids.from_list([7, 70])) == [-1, -1]


def test_integer_columns_of_two_widths_meet_and_the_run_keeps_its_width():
    run, judged = common(Ids.from_array(np.array([1, 2], np.int16)), Ids.from_list([2]))
    assert run.integers.dtype == np.int16
    assert judged.integers.dtype == np.int64


@pytest.mark.parametrize("large", [2**63 - 1, 2**63, 2**64 - 1])
def test_unsigned_ids_beyond_int64_match_by_value(large):
    unsigned = Ids.from_array(np.array([1, large], np.uint64))
    assert found(unsigned, Ids.from_list([large])) == [1]
    assert found(Ids.from_list([large, 5]), unsigned) == [-1, 0]
    # the bits of 2^64 - 1 are those of -1
    assert found(unsigned, Ids.from_list([-1])) == [-1]


def test_first_places_number_equal_ids_alike():
    assert Ids.from_list(["b", "a", "b", "c", "a"]).first_places().tolist() == [0, 1, 0, 3, 1]
    assert Ids.from_array(np.array([9, 1, 9], np.uint64)).first_places().tolist() == [0, 1, 0]


@pytest.mark.parametrize("values", [[1, 2], ["a", "b"], []], ids=["integers", "text", "none"])
def test_ids_stay_read_only_through_pickle_and_copy(values):
    for ids in (
        Ids.from_list(values),
        pickle.loads(pickle.dumps(Ids.from_list(values))),
        copy.deepcopy(Ids.from_list(values)),
    ):
        assert ids.tolist() == values
        parts = ids.parts if ids.is_text else (ids.parts,)
        assert not any(part.flags.writeable for part in parts)


def test_the_array_of_the_user_stays_writeable():
    array = np.arange(3)
    Ids.from_array(array)
    assert array.flags.writeable
