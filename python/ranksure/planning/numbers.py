"""The numbers of a plan, each by formula and by simulation."""

import math
from dataclasses import dataclass

from .._validate import planning as check_planning
from ..quantiles import Bound
from .pilots import Pilot
from .result import Planned
from .simulating import Simulation, simulate

_ROUNDS = 4  # sizes that are tried until the simulation agrees with the target


@dataclass(frozen=True)
class Asked:
    """Checked arguments, and what follows from them."""

    confidence_level: float
    power: float
    level: float
    alternative: str

    @property
    def sides(self) -> int:
        return 2 if self.alternative == "two-sided" else 1

    @property
    def z_interval(self) -> float:
        return _quantile((1 + self.confidence_level) / 2)

    @property
    def z_test(self) -> float:
        return _quantile(1 - self.level / self.sides)

    @property
    def z_power(self) -> float:
        return _quantile(self.power)


def _quantile(p: float) -> float:
    from statistics import NormalDist  # not with the package: it loads random and decimal

    return NormalDist().inv_cdf(p)


def _cdf(z: float) -> float:
    from statistics import NormalDist

    return NormalDist().cdf(z)


@dataclass(frozen=True)
class Numbers:
    """Every number of a plan twice: by the formulas of `reference.planning`, and simulated."""

    known: Pilot  #: what an interval is about
    pair: Pilot  #: what a difference is about
    asked: Asked
    n_resamples: int
    seed: int
    threads: int

    def half_width(self, n: int) -> Planned:
        formula = self.asked.z_interval * self.known.deviation / math.sqrt(n)
        found = self._simulated(self.known, n)
        tail = (1 - self.asked.confidence_level) / 2
        return _planned(formula, None if found is None else found.half_width(tail))

    def difference(self, n: int) -> Planned:
        asked = self.asked
        formula = (asked.z_test + asked.z_power) * self.pair.deviation / math.sqrt(n)
        found = self._simulated(self.pair, n)
        if found is None:
            return _planned(formula, None)
        return _planned(formula, found.detectable_difference(asked.z_test, asked.power))

    def power(self, n: int, difference: float) -> Planned:
        asked = self.asked
        lead = difference * math.sqrt(n) / self.pair.deviation
        formula = _cdf(lead - asked.z_test)
        if asked.sides == 2:
            formula += _cdf(-lead - asked.z_test)
        found = self._simulated(self.pair, n)
        if found is None:
            return _planned(formula, None)
        return _planned(formula, found.power(difference, asked.z_test, asked.sides))

    def questions(self, goal: str, target: float) -> Planned:
        """Those that reach the target; by simulation, from sizes that come closer to it.

        What n questions reach shrinks with the root of n, which gives the next size to try.
        """
        if goal == "n":
            return Planned(int(target), None, None)
        reached = self.half_width if goal == "half_width" else self.difference
        n = self._by_formula(goal, target)
        size, error = n, math.nan
        for _ in range(_ROUNDS):
            found = reached(size)
            if found.simulation is None or found.monte_carlo_error is None:
                return Planned(n, None, None)
            error = 2 * size * found.monte_carlo_error / found.simulation
            wanted = max(2, math.ceil(size * (found.simulation / target) ** 2))
            check_planning.few_enough(wanted, goal)
            size, before = wanted, size
            if abs(size - before) <= error / 2:
                break
        return Planned(n, size, error)

    def _by_formula(self, goal: str, target: float) -> int:
        asked = self.asked
        if goal == "half_width":
            reach = asked.z_interval * self.known.deviation
        else:
            reach = (asked.z_test + asked.z_power) * self.pair.deviation
        check_planning.few_enough((reach / target) ** 2, goal)
        return max(2, math.ceil((reach / target) ** 2))

    def _simulated(self, pilot: Pilot, n: int) -> Simulation | None:
        mirrored = self.asked.alternative == "less"
        return simulate(pilot, n, self.n_resamples, self.seed, self.threads, mirrored=mirrored)


def _planned(formula: float, found: Bound | None) -> Planned:
    if found is None or not math.isfinite(found.value) or not math.isfinite(found.error):
        return Planned(formula, None, None)
    return Planned(formula, found.value, found.error)
