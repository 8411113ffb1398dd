"""Checks of what the names of measures carry, and their messages."""

import difflib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NoReturn

from . import arguments as check

MOST_READ = 10**6  # cut-off of measures whose time grows with it


def _number(
    what: str, value: Any, low: float, high: float, lowest: bool = True, highest: bool = True
) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{what} must be a number, found {value!r}")
    above = value >= low if lowest else value > low
    below = value <= high if highest else value < high
    if not (above and below and abs(value) < float("inf")):
        raise ValueError(f"{what} must lie between {low:g} and {high:g}, found {value!r}")
    return float(value)


def _whole(what: str, value: Any, low: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= 2**53:
        raise ValueError(f"{what} must be a whole number from {low} on, found {value!r}")
    return value


def _truth(what: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{what} must be True or False, found {value!r}")
    return value


def _judged_only(what: str, value: Any) -> bool | str:
    return "trec_eval" if value == "trec_eval" else _truth(what, value)


def _like(what: str, value: Any) -> str:
    if value != "trec_eval":
        raise ValueError(f'{what} must be "trec_eval", found {value!r}')
    return str(value)


def _gain(what: str, value: Any) -> str:
    if value not in ("binary", "graded"):
        raise ValueError(f'{what} must be "binary" or "graded", found {value!r}')
    return str(value)


def _gains(what: str, value: Any) -> tuple[tuple[float, float], ...]:
    if not isinstance(value, Mapping) or not value:
        raise ValueError(f"{what} must map grades to gains, as in {{1:3,2:9}}, found {value!r}")
    pairs = [
        (_number(what, grade, -1e300, 1e300), _number(what, gain, 0, 1e300))
        for grade, gain in value.items()
    ]
    return tuple(sorted(pair for pair in pairs if pair[0] != pair[1]))


def _levels(what: str, value: Any) -> tuple[float, ...]:
    if not isinstance(value, Sequence) or isinstance(value, str) or not value:
        raise ValueError(f"{what} must be recall levels, as in [0,0.5,1], found {value!r}")
    return tuple(_number(what, level, 0, 1) for level in value)


def _weights(what: str, value: Any) -> tuple[float, ...]:
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 4:
        raise ValueError(f"{what} must be four numbers, as in [1,-1,0,0], found {value!r}")
    return tuple(_number(what, weight, -1e300, 1e300) for weight in value)


_CHECKS: dict[str, Callable[[str, Any], Any]] = {
    "rel": lambda what, value: _number(what, value, -1e300, 1e300),
    "p": lambda what, value: _number(what, value, 0, 1, lowest=False, highest=False),
    "gain": _gain,
    "gains": _gains,
    "max_grade": lambda what, value: _number(what, value, 0, check.MAX_EXPONENT, lowest=False),
    "base": lambda what, value: _whole(what, value, 2),
    "alpha": lambda what, value: _number(what, value, 0, 1),
    "beta": lambda what, value: _number(what, value, 0, 1e9, lowest=False),
    "T": lambda what, value: _number(what, value, 0.5, 1e9),
    "times": lambda what, value: _number(what, value, 0, 1e6, lowest=False),
    "levels": _levels,
    "weights": _weights,
    "n_documents": lambda what, value: _whole(what, value, 0),
    "normalize": _truth,
    "like": _like,
    "judged_only": _judged_only,
}


def parameter(measure: str, kind: str, allowed: Sequence[str], name: str, value: Any) -> Any:
    """The value of a parameter that the kind takes."""
    if name == "beta" and "alpha" in allowed:  # the patience of a reader, not the weight of recall
        return _number(f"{name} in measure {measure!r}", value, 0, 1, highest=False)
    if name in allowed:
        return _CHECKS[name](f"{name} in measure {measure!r}", value)
    if name == "rel":
        raise ValueError(f"measure {measure!r}: a threshold rel has no meaning for {kind}")
    listed = ", ".join(f"{known}=" for known in allowed) or "none"
    raise ValueError(f"measure {measure!r}: unknown parameter {name!r}; allowed is {listed}")


def not_of_trec_eval(measure: str, kind: str) -> NoReturn:
    raise ValueError(f"measure {measure!r}: trec_eval has no {kind}; judged_only is True or False")


def needed(measure: str, what: str, example: str) -> NoReturn:
    raise ValueError(f"measure {measure!r} needs {what}, as in {example!r}")


def no_cut_off(measure: str, kind: str) -> NoReturn:
    raise ValueError(f"measure {measure!r}: {kind} has no cut-off")


def cut_off(measure: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > 16 or not 1 <= int(text) <= most:
        upper = "on" if most == check.MAX_CUT_OFF else f"to {most}"
        raise ValueError(
            f"measure {measure!r}: the cut-off must be a whole number from 1 {upper}, "
            f"found {text!r}"
        )
    return int(text)


def level(measure: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    return _number(f"the recall level in measure {measure!r}", value, 0, 1)


def not_parameters(measure: str, text: str) -> NoReturn:
    raise ValueError(
        f"measure {measure!r}: parameters are written name=value, separated by commas, "
        f"found {text!r}"
    )


def each_once(measure: str, names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"measure {measure!r}: the parameter {name!r} stands there twice")


def closed(measure: str, text: str) -> None:
    if text.count("(") > text.count(")"):
        raise ValueError(f"measure {measure!r}: a parenthesis is opened and not closed")


def unknown(measure: str, head: str, heads: Iterable[str], kinds: Iterable[str]) -> NoReturn:
    near = difflib.get_close_matches(head, list(heads), n=1, cutoff=0.5)
    hint = f"; did you mean {measure.replace(head, near[0], 1)!r}?" if near and head else ""
    raise ValueError(f"unknown measure {measure!r}{hint} (known: {', '.join(kinds)})")


def no_spelling(measure: str, tool: str) -> NoReturn:
    raise ValueError(f"{tool} has no measure that is equal to {measure!r}")


def name_given(name: object) -> str:
    if not isinstance(name, str):
        raise TypeError(f"a measure is given by its name, found {check.kind(name)}")
    return name


def names_given(names: object) -> None:
    if not isinstance(names, Iterable):
        raise TypeError(f"measures must be a name or a list of names, found {check.kind(names)}")


def some_measure(measures: Sequence[object]) -> None:
    if not measures:
        raise ValueError("measures must name at least one measure, found none")


def trec_eval_extras(extras: object, allowed: Sequence[str]) -> None:
    """Names of what trec_eval prints beside the values of queries."""
    if isinstance(extras, str) or not isinstance(extras, Sequence):
        raise TypeError(f"extras must be a list of names, found {check.kind(extras)}")
    for extra in extras:
        head, _, length = str(extra).partition("_")
        if extra not in allowed and not (head == "relstring" and length.isdigit()):
            raise ValueError(f"extras must be among {list(allowed)}, found {extra!r}")


def column_behind(extra: str, measure: str, measures: Sequence[str]) -> None:
    if measure not in measures:
        raise ValueError(f"{extra} needs {measure!r} among the measures evaluated")
