"""Measures by name: families, reading and printing in the spelling of any tool."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._validate import arguments as check
from ._validate import measures as meant
from .measure_kinds import KINDS, Measure
from .measure_names import parse_measure
from .measure_spellings import ir_measures_name, ranx_name, trec_eval_name

__all__ = [
    "DEFAULT_MEASURES", "FAMILIES", "KINDS", "Measure", "column_of", "core_arguments",
    "measure_name", "parse_measure", "parse_measures",
]  # fmt: skip

DEFAULT_MEASURES = ("recall@5", "precision@5", "hit_rate@5", "rr", "ndcg@10")

#: Names that stand for several measures. "official" and "set" are those of trec_eval, without its
#: text and without values that exist only over all queries.
FAMILIES = {
    "rag": DEFAULT_MEASURES,
    "official": (
        "num_ret", "num_rel", "num_rel_ret", "ap", "r_precision", "bpref", "rr",
        *(f"iprec@{level}" for level in ("0", *(f"0.{n}" for n in range(1, 10)), "1")),
        *(f"precision@{k}" for k in (5, 10, 15, 20, 30, 100, 200, 500, 1000)),
    ),
    "set": (
        "num_ret", "num_rel", "num_rel_ret", "utility", "set_precision", "set_recall",
        "set_relative_precision", "set_ap", "set_f1",
    ),
}  # fmt: skip

#: Names that trec_eval alone has a default for, read under its profile.
_DEFAULTS_OF_TREC_EVAL = {"rbp": 'rbp(p=0.9, gain="graded")'}

_TOOLS = {"trec_eval": trec_eval_name, "ir_measures": ir_measures_name, "ranx": ranx_name}
TOOLS = ("ranksure", *_TOOLS)


def parse_measures(names: str | Iterable[str], profile: str | None = None) -> tuple[Measure, ...]:
    """Measures of one or several names or families; one asked for twice is one column.

    Under the profile "trec_eval" each is as trec_eval computes it.

    >>> [measure.name for measure in parse_measures(["rr", "rag"])]
    ['rr', 'recall@5', 'precision@5', 'hit_rate@5', 'ndcg@10']
    """
    if isinstance(names, str):
        names = [names]
    meant.names_given(names)
    measures = tuple(
        dict.fromkeys(
            _of_profile(member, profile)
            for name in names
            for member in FAMILIES.get(meant.name_given(name).strip(), [name])
        )
    )
    meant.some_measure(measures)
    return measures


def _of_profile(name: str, profile: str | None) -> Measure:
    if profile != "trec_eval":
        return parse_measure(name)
    return parse_measure(_DEFAULTS_OF_TREC_EVAL.get(name.strip(), name)).like_trec_eval()


def measure_name(measure: str, tool: str = "ranksure") -> str:
    """The name of a measure in the spelling of a tool.

    Parameters
    ----------
    measure : str
        A name in any spelling.
    tool : {"ranksure", "trec_eval", "ir_measures", "ranx"}

    Returns
    -------
    str

    Raises
    ------
    ValueError
        For an unknown measure, and when the tool has none that is equal to it.

    Notes
    -----
    A threshold ``rel=`` is an option of trec_eval, not part of its names. Its names stand for the
    measure as it is defined here and for ``like="trec_eval"``, its own formula.

    Examples
    --------
    >>> measure_name("ndcg@10", "trec_eval"), measure_name("map_cut_100", "ir_measures")
    ('ndcg_cut_10', 'AP@100')
    """
    parsed = parse_measure(measure)
    check.choice(tool, "tool", TOOLS)
    if tool == "ranksure":
        return parsed.name
    name = _TOOLS[tool](parsed)
    if name is None or not _means(name, parsed):
        meant.no_spelling(measure, tool)
    return name


def _means(name: str, measure: Measure) -> bool:
    """Does this name read back as the measure? (Two digits, say, may not be enough for a level.)"""
    again = _of_profile(name, measure.like)
    if again.wants_max_grade and measure.max_grade is not None:
        again = again.with_max_grade(measure.max_grade)
    return again == measure


def column_of(measure: str, names: Sequence[str]) -> int | None:
    """The place of a measure among the names of columns, None where it is not there.

    ``err@10`` is found as ``err(max_grade=3)@10``: the scale came from the golden set; ``rndcg`` as
    ``rndcg(like="trec_eval")``: the formula came from the profile.
    """
    if measure in names:
        return names.index(measure)
    theirs = _of_profile(measure, "trec_eval")
    wanted = theirs if measure.strip() in _DEFAULTS_OF_TREC_EVAL else parse_measure(measure)
    for column in (wanted, theirs):
        if column.name in names:
            return names.index(column.name)
    if not wanted.wants_max_grade:
        return None
    scaled = (n for n in names if n.startswith(wanted.kind) and "max_grade=" in n)
    return next((names.index(n) for n in scaled if _without_scale(n) == wanted), None)


def _without_scale(name: str) -> Measure:
    return replace(parse_measure(name), max_grade=None)


AS_TREC_EVAL = 2.0  # in the core


def core_arguments(
    measures: Sequence[Measure],
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64], NDArray[np.float64],
           NDArray[np.int64]]:  # fmt: skip
    """Kinds, cut-offs (0: none), parameters, lists of numbers and their offsets, for the core."""
    default = Measure("")
    lists = [measure.numbers for measure in measures]

    def parameter(measure: Measure, name: str) -> float:
        value: Any = getattr(measure, name)
        value = AS_TREC_EVAL if value == "trec_eval" else value
        return float(value if value is not None else getattr(default, name) or 0)

    return (
        # columns of diversity measures are written later, see diversity.py
        np.array(
            [0 if m.diverse else _core.measure_kinds.index(m.kind) for m in measures],
            dtype=np.int64,
        ),
        np.array([m.k or 0 for m in measures], dtype=np.int64),
        np.array([[parameter(m, n) for n in _core.measure_parameters] for m in measures]),
        np.array([number for numbers in lists for number in numbers], dtype=np.float64),
        np.cumsum([0, *map(len, lists)], dtype=np.int64),
    )
