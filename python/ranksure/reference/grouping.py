"""Equal rows drawn as one: the law is that of drawing rows, the cost does not grow with them."""

import math
from collections.abc import Sequence

from .binomial import binomial
from .drawing import draw_counts
from .resampling import ATTEMPT, drawn_sum, mean, replicate
from .stream import Stream

Row = tuple[float, ...]


def groups_of(rows: Sequence[Row]) -> tuple[list[list[int]], list[int]]:
    """Large groups of equal rows, in order of their first rows, and the other rows.

    Rows are equal when all their numbers are (-0.0 counts as 0.0). A group is large when drawing
    its count at once is cheaper than drawing its rows: from 64 + n/16 rows on, and from 200 in any
    case. Where the first 4,096 rows hold more than 2,048 different ones nobody looks further: no
    groups.
    """
    n = len(rows)
    members: dict[Row, list[int]] = {}
    for place, row in enumerate(rows):
        members.setdefault(row, []).append(place)
        if place < 4096 and len(members) > 2048:
            return [], list(range(n))
    large = [group for group in members.values() if len(group) >= min(200, 64 + n // 16)]
    grouped = {place for group in large for place in group}
    return large, [place for place in range(n) if place not in grouped]


def draw_groups(seed: int, resample: int, sizes: Sequence[int], rest: int) -> list[int]:
    """How often one resample draws each group; the last entry is for the ``rest`` other rows.

    The groups take their binomial shares one after the other, of the draws and rows that are left.
    Group g takes its words from region 2^31 + g.
    """
    stream = Stream(seed, resample)
    rows = draws = sum(sizes) + rest
    counts = []
    for g, size in enumerate(sizes):
        count = binomial(stream.words(2**31 + g), draws, size, rows)
        counts.append(count)
        draws, rows = draws - count, rows - size
    return [*counts, draws]


def grouped_sums(rows: Sequence[Row], seed: int, resample: int) -> list[float]:
    """Sum of each column over one resample: count x value of the groups, then the sum of the rest.

    The rest is drawn and added like any rows, as often as the groups leave.
    """
    groups, rest = groups_of(rows)
    *counts, left = draw_groups(seed, resample, [len(group) for group in groups], len(rest))
    drawn = draw_counts(seed, resample, len(rest), left)
    sums = []
    for column in range(len(rows[0])):
        total = 0.0
        for count, group in zip(counts, groups, strict=True):
            total += count * rows[group[0]][column]
        if rest:
            total += drawn_sum([rows[place][column] for place in rest], drawn)
        sums.append(total)
    return sums


def row_sums(rows: Sequence[Row], seed: int, resample: int) -> list[float]:
    """Sum of each column over one resample, drawn row by row."""
    drawn = draw_counts(seed, resample, len(rows))
    return [drawn_sum(column, drawn) for column in zip(*rows, strict=True)]


def table_means(rows: Sequence[Row], seed: int, resample: int, draws: str = "auto") -> list[float]:
    """Resampled mean of each column of a table; all columns share the draws.

    Rows without a value in a column (NaN) count as 0 there, and a further column counts the values
    of each column that lacks some. A column that met no value is drawn again, by rows
    (`resampling.replicate`). ``draws="rows"`` draws no groups.
    """
    columns = list(zip(*rows, strict=True))
    with_gaps = [c for c, column in enumerate(columns) if any(math.isnan(v) for v in column)]
    table = [
        tuple(0.0 if math.isnan(v) else v for v in row)
        + tuple(float(not math.isnan(row[c])) for c in with_gaps)
        for row in rows
    ]
    grouped = draws == "auto" and groups_of(table)[0]
    sums = (grouped_sums if grouped else row_sums)(table, seed, resample)
    found = []
    for c, column in enumerate(columns):
        values = [v for v in column if not math.isnan(v)]
        count = sums[len(columns) + with_gaps.index(c)] if c in with_gaps else len(rows)
        if not values or min(values) == max(values):
            found.append(mean(column))
        elif count == 0:
            found.append(replicate(column, seed, resample + ATTEMPT))
        else:
            found.append(sums[c] / count)
    return found
