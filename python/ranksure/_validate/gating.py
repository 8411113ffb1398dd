"""Checks of a gate: its rules, and whether two sets of scores can be held against each other."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NoReturn

from . import arguments as check

if TYPE_CHECKING:
    from ..scores import Scores


def not_scores(value: object, name: str) -> NoReturn:
    raise TypeError(
        f"{name} must be Scores (from evaluate or load_scores), found {check.kind(value)}"
    )


def one_golden_set(first: "Scores", second: "Scores") -> None:
    """Same golden set, same choices. Another version of the package is no other choice."""
    if first.fingerprint != second.fingerprint:
        raise ValueError(
            f"{first.name!r} and {second.name!r} were judged by different golden sets "
            f"(fingerprints {first.fingerprint} and {second.fingerprint})"
        )
    own, others = choices(first), choices(second)
    if own != others:
        raise ValueError(
            f"{first.name!r} and {second.name!r} were evaluated with different choices: "
            f"{own} and {others}"
        )


def choices(found: "Scores") -> str:
    parts = found.signature.split("|")
    return "|".join(part for part in parts if not part.startswith("ranksure:"))


def some_shared_query(shared: int) -> None:
    if not shared:
        raise ValueError("new and baseline have no query in common")


def some_rule(count: int) -> None:
    if not count:
        raise ValueError("a gate needs at least one rule: max_drop, segment_drop or minimum")


def rules(value: object, name: str) -> Mapping[Any, Any]:
    """A mapping from measure (or segment) to a number."""
    if not isinstance(value, Mapping):
        raise TypeError(f"{name} must be a mapping to numbers, found {check.kind(value)}")
    for key in value:
        if not isinstance(key, str):
            raise TypeError(f"{name} must have names as keys, found {check.kind(key)}")
    return value


def margin(value: object, name: str) -> float:
    """A rule without a margin would forbid what nobody can exclude."""
    if value is None:
        raise ValueError(f"{name} needs a margin: how large a drop would still be acceptable")
    found = check.real(value, name)
    if found <= 0:
        raise ValueError(
            f"{name} needs a margin above 0, found {found:g}: no number of questions shows that "
            "nothing at all was lost"
        )
    return found


def level(value: object) -> float:
    found = check.real(value, "level")
    if not 0 < found < 0.5:
        raise ValueError(f"level must lie between 0 and 0.5 (0.05, not 95), found {found:g}")
    return found


def segment_without_drop() -> NoReturn:
    raise ValueError(
        "segment_drop gives a margin for the measures of max_drop, and there is none; name the "
        "measure: {'segment': {'recall@5': 0.02}}"
    )


def unknown_segment(name: str, known: list[str]) -> NoReturn:
    raise ValueError(f"segment_drop must name segments of {known}, found {name!r}")


def measure_there(measure: str, found: "Scores", column: object) -> None:
    if column is None:
        raise ValueError(
            f"{measure!r} is not in the scores of {found.name!r}; there are "
            f"{', '.join(found.measures)}"
        )


def enough_values(n: int, rule: str) -> None:
    if n < 2:
        raise ValueError(f"{rule}: needs at least 2 queries with a value, found {n}")
