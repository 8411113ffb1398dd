#include "ranksure/flip.hpp"

#include <algorithm>
#include <bit>

#include "ranksure/block_tree.hpp"
#include "ranksure/random.hpp"
#include "resampler.hpp"

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
    for_lanes(flips.count, rows.count * rows.columns, threads, interrupted, [&] {
        return [&, tree = BlockTree(rows.columns)](std::int64_t first, std::int64_t last) mutable {
            const Resamples numbered{flips.seed, first_flip + flips.first, flips.count};
            double* out = sums.data() + first * rows.columns;
            for (const auto& stream : streams_of(numbered, first, last)) {
                flip(rows, stream, tree, out);
                out += rows.columns;
            }
        };
    });
}

}  // namespace ranksure
