"""Contestants take turns in one run; a slow one may do a stated part of the work."""

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

_SHORT = 0.02  # seconds; a shorter call is repeated within one turn


@dataclass(frozen=True)
class Contestant:
    """``call(units)`` does that many units of work (resamples, mostly) and returns its answer.

    ``least`` is the smallest part of the work that is worth scaling up, None: always the whole.
    """

    name: str
    call: Callable[[int], Any]
    units: int
    least: int | None = 100


@dataclass
class Timed:
    """Seconds of each round for the whole work, scaled from ``done`` of ``units`` units."""

    name: str
    units: int
    done: int
    repeats: int
    seconds: list[float] = field(default_factory=list)
    answer: Any = field(default=None, repr=False)

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    @property
    def note(self) -> str:
        return "" if self.done == self.units else f"scaled from {self.done:,} of {self.units:,}"


def race(contestants: Sequence[Contestant], *, rounds: int, budget: float) -> dict[str, Timed]:
    """Time all contestants, one turn each a round; ``budget`` is the longest turn in seconds."""
    lanes = [(each, _warmed(each, budget)) for each in contestants]
    gc.collect()
    gc.disable()
    try:
        for number in range(rounds):
            for each, timed in lanes if number % 2 == 0 else reversed(lanes):
                _turn(each, timed)
    finally:
        gc.enable()
    return {each.name: timed for each, timed in lanes}


def ratio(slow: Timed, fast: Timed) -> float:
    """How many times faster: the median over the rounds of the quotient within a round."""
    return statistics.median(a / b for a, b in zip(slow.seconds, fast.seconds, strict=True))


def _turn(contestant: Contestant, timed: Timed) -> None:
    start = time.perf_counter()
    for _ in range(timed.repeats):
        timed.answer = contestant.call(timed.done)
    elapsed = (time.perf_counter() - start) / timed.repeats
    timed.seconds.append(elapsed * timed.units / timed.done)


def _warmed(contestant: Contestant, budget: float) -> Timed:
    """Run once uncounted (compiling, first touch of memory), then find what fits the budget."""
    units = contestant.units
    done = units if contestant.least is None else min(units, contestant.least)
    contestant.call(done)
    elapsed = _seconds(contestant, done)
    while done < units and elapsed < budget / 4:
        done = min(units, done * 4)
        elapsed = _seconds(contestant, done)
    if contestant.least is not None and elapsed > budget:
        done = max(min(units, contestant.least), int(done * budget / elapsed))
    elif done < units:
        done = min(units, int(done * budget / elapsed))
    return Timed(contestant.name, units, done, max(1, int(_SHORT / elapsed)))


def _seconds(contestant: Contestant, units: int) -> float:
    start = time.perf_counter()
    contestant.call(units)
    return time.perf_counter() - start
