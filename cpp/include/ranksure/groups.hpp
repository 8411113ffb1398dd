// Equal rows drawn as one: a large group gets its number of draws at once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ranksure/resample.hpp"

namespace ranksure {

/// Rows as groups of equal ones (bit-equal, -0.0 counting as 0.0), and the rest.
struct Grouping {
    std::vector<double> values;       ///< a row for each group, in order of their first rows
    std::vector<std::int64_t> sizes;  ///< rows of each group
    std::vector<double> rest;         ///< the other rows, in their order
};

/// Finds the large groups: those for which one binomial draw is cheaper than drawing their rows,
/// from 64 + n/16 rows on, and from 200 in any case. None are looked for when the first 4,096 rows
/// hold more than 2,048 different ones. Depends on the rows alone. Cost: one pass, a second for the
/// rest.
Grouping group_rows(const Rows& rows);

/// A grouping whose memory is someone else's.
struct GroupedRows {
    const double* values;
    std::span<const std::int64_t> sizes;
    Rows rest;
};

/// As `resample_sums`, of grouped rows: the sum over the groups of count x value, in their order,
/// and then the sum of the rest. Cost of a group: some 100 ns a resample, whatever its size.
void resample_grouped_sums(const GroupedRows& rows, const Resamples& resamples, int threads,
                           const InterruptCheck& interrupted, std::span<double> sums);

}  // namespace ranksure
