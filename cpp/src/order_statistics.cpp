#include "ranksure/order_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <vector>

namespace ranksure {
namespace {

constexpr std::int64_t sampled = 256;
constexpr std::int64_t rows_per_task = 16;

// How many numbers of a sample are expected among the first `count` of `size`: three standard
// deviations and a little more to be on the safe side.
std::int64_t place_in_sample(std::int64_t count, std::int64_t size) noexcept {
    const double expected =
        static_cast<double>(count) * static_cast<double>(sampled) / static_cast<double>(size);
    return std::min(static_cast<std::int64_t>(expected + 3.0 * std::sqrt(expected) + 2.0),
                    sampled - 1);
}

// The numbers near both ends of one row, found in one pass; scratch of one task.
class Ends {
public:
    explicit Ends(std::int64_t size)
        : sample_(sampled),
          smallest_(static_cast<std::size_t>(size) + 1),
          largest_(static_cast<std::size_t>(size) + 1) {}

    // Finds at least the `low` smallest and the `high` largest numbers.
    void collect(std::span<const double> numbers, std::int64_t low, std::int64_t high) {
        low_ = high_ = 0;
        const auto size = std::ssize(numbers);
        if (size >= 4 * sampled) {
            for (std::size_t i = 0; i < sampled; ++i)
                sample_[i] = numbers[i * numbers.size() / sampled];
            const auto at_low = sample_.begin() + place_in_sample(low, size);
            std::nth_element(sample_.begin(), at_low, sample_.end());
            const double least = *at_low;
            const auto at_high = sample_.end() - 1 - place_in_sample(high, size);
            std::nth_element(sample_.begin(), at_high, sample_.end());
            const double most = *at_high;
            for (const double x : numbers) {  // without a branch that nobody can foresee
                smallest_[static_cast<std::size_t>(low_)] = x;
                low_ += x <= least;
                largest_[static_cast<std::size_t>(high_)] = x;
                high_ += x >= most;
            }
        }
        // A sample may mislead; then all numbers are looked at.
        if (low_ < low)
            low_ = std::ranges::copy(numbers, smallest_.begin()).out - smallest_.begin();
        if (high_ < high)
            high_ = std::ranges::copy(numbers, largest_.begin()).out - largest_.begin();
    }

    std::span<double> smallest() noexcept {
        return std::span(smallest_).first(static_cast<std::size_t>(low_));
    }
    std::span<double> largest() noexcept {
        return std::span(largest_).first(static_cast<std::size_t>(high_));
    }

private:
    std::vector<double> sample_;
    std::vector<double> smallest_;
    std::vector<double> largest_;
    std::int64_t low_ = 0;
    std::int64_t high_ = 0;
};

// Puts the places from `first` to `last` in order.
void put_in_order(std::span<double> numbers, std::int64_t first, std::int64_t last) {
    const auto begin = numbers.begin();
    std::nth_element(begin, begin + last, numbers.end());
    std::nth_element(begin, begin + first, begin + last);
    std::sort(begin + first, begin + last);
}

// Of one row at a time; scratch of one task.
class Selection {
public:
    Selection(std::int64_t size, std::span<const std::int64_t> places) : ends_(size) {
        const auto middle = std::lower_bound(places.begin(), places.end(), size / 2);
        low_ = {places.begin(), middle};
        high_ = {middle, places.end()};
    }

    std::span<const double> differences(std::span<const double> a, std::span<const double> b) {
        differences_.resize(a.size());
        std::ranges::transform(a, b, differences_.begin(), std::minus<>());
        return differences_;
    }

    void find(std::span<const double> numbers, double* out) {
        const auto size = std::ssize(numbers);
        ends_.collect(numbers, low_.empty() ? 0 : low_.back() + 1,
                      high_.empty() ? 0 : size - high_.front());
        if (!low_.empty()) put_in_order(ends_.smallest(), low_.front(), low_.back());
        for (const auto place : low_) *out++ = ends_.smallest()[static_cast<std::size_t>(place)];
        const auto left_out = size - std::ssize(ends_.largest());
        if (!high_.empty()) {
            put_in_order(ends_.largest(), high_.front() - left_out, high_.back() - left_out);
        }
        for (const auto place : high_) {
            *out++ = ends_.largest()[static_cast<std::size_t>(place - left_out)];
        }
    }

private:
    Ends ends_;
    std::vector<double> differences_;
    std::span<const std::int64_t> low_;
    std::span<const std::int64_t> high_;
};

// Calls find(row, selection) for all rows, some of them a task.
template <class Find>
void for_rows(std::int64_t count, std::int64_t size, std::span<const std::int64_t> places,
              int threads, const InterruptCheck& interrupted, const Find& find) {
    parallel_for((count + rows_per_task - 1) / rows_per_task, threads,
                 [&](std::int64_t task) {
                     Selection selection(size, places);
                     const auto end = std::min(count, (task + 1) * rows_per_task);
                     for (auto row = task * rows_per_task; row < end; ++row) find(row, selection);
                 },
                 interrupted);
}

}  // namespace

void order_statistics(const NumberRows& rows, std::int64_t count,
                      std::span<const std::int64_t> places, int threads,
                      const InterruptCheck& interrupted, std::span<double> found) {
    for_rows(count, rows.size, places, threads, interrupted,
             [&](std::int64_t row, Selection& selection) {
                 selection.find(rows[row], found.data() + row * std::ssize(places));
             });
}

void order_statistics_of_differences(const NumberRows& rows, std::span<const std::int64_t> first,
                                     std::span<const std::int64_t> second,
                                     std::span<const std::int64_t> places, int threads,
                                     const InterruptCheck& interrupted, std::span<double> found) {
    for_rows(std::ssize(first), rows.size, places, threads, interrupted,
             [&](std::int64_t pair, Selection& selection) {
                 const auto i = static_cast<std::size_t>(pair);
                 const auto differences = selection.differences(rows[first[i]], rows[second[i]]);
                 selection.find(differences, found.data() + pair * std::ssize(places));
             });
}

}  // namespace ranksure
