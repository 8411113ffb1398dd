// The loop over the blocks of some resamples, shared by plain and grouped rows.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ranksure/binomial.hpp"
#include "ranksure/block_tree.hpp"
#include "ranksure/random.hpp"
#include "ranksure/resample.hpp"

namespace ranksure {

// The streams of the resamples [from, to).
std::vector<Stream> streams_of(const Resamples& resamples, std::int64_t from, std::int64_t to);

// Resamples up to `lanes` at a time; one for each task, with its scratch.
class Resampler {
public:
    explicit Resampler(const Rows& rows);

    // Sums of the columns for each of the streams; each lane draws so many rows.
    void run(std::span<const Stream> streams, const LaneCounts& draws, double* sums);

    // How often each row is drawn by one stream that draws as many rows as there are.
    void count(const Stream& stream, std::uint32_t* counts);

private:
    void add_block(std::span<const Stream> streams, std::int64_t block, double* sums);

    Rows rows_;
    std::vector<LaneCounts> draws_;
    std::array<std::vector<std::uint8_t>, lanes> drawn_;
    BlockTree tree_;
};

// Calls `work(first, last)` for groups of at most `lanes` resamples, many groups a task.
template <class Work>
void for_lanes(std::int64_t count, std::int64_t cost, int threads,
               const InterruptCheck& interrupted, const Work& make_work) {
    // A task is some tenths of a millisecond: enough to hide the hand-over, short enough to stop.
    constexpr std::int64_t cost_of_task = 400'000;
    constexpr auto step = static_cast<std::int64_t>(lanes);
    const auto per_task = step * std::max<std::int64_t>(1, cost_of_task / (step * cost));
    parallel_for((count + per_task - 1) / per_task, threads,
                 [&](std::int64_t task) {
                     auto work = make_work();
                     const auto end = std::min(count, (task + 1) * per_task);
                     for (auto b = task * per_task; b < end; b += step)
                         work(b, std::min(b + step, end));
                 },
                 interrupted);
}

}  // namespace ranksure
