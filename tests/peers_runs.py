"""One generated query for each seed: awkward in every way that a run or a golden set can be."""

import random
from typing import Any, NamedTuple

SEEDS = range(1000)
KINDS = ("plain", "ties", "negative", "empty", "unjudged", "short", "long", "nothing", "mixed")


class Query(NamedTuple):
    """Scores of retrieved documents, grades of judged ones, and in what way they are awkward.

    Scores are multiples of 1/8, which pytrec_eval's 32-bit floats hold exactly.
    """

    scores: dict[str, float]
    grades: dict[str, int]
    kind: str

    @property
    def tied(self) -> bool:
        return len(set(self.scores.values())) < len(self.scores)

    @property
    def negative(self) -> bool:
        return min(self.grades.values()) < 0

    @property
    def relevant(self) -> bool:
        return max(self.grades.values()) > 0

    @property
    def unjudged(self) -> bool:
        return not set(self.scores) <= set(self.grades)


def generated(seed: int) -> Query:
    rng = random.Random(seed)
    kind = KINDS[seed % len(KINDS)]
    documents = [f"d{i}" for i in range(rng.randint(150, 400) if kind == "long" else 20)]
    n = {"short": 2, "long": len(documents), "empty": 0}.get(kind, rng.randint(1, 20))
    ranked = rng.sample(documents, n)
    mixed = kind == "mixed"
    distinct = rng.sample(range(8 * len(documents)), n)
    steps = [rng.randrange(-3, 4) for _ in ranked] if kind == "ties" or mixed else distinct
    grades = {
        "negative": [-2, -1, 0, 1, 2],
        "mixed": [-1, 0, 0, 1, 3],
        "nothing": [0, 0, -1] if seed % 2 else [0],
    }.get(kind, [0, 0, 1, 2, 3])
    share = 0.3 if kind == "unjudged" or mixed else 0.9
    judged = [d for d in documents if rng.random() < share] or documents[:1]
    return Query(
        dict(zip(ranked, (step / 8 for step in steps), strict=True)),
        {document: rng.choice(grades) for document in judged},
        kind,
    )


def all_queries() -> dict[str, Query]:
    return {f"s{seed}": generated(seed) for seed in SEEDS}


def run_and_qrels(queries: dict[str, Query]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The same as two nested mappings."""
    return (
        {name: query.scores for name, query in queries.items()},
        {name: query.grades for name, query in queries.items()},
    )
