// Sums of resampled rows.
#pragma once

#include <cstdint>
#include <span>

#include "ranksure/parallel.hpp"

namespace ranksure {

/// Rows of numbers, row-major: `columns` numbers a row.
struct Rows {
    const double* values;
    std::int64_t count;
    std::int64_t columns;
};

/// Sum of each column along the tree of draws.
void column_sums(const Rows& rows, std::span<double> sums);

/// Which resamples: numbers first, first + 1, ..., first + count - 1 of `seed`.
struct Resamples {
    std::uint64_t seed;
    std::uint64_t first;
    std::int64_t count;
};

/// Sum of each column over the rows of each resample: `sums` is count x columns, row-major.
/// A resample draws as many rows as there are, with replacement; all columns share its draws.
/// Sums of count x value run along the tree of draws, so that they have the same bits for any
/// number of threads. Memory: O(columns x log rows) a thread.
void resample_sums(const Rows& rows, const Resamples& resamples, int threads,
                   const InterruptCheck& interrupted, std::span<double> sums);

/// How often each resample draws each row of `n`: `counts` is resamples.count x n, row-major.
void resample_counts(std::int64_t n, const Resamples& resamples, int threads,
                     const InterruptCheck& interrupted, std::span<std::uint32_t> counts);

}  // namespace ranksure
