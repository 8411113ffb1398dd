"""The kinds of measures, and one column: a kind with its cut-off and parameters."""

from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

Pairs = tuple[tuple[float, float], ...]
ELEVEN_LEVELS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


class Kind(NamedTuple):
    """What a name may carry: ``at`` is "k" (needed), "k?" (or none), "" or "level"."""

    at: str
    parameters: tuple[str, ...] = ()


def _ranks(at: str, *parameters: str) -> Kind:
    """A kind that looks at ranks, so that unjudged documents may leave the ranking."""
    return Kind(at, (*parameters, "judged_only"))


KINDS = {
    "recall": _ranks("k", "rel"),
    "precision": _ranks("k", "rel"),
    "hit_rate": _ranks("k", "rel"),
    "rr": _ranks("k?", "rel"),
    "ap": _ranks("k?", "rel"),
    "ndcg": _ranks("k?", "gains"),
    "ndcg_exp": _ranks("k?"),
    "dcg": _ranks("k?", "gains", "base"),
    "dcg_exp": _ranks("k?", "base"),
    "ideal_dcg": Kind("k?", ("gains", "base")),
    "f1": _ranks("k", "rel"),
    "f": _ranks("k", "rel", "beta"),
    "r_precision": _ranks("", "rel", "times"),
    "bpref": Kind("", ("rel",)),
    "infap": _ranks("", "rel"),
    "iprec": _ranks("level", "rel"),
    "iprec_mean": _ranks("", "rel", "levels"),
    "rbp": _ranks("k?", "rel", "p", "gain", "max_grade", "like"),
    "rbp_residual": Kind("k?", ("p", "like")),
    "err": _ranks("k?", "max_grade"),
    "nerr": _ranks("k?", "max_grade"),
    "recall_cap": _ranks("k", "rel"),
    "precision_ceiling": Kind("k", ("rel",)),
    "judged": Kind("k"),
    "hole": Kind("k"),
    "unjudged": Kind("k"),
    "accuracy": _ranks("k?", "rel"),
    "sdcg": _ranks("k", "max_grade"),
    "inst": _ranks("k", "max_grade", "T"),
    "insq": _ranks("k", "max_grade", "T"),
    "bpm": _ranks("k", "max_grade", "T"),
    "nerr8": _ranks("k", "max_grade"),
    "nerr9": _ranks("k", "max_grade"),
    "nerr10": _ranks("k", "p", "max_grade"),
    "nerr11": _ranks("k", "max_grade", "T"),
    "compat": _ranks("", "p", "normalize"),
    "set_precision": _ranks("k?", "rel"),
    "set_recall": Kind("", ("rel",)),
    "set_relative_precision": _ranks("k?", "rel"),
    "set_ap": _ranks("k?", "rel"),
    "set_f1": _ranks("k?", "rel"),
    "set_f": _ranks("k?", "rel", "beta"),
    "num_ret": _ranks(""),
    "num_rel": Kind("", ("rel",)),
    "num_rel_ret": _ranks("k?", "rel"),
    "num_nonrel_judged_ret": Kind("", ("rel",)),
    "utility": _ranks("", "rel", "weights", "n_documents"),
    "yaap": _ranks("", "rel"),
    "bin_g": _ranks("", "rel"),
    "g": _ranks("", "gains"),
    "ndcg_rel": _ranks("", "gains"),
    "rndcg": _ranks("", "gains", "like"),
}

#: Kinds that need judgements of subtopics.
DIVERSITY_KINDS = {
    "alpha_dcg": _ranks("k", "rel", "alpha"),
    "alpha_ndcg": _ranks("k", "rel", "alpha"),
    "err_ia": _ranks("k", "rel", "alpha"),
    "nerr_ia": _ranks("k", "rel", "alpha"),
    "nrbp": _ranks("", "rel", "alpha", "beta"),
    "nnrbp": _ranks("", "rel", "alpha", "beta"),
    "ap_ia": _ranks("", "rel"),
    "precision_ia": _ranks("k", "rel"),
    "st_recall": _ranks("k", "rel"),
}
KINDS |= DIVERSITY_KINDS

