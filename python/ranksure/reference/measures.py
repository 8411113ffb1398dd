"""The measures of one query, by name.

Every measure takes ``(ranked, grades, k)`` and its parameters by keyword; `judged_lists.py` says
what they are. R is the number of relevant documents among the judged ones. Every measure is 0 where
it would divide by zero; `evaluating.py` says when such a zero is a policy's business.
"""

from .judged_lists import (
    Grades,
    Ranked,
    condensed,
    exponential_gain,
    linear_gain,
    regained,
    relevant_count,
)
from .measures_binary import (
    accuracy,
    ap,
    bin_g,
    bpref,
    hit_rate,
    infap,
    iprec,
    iprec_mean,
    precision,
    precision_ceiling,
    r_precision,
    recall,
    recall_cap,
    rr,
    yaap,
)
from .measures_graded import dcg, dcg_exp, g, ideal_dcg, ndcg, ndcg_exp, ndcg_rel, rndcg, sdcg
from .measures_reading import bpm, insq, inst, nerr8, nerr9, nerr10, nerr11
from .measures_sets import (
    f,
    f1,
    hole,
    judged,
    num_nonrel_judged_ret,
    num_rel,
    num_rel_ret,
    num_ret,
    set_ap,
    set_f,
    set_f1,
    set_precision,
    set_recall,
    set_relative_precision,
    unjudged,
    utility,
)
from .measures_users import compat, err, nerr, rbp, rbp_residual

__all__ = [
    "Grades",
    "Ranked",
    "accuracy",
    "ap",
    "bin_g",
    "bpm",
    "bpref",
    "compat",
    "condensed",
    "dcg",
    "dcg_exp",
    "err",
    "exponential_gain",
    "f",
    "f1",
    "g",
    "hit_rate",
    "hole",
    "ideal_dcg",
    "index_recall",
    "infap",
    "insq",
    "inst",
    "iprec",
    "iprec_mean",
    "judged",
    "linear_gain",
    "ndcg",
    "ndcg_exp",
    "ndcg_rel",
    "nerr",
    "nerr8",
    "nerr9",
    "nerr10",
    "nerr11",
    "num_nonrel_judged_ret",
    "num_rel",
    "num_rel_ret",
    "num_ret",
    "precision",
    "precision_ceiling",
    "r_precision",
    "rbp",
    "rbp_residual",
    "recall",
    "recall_cap",
    "regained",
    "relevant_count",
    "rndcg",
    "rr",
    "sdcg",
    "set_ap",
    "set_f",
    "set_f1",
    "set_precision",
    "set_recall",
    "set_relative_precision",
    "unjudged",
    "utility",
    "yaap",
]


def index_recall(approx: Ranked, exact: Ranked, k: int) -> float:
    """Exact neighbours among the approximate top k / min(k, exact neighbours given).

    >>> index_recall([7, 1], [1, 2], 2)
    0.5
    """
    wanted = set(exact[:k])
    return sum(neighbour in wanted for neighbour in approx[:k]) / len(wanted) if wanted else 0.0
