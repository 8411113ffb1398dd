// Measures that ask of each rank only whether its document is relevant.
#include <cmath>

#include "measure_kernels.hpp"
#include "ranksure/discount.hpp"

namespace ranksure::kernels {

double recall(const JudgedRanking& r, const Cut& cut) noexcept {
    return ratio(found(r, cut.k, cut.rel), relevant_count(r, cut.rel));
}

double precision(const JudgedRanking& r, const Cut& cut) noexcept {
    return ratio(found(r, cut.k, cut.rel), cut.k);
}

double hit_rate(const JudgedRanking& r, const Cut& cut) noexcept {
    return rr(r, cut) > 0.0 ? 1.0 : 0.0;
}

double rr(const JudgedRanking& r, const Cut& cut) noexcept {
    for (const auto& hit : r.hits) {
        if (hit.rank > cut.k) break;
        if (hit.grade >= cut.rel) return ratio(1, hit.rank);
    }
    return 0.0;
}

namespace {

double sum_of_precisions(const JudgedRanking& r, const Cut& cut) noexcept {
    std::int64_t count = 0;
    double precisions = 0.0;
    for (const auto& hit : r.hits) {
        if (hit.rank > cut.k) break;
        if (hit.grade >= cut.rel) precisions += ratio(++count, hit.rank);
    }
    return precisions;
}

}  // namespace

double ap(const JudgedRanking& r, const Cut& cut) noexcept {
    const auto total = relevant_count(r, cut.rel);
    return total > 0 ? sum_of_precisions(r, cut) / static_cast<double>(total) : 0.0;
}

double yaap(const JudgedRanking& r, const Cut& cut) noexcept {
    constexpr double ln2 = 0.6931471805599453;
    const auto total = static_cast<double>(relevant_count(r, cut.rel));
    const auto precisions = sum_of_precisions(r, cut);
    return log2_rounded((1.0 + precisions) / (1.0 + total - precisions)) * ln2;
}

double r_precision(const JudgedRanking& r, const Cut& cut) noexcept {
    const auto total = static_cast<double>(relevant_count(r, cut.rel));
    const auto depth = static_cast<std::int64_t>(cut.measure.times * total + 0.9);
    return ratio(found(r, depth, cut.rel), depth);
}

double recall_cap(const JudgedRanking& r, const Cut& cut) noexcept {
    const auto best = std::min(cut.k, relevant_count(r, cut.rel));
    return ratio(found(r, cut.k, cut.rel), best);
}

double precision_ceiling(const JudgedRanking& r, const Cut& cut) noexcept {
    return ratio(std::min(cut.k, relevant_count(r, cut.rel)), cut.k);
}

double accuracy(const JudgedRanking& r, const Cut& cut) noexcept {
    std::int64_t count = 0;
    std::int64_t wrong = 0;
    for (const auto& hit : r.hits) {
        if (hit.rank > cut.k) break;
        if (hit.grade < cut.rel) continue;
        wrong += hit.rank - 1 - count;
        ++count;
    }
    const auto others = std::min(cut.k, r.retrieved) - count;
    if (count == 0) return 0.0;
    return others > 0 ? 1.0 - ratio(wrong, count * others) : 1.0;
}

double bpref(const JudgedRanking& r, const Cut& cut) noexcept {
    const auto total = relevant_count(r, cut.rel);
    const auto nonrelevant = std::max<std::int64_t>(relevant_count(r, 0.0) - total, 0);
    std::int64_t above = 0;
    double preferred = 0.0;
    for (const auto& hit : r.hits) {
        if (hit.grade >= cut.rel) {
            preferred +=
                above > 0 ? 1.0 - ratio(std::min(above, total), std::min(nonrelevant, total)) : 1.0;
        } else if (judged_nonrelevant(hit.grade, cut.rel)) {
            ++above;
        }
    }
    return total > 0 ? preferred / static_cast<double>(total) : 0.0;
}

double infap(const JudgedRanking& r, const Cut& cut) noexcept {
    constexpr double epsilon = 0.00001;
    std::int64_t count = 0;
    std::int64_t nonrelevant = 0;
    std::int64_t pooled = 0;  // judged documents above, those with grades below zero included
    double inferred = 0.0;
    for (const auto& hit : r.hits) {
        if (hit.grade >= cut.rel) {
            const auto above = static_cast<double>(hit.rank - 1);
            if (hit.rank == 1) {
                inferred += 1.0;
            } else {
                const auto relevant = static_cast<double>(count);
                const auto share =
                    (relevant + epsilon) / (static_cast<double>(count + nonrelevant) + 2 * epsilon);
                inferred += 1.0 / (above + 1.0) +
                            above / (above + 1.0) * (static_cast<double>(pooled) / above) * share;
            }
            ++count;
        } else if (judged_nonrelevant(hit.grade, cut.rel)) {
            ++nonrelevant;
        }
        ++pooled;
    }
    const auto total = relevant_count(r, cut.rel);
    return total > 0 ? inferred / static_cast<double>(total) : 0.0;
}

namespace {

// The best precision once round(level * R) relevant documents have been found.
double interpolated(const JudgedRanking& r, double level, double rel) noexcept {
    const auto total = static_cast<double>(relevant_count(r, rel));
    const auto needed = std::llround(level * total);
    std::int64_t count = 0;
    double best = 0.0;
    for (const auto& hit : r.hits) {
        if (hit.grade >= rel && ++count >= needed) best = std::max(best, ratio(count, hit.rank));
    }
    return best;
}

}  // namespace

double iprec(const JudgedRanking& r, const Cut& cut) noexcept {
    return interpolated(r, cut.measure.level, cut.rel);
}

double iprec_mean(const JudgedRanking& r, const Cut& cut) noexcept {
    double total = 0.0;
    for (const auto level : cut.measure.numbers) total += interpolated(r, level, cut.rel);
    return total / static_cast<double>(cut.measure.numbers.size());
}

double bin_g(const JudgedRanking& r, const Cut& cut) noexcept {
    const auto total = relevant_count(r, cut.rel);
    std::int64_t count = 0;
    double gained = 0.0;
    for (const auto& hit : r.hits) {
        if (hit.grade < cut.rel) continue;
        gained += 1.0 / cut.discounts[static_cast<std::size_t>(hit.rank - count++)];
    }
    return total > 0 ? gained / static_cast<double>(total) : 0.0;
}

}  // namespace ranksure::kernels
