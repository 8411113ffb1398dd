// Recall of an index against the exact nearest neighbours.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <variant>

#include "ranksure/ids.hpp"
#include "ranksure/parallel.hpp"

namespace ranksure {

/// Distances beside a column of ids, none, or of either width; every width reads as double.
using Distances = std::variant<std::monostate, std::span<const float>, std::span<const double>>;

/// Neighbours of many query vectors, nearest first: row q owns [offsets[q], offsets[q + 1]).
struct NeighboursView {
    Ids ids;
    std::span<const std::int64_t> offsets;
    Distances distances;
};

/// What is wrong with a row, if anything; one of its faults where it has several.
enum class RowFault : std::uint8_t {
    none,
    exact_behind_pad,
    exact_repeat,
    exact_distance,  ///< NaN
    exact_order,     ///< a distance below the one before it
    approx_behind_pad,
    approx_repeat,
    approx_distance,
};

struct IndexRecallOptions {
    std::int64_t k;
    std::optional<std::int64_t> pad;  ///< this integer ends a row
    double tolerance;                 ///< relative, of ties at the k-th exact distance
};

/// One value and one `RowFault` a row. Both sides have ids of one kind and as many rows.
void index_recall(const NeighboursView& approx, const NeighboursView& exact,
                  const IndexRecallOptions& options, int threads, const InterruptCheck& interrupted,
                  std::span<double> values, std::span<std::uint8_t> faults);

}  // namespace ranksure
