"""What plan() returns."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Planned:
    """One number by formula and by simulation.

    ``simulation`` is None where nothing could be drawn; ``monte_carlo_error`` is its standard error
    that comes from drawing ``n_resamples`` sets of questions and no more.
    """

    formula: float
    simulation: float | None
    monte_carlo_error: float | None

    @property
    def by_formula(self) -> str:
        return _short(self.formula)

    @property
    def by_simulation(self) -> str:
        """With the Monte Carlo error; empty without a simulation."""
        if self.simulation is None or self.monte_carlo_error is None:
            return ""
        return f"{_short(self.simulation)} ± {self.monte_carlo_error:.2g}"

    def __str__(self) -> str:
        if self.simulation is None:
            return self.by_formula
        return f"{self.by_formula} by formula, {self.by_simulation} by simulation"


def _short(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:.4f}"


@dataclass(frozen=True)
class Plan:
    """What a number of questions can do.

    ``goal`` says what was asked: "half_width", "difference" or "n", and ``target`` how much.
    ``questions`` are those that reach it. At ``n`` questions, the larger of formula and simulation,
    an interval has ``half_width``, and a difference of ``difference`` is found with the wanted
    power; ``power_at_target`` is that for the difference asked about. ``pilot_error`` is the
    relative standard error of the number of questions, since a pilot only estimates a spread.
    """

    goal: str
    target: float
    of: str
    n: int
    questions: Planned
    half_width: Planned
    difference: Planned
    power_at_target: Planned | None
    deviation: float
    pilot_n: int | None
    pilot_clusters: int | None
    pilot_mean: float
    pilot_error: float | None
    confidence_level: float
    level: float
    power: float
    alternative: str
    n_resamples: int
    seed: int
    notes: tuple[str, ...]

    @property
    def rows(self) -> tuple[tuple[str, Planned], ...]:
        """Each number with what it is, as tables show it."""
        sides = self.alternative if self.alternative == "two-sided" else "one-sided"
        test = f"level {self.level:g}, {sides}"
        interval = f"{100 * self.confidence_level:.10g} % interval of the {self.of}"
        asked = {
            "half_width": f"questions for a {interval} of ± {self.target:g}",
            "difference": f"questions to find a difference of {self.target:g} "
            f"with power {self.power:g} ({test})",
            "n": "questions",
        }[self.goal]
        at = f"at {self.n:,} questions"
        found = [
            (asked, self.questions),
            (f"half width of the {interval} {at}", self.half_width),
            (f"difference found with power {self.power:g} ({test}) {at}", self.difference),
        ]
        if self.power_at_target is not None:
            found.append((f"power for a difference of {self.target:g} {at}", self.power_at_target))
        return tuple(found)

    def __str__(self) -> str:
        lines = [f"{name}: {number}" for name, number in self.rows]
        return "\n".join([*lines, self.basis, *(f"note: {note}" for note in self.notes)])

    @property
    def basis(self) -> str:
        """What the plan stands on, in a sentence."""
        if self.pilot_n is None:
            found = f"planned from a proportion of {self.pilot_mean:g}"
        else:
            groups = "" if self.pilot_clusters is None else f" in {self.pilot_clusters} clusters"
            found = f"planned from a pilot of {self.pilot_n} questions{groups}"
        found += f", standard deviation of a question {self.deviation:.4f}"
        if self.pilot_error is not None:
            found += (
                f"; the pilot knows the number of questions to ± {100 * self.pilot_error:.0f} %"
            )
        return f"{found}; {self.n_resamples:,} simulated sets, seed {self.seed}"
