"""The other recall: what an index returned against the exact nearest neighbours."""

import os
import warnings
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._ids import Ids, common
from ._validate import arguments as check
from ._validate import inputs
from ._validate import neighbours as meeting
from ._validate.arguments import PolicyWarning
from .rankings import Values, is_batch
from .readers.arrays import rows_of
from .readers.vectors import read_vectors


def index_recall(
    approx_ids: Any,
    exact_ids: Any,
    k: int,
    *,
    exact_distances: Any = None,
    approx_distances: Any = None,
    tolerance: float = 1e-6,
    pad: int | None = -1,
    threads: int | None = None,
) -> Values:
    """Share of the true k nearest neighbours that an index returned: the other recall.

    exact neighbours found among the approximate top k / min(k, exact neighbours given)

    Found is a neighbour that is one of the exact top k. With distances, found is also one whose
    distance is at most d + tolerance |d|, where d is the distance of the k-th exact neighbour: such
    neighbours are as near, and which of them the exact search lists is chance. No more can be found
    than are there.

    Parameters
    ----------
    approx_ids, exact_ids : integer array (n_queries, width) or (width,), list of ids, list of such
        lists, or path to .ivecs
        Nearest first; any integer width and memory layout, or text. The order within the top k does
        not matter. A row may be wider than k or shorter.
    k : int >= 1
    exact_distances : array or lists in the shape of exact_ids, or path to .fvecs
        Ascending. Alone they show ties within the exact neighbours given.
    approx_distances : array or lists in the shape of approx_ids, or path to .fvecs
        True distances: those of a compressed index are estimates, compute them anew.
    tolerance : float in [0, 1)
        Relative, of ties at the k-th exact distance.
    pad : int or None
        This integer ends a row, as an index writes it when it found too few; an id behind it is an
        error. None takes every integer as an id.
    threads : int >= 1 or None
        None takes all processors. The values have the same bits for every number of threads.

    Returns
    -------
    float in [0, 1] for one row; float64 array (n_queries,) for several.

    Raises
    ------
    TypeError, ValueError
        For ids that are neither text nor integers, an id that stands twice in a row, distances that
        are NaN or do not ascend, shapes that do not fit; with the number of the row.

    Warns
    -----
    PolicyWarning
        When a row of exact_ids holds no neighbour; its recall is 0.

    Notes
    -----
    ann-benchmarks counts distances within an absolute 0.001 of the k-th and no ids; a relative
    tolerance does not depend on the scale of the vectors. Time O(ids); NumPy arrays of integers and
    of float32 or float64 distances are read where they are.

    References
    ----------
    Aumüller, Bernhardsson and Faithfull, Information Systems 2020, doi:10.1016/j.is.2019.02.006

    Examples
    --------
    >>> index_recall([[7, 1], [4, 5]], [[1, 2], [5, 4]], 2)
    array([0.5, 1. ])
    >>> index_recall([1, 3], [1, 2, 3], 2, exact_distances=[0.5, 1.0, 1.0])
    1.0
    """
    cut, workers = check.cut_off(k), check.threads(threads)
    relative = meeting.tolerance(check.real(tolerance, "tolerance"))
    inputs.pad(pad)
    meeting.exact_distances_given(exact_distances, approx_distances)
    approx = _side(approx_ids, approx_distances, "approx")
    exact = _side(exact_ids, exact_distances, "exact")
    meeting.both_batches(approx.batch, exact.batch)
    meeting.same_rows(len(approx.offsets) - 1, len(exact.offsets) - 1)
    ours, theirs = common(approx.ids, exact.ids)
    values, faults = _core.index_recall(
        ours.parts,
        approx.offsets,
        approx.distances,
        theirs.parts,
        exact.offsets,
        exact.distances,
        k=cut,
        pad=None if pad is None else int(pad),
        tolerance=relative,
        threads=workers,
    )
    if faults.any():
        row = int(np.flatnonzero(faults)[0])
        meeting.faulty_row(
            int(faults[row]), row, {"approx_ids": approx.row(row), "exact_ids": exact.row(row)}, pad
        )
    _warn_of_empty(exact, pad)
    return values if exact.batch else float(values[0])


class _Side(NamedTuple):
    """Rows of neighbours, one behind the other."""

    ids: Ids
    offsets: NDArray[np.int64]
    distances: NDArray[Any] | None
    batch: bool

    def row(self, i: int) -> list[Any]:
        start, stop = self.offsets[i : i + 2].tolist()
        return self.ids.span(start, stop).tolist()


def _side(ids: Any, distances: Any, side: str) -> _Side:
    name = f"{side}_ids"
    rows = read_vectors(ids) if isinstance(ids, str | os.PathLike) else ids
    meeting.rows_given(rows, name)
    batch = is_batch(rows)
    flat, offsets = rows_of(rows if batch else [rows], name)
    column = Ids.from_array(flat, name) if isinstance(flat, np.ndarray) else Ids.from_list(flat)
    if distances is None:
        return _Side(column, offsets, None, batch)
    name = f"{side}_distances"
    if isinstance(distances, str | os.PathLike):
        distances = read_vectors(distances)
    values, its_offsets = rows_of(distances if batch else [distances], name)
    inputs.same_lengths(name, np.diff(its_offsets), np.diff(offsets))
    numbers = np.asarray(values)
    meeting.distance_table(numbers, name)
    return _Side(column, offsets, meeting.as_float(numbers), batch)


def _warn_of_empty(exact: _Side, pad: int | None) -> None:
    """Say how many rows have nothing to find."""
    starts, empty = exact.offsets[:-1], np.diff(exact.offsets) == 0
    if pad is not None and exact.ids.integers is not None and len(exact.ids):
        first = exact.ids.integers[np.minimum(starts, len(exact.ids) - 1)]
        empty |= first == pad
    if empty.any():
        message = meeting.no_exact_neighbour(int(empty.sum()))
        warnings.warn(message, PolicyWarning, stacklevel=3)
