"""The charts of a comparison, each drawn into a given Axes (matplotlib, extra ``plot``)."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

import numpy as np

from . import cells
from .plot import GREY, INK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from ..comparison import Comparison, ComparisonRow
    from ..replicates import ConfidenceInterval, FloatArray

# Gain and loss differ in lightness too, for those who do not tell the colours apart.
ACCENT, GAIN, LOSS, TIE, GRID = "#0072B2", "#009E73", "#D55E00", "#B0B0B0", "#EBEBEB"
SHOWN_NAME = 26  # characters of a system's name beside a chart
STEPS = 400  # of a line of sorted differences: more than a chart has room to show
BINS = 40


def draw_intervals(axes: Axes, result: Comparison, measure: str) -> None:
    """Mean and interval of each system; filled where the difference to the baseline excludes 0."""
    rows = _rows(result, measure)
    _names_beside(axes, [row.system for row in rows])
    for height, row in enumerate(rows):
        baseline = row.system == result.baseline
        colour = INK if baseline else ACCENT
        if baseline and not math.isnan(row.mean):
            axes.axvline(row.mean, color=TIE, lw=1, zorder=1)
        filled = baseline or row.excludes_zero != 0
        _dot(
            axes,
            height,
            row.mean,
            row.confidence_interval,
            colour,
            filled,
            "D" if baseline else "o",
        )
    _frame(axes, f"mean {measure}")


def draw_records(axes: Axes, result: Comparison, measure: str) -> None:
    """Wins, ties and losses of each system against the baseline, as bars with their counts."""
    rows = [row for row in _rows(result, measure) if row.system != result.baseline]
    _names_beside(axes, [row.system for row in rows])
    left = np.zeros(len(rows))
    for name, colour in (("wins", GAIN), ("ties", TIE), ("losses", LOSS)):
        counts = np.array([getattr(row, name) or 0 for row in rows], dtype=float)
        axes.barh(np.arange(len(rows)), counts, left=left, color=colour, height=0.62)
        left += counts
    for height, row in enumerate(rows):
        label = f" {row.wins}/{row.ties}/{row.losses}"
        axes.text(left[height], height, label, va="center", fontsize=8, color=GREY)
    widest = float(left.max(initial=1.0))
    _frame(axes, f"queries won / tied / lost by {measure}")
    axes.set_xlim(0, widest * 1.28)


def draw_segments(axes: Axes, result: Comparison, measure: str, systems: Sequence[str]) -> None:
    """Difference to the baseline in each segment, with its interval; all queries come first."""
    labels, height = [], 0
    axes.axvline(0, color=INK, lw=0.9, zorder=1)
    for segment in result.segments:
        for system in systems:
            row = next(r for r in _rows(result, measure, segment) if r.system == system)
            filled = row.excludes_zero != 0
            colour = INK if segment is None else ACCENT
            value = math.nan if row.difference is None else row.difference
            _dot(axes, height, value, row.difference_interval, colour, filled, "o")
            name = cells.segment_name(segment)
            labels.append(name if len(systems) == 1 else f"{shortened(name)}: {shortened(system)}")
            height += 1
    _names_beside(axes, labels)
    _frame(axes, f"difference to baseline, {measure}")


def draw_differences(axes: Axes, differences: FloatArray) -> None:
    """The differences of all queries in ascending order: losses below the line, gains above."""
    ordered = np.sort(differences[~np.isnan(differences)])
    places = np.unique(
        np.linspace(0, ordered.size - 1, min(ordered.size, STEPS)).round().astype(int)
    )
    values = ordered[places]
    edges = np.append(places, ordered.size).astype(float)
    change = np.flatnonzero(np.diff(values, prepend=np.nan))  # runs of equal values as one step
    edges, values = np.append(edges[change], edges[-1]), values[change]
    axes.stairs(np.minimum(values, 0), edges, fill=True, color=LOSS, lw=0)
    axes.stairs(np.maximum(values, 0), edges, fill=True, color=GAIN, lw=0)
    axes.axhline(0, color=INK, lw=0.9)
    axes.set_xlim(0, max(ordered.size, 1))
    axes.set_ylabel("difference")
    _frame(axes, "queries, sorted by difference")
    axes.grid(axis="y", color=GRID, lw=0.8)


def draw_replicates(axes: Axes, replicates: FloatArray, row: ComparisonRow) -> None:
    """Histogram of the resampled differences, with the estimate and its interval."""
    counts, edges = np.histogram(replicates, bins=BINS)
    interval = row.difference_interval
    if interval is not None:
        axes.axvspan(interval.low, interval.high, color=GRID, lw=0, zorder=0)
    axes.stairs(counts, edges, fill=True, color=ACCENT, lw=0)
    axes.axvline(0, color=INK, lw=0.9, ls=(0, (4, 3)))
    if row.difference is not None:
        axes.axvline(row.difference, color=LOSS, lw=1.4)
    axes.set_ylabel("resamples")
    _frame(axes, "mean difference of a resample")


def shortened(name: str) -> str:
    """A name on one line that leaves room for the chart."""
    line = re.sub(r"[\s\x00-\x1f\x7f]+", " ", name)
    return line if len(line) <= SHOWN_NAME else f"{line[: SHOWN_NAME - 1]}…"


def _rows(result: Comparison, measure: str, segment: str | None = None) -> list[ComparisonRow]:
    return [row for row in result.rows if row.measure == measure and row.segment == segment]


def _dot(
    axes: Axes,
    height: float,
    value: float,
    interval: ConfidenceInterval | None,
    colour: str,
    filled: bool,
    shape: str,
) -> None:
    if interval is not None:
        axes.hlines(height, interval.low, interval.high, color=colour, lw=1.8, zorder=2)
    face = colour if filled else "white"
    axes.plot(value, height, shape, ms=5.5, mfc=face, mec=colour, mew=1.3, zorder=3)


def _names_beside(axes: Axes, names: Sequence[str]) -> None:
    axes.set_yticks(range(len(names)), [shortened(name) for name in names])
    axes.set_ylim(len(names) - 0.4, -0.6)


def _frame(axes: Axes, label: str) -> None:
    axes.set_xlabel(label)
    axes.locator_params(axis="x", nbins=5)
    axes.grid(axis="x", color=GRID, lw=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(length=0)
    axes.spines[["top", "right", "left"]].set_visible(False)
