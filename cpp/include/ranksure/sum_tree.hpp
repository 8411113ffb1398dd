// Sums along the tree of draws: neighbours in pairs, then their sums in pairs, until one is left.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ranksure {

/// Rows below a leaf of the tree of draws.
inline constexpr std::int64_t leaf_rows = 32;

constexpr std::int64_t leaf_count(std::int64_t rows) noexcept {
    return (rows + leaf_rows - 1) / leaf_rows;
}

/// Adds the sums of the leaves, which arrive in order. Open sums have ever smaller sizes, like the
/// bits of the number of leaves so far; equal sizes merge at once.
class SumTree {
public:
    explicit SumTree(std::int64_t columns) : columns_(static_cast<std::size_t>(columns)) {}

    /// The slot for the sums of the next leaf.
    double* next() {
        if (open_.size() < (depth_ + 1) * columns_) open_.resize((depth_ + 1) * columns_);
        return open_.data() + depth_ * columns_;
    }

    void close() noexcept {
        ++depth_;
        for (auto done = ++leaves_; (done & 1) == 0; done >>= 1) merge();
    }

    /// The sums of all leaves, from which it starts anew. A sum of zeros is 0.0, never -0.0.
    const double* finish() noexcept {
        while (depth_ > 1) merge();
        for (std::size_t c = 0; c < columns_; ++c) open_[c] += 0.0;
        depth_ = 0;
        leaves_ = 0;
        return open_.data();
    }

private:
    void merge() noexcept {
        --depth_;
        double* left = open_.data() + (depth_ - 1) * columns_;
        const double* right = left + columns_;
        for (std::size_t c = 0; c < columns_; ++c) left[c] += right[c];
    }

    std::size_t columns_;
    std::size_t depth_ = 0;
    std::uint64_t leaves_ = 0;
    std::vector<double> open_;
};

}  // namespace ranksure
