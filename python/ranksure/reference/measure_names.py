"""Canonical names of measures, as values of `evaluating` and columns of `Scores` carry them."""

import ast
import re
from typing import Any

NAME = re.compile(r"(?P<kind>[a-z_0-9]+?)(\((?P<parameters>.*)\))?(@(?P<at>[\d.e-]+))?")


def parse(measure: str) -> tuple[str, int | None, dict[str, Any]]:
    """Kind, cut-off and parameters of a canonical measure name.

    >>> parse("ap(rel=2, judged_only=True)@100")
    ('ap', 100, {'rel': 2, 'judged_only': True})
    >>> parse("iprec@0.1")
    ('iprec', None, {'level': 0.1})
    """
    match = NAME.fullmatch(measure)
    if match is None:
        raise ValueError(f"not a canonical measure name: {measure!r}")
    call = ast.parse(f"measure({match['parameters'] or ''})", mode="eval").body
    assert isinstance(call, ast.Call)
    parameters = {str(word.arg): ast.literal_eval(word.value) for word in call.keywords}
    if match["kind"] == "iprec":
        return "iprec", None, {**parameters, "level": float(match["at"])}
    return match["kind"], int(match["at"]) if match["at"] else None, parameters
