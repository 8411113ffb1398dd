// The averaged kernels of all measures, by subject; each is named as its definition in the
// reference's averages and gives the same bits.
#pragma once

#include <algorithm>

#include "measure_kernels.hpp"
#include "ranksure/averages.hpp"

namespace ranksure::averaged {

constexpr double any_grade = -std::numeric_limits<double>::infinity();

inline double ratio(double a, std::int64_t b) noexcept {
    return b > 0 ? a / static_cast<double>(b) : 0.0;
}

inline std::int64_t retrieved(const TiedRanking& t, const Cut& cut) noexcept {
    return std::min(cut.k, t.ranking.retrieved);
}

inline std::int64_t relevant_count(const TiedRanking& t, double rel) noexcept {
    return kernels::relevant_count(t.ranking, rel);
}

/// A group as a cut-off sees it.
struct Part {
    std::int64_t start;         // ranks above the group
    std::int64_t size;          // documents of the group
    std::int64_t places;        // ranks of the group within the cut-off, at least 1
    std::span<const Hit> hits;  // of descending grade

    std::int64_t count(double rel) const noexcept {
        return std::count_if(hits.begin(), hits.end(),
                             [rel](const Hit& hit) { return hit.grade >= rel; });
    }

    /// Mean over the documents of a gain that is zero without a hit, from the best grade down.
    template <class Gain>
    double mean(const Gain& gain) const noexcept {
        double gains = 0.0;
        for (const auto& hit : hits) gains += gain(hit.grade);
        return ratio(gains, size);
    }
};

/// Calls `visit` for each group with hits that reaches into the top k, best first, while it says
/// true.
template <class Visit>
void for_each_part(const TiedRanking& t, std::int64_t k, const Visit& visit) {
    const auto last = std::min(k, t.ranking.retrieved);
    for (const auto& group : t.groups) {
        if (group.start >= last) return;
        const std::span hits(t.ranking.hits.data() + group.first_hit,
                             t.ranking.hits.data() + group.last_hit);
        if (!visit(Part{group.start, group.size, std::min(group.size, last - group.start), hits})) {
            return;
        }
    }
}

/// Expected number of hits in the top k that are wanted: of each group the share of its ranks.
template <class Wanted>
double expected(const TiedRanking& t, std::int64_t k, const Wanted& wanted) {
    double count = 0.0;
    for_each_part(t, k, [&](const Part& part) {
        const auto hits = std::count_if(part.hits.begin(), part.hits.end(),
                                        [&](const Hit& hit) { return wanted(hit.grade); });
        count += static_cast<double>(hits * part.places) / static_cast<double>(part.size);
        return true;
    });
    return count;
}

inline double found(const TiedRanking& t, std::int64_t k, double rel) {
    return expected(t, k, [rel](double grade) { return grade >= rel; });
}

using Kernel = double(const TiedRanking&, const Cut&);

// averages_binary.cpp
Kernel recall, precision, hit_rate, rr, ap, r_precision, recall_cap, precision_ceiling;
// averages_sets.cpp
Kernel f, f1, set_precision, set_relative_precision, set_ap, set_f, set_f1, num_ret, num_rel,
    num_rel_ret, num_nonrel_judged_ret, judged, hole, unjudged, utility;
// averages_graded.cpp
Kernel dcg, dcg_exp, ideal_dcg, ndcg, ndcg_exp, sdcg;
// averages_users.cpp
Kernel rbp, rbp_residual, err, nerr, insq;

}  // namespace ranksure::averaged
