// The kernels of all measures, by subject; each is named as its definition in the reference.
#pragma once

#include <algorithm>

#include "ranksure/measures.hpp"

namespace ranksure::kernels {

inline double ratio(std::int64_t a, std::int64_t b) noexcept {
    return b > 0 ? static_cast<double>(a) / static_cast<double>(b) : 0.0;
}

/// The hits within the cut-off.
inline std::span<const Hit> top(const JudgedRanking& r, std::int64_t k) noexcept {
    const auto end = std::partition_point(r.hits.begin(), r.hits.end(),
                                          [k](const Hit& hit) { return hit.rank <= k; });
    return {r.hits.data(), static_cast<std::size_t>(end - r.hits.begin())};
}

inline std::int64_t found(const JudgedRanking& r, std::int64_t k, double rel) noexcept {
    std::int64_t count = 0;
    for (const auto& hit : r.hits) {
        if (hit.rank > k) break;
        count += hit.grade >= rel;
    }
    return count;
}

/// How many judged documents have at least this grade.
inline std::int64_t relevant_count(const JudgedRanking& r, double rel) noexcept {
    return std::partition_point(r.judged.begin(), r.judged.end(),
                                [rel](double grade) { return grade >= rel; }) -
           r.judged.begin();
}

/// Judged, and not relevant; a grade below zero says pooled but not judged.
inline bool judged_nonrelevant(double grade, double rel) noexcept {
    return grade >= 0.0 && grade < rel;
}

/// The grade that gains 1: that of the measure, or the largest of the query and at least 1.
inline double scale(const JudgedRanking& r, const Measure& measure) noexcept {
    if (measure.like != Measure::as_trec_eval) return measure.max_grade;
    return r.judged.empty() ? 1.0 : std::max(1.0, r.judged.front());
}

double linear(double grade) noexcept;
double exponential(double grade) noexcept;

using Kernel = double(const JudgedRanking&, const Cut&) noexcept;

// measures_binary.cpp
Kernel recall, precision, hit_rate, rr, ap, yaap, r_precision, recall_cap, precision_ceiling,
    accuracy, bpref, infap, iprec, iprec_mean, bin_g;
// measures_sets.cpp
Kernel f, f1, set_precision, set_relative_precision, set_ap, set_f, set_f1, num_ret, num_rel,
    num_rel_ret, num_nonrel_judged_ret, judged, hole, unjudged, utility;
// measures_graded.cpp
Kernel dcg, dcg_exp, ideal_dcg, ndcg, ndcg_exp, sdcg, ndcg_rel, rndcg, g;
// measures_users.cpp
Kernel rbp, rbp_residual, err, nerr, compat;
// measures_reading.cpp
Kernel inst, insq, bpm, nerr8, nerr9, nerr10, nerr11;

}  // namespace ranksure::kernels
