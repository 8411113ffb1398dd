"""gate(): may a change ship? Rules on drops and least values, decided at a stated level."""

from collections.abc import Mapping
from typing import Any

from .._validate import arguments as check
from .._validate import gating as check_gating
from ..bootstrapping import Settings, settings
from ..measures import column_of
from ..replicates import Seed
from ..scores import Scores
from ..segments import Segments
from .deciding import decide
from .pairing import Pair
from .result import GateResult, Rule, RuleResult

_SMALL = 50  # queries
_FEW = 10  # changed queries
_FLAGS = {"degenerate": "all queries gave the same value: a width of zero is no certainty"}


def gate(
    new: Scores,
    baseline: Scores,
    *,
    max_drop: Mapping[str, float] | None = None,
    segment_drop: Mapping[str, float | Mapping[str, float]] | None = None,
    minimum: Mapping[str, float] | None = None,
    by: Segments | None = None,
    clusters: Mapping[Any, Any] | None = None,
    level: float = 0.05,
    n_resamples: int = 10_000,
    method: str = "percentile",
    seed: Seed = None,
    threads: int | None = None,
) -> GateResult:
    """Whether a new system may replace the one whose scores were stored.

    A rule on a drop is a test of non-inferiority: with d the mean difference new - baseline over
    the same queries and delta the margin, it passes when the lower bound of d is above -delta,
    fails when the upper bound is below -delta, and is undecided otherwise. A rule on a least value
    holds the bounds of the new mean against that value in the same way. Each bound is one-sided at
    ``level``. All rules must pass; any that fails makes the gate fail.

    Parameters
    ----------
    new, baseline : Scores
        From `evaluate` or `load_scores`, of one golden set and with the same choices.
    max_drop : mapping from measure to margin > 0
        How much of each measure may be lost over all queries.
    segment_drop : mapping from segment to margin > 0, or to a mapping from measure to margin
        How much may be lost within a segment; a plain margin is for each measure of ``max_drop``.
    minimum : mapping from measure to number
        What the mean of the new system must exceed.
    by : mapping from query id to segment, "segment" or None
        Segments of the queries; None takes those of the golden set, where it has some.
    clusters : mapping from query id to label, or None
        Queries that belong together are drawn together, as in `bootstrap`.
    level : float in (0, 0.5)
        Of each one-sided bound.
    n_resamples, method, seed, threads
        As in `bootstrap`.

    Returns
    -------
    GateResult

    Raises
    ------
    TypeError, ValueError
        When an argument is of the wrong kind or has a wrong value; when a rule has no margin, and
        when the two scores are of different golden sets or choices.

    Notes
    -----
    Several rules are not corrected for their number: that each of them must pass makes it harder,
    not easier, for a worse system to pass. Queries that only one of the two kept are left out and
    counted. Time O(rules * queries * n_resamples).

    References
    ----------
    Wellek, Testing Statistical Hypotheses of Equivalence and Noninferiority, 2010,
    doi:10.1201/EBK1439808184

    Examples
    --------
    >>> from ranksure import evaluate
    >>> golden = {f"q{i}": ["a"] for i in range(40)}
    >>> old = evaluate({f"q{i}": ["a" if i % 4 else "b"] for i in range(40)}, golden, ["recall@1"])
    >>> new = evaluate({f"q{i}": ["a" if i % 5 else "b"] for i in range(40)}, golden, ["recall@1"])
    >>> gate(new, old, max_drop={"recall@1": 0.2}, seed=1).outcome
    'pass'
    >>> result = gate(new, old, minimum={"recall@1": 0.75}, seed=1)
    >>> result.outcome, result.rules[0].low, result.rules[0].high, result.rules[0].more_questions
    ('undecided', 0.7, 0.9, 121)
    """
    for name, value in (("new", new), ("baseline", baseline)):
        if not isinstance(value, Scores):
            check_gating.not_scores(value, name)
    check_gating.one_golden_set(baseline, new)
    tail = check_gating.level(level)
    chosen = settings(1 - 2 * tail, n_resamples, method, "two-sided", seed, threads)
    rules = _rules(max_drop or {}, segment_drop or {}, minimum or {}, new, baseline)
    pair = Pair.of(new, baseline, by, clusters)
    for rule in rules:
        if rule.segment is not None and rule.segment not in pair.segments:
            check_gating.unknown_segment(rule.segment, list(pair.segments))
    results = tuple(decide(rule, pair, chosen) for rule in rules)
    measures = tuple(dict.fromkeys(rule.measure for rule in rules))
    outcomes = {result.outcome for result in results}
    return GateResult(
        outcome="fail"
        if "fail" in outcomes
        else "undecided"
        if "undecided" in outcomes
        else "pass",
        rules=results,
        segments=tuple(loss for measure in measures for loss in pair.lost_segments(measure)),
        queries=tuple(loss for measure in measures for loss in pair.lost_queries(measure)),
        new=new.name,
        baseline=baseline.name,
        n=len(pair.queries),
        n_clusters=None if pair.clusters is None else len(set(pair.clusters.tolist())),
        level=tail,
        method=chosen.method,
        n_resamples=chosen.n_resamples,
        seed=chosen.seed,
        signature=new.signature,
        fingerprint=new.fingerprint,
        notes=_notes(new, baseline, pair, results, chosen),
    )


