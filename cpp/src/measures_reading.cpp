// Measures of a user who goes on from each rank with some chance (C/W/L).
#include "measure_kernels.hpp"

namespace ranksure::kernels {
namespace {

// Mean gain of the documents read; `go_on` is the chance, from rank, its gain and the gain found.
template <class GoOn>
double read(const JudgedRanking& r, const Cut& cut, const GoOn& go_on) noexcept {
    auto hit = r.hits.begin();
    double weight = 1.0;
    double weights = 0.0;
    double total = 0.0;
    double found = 0.0;
    for (std::int64_t rank = 1; rank <= cut.k; ++rank) {
        double gain = 0.0;
        if (hit != r.hits.end() && hit->rank == rank) {
            gain = linear((hit++)->grade) / cut.measure.max_grade;
        }
        weights += weight;
        total += weight * gain;
        found += gain;
        weight *= go_on(static_cast<double>(rank), gain, found);
    }
    return total / weights;
}

double square_of_step(double place) noexcept {
    const double step = (place - 1.0) / place;
    return step * step;
}

}  // namespace

double inst(const JudgedRanking& r, const Cut& cut) noexcept {
    return read(r, cut, [T = cut.measure.T](double rank, double, double found) {
        return square_of_step(rank + (T + (T - found)));
    });
}

double insq(const JudgedRanking& r, const Cut& cut) noexcept {
    return read(r, cut, [T = cut.measure.T](double rank, double, double) {
        return square_of_step(rank + 2.0 * T);
    });
}

double bpm(const JudgedRanking& r, const Cut& cut) noexcept {
    return read(r, cut, [T = cut.measure.T](double, double, double found) {
        return found < T ? 1.0 : 0.0;
    });
}

double nerr8(const JudgedRanking& r, const Cut& cut) noexcept {
    return read(r, cut, [](double, double gain, double) { return 1.0 - gain; });
}

double nerr9(const JudgedRanking& r, const Cut& cut) noexcept {
    return read(r, cut, [](double rank, double gain, double) {
        return rank / (rank + 1.0) * (1.0 - gain);
    });
}

double nerr10(const JudgedRanking& r, const Cut& cut) noexcept {
    return read(r, cut,
                [p = cut.measure.p](double, double gain, double) { return p * (1.0 - gain); });
}

double nerr11(const JudgedRanking& r, const Cut& cut) noexcept {
    return read(r, cut, [T = cut.measure.T](double rank, double gain, double) {
        return square_of_step(rank + 2.0 * T) * (1.0 - gain);
    });
}

}  // namespace ranksure::kernels
