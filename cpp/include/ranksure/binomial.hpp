// Exact binomial draws.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "ranksure/random.hpp"

namespace ranksure {

/// How many of `draws` fall into `part` of `whole` equally likely places, from the words of one
/// region. Exact: no probability is rounded. Up to some thousand draws cost about two random bits
/// each; more of them a few candidates, whatever their number. Requires draws, whole <= 2^53, part
/// <= whole.
std::int64_t binomial(const Stream& stream, std::uint64_t region, std::int64_t draws,
                      std::int64_t part, std::int64_t whole);

/// More draws than these are not looked at one by one; where the share is 1/2, more than
/// `few_halves`.
inline constexpr std::int64_t few_draws = 2'000;
inline constexpr std::int64_t few_halves = 6'000;

/// Resamples worked on together, side by side in the registers of the processor.
inline constexpr std::size_t lanes = 16;
using LaneCounts = std::array<std::int64_t, lanes>;

/// The streams of the resamples first, first + 1, ...; the first `count` of them are in use.
struct LaneStreams {
    std::uint64_t start[lanes] = {};
    std::uint64_t gamma[lanes] = {};
    int count;

    LaneStreams(std::uint64_t seed, std::uint64_t first, int count) noexcept;
};

/// `binomial` of several streams at once; lanes without a stream get 0.
LaneCounts binomial(const LaneStreams& streams, std::uint64_t region, const LaneCounts& draws,
                    std::int64_t part, std::int64_t whole);

}  // namespace ranksure
