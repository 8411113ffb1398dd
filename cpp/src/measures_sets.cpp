// Measures of what was retrieved, whatever its order, and counts.
#include "measure_kernels.hpp"

namespace ranksure::kernels {
namespace {

double f_of(double p, double r, double beta) noexcept {
    const double square = beta * beta;
    return p + r > 0 ? (1.0 + square) * p * r / (square * p + r) : 0.0;
}

std::int64_t retrieved(const JudgedRanking& r, const Cut& cut) noexcept {
    return std::min(cut.k, r.retrieved);
}

double real(std::int64_t count) noexcept { return static_cast<double>(count); }

}  // namespace

double f(const JudgedRanking& r, const Cut& cut) noexcept {
    return f_of(precision(r, cut), recall(r, cut), cut.measure.beta);
}

double f1(const JudgedRanking& r, const Cut& cut) noexcept {
    return f_of(precision(r, cut), recall(r, cut), 1.0);
}

double set_precision(const JudgedRanking& r, const Cut& cut) noexcept {
    return ratio(found(r, cut.k, cut.rel), retrieved(r, cut));
}

double set_relative_precision(const JudgedRanking& r, const Cut& cut) noexcept {
    return ratio(found(r, cut.k, cut.rel), std::min(retrieved(r, cut), relevant_count(r, cut.rel)));
}

double set_ap(const JudgedRanking& r, const Cut& cut) noexcept {
    const auto count = found(r, cut.k, cut.rel);
    return ratio(count * count, retrieved(r, cut) * relevant_count(r, cut.rel));
}

double set_f(const JudgedRanking& r, const Cut& cut) noexcept {
    return f_of(set_precision(r, cut), recall(r, cut), cut.measure.beta);
}

double set_f1(const JudgedRanking& r, const Cut& cut) noexcept {
    return f_of(set_precision(r, cut), recall(r, cut), 1.0);
}

double num_ret(const JudgedRanking& r, const Cut&) noexcept { return real(r.retrieved); }

double num_rel(const JudgedRanking& r, const Cut& cut) noexcept {
    return real(relevant_count(r, cut.rel));
}

double num_rel_ret(const JudgedRanking& r, const Cut& cut) noexcept {
    return real(found(r, cut.k, cut.rel));
}

double num_nonrel_judged_ret(const JudgedRanking& r, const Cut& cut) noexcept {
    return real(std::count_if(r.hits.begin(), r.hits.end(), [&](const Hit& hit) {
        return judged_nonrelevant(hit.grade, cut.rel);
    }));
}

double judged(const JudgedRanking& r, const Cut& cut) noexcept {
    return ratio(static_cast<std::int64_t>(top(r, cut.k).size()), retrieved(r, cut));
}

double hole(const JudgedRanking& r, const Cut& cut) noexcept {
    const auto count = static_cast<std::int64_t>(top(r, cut.k).size());
    return ratio(retrieved(r, cut) - count, retrieved(r, cut));
}

double unjudged(const JudgedRanking& r, const Cut& cut) noexcept {
    return ratio(retrieved(r, cut) - found(r, cut.k, 0.0), cut.k);
}

double utility(const JudgedRanking& r, const Cut& cut) noexcept {
    const auto& weights = cut.measure.numbers;
    const auto a = found(r, cut.k, cut.rel);
    const auto b = r.retrieved - a;
    const auto c = relevant_count(r, cut.rel) - a;
    const auto d = cut.measure.n_documents - real(a + b + c);
    return weights[0] * real(a) + weights[1] * real(b) + weights[2] * real(c) + weights[3] * d;
}

}  // namespace ranksure::kernels
