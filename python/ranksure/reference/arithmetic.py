"""Sums in one order; logarithm and power of two, correctly rounded."""

from collections.abc import Sequence
from decimal import Context, Decimal
from functools import cache

_FRACTION_BITS = 120
_GUARD_BITS = 256

LN2 = 0.6931471805599453


def tree_sum(terms: Sequence[float]) -> float:
    """Add neighbours in pairs, then the sums in pairs, until one is left; an odd one out waits.

    The order of every addition is part of the definition: so the sum has the same bits everywhere.
    A sum of zeros is 0.0, never -0.0.

    >>> tree_sum([1e16, 1.0, -1e16, 1.0, 0.5])
    0.5
    """
    while len(terms) > 1:
        pairs = zip(terms[::2], terms[1::2], strict=False)
        terms = [a + b for a, b in pairs] + list(terms[len(terms) & ~1 :])
    return terms[0] + 0.0


@cache
def log2(x: float) -> float:
    """The float64 nearest to the base-2 logarithm of ``x > 0``, an integer or a float64.

    The digits come from repeated squaring: with n = 2^e x and 1 <= x < 2, the next binary digit of
    log2 x is 1 exactly when x^2 >= 2. 120 digits are far more than rounding to 53 bits needs.

    >>> log2(8), log2(3), log2(0.5)
    (3.0, 1.584962500721156, -1.0)
    """
    n, denominator = x.as_integer_ratio()  # the denominator is a power of two
    halvings = denominator.bit_length() - 1
    exponent = n.bit_length() - 1
    scaled = n << _GUARD_BITS >> exponent
    digits = exponent
    for _ in range(_FRACTION_BITS):
        scaled = scaled * scaled >> _GUARD_BITS
        digit = scaled >> (_GUARD_BITS + 1)
        scaled >>= digit
        digits = 2 * digits + digit
    digits -= halvings << _FRACTION_BITS
    return digits / (1 << _FRACTION_BITS)  # a quotient of two integers is correctly rounded


def exp2(x: float) -> float:
    """The float64 nearest to 2^x, for 0 <= x <= 1000.

    >>> exp2(3.0), exp2(0.5)
    (8.0, 1.4142135623730951)
    """
    return float(Context(prec=60).power(Decimal(2), Decimal(x)))
