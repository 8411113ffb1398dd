// Chosen places of numbers put in order, for quantiles.
#pragma once

#include <cstdint>
#include <span>

#include "ranksure/parallel.hpp"

namespace ranksure {

/// For each row of `size` numbers those that would stand at `places` (ascending) if the row were
/// sorted: `found` is rows x places, row-major. NaN is not allowed. Cost: about one pass over the
/// numbers when the places are near either end, as those of intervals are.
void order_statistics(std::span<const double> rows, std::int64_t size,
                      std::span<const std::int64_t> places, int threads,
                      const InterruptCheck& interrupted, std::span<double> found);

}  // namespace ranksure
