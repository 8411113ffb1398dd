// A quick look over a ranking: which of its documents need an exact look-up at all.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "ranksure/ids.hpp"

namespace ranksure {

/// Bits by hash: two ids of one ranking that share a bit may be the same, others are not.
class CandidateFilter {
public:
    /// Places of the ranking `order` whose document may stand there twice or may be one of
    /// `judged[first, last)`; ascending.
    template <class Documents, class Judged>
    const std::vector<std::int64_t>& find(const Documents& documents,
                                          const std::vector<std::int64_t>& order,
                                          const Judged& judged, std::int64_t first,
                                          std::int64_t last) {
        const auto length = order.size();
        reset(length);
        for (std::size_t i = 0; i < length; ++i) {
            const auto bit = static_cast<std::uint32_t>(hash_id(documents[order[i]])) & mask_;
            bits_[i] = bit;
            if (is_set(seen_, bit)) set(marked_, bit);
            set(seen_, bit);
        }
        for (auto j = first; j < last; ++j) {
            set(marked_, static_cast<std::uint32_t>(hash_id(judged[j])) & mask_);
        }
        for (std::size_t i = 0; i < length; ++i) {
            if (is_set(marked_, bits_[i])) found_.push_back(static_cast<std::int64_t>(i));
        }
        return found_;
    }

private:
    using Bits = std::vector<std::uint64_t>;

    static bool is_set(const Bits& bits, std::uint32_t bit) noexcept {
        return (bits[bit / 64] >> (bit % 64) & 1) != 0;
    }
    static void set(Bits& bits, std::uint32_t bit) noexcept {
        bits[bit / 64] |= std::uint64_t{1} << (bit % 64);
    }

    void reset(std::size_t length) {
        constexpr std::size_t least = 64;
        constexpr std::size_t most = std::size_t{1} << 31;
        const auto size = std::bit_ceil(std::clamp(32 * length, least, most));  // 3 % share a bit
        mask_ = static_cast<std::uint32_t>(size - 1);
        seen_.assign(size / 64, 0);
        marked_.assign(size / 64, 0);
        bits_.resize(length);
        found_.clear();
    }

    std::uint32_t mask_ = 0;
    Bits seen_;
    Bits marked_;
    std::vector<std::uint32_t> bits_;  // of each document of the ranking
    std::vector<std::int64_t> found_;
};

}  // namespace ranksure
