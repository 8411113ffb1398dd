"""How often a gate passes a change that loses exactly the margin, and one that loses nothing.

Golden sets are drawn from populations of paired differences: two good TREC systems, and a change
of few hits, 6 % of them lost and 4 % won. The rule's margin is the true loss of the population, so
that a pass and a fail are both mistakes, of which the level allows 5 % each. Then the difference is
moved to zero, and passes are what one hopes for.

    python bench/gate_level.py [--repetitions 2000] [--write docs/gating.md]

Needs the score matrices (RANKSURE_SHARED). The table goes between the markers of the file.
"""

import argparse
import time
from pathlib import Path

import numpy as np
from coverage import differences

import ranksure as rs

SIZES = (20, 50, 100, 200, 500)
METHODS = ("percentile", "studentized")
MARGIN = 0.02
N_RESAMPLES = 1000
START, END = "<!-- level -->", "<!-- /level -->"


def populations() -> dict[str, np.ndarray]:
    """Paired differences of mean zero."""
    hits = np.repeat([-1.0, 0.0, 1.0], [6, 90, 4])
    return {**differences(), "few hits": hits - hits.mean()}


def shares(name: str, population: np.ndarray, n: int, repetitions: int) -> list[float]:
    """Wrong passes, wrong fails and right passes of each method, in per cent."""
    rng = np.random.default_rng([n, *name.encode()])
    counts = np.zeros((len(METHODS), 3))
    for repetition in range(repetitions):
        x = rng.choice(population, n)
        for place, method in enumerate(METHODS):
            interval = rs.bootstrap(
                x,
                confidence_level=0.9,
                method=method,
                n_resamples=N_RESAMPLES,
                seed=repetition,
                threads=1,
            ).confidence_interval
            # Moving the differences moves the bounds: one interval answers for both.
            counts[place] += (interval.low > 0, interval.high < 0, interval.low > -MARGIN)
    return (100 * counts / repetitions).ravel().tolist()


def table(repetitions: int) -> str:
    titles = [f"{method}: {what}" for method in METHODS for what in ("pass", "fail", "no loss")]
    lines = [
        f"{repetitions:,} golden sets a row, {N_RESAMPLES:,} resamples each, margin {MARGIN:g}; "
        "in per cent.",
        "",
        f"| differences | n | {' | '.join(titles)} |",
        "|" + "---|" * (2 + len(titles)),
    ]
    for name, population in populations().items():
        for n in SIZES:
            found = " | ".join(f"{s:.1f}" for s in shares(name, population, n, repetitions))
            lines.append(f"| {name} | {n} | {found} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=2000)
    parser.add_argument("--write", type=Path, help="put the table between the markers of this file")
    arguments = parser.parse_args()
    began = time.perf_counter()
    text = table(arguments.repetitions)
    print(f"{text}\n\n{time.perf_counter() - began:.0f} s")
    if arguments.write:
        page = arguments.write.read_text()
        head, rest = page.split(START)
        _, tail = rest.split(END)
        arguments.write.write_text(f"{head}{START}\n{text}\n{END}{tail}")


if __name__ == "__main__":
    main()
