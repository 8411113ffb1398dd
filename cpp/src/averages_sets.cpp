// Averages of counts and of measures of what was retrieved.
#include "averaged_kernels.hpp"

namespace ranksure::averaged {
namespace {

// F is linear in the number of relevant documents found, because both denominators are fixed.
double f_of(double p, double r, double beta) noexcept {
    const double square = beta * beta;
    return p + r > 0 ? (1.0 + square) * p * r / (square * p + r) : 0.0;
}

double real(std::int64_t count) noexcept { return static_cast<double>(count); }

}  // namespace

double f(const TiedRanking& t, const Cut& cut) {
    return f_of(precision(t, cut), recall(t, cut), cut.measure.beta);
}

double f1(const TiedRanking& t, const Cut& cut) {
    return f_of(precision(t, cut), recall(t, cut), 1.0);
}

double set_precision(const TiedRanking& t, const Cut& cut) {
    return ratio(found(t, cut.k, cut.rel), retrieved(t, cut));
}

double set_relative_precision(const TiedRanking& t, const Cut& cut) {
    return ratio(found(t, cut.k, cut.rel), std::min(retrieved(t, cut), relevant_count(t, cut.rel)));
}

double set_ap(const TiedRanking& t, const Cut& cut) {
    double count = 0.0;
    double variance = 0.0;  // hypergeometric, of the group that the cut-off divides
    for_each_part(t, cut.k, [&](const Part& part) {
        const auto n = part.size;
        const auto m = part.count(cut.rel);
        count += real(m * part.places) / real(n);
        if (part.places < n) {
            variance = real(part.places * m) / real(n) * real(n - m) / real(n) *
                       real(n - part.places) / real(n - 1);
        }
        return true;
    });
    return ratio(count * count + variance, retrieved(t, cut) * relevant_count(t, cut.rel));
}

double set_f(const TiedRanking& t, const Cut& cut) {
    return f_of(set_precision(t, cut), recall(t, cut), cut.measure.beta);
}

double set_f1(const TiedRanking& t, const Cut& cut) {
    return f_of(set_precision(t, cut), recall(t, cut), 1.0);
}

double num_ret(const TiedRanking& t, const Cut& cut) { return kernels::num_ret(t.ranking, cut); }
double num_rel(const TiedRanking& t, const Cut& cut) { return kernels::num_rel(t.ranking, cut); }
double num_rel_ret(const TiedRanking& t, const Cut& cut) { return found(t, cut.k, cut.rel); }

double num_nonrel_judged_ret(const TiedRanking& t, const Cut& cut) {
    return expected(t, Measure::whole,
                    [&](double grade) { return kernels::judged_nonrelevant(grade, cut.rel); });
}

double judged(const TiedRanking& t, const Cut& cut) {
    return ratio(found(t, cut.k, any_grade), retrieved(t, cut));
}

double hole(const TiedRanking& t, const Cut& cut) {
    return ratio(real(retrieved(t, cut)) - found(t, cut.k, any_grade), retrieved(t, cut));
}

double unjudged(const TiedRanking& t, const Cut& cut) {
    return ratio(real(retrieved(t, cut)) - found(t, cut.k, 0.0), cut.k);
}

double utility(const TiedRanking& t, const Cut& cut) {
    const auto& weights = cut.measure.numbers;
    const double all = real(t.ranking.retrieved);
    const double a = found(t, cut.k, cut.rel);
    const double b = all - a;
    const double c = real(relevant_count(t, cut.rel)) - a;
    const double d = cut.measure.n_documents - (all + c);
    return weights[0] * a + weights[1] * b + weights[2] * c + weights[3] * d;
}

}  // namespace ranksure::averaged
