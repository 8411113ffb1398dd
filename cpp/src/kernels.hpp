// The loops that are worth an instruction set.
#pragma once

#include <cstdint>

#include "ranksure/binomial.hpp"
#include "ranksure/sum_tree.hpp"

namespace ranksure {

constexpr int lane_count = static_cast<int>(lanes);

/// The binary digits of part / whole, by long division.
struct Digits {
    std::int64_t remainder;
    std::int64_t whole;

    bool left() const noexcept { return remainder > 0; }
    bool next() noexcept {
        remainder *= 2;
        if (remainder < whole) return false;
        remainder -= whole;
        return true;
    }
};

/// A node of the tree of draws that has 2^level full leaves below it, or is a leaf of `rows` rows.
struct Subtree {
    std::uint64_t first_leaf;
    int level;
    std::uint32_t rows;
    int digits;  ///< binary digits of the row numbers of a leaf
};

inline constexpr std::uint64_t lane_numbers[lanes] = {0, 1, 2,  3,  4,  5,  6,  7,
                                                      8, 9, 10, 11, 12, 13, 14, 15};

/// Words of bits for the draws of a node of 2^level leaves. Draws lie within four standard
/// deviations of the number of rows but for one time in some thousands: `full` words are needed
/// whole then, and `expected` hold all.
struct WordsOfNode {
    int full;
    int expected;
};
constexpr WordsOfNode usual_words[] = {{0, 1},   {0, 2},   {1, 3},   {3, 5},    {6, 10},
                                       {14, 18}, {29, 35}, {60, 68}, {122, 134}};

/// One table for each instruction set; all give the same bits. Sums hold a number for each lane of
/// the first column, then of the second, and so on.
struct Kernels {
    const char* name;

    /// Start and gamma of the streams with the keys key, key + golden, key + 2 golden, ...,
    /// for all lanes, used or not.
    void (*start_streams)(std::uint64_t key, LaneStreams& streams) noexcept;

    /// Binomial shares of up to `few_draws` a lane, digit by digit: digit j compares with the
    /// words from address j * 2^16 of the region on. No lane has more than `most` draws.
    void (*shares)(const LaneStreams& streams, std::uint64_t region, const std::int64_t* draws,
                   std::int64_t most, std::int64_t part, std::int64_t whole,
                   std::int64_t* inside) noexcept;

    /// Binomial numbers by rejection from the words on which each lane stands. Lanes whose
    /// candidate is too close to tell are `undecided` (not 0), their state on that candidate.
    /// Requires draws * whole < 2^51 and draws < 2^31.
    void (*rejections)(std::uint64_t* states, const std::uint64_t* gammas,
                       const std::int64_t* draws, std::int64_t part, std::int64_t whole,
                       std::int64_t* inside, std::int64_t* undecided) noexcept;

    /// Draws from a subtree and adds the rows drawn; `values` are its rows, row-major, with zeros
    /// behind the last one up to a full leaf. Nodes of several leaves: up to `few_halves` draws.
    /// `scratch` has room for level + 1 times as many numbers as `sums`.
    void (*add_subtree)(const LaneStreams& streams, const Subtree& tree, const std::int64_t* draws,
                        const double* values, std::int64_t columns, double* sums,
                        double* scratch) noexcept;

    /// As `add_subtree`, but writes how often each row is drawn, for each lane to a place of its
    /// own.
    void (*count_subtree)(const LaneStreams& streams, const Subtree& tree,
                          const std::int64_t* draws, std::uint32_t* const* counts) noexcept;

    /// Adds the rows of a leaf, each with the random sign that a lane gives it.
    void (*add_signed)(const LaneStreams& streams, std::uint64_t leaf, const double* values,
                       std::int64_t columns, double* sums, double* scratch) noexcept;
};

/// The table in use.
const Kernels& kernels() noexcept;

/// Tables of other instruction sets; null where the processor or the compiler has none.
const Kernels* avx2_kernels() noexcept;
const Kernels* avx512_kernels() noexcept;
const Kernels* neon_kernels() noexcept;

}  // namespace ranksure
