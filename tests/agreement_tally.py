"""Counting agreement: how many values of a source come out, and which do not, and why."""

import csv
import gzip
import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import ranksure as rs
from shared import SHARED

DATA = SHARED / "data"

#: A value that lies on the border between two printed values may be printed as either.
BORDER = 1e-12


class Deviation(NamedTuple):
    """A value of a source that does not come out; `reason` is empty when nobody knows why."""

    where: str
    source: str
    found: str
    reason: str


@dataclass
class Tally:
    """One row of the table: what of a folder was compared, and how much of it agreed.

    ``expected`` names the values that cannot agree, with the reason. One that agrees after all is
    as wrong as an unnamed one that does not.
    """

    folder: str
    what: str
    note: str = ""
    expected: Mapping[str, str] = field(default_factory=dict)
    compared: int = 0
    deviations: list[Deviation] = field(default_factory=list)

    @property
    def agreed(self) -> int:
        return self.compared - len(self.deviations)

    @property
    def surprises(self) -> list[str]:
        """Disagreements without a reason, and expected ones that did not come."""
        unexplained = [str(tuple(d)) for d in self.deviations if not d.reason]
        came = {d.where for d in self.deviations}
        return unexplained + [f"{w} should deviate" for w in self.expected if w not in came]

    def _count(self, where: str, source: str, found: str, agrees: bool) -> None:
        self.compared += 1
        if not agrees:
            self.deviations.append(Deviation(where, source, found, self.expected.get(where, "")))

    def printed(self, where: str, source: str, found: float, decimals: int | None = None) -> None:
        """A number printed with some decimals: those of its text, where it drops no zeros."""
        if decimals is None:
            decimals = len(source.partition(".")[2])
        close = abs(found - float(source)) <= 0.5 * 10.0**-decimals + BORDER
        self._count(where, source, f"{found:.{decimals + 2}f}", close)

    def close(self, where: str, source: float, found: float) -> None:
        """A number that is given with all its digits."""
        agrees = math.isclose(found, source, rel_tol=0, abs_tol=1e-12)
        self._count(where, repr(source), repr(found), agrees)

    def equal(self, where: str, source: Any, found: Any) -> None:
        """A count or a text, or a number that has to have the same bits."""
        self._count(where, repr(source), repr(found), bool(found == source))

    def refused(self, where: str, message: str, call: Any, *arguments: Any) -> None:
        """An input that has to be refused with a ValueError that says why."""
        try:
            found = repr(call(*arguments))
        except ValueError as error:
            found = str(error)
        self._count(where, message, found, message in found)

    def verified(self, scores: rs.Scores) -> None:
        """Values and resampled means that `ranksure.reference` gives with the same bits."""
        result = scores.verify()
        for what, total, equal in (
            ("values", result.n_values, result.n_equal),
            ("resampled means", result.n_replicates, result.n_replicates_equal),
        ):
            for number in range(total):
                self._count(f"{scores.name} {what}", "equal", "not equal", number < equal)


def rows(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file, compressed or not."""
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@contextmanager
def warned() -> Iterator[list[str]]:
    """The texts of the policy warnings that were met."""
    import warnings

    texts: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield texts
    assert all(issubclass(w.category, rs.PolicyWarning) for w in caught)
    texts += [str(w.message) for w in caught]
