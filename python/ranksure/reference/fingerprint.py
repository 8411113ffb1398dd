"""A short name of a golden set that does not depend on the order of its judgements."""

import hashlib
import struct
from collections.abc import Mapping

_WORD = 2**64 - 1
_KEY = (0x0706050403020100, 0x0F0E0D0C0B0A0908)  # the bytes 0 to 15


def siphash128(message: bytes) -> int:
    """SipHash-2-4 with 128 bits of output under the key 00 01 ... 0f, read as little-endian.

    References
    ----------
    Aumasson & Bernstein, SipHash: a fast short-input PRF, INDOCRYPT 2012,
    doi:10.1007/978-3-642-34931-7_28; its authors' code gives the form with 128 bits.
    """
    initial = (0x736F6D6570736575, 0x646F72616E646F6D, 0x6C7967656E657261, 0x7465646279746573)
    v = [initial[i] ^ _KEY[i % 2] for i in range(4)]
    v[1] ^= 0xEE
    padded = message + bytes(7 - len(message) % 8) + bytes([len(message) % 256])
    for (word,) in struct.iter_unpack("<Q", padded):
        v[3] ^= word
        _rounds(v, 2)
        v[0] ^= word
    v[2] ^= 0xEE
    _rounds(v, 4)
    low = v[0] ^ v[1] ^ v[2] ^ v[3]
    v[1] ^= 0xDD
    _rounds(v, 4)
    return low + ((v[0] ^ v[1] ^ v[2] ^ v[3]) << 64)


def _rounds(v: list[int], times: int) -> None:
    for _ in range(times):
        for a, b, turn in ((0, 1, 13), (2, 3, 16), (0, 3, 21), (2, 1, 17)):
            v[a] = (v[a] + v[b]) & _WORD
            v[b] = _turned(v[b], turn) ^ v[a]
            if turn in (13, 17):
                v[a] = _turned(v[a], 32)


def _turned(word: int, left: int) -> int:
    return (word << left | word >> (64 - left)) & _WORD


def fingerprint(judgements: Mapping[str, Mapping[str, float]]) -> str:
    """The first 16 hexadecimal digits of a SHA-256 over all judgements.

    Queries stand in ascending order of their UTF-8 bytes. Hashed are, as little-endian integers
    of 8 bytes, the number of queries, the number of judgements of each and the length in bytes
    of each query; the queries themselves; and for each query 16 bytes with the sum, modulo 2^128,
    of `siphash128` over (document, grade as float64) of its judgements. So the order of the
    judgements of a query does not matter.

    An integer id counts as its decimal text, and -0.0 as 0.0.
    """
    queries = sorted(judgements, key=lambda query: query.encode())
    counts = [len(judgements[query]) for query in queries]
    names = [query.encode() for query in queries]
    digest = hashlib.sha256()
    for number in (len(queries), *counts, *map(len, names)):
        digest.update(struct.pack("<Q", number))
    digest.update(b"".join(names))
    for query in queries:
        total = 0
        for document, grade in judgements[query].items():
            total += siphash128(document.encode() + struct.pack("<d", grade + 0.0))
        digest.update((total % 2**128).to_bytes(16, "little"))
    return digest.hexdigest()[:16]
