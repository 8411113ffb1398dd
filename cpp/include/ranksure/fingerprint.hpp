// Order-free sums over the judgements of each query, from which a golden set gets its fingerprint.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "ranksure/parallel.hpp"
#include "ranksure/rankings.hpp"

namespace ranksure {

/// Low and high half of a number of 128 bits.
using Wide = std::array<std::uint64_t, 2>;

/// SipHash-2-4 with 128 bits of output, under the key 00 01 ... 0f.
Wide siphash128(std::string_view message) noexcept;

/// For each query the sum, modulo 2^128, of siphash128 over (document, grade) of its judgements.
void judgement_sums(const QrelsView& qrels, int threads, const InterruptCheck& interrupted,
                    std::span<Wide> sums);

}  // namespace ranksure
