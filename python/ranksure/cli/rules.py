"""What the rules of a gate say: MEASURE=NUMBER, SEGMENT:NUMBER, SEGMENT:MEASURE=NUMBER."""

from __future__ import annotations

from collections.abc import Sequence


def margins(words: Sequence[str], option: str) -> dict[str, float]:
    """Measure and number of each MEASURE=NUMBER; names of measures may hold "=" themselves."""
    found: dict[str, float] = {}
    for word in words:
        measure, number = _measure(word, option)
        if measure in found:
            raise ValueError(f"{option} names {measure} twice")
        found[measure] = number
    return found


def segment_margins(words: Sequence[str], option: str) -> dict[str, float | dict[str, float]]:
    """Of each SEGMENT:NUMBER or SEGMENT:MEASURE=NUMBER."""
    found: dict[str, float | dict[str, float]] = {}
    for word in words:
        segment, colon, number = word.rpartition(":")
        plain = _number(number)
        if plain is None:
            segment, colon, rule = word.partition(":")
        if not colon or not segment:
            raise ValueError(
                f"{option} must be SEGMENT:MARGIN or SEGMENT:MEASURE=MARGIN, found {word!r}"
            )
        own = found.get(segment)
        if plain is not None and own is None:
            found[segment] = plain
        elif plain is None and not isinstance(own, float):
            measure, margin = _measure(rule, option)
            if own is not None and measure in own:
                raise ValueError(f"{option} names {measure} in {segment} twice")
            found[segment] = {**(own or {}), measure: margin}
        else:
            raise ValueError(f"{option} names segment {segment!r} twice")
    return found


def _measure(word: str, option: str) -> tuple[str, float]:
    measure, _, text = word.rpartition("=")
    number = _number(text)
    if not measure or number is None:
        raise ValueError(f"{option} must be MEASURE=NUMBER such as recall@5=0.01, found {word!r}")
    return measure, number


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
