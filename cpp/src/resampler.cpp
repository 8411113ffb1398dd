#include "resampler.hpp"

#include <bit>

#include "kernels.hpp"
#include "ranksure/sum_tree.hpp"

namespace ranksure {
namespace {

constexpr auto lane_width = static_cast<std::int64_t>(lanes);

// What becomes of the draws of a subtree, and how two of them join. A slot is the scratch of a
// node.
struct Adding {
    const Rows& rows;
    const double* last_leaf;

    void subtree(const LaneStreams& streams, const Subtree& tree, const LaneCounts& draws,
                 double* slot) const noexcept {
        const auto first = static_cast<std::int64_t>(tree.first_leaf) * leaf_rows;
        const auto* values = tree.rows < leaf_rows ? last_leaf : rows.values + first * rows.columns;
        kernels().add_subtree(streams, tree, draws.data(), values, rows.columns, slot, below(slot));
    }
    double* below(double* slot) const noexcept { return slot + rows.columns * lane_width; }
    void join(double* slot) const noexcept {
        const double* right = below(slot);
        for (std::int64_t i = 0; i < rows.columns * lane_width; ++i) slot[i] += right[i];
    }
};

struct Counting {
    std::int64_t rows;
    std::uint32_t* counts;

    void subtree(const LaneStreams& streams, const Subtree& tree, const LaneCounts& draws,
                 double*) const noexcept {
        std::uint32_t* to[lanes] = {};
        std::array<std::uint32_t, lanes * leaf_rows> of_leaf{};
        const auto first = static_cast<std::int64_t>(tree.first_leaf) * leaf_rows;
        const bool whole = tree.rows == leaf_rows;
        for (std::int64_t lane = 0; lane < streams.count; ++lane) {
            to[lane] = whole ? counts + lane * rows + first : of_leaf.data() + lane * leaf_rows;
        }
        kernels().count_subtree(streams, tree, draws.data(), to);
        for (std::int64_t lane = 0; lane < streams.count && !whole; ++lane) {
            std::copy_n(to[lane], tree.rows, counts + lane * rows + first);
        }
    }
    double* below(double* slot) const noexcept { return slot; }
    void join(double*) const noexcept {}
};

}  // namespace

Resampler::Resampler(const Rows& rows) : rows_(rows) {
    const auto leaves = leaf_count(rows.count);
    const auto depths =
        static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(leaves)));
    slots_.resize((depths + 2) * lanes * static_cast<std::size_t>(rows.columns));
    if (rows.values == nullptr || rows.count % leaf_rows == 0) return;
    last_leaf_.resize(static_cast<std::size_t>(leaf_rows * rows.columns), 0.0);
    std::copy(rows.values + (leaves - 1) * leaf_rows * rows.columns,
              rows.values + rows.count * rows.columns, last_leaf_.begin());
}

// Divides the draws over the leaves from `first` on, down to subtrees that a kernel can take.
template <class Part>
void Resampler::descend(const LaneStreams& streams, std::int64_t first, std::int64_t leaves,
                        const LaneCounts& draws, const Part& part, double* slot) {
    const auto size = std::min(leaves * leaf_rows, rows_.count - first * leaf_rows);
    const auto unsigned_leaves = static_cast<std::uint64_t>(leaves);
    const bool full = size == leaves * leaf_rows && std::has_single_bit(unsigned_leaves);
    if (leaves == 1 || (full && *std::max_element(draws.begin(), draws.end()) <= few_halves)) {
        const auto rows = static_cast<std::uint32_t>(std::min(size, leaf_rows));
        const Subtree tree{static_cast<std::uint64_t>(first), std::countr_zero(unsigned_leaves),
                           rows, static_cast<int>(std::bit_width(rows - 1))};
        part.subtree(streams, tree, draws, slot);
        return;
    }
    const auto left = static_cast<std::int64_t>(std::bit_floor(unsigned_leaves - 1));
    const auto middle = first + left;
    const auto region = static_cast<std::uint64_t>(2 * middle - 1);
    const auto to_left = binomial(streams, region, draws, left * leaf_rows, size);
    LaneCounts to_right{};
    for (std::size_t lane = 0; lane < lanes; ++lane) to_right[lane] = draws[lane] - to_left[lane];
    descend(streams, first, left, to_left, part, slot);
    descend(streams, middle, leaves - left, to_right, part, part.below(slot));
    part.join(slot);
}

void Resampler::add(const LaneStreams& streams, const LaneCounts& draws, double* sums) {
    descend(streams, 0, leaf_count(rows_.count), draws, Adding{rows_, last_leaf_.data()},
            slots_.data());
    copy_lanes(slots_.data(), rows_.columns, streams.count, sums);
}

void Resampler::count(const LaneStreams& streams, const LaneCounts& draws, std::uint32_t* counts) {
    descend(streams, 0, leaf_count(rows_.count), draws, Counting{rows_.count, counts}, nullptr);
}

void copy_lanes(const double* sums, std::int64_t columns, int count, double* to) noexcept {
    for (std::int64_t lane = 0; lane < count; ++lane) {
        for (std::int64_t c = 0; c < columns; ++c) *to++ = sums[c * lane_width + lane] + 0.0;
    }
}

}  // namespace ranksure
