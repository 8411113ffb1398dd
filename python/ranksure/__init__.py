"""Retrieval metrics equal to their definitions, and how sure they are."""

from ._config import show_config, use_environment
from ._core import __version__
from ._validate.arguments import PolicyWarning
from .bootstrap_result import BootstrapResult, PairedBootstrapResult
from .bounds import JudgementBounds
from .checking import check
from .comparing import compare
from .comparison import Comparison, ComparisonRow
from .differences import DifferenceResult, bootstrap_difference
from .diversity_qrels import DiversityQrels, read_diversity_qrels
from .evaluating import evaluate
from .findings import Check, Finding
from .gating import GateResult, Loss, Rule, RuleResult, gate
from .intervals import MonteCarloError
from .measures import measure_name
from .neighbours import index_recall
from .planning import Plan, Planned, plan
from .qrels import Qrels, read_qrels
from .randomization import RandomizationResult, randomization_test
from .rankings import (
    average_precision,
    hit_rate_at_k,
    ndcg_at_k,
    precision_at_k,
    recall_at_k,
    reciprocal_rank,
)
from .readers.vectors import read_bvecs, read_fvecs, read_ivecs
from .repeats import RepeatsResult, bootstrap_repeats
from .replicates import ConfidenceInterval
from .resampling import bootstrap, paired_bootstrap
from .run import Run, read_run
from .scores import Scores
from .stored_scores import load_scores
from .summary import Summary, SummaryRow
from .verifying import Verification

__all__ = [
    "BootstrapResult",
    "Check",
    "Comparison",
    "ComparisonRow",
    "ConfidenceInterval",
    "DifferenceResult",
    "DiversityQrels",
    "Finding",
    "GateResult",
    "JudgementBounds",
    "Loss",
    "MonteCarloError",
    "PairedBootstrapResult",
    "Plan",
    "Planned",
    "PolicyWarning",
    "Qrels",
    "RandomizationResult",
    "RepeatsResult",
    "Rule",
    "RuleResult",
    "Run",
    "Scores",
    "Summary",
    "SummaryRow",
    "Verification",
    "__version__",
    "average_precision",
    "bootstrap",
    "bootstrap_difference",
    "bootstrap_repeats",
    "check",
    "compare",
    "evaluate",
    "gate",
    "hit_rate_at_k",
    "index_recall",
    "load_scores",
    "measure_name",
    "ndcg_at_k",
    "paired_bootstrap",
    "plan",
    "precision_at_k",
    "randomization_test",
    "read_bvecs",
    "read_diversity_qrels",
    "read_fvecs",
    "read_ivecs",
    "read_qrels",
    "read_run",
    "recall_at_k",
    "reciprocal_rank",
    "show_config",
]

use_environment()
