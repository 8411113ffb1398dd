#include "resampler.hpp"

#include <algorithm>
#include <bit>

#include "kernels.hpp"
#include "ranksure/binomial.hpp"

namespace ranksure {
namespace {

// Divides the draws of each lane over the blocks [first, first + count), which hold the rows up to
// `rows`.
void divide(std::span<const Stream> streams, std::int64_t first, std::int64_t count,
            const LaneCounts& draws, std::int64_t rows, std::vector<LaneCounts>& draws_of_block) {
    if (count == 1) {
        draws_of_block[static_cast<std::size_t>(first)] = draws;
        return;
    }
    const auto left = std::int64_t{1}
                      << (std::bit_width(static_cast<std::uint64_t>(count - 1)) - 1);
    const auto middle = first + left;
    const auto size = std::min(count * block_rows, rows - first * block_rows);
    const auto region = static_cast<std::uint64_t>(2 * middle - 1);
    const auto to_left = binomial(streams, region, draws, left * block_rows, size);
    LaneCounts to_right{};
    for (std::size_t lane = 0; lane < lanes; ++lane) to_right[lane] = draws[lane] - to_left[lane];
    divide(streams, first, left, to_left, rows, draws_of_block);
    divide(streams, middle, count - left, to_right, rows, draws_of_block);
}

// Row numbers within a block; `drawn` has room for them.
void draw_block(const Stream& stream, std::int64_t block, std::int64_t draws, std::int64_t rows,
                std::uint8_t* drawn) noexcept {
    const auto state = stream.begin(static_cast<std::uint64_t>(2 * block));
    if (rows == block_rows) {
        kernels().draw_full(state, stream.gamma, draws, drawn);
    } else {
        kernels().draw_short(state, stream.gamma, draws, static_cast<std::uint32_t>(rows), drawn);
    }
}

std::uint8_t* room_for(std::int64_t draws, std::vector<std::uint8_t>& buffer) {
    const auto bytes = static_cast<std::size_t>(draws + written_beyond);
    if (buffer.size() < bytes) buffer.resize(bytes);
    return buffer.data();
}

// Sums of the drawn numbers of one column, all lanes side by side: their additions overlap.
void add_lanes(const double* block, const LaneCounts& draws,
               const std::array<const std::uint8_t*, lanes>& drawn, double* sums) noexcept {
    const auto [least, most] = std::minmax_element(draws.begin(), draws.end());
    const auto at = drawn;  // local copies: the compiler knows that no store changes them
    std::array<double, lanes> total{};
    std::int64_t i = 0;
    for (const auto shared = *least; i < shared; ++i) {
        for (std::size_t lane = 0; lane < lanes; ++lane) total[lane] += block[at[lane][i]];
    }
    // A lane that has no draw left adds 0.0, which changes no bit: a sum is never -0.0. Masks, not
    // branches, for nobody foresees which lane ends first.
    for (const auto end = *most; i < end; ++i) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const auto kept = ~(static_cast<std::uint64_t>(i < draws[lane]) - 1);
            const auto value = std::bit_cast<std::uint64_t>(block[at[lane][i] & kept]) & kept;
            total[lane] += std::bit_cast<double>(value);
        }
    }
    std::copy(total.begin(), total.end(), sums);
}

}  // namespace

std::vector<Stream> streams_of(const Resamples& resamples, std::int64_t from, std::int64_t to) {
    std::vector<Stream> streams;
    for (auto b = from; b < to; ++b) {
        streams.emplace_back(resamples.seed, resamples.first + static_cast<std::uint64_t>(b));
    }
    return streams;
}

Resampler::Resampler(const Rows& rows)
    : rows_(rows),
      draws_(static_cast<std::size_t>(block_count(rows.count))),
      tree_(static_cast<std::int64_t>(lanes) * rows.columns) {}

void Resampler::run(std::span<const Stream> streams, const LaneCounts& draws, double* sums) {
    const auto blocks = block_count(rows_.count);
    divide(streams, 0, blocks, draws, rows_.count, draws_);
    for (std::int64_t block = 0; block < blocks; ++block) {
        add_block(streams, block, tree_.next());
        tree_.close();
    }
    tree_.finish(sums, static_cast<std::int64_t>(streams.size()) * rows_.columns);
}

void Resampler::add_block(std::span<const Stream> streams, std::int64_t block, double* sums) {
    const auto first = block * block_rows;
    const auto size = std::min(block_rows, rows_.count - first);
    const double* values = rows_.values + first * rows_.columns;
    const auto& draws = draws_[static_cast<std::size_t>(block)];
    const auto most = *std::max_element(draws.begin(), draws.end());
    std::array<const std::uint8_t*, lanes> drawn{};
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        auto* room = room_for(most, drawn_[lane]);
        drawn[lane] = room;
        if (lane < streams.size()) draw_block(streams[lane], block, draws[lane], size, room);
    }
    if (rows_.columns == 1) {
        add_lanes(values, draws, drawn, sums);
        return;
    }
    for (std::size_t lane = 0; lane < streams.size(); ++lane) {
        kernels().add_rows(values, rows_.columns, draws[lane], drawn[lane],
                           sums + static_cast<std::int64_t>(lane) * rows_.columns);
    }
}

void Resampler::count(const Stream& stream, std::uint32_t* counts) {
    const auto blocks = block_count(rows_.count);
    divide({&stream, 1}, 0, blocks, {rows_.count}, rows_.count, draws_);
    std::fill_n(counts, rows_.count, 0U);
    for (std::int64_t block = 0; block < blocks; ++block) {
        const auto first = block * block_rows;
        const auto draws = draws_[static_cast<std::size_t>(block)][0];
        auto* drawn = room_for(draws, drawn_[0]);
        draw_block(stream, block, draws, std::min(block_rows, rows_.count - first), drawn);
        for (std::int64_t i = 0; i < draws; ++i) ++counts[first + drawn[i]];
    }
}

}  // namespace ranksure
