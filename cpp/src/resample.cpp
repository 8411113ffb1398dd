#include "ranksure/resample.hpp"

#include <algorithm>
#include <array>

#include "ranksure/block_tree.hpp"
#include "resampler.hpp"

namespace ranksure {
namespace {

// Sums of eight full blocks of one column side by side: eight chains of additions instead of one.
constexpr std::int64_t together = 8;

std::array<double, together> sums_together(const double* values) noexcept {
    std::array<double, together> sums{};
    for (std::int64_t row = 0; row < block_rows; ++row) {
        for (std::int64_t block = 0; block < together; ++block) {
            sums[static_cast<std::size_t>(block)] += values[block * block_rows + row];
        }
    }
    return sums;
}

}  // namespace

void column_sums(const Rows& rows, std::span<double> sums) {
    BlockTree tree(rows.columns);
    std::int64_t first = 0;
    for (; rows.columns == 1 && rows.count - first >= together * block_rows;
         first += together * block_rows) {
        for (const double sum : sums_together(rows.values + first)) {
            *tree.next() = sum;
            tree.close();
        }
    }
    for (; first < rows.count; first += block_rows) {
        double* block = tree.next();
        std::fill_n(block, rows.columns, 0.0);
        const auto last = std::min(first + block_rows, rows.count);
        for (auto row = first; row < last; ++row) {
            for (std::int64_t c = 0; c < rows.columns; ++c) {
                block[c] += rows.values[row * rows.columns + c];
            }
        }
        tree.close();
    }
    tree.finish(sums.data(), rows.columns);
}

void resample_counts(std::int64_t n, const Resamples& resamples, int threads,
                     const InterruptCheck& interrupted, std::span<std::uint32_t> counts) {
    for_lanes(resamples.count, n, threads, interrupted, [&] {
        return [&, resampler = Resampler({nullptr, n, 1})](std::int64_t first,
                                                           std::int64_t last) mutable {
            std::uint32_t* out = counts.data() + first * n;
            for (const auto& stream : streams_of(resamples, first, last)) {
                resampler.count(stream, out);
                out += n;
            }
        };
    });
}

void resample_sums(const Rows& rows, const Resamples& resamples, int threads,
                   const InterruptCheck& interrupted, std::span<double> sums) {
    for_lanes(resamples.count, rows.count * rows.columns, threads, interrupted, [&] {
        return [&, resampler = Resampler(rows)](std::int64_t first, std::int64_t last) mutable {
            const auto streams = streams_of(resamples, first, last);
            LaneCounts draws{};
            std::fill_n(draws.begin(), streams.size(), rows.count);
            resampler.run(streams, draws, sums.data() + first * rows.columns);
        };
    });
}

}  // namespace ranksure
