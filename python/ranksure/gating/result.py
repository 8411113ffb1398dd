"""What gate() returns: the rules with their outcomes, and what lost most."""

from dataclasses import dataclass

EXIT_CODES = {"pass": 0, "fail": 1, "undecided": 3}


@dataclass(frozen=True)
class Rule:
    """``kind`` "max_drop": ``bound`` is the margin; "minimum": the value that must be exceeded."""

    kind: str
    measure: str
    bound: float
    segment: str | None = None

    @property
    def threshold(self) -> float:
        """What the bounds of the mean are held against."""
        return -self.bound if self.kind == "max_drop" else self.bound

    def __str__(self) -> str:
        if self.kind == "minimum":
            return f"mean of {self.measure} above {self.bound:g}"
        place = "" if self.segment is None else f" in {self.segment}"
        return f"drop of {self.measure}{place} below {self.bound:g}"


@dataclass(frozen=True)
class RuleResult:
    """A rule, and what was found.

    ``estimate`` is the mean difference new - old, or the new mean for a least value; ``low`` and
    ``high`` are its one-sided bounds. ``more_questions`` says of an undecided rule how many further
    questions would decide it if the estimate stayed; None if no number of them would. ``changed``
    counts the queries with another value than before, for a rule on a drop.
    """

    rule: Rule
    outcome: str
    n: int
    old: float | None
    new: float
    estimate: float
    low: float
    high: float
    more_questions: int | None
    changed: int | None
    flags: tuple[str, ...]

    @property
    def advice(self) -> str:
        """For an undecided rule: what would decide it."""
        if self.outcome != "undecided":
            return ""
        if self.more_questions is None:
            return "no number of further questions would decide: the mean lies on the limit"
        place = "" if self.rule.segment is None else f" in {self.rule.segment}"
        return f"{self.more_questions:,} more questions{place} would decide, if the mean stays"

    def __str__(self) -> str:
        drop = self.rule.kind == "max_drop"
        estimate, low, high = (
            f"{value:+.4f}" if drop else f"{value:.4f}"
            for value in (self.estimate, self.low, self.high)
        )
        text = f"{self.outcome}: {self.rule}: {estimate} [{low}, {high}]"
        return f"{text}, {self.advice}" if self.advice else text


@dataclass(frozen=True)
class Loss:
    """A segment or query (``query`` None: all of the segment) on which the new system is worse."""

    measure: str
    segment: str | None
    query: str | int | None
    n: int
    old: float
    new: float

    @property
    def difference(self) -> float:
        return self.new - self.old

    def __str__(self) -> str:
        place = self.segment if self.query is None else f"query {self.query}"
        return f"{self.measure} {place}: {self.old:.4f} to {self.new:.4f} ({self.difference:+.4f})"


@dataclass(frozen=True)
class GateResult:
    """Outcome "pass", "fail" or "undecided", and what stands behind it.

    ``segments`` and ``queries`` are those that lost, most first, for each measure of a rule.
    """

    outcome: str
    rules: tuple[RuleResult, ...]
    segments: tuple[Loss, ...]
    queries: tuple[Loss, ...]
    new: str
    baseline: str
    n: int
    n_clusters: int | None
    level: float
    method: str
    n_resamples: int
    seed: int
    signature: str
    fingerprint: str
    notes: tuple[str, ...]

    @property
    def exit_code(self) -> int:
        """Of the command: 0 pass, 1 fail, 3 undecided."""
        return EXIT_CODES[self.outcome]

    @property
    def headline(self) -> str:
        """The outcome in a sentence."""
        counts = {o: sum(rule.outcome == o for rule in self.rules) for o in EXIT_CODES}
        found = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
        verdict = {
            "pass": "may replace",
            "fail": "must not replace",
            "undecided": "cannot be cleared to replace",
        }[self.outcome]
        return f"{self.outcome}: {self.new} {verdict} {self.baseline} ({found})"

    def __str__(self) -> str:
        return "\n".join([self.headline, *map(str, self.rules)])
