"""Measures of one ranked list or a batch of lists, as tutorials write them."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._validate import arguments as check
from ._validate import evaluation as meeting
from .evaluating import evaluate
from .qrels import Qrels
from .run import Run

FloatArray = NDArray[np.float64]
Values = float | FloatArray


def is_batch(lists: Any) -> bool:
    """Is this a list of lists? (An array of two dimensions, or a sequence that holds sequences.)"""
    if isinstance(lists, np.ndarray):
        return lists.ndim != 1
    if isinstance(lists, Mapping | set | frozenset):
        return False
    meeting.ranked_list(lists)
    return any(
        isinstance(item, Sequence | set | frozenset | Mapping | np.ndarray)
        and not isinstance(item, str | bytes)
        for item in lists
    )


def _measure(
    name: str, retrieved: Any, judged: Any, no_relevant: str | None, duplicates: str
) -> Values:
    batch = is_batch(retrieved)
    run = Run.from_arrays(retrieved if batch else [retrieved])
    qrels = _golden(judged, batch, len(run))
    scores = evaluate(run, qrels, name, no_relevant=no_relevant, duplicates=duplicates)
    values = np.empty(len(run))
    values[np.array(scores.query_ids, dtype=np.int64)] = scores.values[:, 0]
    return values if batch else float(values[0])


def _golden(judged: Any, batch: bool, n: int) -> Qrels:
    """The judged documents of each list, in the order of the lists."""
    if not batch:
        return Qrels.from_dict({0: _unordered(judged)})
    meeting.as_many_lists(judged, n)
    if isinstance(judged, np.ndarray):
        return Qrels.from_arrays(judged)
    return Qrels.from_dict({i: _unordered(documents) for i, documents in enumerate(judged)})


def _unordered(judged: Any) -> Any:
    return judged.tolist() if isinstance(judged, np.ndarray) else judged


def recall_at_k(
    retrieved: Any,
    relevant: Any,
    k: int,
    *,
    no_relevant: str | None = None,
    duplicates: str = "error",
) -> Values:
    """Share of the relevant documents that stand in the top k.

    relevant in top k / relevant

    Parameters
    ----------
    retrieved : list of ids, list of such lists, or integer array (k,) or (n_queries, k)
        Best first. In an integer array -1 ends a list.
    relevant : list or set of ids, list of such, or integer array
        Relevant documents of each list.
    k : int >= 1
    no_relevant : {None, "zero", "one", "nan", "error"}
        A list without relevant documents; None is zero with a warning.
    duplicates : {"error", "first"}
        An id that stands twice in a list.

    Returns
    -------
    float in [0, 1] for one list; float64 array (n_queries,) for a batch.

    Raises
    ------
    TypeError, ValueError
        For a wrong k, ids that are neither text nor integers, lengths that do not fit.

    Examples
    --------
    >>> recall_at_k(["a", "b", "c"], ["b", "x"], 2)
    0.5
    >>> recall_at_k([[1, 2], [3, 4]], [[2], [5, 3]], 2)
    array([1. , 0.5])
    """
    return _measure(f"recall@{check.cut_off(k)}", retrieved, relevant, no_relevant, duplicates)


def precision_at_k(
    retrieved: Any,
    relevant: Any,
    k: int,
    *,
    no_relevant: str | None = None,
    duplicates: str = "error",
) -> Values:
    """Share of the top k that is relevant.

    relevant in top k / k, also when fewer than k were retrieved

    Arguments, results and errors are those of `recall_at_k`.

    Examples
    --------
    >>> precision_at_k(["a", "b", "c"], ["b", "x"], 5)
    0.2
    """
    return _measure(f"precision@{check.cut_off(k)}", retrieved, relevant, no_relevant, duplicates)


def hit_rate_at_k(
    retrieved: Any,
    relevant: Any,
    k: int,
    *,
    no_relevant: str | None = None,
    duplicates: str = "error",
) -> Values:
    """Does any relevant document stand in the top k?

    1 if any relevant in top k, else 0

    Arguments, results and errors are those of `recall_at_k`.

    Examples
    --------
    >>> hit_rate_at_k(["a", "b", "c"], ["b", "x"], 2)
    1.0
    """
    return _measure(f"hit_rate@{check.cut_off(k)}", retrieved, relevant, no_relevant, duplicates)


def reciprocal_rank(
    retrieved: Any,
    relevant: Any,
    k: int | None = None,
    *,
    no_relevant: str | None = None,
    duplicates: str = "error",
) -> Values:
    """One over the rank of the first relevant document.

    1 / rank of the first relevant (within k), else 0; the mean over queries is MRR

    Arguments, results and errors are those of `recall_at_k`; k=None looks at the whole list.

    Examples
    --------
    >>> reciprocal_rank(["a", "b", "c"], ["b", "x"])
    0.5
    """
    name = "rr" if k is None else f"rr@{check.cut_off(k)}"
    return _measure(name, retrieved, relevant, no_relevant, duplicates)


def average_precision(
    retrieved: Any,
    relevant: Any,
    k: int | None = None,
    *,
    no_relevant: str | None = None,
    duplicates: str = "error",
) -> Values:
    """Mean over the relevant documents of the precision at their ranks.

    sum of precision at each relevant rank (within k) / relevant

    Arguments, results and errors are those of `recall_at_k`; k=None looks at the whole list.

    References
    ----------
    Buckley and Voorhees, SIGIR 2000, doi:10.1145/345508.345543

    Examples
    --------
    >>> average_precision(["a", "b", "c"], ["a", "c"])
    0.8333333333333333
    """
    name = "ap" if k is None else f"ap@{check.cut_off(k)}"
    return _measure(name, retrieved, relevant, no_relevant, duplicates)


def ndcg_at_k(
    retrieved: Any,
    grades: Any,
    k: int,
    gain: str = "linear",
    *,
    no_relevant: str | None = None,
    duplicates: str = "error",
) -> Values:
    """Discounted cumulative gain of the top k over that of the best possible ranking.

    sum of gain / log2(rank + 1) over the top k / the same of all judged documents, best first

    Arguments, results and errors are those of `recall_at_k`, except for:

    Parameters
    ----------
    grades : mapping from id to grade (a list of ids has grade 1 each), or a list of such
    gain : {"linear", "exponential"}
        The gain of a grade: the grade itself, or 2^grade - 1.

    References
    ----------
    Järvelin and Kekäläinen, TOIS 2002, doi:10.1145/582415.582418

    Examples
    --------
    >>> round(ndcg_at_k(["a", "b", "c", "d"], {"a": 2, "c": 1, "d": 1}, 5), 4)
    0.936
    """
    check.choice(gain, "gain", ("linear", "exponential"))
    name = "ndcg" if gain == "linear" else "ndcg_exp"
    return _measure(f"{name}@{check.cut_off(k)}", retrieved, grades, no_relevant, duplicates)
