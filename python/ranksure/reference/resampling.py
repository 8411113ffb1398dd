"""Sums, means, replicates and their standard error."""

import math
from collections.abc import Sequence

from .drawing import BLOCK, draw_blocks, left_blocks
from .stream import Stream

ATTEMPT = 2**40


def block_sum(blocks: Sequence[Sequence[float]]) -> float:
    """Add the numbers of each block in their order, then the blocks along the tree of draws.

    The order of every addition is part of the definition: so the sum has the same bits everywhere.
    """
    if len(blocks) == 1:
        total = 0.0
        for x in blocks[0]:
            total += x
        return total
    left = left_blocks(len(blocks))
    return block_sum(blocks[:left]) + block_sum(blocks[left:])


def _values(x: Sequence[float]) -> list[float]:
    return [v for v in x if not math.isnan(v)]


def mean(x: Sequence[float]) -> float:
    """Mean of the rows that have a value (NaN: none); of equal values exactly that value."""
    values = _values(x)
    if not values:
        return math.nan
    if min(values) == max(values):
        return values[0] + 0.0
    blocks = [x[first : first + BLOCK] for first in range(0, len(x), BLOCK)]
    filled = [[0.0 if math.isnan(v) else v for v in block] for block in blocks]
    return block_sum(filled) / len(values)


def replicate(x: Sequence[float], seed: int, resample: int) -> float:
    """Mean of one resample of ``x``: as many rows as ``x`` has, drawn with replacement.

    Rows without a value (NaN) are drawn like any other and leave the mean. A resample that met no
    value at all is drawn again, as number resample + 2^40, resample + 2 * 2^40, ...
    """
    values = _values(x)
    if min(values) == max(values):
        return values[0] + 0.0
    while True:
        drawn = [[x[row] for row in block] for block in draw_blocks(seed, resample, len(x))]
        count = sum(not math.isnan(v) for block in drawn for v in block)
        if count:
            filled = [[0.0 if math.isnan(v) else v for v in block] for block in drawn]
            return block_sum(filled) / count
        resample += ATTEMPT


def flipped_sum(x: Sequence[float], seed: int, flip: int) -> float:
    """Sum of ``x`` with a random sign for each row; a pair keeps or exchanges its two systems.

    Row i of a block has a minus when bit i of the words of the block's region is 1. Flips are
    numbered from 2^63 on, so that they never share a word with a resample.
    """
    stream = Stream(seed, 2**63 + flip)
    blocks = []
    for block in range(-(-len(x) // BLOCK)):
        words = stream.words(2 * block)
        rows = x[block * BLOCK : (block + 1) * BLOCK]
        signed = []
        for row, value in enumerate(rows):
            if row % 64 == 0:
                word = words.next()
            signed.append(-value if word >> row % 64 & 1 else value)
        blocks.append(signed)
    return block_sum(blocks)


def standard_error(replicates: Sequence[float]) -> float:
    """Standard deviation of the replicates, with B - 1 in the divisor.

    A power of two keeps the squares from overflowing or vanishing, and changes nothing else.
    """
    centre = mean(replicates)
    power = math.frexp(max(abs(r - centre) for r in replicates))[1]
    deviations = [math.ldexp(r - centre, -power) for r in replicates]
    squares = [d * d for d in deviations]
    blocks = [squares[first : first + BLOCK] for first in range(0, len(squares), BLOCK)]
    return math.ldexp(math.sqrt(block_sum(blocks) / (len(squares) - 1)), power)
