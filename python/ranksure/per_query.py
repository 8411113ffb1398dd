"""What a comparison says of each query: both scores, the ranks of the relevant documents."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, NamedTuple

from ._validate import arguments as check
from ._validate import evaluation as meeting
from .measures import parse_measures
from .preparing import ranked_documents
from .scores import QueryId, Scores

if TYPE_CHECKING:
    from .comparison import Comparison


class RelevantDocument(NamedTuple):
    """A relevant document of a query and its rank in both systems (None: not retrieved)."""

    document: QueryId
    grade: float
    baseline_rank: int | None
    rank: int | None

    def __str__(self) -> str:
        return f"{self.document} ({self.baseline_rank or '–'} → {self.rank or '–'})"


@dataclass(frozen=True)
class QueryDifference:
    """One query under one measure: value of the baseline, of the system, and their difference.

    ``relevant`` lists the relevant documents, ``found`` those that the system has within the
    cut-off of the measure and the baseline has not, ``lost`` the reverse. All three are None where
    the scores do not know their runs (plain numbers, loaded scores).
    """

    query: QueryId
    segment: str | None
    question: str | None
    baseline: float
    value: float
    difference: float
    relevant: tuple[RelevantDocument, ...] | None
    found: tuple[QueryId, ...] | None
    lost: tuple[QueryId, ...] | None

    def __str__(self) -> str:
        text = f"{self.query}: {self.baseline:.4f} → {self.value:.4f} ({self.difference:+.4f})"
        return text + "".join(f"; {document}" for document in self.relevant or ())


@dataclass(frozen=True)
class QueryDifferences:
    """The queries of a comparison, in the order of its scores; a sequence of `QueryDifference`."""

    rows: tuple[QueryDifference, ...]
    system: str
    baseline: str
    measure: str
    k: int | None  #: cut-off of the measure

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[QueryDifference]:
        return iter(self.rows)

    def __getitem__(self, place: int) -> QueryDifference:
        return self.rows[place]

    def worst(self, n: int = 10) -> tuple[QueryDifference, ...]:
        """Up to n queries on which the system lost most against the baseline, the worst first."""
        ordered = sorted(self._with_difference(), key=lambda row: row.difference)
        return tuple(row for row in ordered[: check.cut_off(n, "n")] if row.difference < 0)

    def best(self, n: int = 10) -> tuple[QueryDifference, ...]:
        """Up to n queries on which the system gained most, the best first."""
        ordered = sorted(self._with_difference(), key=lambda row: -row.difference)
        return tuple(row for row in ordered[: check.cut_off(n, "n")] if row.difference > 0)

    def _with_difference(self) -> list[QueryDifference]:
        return [row for row in self.rows if row.difference == row.difference]  # NaN: no value

    def __str__(self) -> str:
        lines = [f"{self.measure}: {self.baseline} → {self.system}, {len(self)} queries"]
        for title, rows in (("worst", self.worst(5)), ("best", self.best(5))):
            lines += [f"{title}:", *(f"  {row}" for row in rows)]
        return "\n".join(lines)

    def to_frame(self) -> Any:
        """The queries as a pandas DataFrame, indexed by query id (needs the extra ``frames``)."""
        import pandas as pd

        names = [field.name for field in fields(QueryDifference)][1:]
        rows = [[getattr(row, name) for name in names] for row in self.rows]
        index = pd.Index([row.query for row in self.rows], name="query")
        return pd.DataFrame(rows, index=index, columns=names)


def queries(comparison: "Comparison", system: str | None, measure: str | None) -> QueryDifferences:
    """See `Comparison.queries`."""
    others = [name for name in comparison.systems if name != comparison.baseline]
    if system is None:
        meeting.one_other_system(others)
    name = check.choice(others[0] if system is None else system, "system", others)
    base, scores = comparison.scores[comparison.baseline], comparison.scores[name]
    wanted = comparison.measures[0] if measure is None else measure
    baseline_values, values = base[wanted].tolist(), scores[wanted].tolist()
    [parsed] = parse_measures([wanted]) if base.fingerprint else [None]
    cut = None if parsed is None else parsed.k
    relevant: list[tuple[RelevantDocument, ...]] | None = None
    questions: dict[str, str] = {}
    if parsed is not None and base.evidence is not None and scores.evidence is not None:
        sides = rankings(base), rankings(scores)
        relevant = [
            tuple(
                RelevantDocument(d, g, *(side[place].get(str(d)) for side in sides)) for d, g in row
            )
            for place, row in enumerate(relevant_documents(base, parsed.rel))
        ]
        questions = dict(base.evidence.qrels.questions or {})
    rows = []
    for place, query in enumerate(base.query_ids):
        documents = None if relevant is None else relevant[place]
        row = QueryDifference(
            query=query,
            segment=(base.segments or {}).get(str(query)),
            question=questions.get(str(query)),
            baseline=baseline_values[place],
            value=values[place],
            difference=values[place] - baseline_values[place],
            relevant=documents,
            found=_only(documents, cut, of_baseline=False),
            lost=_only(documents, cut, of_baseline=True),
        )
        rows.append(row)
    canonical = wanted if parsed is None else parsed.name
    return QueryDifferences(tuple(rows), name, comparison.baseline, canonical, cut)


def _only(
    documents: tuple[RelevantDocument, ...] | None, cut: int | None, *, of_baseline: bool
) -> tuple[QueryId, ...] | None:
    """Documents that one of the two systems alone has within the cut-off."""
    if documents is None:
        return None
    found = []
    for document in documents:
        ranks = document.baseline_rank, document.rank
        within = [rank is not None and (cut is None or rank <= cut) for rank in ranks]
        if within == [of_baseline, not of_baseline]:
            found.append(document.document)
    return tuple(found)


def relevant_documents(scores: Scores, rel: float) -> list[list[tuple[QueryId, float]]]:
    """Of each query its documents of a grade from rel on, best grade first."""
    qrels = meeting.evidence_of(scores).prepared().qrels
    row_of = {str(query): row for row, query in enumerate(qrels.query_ids.tolist())}
    documents = []
    for query in scores.query_ids:
        judged = qrels.judgements(row_of[str(query)])
        relevant = [(document, grade) for document, grade in judged.items() if grade >= rel]
        documents.append(sorted(relevant, key=lambda pair: -pair[1]))
    return documents


def rankings(scores: Scores) -> list[dict[str, int]]:
    """Of each query the rank of each retrieved document, by its id as text."""
    evidence = meeting.evidence_of(scores)
    prepared = evidence.prepared()
    row_of = {
        str(query): int(row)
        for query, row in zip(prepared.qrels.query_ids.tolist(), prepared.run_rows, strict=True)
    }
    result = []
    for query in scores.query_ids:
        ranked = ranked_documents(prepared.run, row_of[str(query)], evidence.policies)
        depth = evidence.policies.depth
        kept = ranked if depth is None else ranked[:depth]
        result.append({document: rank for rank, (document, _) in enumerate(kept, start=1)})
    return result
