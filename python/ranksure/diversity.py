"""The columns of diversity measures, beside those of the measures without subtopics."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._ids import common
from ._validate import diversity as meeting
from .diversity_qrels import DiversityQrels
from .measures import Measure
from .policies import Policies
from .qrels import Qrels
from .run import Run


def fill_diverse(
    values: NDArray[np.float64],
    states: NDArray[np.uint8],
    run: Run,
    qrels: Qrels,
    run_rows: NDArray[np.int64],
    columns: Sequence[Measure],
    policies: Policies,
    threads: int,
) -> None:
    """Write the columns of the diversity measures; the others stay as they are.

    A state is 1 where no subtopic has a relevant document, else 0.
    """
    places = [place for place, measure in enumerate(columns) if measure.diverse]
    subtopics = qrels.subtopics if isinstance(qrels, DiversityQrels) else None
    meeting.subtopics_judged(subtopics is not None, columns)
    if not places or subtopics is None:
        return
    meeting.ties_settled(policies.ties, columns[places[0]])
    documents, judged = common(run.document_ids, qrels.document_ids)
    id_order = np.empty(len(judged), np.int64)
    id_order[_core.sort_ids(judged.parts)] = np.arange(len(judged))
    chosen = [columns[place] for place in places]
    values[:, places], states[:, places] = _core.evaluate_diversity(
        documents.parts,
        run.offsets,
        run.scores,
        judged.parts,
        qrels.offsets,
        run_rows,
        subtopics.offsets,
        subtopics.numbers,
        subtopics.grades,
        id_order,
        np.array([_core.diversity_kinds.index(m.kind) for m in chosen], dtype=np.int64),
        np.array([m.k or 0 for m in chosen], dtype=np.int64),
        np.array([[m.rel, m.alpha, m.beta, m.judged_only] for m in chosen], dtype=np.float64),
        stable=policies.ties == "stable",
        depth=policies.depth or 0,
        threads=threads,
    )
