#include "ranksure/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace ranksure {
namespace {

// State shared by the workers of one call.
struct Work {
    Work(std::int64_t tasks_, const std::function<void(std::int64_t)>& task_)
        : tasks(tasks_), task(task_) {}

    const std::int64_t tasks;
    const std::function<void(std::int64_t)>& task;
    std::atomic<std::int64_t> next{0};
    std::atomic<bool> stop{false};
    std::mutex mutex;
    std::exception_ptr error;

    // Runs one task; false when there is none left or the work has stopped.
    bool step() {
        if (stop.load(std::memory_order_relaxed)) return false;
        const auto i = next.fetch_add(1, std::memory_order_relaxed);
        if (i >= tasks) return false;
        try {
            task(i);
        } catch (...) {
            const std::lock_guard lock(mutex);
            if (!error) error = std::current_exception();
            stop.store(true, std::memory_order_relaxed);
        }
        return true;
    }
};

// Joins on every way out. (std::jthread is missing in the libc++ of supported macOS compilers.)
struct Threads {
    std::vector<std::thread> threads;
    ~Threads() {
        for (auto& thread : threads) thread.join();
    }
};

}  // namespace

void parallel_for(std::int64_t tasks, int threads, const std::function<void(std::int64_t)>& task,
                  const InterruptCheck& interrupted) {
    Work work(tasks, task);
    bool was_interrupted = false;
    {
        Threads workers;
        const auto extra = std::min<std::int64_t>(threads, tasks) - 1;
        for (std::int64_t t = 0; t < extra; ++t) {
            try {
                workers.threads.emplace_back([&work] {
                    while (work.step()) {
                    }
                });
            } catch (const std::system_error&) {
                break;  // the system gives no more threads: those that run do all the work
            }
        }
        using clock = std::chrono::steady_clock;
        constexpr auto pause = std::chrono::milliseconds(20);
        auto asked = clock::now();
        while (work.step()) {
            if (clock::now() - asked < pause) continue;
            if (interrupted && interrupted()) {
                was_interrupted = true;
                work.stop.store(true, std::memory_order_relaxed);
            }
            asked = clock::now();
        }
    }  // joins
    if (work.error) std::rethrow_exception(work.error);
    if (was_interrupted) throw Interrupted();
}

}  // namespace ranksure
