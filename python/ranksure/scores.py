"""Scores: a value a query and measure. Nothing else crosses from retrieval to statistics."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ._validate import arguments as check
from .columns import resample_columns
from .intervals import METHODS
from .measures import column_of
from .replicates import DRAWS, FloatArray, Seed, column_means
from .segments import Segments, segment_rows
from .summary import Summary, SummaryRow, summary_rows

if TYPE_CHECKING:
    import os

    from .bounds import JudgementBounds
    from .tie_ranges import TieRange
    from .verifying import Evidence, Verification

QueryId = str | int


@dataclass(frozen=True, eq=False)
class Scores:
    """Values of one system: a row a query (ascending UTF-8 bytes of its id), a column a measure.

    ``counts`` says what the policies met and did, ``signature`` names every choice behind the
    numbers, ``fingerprint`` the golden set. A NaN (policy ``no_relevant="nan"``) is no value: means
    and intervals are over the queries that have one.
    """

    values: FloatArray  #: (n_queries, n_measures)
    query_ids: tuple[QueryId, ...]
    measures: tuple[str, ...]
    counts: Mapping[str, int]
    notes: tuple[str, ...]
    signature: str
    fingerprint: str
    name: str = "run"
    segments: Mapping[str, str] | None = None
    evidence: "Evidence | None" = field(default=None, repr=False)

    def __len__(self) -> int:
        return len(self.query_ids)

    def __getitem__(self, measure: str) -> FloatArray:
        """The column of a measure, in any spelling of its name."""
        return self.values[:, self._column(measure)]

    def _column(self, measure: str) -> int:
        column = column_of(measure, self.measures)
        if column is None:
            raise KeyError(f"{measure!r} was not evaluated; there are {', '.join(self.measures)}")
        return column

    def __repr__(self) -> str:
        means = ", ".join(f"{m}={v:.4f}" for m, v in self.mean().items())
        return f"Scores({self.name!r}, {len(self)} queries: {means})"

    def mean(self) -> dict[str, float]:
        """Mean of each measure over the queries that have a value (NaN when none has one)."""
        means, _ = column_means(self.values)
        return dict(zip(self.measures, means.tolist(), strict=True))

    def take(self, rows: Any, name: str | None = None) -> "Scores":
        """The scores of some rows; ``counts`` then only counts them."""
        places = np.asarray(rows, dtype=np.int64)
        return Scores(
            values=self.values[places],
            query_ids=tuple(self.query_ids[i] for i in places.tolist()),
            measures=self.measures,
            counts={"queries": len(places)},
            notes=(),
            signature=self.signature,
            fingerprint=self.fingerprint,
            name=self.name if name is None else name,
            segments=self.segments,
        )

    def by(self, segments: Segments = "segment") -> dict[str, "Scores"]:
        """Scores of each segment, in order of first appearance.

        ``segments`` maps query ids to segments; "segment" takes those of the golden set. A query
        without a segment is an error.
        """
        groups = segment_rows(self, segments)
        return {segment: self.take(rows) for segment, rows in groups.items()}

    def summary(
        self,
        *,
        by: Segments | None = None,
        confidence_level: float = 0.95,
        n_resamples: int = 10_000,
        method: str = "percentile",
        draws: str = "auto",
        seed: Seed = None,
        threads: int | None = None,
    ) -> Summary:
        """Mean and bootstrap interval of each measure, and of each segment with ``by``.

        All measures share the draws of queries. The arguments are those of `bootstrap`.
        """
        level = check.confidence_level(confidence_level)
        check.choice(method, "method", METHODS)
        check.choice(draws, "draws", DRAWS)
        count, number = check.n_resamples(n_resamples), check.seed(seed)
        workers = check.threads(threads)
        groups: dict[str | None, Scores] = {None: self}
        if by is not None:
            groups.update(self.by(by))
        rows: list[SummaryRow] = []
        notes = [*self.notes]
        paths = set()
        for segment, scores in groups.items():
            columns = resample_columns(scores.values, method, count, number, workers, draws)
            paths.add(columns.replicates.draws)
            found, said = summary_rows(segment, scores.measures, columns, level)
            rows += found
            notes += said
        return Summary(
            rows=tuple(rows),
            name=self.name,
            confidence_level=level,
            n_resamples=count,
            method=method,
            seed=number,
            signature=self.signature,
            counts=self.counts,
            notes=tuple(notes),
            draws="groups" if "groups" in paths else "rows",
        )

    def verify(self, *, n_resamples: int = 4, seed: int = 0) -> "Verification":
        """Recompute every value, and the first resampled means, with `ranksure.reference`.

        Slow on purpose: the reference is literal Python. Works for scores that `evaluate` made.
        """
        from .verifying import total, verify_replicates, verify_values

        count, number = check.n_resamples(n_resamples), check.seed(seed)
        return total([verify_values(self), verify_replicates(self.values, count, number)])

    def judgement_bounds(
        self, measures: str | Iterable[str] | None = None, *, threads: int | None = None
    ) -> "JudgementBounds":
        """What each measure could be if the unjudged documents that were retrieved were judged.

        low and high are the least and the largest value over all ways to call each unjudged
        retrieved document non-relevant or relevant; value takes all as non-relevant, as scores do,
        and all_relevant takes all as relevant. A document assumed to be relevant counts in the
        golden set too: R and the ideal ranking grow with it, so that all_relevant may be below
        value, and high above both.

        Parameters
        ----------
        measures : str or iterable of str, or None
            Measures to bound, in any spelling; None takes those of the scores.
        threads : int >= 1 or None

        Returns
        -------
        JudgementBounds
            Arrays (n_queries, n_measures) and their means; printed as a table.

        Raises
        ------
        ValueError
            For measures of which it is not proved where their extremes lie (judged among them), and
            for scores that do not hold their run.

        Notes
        -----
        The assumed grade is the largest of the golden set (1 where that is zero), or the threshold
        of a binary measure where that is larger. Of all ways to choose a relevant documents, the
        first a of the ranking give the largest value and the last a the least, for every measure
        that does not fall when a relevant document changes places with a non-relevant one above it;
        `ranksure.reference.bounds` has the definition. Under ``no_relevant="one"`` or "nan" a query
        without relevant documents keeps the value of the policy. Documents that were not retrieved
        stay as they are judged. Moffat and Zobel, TOIS 2008, doi:10.1145/1416950.1416952, call the
        distance from value to high the residual (of RBP, which no R normalises).

        Examples
        --------
        >>> from ranksure import evaluate
        >>> scores = evaluate({"q": ["a", "new", "b"]}, {"q": {"a": 1, "b": 1, "c": 1}}, "recall@2")
        >>> scores.judgement_bounds()
        measure      low   value  all relevant    high
        recall@2  0.3333  0.3333        0.5000  0.5000
        1 unjudged documents retrieved for 1 queries
        """
        from .bounds import judgement_bounds

        return judgement_bounds(self, measures, threads)

    def tie_range(
        self, measures: str | Iterable[str] | None = None, *, threads: int | None = None
    ) -> "TieRange":
        """The least, expected and greatest value over all orders of documents with equal scores.

        Parameters
        ----------
        measures : str or iterable of str, or None
            Measures in any spelling; None takes those of the scores.
        threads : int >= 1 or None

        Returns
        -------
        TieRange
            float64 arrays (n_queries, n_measures) and their means; printed as a table of the
            measures that move.

        Raises
        ------
        ValueError
            For measures of which it is not proved which orders are extreme (bpref, infap, compat,
            inst, ...), where the expected value would need too many orders, and for scores that do
            not hold their run.

        Notes
        -----
        Least and greatest put the worst and the best grade of each score first, which is extreme
        for every measure that never falls (or never rises) when of two neighbours the better one
        moves up; `ranksure.reference.tie_ranges` has the reasons. The expected value is that of
        ``ties="average"``; it may leave the range by a rounding. A run without scores, or without
        equal ones, has one order and three equal values. Under ``no_relevant="one"`` or "nan" a
        query without relevant documents keeps the value of the policy. ``ties`` of the scores does
        not matter. Time: that of three evaluations, and of sorting the documents of equal scores.
        McSherry and Najork, ECIR 2008, doi:10.1007/978-3-540-78646-7_38.

        Examples
        --------
        >>> from ranksure import evaluate
        >>> run = {"q": {"a": 2.0, "b": 1.0, "c": 1.0, "d": 1.0}}
        >>> evaluate(run, {"q": ["c"]}, ["rr", "precision@2", "recall@4"]).tie_range()
        measure       least  expected  greatest
        rr           0.2500    0.3611    0.5000
        precision@2  0.0000    0.1667    0.5000
        the order of equal scores moves 1 of 1 queries, and never recall@4
        """
        from .tie_ranges import tie_range

        return tie_range(self, measures, threads)

    def trec_eval(
        self,
        per_query: bool = False,
        *,
        extras: Sequence[str] | None = None,
        runid: str | None = None,
    ) -> str:
        """The text that trec_eval prints for these measures; ``per_query`` is its option -q.

        ``extras`` are "runid", "num_q", the geometric means "gm_map" and "gm_bpref", and for each
        query "relstring" (or "relstring_20"), the grades of the first documents. None is "runid",
        "num_q", and "gm_map" where the family "official" was evaluated: what trec_eval prints by
        default. ``runid`` is the tag of a TREC run where it is not given, else the name of the
        scores. A measure that trec_eval lacks is an error.
        """
        from .trec_text import trec_eval_text

        return trec_eval_text(self, per_query, extras, runid)

    def save(self, path: "str | os.PathLike[str]") -> None:
        """Write the values to a JSON lines file, which `load_scores` reads back with the same bits.

        The first line holds version, measures, signature and fingerprint, each further line a
        query. Run and golden set are not in it. A file that is there is overwritten.
        """
        from .stored_scores import save_scores

        save_scores(self, path)

    def merge(self, other: "Scores") -> "Scores":
        """These scores with the measures of ``other``: same system, golden set, choices, queries.

        A measure that both hold must have the same values. Several systems stay apart: `compare`
        takes them in a mapping.
        """
        from .stored_scores import merge_scores

        return merge_scores(self, other)

    def to_frame(self) -> Any:
        """The values as a pandas DataFrame, indexed by query id (needs the extra ``frames``)."""
        import pandas as pd

        index = pd.Index(list(self.query_ids), name="query")
        return pd.DataFrame(self.values, index=index, columns=list(self.measures))
