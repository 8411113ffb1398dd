"""Compiled loops of peers. An index is the high word of a 32-bit number times n, not rejected."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

Array = NDArray[np.float64]
_LOW, _HALF = np.uint64(0xFFFFFFFF), np.uint64(32)
_GOLDEN, _ROMU = np.uint64(0x9E3779B97F4A7C15), np.uint64(15241094284759029579)
_MIX = np.uint64(0xBF58476D1CE4E5B9)


@njit(inline="always")
def _rotated(x, by):
    return (x << np.uint64(by)) | (x >> np.uint64(64 - by))


@njit(inline="always")
def _xoshiro(s0, s1, s2, s3):
    number = _rotated(s0 + s3, 23) + s0
    shifted = s1 << np.uint64(17)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    return number, s0, s1, s2, _rotated(s3, 45)


@njit(inline="always")
def _romu(p, q):
    return p, _ROMU * q, _rotated(q - p, 27)


@njit(inline="always")
def _first(number, n):
    return ((number & _LOW) * n) >> _HALF


@njit(inline="always")
def _second(number, n):
    return ((number >> _HALF) * n) >> _HALF


@njit
def means_xoshiro(x, resamples, seed):
    n = np.uint64(x.size)
    means = np.empty(resamples)
    s0, s1, s2, s3 = seed ^ _GOLDEN, seed + _MIX, _ROMU, _GOLDEN * _MIX
    for resample in range(resamples):
        a = b = c = d = 0.0
        for _ in range(x.size // 4):
            number, s0, s1, s2, s3 = _xoshiro(s0, s1, s2, s3)
            a += x[_first(number, n)]
            b += x[_second(number, n)]
            number, s0, s1, s2, s3 = _xoshiro(s0, s1, s2, s3)
            c += x[_first(number, n)]
            d += x[_second(number, n)]
        for _ in range(x.size % 4):
            number, s0, s1, s2, s3 = _xoshiro(s0, s1, s2, s3)
            a += x[_second(number, n)]
        means[resample] = (a + b + c + d) / x.size
    return means


@njit
def means_romu(x, resamples, seed):
    n = np.uint64(x.size)
    means = np.empty(resamples)
    p, q = seed ^ _MIX, _GOLDEN
    r, s = seed + _ROMU, _GOLDEN * _MIX
    for resample in range(resamples):
        a = b = c = d = 0.0
        for _ in range(x.size // 4):
            number, p, q = _romu(p, q)
            a += x[_first(number, n)]
            b += x[_second(number, n)]
            number, r, s = _romu(r, s)
            c += x[_first(number, n)]
            d += x[_second(number, n)]
        for _ in range(x.size % 4):
            number, p, q = _romu(p, q)
            a += x[_second(number, n)]
        means[resample] = (a + b + c + d) / x.size
    return means


@njit
def sums_of_rows(x, resamples, seed):
    """Add whole rows of x (n, columns), draw by draw."""
    n, columns = np.uint64(x.shape[0]), x.shape[1]
    sums = np.zeros((resamples, columns))
    p, q = seed ^ _MIX, _GOLDEN
    for resample in range(resamples):
        total = sums[resample]
        for _ in range(x.shape[0]):
            number, p, q = _romu(p, q)
            row = x[_second(number, n)]
            for column in range(columns):
                total[column] += row[column]
    return sums


@njit
def count_vectors(counts, seed):
    """Fill counts (resamples, n) with how often each row is drawn, as doubles for a product."""
    size = counts.shape[1]
    n = np.uint64(size)
    p, q = seed ^ _MIX, _GOLDEN + (seed << _HALF)
    tally = np.empty(size, dtype=np.int32)
    for resample in range(counts.shape[0]):
        tally[:] = 0
        for _ in range(size // 2):
            number, p, q = _romu(p, q)
            tally[_first(number, n)] += 1
            tally[_second(number, n)] += 1
        for _ in range(size % 2):
            number, p, q = _romu(p, q)
            tally[_second(number, n)] += 1
        counts[resample] = tally
