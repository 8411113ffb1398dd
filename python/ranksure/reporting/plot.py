"""The interval plot of a comparison: systems as dots with bars, a panel per measure."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import cells

if TYPE_CHECKING:
    import os

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ..comparison import Comparison, ComparisonRow

# Okabe and Ito's colours, told apart under the common colour blindnesses. Their yellow is too pale
# on white, their black belongs to the baseline. The shape repeats what the colour says; six
# colours and seven shapes tell 42 systems apart.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
SHAPES = ("o", "s", "^", "v", "<", ">", "p")
BASELINE_COLOUR, BASELINE_SHAPE = "#404040", "D"
INK, GREY, STRIP = "#222222", "#666666", "#EEEEEE"

PANELS_PER_LINE = 4
PANEL_WIDTH, ROW_HEIGHT = 2.6, 0.235  # inches
# One style for everyone: a user's own style file must not change the figure, nor a run its bytes.
STYLE: Any = {
    "font.family": "DejaVu Sans",
    "font.size": 9.5,
    "text.color": INK,
    "text.usetex": False,
    "text.parse_math": False,  # a dollar sign in a name is a dollar sign
    "axes.edgecolor": "#999999",
    "axes.labelcolor": GREY,
    "xtick.color": GREY,
    "ytick.color": INK,
    "svg.hashsalt": "ranksure",
}
UNDATED: dict[str, dict[str, None]] = {
    ".png": {},
    ".svg": {"Date": None},
    ".pdf": {"CreationDate": None},
}


def check_path(path: str | os.PathLike[str]) -> Path:
    """The path of a plot, whose ending names the format: .png, .svg or .pdf."""
    found = Path(path)
    if found.suffix.lower() not in UNDATED:
        raise ValueError(
            f"plot: the file's ending names the format, one of {', '.join(UNDATED)}; "
            f"found {str(found)!r}"
        )
    return found


def save_plot(result: Comparison, path: str | os.PathLike[str]) -> None:
    """
    Draw a comparison as dots with interval bars and write it to a file.

    Parameters
    ----------
    result : Comparison
        What `compare` returned.
    path : str or path
        File to write; its ending, .png, .svg or .pdf, names the format.

    Raises
    ------
    ValueError
        The ending names no format.

    Notes
    -----
    A filled dot means that the interval of the paired difference to the baseline excludes 0. Bars
    that overlap do not contradict it: the systems answered the same queries. Equal results give
    equal files. Needs the extra ``plot``.
    """
    target = check_path(path)
    import matplotlib

    with matplotlib.rc_context(STYLE):
        figure = draw(result)
        metadata = UNDATED[target.suffix.lower()]
        figure.savefig(target, dpi=160, facecolor="white", metadata=metadata)


def draw(result: Comparison) -> Figure:
    """The figure itself, free of pyplot's global state."""
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    lines = math.ceil(len(result.measures) / PANELS_PER_LINE)
    columns = math.ceil(len(result.measures) / lines)
    heights, strips = _heights(result)
    top, bottom = (-0.5 if strips else -0.7), max(heights.values()) + 0.7
    longest = max(map(len, result.systems))
    figure = Figure(
        figsize=(
            max(0.6 + 0.08 * min(longest, 30) + PANEL_WIDTH * columns, 6.4),
            lines * (ROW_HEIGHT * (bottom - top) + 0.75) + 0.75,
        ),
        layout=ConstrainedLayoutEngine(w_pad=0.08, h_pad=0.06),
    )
    panels = figure.subplots(lines, columns, squeeze=False, sharey=True)
    for index, axes in enumerate(panels.flat):
        if index >= len(result.measures):
            axes.set_visible(False)
            continue
        _panel(axes, result, result.measures[index], heights)
        for segment, height in strips.items():
            label = _heading(result, segment) if index % columns == 0 else ""
            _strip(axes, height, label)
    first = panels[0, 0]
    first.set_yticks(list(heights.values()), [system for _, system in heights])
    first.set_ylim(bottom, top)
    _explain(figure, result)
    return figure


def _heights(
    result: Comparison,
) -> tuple[dict[tuple[str | None, str], float], dict[str | None, float]]:
    """Where each system of each segment, and each segment's heading, stands on the y axis."""
    heights: dict[tuple[str | None, str], float] = {}
    strips: dict[str | None, float] = {}
    height = 0.0
    for segment in result.segments:
        if cells.has_segments(result):
            strips[segment] = height
            height += 1.15
        for system in result.systems:
            heights[segment, system] = height
            height += 1
        height += 0.15
    return heights, strips


