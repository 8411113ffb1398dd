"""Reading names of measures: canonical, and as trec_eval, ir_measures and ranx spell them."""

import ast
import re
from typing import Any

from ._validate import arguments as check
from ._validate import measures as meant
from .measure_kinds import DIVERSITY_KINDS, KINDS, READ_TO_THE_CUT_OFF, Measure
from .measure_spellings import (
    CWL_DEPTH,
    IR_MEASURES,
    PLAIN,
    TREC_EVAL,
    WHOLE_CWL,
    from_ir_measures,
)

_CALL = re.compile(
    r"(?P<head>[^\W\d_][\w.-]*)(?:\((?P<parameters>.*)\))?(?:@(?P<at>.*))?", re.DOTALL
)
_RANX_REL = re.compile(r"(?P<at>.*?)-l(?P<rel>\d+)")
_RANX_RBP = re.compile(r"rbp\.(?P<digits>\d+)")
_UNDERSCORE = re.compile(r"(?P<head>.+?)_(?P<at>\d+)")
_NUMBER = r"-?(?:\d+\.?\d*|\.\d+)"
_FIELDS = {
    "k": r"\d+",
    "gains": rf"{_NUMBER}={_NUMBER}(?:,{_NUMBER}={_NUMBER})*",
    "levels": rf"{_NUMBER}(?:,{_NUMBER})*",
    "weights": rf"{_NUMBER}(?:,{_NUMBER})*",
}
# How a kind with a persistence is written, with a value of its source.
_WITH_P = {
    "rbp": "rbp(p=0.8)", "rbp_residual": "rbp_residual(p=0.8)", "compat": "compat(p=0.95)",
    "nerr10": "nerr10(p=0.9)@1000",
}  # fmt: skip
_HEADS = {*KINDS, *PLAIN, *IR_MEASURES}


def _pattern(template: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", template)
    return re.compile(
        "".join(
            f"(?P<{part}>{_FIELDS.get(part, _NUMBER)})" if i % 2 else re.escape(part)
            for i, part in enumerate(parts)
        )
    )


_TREC_EVAL = [(_pattern(template), kind, preset) for template, kind, preset in TREC_EVAL]


def parse_measure(name: str) -> Measure:
    """The measure that a name means, in any spelling.

    >>> parse_measure("P_5").name, parse_measure("nDCG(dcg='exp-log2')@10").name
    ('precision@5', 'ndcg_exp@10')
    """
    text = meant.name_given(name).strip()
    kind, given, at = _read_trec_eval(name, text) or _read_call(name, text)
    if kind in ("nrbp", "nnrbp"):
        given = {"beta": 0.5, **given}
    if kind in ("f", "set_f") and given.get("beta", 1) == 1:
        kind, given = f"{kind}1", {n: v for n, v in given.items() if n != "beta"}
    allowed = _allowed(kind, given.get("gain") == "graded", "like" in given)
    if kind in DIVERSITY_KINDS and given.get("judged_only") == "trec_eval":
        meant.not_of_trec_eval(name, kind)
    values = {n: meant.parameter(name, kind, allowed, n, value) for n, value in given.items()}
    if "p" in allowed and "p" not in values:
        meant.needed(name, "p", _WITH_P[kind])
    return Measure(kind, **values, **_at(name, kind, at))


def _allowed(kind: str, graded: bool, like: bool) -> tuple[str, ...]:
    """The parameters of a kind; graded gain has a scale and binary gain a threshold.

    trec_eval takes the scale of the query.
    """
    meaningless: tuple[str, ...] = ()
    if kind == "rbp" and graded:
        meaningless = ("rel", "max_grade") if like else ("rel",)
    elif kind == "rbp":
        meaningless = ("max_grade", "like")
    return tuple(name for name in KINDS[kind].parameters if name not in meaningless)


def _read_trec_eval(name: str, text: str) -> tuple[str, dict[str, Any], str | None] | None:
    """A name of trec_eval, perhaps with parameters of ours behind it: map_cut_10(rel=2)."""
    if "@" in text:
        return None
    head, _, parameters = text.removesuffix(")").partition("(")
    for pattern, kind, preset in _TREC_EVAL:
        match = pattern.fullmatch(head)
        if match is None:
            continue
        given = {**preset, **(_parameters(name, parameters) if parameters else {})}
        for field, value in match.groupdict().items():
            if field == "gains":
                pairs = [pair.split("=") for pair in value.split(",")]
                given[field] = {float(grade): float(gain) for grade, gain in pairs}
            elif field in ("levels", "weights"):
                given[field] = [float(number) for number in value.split(",")]
            elif field == "square":
                given["beta"] = float(value) ** 0.5
            elif field not in ("k", "level"):
                given[field] = float(value)
        return kind, given, match.groupdict().get("k") or match.groupdict().get("level")
    return None


def _read_call(name: str, text: str) -> tuple[str, dict[str, Any], str | None]:
    """head(parameter=value, ...)@at, and head_at for heads that are known."""
    match = _CALL.fullmatch(text)
    if match is None:
        meant.closed(name, text)
        meant.unknown(name, re.split(r"[@(]", text)[0], _HEADS, KINDS)
    head, at = match["head"], match["at"]
    given = _parameters(name, match["parameters"]) if match["parameters"] else {}
    persistence = _RANX_RBP.fullmatch(head)
    if persistence:
        head, given = "rbp", {**given, "p": float(f"0.{persistence['digits']}")}
    elif head not in _HEADS and head.endswith(tuple("0123456789")):
        threshold = _RANX_REL.fullmatch(head)
        if threshold:
            head, given = threshold["at"], {**given, "rel": float(threshold["rel"])}
        else:
            underscore = _UNDERSCORE.fullmatch(head)
            if underscore and at is None:
                head, at = underscore["head"], underscore["at"]
    threshold = _RANX_REL.fullmatch(at or "")
    if threshold:
        at, given = threshold["at"], {**given, "rel": float(threshold["rel"])}
    if head in IR_MEASURES:
        return from_ir_measures(name, head, given, at)
    kind = PLAIN.get(head, head)
    if kind not in KINDS:
        meant.unknown(name, head.rstrip("_0123456789"), _HEADS, KINDS)
    return kind, given, at


def _parameters(name: str, text: str) -> dict[str, Any]:
    """name=value, ...; values are numbers, words, lists and mappings of numbers."""
    try:
        call = ast.parse(f"measure({text})", mode="eval").body
        if not isinstance(call, ast.Call) or call.args or any(w.arg is None for w in call.keywords):
            meant.not_parameters(name, text)
        values = [(str(word.arg), _literal(word.value)) for word in call.keywords]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        meant.not_parameters(name, text)
    meant.each_once(name, [parameter for parameter, _ in values])
    return dict(values)


def _literal(node: ast.expr) -> Any:
    if isinstance(node, ast.Name):
        return {"true": True, "false": False}.get(node.id, node.id)
    return ast.literal_eval(node)


def _at(name: str, kind: str, text: str | None) -> dict[str, Any]:
    """What stands behind the @."""
    takes = KINDS[kind].at
    if text is None:
        if takes == "k":
            meant.needed(name, "a cut-off", f"{kind}@{CWL_DEPTH if kind in WHOLE_CWL else 10}")
        if takes == "level":
            meant.needed(name, "a recall level", f"{kind}@0.1")
        return {}
    if takes == "":
        meant.no_cut_off(name, kind)
    if takes == "level":
        return {"level": meant.level(name, text)}
    most = meant.MOST_READ if kind in READ_TO_THE_CUT_OFF else check.MAX_CUT_OFF
    return {"k": meant.cut_off(name, text, most)}
