"""What scores could be if equal document scores had been put in another order."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._ids import Frozen, Ids, joined
from ._validate import arguments as check
from ._validate import evaluation as meeting
from .measures import Measure, parse_measures
from .measuring import NOTHING_RELEVANT, TOO_MANY_ORDERS, Measured, measured
from .policies import Policies
from .preparing import Prepared
from .replicates import FloatArray, column_means
from .run import Run

if TYPE_CHECKING:
    from .scores import QueryId, Scores

#: Kinds that never fall, or never rise, when of two neighbours the better one moves up; the reasons
#: are in `reference.tie_ranges`.
PROVED = (
    "precision", "set_precision", "hit_rate", "rr", "recall", "set_recall", "recall_cap",
    "num_rel_ret", "utility", "f", "f1", "set_f", "set_f1", "set_relative_precision", "set_ap",
    "r_precision", "ap", "yaap", "iprec", "iprec_mean", "bin_g", "dcg", "dcg_exp", "sdcg", "ndcg",
    "ndcg_exp", "rndcg", "rbp", "insq", "err", "nerr", "judged", "hole", "unjudged",
    "rbp_residual", "precision_ceiling", "ideal_dcg", "num_rel", "num_ret",
)  # fmt: skip
#: Kinds for which that holds where no cut-off or depth divides documents of one score.
PROVED_UNCUT = ("accuracy", "num_nonrel_judged_ret")


@dataclass(frozen=True, eq=False, repr=False)
class TieRange(Frozen):
    """Values of `Scores.tie_range`; arrays have the shape (n_queries, n_measures).

    Attributes
    ----------
    least, greatest : least and greatest value over all orders of documents with equal scores
    expected : mean over these orders, every one alike: the value under ``ties="average"``
    """

    measures: tuple[str, ...]
    query_ids: tuple["QueryId", ...]
    least: FloatArray
    expected: FloatArray
    greatest: FloatArray

    def mean(self) -> dict[str, dict[str, float]]:
        """Of each measure the means of least, expected and greatest over the queries."""
        parts = ("least", "expected", "greatest")
        means = [column_means(getattr(self, part))[0].tolist() for part in parts]
        columns = zip(*means, strict=True)
        return {
            measure: dict(zip(parts, column, strict=True))
            for measure, column in zip(self.measures, columns, strict=True)
        }

    @property
    def moved(self) -> tuple[str, ...]:
        """The measures that the order of equal scores moves in some query, and so in the mean."""
        moves = np.any(self.greatest > self.least, axis=0)
        return tuple(measure for i, measure in enumerate(self.measures) if moves[i])

    def __repr__(self) -> str:
        moved, n = self.moved, len(self.query_ids)
        width = max(map(len, ("measure", *moved)))
        lines = [f"{'measure':{width}}   least  expected  greatest"] if moved else []
        for measure, means in self.mean().items():
            if measure in moved:
                least, expected, greatest = means.values()
                lines.append(f"{measure:{width}}  {least:.4f}    {expected:.4f}    {greatest:.4f}")
        still = [measure for measure in self.measures if measure not in moved]
        queries = int(np.any(self.greatest > self.least, axis=1).sum())
        text = f"the order of equal scores moves {queries} of {n} queries"
        lines.append(text + (f", and never {', '.join(still)}" if still else ""))
        return "\n".join(lines)


def tie_range(
    scores: "Scores", measures: str | Iterable[str] | None, threads: int | None
) -> TieRange:
    """See `Scores.tie_range`."""
    workers = check.threads(threads)
    evidence = meeting.evidence_of(scores, "tie_range")
    policies = evidence.policies
    columns = parse_measures(scores.measures if measures is None else measures, policies.profile)
    for column in columns:
        if not extremes_are_known(column, policies.depth):
            meeting.extremes_unknown(column, PROVED, policies.depth)
    largest = float(evidence.qrels.grades.max(initial=0.0))
    columns = tuple(column.with_max_grade(largest) for column in columns)
    meeting.gains_fit(evidence.qrels, columns)
    prepared = evidence.prepared()
    rows = prepared.qrels.query_ids.places_of(Ids.from_list(scores.query_ids))
    least, greatest = extremes(prepared, columns, policies, workers)
    averaged = replace(policies, ties="average")
    found = measured(prepared.run, prepared.qrels, prepared.run_rows, columns, averaged, workers)
    if (found.states[rows] == TOO_MANY_ORDERS).any():
        row, column = np.argwhere(found.states[rows] == TOO_MANY_ORDERS)[0].tolist()
        meeting.orders_tried(columns[column].name, scores.query_ids[row])
    return TieRange(
        measures=tuple(column.name for column in columns),
        query_ids=scores.query_ids,
        least=least[rows],
        expected=_filled(found, policies)[rows],
        greatest=greatest[rows],
    )


def extremes_are_known(measure: Measure, depth: int | None) -> bool:
    """Is it proved which orders of equal scores are extreme?"""
    if measure.judged_only and depth is not None:
        return False  # of documents of one score, which ones the depth leaves changes how many
    if measure.kind in PROVED_UNCUT:
        return depth is None and measure.k is None
    return measure.kind in PROVED


def extremes(
    prepared: Prepared, columns: Sequence[Measure], policies: Policies, threads: int
) -> tuple[FloatArray, FloatArray]:
    """The least and the greatest value of each judged query (row) and measure (column)."""
    tables = np.empty((2, len(prepared.qrels), len(columns)))
    ties = _Ties.of(prepared)
    for gains in dict.fromkeys(column.gains for column in columns):  # they say which is better
        chosen = [i for i, column in enumerate(columns) if column.gains == gains]
        part = [columns[i] for i in chosen]
        for table, best_first in zip(tables, (False, True), strict=True):
            run = ties.ordered(prepared.run, dict(gains), best_first)
            found = measured(run, prepared.qrels, prepared.run_rows, part, policies, threads)
            table[:, chosen] = _filled(found, policies)
    return tables.min(axis=0), tables.max(axis=0)


def _filled(found: Measured, policies: Policies) -> FloatArray:
    found.values[found.states == NOTHING_RELEVANT] = policies.fill
    return found.values


class _Ties(NamedTuple):
    """The documents of a run in the order of their scores, and those that share theirs."""

    order: NDArray[np.int64]  #: entries of the run, best score of each query first
    places: NDArray[np.int64]  #: where in ``order`` documents of judged queries share a score
    group: NDArray[np.int64]  #: of each place: a number for query and score, ascending
    grades: FloatArray  #: of each place: the grade, without judgement minus infinity

    @staticmethod
    def of(prepared: Prepared) -> "_Ties":
        run, qrels = prepared.run, prepared.qrels
        none = np.zeros(0, np.int64)
        order = np.arange(len(run.document_ids))
        if run.scores is None or not len(order):
            return _Ties(order, none, none, np.zeros(0))
        rows = np.repeat(np.arange(len(run)), np.diff(run.offsets))
        if ((run.scores[1:] > run.scores[:-1]) & (rows[1:] == rows[:-1])).any():
            order = np.lexsort((-run.scores, rows))
        scores = run.scores[order]
        equal = (scores[1:] == scores[:-1]) & (rows[1:] == rows[:-1])
        judged_row = np.full(len(run), -1)
        answered = prepared.run_rows >= 0
        judged_row[prepared.run_rows[answered]] = np.flatnonzero(answered)
        tied = np.append(equal, False) | np.append(False, equal)
        places = np.flatnonzero(tied & (judged_row[rows] >= 0)) if equal.any() else none
        group = np.cumsum(~np.append(False, equal))[places]
        documents = joined(run.document_ids.take(order[places]), qrels.document_ids).first_places()
        ours, theirs = documents[: len(places)], documents[len(places) :]
        width = len(documents) + 1
        judged = np.repeat(np.arange(len(qrels)), np.diff(qrels.offsets)) * width + theirs
        found = _core.find(judged, judged_row[rows[places]] * width + ours)
        grades = np.append(qrels.grades, -np.inf)[found]  # -1: the last one
        return _Ties(order, places, group, grades)

    def ordered(self, run: Run, gains: dict[float, float], best_first: bool) -> Run:
        """The run as ranked lists, documents of one score by their grades or own gains."""
        grades = self.grades.copy()
        for grade, gain in gains.items():
            grades[self.grades == grade] = gain
        within = np.lexsort((-grades if best_first else grades, self.group))
        order = self.order.copy()
        order[self.places] = self.order[self.places[within]]
        return replace(run, document_ids=run.document_ids.take(order), scores=None)
