// Averages of measures over gains: each rank of a group gains the mean of the group.
#include "averaged_kernels.hpp"
#include "ranksure/discount.hpp"

namespace ranksure::averaged {
namespace {

using Gain = double (*)(double) noexcept;

double gained(const TiedRanking& t, const Cut& cut, Gain gain) {
    double total = 0.0;
    for_each_part(t, cut.k, [&](const Part& part) {
        const double mean = part.mean(gain);
        for (std::int64_t i = 1; mean > 0.0 && i <= part.places; ++i) {
            total += mean / cut.discounts[static_cast<std::size_t>(part.start + i)];
        }
        return true;
    });
    return total;
}

double normalised(const TiedRanking& t, const Cut& cut, Gain gain) {
    double best = 0.0;
    std::int64_t rank = 0;
    for (const auto grade : t.ranking.judged) {
        if (++rank > cut.k || grade <= 0.0) break;
        best += gain(grade) / cut.discounts[static_cast<std::size_t>(rank)];
    }
    return best > 0.0 ? gained(t, cut, gain) / best : 0.0;
}

}  // namespace

double dcg(const TiedRanking& t, const Cut& cut) {
    return gained(t, cut, kernels::linear) * log2_rounded(cut.measure.base);
}

double dcg_exp(const TiedRanking& t, const Cut& cut) {
    return gained(t, cut, kernels::exponential) * log2_rounded(cut.measure.base);
}

double ideal_dcg(const TiedRanking& t, const Cut& cut) {
    return kernels::ideal_dcg(t.ranking, cut);
}

double ndcg(const TiedRanking& t, const Cut& cut) { return normalised(t, cut, kernels::linear); }

double ndcg_exp(const TiedRanking& t, const Cut& cut) {
    return normalised(t, cut, kernels::exponential);
}

double sdcg(const TiedRanking& t, const Cut& cut) {
    double best = 0.0;
    for (std::int64_t rank = 1; rank <= cut.k; ++rank) {
        best += cut.measure.max_grade / cut.discounts[static_cast<std::size_t>(rank)];
    }
    return gained(t, cut, kernels::linear) / best;
}

}  // namespace ranksure::averaged