def _panel(
    axes: Axes,
    result: Comparison,
    measure: str,
    heights: dict[tuple[str | None, str], float],
) -> None:
    rows = [row for row in result.rows if row.measure == measure and not math.isnan(row.mean)]
    for row in rows:
        height = heights[row.segment, row.system]
        if row.system == result.baseline:
            last = heights[row.segment, result.systems[-1]]
            first = heights[row.segment, result.systems[0]]
            axes.vlines(row.mean, first - 0.5, last + 0.5, color="#B0B0B0", lw=1, zorder=1)
        _dot(axes, result, row, height)
    axes.set_title(measure, loc="left", weight="bold", fontsize=10.5)
    axes.set_xlabel("mean over queries")
    axes.set_xlim(*_limits(rows))
    axes.locator_params(axis="x", nbins=5)
    axes.grid(axis="x", color="#EBEBEB", lw=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(length=0)
    axes.spines[["top", "right", "left"]].set_visible(False)


def _dot(axes: Axes, result: Comparison, row: ComparisonRow, height: float) -> None:
    colour, shape = BASELINE_COLOUR, BASELINE_SHAPE
    filled = True
    if row.system != result.baseline:
        others = [system for system in result.systems if system != result.baseline]
        index = others.index(row.system)
        colour, shape = COLOURS[index % len(COLOURS)], SHAPES[index % len(SHAPES)]
        filled = row.excludes_zero != 0
    interval = row.confidence_interval
    if interval is not None:
        axes.hlines(height, interval.low, interval.high, color=colour, lw=1.8, zorder=2)
    axes.plot(
        [row.mean],
        [height],
        marker=shape,
        markersize=5 if shape == BASELINE_SHAPE else 6,
        markerfacecolor=colour if filled else "white",
        markeredgecolor=colour,
        markeredgewidth=1.4,
        linestyle="none",
        zorder=3,
    )


def _limits(rows: list[ComparisonRow]) -> tuple[float, float]:
    """The range of the data with a margin; a measure within [0, 1] hardly leaves it."""
    values = [row.mean for row in rows]
    for row in rows:
        if row.confidence_interval is not None:
            values += [row.confidence_interval.low, row.confidence_interval.high]
    low, high = min(values, default=0.0), max(values, default=1.0)
    margin = 0.06 * (high - low) or 0.05
    if low >= 0 and high <= 1:
        return max(low - margin, -0.02), min(high + margin, 1.02)
    return low - margin, high + margin


def _strip(axes: Axes, height: float, label: str) -> None:
    axes.axhspan(height - 0.45, height + 0.45, color=STRIP, lw=0, zorder=1.5)
    across = axes.get_yaxis_transform()
    axes.text(0.02, height, label, transform=across, va="center", weight="bold", fontsize=9)


def _heading(result: Comparison, segment: str | None) -> str:
    return f"{cells.segment_name(segment)} ({_queries(result, segment)})"


def _queries(result: Comparison, segment: str | None) -> str:
    counts = {row.n for row in result.rows if row.segment == segment}
    return "n = " + "–".join(str(n) for n in sorted({min(counts), max(counts)}))


def _explain(figure: Figure, result: Comparison) -> None:
    from matplotlib.lines import Line2D

    def key(shape: str, colour: str, face: str, label: str) -> Line2D:
        return Line2D(
            [], [], marker=shape, color=colour, markerfacecolor=face, lw=1.8, ms=6, label=label
        )

    figure.legend(
        handles=[
            key(BASELINE_SHAPE, BASELINE_COLOUR, BASELINE_COLOUR, f"baseline: {result.baseline}"),
            key("o", GREY, GREY, "paired difference to it excludes 0"),
            key("o", GREY, "white", "includes 0"),
        ],
        loc="outside upper left",
        ncols=3,
        frameon=False,
        fontsize=9,
        handlelength=2,
    )
    queries = "" if cells.has_segments(result) else f"{_queries(result, None)} queries · "
    figure.supxlabel(queries + cells.settings(result), x=0.01, ha="left", fontsize=8, color=GREY)
