"""Logarithm and power of two, correctly rounded, from integer and decimal arithmetic."""

from decimal import Context, Decimal
from functools import cache

_FRACTION_BITS = 120
_GUARD_BITS = 256


@cache
def log2(n: int) -> float:
    """The float64 nearest to the base-2 logarithm of the integer ``n >= 1``.

    The digits come from repeated squaring: with n = 2^e x and 1 <= x < 2, the next binary digit of
    log2 x is 1 exactly when x^2 >= 2. 120 digits are far more than rounding to 53 bits needs.

    >>> log2(8), log2(3)
    (3.0, 1.584962500721156)
    """
    exponent = n.bit_length() - 1
    x = n << (_GUARD_BITS - exponent) if exponent <= _GUARD_BITS else n >> (exponent - _GUARD_BITS)
    digits = exponent
    for _ in range(_FRACTION_BITS):
        x = x * x >> _GUARD_BITS
        digit = x >> (_GUARD_BITS + 1)
        x >>= digit
        digits = 2 * digits + digit
    return digits / (1 << _FRACTION_BITS)  # a quotient of two integers is correctly rounded


def exp2(x: float) -> float:
    """The float64 nearest to 2^x, for 0 <= x <= 1000.

    >>> exp2(3.0), exp2(0.5)
    (8.0, 1.4142135623730951)
    """
    return float(Context(prec=60).power(Decimal(2), Decimal(x)))
