// Rows in blocks, and sums of blocks along the tree of draws.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ranksure {

constexpr std::int64_t block_rows = 256;

constexpr std::int64_t block_count(std::int64_t rows) noexcept {
    return (rows + block_rows - 1) / block_rows;
}

// Adds the sums of the blocks, which arrive in order, along the tree whose nodes have the largest
// smaller power of two on their left. Open sums have ever smaller sizes, like the bits of the
// number of blocks so far; equal sizes merge at once.
class BlockTree {
public:
    explicit BlockTree(std::int64_t columns) : columns_(static_cast<std::size_t>(columns)) {}

    // The slot for the sums of the next block.
    double* next() {
        if (open_.size() < (depth_ + 1) * columns_) open_.resize((depth_ + 1) * columns_);
        return open_.data() + depth_ * columns_;
    }

    void close() noexcept {
        ++depth_;
        for (auto done = ++blocks_; (done & 1) == 0; done >>= 1) merge();
    }

    // Hands out the first `count` sums of all blocks and starts anew.
    void finish(double* sums, std::int64_t count) noexcept {
        while (depth_ > 1) merge();
        std::copy_n(open_.data(), count, sums);
        depth_ = 0;
        blocks_ = 0;
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
    std::uint64_t blocks_ = 0;
    std::vector<double> open_;
};

}  // namespace ranksure
