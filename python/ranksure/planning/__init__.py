"""How many questions: plan() and what it returns."""

from .plan import plan
from .result import Plan, Planned

__all__ = ["Plan", "Planned", "plan"]
