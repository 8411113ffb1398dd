"""What scores could be if the unjudged documents that were retrieved were judged."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ._ids import Frozen, Ids, offsets_of
from ._validate import arguments as check
from ._validate import evaluation as meeting
from .measures import KINDS, Measure, parse_measures
from .measuring import NOTHING_RELEVANT, measured
from .policies import Policies
from .preparing import Prepared, ranked_documents
from .qrels import Qrels
from .replicates import FloatArray, column_means
from .run import Run

if TYPE_CHECKING:
    from .scores import QueryId, Scores

# None of these falls when a relevant document changes places with a non-relevant one above it. Of
# the first, every relevant document within the cut-off adds, and one below it at most takes away.
_ADDING = (
    "precision", "set_precision", "hit_rate", "rr", "recall", "set_recall", "recall_cap",
    "precision_ceiling", "num_rel_ret", "dcg", "dcg_exp", "sdcg", "rbp", "insq",
)  # fmt: skip
_OTHERS = (
    "ap", "yaap", "ndcg", "ndcg_exp", "f", "f1", "set_f", "set_f1", "set_relative_precision",
    "set_ap", "r_precision", "iprec", "iprec_mean", "err", "nerr",
)  # fmt: skip
BOUNDED = (*_ADDING, *_OTHERS)


@dataclass(frozen=True, eq=False, repr=False)
class JudgementBounds(Frozen):
    """Values of `Scores.judgement_bounds`; arrays have the shape (n_queries, n_measures).

    Attributes
    ----------
    value : every unjudged document is non-relevant, as in the scores
    all_relevant : every unjudged document that was retrieved is relevant
    low, high : least and largest value over all ways to judge these documents
    unjudged : array of int64, shape (n_queries,)
        Documents that were retrieved and are not judged.
    grades : for each measure the grade of a document that is assumed to be relevant
    """

    measures: tuple[str, ...]
    query_ids: tuple["QueryId", ...]
    value: FloatArray
    all_relevant: FloatArray
    low: FloatArray
    high: FloatArray
    unjudged: NDArray[np.int64]
    grades: tuple[float, ...]

    def mean(self) -> dict[str, dict[str, float]]:
        """Of each measure the means of low, value, all_relevant and high over the queries."""
        parts = ("low", "value", "all_relevant", "high")
        means = [column_means(getattr(self, part))[0].tolist() for part in parts]
        columns = zip(*means, strict=True)
        return {
            measure: dict(zip(parts, column, strict=True))
            for measure, column in zip(self.measures, columns, strict=True)
        }

    def __repr__(self) -> str:
        width = max(map(len, ("measure", *self.measures)))
        lines = [f"{'measure':{width}}     low   value  all relevant    high"]
        for measure, means in self.mean().items():
            low, value, all_relevant, high = means.values()
            lines.append(
                f"{measure:{width}}  {low:.4f}  {value:.4f}        {all_relevant:.4f}  {high:.4f}"
            )
        total, n = int(self.unjudged.sum()), len(self.query_ids)
        lines.append(f"{total} unjudged documents retrieved for {n} queries")
        return "\n".join(lines)


def judgement_bounds(
    scores: "Scores", measures: str | Iterable[str] | None, threads: int | None
) -> JudgementBounds:
    """See `Scores.judgement_bounds`."""
    workers = check.threads(threads)
    evidence = meeting.evidence_of(scores)
    profile = evidence.policies.profile
    columns = parse_measures(scores.measures if measures is None else measures, profile)
    meeting.bounded(columns, BOUNDED)
    largest = float(evidence.qrels.grades.max(initial=0.0)) or 1.0
    columns = tuple(column.with_max_grade(largest) for column in columns)
    meeting.gains_fit(evidence.qrels, columns)
    prepared = evidence.prepared()
    grades = [max(largest, c.rel) if _binary(c) else largest for c in columns]
    row_of = {str(query): row for row, query in enumerate(prepared.qrels.query_ids.tolist())}
    tables = np.empty((4, len(scores), len(columns)))
    unjudged = np.empty(len(scores), np.int64)
    for place, query in enumerate(scores.query_ids):
        ranked = _Ranked.of(prepared, row_of[str(query)], evidence.policies)
        unjudged[place] = len(ranked.unjudged)
        for grade in set(grades):
            chosen = [i for i, g in enumerate(grades) if g == grade]
            part = [columns[i] for i in chosen]
            tables[:, place, chosen] = ranked.bounds(part, grade, evidence.policies, workers)
    return JudgementBounds(
        measures=tuple(column.name for column in columns),
        query_ids=scores.query_ids,
        value=tables[0],
        all_relevant=tables[1],
        low=tables[2],
        high=tables[3],
        unjudged=unjudged,
        grades=tuple(grades),
    )


def _binary(measure: Measure) -> bool:
    """Does a threshold say which documents are relevant?"""
    return "rel" in KINDS[measure.kind].parameters and not measure.graded


class _Ranked(NamedTuple):
    """One query: documents are numbered along the ranking, then come judged ones that it lacks."""

    scores: FloatArray | None  #: where the order of equal scores stays open
    retrieved: int
    judged: NDArray[np.int64]
    grades: FloatArray
    unjudged: NDArray[np.int64]  #: retrieved ones, ascending
    answered: bool

    @staticmethod
    def of(prepared: Prepared, query: int, policies: Policies) -> "_Ranked":
        """The ranking of a query as the policies have it."""
        run_row = int(prepared.run_rows[query])
        documents = ranked_documents(prepared.run, run_row, policies)
        values = [score for _, score in documents]
        judgements = {str(d): g for d, g in prepared.qrels.judgements(query).items()}
        retrieved = len(values) if policies.depth is None else min(policies.depth, len(values))
        is_open = policies.ties == "average" and prepared.run.scores is not None
        while is_open and retrieved < len(values) and values[retrieved - 1] == values[retrieved]:
            retrieved += 1  # any document of these may be within the depth
        ranked = [document for document, _ in documents[:retrieved]]
        number = {document: i for i, document in enumerate(ranked)}
        for document in judgements:
            number.setdefault(document, len(number))
        return _Ranked(
            np.array(values[:retrieved], np.float64) if is_open else None,
            retrieved,
            np.array([number[document] for document in judgements], np.int64),
            np.array(list(judgements.values()), np.float64),
            np.array([number[d] for d in ranked if d not in judgements], np.int64),
            run_row >= 0,
        )

    def bounds(
        self, columns: Sequence[Measure], grade: float, policies: Policies, threads: int
    ) -> FloatArray:
        """Value, all relevant, low and high of each measure."""
        relevant = self.choices(columns)
        kept = np.concatenate([np.ones((len(relevant), len(self.judged)), bool), relevant], axis=1)
        documents = np.concatenate([self.judged, self.unjudged])
        grades = np.concatenate([self.grades, np.full(len(self.unjudged), grade)])
        chosen = np.nonzero(kept)[1]
        run = Run(Ids(np.zeros(1, np.int64)), np.array([0, self.retrieved]),
                  Ids(np.arange(self.retrieved)), self.scores)  # fmt: skip
        qrels = Qrels(Ids(np.arange(len(kept))), offsets_of(kept.sum(axis=1)),
                      Ids(documents[chosen]), grades[chosen])  # fmt: skip
        rows = np.full(len(kept), 0 if self.answered else -1)
        found = measured(run, qrels, rows, columns, policies, threads)
        values = found.values
        table = np.stack([values[0], values[-1], values.min(axis=0), values.max(axis=0)])
        if policies.no_relevant in ("one", "nan"):  # then the policy decides, and no judgement
            table[:, found.states[0] == NOTHING_RELEVANT] = policies.fill
        return table

    def choices(self, columns: Sequence[Measure]) -> NDArray[np.bool_]:
        """Which unjudged documents are relevant, a row a choice; first none, last all.

        The first or the last so many of the ranking, as far as a measure can be extreme there: a
        document below the cut-off can only lessen it, one within it is not the first to do so.
        """
        total = len(self.unjudged)
        first, last = {0, total}, {0, total}
        for column in columns:
            within = int(np.searchsorted(self.unjudged, column.k)) if column.k else total
            if self.scores is not None or column.kind == "r_precision":
                first |= set(range(total))
                last |= set(range(total))
            elif column.kind in _ADDING:
                first.add(within)
                last.add(total - within)
            else:
                first |= set(range(within + 1))
                last |= set(range(total - within, total))
        counts = np.array(sorted(last), np.int64)[:, None]
        lowest = np.arange(total) >= total - counts
        counts = np.array(sorted(first), np.int64)[:, None]
        return np.concatenate([lowest, np.arange(total) < counts])
