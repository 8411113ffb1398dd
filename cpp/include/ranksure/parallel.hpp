// The one place where threads start.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>

namespace ranksure {

/// Thrown in the calling thread when `interrupted` said so; no task is running any more.
struct Interrupted : std::exception {
    const char* what() const noexcept override { return "interrupted"; }
};

/// Asked now and then in the calling thread; true stops the work.
using InterruptCheck = std::function<bool()>;

/// Calls `task(i)` for i in [0, tasks) on `threads` threads, the calling one included.
///
/// Tasks are handed out in ascending order. The first exception of a task stops the rest and is
/// rethrown here. A task writes only what belongs to its own i, so results never depend on threads.
/// A task should take milliseconds at most, because `interrupted` is asked between tasks.
void parallel_for(std::int64_t tasks, int threads, const std::function<void(std::int64_t)>& task,
                  const InterruptCheck& interrupted);

}  // namespace ranksure
