"""A public case of kind randomization, on the package and on the reference."""

from typing import Any

import ranksure as rs
from cases import close, literal
from ranksure.reference.testing import randomization_pvalue


def check_randomization(case: dict[str, Any]) -> None:
    a, b = literal(case["input"]["a"]), literal(case["input"]["b"])
    options = {k: v for k, v in case["options"].items() if k != "method"}
    expect, tolerance = case["expect"], case["tolerance"]
    result = rs.randomization_test(a, b, **options)
    if "estimate" in expect:
        assert close(result.estimate, expect["estimate"], tolerance)
    if "pvalue" in expect:
        assert close(result.pvalue, expect["pvalue"], tolerance)
    defined = randomization_pvalue(a, b, result.alternative, result.n_resamples, result.seed)
    assert (result.pvalue, result.exact) == defined
    again = {**options, "seed": result.seed}
    for threads in (1, 2, 7):
        assert rs.randomization_test(a, b, **again, threads=threads) == result
    for relation in expect.get("relations", []):
        assert relation["relation"] == "mirrored"
        turned = rs.randomization_test(b, a, **again)
        assert (turned.estimate, turned.pvalue) == (-result.estimate, result.pvalue)
