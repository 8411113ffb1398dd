"""What happens where a run and a golden set do not fit: every choice has a name and is counted."""

import math
import warnings
from collections.abc import Mapping
from dataclasses import dataclass

from . import _core
from ._validate import arguments as check
from ._validate.arguments import PolicyWarning

TIES = ("trec", "stable", "average")
MISSING = (None, "zero", "skip", "error")
NO_RELEVANT = (None, "zero", "one", "nan", "skip", "error")
DUPLICATES = ("error", "first")

#: What a profile says where the caller says nothing; the other choices are the defaults.
PROFILES: Mapping[str | None, Mapping[str, str | bool]] = {
    None: {},
    "trec_eval": {"missing": "skip", "no_relevant": "zero"},
    "beir": {"missing": "skip", "no_relevant": "zero", "drop_self": True},
}

_EFFECTS = {"zero": "count as 0", "one": "count as 1", "nan": "have no value", "skip": "left out"}


@dataclass(frozen=True)
class Policies:
    """The choices of one evaluation; None is what the profile says, else the default.

    The default of ``missing`` and ``no_relevant`` is zero with a warning when it acts.
    """

    ties: str = "trec"
    missing: str | None = None
    no_relevant: str | None = None
    duplicates: str = "error"
    drop_self: bool | None = None
    depth: int | None = None
    profile: str | None = None

    def __post_init__(self) -> None:
        check.choice(self.profile, "profile", tuple(PROFILES))
        for name, value in PROFILES[self.profile].items():
            if getattr(self, name) is None:
                object.__setattr__(self, name, value)
        check.choice(self.ties, "ties", TIES)
        check.choice(self.missing, "missing", MISSING)
        check.choice(self.no_relevant, "no_relevant", NO_RELEVANT)
        check.choice(self.duplicates, "duplicates", DUPLICATES)
        object.__setattr__(self, "drop_self", check.flag(self.drop_self or False, "drop_self"))
        if self.depth is not None:
            object.__setattr__(self, "depth", check.cut_off(self.depth, "depth"))

    @property
    def fill(self) -> float:
        """The value of a query for which a measure finds nothing relevant."""
        return {"one": 1.0, "nan": math.nan}.get(self.no_relevant or "zero", 0.0)

    def signature(self, read: Mapping[str, str], fingerprint: str) -> str:
        """Every choice behind the numbers, in one line; ``read`` names those of the inputs."""
        choices = {
            "ties": self.ties,
            "missing": self.missing or "zero",
            "no_relevant": self.no_relevant or "zero",
            "duplicates": self.duplicates,
            **read,
            "drop_self": "yes" if self.drop_self else "no",
            "depth": "all" if self.depth is None else str(self.depth),
            "golden": fingerprint,
            "ranksure": _core.__version__,
        }
        return "|".join(f"{name}:{choice}" for name, choice in choices.items())

    def notes(self, counts: Mapping[str, int], judged: int) -> tuple[str, ...]:
        """What the policies met and did, in sentences; empty when nothing had to be decided."""
        missing = _EFFECTS.get(self.missing or "zero", "")
        no_relevant = _EFFECTS.get(self.no_relevant or "zero", "")
        equal = "averaged over their orders" if self.ties == "average" else "ordered"
        sentences = {
            "missing": f"of {judged} judged queries missing from the run: {missing} (missing)",
            "no_relevant": f"of {judged} judged queries without a relevant document: "
            f"{no_relevant} (no_relevant)",
            "unjudged_queries": "queries of the run not judged: never scored",
            "topics_left_out": "judged queries left out (topics)",
            "tied_queries": f"queries with equal scores: {equal} by ties={self.ties!r}",
            "rank_contradictions": "queries whose ranks contradict their scores: the scores decide",
            "duplicates": "repeated documents left their rankings (duplicates='first')",
            "self_retrieved": "documents left the ranking of the query of their id (drop_self)",
            "self_judged": "judgements of the document of the query's own id left (drop_self)",
            "grouped_documents": "documents left for a better one of their page (group)",
            "grouped_judgements": "judgements merged with others of their page (group)",
            "ungrouped_judgements": "judgements of documents that `group` does not name: kept as "
            "pages of their own",
            "below_depth": f"documents below depth {self.depth} left their rankings",
            "merged_judgements": "repeated judgements merged",
            "conflicting_judgements": "of the merged judgements had another grade (conflicts)",
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
