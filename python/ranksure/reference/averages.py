"""The measures of one query, averaged over all orders of documents with equal scores.

``tied`` is the ranking as far as scores decide it; the other arguments are those of
`measures.py`, by their names.
A document of a group of n takes each of its ranks with chance 1 / n, so that for m relevant ones
among them a rank is relevant with chance m / n, and an average of sums is a sum of averages.
"""

from .averages_binary import (
    ap,
    hit_rate,
    precision,
    precision_ceiling,
    r_precision,
    recall,
    recall_cap,
    rr,
)
from .averages_graded import (
    dcg,
    dcg_exp,
    ideal_dcg,
    ndcg,
    ndcg_exp,
    sdcg,
)
from .averages_sets import (
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
from .averages_users import (
    err,
    insq,
    nerr,
    rbp,
    rbp_residual,
)

__all__ = [
    "ap",
    "dcg",
    "dcg_exp",
    "err",
    "f",
    "f1",
    "hit_rate",
    "hole",
    "ideal_dcg",
    "insq",
    "judged",
    "ndcg",
    "ndcg_exp",
    "nerr",
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
]
