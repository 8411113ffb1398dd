"""Recall of an index against the exact nearest neighbours of a query vector."""

from collections.abc import Hashable, Sequence

Neighbours = Sequence[Hashable]
Distances = Sequence[float]


def tie_threshold(exact_distances: Distances, k: int, tolerance: float) -> float:
    """The largest distance that ties with the k-th exact neighbour (the last one of a short row).

    d + tolerance * |d|, where d is its distance.

    >>> tie_threshold([0.5, 1.0, 4.0], 2, 0.25)
    1.25
    """
    farthest = exact_distances[: min(k, len(exact_distances))][-1]
    return farthest + tolerance * abs(farthest)


def index_recall(
    approx: Neighbours,
    exact: Neighbours,
    k: int,
    exact_distances: Distances | None = None,
    approx_distances: Distances | None = None,
    tolerance: float = 1e-6,
) -> float:
    """Exact neighbours found among the approximate top k / min(k, exact neighbours given).

    Found is a neighbour that is one of the exact top k. With distances, found is also one whose own
    distance is at most `tie_threshold`: its place among the exact neighbours would be taken by
    chance. Without ``approx_distances`` its distance is the one of the same id in ``exact``. No
    more can be found than are there.

    Aumüller, Bernhardsson and Faithfull, Information Systems 2020, doi:10.1016/j.is.2019.02.006.

    >>> index_recall([7, 1], [1, 2], 2)
    0.5
    >>> index_recall([1, 3], [1, 2, 3], 2, exact_distances=[0.5, 1.0, 1.0])
    1.0
    """
    wanted = set(exact[:k])
    if not wanted:
        return 0.0
    place = {neighbour: i for i, neighbour in enumerate(exact)}
    found = 0
    for i, neighbour in enumerate(approx[:k]):
        if neighbour in wanted:
            found += 1
        elif exact_distances is not None:
            threshold = tie_threshold(exact_distances, k, tolerance)
            if approx_distances is not None:
                found += approx_distances[i] <= threshold
            elif neighbour in place:
                found += exact_distances[place[neighbour]] <= threshold
    return min(found, len(wanted)) / len(wanted)