def _rules(
    max_drop: Any, segment_drop: Any, minimum: Any, new: Scores, baseline: Scores
) -> list[Rule]:
    """All rules, in the order in which they are reported."""
    found: list[Rule] = []

    def add(kind: str, measure: str, bound: float, segment: str | None = None) -> None:
        for scores in (new, baseline) if kind == "max_drop" else (new,):
            check_gating.measure_there(measure, scores, column_of(measure, scores.measures))
        column = column_of(measure, new.measures)
        found.append(Rule(kind, new.measures[column or 0], bound, segment))

    for measure, margin in check_gating.rules(max_drop, "max_drop").items():
        add("max_drop", measure, check_gating.margin(margin, f"max_drop {measure}"))
    for segment, given in check_gating.rules(segment_drop, "segment_drop").items():
        if not isinstance(given, Mapping) and not max_drop:
            check_gating.segment_without_drop()
        margins = given if isinstance(given, Mapping) else dict.fromkeys(max_drop, given)
        for measure, margin in margins.items():
            name = f"segment_drop {segment}: {measure}"
            add("max_drop", measure, check_gating.margin(margin, name), segment)
    for measure, least in check_gating.rules(minimum, "minimum").items():
        add("minimum", measure, check.real(least, f"minimum {measure}"))
    check_gating.some_rule(len(found))
    return found


def _notes(
    new: Scores,
    baseline: Scores,
    pair: Pair,
    results: tuple[RuleResult, ...],
    chosen: Settings,
) -> tuple[str, ...]:
    notes = [f"{new.name}: {note}" for note in new.notes]
    for scores, other in ((new, baseline), (baseline, new)):
        alone = len(scores) - len(pair.queries)
        if alone:
            notes.append(f"{alone} queries of {scores.name} that {other.name} lacks were left out")
    if new.signature != baseline.signature:
        notes.append(f"stored by another version of ranksure: {baseline.signature}")
    for result in results:
        remarks = [_FLAGS.get(flag, flag) for flag in result.flags]
        if result.changed is not None and 0 < result.changed < _FEW:
            remarks.append(f"only {result.changed} of {result.n} queries changed")
        elif result.n < _SMALL and chosen.method == "percentile" and not result.flags:
            remarks.append(
                f"percentile bounds of {result.n} queries are somewhat too narrow; "
                "method='studentized' is better for graded measures"
            )
        notes += [f"{result.rule}: {remark}" for remark in remarks]
    return tuple(notes)
