"""How trec_eval, ir_measures and ranx spell measures."""

from typing import Any

from ._validate import measures as meant
from .measure_kinds import KINDS, Measure, printed

_GRADED = {"gain": "graded"}

# Names of trec_eval as templates: template, kind, parameters it implies.
TREC_EVAL: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("P_{k}", "precision", {}),
    ("recall_{k}", "recall", {}),
    ("success_{k}", "hit_rate", {}),
    ("map_cut_{k}", "ap", {}),
    ("map", "ap", {}),
    ("recip_rank", "rr", {}),
    ("Rprec", "r_precision", {}),
    ("Rprec_mult_{times}", "r_precision", {}),
    ("bpref", "bpref", {}),
    ("infAP", "infap", {}),
    ("iprec_at_recall_{level}", "iprec", {}),
    ("11pt_avg", "iprec_mean", {}),
    ("11pt_avg_{levels}", "iprec_mean", {}),
    ("ndcg", "ndcg", {}),
    ("ndcg_cut_{k}", "ndcg", {}),
    ("ndcg_{gains}", "ndcg", {}),
    ("dcg", "dcg", {}),
    ("dcg_{gains}", "dcg", {}),
    ("ideal_dcg", "ideal_dcg", {}),
    ("ndcg_rel", "ndcg_rel", {}),
    ("ndcg_rel_{gains}", "ndcg_rel", {}),
    ("Rndcg", "rndcg", {}),
    ("Rndcg_{gains}", "rndcg", {}),
    ("G", "g", {}),
    ("G_{gains}", "g", {}),
    ("binG", "bin_g", {}),
    ("relative_P_{k}", "recall_cap", {}),
    ("set_P", "set_precision", {}),
    ("set_recall", "set_recall", {}),
    ("set_relative_P", "set_relative_precision", {}),
    ("set_map", "set_ap", {}),
    ("set_F", "set_f1", {}),
    ("set_F_{square}", "set_f", {}),
    ("utility", "utility", {}),
    ("utility_{weights}", "utility", {}),
    ("num_ret", "num_ret", {}),
    ("num_rel", "num_rel", {}),
    ("num_rel_ret", "num_rel_ret", {}),
    ("num_nonrel_judged_ret", "num_nonrel_judged_ret", {}),
    ("yaap", "yaap", {}),
    ("unj_{k}", "unjudged", {}),
    ("rbp_resid", "rbp_residual", {"p": 0.9}),
    ("rbp_resid_p={p}", "rbp_residual", {}),
    ("rbp_p={p}", "rbp", _GRADED),
)  # fmt: skip

