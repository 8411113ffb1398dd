"""compare(): several systems on one golden set, with paired differences."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from . import _core
from ._validate import arguments as check
from ._validate import evaluation as meeting
from .columns import resample_columns
from .comparison import Comparison, ComparisonRow, comparison_rows, table_of
from .evaluating import evaluate
from .guards import guards
from .intervals import METHODS
from .qrels import as_qrels
from .replicates import DRAWS, FloatArray, Seed
from .scores import Scores
from .segments import Segments, segment_rows


def compare(
    systems: Mapping[str, Any],
    qrels: Any = None,
    measures: str | Iterable[str] | None = None,
    *,
    baseline: str | None = None,
    by: Segments | None = None,
    confidence_level: float = 0.95,
    n_resamples: int = 10_000,
    method: str = "percentile",
    draws: str = "auto",
    seed: Seed = None,
    ties: str = "trec",
    missing: str | None = None,
    no_relevant: str | None = None,
    duplicates: str = "error",
    order: str | None = None,
    conflicts: str | None = None,
    drop_self: bool | None = None,
    group: Any = None,
    topics: Iterable[Any] | None = None,
    depth: int | None = None,
    profile: str | None = None,
    threads: int | None = None,
) -> Comparison:
    """Compare two or more systems on the same queries.

    Parameters
    ----------
    systems : mapping from name to run, Scores or array of numbers
        Runs in any form that `evaluate` reads (then `qrels` and `measures` are needed), `Scores` of
        one golden set, or plain per-query numbers in the same order of queries.
    qrels, measures
        As in `evaluate`.
    baseline : str or None
        System the others are compared with; None takes the first. A difference is system minus
        baseline.
    by : mapping from query id to segment, "segment" or None
        Adds rows for each segment; "segment" takes the segments of the golden set.
    confidence_level, n_resamples, method, draws, seed, threads
        As in `bootstrap`.
    order, conflicts, drop_self, group, topics, depth, profile
        As in `evaluate`.
    ties, missing, no_relevant, duplicates
        As in `evaluate`. Under ``missing="skip"`` and ``no_relevant="skip"`` the queries that all
        systems kept are compared.

    Returns
    -------
    Comparison

    Raises
    ------
    TypeError, ValueError
        Also when the scores come from different golden sets, measures or choices.

    Notes
    -----
    All columns (systems, measures, differences) share the draws of queries. A query without a value
    (NaN) in one of two systems leaves their difference; means of a system are over its own values.
    What speaks against trusting the result stands in ``notes`` and ``findings``: docs/guards.md.

    Examples
    --------
    >>> cmp = compare({"old": [0.5, 0.0, 1.0], "new": [1.0, 0.5, 1.0]}, seed=1)
    >>> row = cmp.rows[1]
    >>> row.system, round(row.difference, 4), row.wins, row.ties, row.losses
    ('new', 0.3333, 2, 1, 0)
    """
    meeting.systems(systems)
    names = tuple(systems)
    base = names[0] if baseline is None else check.choice(baseline, "baseline", names)
    level = check.confidence_level(confidence_level)
    check.choice(method, "method", METHODS)
    check.choice(draws, "draws", DRAWS)
    count, number = check.n_resamples(n_resamples), check.seed(seed)
    workers = check.threads(threads)
    options = {
        "ties": ties,
        "missing": missing,
        "no_relevant": no_relevant,
        "duplicates": duplicates,
        "order": order,
        "drop_self": drop_self,
        "group": group,
        "topics": topics,
        "depth": depth,
        "profile": profile,
        "threads": workers,
    }
    given = _scores_of(systems, qrels, measures, conflicts, options)
    scores, dropped = _shared_rows(given)
    first = scores[base]
    groups: dict[str | None, list[int]] = {None: list(range(len(first)))}
    if by is not None:
        groups.update(segment_rows(first, by))
    table: list[ComparisonRow] = []
    remarks: list[str] = []
    paths = set()
    for segment, places in groups.items():
        part = {name: s.take(places) for name, s in scores.items()}
        columns = resample_columns(table_of(part, base), method, count, number, workers, draws)
        paths.add(columns.replicates.draws)
        found, said = comparison_rows(segment, part, base, columns, level)
        table += found
        remarks += said
    column = {measure: place for place, measure in enumerate(first.measures)}
    notes = [f"{name}: {note}" for name, s in scores.items() for note in s.notes]
    notes += remarks
    if dropped:
        notes.append(f"{dropped} queries that not all systems kept were left out")
    findings = guards(scores, base, table, segments=groups, given=given, confidence_level=level)
    notes += [finding.sentence for finding in findings]
    return Comparison(
        rows=tuple(sorted(table, key=lambda row: column[row.measure])),  # stable
        systems=names,
        baseline=base,
        measures=first.measures,
        segments=tuple(groups),
        confidence_level=level,
        n_resamples=count,
        method=method,
        seed=number,
        signature=first.signature,
        fingerprint=first.fingerprint,
        counts={name: s.counts for name, s in scores.items()},
        notes=tuple(notes),
        scores=scores,
        draws="groups" if "groups" in paths else "rows",
        findings=findings,
    )


def _scores_of(
    systems: Mapping[str, Any],
    qrels: Any,
    measures: str | Iterable[str] | None,
    conflicts: str | None,
    options: dict[str, Any],
) -> dict[str, Scores]:
    """Scores of each system; runs are evaluated on one golden set, which is read once."""
    if all(isinstance(system, Scores) for system in systems.values()):
        meeting.no_need_of(qrels, measures)
        return dict(systems)
    if qrels is None:
        meeting.no_need_of(None, measures)
        columns = {name: check.values(x, f"systems[{name!r}]") for name, x in systems.items()}
        return {name: _plain_scores(name, x) for name, x in columns.items()}
    meeting.measures_given(measures)
    golden = as_qrels(qrels, conflicts=conflicts)
    return {name: evaluate(run, golden, measures or (), **options) for name, run in systems.items()}


def _plain_scores(name: str, x: FloatArray) -> Scores:
    return Scores(
        values=x.reshape(-1, 1),
        query_ids=tuple(range(x.size)),
        measures=("value",),
        counts={"queries": x.size},
        notes=(),
        signature=f"values given|ranksure:{_core.__version__}",
        fingerprint="",
        name=name,
    )


def _shared_rows(scores: dict[str, Scores]) -> tuple[dict[str, Scores], int]:
    """The same queries, in the same order, for every system; and how many were left out."""
    meeting.comparable(scores)
    first = next(iter(scores.values()))
    if all(s.query_ids == first.query_ids for s in scores.values()):
        return scores, 0
    shared = set(first.query_ids).intersection(*(s.query_ids for s in scores.values()))
    union = set(first.query_ids).union(*(s.query_ids for s in scores.values()))
    meeting.some_shared_query(shared)
    result = {}
    for name, s in scores.items():
        rows = [row for row, query in enumerate(s.query_ids) if query in shared]
        result[name] = replace(s.take(rows), counts=s.counts, notes=s.notes, evidence=s.evidence)
    return result, len(union) - len(shared)
