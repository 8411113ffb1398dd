"""The steps behind the bootstrap functions: settings, what an interval is made from, results."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ._validate import arguments as check
from ._validate import resampling as check_resampling
from .columns import resample_columns
from .estimators import Estimator
from .intervals import METHODS, Basis, acceleration, confidence_intervals
from .replicates import DRAWS, FloatArray, standard_error
from .tolerance import tolerance
from .units import Design, Units, resample_units

Labels = Sequence[str] | Sequence[int] | ArrayLike


@dataclass(frozen=True)
class Settings:
    """Checked arguments that all bootstrap functions take."""

    levels: list[float]
    n_resamples: int
    method: str
    alternative: str
    seed: int
    threads: int
    draws: str


def settings(
    confidence_level: object,
    n_resamples: object,
    method: str,
    alternative: str,
    seed: object,
    threads: object,
    draws: str = "auto",
) -> Settings:
    return Settings(
        check_resampling.levels(confidence_level),
        check.n_resamples(n_resamples),
        check.choice(method, "method", METHODS),
        check.choice(alternative, "alternative", check_resampling.ALTERNATIVES),
        check.seed(seed),
        check.threads(threads),
        check.choice(draws, "draws", DRAWS),
    )


def design(n: int, clusters: Any, strata: Any, weights: Any) -> Design | None:
    """How queries are grouped and weighted; None: not at all."""
    if clusters is None and strata is None and weights is None:
        return None
    of_clusters = None if clusters is None else check_resampling.labels(clusters, "clusters", n)
    of_strata = None if strata is None else check_resampling.labels(strata, "strata", n)
    if of_clusters:
        check_resampling.several_clusters(len(of_clusters[1]))
    if of_clusters and of_strata:
        check_resampling.nested(of_clusters, of_strata)
    found = Design(
        of_clusters[0] if of_clusters else None,
        of_strata[0] if of_strata else None,
        None if weights is None else check_resampling.weights(weights, n),
    )
    of_units = found.strata_of_units()
    if of_units is not None:
        check_resampling.strata_vary(np.bincount(of_units).tolist())
    return found


def basis_of_mean(
    x: FloatArray, largest: float | None, how: Design | None, chosen: Settings
) -> tuple[Basis, list[str]]:
    """What the interval of a mean is made from, and flags."""
    if how is not None:
        return _basis_of_units(how.units(x), largest, chosen)
    table = resample_columns(
        x.reshape(-1, 1),
        chosen.method,
        chosen.n_resamples,
        chosen.seed,
        chosen.threads,
        chosen.draws,
    )
    return replace(table.basis(0, largest), draws=table.replicates.draws), []


def _basis_of_units(
    units: Units, largest: float | None, chosen: Settings
) -> tuple[Basis, list[str]]:
    studentize = chosen.method == "studentized"
    mean = units.mean
    equal_within = tolerance(units.x.size, largest or float(np.abs(units.x).max()))
    t, ratios, path = resample_units(
        units,
        chosen.n_resamples,
        chosen.seed,
        chosen.threads,
        chosen.draws,
        studentize=studentize,
    )
    flags = [f"strata of one unit, which have no spread: {units.single}"] if units.single else []
    basis = Basis(mean, t, equal_within, draws=path)
    if units.constant or units.degenerate(equal_within):
        return replace(basis, degenerate=True), flags
    if units.degrees_of_freedom < 2:
        return replace(basis, problem="2 units are too few"), flags
    if chosen.method == "bca":
        return replace(basis, acceleration=acceleration(units.influences(mean))), flags
    if studentize:
        own = units.standard_error(mean)
        return replace(basis, ratios=ratios, standard_error=own), flags
    return basis, flags


def basis_of_statistic(x: FloatArray, estimator: Estimator, chosen: Settings) -> Basis:
    """What the interval of another statistic is made from."""
    value = estimator.value(x)
    t = estimator.replicates(x, chosen.n_resamples, chosen.seed, chosen.threads)
    equal_within = tolerance(len(x), abs(value))
    if (x == x[0]).all():
        return Basis(value, t, equal_within, degenerate=True)
    if chosen.method != "bca":
        return Basis(value, t, equal_within)
    if len(x) == 2:
        return Basis(value, t, equal_within, problem="2 values are too few")
    influences = value - estimator.jackknife(x)
    return Basis(value, t, equal_within, acceleration([influences]))


def result_fields(basis: Basis, flags: list[str], n: int, chosen: Settings) -> dict[str, Any]:
    """The fields of a result that all bootstrap functions share."""
    found = confidence_intervals(basis, chosen.method, chosen.levels, chosen.alternative)
    first = chosen.levels[0]
    return {
        "estimate": basis.estimate,
        "confidence_interval": found.by_level[first],
        "standard_error": standard_error(basis.replicates),
        "n": n,
        "confidence_level": first,
        "n_resamples": chosen.n_resamples,
        "method": chosen.method,
        "alternative": chosen.alternative,
        "seed": chosen.seed,
        "draws": basis.draws,
        "monte_carlo_error": found.monte_carlo_error,
        "intervals": found.by_level,
        "flags": (*found.flags, *flags),
        "replicates": basis.replicates,
    }
