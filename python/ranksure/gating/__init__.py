"""May a change ship: gate() and what it returns."""

from .gate import gate
from .result import GateResult, Loss, Rule, RuleResult

__all__ = ["GateResult", "Loss", "Rule", "RuleResult", "gate"]
