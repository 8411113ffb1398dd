"""Exact binomial draws from random words: bit by bit, or by rejection where there are many."""

import math

from .stream import Words

FEW = 2_000  # up to here every draw gets its own random bits
FEW_HALVES = 6_000  # the same where p is 1/2, which takes only one bit a draw
_DIGIT = 2**16  # each binary digit of p has its own words, wherever the digits before it ended
_BEYOND = 2**26  # where the further digits of an undecided comparison stand


def binomial(words: Words, draws: int, part: int, whole: int) -> int:
    """How many of ``draws`` fall into ``part`` of ``whole`` equally likely places."""
    if part == whole:
        return draws
    few = FEW_HALVES if 2 * part == whole else FEW
    if draws > few and draws * min(part, whole - part) >= 128 * whole:
        return by_rejection(words, draws, part, whole)
    return by_digits(words, draws, part, whole)


def by_digits(words: Words, draws: int, part: int, whole: int) -> int:
    """Each draw compares a random binary fraction with p = part / whole, digit by digit.

    The digits of p come from long division. All draws that are still undecided look at the same
    digit, so only their number matters: how many of them have a 1 there?
    """
    inside, undecided, remainder = 0, draws, part
    first = words.address
    while undecided and remainder:
        remainder *= 2
        digit = remainder >= whole
        if digit:
            remainder -= whole
        words.address = first
        first += _DIGIT
        ones = half(words, undecided)
        if digit:
            inside += undecided - ones  # a 0 below the digit 1: smaller than p
            undecided = ones
        else:
            undecided -= ones  # a 1 above the digit 0: larger than p
    return inside


def half(words: Words, draws: int) -> int:
    """A binomial number with p = 1/2: count the ones of so many random bits."""
    if draws > FEW_HALVES:
        return by_rejection(words, draws, 1, 2)
    ones = 0
    for first in range(0, draws, 64):
        kept = min(64, draws - first)
        ones += (words.next() & (1 << kept) - 1).bit_count()
    return ones


def by_rejection(words: Words, n: int, part: int, whole: int) -> int:
    """A binomial number whose cost does not grow with n.

    A candidate x lies K widths and something beyond the mode s, on either side, where K is
    geometric with 1/2 and the something is uniform. It is accepted with probability
    2^K f(x) / f(s), f being the binomial probability. The width is such that f(s + width) and
    f(s - width) are below f(s) / 2; f is log-concave, so the probability never exceeds 1. The
    device is that of Bringmann et al., ICALP 2014, doi:10.1007/978-3-662-43948-7_7 (for p = 1/2).
    """
    other = whole - part
    s = (n + 1) * part // whole
    variance = float(n) * (float(part) / float(whole)) * (float(other) / float(whole))
    width = int(math.sqrt(1.5 * variance)) + 3
    while True:
        word = words.next()
        right, k, piece = word & 1, _ones_at_the_end(word >> 1, 31), word >> 32
        if k == 31:  # the run goes on
            k += _long_run(words)
        while piece * width & 0xFFFFFFFF < 2**32 % width:
            piece = words.next() >> 32  # left out, so that every offset has equally many pieces
        away = k * width + (piece * width >> 32)
        x = s + away if right else s - 1 - away
        digits = words.next()
        if 0 <= x <= n and _below(words, digits, k, n, part, other, s, x):
            return x


def _ones_at_the_end(word: int, bits: int) -> int:
    """Length of the run of ones at the low end of so many bits."""
    run = 0
    while run < bits and word >> run & 1:
        run += 1
    return run


def _long_run(words: Words) -> int:
    run = 0
    while True:
        more = _ones_at_the_end(words.next(), 64)
        run += more
        if more < 64:
            return run


def _below(
    words: Words, digits: int, k: int, n: int, part: int, other: int, s: int, x: int
) -> bool:
    """Is a random fraction below 2^k f(x) / f(s)?

    The fraction begins with the 64 bits of ``digits``; where they cannot decide, more words follow.
    The ratio is a product of |x - s| fractions, rounded down and up with ever more bits.
    """
    beyond = words.address - 1
    bits = 64
    while True:
        low, high = _ratio_bounds(k, n, part, other, s, x, bits + 64)
        if (digits + 1) << 64 <= low:
            return True
        if digits << 64 >= high:
            return False
        digits = digits << 64 | words.at(beyond + _BEYOND * (bits // 64))
        bits += 64


def _ratio_bounds(
    k: int, n: int, part: int, other: int, s: int, x: int, bits: int
) -> tuple[int, int]:
    """Bounds of 2^k f(x) / f(s), in units of 2^-bits."""
    low = high = 1 << bits + k
    for i in range(min(s, x) + 1, max(s, x) + 1):
        # f(i) / f(i - 1), or its inverse on the way down
        up, down = (n - i + 1) * part, i * other
        if x < s:
            up, down = down, up
        low = low * up // down
        high = -(-high * up // down)
    return low, high
