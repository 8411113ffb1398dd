"""diff_runs(): what changed between the rankings of two runs, query by query."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from ._validate import agreement as check_agreement
from ._validate import arguments as check
from .agreement_of_runs import ranks_of, rows_of
from .qrels import as_qrels
from .run import as_run


class RankChange(NamedTuple):
    """A document, its ranks in both runs (None: beyond the depth), its grade (None: unjudged)."""

    document: str
    rank_a: int | None
    rank_b: int | None
    grade: float | None

    def __str__(self) -> str:
        grade = "" if self.grade is None else f", grade {self.grade:g}"
        return f"{self.document} ({self.rank_a or '–'} → {self.rank_b or '–'}{grade})"


@dataclass(frozen=True)
class QueryDiff:
    """What changed for one query within the depth; ids are text."""

    query: str
    entered: tuple[RankChange, ...]  #: only in b, by rank
    left: tuple[RankChange, ...]  #: only in a, by rank
    moved: tuple[RankChange, ...]  #: in both, at another rank, by rank in b
    kept: int  #: documents in both

    @property
    def changed(self) -> bool:
        return bool(self.entered or self.left or self.moved)

    def __str__(self) -> str:
        parts = (("+", self.entered), ("-", self.left), ("~", self.moved))
        return "\n".join(
            [f"{self.query}", *(f"  {sign} {change}" for sign, part in parts for change in part)]
        )


@dataclass(frozen=True)
class RunDiff:
    """The queries of both runs, ascending by their ids; a sequence of `QueryDiff`."""

    rows: tuple[QueryDiff, ...]
    k: int
    ties: str
    only_a: tuple[str, ...]  #: queries that one run answers alone
    only_b: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[QueryDiff]:
        return iter(self.rows)

    def __getitem__(self, place: int) -> QueryDiff:
        return self.rows[place]

    @property
    def changed(self) -> tuple[QueryDiff, ...]:
        """The queries whose first k documents differ."""
        return tuple(row for row in self.rows if row.changed)

    def __str__(self) -> str:
        head = f"{len(self.changed)} of {len(self)} queries changed within the first {self.k}"
        return "\n".join([head, *map(str, self.changed)])


def diff_runs(a: Any, b: Any, qrels: Any = None, *, k: int = 10, ties: str = "trec") -> RunDiff:
    """What the first k documents of two runs have gained, lost and moved, query by query.

    Parameters
    ----------
    a, b : runs in any form that `evaluate` reads
        The old and the new run.
    qrels : golden set in any form that `evaluate` reads, or None
        Gives the grade of each document that changed.
    k : int >= 1
        Only documents of this rank or better.
    ties : {"trec", "stable"}
        The order of equal scores, as in `evaluate`.

    Returns
    -------
    RunDiff

    Raises
    ------
    TypeError, ValueError
        Also when the runs share no query, and when a document stands twice in a ranking.

    Examples
    --------
    >>> found = diff_runs({"q": ["x", "y"]}, {"q": ["y", "z"]}, {"q": ["z"]}, k=2)
    >>> print(found)
    1 of 1 queries changed within the first 2
    q
      + z (– → 2, grade 1)
      - x (1 → –)
      ~ y (2 → 1)
    """
    depth = check.cut_off(k)
    check.choice(ties, "ties", ("trec", "stable"))
    one, other = as_run(a), as_run(b)
    grades = {} if qrels is None else as_qrels(qrels).to_dict()
    judged = {str(query): {str(d): g for d, g in row.items()} for query, row in grades.items()}
    rows_a, rows_b = rows_of(one), rows_of(other)
    shared = sorted(rows_a.keys() & rows_b.keys(), key=str.encode)
    check_agreement.some_common_query(len(shared))
    rows = [
        _diff(
            query,
            ranks_of(one, rows_a[query], ties, depth),
            ranks_of(other, rows_b[query], ties, depth),
            judged.get(query, {}),
        )
        for query in shared
    ]
    return RunDiff(
        rows=tuple(rows),
        k=depth,
        ties=ties,
        only_a=tuple(sorted(rows_a.keys() - rows_b.keys(), key=str.encode)),
        only_b=tuple(sorted(rows_b.keys() - rows_a.keys(), key=str.encode)),
    )


def _diff(query: str, a: dict[str, int], b: dict[str, int], grades: dict[str, float]) -> QueryDiff:
    def change(document: str) -> RankChange:
        return RankChange(document, a.get(document), b.get(document), grades.get(document))

    return QueryDiff(
        query=query,
        entered=tuple(change(document) for document in b if document not in a),
        left=tuple(change(document) for document in a if document not in b),
        moved=tuple(change(d) for d in b if d in a and a[d] != b[d]),
        kept=len(a.keys() & b.keys()),
    )
