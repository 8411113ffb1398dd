"""Recompute scores with the reference: the user's own data, checked bit for bit."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ._ids import Ids
from ._validate import evaluation as meeting
from .diversity_qrels import DiversityQrels
from .pages import Pages
from .policies import Policies
from .preparing import Prepared, prepare
from .qrels import Qrels
from .replicates import FloatArray, resample
from .run import Run

if TYPE_CHECKING:
    from .scores import Scores


class Evidence(NamedTuple):
    """What scores were computed from, kept so that they can be checked."""

    run: Run
    qrels: Qrels
    policies: Policies
    topics: Ids | None
    pages: Pages | None

    def prepared(self) -> Prepared:
        """Run and golden set as they were ranked."""
        topics = None if self.topics is None else self.topics.tolist()
        group = None if self.pages is None else self.pages.to_dict()
        return prepare(self.run, self.qrels, self.policies, topics, group)


@dataclass(frozen=True)
class Verification:
    """How many numbers the reference gives with the same bits."""

    n_values: int
    n_equal: int
    n_replicates: int
    n_replicates_equal: int

    @property
    def ok(self) -> bool:
        return self.n_equal == self.n_values and self.n_replicates_equal == self.n_replicates

    def __str__(self) -> str:
        return (
            f"{self.n_equal} of {self.n_values} values and {self.n_replicates_equal} of "
            f"{self.n_replicates} resampled means equal, bit for bit"
        )


def total(parts: Iterable[Verification]) -> Verification:
    """Several verifications as one."""
    counts = np.array(
        [(p.n_values, p.n_equal, p.n_replicates, p.n_replicates_equal) for p in parts]
    )
    return Verification(*counts.sum(axis=0).tolist())


def verify_values(scores: "Scores") -> Verification:
    """Compare every value with the reference."""
    from .reference.evaluating import evaluate

    evidence = meeting.evidence_of(scores)
    run, qrels, policies = evidence.run, evidence.qrels, evidence.policies
    topics, pages = evidence.topics, evidence.pages
    judged: Callable[[int], dict[int | str, Any]] = (
        qrels.subtopic_judgements if isinstance(qrels, DiversityQrels) else qrels.judgements
    )
    table = evaluate(
        {str(query): _columns(run, row) for row, query in enumerate(run.query_ids.tolist())},
        {
            str(query): {str(document): grade for document, grade in judged(row).items()}
            for row, query in enumerate(qrels.query_ids.tolist())
        },
        scores.measures,
        ties=policies.ties,
        missing=policies.missing or "zero",
        no_relevant=policies.no_relevant or "zero",
        topics=None if topics is None else [str(topic) for topic in topics.tolist()],
        group=None if pages is None else pages.to_dict(),
        drop_self=bool(policies.drop_self),
        depth=policies.depth,
    )
    expected = np.array([table[str(query)] for query in scores.query_ids])
    return Verification(scores.values.size, int(_same_bits(expected, scores.values).sum()), 0, 0)


def verify_replicates(
    rows: FloatArray, n_resamples: int, seed: int, draws: str = "auto"
) -> Verification:
    """Compare the first resampled means of all columns (NaN: a column without values)."""
    from .reference.grouping import table_means

    draws = "rows" if draws == "rows" else "auto"
    measured = resample(rows, n_resamples, seed, 1, draws).means_of_resamples
    listed = [tuple(row) for row in rows.tolist()]
    expected = np.array([table_means(listed, seed, b, draws) for b in range(n_resamples)])
    return Verification(0, 0, expected.size, int(_same_bits(expected, measured).sum()))


def _columns(run: Run, row: int) -> tuple[Sequence[str], Sequence[float] | None]:
    ranking = run.ranking(row)
    documents = [str(document) for document, _ in ranking]
    scores = [score for _, score in ranking if score is not None]
    return documents, scores if run.scores is not None else None


def _same_bits(a: FloatArray, b: FloatArray) -> NDArray[np.bool_]:
    """Equal as float64; NaN equals NaN."""
    return np.equal(a, b) | (np.isnan(a) & np.isnan(b))
