// Averages of measures that ask of each rank only whether its document is relevant.
#include "averaged_kernels.hpp"

namespace ranksure::averaged {

double recall(const TiedRanking& t, const Cut& cut) {
    return ratio(found(t, cut.k, cut.rel), relevant_count(t, cut.rel));
}

double precision(const TiedRanking& t, const Cut& cut) {
    return ratio(found(t, cut.k, cut.rel), cut.k);
}

double r_precision(const TiedRanking& t, const Cut& cut) {
    const auto total = static_cast<double>(relevant_count(t, cut.rel));
    const auto depth = static_cast<std::int64_t>(cut.measure.times * total + 0.9);
    return ratio(found(t, depth, cut.rel), depth);
}

double recall_cap(const TiedRanking& t, const Cut& cut) {
    return ratio(found(t, cut.k, cut.rel), std::min(cut.k, relevant_count(t, cut.rel)));
}

double precision_ceiling(const TiedRanking& t, const Cut& cut) {
    return kernels::precision_ceiling(t.ranking, cut);
}

namespace {

/// The first group that holds relevant documents: adds `worth(chance, rank)` over its ranks, with
/// the chance that the first relevant document stands there.
template <class Worth>
double first_relevant(const Part& part, std::int64_t relevant, const Worth& worth) {
    double none = 1.0;  // chance that no rank of the group so far is relevant
    double total = 0.0;
    const auto places = std::min(part.places, part.size - relevant + 1);
    for (std::int64_t i = 0; i < places; ++i) {
        const auto left = static_cast<double>(part.size - i);
        total += worth(none * static_cast<double>(relevant) / left, part.start + i + 1);
        none *= static_cast<double>(part.size - relevant - i) / left;
    }
    return total;
}

}  // namespace

double hit_rate(const TiedRanking& t, const Cut& cut) {
    double value = 0.0;
    for_each_part(t, cut.k, [&](const Part& part) {
        const auto relevant = part.count(cut.rel);
        if (relevant == 0) return true;
        const bool certain = part.places > part.size - relevant;
        value = certain ? 1.0
                        : first_relevant(part, relevant, [](double p, std::int64_t) { return p; });
        return false;
    });
    return value;
}

double rr(const TiedRanking& t, const Cut& cut) {
    double value = 0.0;
    for_each_part(t, cut.k, [&](const Part& part) {
        const auto relevant = part.count(cut.rel);
        if (relevant == 0) return true;
        value = first_relevant(part, relevant, [](double p, std::int64_t rank) {
            return p / static_cast<double>(rank);
        });
        return false;
    });
    return value;
}

double ap(const TiedRanking& t, const Cut& cut) {
    std::int64_t above = 0;
    double precisions = 0.0;
    for_each_part(t, cut.k, [&](const Part& part) {
        const auto relevant = part.count(cut.rel);
        const double share = ratio(static_cast<double>(relevant), part.size);
        const double among = ratio(static_cast<double>(relevant - 1), part.size - 1);
        for (std::int64_t i = 0; relevant > 0 && i < part.places; ++i) {
            const double before = static_cast<double>(above + 1) + static_cast<double>(i) * among;
            precisions += share * before / static_cast<double>(part.start + i + 1);
        }
        above += relevant;
        return true;
    });
    return ratio(precisions, relevant_count(t, cut.rel));
}

}  // namespace ranksure::averaged