# Head, whether a cut-off may follow ("whole": its depth is the cut-off), and parameters there.
_IN_IR_MEASURES: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "ap": ("AP", "k", ("rel", "judged_only")),
    "precision": ("P", "k", ("rel", "judged_only")),
    "recall": ("R", "k", ("rel", "judged_only")),
    "rr": ("RR", "k", ("rel", "judged_only")),
    "r_precision": ("Rprec", "", ("rel", "judged_only")),
    "ndcg": ("nDCG", "k", ("gains", "judged_only")),
    "ndcg_exp": ("nDCG", "k", ()),
    "hit_rate": ("Success", "k", ("rel", "judged_only")),
    "judged": ("Judged", "k", ()),
    "bpref": ("Bpref", "", ("rel",)),
    "infap": ("infAP", "", ("rel",)),
    "iprec": ("IPrec", "level", ("rel", "judged_only")),
    "num_ret": ("NumRet", "", ()),
    "num_rel": ("NumRel", "", ("rel",)),
    "num_rel_ret": ("NumRelRet", "", ("rel",)),
    "rbp": ("RBP", "k", ("rel", "p")),
    "err": ("ERR", "k", ()),
    "sdcg": ("SDCG", "k", ("max_grade",)),
    "bpm": ("BPM", "k", ("max_grade", "T")),
    "nerr8": ("NERR8", "k", ("max_grade",)),
    "nerr9": ("NERR9", "k", ("max_grade",)),
    "nerr10": ("NERR10", "whole", ("max_grade", "p")),
    "nerr11": ("NERR11", "whole", ("max_grade", "T")),
    "inst": ("INST", "whole", ("max_grade", "T")),
    "insq": ("INSQ", "whole", ("max_grade", "T")),
    "compat": ("Compat", "", ("p", "normalize")),
    "accuracy": ("Accuracy", "k", ("rel",)),
    "set_precision": ("SetP", "", ("rel", "judged_only")),
    "set_relative_precision": ("SetRelP", "", ("rel", "judged_only")),
    "set_recall": ("SetR", "", ("rel",)),
    "set_f1": ("SetF", "", ("rel", "judged_only")),
    "set_f": ("SetF", "", ("rel", "beta", "judged_only")),
    "set_ap": ("SetAP", "", ("rel", "judged_only")),
    "alpha_dcg": ("alpha_DCG", "k", ("rel", "alpha", "judged_only")),
    "alpha_ndcg": ("alpha_nDCG", "k", ("rel", "alpha", "judged_only")),
    "err_ia": ("ERR_IA", "k", ("rel", "judged_only")),
    "nerr_ia": ("nERR_IA", "k", ("rel", "judged_only")),
    "nrbp": ("NRBP", "", ("rel", "alpha", "beta")),
    "nnrbp": ("nNRBP", "", ("rel", "alpha", "beta")),
    "ap_ia": ("AP_IA", "", ("rel", "judged_only")),
    "precision_ia": ("P_IA", "k", ("rel", "judged_only")),
    "st_recall": ("StRecall", "k", ("rel", "judged_only")),
}
_IN_WORDS = {"max_grade": "max_rel"}

# Their heads by what they mean: SetF is set_f (set_f1 at beta=1), nDCG becomes ndcg_exp by dcg=.
IR_MEASURES = {
    **{head: kind for kind, (head, _, _) in reversed(_IN_IR_MEASURES.items())},
    "SetF": "set_f", "MAP": "ap", "Precision": "precision", "Recall": "recall", "MRR": "rr",
    "RPrec": "r_precision", "NDCG": "ndcg", "BPref": "bpref",
    "MAP_IA": "ap_ia",
}  # fmt: skip

RANX = {
    "num_rel_ret": "hits", "hit_rate": "hit_rate", "precision": "precision", "recall": "recall",
    "f1": "f1", "r_precision": "r-precision", "rr": "mrr", "ap": "map", "dcg": "dcg",
    "dcg_exp": "dcg_burges", "ndcg": "ndcg", "ndcg_exp": "ndcg_burges", "bpref": "bpref",
}  # fmt: skip

# Words that may stand where a canonical kind may: map@10, r-precision, success_5.
PLAIN = {
    **{name: kind for name, kind, preset in TREC_EVAL if "{" not in name and not preset},
    **{word: kind for kind, word in RANX.items()},
    "success": "hit_rate", "relative_precision": "recall_cap", "recip_rank_cut": "rr",
    # ndeval
    "alpha-DCG": "alpha_dcg", "alpha-nDCG": "alpha_ndcg", "ERR-IA": "err_ia",
    "nERR-IA": "nerr_ia", "MAP-IA": "ap_ia", "P-IA": "precision_ia", "strec": "st_recall",
}  # fmt: skip

CWL_DEPTH = "1000"  # how far cwl_eval, which ir_measures asks, reads
WHOLE_CWL = ("inst", "insq", "nerr10", "nerr11")  # measures that it knows without a cut-off
CWL = (*WHOLE_CWL, "sdcg", "bpm", "nerr8", "nerr9")
GDEVAL_MAX_GRADE = 4  # the scale of gdeval, which ir_measures asks for ERR


