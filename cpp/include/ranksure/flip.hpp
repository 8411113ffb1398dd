// Sums under random signs, for randomisation tests.
#pragma once

#include <span>

#include "ranksure/resample.hpp"

namespace ranksure {

/// Sum of each column with a random sign for each row, for each of the flips: `sums` is
/// flips.count x columns, row-major. All columns share the signs. Sums run along the tree of draws.
void flip_sums(const Rows& rows, const Resamples& flips, int threads,
               const InterruptCheck& interrupted, std::span<double> sums);

}  // namespace ranksure
