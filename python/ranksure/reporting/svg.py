"""A chart as SVG that stands in a page: its colours are the page's, its text is text."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from .charts import ACCENT, GAIN, GRID, LOSS, TIE
from .plot import GREY, INK, STYLE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH = 4.6  # inches: little enough to be legible on a telephone
# What the charts are drawn with, and the page's name for it: so they follow light and dark.
VARIABLES = {
    INK: "--ink",
    GREY: "--muted",
    ACCENT: "--accent",
    GAIN: "--gain",
    LOSS: "--loss",
    TIE: "--tie",
    GRID: "--grid",
    "#999999": "--muted",
    "#FFFFFF": "--page",
}


def inline_svg(draw: Callable[[Axes], None], height: float, name: str) -> str:
    """
    The SVG of one chart.

    Parameters
    ----------
    draw : function
        Draws into the Axes that it is given.
    height : float
        Inches.
    name : str
        Letters and digits that no other chart of the page has: ids begin with it.
    """
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    buffer = io.StringIO()
    with matplotlib.rc_context({**STYLE, "svg.fonttype": "none"}):
        figure = Figure(
            figsize=(WIDTH, height), layout=ConstrainedLayoutEngine(w_pad=0.04, h_pad=0.04)
        )
        draw(figure.subplots())
        figure.savefig(buffer, format="svg", transparent=True, metadata={"Date": None})
    return _embedded(buffer.getvalue(), name)


def _embedded(document: str, name: str) -> str:
    svg = document[document.index("<svg") :]
    # The page has the one rule of matplotlib's style sheet; metadata name other sites.
    svg = re.sub(r"<(metadata|style)\b.*?</\1>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\b(id="|href="#|url\(#)', rf"\g<1>{name}-", svg)
    # Only within style attributes: names of systems may look like colours too.
    svg = re.sub(r'style="[^"]*"', _with_variables, svg)
    svg = svg.replace("'DejaVu Sans'", "var(--sans)").replace(
        "<svg ", '<svg aria-hidden="true" ', 1
    )
    return svg.strip()


def _with_variables(style: re.Match[str]) -> str:
    text = style[0]
    for colour, variable in VARIABLES.items():
        text = text.replace(f": {colour.lower()}", f": var({variable})")
    return text
