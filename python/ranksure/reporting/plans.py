"""A plan as text, Markdown, JSON and CSV."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from . import grids

if TYPE_CHECKING:
    from ..planning import Plan, Planned
    from .records import Record
    from .text import Row


def plan_text(plan: Plan) -> str:
    """A table of the numbers by formula and by simulation, and what they stand on."""
    notes = [f"note: {note}" for note in plan.notes]
    return "\n".join([grids.text_grid(_lines(plan)), "", plan.basis, *notes]) + "\n"


def plan_markdown(plan: Plan) -> str:
    """The same as GitHub Markdown."""
    below = "\n".join(f"- {grids.escape(line)}" for line in (plan.basis, *plan.notes))
    return f"### plan\n\n{grids.markdown_grid(_lines(plan))}\n\n{below}\n"


def plan_json(plan: Plan) -> str:
    """Every field of the plan at full precision."""
    return grids.json_text({"kind": "plan", **asdict(plan), "notes": list(plan.notes)})


def plan_csv(plan: Plan) -> str:
    """A line a number, at full precision."""
    names = ("questions", "half_width", "difference", "power_at_target")
    rows: list[Record] = []
    for name in names:
        number: Planned | None = getattr(plan, name)
        if number is not None:
            rows.append({"name": name, **asdict(number), "n": plan.n})
    return grids.csv_text(rows)


def _lines(plan: Plan) -> list[Row]:
    lines: list[Row] = [("", "formula", "simulation")]
    for name, number in plan.rows:
        lines.append((name, number.by_formula, number.by_simulation))
    return lines
