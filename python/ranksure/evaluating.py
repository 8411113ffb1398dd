"""evaluate(): a run meets a golden set, and the policies say what to do where they do not fit."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from ._validate import arguments as check
from ._validate import evaluation as meeting
from .measures import Measure, parse_measures
from .measuring import NOTHING_RELEVANT, TOO_MANY_ORDERS, measured
from .policies import Policies
from .preparing import Prepared, prepare
from .qrels import as_qrels
from .run import as_run
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
    order: str | None = None,
    conflicts: str | None = None,
    drop_self: bool | None = None,
    group: Any = None,
    topics: Iterable[Any] | None = None,
    depth: int | None = None,
    profile: str | None = None,
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
    ties : {"trec", "stable", "average"}
        Equal scores: by document id, descending by UTF-8 bytes; as given; or the expected value of
        each measure over all orders of the documents of one score, every order alike. Most measures
        have a closed form (McSherry and Najork, ECIR 2008, doi:10.1007/978-3-540-78646-7_38); for
        others each order is tried, up to 8 documents of one score.
    missing : {None, "zero", "skip", "error"}
        Judged queries that the run does not answer. None is zero, with a warning when it acts.
    no_relevant : {None, "zero", "one", "nan", "skip", "error"}
        Queries for which a measure finds nothing relevant in the golden set. Acts for each measure
        by itself and goes before `missing`. "skip" leaves out a query that any of the measures
        cannot score, so that all columns stand on the same queries. Measures that are not
        normalised (dcg) or not about relevance (judged) keep their value.
    duplicates : {"error", "first"}
        A document that stands twice in one ranking; "first" keeps its best place.
    order : {None, "score", "rank"}
        What orders a run that is read here: its scores, or its rank column (without one, the place
        where a document stands). None is the scores, with a warning when ranks contradict them.
    conflicts : {None, "error", "max", "first"}
        What holds in a golden set that is read here when a document has two grades; None is error.
    drop_self : bool or None
        A document whose id is that of the query leaves ranking and judgements, as ArguAna needs it.
        None is no.
    group : mapping, frame with the columns document and page, function of an id, or None
        The page of each document (chunk). Pages are ranked in place of documents: each has the
        score of its best chunk, a ranked list keeps the first chunk of a page, and its grade is the
        largest of its chunks. A retrieved document must have a page or be one; a judged one that
        has none is a page of its own.
    topics : iterable of query ids or None
        Only these queries of the golden set are evaluated.
    depth : int >= 1 or None
        Only the first `depth` documents of each ranking count, and the rest was not retrieved.
    profile : {None, "trec_eval", "beir"}
        The choices of another tool for the arguments left at None. Both skip queries that the run
        lacks and count queries without relevant documents as zero; "beir" also drops documents of
        the query's own id. "trec_eval" takes its formulas where they are others: a column is then
        named ``rndcg(like="trec_eval")``; docs/definitions.md has both.
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
    Topics are taken first, then `group`, `drop_self`, the order, `duplicates` and `depth`.

    Examples
    --------
    >>> scores = evaluate({"q": ["a", "b", "c"]}, {"q": ["b", "x"]}, ["recall@2", "rr"])
    >>> scores.mean()
    {'recall@2': 0.5, 'rr': 0.5}
    """
    policies = Policies(ties, missing, no_relevant, duplicates, drop_self, depth, profile)
    columns = parse_measures(measures, policies.profile)
    workers = check.threads(threads)
    golden, answers = (
        as_qrels(qrels, conflicts=conflicts),
        as_run(run, order=order, threads=workers),
    )
    largest = float(golden.grades.max(initial=0.0))
    columns = tuple(dict.fromkeys(column.with_max_grade(largest) for column in columns))
    meeting.gains_fit(golden, columns)
    prepared = prepare(answers, golden, policies, topics, group)
    judged = _Judged(prepared, columns, policies, workers)
    return judged.scores(
        golden.fingerprint, Evidence(answers, golden, policies, prepared.topics, prepared.pages)
    )


class _Judged:
    """A run and a golden set that have met; from here to the table the policies act."""

    def __init__(
        self,
        prepared: Prepared,
        columns: tuple[Measure, ...],
        policies: Policies,
        threads: int,
    ) -> None:
        self.prepared, self.columns, self.policies = prepared, columns, policies
        run, qrels, run_rows = prepared.run, prepared.qrels, prepared.run_rows
        self.values, self.states, tied, repeats, first_repeat = measured(
            run, qrels, run_rows, columns, policies, threads
        )
        self.missing = run_rows < 0
        self.counts = {**prepared.counts, "tied_queries": int(tied.sum())}
        self.counts["duplicates"] += int(repeats.sum())
        if repeats.any() and policies.duplicates == "error":
            row = int(np.flatnonzero(repeats)[0])
            meeting.repeated_document(
                qrels.query_ids[row],
                run.document_ids[int(first_repeat[row])],
                self.counts["duplicates"],
            )
        lengths = np.where(self.missing, 0, np.diff(run.offsets)[run_rows]) - repeats
        depth = policies.depth or lengths
        self.counts["below_depth"] = int(np.maximum(lengths - depth, 0).sum())
        if (self.states == TOO_MANY_ORDERS).any():
            row, column = np.argwhere(self.states == TOO_MANY_ORDERS)[0].tolist()
            meeting.too_many_orders(columns[column].name, qrels.query_ids[row])

    def scores(self, fingerprint: str, evidence: Evidence) -> Scores:
        """Apply the policies, count and warn."""
        policies, run, qrels = self.policies, self.prepared.run, self.prepared.qrels
        undefined = self.states == NOTHING_RELEVANT
        no_relevant = np.any(undefined, axis=1)
        queries = qrels.query_ids
        if policies.no_relevant == "error":
            meeting.no_query("no_relevant", no_relevant, queries, "no relevant document for")
        if policies.missing == "error":
            meeting.no_query("missing", self.missing, queries, "the run does not answer")
        self.values[undefined] = policies.fill
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
            **self.counts,
        }
        policies.warn(counts, stacklevel=3)
        rows = np.flatnonzero(kept)
        return Scores(
            values=np.ascontiguousarray(self.values[rows]),
            query_ids=tuple(queries.take(rows).tolist()),
            measures=tuple(measure.name for measure in self.columns),
            counts=counts,
            notes=policies.notes(counts, len(kept)),
            signature=policies.signature(self.prepared.read, fingerprint),
            fingerprint=fingerprint,
            name=run.name,
            segments=qrels.segments,
            evidence=evidence,
        )
