"""Which rows a resample holds: the random stream, and n draws of n rows with replacement.

Everything is integer arithmetic, so every machine draws the same rows. The rows stand in blocks of
256. A binary tree over the blocks divides the n draws: each node gives its left part an exact
binomial share. In its block a draw is a random byte. A word of the stream is found by its address
alone, so any block of any resample can be drawn by itself, in any order.
"""

from .binomial import binomial
from .stream import Stream, Words

BLOCK = 256


def left_blocks(blocks: int) -> int:
    """The tree: a node of more than one block has the largest smaller power of two on its left."""
    return 1 << (blocks - 1).bit_length() - 1


def draws_in_block(words: Words, draws: int, rows: int) -> list[int]:
    """Row numbers within a block of ``rows`` rows, in the order in which they are drawn.

    In a full block each byte of a word is a row, lowest byte first. In a shorter block v * rows
    of a 16-bit piece v has the row in its upper half; pieces whose lower half falls below
    65536 mod rows are left out, so that every row is met by the same number of pieces (Lemire 2019,
    doi:10.1145/3230636).
    """
    drawn: list[int] = []
    while len(drawn) < draws:
        word = words.next()
        if rows == BLOCK:
            pieces = [word >> 8 * i & 0xFF for i in range(8)]
        else:
            products = [(word >> 16 * i & 0xFFFF) * rows for i in range(4)]
            pieces = [p >> 16 for p in products if p & 0xFFFF >= 65536 % rows]
        drawn += pieces
    return drawn[:draws]


def draw_blocks(seed: int, resample: int, rows: int, draws: int | None = None) -> list[list[int]]:
    """The rows of one resample of ``rows`` rows: for each block, its row numbers as drawn.

    There are as many draws as rows unless ``draws`` says otherwise. Block b takes its words from
    region 2b of the stream, the node between blocks m-1 and m from region 2m-1.
    """
    stream = Stream(seed, resample)
    blocks = -(-rows // BLOCK)
    drawn: list[list[int]] = [[] for _ in range(blocks)]

    def divide(first: int, count: int, share: int) -> None:
        if count == 1:
            size = min(BLOCK, rows - first * BLOCK)
            inside = draws_in_block(stream.words(2 * first), share, size)
            drawn[first] = [first * BLOCK + row for row in inside]
            return
        left = left_blocks(count)
        middle = first + left
        size = min(count * BLOCK, rows - first * BLOCK)
        to_left = binomial(stream.words(2 * middle - 1), share, left * BLOCK, size)
        divide(first, left, to_left)
        divide(middle, count - left, share - to_left)

    divide(0, blocks, rows if draws is None else draws)
    return drawn
