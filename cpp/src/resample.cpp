#include "ranksure/resample.hpp"

#include <algorithm>
#include <array>

#include "ranksure/sum_tree.hpp"
#include "resampler.hpp"

namespace ranksure {
namespace {

// Adds neighbours in pairs until one is left, in place.
double pairwise(std::array<double, leaf_rows>& terms) noexcept {
    for (std::size_t size = leaf_rows / 2; size > 0; size /= 2) {
        for (std::size_t i = 0; i < size; ++i) terms[i] = terms[2 * i] + terms[2 * i + 1];
    }
    return terms[0];
}

LaneCounts draws_of(const LaneStreams& streams, std::int64_t rows) noexcept {
    LaneCounts draws{};
    std::fill_n(draws.begin(), streams.count, rows);
    return draws;
}

}  // namespace

void column_sums(const Rows& rows, std::span<double> sums) {
    SumTree tree(rows.columns);
    for (std::int64_t first = 0; first < rows.count; first += leaf_rows) {
        const double* leaf = rows.values + first * rows.columns;
        const auto size = std::min(leaf_rows, rows.count - first);
        double* sum = tree.next();
        for (std::int64_t c = 0; c < rows.columns; ++c) {
            std::array<double, leaf_rows> terms{};
            for (std::int64_t row = 0; row < size; ++row) {
                terms[static_cast<std::size_t>(row)] = leaf[row * rows.columns + c];
            }
            sum[c] = pairwise(terms);
        }
        tree.close();
    }
    std::copy_n(tree.finish(), rows.columns, sums.data());
}

void resample_counts(std::int64_t n, const Resamples& resamples, int threads,
                     const InterruptCheck& interrupted, std::span<std::uint32_t> counts) {
    for_lanes(resamples, n, threads, interrupted, [&] {
        return [&, resampler = Resampler({nullptr, n, 1})](const LaneStreams& streams,
                                                           std::int64_t first) mutable {
            resampler.count(streams, draws_of(streams, n), counts.data() + first * n);
        };
    });
}

void resample_sums(const Rows& rows, const Resamples& resamples, int threads,
                   const InterruptCheck& interrupted, std::span<double> sums) {
    for_lanes(resamples, rows.count * rows.columns, threads, interrupted, [&] {
        return [&, resampler = Resampler(rows)](const LaneStreams& streams,
                                                std::int64_t first) mutable {
            resampler.add(streams, draws_of(streams, rows.count),
                          sums.data() + first * rows.columns);
        };
    });
}

}  // namespace ranksure
