"""The one ranking of a query, which all measures share."""

from collections.abc import Hashable, Sequence


def ranking(
    documents: Sequence[Hashable], scores: Sequence[float] | None, ties: str = "trec"
) -> list[Hashable]:
    """Order ``documents`` by descending score; equal scores as ``ties`` says.

    Without scores the documents are a ranked list and stay as they are. ``ties="trec"`` puts equal
    scores in descending order of the UTF-8 bytes of the document id (an integer id counts as its
    decimal text), as trec_eval does; ``ties="stable"`` leaves them as given. (`tied_orders.py` has
    ``ties="average"``, which is no one order.)

    >>> ranking(["a", "b", "c"], [1.0, 1.0, 2.0])
    ['c', 'b', 'a']
    >>> ranking(["a", "b", "c"], [1.0, 1.0, 2.0], ties="stable")
    ['c', 'a', 'b']
    """
    if scores is None:
        return list(documents)
    order = list(range(len(documents)))
    if ties == "trec":
        order.sort(key=lambda i: str(documents[i]).encode(), reverse=True)
    order.sort(key=lambda i: -scores[i])  # a stable sort keeps the order of equal scores
    return [documents[i] for i in order]


def without_repeats(ranked: Sequence[Hashable]) -> list[Hashable]:
    """Keep the first place of each document (``duplicates="first"``).

    >>> without_repeats(["a", "b", "a"])
    ['a', 'b']
    """
    return list(dict.fromkeys(ranked))
