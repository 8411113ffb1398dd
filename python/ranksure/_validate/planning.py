"""Checks of what is planned, and of the pilot it is planned from."""

from collections.abc import Sequence
from typing import Any

from . import arguments as check

MAX_QUESTIONS = 10**12


def one_goal(goals: dict[str, Any]) -> str:
    """Exactly one of half_width, difference and n is asked about."""
    given = [name for name, value in goals.items() if value is not None]
    if len(given) != 1:
        raise ValueError(
            f"exactly one of {', '.join(goals)} must be given, found {given or 'none'}"
        )
    return given[0]


def positive(value: object, name: str) -> float:
    found = check.real(value, name)
    if found <= 0:
        raise ValueError(f"{name} must be above 0, found {found:g}")
    return found


def questions(value: object) -> int:
    return check.integer(value, "n", 2, MAX_QUESTIONS)


def few_enough(found: float, goal: str) -> None:
    if found > MAX_QUESTIONS:
        raise ValueError(f"{goal} is too small: it needs {found:.3g} questions")


def share(value: object, name: str) -> float:
    """A probability strictly between 0 and 1."""
    found = check.real(value, name)
    if not 0 < found < 1:
        raise ValueError(f"{name} must lie between 0 and 1 (0.8, not 80), found {found:g}")
    return found


def power_above_level(power: float, level: float) -> None:
    if power <= level:
        raise ValueError(
            f"power must be above level, which is found without any difference, found power "
            f"{power:g} and level {level:g}"
        )


def pilot_or_proportion(pilot: Any, other: Any, proportion: Any, more: dict[str, Any]) -> None:
    """A plan stands on data or on a guessed proportion, not on both."""
    if (pilot is None) == (proportion is None):
        found = "neither" if pilot is None else "both"
        raise TypeError(f"one of pilot and proportion must be given, found {found}")
    if proportion is not None:
        given = [name for name, value in {"other": other, **more}.items() if value is not None]
        if given:
            raise TypeError(f"a plan from a proportion takes no {', '.join(given)}")


def same_kind(pilot_is: bool, other_is: bool) -> None:
    if pilot_is != other_is:
        raise TypeError("pilot and other must both be Scores, or both arrays of numbers")


def no_measure(measure: object) -> None:
    if measure is not None:
        raise TypeError(f"measure is for Scores and runs, found {measure!r} with an array")


def measure_needed(measures: Sequence[str]) -> None:
    raise TypeError(f"measure must name one of the measures {', '.join(measures)}, found None")


def enough_queries(n: int) -> None:
    if n < 2:
        raise ValueError(f"a pilot needs at least 2 queries with a value, found {n}")


def clusters_by_query(clusters: object) -> None:
    raise TypeError(
        f"clusters of an array must be one label a query, found {type(clusters).__name__}"
    )


def some_spread(constant: bool, value: float, what: str) -> None:
    if constant:
        raise ValueError(
            f"the {what} of the pilot are all {value:g}: they say nothing about the spread of "
            "others; take a larger pilot or proportion="
        )
