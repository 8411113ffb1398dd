"""Published values on real data come out; docs/agreement.md says how many."""

import math

import pytest

import agreement
import ranksure as rs
from agreement_tally import Tally
from shared import in_checkout, shared


@pytest.mark.parametrize("folder", agreement.FOLDERS)
def test_folder(folder: str) -> None:
    shared("data", folder)
    for tally in agreement.tallies(folder):
        assert tally.folder == folder
        assert tally.compared > 0, tally.what
        assert not tally.surprises, (tally.what, tally.surprises[:10])


@in_checkout
def test_the_document_is_what_the_script_writes() -> None:
    for folder in agreement.FOLDERS:
        shared("data", folder)
    written = agreement.DOCUMENT.read_text(encoding="utf-8")
    assert written == agreement.document(), "run: python tests/agreement.py"


@pytest.mark.parametrize(
    ("text", "found", "decimals", "agrees"),
    [
        ("0.1736", 0.17364999, None, True),
        ("0.1736", 0.17365001, None, False),
        ("0.1736", 0.17354999, None, False),
        ("0.062", 0.0625, None, True),  # on the border: 0.062 and 0.063 are both right
        ("0.063", 0.0625, None, True),
        ("1", 0.9999996, 6, True),  # the source dropped the zeros of 1.000000
        ("1", 0.9999996, None, True),
        ("1", 0.999999, 6, False),
        ("0.5", math.nan, None, False),
    ],
)
def test_printed_values(text: str, found: float, decimals: int | None, agrees: bool) -> None:
    tally = Tally("folder", "what")
    tally.printed("value", text, found, decimals)
    assert (tally.agreed, tally.compared) == (int(agrees), 1)
    assert bool(tally.surprises) is not agrees


def test_close_and_equal_values() -> None:
    tally = Tally("folder", "what")
    tally.close("a", 0.1, 0.1 + 1e-13)
    tally.equal("b", 0.3, 0.3)
    assert tally.agreed == 2
    tally.close("c", 0.1, 0.1 + 1e-11)
    tally.equal("d", 0.3, 0.1 + 0.2)
    assert (tally.agreed, tally.compared) == (2, 4)
    assert [d.where for d in tally.deviations] == ["c", "d"]


def test_an_expected_deviation_has_to_come() -> None:
    tally = Tally("folder", "what", expected={"a": "known", "b": "known"})
    tally.equal("a", 1, 2)
    assert tally.surprises == ["b should deviate"]
    tally.equal("b", 1, 2)
    assert not tally.surprises
    tally.equal("c", 1, 2)
    assert len(tally.surprises) == 1


def test_a_refusal_has_to_come_with_its_reason() -> None:
    tally = Tally("folder", "what")
    tally.refused("a", "no query in common", rs.evaluate, {"q": ["a"]}, {"p": ["a"]}, "rr")
    assert tally.agreed == 1
    tally.refused("b", "no query in common", rs.evaluate, {"q": ["a"]}, {"q": ["a"]}, "rr")
    tally.refused("c", "another reason", rs.evaluate, {"q": ["a"]}, {"p": ["a"]}, "rr")
    assert (tally.agreed, tally.compared) == (1, 3)
