"""Names of measures: canonical, and as trec_eval, ir_measures and ranx spell them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ._validate import arguments as check

DEFAULT_MEASURES = ("recall@5", "precision@5", "hit_rate@5", "rr", "ndcg@10")

# Kinds by what their names need: a cut-off, none, or either; and whether `rel` moves them.
_CUT_OFF_NEEDED = ("recall", "precision", "hit_rate", "f1", "recall_cap", "precision_ceiling",
                   "judged")  # fmt: skip
_CUT_OFF_FREE = ("rr", "ap", "ndcg", "ndcg_exp", "dcg", "dcg_exp", "set_precision", "set_f1")
_NO_CUT_OFF = ("r_precision",)
_GRADED = ("ndcg", "ndcg_exp", "dcg", "dcg_exp", "judged")
KINDS = (*_CUT_OFF_NEEDED, *_CUT_OFF_FREE, *_NO_CUT_OFF)

# Other spellings of a kind, written with "@" (ir_measures, ranx) or "_" (trec_eval) before k.
_AT_SPELLINGS = {
    "R": "recall", "P": "precision", "Success": "hit_rate", "success": "hit_rate", "RR": "rr",
    "mrr": "rr", "MRR": "rr", "AP": "ap", "map": "ap", "MAP": "ap", "nDCG": "ndcg",
    "ndcg_burges": "ndcg_exp", "Rprec": "r_precision", "r-precision": "r_precision",
    "Judged": "judged", "SetP": "set_precision", "SetF": "set_f1",
    "recip_rank": "rr", "set_P": "set_precision", "set_F": "set_f1",
}  # fmt: skip
_UNDERSCORE_SPELLINGS = {
    "recall": "recall", "P": "precision", "precision": "precision", "success": "hit_rate",
    "map_cut": "ap", "ndcg_cut": "ndcg", "hit_rate": "hit_rate", "ndcg": "ndcg", "map": "ap",
    "mrr": "rr", "rr": "rr", "ap": "ap", "recip_rank_cut": "rr",
}  # fmt: skip

_NAME = re.compile(r"(?P<kind>[A-Za-z][\w-]*?)(?:\((?P<parameters>.*)\))?(?:@(?P<k>.*))?")
_UNDERSCORE = re.compile(r"(?P<kind>[A-Za-z][\w]*?)_(?P<k>\d+)")


@dataclass(frozen=True)
class Measure:
    """One column: a kind, its cut-off (None: the whole ranking) and least relevant grade."""

    kind: str
    k: int | None = None
    rel: float = 1.0

    @property
    def name(self) -> str:
        """The canonical name.

        >>> Measure("ap", 100, 2.0).name
        'ap(rel=2)@100'
        """
        rel = "" if self.rel == 1 else f"(rel={_short(self.rel)})"
        return f"{self.kind}{rel}" + ("" if self.k is None else f"@{self.k}")


def _short(number: float) -> str:
    return str(int(number)) if number == int(number) else repr(number)


def parse_measure(name: str) -> Measure:
    """The measure that a name means, in any spelling.

    >>> parse_measure("P_5").name, parse_measure("nDCG(dcg='exp-log2')@10").name
    ('precision@5', 'ndcg_exp@10')
    """
    if not isinstance(name, str):
        raise TypeError(f"a measure is given by its name, found {check.kind(name)}")
    text = name.strip()
    match = _NAME.fullmatch(text)
    if match is None:
        raise _unknown(name)
    kind, k_text, rel = match["kind"], match["k"], 1.0
    if kind not in KINDS and kind not in _AT_SPELLINGS and k_text is None:
        underscore = _UNDERSCORE.fullmatch(kind)
        if underscore and underscore["kind"] in _UNDERSCORE_SPELLINGS:
            kind, k_text = _UNDERSCORE_SPELLINGS[underscore["kind"]], underscore["k"]
    kind = _AT_SPELLINGS.get(kind, kind)
    if kind not in KINDS:
        raise _unknown(name)
    if match["parameters"] is not None:
        kind, rel = _parameters(name, kind, match["parameters"])
    return Measure(kind, _cut_off(name, kind, k_text), rel)


def _parameters(name: str, kind: str, text: str) -> tuple[str, float]:
    """Read `rel=2`, and the gain of ir_measures' nDCG."""
    rel = 1.0
    for part in text.split(","):
        key, _, value = (piece.strip() for piece in part.partition("="))
        if key == "dcg" and kind == "ndcg" and value.strip("'\"") in ("log2", "exp-log2"):
            kind = "ndcg_exp" if value.strip("'\"") == "exp-log2" else kind
        elif key == "rel" and kind not in _GRADED:
            try:
                rel = check.real(float(value), f"rel in measure {name!r}")
            except ValueError:
                raise ValueError(
                    f"rel in measure {name!r} must be a finite number, found {value!r}"
                ) from None
        elif key == "rel":
            raise ValueError(
                f"measure {name!r}: {kind} uses the grades, a threshold rel has no meaning"
            )
        else:
            raise ValueError(
                f"measure {name!r}: unknown parameter {part.strip()!r}; allowed is rel="
            )
    return kind, rel


def _cut_off(name: str, kind: str, text: str | None) -> int | None:
    if text is None:
        if kind in _CUT_OFF_NEEDED:
            raise ValueError(f"measure {name!r} needs a cut-off, as in {kind + '@10'!r}")
        return None
    if kind in _NO_CUT_OFF:
        raise ValueError(f"measure {name!r}: {kind} has no cut-off")
    if not (text.isascii() and text.isdigit()) or not 1 <= int(text) <= check.MAX_CUT_OFF:
        raise ValueError(
            f"measure {name!r}: the cut-off must be a whole number from 1 on, found {text!r}"
        )
    return int(text)


def _unknown(name: str) -> ValueError:
    import difflib

    head = re.split(r"[@(]", name.strip())[0].rstrip("_0123456789")
    near = difflib.get_close_matches(head, [*KINDS, *_AT_SPELLINGS], n=1, cutoff=0.5)
    hint = f"; did you mean {name.replace(head, near[0], 1)!r}?" if near and head else ""
    return ValueError(f"unknown measure {name!r}{hint} (known: {', '.join(KINDS)})")


def parse_measures(names: str | Iterable[str]) -> tuple[Measure, ...]:
    """Measures of one or several names; one asked for twice is one column."""
    if isinstance(names, str):
        names = [names]
    elif not isinstance(names, Iterable):
        raise TypeError(f"measures must be a name or a list of names, found {check.kind(names)}")
    measures = tuple(dict.fromkeys(parse_measure(name) for name in names))
    if not measures:
        raise ValueError("measures must name at least one measure, found none")
    return measures
