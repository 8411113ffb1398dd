"""plan(): how many questions are needed, and what a number of them can do."""

from typing import Any

from .._validate import arguments as check
from .._validate import planning as check_planning
from .._validate import resampling as check_resampling
from ..replicates import Seed
from .numbers import Asked, Numbers
from .pilots import Clusters, Pilot, of_proportion, pilot_of
from .result import Plan
from .simulating import too_large

_SMALL = 30


def plan(
    pilot: Any = None,
    other: Any = None,
    *,
    proportion: float | None = None,
    half_width: float | None = None,
    difference: float | None = None,
    n: int | None = None,
    qrels: Any = None,
    measure: str | None = None,
    clusters: Clusters | None = None,
    confidence_level: float = 0.95,
    power: float = 0.8,
    level: float = 0.05,
    alternative: str = "two-sided",
    n_resamples: int = 10_000,
    seed: Seed = None,
    threads: int | None = None,
) -> Plan:
    """How many questions are needed, or what a number of questions can tell.

    With s the standard deviation of a question and z(p) normal quantiles, n questions give an
    interval of plus and minus z(1 - a/2) s / sqrt(n), and find a difference d in a share ``power``
    of all sets when (z(1 - level/2) + z(power)) s / sqrt(n) <= d. The simulation draws sets of the
    planned size from the pilot and looks how wide their percentile interval is, and in how many of
    them the difference shows.

    Parameters
    ----------
    pilot : Scores, array of real numbers (n,), or run; or None
        Values of questions like the planned ones, at least 2.
    other : the same, or None
        A second system on the same questions: the plan is then about the difference pilot - other.
    proportion : float in (0, 1), or None
        Without a pilot: the share of questions that is answered, s = sqrt(p (1 - p)).
    half_width, difference : float > 0, n : int >= 2
        Exactly one of them: the interval wanted, the difference between two systems that must not
        be overlooked, or the questions that there are.
    qrels : golden set of the runs
    measure : str
        One measure, where scores hold several and for runs.
    clusters : labels, shape (n,), or mapping from query id
        Questions that belong together. A plan is for more such clusters of the same sizes.
    confidence_level : float in (0, 1)
        Of the interval.
    power, level : float in (0, 1)
        Of the test.
    alternative : {"two-sided", "less", "greater"}
        Of the test. "greater" with a margin as ``difference`` plans a gate that should pass a
        change which makes no difference.
    n_resamples, seed, threads
        Simulated sets of questions, as in `bootstrap`.

    Returns
    -------
    Plan

    Raises
    ------
    TypeError, ValueError
        When an argument is of the wrong kind or has a wrong value; when all values are equal.

    Notes
    -----
    Without ``other`` a difference is planned for two systems that succeed and fail independently,
    of variance 2 s^2: an upper limit in practice. Time O(n * n_resamples) for the planned n; sets
    of more than 100,000 questions (at 10,000 resamples) are not simulated. The simulation takes the
    pilot as the population, whose variance is (n - 1) / n of s^2.

    References
    ----------
    Cohen, Statistical Power Analysis, 1988, chapter 2; Sakai, Information Retrieval Journal 2016,
    doi:10.1007/s10791-015-9273-z

    Examples
    --------
    >>> plan(proportion=0.8, half_width=0.05, seed=1).questions.formula
    246
    >>> print(plan(proportion=0.5, n=100, seed=1).half_width)
    0.0980 by formula, 0.1000 ± 0.00095 by simulation
    """
    check_planning.pilot_or_proportion(
        pilot, other, proportion, {"qrels": qrels, "measure": measure, "clusters": clusters}
    )
    goal = check_planning.one_goal({"half_width": half_width, "difference": difference, "n": n})
    count, number = check.n_resamples(n_resamples), check.seed(seed)
    workers = check.threads(threads)
    asked = Asked(
        check.confidence_level(confidence_level),
        check_planning.share(power, "power"),
        check_planning.share(level, "level"),
        check.choice(alternative, "alternative", check_resampling.ALTERNATIVES),
    )
    check_planning.power_above_level(asked.power, asked.level)
    if goal == "n":
        target: float = check_planning.questions(n)
    else:
        target = check_planning.positive(difference if half_width is None else half_width, goal)
    if proportion is None:
        known = pilot_of(pilot, other, qrels, measure, clusters, threads=workers)
    else:
        known = of_proportion(proportion)
    pair = known if known.of == "paired difference" else known.of_two()
    pair = known if known.of == "paired difference" else known.of_two()
    numbers = Numbers(known, pair, asked, count, number, workers)
    questions = numbers.questions(goal, target)
    size = max(int(questions.formula), int(questions.simulation or 0))
    return Plan(
        goal=goal,
        target=target,
        of=known.of,
        n=size,
        questions=questions,
        half_width=numbers.half_width(size),
        difference=numbers.difference(size),
        power_at_target=numbers.power(size, target) if goal == "difference" else None,
        deviation=known.deviation,
        pilot_n=known.n,
        pilot_clusters=known.n_clusters,
        pilot_mean=known.mean,
        pilot_error=known.error,
        confidence_level=asked.confidence_level,
        level=asked.level,
        power=asked.power,
        alternative=asked.alternative,
        n_resamples=count,
        seed=number,
        notes=_notes(known, pair, size, count),
    )


def _notes(known: Pilot, pair: Pilot, size: int, count: int) -> tuple[str, ...]:
    notes = list(pair.notes)
    if known.n is not None and known.residuals.size < _SMALL:
        notes.append(f"a pilot of {known.residuals.size} knows little about the spread")
    if too_large(size, count):
        notes.append(f"{size:,} questions are too many to simulate with {count:,} resamples")
    return tuple(notes)
