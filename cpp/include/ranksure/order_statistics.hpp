// Chosen places of numbers put in order, for quantiles.
#pragma once

#include <cstdint>
#include <span>

#include "ranksure/parallel.hpp"

namespace ranksure {

/// Rows of `size` numbers each.
struct NumberRows {
    const double* numbers;
    std::int64_t size;
    std::span<const double> operator[](std::int64_t row) const noexcept {
        return {numbers + row * size, static_cast<std::size_t>(size)};
    }
};

/// For each of the rows those numbers that would stand at `places` (ascending) if the row were
/// sorted: `found` is rows x places, row-major. NaN is not allowed. Cost: about one pass over the
/// numbers when the places are near either end, as those of intervals are.
void order_statistics(const NumberRows& rows, std::int64_t count,
                      std::span<const std::int64_t> places, int threads,
                      const InterruptCheck& interrupted, std::span<double> found);

/// The same of the differences rows[first[i]] - rows[second[i]], none of which is kept.
void order_statistics_of_differences(const NumberRows& rows, std::span<const std::int64_t> first,
                                     std::span<const std::int64_t> second,
                                     std::span<const std::int64_t> places, int threads,
                                     const InterruptCheck& interrupted, std::span<double> found);

}  // namespace ranksure
