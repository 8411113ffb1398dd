"""Which rows a resample holds: the random stream, and n draws of n rows with replacement.

Everything is integer arithmetic, so every machine draws the same rows. The rows stand in blocks of
256. A binary tree over the blocks divides the n draws: each node gives its left part an exact
binomial share. In its block a draw is a random byte. A word of the stream is found by its address
alone, so any block of any resample can be drawn by itself, in any order.
"""

from collections.abc import Iterator

BLOCK = 256
_MASK = 2**64 - 1
_GOLDEN = 0x9E3779B97F4A7C15


def mix(z: int) -> int:
    """A bijection of 64-bit words with good avalanche: variant 13 of Stafford's mixers.

    It is the output function of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014,
    doi:10.1145/2660193.2660195).
    """
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _MASK
    return z ^ z >> 31


def mix_gamma(z: int) -> int:
    """A second, independent mixer (the finaliser of MurmurHash3), made an odd number.

    Odd numbers with few changes between neighbouring bits make poor steps and are flipped, as in
    the same paper.
    """
    z = (z ^ z >> 33) * 0xFF51AFD7ED558CCD & _MASK
    z = (z ^ z >> 33) * 0xC4CEB9FE1A85EC53 & _MASK
    z = (z ^ z >> 33) | 1
    return z ^ 0xAAAAAAAAAAAAAAAA if (z ^ z >> 1).bit_count() < 24 else z


class Stream:
    """The random words of one resample: word i is ``mix(start + i * gamma)``.

    Start and step depend on the seed and the number of the resample, and on nothing else.
    """

    def __init__(self, seed: int, resample: int) -> None:
        key = mix(seed + _GOLDEN & _MASK) + resample * _GOLDEN & _MASK
        self.start = mix(key)
        self.gamma = mix_gamma(key)

    def words(self, region: int) -> Iterator[int]:
        """The words of one region of the stream; each region has 2^32 of them."""
        address = region << 32
        while True:
            yield mix(self.start + address * self.gamma & _MASK)
            address += 1


def binomial(words: Iterator[int], draws: int, part: int, whole: int) -> int:
    """How many of ``draws`` fall into ``part`` of ``whole`` equally likely places.

    Each draw compares a random binary fraction with p = part / whole, digit by digit, until they
    differ. The digits of p come from long division. All draws still undecided look at the same
    digit, so that only their number matters: one random bit each.
    """
    inside, undecided, remainder = 0, draws, part
    while undecided and remainder:
        remainder *= 2
        digit = remainder >= whole
        if digit:
            remainder -= whole
        ones = 0
        for first in range(0, undecided, 64):
            kept = min(64, undecided - first)
            ones += (next(words) & (1 << kept) - 1).bit_count()
        if digit:
            inside += undecided - ones  # a 0 below the digit 1: smaller than p
            undecided = ones
        else:
            undecided -= ones  # a 1 above the digit 0: larger than p
    return inside


def left_blocks(blocks: int) -> int:
    """The tree: a node of more than one block has the largest smaller power of two on its left."""
    return 1 << (blocks - 1).bit_length() - 1


def draws_in_block(words: Iterator[int], draws: int, rows: int) -> list[int]:
    """Row numbers within a block of ``rows`` rows, in the order in which they are drawn.

    In a full block each byte of a word is a row, lowest byte first. In a shorter block v * rows
    of a 16-bit piece v has the row in its upper half; pieces whose lower half falls below
    65536 mod rows are left out, so that every row is met by the same number of pieces (Lemire 2019,
    doi:10.1145/3230636).
    """
    drawn: list[int] = []
    while len(drawn) < draws:
        word = next(words)
        if rows == BLOCK:
            pieces = [word >> 8 * i & 0xFF for i in range(8)]
        else:
            products = [(word >> 16 * i & 0xFFFF) * rows for i in range(4)]
            pieces = [p >> 16 for p in products if p & 0xFFFF >= 65536 % rows]
        drawn += pieces
    return drawn[:draws]


def draw_blocks(seed: int, resample: int, rows: int) -> list[list[int]]:
    """The rows of one resample of ``rows`` rows: for each block, its row numbers as drawn.

    Block b takes its words from region 2b of the stream, the node between blocks m-1 and m from
    region 2m-1.
    """
    stream = Stream(seed, resample)
    blocks = -(-rows // BLOCK)
    drawn: list[list[int]] = [[] for _ in range(blocks)]

    def divide(first: int, count: int, draws: int) -> None:
        if count == 1:
            size = min(BLOCK, rows - first * BLOCK)
            inside = draws_in_block(stream.words(2 * first), draws, size)
            drawn[first] = [first * BLOCK + row for row in inside]
            return
        left = left_blocks(count)
        middle = first + left
        size = min(count * BLOCK, rows - first * BLOCK)
        to_left = binomial(stream.words(2 * middle - 1), draws, left * BLOCK, size)
        divide(first, left, to_left)
        divide(middle, count - left, draws - to_left)

    divide(0, blocks, rows)
    return drawn
