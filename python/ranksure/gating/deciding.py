"""A rule and the bounds of its mean: pass, fail or undecided."""

import math

import numpy as np

from .._validate import gating as check_gating
from ..bootstrapping import Settings, basis_of_mean, design, result_fields
from ..replicates import column_means
from .pairing import Pair
from .result import Rule, RuleResult


def decide(rule: Rule, pair: Pair, chosen: Settings) -> RuleResult:
    new, old = pair.values(rule.measure)
    rows = np.arange(new.size)
    if rule.segment is not None:
        rows = np.array(pair.segments[rule.segment])
    drop = rule.kind == "max_drop"
    rows = rows[~np.isnan((new - old if drop else new)[rows])]
    new, old = new[rows], old[rows]
    check_gating.enough_values(new.size, str(rule))
    x = np.ascontiguousarray(new - old if drop else new)
    largest = float(max(np.abs(new).max(), np.abs(old).max())) if drop else None
    labels = None if pair.clusters is None else pair.clusters[rows]
    basis, flags = basis_of_mean(x, largest, design(x.size, labels, None, None), chosen)
    found = result_fields(basis, flags, x.size, chosen)
    estimate, interval = found["estimate"], found["confidence_interval"]
    ends = (estimate, interval.low, interval.high, rule.threshold)
    outcome = _outcome(*ends[1:])
    (mean_old, mean_new), _ = column_means(np.stack([old, new], axis=1))
    return RuleResult(
        rule=rule,
        outcome=outcome,
        n=x.size,
        old=None if np.isnan(old).any() else float(mean_old),
        new=float(mean_new),
        estimate=estimate,
        low=interval.low,
        high=interval.high,
        more_questions=_questions_to_decide(x.size, *ends) if outcome == "undecided" else None,
        changed=int(np.count_nonzero(x)) if drop else None,
        flags=found["flags"],
    )


def _outcome(low: float, high: float, threshold: float) -> str:
    """The definition is `reference.gating.outcome`."""
    if low > threshold:
        return "pass"
    return "fail" if high < threshold else "undecided"


def _questions_to_decide(
    n: int, estimate: float, low: float, high: float, threshold: float
) -> int | None:
    """Further questions; the definition is `reference.gating.questions_to_decide`."""
    gap = estimate - threshold
    if gap == 0:
        return None
    reach = estimate - low if gap > 0 else high - estimate
    return max(n, math.floor(n * (reach / abs(gap)) ** 2)) + 1 - n
