// Measures that model a user who reads down the ranking and stops at some rank.
#include "measure_kernels.hpp"
#include "ranksure/discount.hpp"

namespace ranksure::kernels {
namespace {

// Weights of ranks by repeated multiplication, as far as they are asked for.
struct Weights {
    double p;
    std::int64_t rank = 1;
    double weight = 1.0;

    double at(std::int64_t wanted) noexcept {
        for (; rank < wanted; ++rank) weight *= p;
        return weight;
    }
};

}  // namespace

double rbp(const JudgedRanking& r, const Cut& cut) noexcept {
    const auto& m = cut.measure;
    const double most = scale(r, m);
    Weights weights{m.p};
    double total = 0.0;
    for (const auto& hit : r.hits) {
        if (hit.rank > cut.k) break;
        if (m.graded != 0.0) {
            if (hit.grade > 0.0) total += hit.grade / most * weights.at(hit.rank);
        } else if (hit.grade >= cut.rel) {
            total += weights.at(hit.rank);
        }
    }
    return (1.0 - m.p) * total;
}

double rbp_residual(const JudgedRanking& r, const Cut& cut) noexcept {
    const auto length = std::min(cut.k, r.retrieved);
    Weights weights{cut.measure.p};
    double unjudged = 0.0;
    auto hit = r.hits.begin();
    for (std::int64_t rank = 1; rank <= length; ++rank) {
        const double weight = weights.at(rank);
        const bool judged_here = hit != r.hits.end() && hit->rank == rank;
        if (!judged_here || hit->grade < 0.0) unjudged += weight;
        if (judged_here) ++hit;
    }
    if (cut.measure.like == Measure::as_trec_eval && unjudged == 0.0) return 0.0;
    return weights.at(length + 1) + (1.0 - cut.measure.p) * unjudged;
}

namespace {

// One more document in the expected reciprocal rank.
struct Cascade {
    double most;  // 2^max_grade
    double total = 0.0;
    double reads_on = 1.0;

    void read(std::int64_t rank, double grade) noexcept {
        const double satisfied = exponential(grade) / most;
        total += satisfied * reads_on / static_cast<double>(rank);
        reads_on *= 1.0 - satisfied;
    }
};

}  // namespace

double err(const JudgedRanking& r, const Cut& cut) noexcept {
    Cascade cascade{exp2_rounded(cut.measure.max_grade)};
    for (const auto& hit : r.hits) {
        if (hit.rank > cut.k) break;
        if (hit.grade > 0.0) cascade.read(hit.rank, hit.grade);
    }
    return cascade.total;
}

double nerr(const JudgedRanking& r, const Cut& cut) noexcept {
    Cascade best{exp2_rounded(cut.measure.max_grade)};
    std::int64_t rank = 0;
    for (const auto grade : r.judged) {
        if (++rank > cut.k || grade <= 0.0) break;
        best.read(rank, grade);
    }
    return best.total > 0.0 ? err(r, cut) / best.total : 0.0;
}

namespace {

// Counts at which depth each document has come up in both rankings: at the larger of its ranks.
void count_common(const JudgedRanking& r, std::int64_t length, std::int64_t depth,
                  std::vector<std::int64_t>& counts) noexcept {
    const auto common = counts.begin() + 1;  // by depth, 1 to depth
    const auto taken = common + depth;       // by the first ideal rank of a grade
    std::fill_n(common, depth + length, 0);
    for (const auto& hit : r.hits) {
        if (hit.grade <= 0.0) continue;
        const auto better = std::partition_point(r.judged.begin(), r.judged.end(),
                                                 [&](double grade) { return grade > hit.grade; }) -
                            r.judged.begin();
        const auto ideal_rank = better + ++taken[better];
        ++common[std::max(hit.rank, ideal_rank) - 1];
    }
}

}  // namespace

double compat(const JudgedRanking& r, const Cut& cut) noexcept {
    const auto& m = cut.measure;
    const std::int64_t length =
        std::partition_point(r.judged.begin(), r.judged.end(), [](double x) { return x > 0.0; }) -
        r.judged.begin();
    const auto depth = std::max(r.retrieved, length);
    count_common(r, length, depth, cut.counts);
    std::int64_t common = 0;
    double total = 0.0;
    double best = 0.0;
    double weights = 0.0;
    double weight = 1.0;
    for (std::int64_t d = 1; d <= depth; ++d) {
        common += cut.counts[static_cast<std::size_t>(d)];
        total += weight * static_cast<double>(common) / static_cast<double>(d);
        best += weight * static_cast<double>(std::min(d, length)) / static_cast<double>(d);
        weights += weight;
        weight *= m.p;
    }
    if (depth == 0) return 0.0;
    if (length == 0 || m.normalize == 0.0) return total / weights;
    return total / weights / (best / weights);
}

}  // namespace ranksure::kernels
