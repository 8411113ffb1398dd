// Measures averaged over all orders of documents with equal scores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ranksure/measures.hpp"

namespace ranksure {

/// Documents of one score of which some are judged: they hold the ranks (start, start + size].
struct TiedGroup {
    std::int64_t start;
    std::int64_t size;
    std::size_t first_hit;  ///< its hits are hits[first_hit, last_hit) of the ranking
    std::size_t last_hit;
};

/// A judged ranking whose order is open within each group. The hits of a group stand in descending
/// grade and their ranks say nothing; `ranking.retrieved` ranks count.
struct TiedRanking {
    JudgedRanking ranking;
    std::vector<TiedGroup> groups;  ///< ascending by rank
    bool divided = false;           ///< do the ranks end within a group, with or without hits?
};

/// Finds the groups of `tied.ranking`, whose documents are the places `order` of the run; groups
/// below the rank `tied.ranking.retrieved` are left out.
void find_groups(const std::vector<std::int64_t>& order, const double* scores, TiedRanking& tied);

/// Is there one tied ranking that a measure sees? Which judged documents a depth leaves of a group
/// that it divides depends on the order, so that there is none where unjudged ones leave.
bool has_tied_view(const Measure& measure, const TiedRanking& tied) noexcept;

/// The tied ranking as a measure sees it; `view` is where a changed one goes.
const TiedRanking& seen_by(const Measure& measure, const TiedRanking& tied, TiedRanking& view);

/// The kernel that knows the average in closed form, or nullptr.
using AveragedKernel = double (*)(const TiedRanking&, const Cut&);
AveragedKernel averaged_kernel(std::string_view kind) noexcept;

/// A group of more documents has too many orders to try, and so has a ranking with more orders.
constexpr std::int64_t most_tied_documents = 8;
constexpr std::int64_t most_orders = 40320;  // 8!

/// The average by trying each distinguishable order; nothing when there are too many.
std::optional<double> average_over_orders(const MeasureKind& kind, const TiedRanking& tied,
                                          const Cut& cut);

}  // namespace ranksure
