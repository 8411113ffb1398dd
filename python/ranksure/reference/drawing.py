"""Which rows a resample holds: the random stream, and n draws of n rows with replacement.

Everything is integer arithmetic, so every machine draws the same rows. The rows stand in leaves of
32. A binary tree over the leaves divides the n draws: each node gives its left part an exact
binomial share. In its leaf a draw is five random bits. A word of the stream is found by its address
alone, so any leaf of any resample can be drawn by itself, in any order.
"""

from .binomial import binomial
from .stream import Stream, Words

LEAF = 32


def left_leaves(leaves: int) -> int:
    """The tree: a node of more than one leaf has the largest smaller power of two on its left."""
    return 1 << (leaves - 1).bit_length() - 1


def leaf_counts(words: Words, draws: int, rows: int) -> list[int]:
    """How often each of the ``rows`` rows of a leaf is drawn.

    64 row numbers come from as many words as a row number has binary digits, the lowest digit
    first: bit j of each is a digit of number j. Numbers that are no row are left out.
    """
    counts = [0] * rows
    digits = (rows - 1).bit_length()
    while True:
        planes = [words.next() for _ in range(digits)]
        for j in range(64):
            if not draws:
                return counts
            row = sum((plane >> j & 1) << digit for digit, plane in enumerate(planes))
            if row < rows:
                counts[row] += 1
                draws -= 1


def draw_counts(seed: int, resample: int, rows: int, draws: int | None = None) -> list[int]:
    """How often one resample of ``rows`` rows draws each of them.

    There are as many draws as rows unless ``draws`` says otherwise. Leaf l takes its words from
    region 2l of the stream, the node between leaves m-1 and m from region 2m-1.
    """
    stream = Stream(seed, resample)

    def divide(first: int, leaves: int, share: int) -> list[int]:
        size = min(leaves * LEAF, rows - first * LEAF)
        if leaves == 1:
            return leaf_counts(stream.words(2 * first), share, size)
        left = left_leaves(leaves)
        middle = first + left
        to_left = binomial(stream.words(2 * middle - 1), share, left * LEAF, size)
        return divide(first, left, to_left) + divide(middle, leaves - left, share - to_left)

    return divide(0, -(-rows // LEAF), rows if draws is None else draws) if rows else []