def from_ir_measures(
    name: str, head: str, given: dict[str, Any], at: str | None
) -> tuple[str, dict[str, Any], str | None]:
    """Kind, parameters and cut-off of a name of ir_measures."""
    kind, given = IR_MEASURES[head], {**given}
    if "dcg" in given and kind in ("ndcg", "sdcg"):
        formula = given.pop("dcg")
        if formula == "exp-log2" and kind == "ndcg":
            kind = "ndcg_exp"
        elif formula != "log2":
            meant.parameter(
                name, f"{head} with dcg={formula!r}", KINDS[kind].parameters, "dcg", None
            )
    if kind == "set_precision" and given.pop("relative", False):
        kind = "set_relative_precision"
    elif kind == "num_ret" and "rel" in given:
        kind = "num_rel_ret"  # NumRelRet(rel=2) is NumRet(rel=2)
    elif kind == "rbp":
        given = {"p": 0.8, **({} if "rel" in given else _GRADED), **given}
    elif kind == "compat":
        given = {"p": 0.95, **given}
    elif kind == "err":
        given = {"max_grade": GDEVAL_MAX_GRADE, **given}
    elif kind == "set_f" and isinstance(given.get("beta"), int | float):
        given["beta"] = float(given["beta"]) ** 0.5
    elif kind in CWL:
        if given.pop("min_rel", 0) != 0:
            meant.parameter(name, kind, KINDS[kind].parameters, "min_rel", None)
        if "max_rel" in given:
            given["max_grade"] = given.pop("max_rel")
        if kind == "nerr10":
            given = {"p": 0.9, **given}
        if kind in WHOLE_CWL:
            at = at or CWL_DEPTH
    return kind, given, at


def trec_eval_name(measure: Measure) -> str | None:
    """The name in trec_eval, if there is one."""
    carried = {*measure.parameters} - {"like"} | ({"k"} if measure.k is not None else set())
    carried |= {"level"} if measure.level is not None else set()
    fields = {
        "k": str(measure.k),
        "level": f"{measure.level or 0:.2f}",
        "times": f"{measure.times:.2f}",
        "p": printed(measure.p or 0.0),
        "square": printed(round(measure.beta**2, 12)),
        "gains": ",".join(f"{printed(a)}={printed(b)}" for a, b in measure.gains),
        "levels": ",".join(map(printed, measure.levels)),
        "weights": ",".join(map(printed, measure.weights)),
    }
    for template, kind, preset in TREC_EVAL:
        wanted = {"beta" if f == "square" else f for f in fields if f"{{{f}}}" in template}
        if kind == measure.kind and wanted | {*preset} == carried:
            name = template.format(**fields)
            return "rbp" if measure.like and name == "rbp_p=0.9" else name
    return None


def ir_measures_name(measure: Measure) -> str | None:
    """The name in ir_measures, if there is one."""
    given = measure.parameters
    if "trec_eval" in (measure.like, measure.judged_only):
        return None
    head, at, allowed = _IN_IR_MEASURES.get(measure.kind, ("", "", ()))
    if measure.kind == "err" or measure.graded:
        given.pop("max_grade", None)  # reading the name back says whether it is theirs
        given.pop("gain", None)
    elif measure.kind == "rbp":
        given = {"rel": measure.rel, **given}
    if not head or not set(given) <= set(allowed) or (at == "" and measure.k is not None):
        return None
    behind = measure.level if measure.level is not None else measure.k
    if "beta" in given:
        given["beta"] = round(measure.beta**2, 12)
    words = [f"{_IN_WORDS.get(n, n)}={printed(value)}" for n, value in given.items()]
    words = ["dcg='exp-log2'", *words] if measure.kind == "ndcg_exp" else words
    listed = ",".join(words)
    return (
        head
        + (f"({listed})" if words else "")
        + (f"@{behind}" if at in ("k", "level") and behind is not None else "")
    )


def ranx_name(measure: Measure) -> str | None:
    """The name in ranx, if there is one."""
    given = measure.parameters
    rel = given.pop("rel", 1.0)
    head = RANX.get(measure.kind)
    if measure.kind == "rbp" and measure.gain == "binary":
        head = f"rbp.{repr(given.pop('p')).partition('.')[2]}"
    if head is None or given or rel != int(rel):
        return None
    cut = "" if measure.k is None else f"@{measure.k}"
    return head + cut + ("" if rel == 1 else f"-l{int(rel)}")
