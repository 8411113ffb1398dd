// The way down the tree of draws for some resamples, shared by plain and grouped rows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ranksure/binomial.hpp"
#include "ranksure/parallel.hpp"
#include "ranksure/resample.hpp"

namespace ranksure {

/// Adds or counts what up to `lanes` resamples draw; one for each task, with its scratch.
class Resampler {
public:
    explicit Resampler(const Rows& rows);

    /// Sums of the columns for each of the streams, one stream after the other; each lane draws so
    /// many rows.
    void add(const LaneStreams& streams, const LaneCounts& draws, double* sums);

    /// How often each row is drawn, one stream after the other.
    void count(const LaneStreams& streams, const LaneCounts& draws, std::uint32_t* counts);

private:
    template <class Part>
    void descend(const LaneStreams& streams, std::int64_t first, std::int64_t leaves,
                 const LaneCounts& draws, const Part& part, double* slot);

    Rows rows_;
    std::vector<double> last_leaf_;  // the rows of the last leaf, followed by zeros
    std::vector<double> slots_;      // for each depth of the tree a number for each lane and column
};

/// Calls what `make_work()` gives for lanes of at most `lanes` resamples, many lanes a task, as
/// work(streams, first), where `first` counts from 0.
template <class MakeWork>
void for_lanes(const Resamples& resamples, std::int64_t cost, int threads,
               const InterruptCheck& interrupted, const MakeWork& make_work) {
    // A task is some tenths of a millisecond: enough to hide the hand-over, short enough to stop.
    constexpr std::int64_t cost_of_task = 1'000'000;
    constexpr auto step = static_cast<std::int64_t>(lanes);
    const auto per_task = step * std::max<std::int64_t>(1, cost_of_task / (step * cost));
    parallel_for((resamples.count + per_task - 1) / per_task, threads,
                 [&](std::int64_t task) {
                     auto work = make_work();
                     const auto end = std::min(resamples.count, (task + 1) * per_task);
                     for (auto b = task * per_task; b < end; b += step) {
                         const LaneStreams streams(resamples.seed,
                                                   resamples.first + static_cast<std::uint64_t>(b),
                                                   static_cast<int>(std::min(step, end - b)));
                         work(streams, b);
                     }
                 },
                 interrupted);
}

/// Sums of lanes side by side, each column after the other, to one resample after the other.
void copy_lanes(const double* sums, std::int64_t columns, int count, double* to) noexcept;

}  // namespace ranksure
