#include "ranksure/measures.hpp"

#include <algorithm>

#include "ranksure/discount.hpp"

namespace ranksure {
namespace {

// Each kernel is named as its definition in the reference and gives the same bits.

double ratio(std::int64_t a, std::int64_t b) noexcept {
    return b > 0 ? static_cast<double>(a) / static_cast<double>(b) : 0.0;
}

std::int64_t found(const JudgedRanking& r, std::int64_t k, double rel) noexcept {
    std::int64_t count = 0;
    for (const auto& hit : r.hits) {
        if (hit.rank > k) break;
        count += hit.grade >= rel;
    }
    return count;
}

std::int64_t relevant_count(const JudgedRanking& r, double rel) noexcept {
    std::int64_t count = 0;
    for (const auto grade : r.judged) {
        if (grade < rel) break;
        ++count;
    }
    return count;
}

double recall(const JudgedRanking& r, const Cut& cut) noexcept {
    return ratio(found(r, cut.k, cut.rel), relevant_count(r, cut.rel));
}

double precision(const JudgedRanking& r, const Cut& cut) noexcept {
    return ratio(found(r, cut.k, cut.rel), cut.k);
}

double set_precision(const JudgedRanking& r, const Cut& cut) noexcept {
    return ratio(found(r, cut.k, cut.rel), std::min(cut.k, r.retrieved));
}

double hit_rate(const JudgedRanking& r, const Cut& cut) noexcept {
    return found(r, cut.k, cut.rel) > 0 ? 1.0 : 0.0;
}

double rr(const JudgedRanking& r, const Cut& cut) noexcept {
    for (const auto& hit : r.hits) {
        if (hit.rank > cut.k) break;
        if (hit.grade >= cut.rel) return ratio(1, hit.rank);
    }
    return 0.0;
}

double ap(const JudgedRanking& r, const Cut& cut) noexcept {
    const auto total = relevant_count(r, cut.rel);
    std::int64_t count = 0;
    double precisions = 0.0;
    for (const auto& hit : r.hits) {
        if (hit.rank > cut.k) break;
        if (hit.grade >= cut.rel) precisions += ratio(++count, hit.rank);
    }
    return total > 0 ? precisions / static_cast<double>(total) : 0.0;
}

double harmonic_mean(double p, double r) noexcept {
    return p + r > 0 ? 2.0 * p * r / (p + r) : 0.0;
}

double f1(const JudgedRanking& r, const Cut& cut) noexcept {
    return harmonic_mean(precision(r, cut), recall(r, cut));
}

double set_f1(const JudgedRanking& r, const Cut& cut) noexcept {
    return harmonic_mean(set_precision(r, cut), recall(r, cut));
}

double r_precision(const JudgedRanking& r, const Cut& cut) noexcept {
    const auto total = relevant_count(r, cut.rel);
    return ratio(found(r, total, cut.rel), total);
}

double recall_cap(const JudgedRanking& r, const Cut& cut) noexcept {
    const auto best = std::min(cut.k, relevant_count(r, cut.rel));
    return ratio(found(r, cut.k, cut.rel), best);
}

double precision_ceiling(const JudgedRanking& r, const Cut& cut) noexcept {
    return ratio(std::min(cut.k, relevant_count(r, cut.rel)), cut.k);
}

double judged(const JudgedRanking& r, const Cut& cut) noexcept {
    const auto last = std::find_if(r.hits.begin(), r.hits.end(),
                                   [&](const Hit& hit) { return hit.rank > cut.k; });
    return ratio(last - r.hits.begin(), std::min(cut.k, r.retrieved));
}

double linear(double grade) noexcept { return grade > 0.0 ? grade : 0.0; }
double exponential(double grade) noexcept { return grade > 0.0 ? exp2_rounded(grade) - 1.0 : 0.0; }

// Ranks without a hit gain nothing, so leaving them out does not change a bit of the sum.
template <double (*gain)(double) noexcept>
double gained(const JudgedRanking& r, const Cut& cut) noexcept {
    double total = 0.0;
    for (const auto& hit : r.hits) {
        if (hit.rank > cut.k) break;
        total += gain(hit.grade) / cut.discounts[static_cast<std::size_t>(hit.rank)];
    }
    return total;
}

template <double (*gain)(double) noexcept>
double normalised(const JudgedRanking& r, const Cut& cut) noexcept {
    double ideal = 0.0;
    std::int64_t rank = 0;
    for (const auto grade : r.judged) {
        if (++rank > cut.k || grade <= 0.0) break;
        ideal += gain(grade) / cut.discounts[static_cast<std::size_t>(rank)];
    }
    return ideal > 0.0 ? gained<gain>(r, cut) / ideal : 0.0;
}

constexpr std::array kinds = {
    MeasureKind{"recall", recall, Needs::relevant},
    MeasureKind{"precision", precision, Needs::relevant},
    MeasureKind{"hit_rate", hit_rate, Needs::relevant},
    MeasureKind{"rr", rr, Needs::relevant},
    MeasureKind{"ap", ap, Needs::relevant},
    MeasureKind{"ndcg", normalised<linear>, Needs::linear_gain},
    MeasureKind{"ndcg_exp", normalised<exponential>, Needs::exponential_gain},
    MeasureKind{"dcg", gained<linear>, Needs::nothing},
    MeasureKind{"dcg_exp", gained<exponential>, Needs::nothing},
    MeasureKind{"f1", f1, Needs::relevant},
    MeasureKind{"r_precision", r_precision, Needs::relevant},
    MeasureKind{"recall_cap", recall_cap, Needs::relevant},
    MeasureKind{"precision_ceiling", precision_ceiling, Needs::relevant},
    MeasureKind{"judged", judged, Needs::nothing},
    MeasureKind{"set_precision", set_precision, Needs::relevant},
    MeasureKind{"set_f1", set_f1, Needs::relevant},
};

}  // namespace

std::span<const MeasureKind> measure_kinds() noexcept { return kinds; }

bool has_relevant(const Measure& measure, const JudgedRanking& ranking) noexcept {
    const auto best = ranking.judged.empty() ? -1.0 : ranking.judged.front();
    switch (kinds[static_cast<std::size_t>(measure.kind)].needs) {
        case Needs::relevant: return !ranking.judged.empty() && best >= measure.rel;
        case Needs::linear_gain: return linear(best) > 0.0;
        case Needs::exponential_gain: return exponential(best) > 0.0;
        case Needs::nothing: return true;
    }
    return true;
}

}  // namespace ranksure
