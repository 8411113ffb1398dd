"""evaluate(): a run meets a golden set, and the policies say what to do where they do not fit."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._ids import Ids, common
from ._validate import arguments as check
from ._validate import evaluation as meeting
from .measures import Measure, core_arguments, parse_measures
from .policies import Policies
from .qrels import Qrels, as_qrels
from .run import Run, as_run
from .scores import Scores
from .verifying import Evidence


def evaluate(
    run: Any,
    qrels: Any,
    measures: str | Iterable[str],
    *,
    ties: str = "trec",
    missing: str | None = None,
    no_relevant: str | None = None,
    duplicates: str = "error",
    threads: int | None = None,
) -> Scores:
    """Evaluate the rankings of a run against a golden set.

    Parameters
    ----------
    run : path, mapping, integer array (n_queries, k), frame or Run
        Retrieved documents of each query; see `read_run` and the constructors of `Run`.
    qrels : path, mapping, frame or Qrels
        Judged documents with grades; see `read_qrels` and the constructors of `Qrels`.
    measures : str or iterable of str
        Names such as ``"recall@5"``, ``"ndcg@10"``, ``"ap(rel=2)@100"``; the spellings of
        trec_eval, ir_measures and ranx are understood, and the families "rag", "official" and
        "set". docs/definitions.md defines each.
    ties : {"trec", "stable"}
        Equal scores: by document id, descending by UTF-8 bytes; or as given.
    missing : {None, "zero", "skip", "error"}
        Judged queries that the run does not answer. None is zero, with a warning when it acts.
    no_relevant : {None, "zero", "one", "nan", "skip", "error"}
        Queries for which a measure finds nothing relevant in the golden set. Acts for each measure
        by itself and goes before `missing`. "skip" leaves out a query that any of the measures
        cannot score, so that all columns stand on the same queries. Measures that are not
        normalised (dcg) or not about relevance (judged) keep their value.
    duplicates : {"error", "first"}
        A document that stands twice in one ranking.
    threads : int >= 1 or None
        None takes all processors. The values have the same bits for every number of threads.

    Returns
    -------
    Scores
        float64 values (n_queries, n_measures), queries in ascending order of their UTF-8 bytes.

    Raises
    ------
    TypeError, ValueError
        For arguments and inputs that are not what they should be, with name, place and what is
        allowed; also when run and golden set have no query in common.

    Notes
    -----
    Time O(documents) for runs that come in order of their scores. Document scores only order.

    Examples
    --------
    >>> scores = evaluate({"q": ["a", "b", "c"]}, {"q": ["b", "x"]}, ["recall@2", "rr"])
    >>> scores.mean()
    {'recall@2': 0.5, 'rr': 0.5}
    """
    policies = Policies(ties, missing, no_relevant, duplicates)
    columns = parse_measures(measures)
    workers = check.threads(threads)
    golden, answers = as_qrels(qrels), as_run(run, threads=workers)
    judged = _Judged(answers, golden, columns, policies, workers)
    return judged.scores()


class _Judged:
    """A run and a golden set that have met; from here to the table the policies act."""

    def __init__(
        self,
        run: Run,
        qrels: Qrels,
        columns: tuple[Measure, ...],
        policies: Policies,
        threads: int,
    ) -> None:
        self.run, self.qrels, self.policies = run, qrels, policies
        largest = float(qrels.grades.max(initial=0.0))
        self.columns = tuple(dict.fromkeys(m.with_max_grade(largest) for m in columns))
        meeting.gains_fit(qrels, self.columns)
        self.run_rows = matched_queries(run.query_ids, qrels.query_ids)
        documents, judged = common(run.document_ids, qrels.document_ids)
        pairs = np.stack([self.run_rows, np.arange(len(self.run_rows))], axis=1)
        self.values, undefined, tied, repeats, first_repeat = _core.evaluate(
            documents.parts,
            run.offsets,
            run.scores,
            judged.parts,
            qrels.offsets,
            qrels.grades,
            np.ascontiguousarray(pairs),
            *core_arguments(self.columns),
            stable=policies.ties == "stable",
            threads=threads,
        )
        self.undefined = undefined.astype(bool)
        self.missing = self.run_rows < 0
        self.tied = int(tied.sum())
        self.duplicates = int(repeats.sum())
        if self.duplicates and policies.duplicates == "error":
            row = int(np.flatnonzero(repeats)[0])
            meeting.repeated_document(
                qrels.query_ids[row], run.document_ids[int(first_repeat[row])], self.duplicates
            )

    def scores(self) -> Scores:
        """Apply the policies, count and warn."""
        policies = self.policies
        no_relevant = np.any(self.undefined, axis=1)
        queries = self.qrels.query_ids
        if policies.no_relevant == "error":
            meeting.no_query("no_relevant", no_relevant, queries, "no relevant document for")
        if policies.missing == "error":
            meeting.no_query("missing", self.missing, queries, "the run does not answer")
        fill = {"one": 1.0, "nan": np.nan}.get(policies.no_relevant or "zero", 0.0)
        self.values[self.undefined] = fill
        kept = np.ones(len(self.missing), dtype=bool)
        if policies.no_relevant == "skip":
            kept &= ~no_relevant
        if policies.missing == "skip":
            kept &= ~self.missing
        meeting.some_query_left(kept)
        counts = {
            "queries": int(kept.sum()),
            "missing": int(self.missing.sum()),
            "no_relevant": int(no_relevant.sum()),
            "unjudged_queries": len(self.run.query_ids) - int((~self.missing).sum()),
            "tied_queries": self.tied,
            "duplicates": self.duplicates,
            "merged_judgements": self.qrels.merged_judgements,
        }
        policies.warn(counts, stacklevel=3)
        rows = np.flatnonzero(kept)
        return Scores(
            values=np.ascontiguousarray(self.values[rows]),
            query_ids=tuple(queries.take(rows).tolist()),
            measures=tuple(measure.name for measure in self.columns),
            counts=counts,
            notes=policies.notes(counts, len(kept)),
            signature=policies.signature(self.qrels.fingerprint),
            fingerprint=self.qrels.fingerprint,
            name=self.run.name,
            segments=self.qrels.segments,
            evidence=Evidence(
                self.run, self.qrels, policies.ties, policies.missing, policies.no_relevant
            ),
        )


def matched_queries(run_ids: Ids, judged_ids: Ids) -> NDArray[np.int64]:
    """For each judged query its row in the run, or -1."""
    answered, judged = common(run_ids, judged_ids)
    rows: NDArray[np.int64] = _core.find(answered.parts, judged.parts)
    if not (rows >= 0).any():
        meeting.no_common_query(run_ids, judged_ids)
    return rows
