"""Small results for the tests of reporting, with numbers that print exactly."""

from dataclasses import replace

from ranksure.comparison import Comparison, ComparisonRow
from ranksure.replicates import ConfidenceInterval
from ranksure.summary import Summary, SummaryRow
from ranksure.verifying import Verification

VERIFIED = Verification(n_values=6, n_equal=6, n_replicates=8, n_replicates_equal=8)
DIFFERING = replace(VERIFIED, n_equal=5)


def interval(middle, half):
    return ConfidenceInterval(middle - half, middle + half)


def comparison_row(segment, measure, system, mean, difference=None, half=0.125):
    return ComparisonRow(
        segment=segment,
        measure=measure,
        system=system,
        n=12,
        mean=mean,
        confidence_interval=interval(mean, 0.25),
        difference=difference,
        difference_interval=None if difference is None else interval(difference, half),
        wins=None if difference is None else 9,
        ties=None if difference is None else 1,
        losses=None if difference is None else 2,
        degenerate=False,
    )


def comparison(segments=(None, "short"), measures=("recall@5", "rr"), systems=("old", "new")):
    rows = []
    for measure in measures:
        for segment in segments:
            rows.append(comparison_row(segment, measure, systems[0], 0.5))
            for place, system in enumerate(systems[1:]):
                difference = (0.25, -0.25, 0.0)[place % 3]
                rows.append(comparison_row(segment, measure, system, 0.5 + difference, difference))
    return Comparison(
        rows=tuple(rows),
        systems=tuple(systems),
        baseline=systems[0],
        measures=tuple(measures),
        segments=tuple(segments),
        confidence_level=0.95,
        n_resamples=10_000,
        method="percentile",
        seed=7,
        signature="ties:trec|golden:0123456789abcdef",
        fingerprint="0123456789abcdef",
        counts={system: {"queries": 12, "missing": 0} for system in systems},
        notes=("new: 2 queries have equal scores",),
        scores={},
    )


def summary(segments=(None,)):
    rows = [
        SummaryRow(segment, measure, 12, mean, interval(mean, 0.25), 0.125, False)
        for segment in segments
        for measure, mean in (("recall@5", 0.5), ("rr", 0.625))
    ]
    return Summary(
        rows=tuple(rows),
        name="new",
        confidence_level=0.9,
        n_resamples=500,
        method="percentile",
        seed=7,
        signature="ties:trec",
        counts={"queries": 12},
        notes=(),
    )


def with_row(result, place, **changes):
    rows = list(result.rows)
    rows[place] = replace(rows[place], **changes)
    return replace(result, rows=tuple(rows))
