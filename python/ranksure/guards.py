"""guards(): what speaks against trusting a comparison. No number changes.

What reads rankings reads those of a sample of queries (`guarded.py`), which holds all of a golden
set of usual size; a sentence says where it does not.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from ._validate import arguments as check
from .bounds import BOUNDED
from .comparison import ComparisonRow
from .findings import TableFinding
from .guarded import Seen, unanswered
from .planning.numbers import Asked
from .scores import QueryId, Scores

JUDGED_GAP = 0.05  #: difference of mean judged@k that is worth a word
BOUNDED_DOCUMENTS = 5_000  #: of a system, up to which judgement bounds are worked out
JUDGED_CUT_OFF = 10  #: where judged@k is looked at when no measure has a cut-off
POWER = 0.8  #: with which a difference of the size seen should be found
NEAR_CEILING = 0.95  #: share of its ceiling from which precision has little left to gain
SHORT_SHARE = 0.1  #: share of rankings shorter than the cut-off
_EXAMPLES = 3
_MANY = 1_000_000


def guards(
    scores: Mapping[str, Scores],
    baseline: str,
    rows: Sequence[ComparisonRow],
    *,
    segments: Mapping[str | None, Sequence[int]] | None = None,
    given: Mapping[str, Scores] | None = None,
    confidence_level: float = 0.95,
) -> tuple[TableFinding, ...]:
    """What speaks against trusting a comparison, each in one sentence; empty when nothing does.

    Parameters
    ----------
    scores : mapping from name to Scores
        The systems on the same queries, as `compare` holds them.
    baseline : str
    rows : sequence of ComparisonRow
        The table: means, differences and their intervals.
    segments : mapping from segment to rows of the scores, or None
        Those of the table; None is all queries.
    given : mapping from name to Scores, or None
        The systems before queries were left out that not all of them kept.
    confidence_level : float in (0, 1)
        That of the intervals; one minus it is the level of the test that is planned.

    Returns
    -------
    tuple of TableFinding
        In this order, by name: "missing", "judged", "tie_order", "few_queries",
        "precision_ceiling", "short". docs/guards.md has the thresholds.

    Notes
    -----
    Scores that do not hold their run (plain numbers, loaded) are guarded by what needs none.

    Examples
    --------
    >>> from ranksure import compare
    >>> cmp = compare({"old": [0.5, 0.0, 1.0, 0.5], "new": [1.0, 0.0, 0.5, 1.0]}, seed=1)
    >>> [finding.name for finding in guards(cmp.scores, "old", cmp.rows)]
    ['few_queries']
    """
    seen = Seen(
        scores,
        baseline,
        rows,
        {None: range(len(scores[baseline])), **(segments or {})},
        scores if given is None else given,
        check.confidence_level(confidence_level),
    )
    found = (guard(seen) for guard in _GUARDS)
    return tuple(finding for finding in found if finding is not None)


def _missing(seen: Seen) -> TableFinding | None:
    """Queries that some systems answer and others do not."""
    lacking = unanswered(seen.given)
    by_all = set.intersection(*lacking.values())
    examples, concerned = [], set[QueryId]()
    for name, queries in lacking.items():
        here = sorted(queries - by_all, key=lambda query: str(query).encode())
        concerned.update(here)
        if here:
            more = ", ..." if len(here) > _EXAMPLES else ""
            named = ", ".join(map(repr, here[:_EXAMPLES]))
            examples.append(f"{name} lacks {len(here)}: {named}{more}")
    kept = concerned.intersection(seen.scores[seen.baseline].query_ids)
    effect = "count as zero there" if kept else "were left out for all"
    text = f"{len(concerned)} queries are not answered by every system and {effect}"
    return _finding("missing", "warning", len(concerned), text, examples)


def _judged(seen: Seen) -> TableFinding | None:
    """The system with fewer judged documents may be the better one: nobody looked at its own."""
    base = seen.sampled.get(seen.baseline)
    if base is None or not base.holds_nonrelevant or len(seen.sampled) < 2:
        return None
    cut_offs = sorted({m.k for m in base.columns if m.k is not None}) or [JUDGED_CUT_OFF]
    shares = {name: part.judged(cut_offs) for name, part in seen.sampled.items()}
    examples, count = [], 0
    for name, share in shares.items():
        gaps = share - shares[seen.baseline]
        at = int(np.argmax(np.abs(gaps)))
        if abs(gaps[at]) < JUDGED_GAP:
            continue
        count += 1
        if count <= _EXAMPLES:
            theirs = f"{seen.baseline} {shares[seen.baseline][at]:.0%}"
            text = f"judged@{cut_offs[at]} is {share[at]:.0%} for {name}, {theirs}"
            examples.append(text + _bounds(seen, name))
    text = (
        "systems differ in how many of their documents were judged, and unjudged ones count as "
        f"non-relevant (see judgement_bounds()){seen.looked_at}"
    )
    return _finding("judged", "warning", count, text, examples)


def _bounds(seen: Seen, name: str) -> str:
    """Least and largest mean difference, as far as they are proved and cheap."""
    columns = seen.sampled[name].columns
    bounded = [m.name for m in columns if m.kind in BOUNDED and not (m.judged_only or m.like)]
    documents = max(int(part.lengths.sum()) for part in seen.sampled.values())
    if not bounded or not seen.complete or documents > BOUNDED_DOCUMENTS:
        return ""
    ours, base = seen.bounds(name, bounded[0]), seen.bounds(seen.baseline, bounded[0])
    valued = ~np.isnan(ours.low - base.low)
    if not valued.any():
        return ""
    low, high = (ours.low - base.high)[valued].mean(), (ours.high - base.low)[valued].mean()
    return f", the difference in {bounded[0]} lies between {low:+.3f} and {high:+.3f}"


def _tie_order(seen: Seen) -> TableFinding | None:
    """Differences whose sign another order of equal scores would change."""
    examples, rows = [], []
    for row, sign, _ in seen.differences():
        ends = _range_over_orders(seen, row) if sign else None
        if ends is not None and ends[0] <= 0 <= ends[1]:
            rows.append((row.segment, row.measure, row.system))
            place = "" if row.segment is None else f"{row.segment}: "
            examples.append(f"{place}{row.system}, {row.measure}: {ends[0]:+.3f} to {ends[1]:+.3f}")
    text = (
        "the order of equal scores decides the sign of these differences (see tie_range(), or take "
        f"ties='average'){seen.looked_at}"
    )
    return _finding("tie_order", "warning", len(rows), text, examples, rows)


def _range_over_orders(seen: Seen, row: ComparisonRow) -> tuple[float, float] | None:
    """Least and greatest mean difference over the orders of both systems.

    None where there are no such orders, or it is not proved which are extreme. A sample tells how
    far the orders move the difference that was measured on all queries.
    """
    ours, base = seen.sampled.get(row.system), seen.sampled.get(seen.baseline)
    if ours is None or base is None or not (ours.tied or base.tied):
        return None
    if row.measure not in ours.ranges:
        return None
    value = ours.values(row.measure) - base.values(row.measure)
    kept = np.isin(ours.places, seen.segments[row.segment]) & ~np.isnan(value)
    if not kept.any():
        return None
    least = ours.ranges[row.measure][0] - base.ranges[row.measure][1]
    greatest = ours.ranges[row.measure][1] - base.ranges[row.measure][0]
    moved = 0.0 if seen.complete else (row.difference or 0.0) - float(value[kept].mean())
    return float(least[kept].mean()) + moved, float(greatest[kept].mean()) + moved


def _few_queries(seen: Seen) -> TableFinding | None:
    """Differences over all queries that are not decided, and how many queries would find them."""
    asked = Asked(seen.confidence_level, POWER, 1 - seen.confidence_level, "two-sided")
    examples, count, base = [], 0, seen.scores[seen.baseline]
    for row, sign, difference in seen.differences():
        if sign or not difference or row.segment is not None or row.degenerate:
            continue
        values = seen.scores[row.system][row.measure] - base[row.measure]
        largest = float(np.nanmax(np.abs(values)))  # squares of what is large need not be numbers
        deviation = float(np.nanstd(values / largest, ddof=1))
        ratio = (asked.z_test + asked.z_power) * deviation / (difference / largest)
        needed = ratio * ratio
        if needed <= row.n:
            continue
        count += 1
        about = f"about {float(f'{needed:.2g}'):,.0f}" if needed < _MANY else f"over {_MANY:,}"
        examples.append(f"{row.system}, {row.measure}: {difference:+.3f} needs {about}")
    text = (
        f"more than {len(base):,} queries are needed to find these differences with power {POWER:g}"
    )
    return _finding("few_queries", "note", count, text, examples)


def _precision_ceiling(seen: Seen) -> TableFinding | None:
    """Systems whose precision could hardly be higher, since queries have few relevant documents."""
    examples = []
    for name, part in seen.sampled.items():
        for column in part.columns:
            if column.kind == "precision":
                value, ceiling = part.precision_and_ceiling(column)
                if ceiling > 0 and value >= NEAR_CEILING * ceiling:
                    examples.append(f"{name}, {column.name}: {value:.3f} of {ceiling:.3f}")
    text = (
        "precision is near its ceiling, the mean of min(k, R) / k, and has little left to gain"
        f"{seen.looked_at}"
    )
    return _finding("precision_ceiling", "note", len(examples), text, examples)


def _short(seen: Seen) -> TableFinding | None:
    """Rankings that end before the cut-off."""
    examples = []
    for name, part in seen.sampled.items():
        cut_offs = [m.k for m in part.columns if m.k is not None]
        if cut_offs:
            short, n = int((part.lengths < max(cut_offs)).sum()), len(part.lengths)
            if short >= SHORT_SHARE * n:
                examples.append(f"{name}: {short} of {n} below {max(cut_offs)}")
    text = f"rankings hold fewer documents than the cut-off asks for{seen.looked_at}"
    return _finding("short", "note", len(examples), text, examples)


_GUARDS = (_missing, _judged, _tie_order, _few_queries, _precision_ceiling, _short)


def _finding(
    name: str,
    level: str,
    count: int,
    text: str,
    examples: Sequence[str],
    rows: Sequence[tuple[str | None, str, str]] = (),
) -> TableFinding | None:
    if not count:
        return None
    return TableFinding(name, level, count, text, tuple(examples[:_EXAMPLES]), tuple(rows))
