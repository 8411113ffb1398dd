"""The one call into the core: rankings of a run measured against judgements."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._ids import common
from .diversity import fill_diverse
from .measures import Measure, core_arguments
from .policies import Policies
from .qrels import Qrels
from .replicates import FloatArray
from .run import Run

# States of a value.
NOTHING_RELEVANT, TOO_MANY_ORDERS = 1, 2


class Measured(NamedTuple):
    """A row for each judged query, a column for each measure."""

    values: FloatArray
    states: NDArray[np.uint8]
    tied: NDArray[np.uint8]
    repeats: NDArray[np.int64]  #: documents of a ranking that stood there before
    first_repeat: NDArray[np.int64]  #: the place in the run of the first of them, or -1


def measured(
    run: Run,
    qrels: Qrels,
    run_rows: NDArray[np.int64],
    columns: Sequence[Measure],
    policies: Policies,
    threads: int,
) -> Measured:
    """Query i of the golden set is answered by row ``run_rows[i]`` of the run, or by none (-1)."""
    documents, judged = common(run.document_ids, qrels.document_ids)
    pairs = np.stack([run_rows, np.arange(len(run_rows))], axis=1)
    found = Measured(
        *_core.evaluate(
            documents.parts,
            run.offsets,
            run.scores,
            judged.parts,
            qrels.offsets,
            qrels.grades,
            np.ascontiguousarray(pairs),
            *core_arguments(columns),
            ties=policies.ties,
            depth=policies.depth or 0,
            threads=threads,
        )
    )
    fill_diverse(found.values, found.states, run, qrels, run_rows, columns, policies, threads)
    return found
