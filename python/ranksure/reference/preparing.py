"""What a run and a golden set are before they are ranked: settled, grouped, restricted."""

from collections.abc import Hashable, Iterable, Mapping, Sequence

from .judged_lists import Grades

Scored = tuple[Sequence[Hashable], Sequence[float] | None]


def by_rank(documents: Sequence[Hashable], ranks: Sequence[float]) -> list[Hashable]:
    """The ranked list of a rank column (``order="rank"``); equal ranks stay as given.

    >>> by_rank(["a", "b", "c"], [2, 1, 2])
    ['b', 'a', 'c']
    """
    order = sorted(range(len(documents)), key=lambda i: ranks[i])
    return [documents[i] for i in order]


def settled(
    judgements: Iterable[tuple[Hashable, float]], conflicts: str = "error"
) -> dict[Hashable, float]:
    """One grade a document: the first, or with ``conflicts="max"`` the largest.

    >>> settled([("d", 1), ("e", 0), ("d", 3)], "max")
    {'d': 3, 'e': 0}
    """
    grades: dict[Hashable, float] = {}
    for document, grade in judgements:
        if grades.setdefault(document, grade) != grade:
            if conflicts == "error":
                raise ValueError(f"document {document!r} has two grades")
            if conflicts == "max":
                grades[document] = max(grade, grades[document])
    return grades


def pages_of_ranking(answer: Scored, group: Mapping[str, str]) -> Scored:
    """The pages of retrieved documents, each with the score and at the place of its best chunk.

    Of chunks with equal scores the first counts; in a ranked list the first chunk of a page.

    >>> pages_of_ranking((["a1", "b1", "a2"], [1.0, 2.0, 3.0]), {"a1": "a", "a2": "a", "b1": "b"})
    (['b', 'a'], [2.0, 3.0])
    """
    documents, scores = answer
    best: dict[Hashable, int] = {}
    for i, document in enumerate(documents):
        page = group.get(str(document), document)
        if page not in best or (scores is not None and scores[i] > scores[best[page]]):
            best[page] = i
    pages = sorted(best, key=lambda page: best[page])
    return pages, None if scores is None else [scores[best[page]] for page in pages]


def pages_of_judgements(grades: Grades, group: Mapping[str, str]) -> Grades:
    """The grade of a page is the largest of its documents."""
    return settled(((group.get(str(d), d), grade) for d, grade in grades.items()), "max")


def without_own(query: Hashable, answer: Scored, grades: Grades) -> tuple[Scored, Grades]:
    """Ranking and judgements without the document that has the id of the query.

    >>> without_own("q", (["a", "q"], None), {"q": 1, "b": 2})
    ((['a'], None), {'b': 2})
    """
    documents, scores = answer
    kept = [i for i, document in enumerate(documents) if document != query]
    rest = None if scores is None else [scores[i] for i in kept]
    judged = {document: grade for document, grade in grades.items() if document != query}
    return ([documents[i] for i in kept], rest), judged
