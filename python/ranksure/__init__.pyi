"""The public names and where they stand; `__init__.py` loads them on use."""

from ._config import show_config as show_config
from ._core import __version__ as __version__
from ._validate.arguments import PolicyWarning as PolicyWarning
from .agreement import kendall_tau as kendall_tau
from .agreement import rank_biased_overlap as rank_biased_overlap
from .agreement_of_orders import OrderAgreement as OrderAgreement
from .agreement_of_orders import order_agreement as order_agreement
from .agreement_of_runs import RunAgreement as RunAgreement
from .agreement_of_runs import run_agreement as run_agreement
from .bootstrap_result import (
    BootstrapResult as BootstrapResult,
)
from .bootstrap_result import (
    PairedBootstrapResult as PairedBootstrapResult,
)
from .bounds import JudgementBounds as JudgementBounds
from .checking import check as check
from .comparing import compare as compare
from .comparison import Comparison as Comparison
from .comparison import ComparisonRow as ComparisonRow
from .corrections import benjamini_hochberg as benjamini_hochberg
from .corrections import holm as holm
from .differences import (
    DifferenceResult as DifferenceResult,
)
from .differences import (
    bootstrap_difference as bootstrap_difference,
)
from .diversity_qrels import (
    DiversityQrels as DiversityQrels,
)
from .diversity_qrels import (
    read_diversity_qrels as read_diversity_qrels,
)
from .evaluating import evaluate as evaluate
from .findings import Check as Check
from .findings import Finding as Finding
from .findings import TableFinding as TableFinding
from .gating import (
    GateResult as GateResult,
)
from .gating import (
    Loss as Loss,
)
from .gating import (
    Rule as Rule,
)
from .gating import (
    RuleResult as RuleResult,
)
from .gating import (
    gate as gate,
)
from .intervals import MonteCarloError as MonteCarloError
from .measures import measure_name as measure_name
from .neighbours import index_recall as index_recall
from .per_query import QueryDifference as QueryDifference
from .per_query import QueryDifferences as QueryDifferences
from .per_query import RelevantDocument as RelevantDocument
from .planning import Plan as Plan
from .planning import Planned as Planned
from .planning import plan as plan
from .qrels import Qrels as Qrels
from .qrels import read_qrels as read_qrels
from .randomization import (
    RandomizationResult as RandomizationResult,
)
from .randomization import (
    randomization_test as randomization_test,
)
from .rankings import (
    average_precision as average_precision,
)
from .rankings import (
    hit_rate_at_k as hit_rate_at_k,
)
from .rankings import (
    ndcg_at_k as ndcg_at_k,
)
from .rankings import (
    precision_at_k as precision_at_k,
)
from .rankings import (
    recall_at_k as recall_at_k,
)
from .rankings import (
    reciprocal_rank as reciprocal_rank,
)
from .readers.vectors import (
    read_bvecs as read_bvecs,
)
from .readers.vectors import (
    read_fvecs as read_fvecs,
)
from .readers.vectors import (
    read_ivecs as read_ivecs,
)
from .repeats import RepeatsResult as RepeatsResult
from .repeats import bootstrap_repeats as bootstrap_repeats
from .replicates import ConfidenceInterval as ConfidenceInterval
from .resampling import bootstrap as bootstrap
from .resampling import paired_bootstrap as paired_bootstrap
from .run import Run as Run
from .run import read_run as read_run
from .run_diff import QueryDiff as QueryDiff
from .run_diff import RankChange as RankChange
from .run_diff import RunDiff as RunDiff
from .run_diff import diff_runs as diff_runs
from .scores import Scores as Scores
from .stored_scores import load_scores as load_scores
from .summary import Summary as Summary
from .summary import SummaryRow as SummaryRow
from .tie_ranges import TieRange as TieRange
from .verifying import Verification as Verification

__all__: list[str]

def __dir__() -> list[str]: ...
