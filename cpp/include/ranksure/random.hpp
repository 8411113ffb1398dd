// The random stream of a resample, addressed word by word.
#pragma once

#include <cstdint>

namespace ranksure {

constexpr std::uint64_t golden = 0x9E3779B97F4A7C15U;

/// Bijection of words: variant 13 of Stafford's mixers, the output function of SplitMix64.
constexpr std::uint64_t mix(std::uint64_t z) noexcept {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
}

/// What the stream of a resample comes from.
constexpr std::uint64_t stream_key(std::uint64_t seed, std::uint64_t resample) noexcept {
    return mix(seed + golden) + resample * golden;
}

/// Word i is mix(start + i * gamma); start and gamma depend on seed and resample alone.
/// Any part of a resample can be drawn alone, because a word is found by its address.
struct Stream {
    std::uint64_t start;
    std::uint64_t gamma;

    Stream(std::uint64_t seed, std::uint64_t resample) noexcept;

    /// State of the words of one region (2^32 words each): word i is mix(begin + i * gamma).
    std::uint64_t begin(std::uint64_t region) const noexcept {
        return start + (region << 32) * gamma;
    }
};

}  // namespace ranksure
