// Measures over gains: the grade, an own gain for it, or 2^grade - 1.
#include "measure_kernels.hpp"
#include "ranksure/discount.hpp"

namespace ranksure::kernels {

double linear(double grade) noexcept { return grade > 0.0 ? grade : 0.0; }
double exponential(double grade) noexcept { return grade > 0.0 ? exp2_rounded(grade) - 1.0 : 0.0; }

namespace {

double discount(const Cut& cut, std::int64_t rank) noexcept {
    return cut.discounts[static_cast<std::size_t>(rank)];
}

// Ranks without a hit gain nothing, so leaving them out does not change a bit of the sum.
template <double (*gain)(double) noexcept>
double gained(const JudgedRanking& r, const Cut& cut) noexcept {
    double total = 0.0;
    for (const auto& hit : r.hits) {
        if (hit.rank > cut.k) break;
        total += gain(hit.grade) / discount(cut, hit.rank);
    }
    return total;
}

template <double (*gain)(double) noexcept>
double ideal(const JudgedRanking& r, const Cut& cut) noexcept {
    double total = 0.0;
    std::int64_t rank = 0;
    for (const auto grade : r.judged) {
        if (++rank > cut.k || grade <= 0.0) break;
        total += gain(grade) / discount(cut, rank);
    }
    return total;
}

template <double (*gain)(double) noexcept>
double normalised(const JudgedRanking& r, const Cut& cut) noexcept {
    const double best = ideal<gain>(r, cut);
    return best > 0.0 ? gained<gain>(r, cut) / best : 0.0;
}

double log2_of_base(const Cut& cut) noexcept {
    return cut.measure.base == 2.0 ? 1.0 : log2_rounded(cut.measure.base);
}

// The documents that gain something: how many of the judged ones, best first.
std::int64_t gaining(const JudgedRanking& r) noexcept {
    return std::partition_point(r.judged.begin(), r.judged.end(),
                                [](double grade) { return grade > 0.0; }) -
           r.judged.begin();
}

// The sum of ideal gains, rank by rank, as far as it is asked for.
struct Ideal {
    const JudgedRanking& ranking;
    const Cut& cut;
    std::int64_t length;
    std::int64_t rank = 0;
    double total = 0.0;

    Ideal(const JudgedRanking& r, const Cut& c) noexcept : ranking(r), cut(c), length(gaining(r)) {}

    double up_to(std::int64_t last) noexcept {
        while (rank < std::min(last, length)) {
            const auto gain = ranking.judged[static_cast<std::size_t>(rank++)];
            total += gain / discount(cut, rank);
        }
        return total;
    }
};

}  // namespace

double dcg(const JudgedRanking& r, const Cut& cut) noexcept {
    return gained<linear>(r, cut) * log2_of_base(cut);
}

double dcg_exp(const JudgedRanking& r, const Cut& cut) noexcept {
    return gained<exponential>(r, cut) * log2_of_base(cut);
}

double ideal_dcg(const JudgedRanking& r, const Cut& cut) noexcept {
    return ideal<linear>(r, cut) * log2_of_base(cut);
}

double ndcg(const JudgedRanking& r, const Cut& cut) noexcept { return normalised<linear>(r, cut); }

double ndcg_exp(const JudgedRanking& r, const Cut& cut) noexcept {
    return normalised<exponential>(r, cut);
}

double sdcg(const JudgedRanking& r, const Cut& cut) noexcept {
    double best = 0.0;
    for (std::int64_t rank = 1; rank <= cut.k; ++rank) {
        best += cut.measure.max_grade / discount(cut, rank);
    }
    return gained<linear>(r, cut) / best;
}

double ndcg_rel(const JudgedRanking& r, const Cut& cut) noexcept {
    Ideal best(r, cut);
    std::int64_t count = 0;
    double total = 0.0;
    double reached = 0.0;
    for (const auto& hit : r.hits) {
        if (hit.grade <= 0.0) continue;
        reached += hit.grade / discount(cut, hit.rank);
        total += reached / best.up_to(hit.rank);
        ++count;
    }
    if (best.length == 0) return 0.0;
    const auto absent = static_cast<double>(best.length - count);
    total += absent * reached / best.up_to(best.length);
    return total / static_cast<double>(best.length);
}

double rndcg(const JudgedRanking& r, const Cut& cut) noexcept {
    Ideal best(r, cut);
    if (best.length == 0) return 0.0;
    auto hit = r.hits.begin();
    double reached = 0.0;
    const auto reached_at = [&](std::int64_t rank) {
        for (; hit != r.hits.end() && hit->rank <= rank; ++hit) {
            reached += linear(hit->grade) / discount(cut, hit->rank);
        }
        return reached;
    };
    double total = 0.0;
    std::int64_t points = 0;
    for (std::int64_t rank = 1; rank <= best.length; ++rank) {
        const auto at = static_cast<std::size_t>(rank);
        if (rank < best.length && r.judged[at] == r.judged[at - 1]) continue;
        total += reached_at(rank) / best.up_to(rank);
        ++points;
    }
    const std::int64_t beyond = cut.measure.like == Measure::as_trec_eval ? 1 : 0;
    if (r.retrieved > best.length + beyond) {
        total += reached_at(r.retrieved) / best.total;
        ++points;
    }
    return total / static_cast<double>(points);
}

double g(const JudgedRanking& r, const Cut& cut) noexcept {
    static_cast<void>(cut);
    const auto length = gaining(r);
    std::int64_t rank = 0;
    double cost = 0.0;
    double so_far = 0.0;
    double total = 0.0;
    for (const auto& hit : r.hits) {
        if (hit.grade <= 0.0) continue;
        so_far += hit.grade;
        for (; rank < hit.rank; ++rank) {
            cost += rank < length ? std::max(r.judged[static_cast<std::size_t>(rank)], 1.0) : 1.0;
        }
        total += hit.grade / log2_rounded(2.0 + cost - so_far);
    }
    double best = 0.0;
    for (std::int64_t i = 0; i < length; ++i) best += r.judged[static_cast<std::size_t>(i)];
    return best > 0.0 ? total / best : 0.0;
}

}  // namespace ranksure::kernels
