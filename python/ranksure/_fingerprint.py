"""The fingerprint of a golden set; the reference defines it."""

import hashlib

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._ids import Ids
from ._validate import arguments

_FEW = 100_000  # judgements that one thread has done before a second one starts


def fingerprint_of(
    queries: Ids, offsets: NDArray[np.int64], documents: Ids, grades: NDArray[np.float64]
) -> str:
    """16 hexadecimal digits; queries stand in ascending order of their UTF-8 bytes."""
    threads = 1 if len(grades) < _FEW else arguments.threads(None)
    sums = _core.judgement_sums(documents.signed().parts, offsets, grades, threads=threads)
    text, ends = queries.as_text().parts
    digest = hashlib.sha256()
    for numbers in ([len(queries)], np.diff(offsets), np.diff(ends)):
        digest.update(np.asarray(numbers, "<u8").tobytes())
    digest.update(text.tobytes())
    digest.update(sums.astype("<u8").tobytes())
    return digest.hexdigest()[:16]
