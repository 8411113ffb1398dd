#include "ranksure/flip.hpp"

#include <algorithm>
#include <bit>

#include "ranksure/block_tree.hpp"
#include "ranksure/random.hpp"

namespace ranksure {
namespace {

// Flips are numbered from here on, so that they never share a word with a resample of one seed.
constexpr std::uint64_t first_flip = std::uint64_t{1} << 63;

double signed_value(double x, std::uint64_t minus) noexcept {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) ^ (minus << 63));
}

// One flip: row i of a block has the sign of bit i of the four words of its region.
void flip(const Rows& rows, const Stream& stream, BlockTree& tree, double* sums) {
    for (std::int64_t block = 0; block < block_count(rows.count); ++block) {
        auto state = stream.begin(static_cast<std::uint64_t>(2 * block));
        double* open = tree.next();
        std::fill_n(open, rows.columns, 0.0);
        const auto first = block * block_rows;
        const auto last = std::min(first + block_rows, rows.count);
        for (auto row = first; row < last; state += stream.gamma) {
            auto word = mix(state);
            for (const auto end = std::min(row + 64, last); row < end; ++row, word >>= 1) {
                const double* values = rows.values + row * rows.columns;
                for (std::int64_t c = 0; c < rows.columns; ++c) {
                    open[c] += signed_value(values[c], word & 1U);
                }
            }
        }
        tree.close();
    }
    tree.finish(sums, rows.columns);
}

}  // namespace

void flip_sums(const Rows& rows, const Resamples& flips, int threads,
               const InterruptCheck& interrupted, std::span<double> sums) {
    constexpr std::int64_t numbers_per_task = 400'000;
    const auto per_task = std::max<std::int64_t>(1, numbers_per_task / (rows.count * rows.columns));
    const auto tasks = (flips.count + per_task - 1) / per_task;
    parallel_for(
        tasks, threads,
        [&](std::int64_t task) {
            BlockTree tree(rows.columns);
            const auto last = std::min(flips.count, (task + 1) * per_task);
            for (auto b = task * per_task; b < last; ++b) {
                const auto number = first_flip + flips.first + static_cast<std::uint64_t>(b);
                flip(rows, Stream(flips.seed, number), tree, sums.data() + b * rows.columns);
            }
        },
        interrupted);
}

}  // namespace ranksure
