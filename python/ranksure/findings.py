"""What check() and the guards of compare() found: a finding for each thing that was looked at."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at.

    Attributes
    ----------
    name : str
        What was looked at, such as "duplicates".
    level : {"ok", "note", "warning", "error"}
        An error is refused by `evaluate`; a warning is decided by a policy, which is wrong if the
        input is not what was meant; a note says what is there.
    count : int
        How often it was found.
    text : str
        What was found, in one sentence.
    examples : tuple of str
        At most three.
    """

    name: str
    level: str
    count: int
    text: str
    examples: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """The text with its examples."""
        return self._said("; ")

    def _said(self, between: str) -> str:
        more = ["..."] if self.count > len(self.examples) else []
        return self.text + (f": {between.join([*self.examples, *more])}" if self.examples else "")


@dataclass(frozen=True)
class TableFinding(Finding):
    """A finding about a comparison; ``rows`` names lines of its table that it takes support from.

    Each is a segment (None: all queries), a measure and a system.
    """

    rows: tuple[tuple[str | None, str, str], ...] = ()


@dataclass(frozen=True)
class Check:
    """What `check` found; ``ok`` when there is neither an error nor a warning."""

    run: str
    qrels: str
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        return all(finding.level in ("ok", "note") for finding in self.findings)

    def __getitem__(self, name: str) -> Finding:
        return next(finding for finding in self.findings if finding.name == name)

    def __str__(self) -> str:
        width = max(len(finding.name) for finding in self.findings)
        lines = []
        for finding in self.findings:
            lines.append(f"{finding.level:<8} {finding.name:<{width}}  {finding._said(', ')}")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, as JSON takes them."""
        findings = [asdict(finding) for finding in self.findings]
        return {"run": self.run, "qrels": self.qrels, "ok": self.ok, "findings": findings}
