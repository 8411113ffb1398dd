"""Mappings that the core reads at once give what the general reader gives, errors included."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ranksure import _core
from ranksure.readers import mappings
from ranksure.readers.table import Table


class Key(str):
    """Text of a kind of its own."""


TEXT = st.one_of(
    st.text(min_size=1, max_size=9), st.sampled_from(["é", "1", "\U0001f600", Key("k")])
)
INTEGER = st.integers(-(2**63), 2**63 - 1)
ODD = st.sampled_from(["", "\ud800", True, 2**63, 1.0, None, np.int32(3), b"a", ("a", 1.0)])
NUMBER = st.one_of(
    st.floats(), st.integers(-(2**70), 2**70), st.sampled_from([np.float64(2), np.float32(2)])
)
WRONG = st.sampled_from([True, None, "1", 2**2000])


def lists_of(ids: st.SearchStrategy[Any], values: st.SearchStrategy[Any]) -> Any:
    queries = st.one_of(
        st.lists(st.dictionaries(ids, values, max_size=5), max_size=5),
        st.lists(st.lists(ids, max_size=5), max_size=5),
    )
    return queries.map(lambda given: given or [{}])


QUERIES = st.one_of(
    lists_of(TEXT, NUMBER),
    lists_of(INTEGER, NUMBER),
    lists_of(st.one_of(TEXT, INTEGER, ODD), NUMBER),
    lists_of(TEXT, st.one_of(NUMBER, WRONG)),
    st.lists(st.one_of(st.lists(TEXT), st.dictionaries(TEXT, NUMBER)), min_size=1),
)


def outcome(read: Any, given: list[Any]) -> Any:
    """What reading gives, or the error."""
    try:
        table: Table = read(list(range(len(given))), given)
    except (TypeError, ValueError) as error:
        return type(error), str(error)
    values = None if table.values is None else table.values.tobytes()
    return table.offsets.tolist(), table.document_ids.tolist(), values


@pytest.mark.parametrize("read", [mappings.run_table, mappings.golden_table])
@given(given=QUERIES)
def test_both_ways_of_reading_agree(read: Any, given: list[Any]) -> None:
    found = outcome(read, given)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_core, "plain_documents", lambda queries: None)
        assert outcome(read, given) == found


def test_the_plain_way_is_taken_for_plain_input_and_no_other() -> None:
    read = _core.plain_documents
    assert read([{"a": 1, "é": 2.5}, {}]) is not None
    assert read([{1: 1}, {2: 0.5}]) is not None
    assert read([["a", "b"], []]) is not None
    for odd in ([{"a": 1, 1: 1}], [{"a": 1}, ["b"]], [{"": 1}], [{}], [("a",)], [{"a": True}]):
        assert read(odd) is None
