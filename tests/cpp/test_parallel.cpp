#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "check.hpp"
#include "ranksure/parallel.hpp"

using namespace ranksure;

TEST(every_task_runs_once) {
    for (const int threads : {1, 2, 7, 64}) {
        std::vector<int> seen(1000);
        parallel_for(1000, threads, [&](std::int64_t i) { ++seen[static_cast<std::size_t>(i)]; },
                     {});
        for (const int count : seen) CHECK(count == 1);
    }
}

TEST(the_error_of_a_worker_reaches_the_caller) {
    for (const int threads : {1, 3}) {
        std::string message;
        try {
            parallel_for(100, threads,
                         [](std::int64_t i) {
                             if (i == 40) throw std::runtime_error("task 40");
                         },
                         {});
        } catch (const std::runtime_error& error) {
            message = error.what();
        }
        CHECK(message == "task 40");
    }
}

TEST(an_interrupt_stops_the_work) {
    std::atomic<int> ran = 0;
    bool interrupted = false;
    try {
        parallel_for(
            100000, 2,
            [&](std::int64_t) {
                ++ran;
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            },
            [] { return true; });
    } catch (const Interrupted&) {
        interrupted = true;
    }
    CHECK(interrupted);
    CHECK(ran < 10000);
}
