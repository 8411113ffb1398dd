"""What a bench prints and writes: facts, times, goals reached or not."""

import argparse
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

import machine
from timing import Timed, ratio


@dataclass(frozen=True)
class Settings:
    """Rounds of turns, longest turn of a peer in seconds, and where the result is written."""

    quick: bool
    rounds: int
    budget: float
    json: Path | None


def settings(description: str | None) -> Settings:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write times and goals to FILE")
    parser.add_argument("--quick", action="store_true", help="fewer rounds, smaller turns")
    given = parser.parse_args()
    rounds, budget = (3, 0.2) if given.quick else (7, 1.0)
    return Settings(given.quick, rounds, budget, given.json)


@dataclass(frozen=True)
class Goal:
    """A number that issue 3 asks for, and what was reached."""

    text: str
    reached: float
    needed: float
    at_most: bool

    @property
    def met(self) -> bool:
        return self.reached <= self.needed if self.at_most else self.reached >= self.needed

    def __str__(self) -> str:
        sign = "<=" if self.at_most else ">="
        word = "met" if self.met else "NOT met"
        return f"{self.text:66} {self.reached:10.4g} {sign} {self.needed:<8g} {word}"


class Report:
    """Prints as it goes, collects for the file."""

    def __init__(self, title: str, chosen: Settings) -> None:
        self.chosen, self.title = chosen, title
        self.facts = machine.facts()
        self.times: list[dict[str, object]] = []
        self.goals: list[Goal] = []
        self.notes: list[str] = []
        print(f"{title}{' (quick: provisional)' if chosen.quick else ''}")
        for name, fact in self.facts.items():
            shown = ", ".join(map(" ".join, fact.items())) if isinstance(fact, dict) else fact
            print(f"  {name:20} {shown}")

    def race(
        self, case: str, results: dict[str, Timed], ours: str, rows: int | None = None
    ) -> None:
        """Print one race; ``rows`` is the number of drawn rows of the whole work."""
        print(f"\n{case}")
        for timed in results.values():
            times = ratio(timed, results[ours])
            each = f"{timed.median / rows * 1e9:9.3f} ns/row" if rows else ""
            took = f"{timed.median * 1e3:12.4g} ms {each}"
            print(f"  {timed.name:34} {took} {times:8.2f} x  {timed.note}")
            entry = asdict(timed) | {"case": case, "median": timed.median, "ratio": times}
            del entry["answer"]
            self.times.append(entry)

    def goal(self, text: str, reached: float, needed: float, *, at_most: bool = False) -> None:
        self.goals.append(Goal(text, reached, needed, at_most))

    def note(self, text: str) -> None:
        print(f"  {text}")
        self.notes.append(text)

    def finish(self) -> None:
        """Print the goals and write the file."""
        print("\nGoals")
        for goal in self.goals:
            print(f"  {goal}")
        met = sum(goal.met for goal in self.goals)
        load = f"; load {os.getloadavg()[0]:.2f} at the end" if hasattr(os, "getloadavg") else ""
        print(f"  {met} of {len(self.goals)} met{load}")
        if self.chosen.json is not None:
            result = {
                "title": self.title,
                "quick": self.chosen.quick,
                "machine": self.facts,
                "notes": self.notes,
                "goals": [asdict(goal) | {"met": goal.met} for goal in self.goals],
                "times": self.times,
            }
            self.chosen.json.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
