"""Scores as trec_eval prints them: a line a measure, in its order, spelling and digits."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ._validate import evaluation as meeting
from ._validate import measures as meant
from .measures import FAMILIES, Measure, measure_name, parse_measure
from .preparing import ranked_documents

if TYPE_CHECKING:
    from .scores import Scores

# What is no value of a query; relstring may name its length, as in relstring_20.
EXTRAS = ("runid", "num_q", "gm_map", "gm_bpref", "relstring")

_ORDER = (
    "runid", "num_q", "num_ret", "num_rel", "num_rel_ret", "map", "gm_map", "Rprec", "bpref",
    "recip_rank", "iprec_at_recall", "P", "relstring", "recall", "infAP", "gm_bpref", "Rprec_mult",
    "utility", "11pt_avg", "binG", "G", "dcg", "ideal_dcg", "ndcg", "ndcg_rel", "Rndcg",
    "ndcg_cut", "map_cut", "relative_P", "success", "set_P", "set_relative_P", "set_recall",
    "set_map", "set_F", "num_nonrel_judged_ret", "yaap", "rbp", "rbp_resid", "unj",
)  # fmt: skip
_COUNTS = ("num_ret", "num_rel", "num_rel_ret", "num_nonrel_judged_ret")
_GEOMETRIC = {"gm_map": "ap", "gm_bpref": "bpref"}
_LEAST = 0.00001  # what a geometric mean takes for smaller values


class _Column(NamedTuple):
    """A name of trec_eval, and the measure behind it (None: an extra)."""

    name: str
    measure: Measure | None

    @property
    def place(self) -> tuple[int, float]:
        head = max((h for h in _ORDER if self.name == h or self.name.startswith(h + "_")), key=len)
        cut = self.name.removeprefix(head).lstrip("_").removeprefix("p=")
        return _ORDER.index(head), float(cut) if cut.replace(".", "", 1).isdigit() else 0.0


def trec_eval_text(
    scores: "Scores", per_query: bool, extras: Sequence[str] | None, runid: str | None
) -> str:
    """Lines of each query where they are asked for, then those over all queries."""
    if extras is None:
        official = {*scores.measures}.issuperset(FAMILIES["official"])
        extras = ("runid", "num_q", *(("gm_map",) if official else ()))
    meant.trec_eval_extras(extras, EXTRAS)
    named = [_Column(measure_name(m, "trec_eval"), parse_measure(m)) for m in scores.measures]
    columns = sorted([*named, *(_Column(e, None) for e in extras)], key=lambda c: c.place)
    lines = []
    strings = {
        column.name: _relevance_strings(scores, int(column.name.partition("_")[2] or 10))
        for column in columns
        if per_query and column.name.startswith("relstring")
    }
    for row, query in enumerate(scores.query_ids if per_query else ()):
        for column in columns:
            value = strings[column.name][row] if column.name in strings else None
            if column.measure is not None:
                value = _printed(column.measure, float(scores[column.measure.name][row]))
            lines += _line(column.name, str(query), value)
    for column in columns:
        lines += _line(column.name, "all", _over_all(scores, column, runid))
    return "".join(lines)


def _line(name: str, query: str, value: str | None) -> list[str]:
    return [] if value is None else [f"{name:<22}\t{query}\t{value}\n"]


def _printed(measure: Measure, value: float) -> str:
    return f"{value:.0f}" if measure.kind in _COUNTS else f"{value:6.4f}"


def _over_all(scores: "Scores", column: _Column, runid: str | None) -> str | None:
    """The mean, the sum of counts, or the extra."""
    if column.measure is not None:
        mean = scores.mean()[column.measure.name]
        many = len(scores) if column.measure.kind in _COUNTS else 1
        return _printed(column.measure, mean * many)
    if column.name in _GEOMETRIC:
        kind = _GEOMETRIC[column.name]
        meant.column_behind(column.name, kind, scores.measures)
        logarithms = [math.log(max(value, _LEAST)) for value in scores[kind].tolist()]
        return f"{math.exp(math.fsum(logarithms) / len(logarithms)):6.4f}"
    if column.name == "num_q":
        return str(len(scores))
    return (runid or _tag(scores)) if column.name == "runid" else None


def _tag(scores: "Scores") -> str:
    tag = None if scores.evidence is None else scores.evidence.run.tag
    return scores.name if tag is None else tag


def _relevance_strings(scores: "Scores", length: int) -> list[str]:
    """Grades of the first documents, a character each: - unjudged, . below zero, > above 9."""
    evidence = meeting.evidence_of(scores)
    meeting.one_order(evidence.policies.ties)
    prepared = evidence.prepared()
    shown = min(length, evidence.policies.depth or length)
    rows = {str(query): row for row, query in enumerate(prepared.qrels.query_ids.tolist())}
    strings = []
    for row in (rows[str(query)] for query in scores.query_ids):
        grades = {str(d): grade for d, grade in prepared.qrels.judgements(row).items()}
        ranked = ranked_documents(prepared.run, int(prepared.run_rows[row]), evidence.policies)
        characters = [_character(grades.get(document)) for document, _ in ranked[:shown]]
        strings.append("'" + "".join(characters) + "'")
    return strings


def _character(grade: float | None) -> str:
    if grade is None:
        return "-"
    if grade < 0:
        return "."
    return ">" if grade > 9 else str(int(grade))
