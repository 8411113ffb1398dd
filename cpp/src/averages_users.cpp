// Averages of measures that model a user who reads down the ranking and stops at some rank.
#include <vector>

#include "averaged_kernels.hpp"
#include "ranksure/discount.hpp"

namespace ranksure::averaged {
namespace {

/// Walks along the ranks with the weights 1, p, p^2, ...
struct Weights {
    double p;
    std::int64_t rank = 1;
    double weight = 1.0;

    double at(std::int64_t wanted) noexcept {
        for (; rank < wanted; ++rank) weight *= p;
        return weight;
    }
};

/// Mean gain of a group, grade / most.
double mean_share(const Part& part, double most) noexcept {
    return part.mean([&](double grade) { return kernels::linear(grade) / most; });
}

}  // namespace

double rbp(const TiedRanking& t, const Cut& cut) {
    const double most = kernels::scale(t.ranking, cut.measure);
    Weights weights{cut.measure.p};
    double total = 0.0;
    for_each_part(t, cut.k, [&](const Part& part) {
        const double mean = cut.measure.graded != 0.0
                                ? mean_share(part, most)
                                : ratio(static_cast<double>(part.count(cut.rel)), part.size);
        for (std::int64_t i = 1; mean > 0.0 && i <= part.places; ++i) {
            total += mean * weights.at(part.start + i);
        }
        return true;
    });
    return (1.0 - cut.measure.p) * total;
}

double rbp_residual(const TiedRanking& t, const Cut& cut) {
    const auto length = retrieved(t, cut);
    Weights weights{cut.measure.p};
    double unjudged = 0.0;
    double none_unjudged = 1.0;  // the chance that no unjudged document was retrieved
    const auto add = [&](double share, std::int64_t last) {
        while (weights.rank <= last) {
            if (share == 1.0) none_unjudged = 0.0;
            unjudged += share * weights.weight;
            weights.at(weights.rank + 1);
        }
    };
    for_each_part(t, cut.k, [&](const Part& part) {
        add(1.0, part.start);
        const auto judged = part.count(0.0);
        add(ratio(static_cast<double>(part.size - judged), part.size), part.start + part.places);
        for (std::int64_t place = 0; place < part.places; ++place) {
            const auto left = static_cast<double>(std::max<std::int64_t>(judged - place, 0));
            none_unjudged *= ratio(left, part.size - place);
        }
        return true;
    });
    add(1.0, length);
    if (cut.measure.like == Measure::as_trec_eval) weights.weight *= 1.0 - none_unjudged;
    return weights.weight + (1.0 - cut.measure.p) * unjudged;
}

namespace {

/// For each place of a group the chance to read down to it and to be satisfied there, the mean over
/// all orders: `passes[j]` is the chance that j documents drawn at random satisfy nobody.
struct Stops {
    std::vector<double> passes, stops;

    void reset(std::int64_t places) {
        passes.assign(static_cast<std::size_t>(places) + 1, 1.0);
        stops.assign(static_cast<std::size_t>(places) + 1, 0.0);
    }

    /// One more document, the last of `count`: it stands at place j, above it or below it.
    void add(double satisfied, std::int64_t count) noexcept {
        const double goes_on = 1.0 - satisfied;
        const auto n = static_cast<double>(count);
        for (auto j = std::min(std::ssize(stops) - 1, count); j > 0; --j) {
            const auto at = static_cast<std::size_t>(j);
            const auto above = static_cast<double>(j - 1);
            const auto below = static_cast<double>(count - j);
            const double here = satisfied * passes[at - 1] + above * goes_on * stops[at - 1];
            stops[at] = (here + below * stops[at]) / n;
            passes[at] =
                (static_cast<double>(j) * goes_on * passes[at - 1] + below * passes[at]) / n;
        }
    }
};

}  // namespace

double err(const TiedRanking& t, const Cut& cut) {
    const double most = exp2_rounded(cut.measure.max_grade);
    Stops group;
    double total = 0.0;
    double reads_on = 1.0;
    for_each_part(t, cut.k, [&](const Part& part) {
        const auto gaining = part.hits.first(static_cast<std::size_t>(std::count_if(
            part.hits.begin(), part.hits.end(), [](const Hit& hit) { return hit.grade > 0.0; })));
        group.reset(part.places);
        auto count = part.size - std::ssize(gaining);
        for (const auto& hit : gaining) group.add(kernels::exponential(hit.grade) / most, ++count);
        for (std::int64_t j = 1; !gaining.empty() && j <= part.places; ++j) {
            const double stop = group.stops[static_cast<std::size_t>(j)];
            total += stop * reads_on / static_cast<double>(part.start + j);
        }
        for (const auto& hit : gaining) reads_on *= 1.0 - kernels::exponential(hit.grade) / most;
        return true;
    });
    return total;
}

double nerr(const TiedRanking& t, const Cut& cut) {
    JudgedRanking ideal;  // the judged documents as a ranking, so that err ranks them
    for (const auto grade : t.ranking.judged) ideal.hits.push_back({++ideal.retrieved, grade});
    const double best = kernels::err(ideal, cut);
    return best > 0.0 ? err(t, cut) / best : 0.0;
}

double insq(const TiedRanking& t, const Cut& cut) {
    std::int64_t rank = 1;
    double weight = 1.0;
    double weights = 0.0;
    double total = 0.0;
    const auto read = [&](double mean, std::int64_t last) {
        for (; rank <= last; ++rank) {
            weights += weight;
            total += weight * mean;
            const double place = static_cast<double>(rank) + 2.0 * cut.measure.T;
            const double go_on = (place - 1.0) / place;
            weight *= go_on * go_on;
        }
    };
    for_each_part(t, cut.k, [&](const Part& part) {
        read(0.0, part.start);
        read(mean_share(part, cut.measure.max_grade), part.start + part.places);
        return true;
    });
    read(0.0, cut.k);
    return total / weights;
}

}  // namespace ranksure::averaged
