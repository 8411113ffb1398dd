"""Measures of a user who goes on from each rank with some chance (C/W/L).

The value is the mean gain of the documents read: the sum of weight * gain over the sum of weights,
where the weight of a rank is the chance to arrive there. Gains are grade / max_grade, and the user
reads ``k`` ranks at most, whether so many were retrieved or not.

Moffat, Bailey, Scholer and Thomas, TOIS 2017, doi:10.1145/3052768; the values are those of cwl_eval
(Azzopardi, Thomas and Moffat, SIGIR 2019, doi:10.1145/3331184.3331398).
"""

from collections.abc import Callable

from .judged_lists import Grades, Ranked, scaled_gains

#: The chance to go on, from the rank, its gain and the gain found up to it.
GoOn = Callable[[int, float, float], float]


def _read(ranked: Ranked, grades: Grades, k: int, max_grade: float, go_on: GoOn) -> float:
    gains = scaled_gains(ranked, grades, k, max_grade)
    weight, weights, total, found = 1.0, 0.0, 0.0, 0.0
    for rank in range(1, k + 1):
        gain = gains[rank - 1] if rank <= len(gains) else 0.0
        weights += weight
        total += weight * gain
        found += gain
        weight *= go_on(rank, gain, found)
    return total / weights


def _square_of_step(place: float) -> float:
    """((place - 1) / place)^2."""
    step = (place - 1.0) / place
    return step * step


def inst(ranked: Ranked, grades: Grades, k: int, T: float = 1, max_grade: float = 1) -> float:
    """The user wants T of gain and adapts to what was found.

    Chance ((i + T + t - 1) / (i + T + t))^2 at rank i, t = T less the gain found.

    Moffat, Bailey, Scholer and Thomas, ADCS 2015, doi:10.1145/2838931.2838938.
    """

    def go_on(rank: int, gain: float, found: float) -> float:
        return _square_of_step(rank + (T + (T - found)))

    return _read(ranked, grades, k, max_grade, go_on)


def insq(ranked: Ranked, grades: Grades, k: int, T: float = 1, max_grade: float = 1) -> float:
    """The user wants T of gain: chance ((i + 2 T - 1) / (i + 2 T))^2 at rank i.

    Moffat, Scholer and Thomas, ADCS 2012, doi:10.1145/2407085.2407092.
    """

    def go_on(rank: int, gain: float, found: float) -> float:
        return _square_of_step(rank + 2.0 * T)

    return _read(ranked, grades, k, max_grade, go_on)


def bpm(ranked: Ranked, grades: Grades, k: int, T: float = 1, max_grade: float = 1) -> float:
    """The user reads until T of gain has been found, or k documents (Bejeweled player model).

    Zhang et al., SIGIR 2017, doi:10.1145/3077136.3080841.
    """

    def go_on(rank: int, gain: float, found: float) -> float:
        return 1.0 if found < T else 0.0

    return _read(ranked, grades, k, max_grade, go_on)


def nerr8(ranked: Ranked, grades: Grades, k: int, max_grade: float = 1) -> float:
    """Chance 1 - gain (nearly expected reciprocal rank, equation 8).

    Azzopardi, Mackenzie and Moffat, ICTIR 2021, doi:10.1145/3471158.3472239.
    """

    def go_on(rank: int, gain: float, found: float) -> float:
        return 1.0 - gain

    return _read(ranked, grades, k, max_grade, go_on)


def nerr9(ranked: Ranked, grades: Grades, k: int, max_grade: float = 1) -> float:
    """Chance i / (i + 1) * (1 - gain) at rank i (equation 9 there)."""

    def go_on(rank: int, gain: float, found: float) -> float:
        return rank / (rank + 1) * (1.0 - gain)

    return _read(ranked, grades, k, max_grade, go_on)


def nerr10(ranked: Ranked, grades: Grades, k: int, p: float = 0.9, max_grade: float = 1) -> float:
    """Chance p * (1 - gain) (equation 10 there)."""

    def go_on(rank: int, gain: float, found: float) -> float:
        return p * (1.0 - gain)

    return _read(ranked, grades, k, max_grade, go_on)


def nerr11(ranked: Ranked, grades: Grades, k: int, T: float = 1, max_grade: float = 1) -> float:
    """The chance of insq times 1 - gain (equation 11 there)."""

    def go_on(rank: int, gain: float, found: float) -> float:
        return _square_of_step(rank + 2.0 * T) * (1.0 - gain)

    return _read(ranked, grades, k, max_grade, go_on)
