#include "ranksure/flip.hpp"

#include <algorithm>
#include <vector>

#include "kernels.hpp"
#include "ranksure/sum_tree.hpp"
#include "resampler.hpp"

namespace ranksure {
namespace {

// Flips are numbered from here on, so that they never share a word with a resample of one seed.
constexpr std::uint64_t first_flip = std::uint64_t{1} << 63;

// The rows with zeros behind the last one, up to a full leaf.
std::vector<double> padded(const Rows& rows) {
    const auto full = static_cast<std::size_t>(leaf_count(rows.count) * leaf_rows * rows.columns);
    std::vector<double> values(rows.values, rows.values + rows.count * rows.columns);
    values.resize(full, 0.0);
    return values;
}

}  // namespace

void flip_sums(const Rows& rows, const Resamples& flips, int threads,
               const InterruptCheck& interrupted, std::span<double> sums) {
    const auto values = padded(rows);
    const auto width = rows.columns * static_cast<std::int64_t>(lanes);
    const Resamples numbered{flips.seed, first_flip + flips.first, flips.count};
    for_lanes(numbered, rows.count * rows.columns, threads, interrupted, [&] {
        return [&, tree = SumTree(width),
                scratch = std::vector<double>(static_cast<std::size_t>(width))](
                   const LaneStreams& streams, std::int64_t first) mutable {
            for (std::int64_t leaf = 0; leaf < leaf_count(rows.count); ++leaf) {
                kernels().add_signed(streams, static_cast<std::uint64_t>(leaf),
                                     values.data() + leaf * leaf_rows * rows.columns, rows.columns,
                                     tree.next(), scratch.data());
                tree.close();
            }
            copy_lanes(tree.finish(), rows.columns, streams.count,
                       sums.data() + first * rows.columns);
        };
    });
}

}  // namespace ranksure
