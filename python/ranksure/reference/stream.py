"""The random stream of a resample: every word has an address."""

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


class Words:
    """The words of one region of a stream, taken one after the other."""

    def __init__(self, start: int, gamma: int, address: int) -> None:
        self.start, self.gamma, self.address = start, gamma, address

    def at(self, address: int) -> int:
        """The word of one address."""
        return mix(self.start + address * self.gamma & _MASK)

    def next(self) -> int:
        """The next word."""
        self.address += 1
        return self.at(self.address - 1)


class Stream:
    """The random words of one resample: word i is ``mix(start + i * gamma)``.

    Start and step depend on the seed and the number of the resample, and on nothing else.
    """

    def __init__(self, seed: int, resample: int) -> None:
        key = mix(seed + _GOLDEN & _MASK) + resample * _GOLDEN & _MASK
        self.start = mix(key)
        self.gamma = mix_gamma(key)

    def words(self, region: int) -> Words:
        """The words of one region of the stream; each region has 2^32 of them."""
        return Words(self.start, self.gamma, region << 32)
