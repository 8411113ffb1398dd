"""docs/definitions.md, the reference, the names and the core speak of the same measures."""

import inspect
import re

import pytest

from ranksure import _core
from ranksure.measures import KINDS, parse_measure
from ranksure.reference import evaluating
from ranksure.reference import measures as reference
from shared import ROOT, in_checkout

pytestmark = in_checkout


def entries() -> dict[str, str]:
    """The text of each entry by kind."""
    text = (ROOT / "docs" / "definitions.md").read_text(encoding="utf-8")
    parts = re.split(r"^#+ ", text, flags=re.MULTILINE)
    heads = (re.match(r"`([a-z_0-9]+)", part) for part in parts)
    return {head[1]: part for head, part in zip(heads, parts, strict=True) if head}


def line(entry: str, name: str) -> str:
    match = re.search(rf"^- {name}: (.*?)(?=^- |\Z)", entry, re.MULTILINE | re.DOTALL)
    return " ".join(match[1].split()) if match else ""


def test_every_kind_is_known_everywhere() -> None:
    assert set(KINDS) == {*_core.measure_kinds, *_core.diversity_kinds} == set(entries())
    assert all(callable(getattr(reference, kind)) for kind in KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_entry(kind: str) -> None:
    entry = entries()[kind]
    summary = (inspect.getdoc(getattr(reference, kind)) or "").partition("\n")[0]
    assert entry.partition("\n\n")[2].startswith(summary), "the docstring begins with this formula"
    assert line(entry, "source")
    named, _, empty = line(entry, "parameters").partition("; ")
    assert tuple(re.findall(r"`(\w+)`", named)) == KINDS[kind].parameters
    always = kind in evaluating.ALWAYS_DEFINED
    assert empty == (
        "always has a value"
        if always
        else f"no {'document gains' if kind in evaluating.GAINS else 'relevant document'}: "
        "`no_relevant`"
    )
    for name in re.findall(r"(?:trec_eval|ir_measures|ranx) `([^`]+)`", line(entry, "elsewhere")):
        assert parse_measure(name).kind == kind


@pytest.mark.parametrize("kind", KINDS)
def test_the_reference_takes_the_parameters_of_the_names(kind: str) -> None:
    takes = set(inspect.signature(getattr(reference, kind)).parameters)
    level = {"level"} if KINDS[kind].at == "level" else set()
    elsewhere = {"judged_only", "gains"}  # these change what every measure sees
    assert takes == {"ranked", "grades", "k"} | level | set(KINDS[kind].parameters) - elsewhere
