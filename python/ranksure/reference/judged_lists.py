"""Rankings and judgements as the measures see them.

``ranked`` is the ranking (document ids, best first, no repeats), ``grades`` maps every judged
document to its grade, ``k`` is the cut-off (None: the whole ranking) and ``rel`` the least grade
that counts as relevant.
"""

from collections.abc import Hashable, Mapping, Sequence

from .arithmetic import exp2

Ranked = Sequence[Hashable]
Grades = Mapping[Hashable, float]


def relevant(ranked: Ranked, grades: Grades, k: int | None, rel: float) -> list[bool]:
    """For each of the top ``k`` ranks: is the document relevant?"""
    return [document in grades and grades[document] >= rel for document in ranked[:k]]


def relevant_count(grades: Grades, rel: float = 1) -> int:
    """R: the number of judged documents with a grade of at least ``rel``."""
    return sum(grade >= rel for grade in grades.values())


def judged_nonrelevant(grade: float, rel: float) -> bool:
    """Judged, and not relevant. A grade below zero says "in the pool, but not judged"."""
    return 0 <= grade < rel


def linear_gain(grade: float) -> float:
    """The grade itself; a grade below zero gains nothing."""
    return float(grade) if grade > 0 else 0.0


def exponential_gain(grade: float) -> float:
    """2^grade - 1; a grade below zero gains nothing.

    Burges et al., ICML 2005, doi:10.1145/1102351.1102363.
    """
    return exp2(float(grade)) - 1.0 if grade > 0 else 0.0


def scaled_gains(ranked: Ranked, grades: Grades, k: int | None, max_grade: float) -> list[float]:
    """Gains of the top k between 0 and 1: grade / max_grade."""
    return [linear_gain(grades.get(document, 0.0)) / max_grade for document in ranked[:k]]


def kept(grades: Grades, judged_only: bool | str) -> Grades:
    """The judgements that keep a document in a condensed list.

    trec_eval's option -J takes grades below zero for none: ``judged_only="trec_eval"``.

    >>> kept({"a": 1, "b": -1}, "trec_eval")
    {'a': 1}
    """
    if judged_only != "trec_eval":
        return grades
    return {document: grade for document, grade in grades.items() if grade >= 0}


def condensed(ranked: Ranked, grades: Grades) -> list[Hashable]:
    """The ranking without its unjudged documents (``judged_only``), negative grades kept.

    Sakai, SIGIR 2007, doi:10.1145/1277741.1277756.

    >>> condensed(["a", "x", "b"], {"a": 1, "b": -1})
    ['a', 'b']
    """
    return [document for document in ranked if document in grades]


def regained(grades: Grades, gains: Mapping[float, float]) -> Grades:
    """The judgements with own gains for some grades; other grades gain what they are.

    >>> regained({"a": 1, "b": 2}, {1: 3})
    {'a': 3, 'b': 2}
    """
    return {document: gains.get(grade, grade) for document, grade in grades.items()}
