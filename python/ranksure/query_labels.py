"""Which queries belong together: clusters by query id, as rows of labels."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._validate import resampling as check
from .scores import QueryId


def labels_of_queries(
    clusters: Mapping[Any, Any], queries: Sequence[QueryId]
) -> NDArray[np.object_]:
    """The cluster of each query; ids meet as text, as those of segments do."""
    by_text = {str(query): label for query, label in clusters.items()}
    for query in queries:
        if str(query) not in by_text:
            check.no_cluster(query)
    found = np.empty(len(queries), dtype=object)
    found[:] = [by_text[str(query)] for query in queries]
    return found
