#include "ranksure/resample.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "ranksure/block_tree.hpp"
#include "ranksure/random.hpp"

namespace ranksure {
namespace {

// Resamples worked on together: they share a block while it is in cache, and their sums are
// independent chains of additions that overlap.
constexpr std::int64_t lanes = 8;

// Divides `draws` over the blocks [first, first + count), which hold the rows up to `rows`.
void divide(const Stream& stream, std::int64_t first, std::int64_t count, std::int64_t draws,
            std::int64_t rows, std::int64_t* draws_of_block) noexcept {
    if (count == 1) {
        draws_of_block[first] = draws;
        return;
    }
    const auto left = std::int64_t{1} << (std::bit_width(static_cast<std::uint64_t>(count - 1)) - 1);
    const auto middle = first + left;
    const auto size = std::min(count * block_rows, rows - first * block_rows);
    const auto region = static_cast<std::uint64_t>(2 * middle - 1);
    const auto to_left = binomial(stream, region, draws, left * block_rows, size);
    divide(stream, first, left, to_left, rows, draws_of_block);
    divide(stream, middle, count - left, draws - to_left, rows, draws_of_block);
}

// Row numbers within a block, in the order of the draws. `drawn` has 8 bytes more than it needs.
void draw_full_block(std::uint64_t state, std::uint64_t gamma, std::int64_t draws,
                     std::uint8_t* drawn) noexcept {
    for (std::int64_t i = 0; i < draws; i += 8, state += gamma) {
        const auto word = mix(state);
        for (int byte = 0; byte < 8; ++byte) {
            drawn[i + byte] = static_cast<std::uint8_t>(word >> (8 * byte));
        }
    }
}

void draw_short_block(std::uint64_t state, std::uint64_t gamma, std::int64_t draws,
                      std::uint32_t rows, std::uint8_t* drawn) noexcept {
    const std::uint32_t left_out = 65536U % rows;
    for (std::int64_t i = 0; i < draws; state += gamma) {
        const auto word = mix(state);
        for (int piece = 0; piece < 4; ++piece) {
            const auto product = static_cast<std::uint32_t>(word >> (16 * piece) & 0xFFFFU) * rows;
            drawn[i] = static_cast<std::uint8_t>(product >> 16);
            i += (product & 0xFFFFU) >= left_out;
        }
    }
}

// Scratch of one task.
struct Lane {
    std::vector<std::int64_t> draws_of_block;
    std::vector<std::uint8_t> drawn;
    BlockTree tree;
};

void draw_block(const Stream& stream, std::int64_t block, std::int64_t draws, std::int64_t rows,
                std::vector<std::uint8_t>& drawn) {
    if (drawn.size() < static_cast<std::size_t>(draws) + 8) {
        drawn.resize(static_cast<std::size_t>(draws) + 8);
    }
    const auto state = stream.begin(static_cast<std::uint64_t>(2 * block));
    if (rows == block_rows) {
        draw_full_block(state, stream.gamma, draws, drawn.data());
    } else {
        draw_short_block(state, stream.gamma, draws, static_cast<std::uint32_t>(rows),
                         drawn.data());
    }
}

// Sums of the drawn numbers of one column, all lanes side by side as far as all have draws.
void add_single_column(const double* block, const std::array<std::int64_t, lanes>& draws,
                       const std::array<const std::uint8_t*, lanes>& drawn,
                       std::array<double, lanes>& sums) noexcept {
    const auto shared = *std::min_element(draws.begin(), draws.end());
    sums.fill(0.0);
    for (std::int64_t i = 0; i < shared; ++i) {
        for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += block[drawn[lane][i]];
    }
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        for (auto i = shared; i < draws[lane]; ++i) sums[lane] += block[drawn[lane][i]];
    }
}

void add_columns(const double* block, std::int64_t columns, std::int64_t draws,
                 const std::uint8_t* drawn, double* sums) noexcept {
    std::fill_n(sums, columns, 0.0);
    for (std::int64_t i = 0; i < draws; ++i) {
        const double* row = block + drawn[i] * columns;
        for (std::int64_t c = 0; c < columns; ++c) sums[c] += row[c];
    }
}

// Up to `lanes` resamples from number `first` on, block by block.
void resample_together(const Rows& rows, std::uint64_t seed, std::uint64_t first,
                       std::int64_t count, std::vector<Lane>& scratch, double* sums) {
    const auto blocks = block_count(rows.count);
    std::vector<Stream> streams;
    for (std::int64_t lane = 0; lane < count; ++lane) {
        streams.emplace_back(seed, first + static_cast<std::uint64_t>(lane));
        auto& draws_of_block = scratch[static_cast<std::size_t>(lane)].draws_of_block;
        draws_of_block.resize(static_cast<std::size_t>(blocks));
        divide(streams.back(), 0, blocks, rows.count, rows.count, draws_of_block.data());
    }
    std::array<std::int64_t, lanes> draws{};
    std::array<const std::uint8_t*, lanes> drawn{};
    std::array<double, lanes> lane_sums{};
    for (std::int64_t block = 0; block < blocks; ++block) {
        const auto size = std::min(block_rows, rows.count - block * block_rows);
        const double* values = rows.values + block * block_rows * rows.columns;
        for (std::size_t lane = 0; lane < static_cast<std::size_t>(count); ++lane) {
            auto& own = scratch[lane];
            draws[lane] = own.draws_of_block[static_cast<std::size_t>(block)];
            draw_block(streams[lane], block, draws[lane], size, own.drawn);
            drawn[lane] = own.drawn.data();
            if (rows.columns > 1) {
                add_columns(values, rows.columns, draws[lane], drawn[lane], own.tree.next());
                own.tree.close();
            }
        }
        if (rows.columns > 1) continue;
        add_single_column(values, draws, drawn, lane_sums);
        for (std::size_t lane = 0; lane < static_cast<std::size_t>(count); ++lane) {
            *scratch[lane].tree.next() = lane_sums[lane];
            scratch[lane].tree.close();
        }
    }
    for (std::int64_t lane = 0; lane < count; ++lane) {
        scratch[static_cast<std::size_t>(lane)].tree.finish(sums + lane * rows.columns);
    }
}

}  // namespace