#: Kinds whose time grows with the cut-off, whatever was retrieved.
READ_TO_THE_CUT_OFF = (
    "sdcg", "inst", "insq", "bpm", "nerr8", "nerr9", "nerr10", "nerr11",
    "alpha_dcg", "err_ia", "precision_ia",
)  # fmt: skip

#: Kinds with gain 2^grade - 1.
EXPONENTIAL = ("ndcg_exp", "dcg_exp", "err", "nerr")


@dataclass(frozen=True)
class Measure:
    """One column: a kind, its cut-off (None: the whole ranking) and its parameters.

    The parameters stand in the order in which the name prints them; a kind uses those that `KINDS`
    gives it. ``p`` is always printed, ``max_grade`` None becomes the largest grade of the golden
    set.
    """

    kind: str
    k: int | None = None
    rel: float = 1.0
    p: float | None = None
    gain: str = "binary"
    gains: Pairs = ()
    max_grade: float | None = None
    base: int = 2
    alpha: float = 0.5
    beta: float = 1.0
    T: float = 1.0
    times: float = 1.0
    levels: tuple[float, ...] = ELEVEN_LEVELS
    weights: tuple[float, ...] = (1.0, -1.0, 0.0, 0.0)
    n_documents: int = 0
    normalize: bool = True
    like: str | None = None
    judged_only: bool | str = False
    level: float | None = None

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters that are not at their defaults, cut-off and level not among them."""
        named = fields(self)[2:-1]
        return {f.name: value for f in named if (value := getattr(self, f.name)) != f.default}

    @property
    def name(self) -> str:
        """The canonical name.

        >>> Measure("ap", 100, 2.0).name, Measure("iprec", level=0.1).name
        ('ap(rel=2)@100', 'iprec@0.1')
        """
        given = ", ".join(f"{name}={printed(v)}" for name, v in self.parameters.items())
        at = self.k if self.level is None else printed(self.level)
        return self.kind + (f"({given})" if given else "") + ("" if at is None else f"@{at}")

    @property
    def wants_max_grade(self) -> bool:
        """Is the largest grade still to come from the golden set?"""
        scaled = "max_grade" in KINDS[self.kind].parameters and self.like is None
        return scaled and self.max_grade is None and (self.kind != "rbp" or self.gain == "graded")

    def with_max_grade(self, largest: float) -> "Measure":
        """The measure for a golden set whose largest grade this is."""
        if not self.wants_max_grade:
            return self
        return replace(self, max_grade=largest if largest > 0 else 1.0)

    def like_trec_eval(self) -> "Measure":
        """The measure as trec_eval computes it, where its formula is another one.

        >>> Measure("rndcg", judged_only=True).like_trec_eval().name
        'rndcg(like="trec_eval", judged_only="trec_eval")'
        """
        scale_of_query = self.kind == "rbp" and self.graded and self.max_grade is None
        other = scale_of_query or self.kind in ("rbp_residual", "rndcg")
        return replace(
            self,
            like="trec_eval" if other else self.like,
            judged_only="trec_eval" if self.judged_only and not self.diverse else self.judged_only,
        )

    @property
    def exponential(self) -> bool:
        """Is the gain 2^grade - 1?"""
        return self.kind in EXPONENTIAL

    @property
    def diverse(self) -> bool:
        """Does the measure need judgements of subtopics?"""
        return self.kind in DIVERSITY_KINDS

    @property
    def graded(self) -> bool:
        return self.gain == "graded"

    @property
    def numbers(self) -> tuple[float, ...]:
        """The numbers of the parameter that is a list."""
        listed = KINDS[self.kind].parameters
        if "levels" in listed:
            return self.levels
        if "weights" in listed:
            return self.weights
        return tuple(number for pair in self.gains for number in pair)


def printed(value: Any) -> str:
    """A parameter as canonical names write it: 2, 0.5, "graded", True, {1:3,2:9}, [0.5,1]."""
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, bool):
        return str(value)
    if not isinstance(value, tuple):
        return str(int(value)) if value == int(value) else repr(value)
    if value and isinstance(value[0], tuple):
        return "{" + ",".join(f"{printed(a)}:{printed(b)}" for a, b in value) + "}"
    return "[" + ",".join(map(printed, value)) + "]"
