"""What the bootstrap functions return."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from .intervals import MonteCarloError
from .replicates import ConfidenceInterval, FloatArray


@dataclass(frozen=True)
class BootstrapResult:
    """A statistic and how sure it is.

    ``intervals`` holds the interval of each confidence level, ``confidence_interval`` the first of
    them. ``monte_carlo_error`` is the standard error of its bounds that comes from drawing
    ``n_resamples`` resamples and no more; an infinite bound has none. ``flags`` says what else
    there is to know, ``seed`` repeats the result, ``draws`` names how rows were drawn.
    """

    estimate: float
    confidence_interval: ConfidenceInterval
    standard_error: float
    n: int
    confidence_level: float
    n_resamples: int
    method: str
    alternative: str
    seed: int
    draws: str
    monte_carlo_error: MonteCarloError
    intervals: Mapping[float, ConfidenceInterval] = field(hash=False)
    flags: tuple[str, ...]
    replicates: FloatArray = field(repr=False, compare=False)

    @property
    def degenerate(self) -> bool:
        """No resample can differ: the interval has no width and no information."""
        return "degenerate" in self.flags


@dataclass(frozen=True)
class PairedBootstrapResult(BootstrapResult):
    """A mean difference a - b over the same queries, and what speaks for either side.

    ``pvalue`` is that of no difference. ``probability_b_better`` is the share of resamples in which
    b has the larger mean (ties half); it is no p-value and no posterior. ``effect_size`` is Cohen's
    d_z, the mean difference in standard deviations of the differences; None when these are all
    equal. ``wins`` counts the queries with a > b.
    """

    mean_a: float
    mean_b: float
    pvalue: float
    probability_b_better: float
    effect_size: float | None
    wins: int
    ties: int
    losses: int
