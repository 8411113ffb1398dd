"""What happens where a run and a golden set do not fit: every choice has a name and is counted."""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass

from . import _core
from ._validate import arguments as check
from ._validate.arguments import PolicyWarning

TIES = ("trec", "stable")
MISSING = (None, "zero", "skip", "error")
NO_RELEVANT = (None, "zero", "one", "nan", "skip", "error")
DUPLICATES = ("error", "first")

_EFFECTS = {"zero": "count as 0", "one": "count as 1", "nan": "have no value", "skip": "left out"}


@dataclass(frozen=True)
class Policies:
    """The choices of one evaluation; None is zero with a warning when it acts."""

    ties: str = "trec"
    missing: str | None = None
    no_relevant: str | None = None
    duplicates: str = "error"

    def __post_init__(self) -> None:
        check.choice(self.ties, "ties", TIES)
        check.choice(self.missing, "missing", MISSING)
        check.choice(self.no_relevant, "no_relevant", NO_RELEVANT)
        check.choice(self.duplicates, "duplicates", DUPLICATES)

    def signature(self, fingerprint: str) -> str:
        """Every choice behind the numbers, in one line."""
        return (
            f"ties:{self.ties}|missing:{self.missing or 'zero'}"
            f"|no_relevant:{self.no_relevant or 'zero'}|duplicates:{self.duplicates}"
            f"|golden:{fingerprint}|ranksure:{_core.__version__}"
        )

    def notes(self, counts: Mapping[str, int], judged: int) -> tuple[str, ...]:
        """What the policies met and did, in sentences; empty when nothing had to be decided."""
        missing = _EFFECTS.get(self.missing or "zero", "")
        no_relevant = _EFFECTS.get(self.no_relevant or "zero", "")
        sentences = {
            "missing": f"of {judged} judged queries missing from the run: {missing} (missing)",
            "no_relevant": f"of {judged} judged queries without a relevant document: "
            f"{no_relevant} (no_relevant)",
            "unjudged_queries": "queries of the run not judged: never scored",
            "tied_queries": f"queries with equal scores: ordered by ties={self.ties!r}",
            "duplicates": "repeated documents left their rankings (duplicates='first')",
            "merged_judgements": "repeated identical judgements merged",
        }
        return tuple(f"{counts[name]} {text}" for name, text in sentences.items() if counts[name])

    def warn(self, counts: Mapping[str, int], stacklevel: int) -> None:
        """One warning for each policy that was left open and had to act."""
        for name, what, allowed in (
            ("missing", "judged queries are missing from the run", MISSING),
            ("no_relevant", "judged queries have no relevant document", NO_RELEVANT),
        ):
            if counts[name] and getattr(self, name) is None:
                warnings.warn(
                    f"{counts[name]} {what} and count as zero; choose with {name}=, "
                    f"one of {list(allowed[1:])}",
                    PolicyWarning,
                    stacklevel=stacklevel + 1,
                )