void column_sums(const Rows& rows, std::span<double> sums) {
    BlockTree tree(rows.columns);
    for (std::int64_t first = 0; first < rows.count; first += block_rows) {
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
    tree.finish(sums.data());
}

void resample_counts(std::int64_t n, const Resamples& resamples, int threads,
                     const InterruptCheck& interrupted, std::span<std::uint32_t> counts) {
    const auto blocks = block_count(n);
    parallel_for(
        resamples.count, threads,
        [&](std::int64_t b) {
            const Stream stream(resamples.seed, resamples.first + static_cast<std::uint64_t>(b));
            std::vector<std::int64_t> draws(static_cast<std::size_t>(blocks));
            std::vector<std::uint8_t> drawn;
            divide(stream, 0, blocks, n, n, draws.data());
            std::uint32_t* row_counts = counts.data() + b * n;
            std::fill_n(row_counts, n, 0U);
            for (std::int64_t block = 0; block < blocks; ++block) {
                const auto first = block * block_rows;
                const auto size = std::min(block_rows, n - first);
                const auto inside = draws[static_cast<std::size_t>(block)];
                draw_block(stream, block, inside, size, drawn);
                for (std::int64_t i = 0; i < inside; ++i) {
                    ++row_counts[first + drawn[static_cast<std::size_t>(i)]];
                }
            }
        },
        interrupted);
}

void resample_sums(const Rows& rows, const Resamples& resamples, int threads,
                   const InterruptCheck& interrupted, std::span<double> sums) {
    // A task is some tenths of a millisecond: a multiple of the lanes that draws enough rows.
    constexpr std::int64_t numbers_per_task = 400'000;
    const auto groups = std::max<std::int64_t>(
        1, numbers_per_task / (lanes * rows.count * rows.columns));
    const auto per_task = groups * lanes;
    const auto tasks = (resamples.count + per_task - 1) / per_task;
    parallel_for(
        tasks, threads,
        [&](std::int64_t task) {
            std::vector<Lane> scratch(lanes, Lane{{}, {}, BlockTree(rows.columns)});
            const auto last = std::min(resamples.count, (task + 1) * per_task);
            for (auto b = task * per_task; b < last; b += lanes) {
                resample_together(rows, resamples.seed,
                                  resamples.first + static_cast<std::uint64_t>(b),
                                  std::min(lanes, last - b), scratch,
                                  sums.data() + b * rows.columns);
            }
        },
        interrupted);
}

}  // namespace ranksure
