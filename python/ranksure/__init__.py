"""Retrieval metrics equal to their definitions, and how sure they are."""

import os
from importlib import import_module

from ._core import __version__

# Modules are loaded when one of their names is asked for: an import of all of them would cost more
# than the work on a small golden set. `__init__.pyi` says the same to type checkers.
_NAMES = {
    "_config": ("show_config",),
    "_validate.arguments": ("PolicyWarning",),
    "agreement": ("kendall_tau", "rank_biased_overlap"),
    "bootstrap_result": ("BootstrapResult", "PairedBootstrapResult"),
    "bounds": ("JudgementBounds",),
    "checking": ("check",),
    "comparing": ("compare",),
    "comparison": ("Comparison", "ComparisonRow"),
    "corrections": ("benjamini_hochberg", "holm"),
    "differences": ("DifferenceResult", "bootstrap_difference"),
    "diversity_qrels": ("DiversityQrels", "read_diversity_qrels"),
    "evaluating": ("evaluate",),
    "findings": ("Check", "Finding", "TableFinding"),
    "gating": ("GateResult", "Loss", "Rule", "RuleResult", "gate"),
    "intervals": ("MonteCarloError",),
    "measures": ("measure_name",),
    "neighbours": ("index_recall",),
    "agreement_of_orders": ("OrderAgreement", "order_agreement"),
    "per_query": ("QueryDifference", "QueryDifferences", "RelevantDocument"),
    "planning": ("Plan", "Planned", "plan"),
    "qrels": ("Qrels", "read_qrels"),
    "randomization": ("RandomizationResult", "randomization_test"),
    "rankings": (
        "average_precision",
        "hit_rate_at_k",
        "ndcg_at_k",
        "precision_at_k",
        "recall_at_k",
        "reciprocal_rank",
    ),
    "readers.vectors": ("read_bvecs", "read_fvecs", "read_ivecs"),
    "repeats": ("RepeatsResult", "bootstrap_repeats"),
    "replicates": ("ConfidenceInterval",),
    "resampling": ("bootstrap", "paired_bootstrap"),
    "run": ("Run", "read_run"),
    "agreement_of_runs": ("RunAgreement", "run_agreement"),
    "run_diff": ("QueryDiff", "RankChange", "RunDiff", "diff_runs"),
    "scores": ("Scores",),
    "stored_scores": ("load_scores",),
    "summary": ("Summary", "SummaryRow"),
    "tie_ranges": ("TieRange",),
    "verifying": ("Verification",),
}
_HOMES = {name: home for home, names in _NAMES.items() for name in names}

__all__ = ["__version__", *sorted(_HOMES)]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})


if os.environ.get("RANKSURE_INSTRUCTION_SET"):
    from ._config import use_environment

    use_environment()
