#include <cmath>

#include "check.hpp"
#include "ranksure/binomial.hpp"
#include "ranksure/flip.hpp"
#include "ranksure/groups.hpp"
#include "ranksure/kernel_choice.hpp"
#include "ranksure/random.hpp"
#include "ranksure/resample.hpp"

using namespace ranksure;

namespace {
std::vector<double> resampled(const std::vector<double>& x, std::int64_t columns,
                              std::uint64_t first, std::int64_t count, int threads) {
    const Rows rows{x.data(), static_cast<std::int64_t>(x.size()) / columns, columns};
    std::vector<double> sums(static_cast<std::size_t>(count * columns));
    resample_sums(rows, {7, first, count}, threads, {}, sums);
    return sums;
}

std::vector<double> ramp(std::size_t n) {
    std::vector<double> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = 1.0 / static_cast<double>(i + 1);
    return x;
}
}  // namespace

TEST(threads_do_not_change_a_bit) {
    for (const std::size_t n : {2U, 255U, 256U, 257U, 3000U, 66000U}) {
        const auto x = ramp(n);
        const auto one = resampled(x, 1, 0, 20, 1);
        CHECK(one == resampled(x, 1, 0, 20, 2));
        CHECK(one == resampled(x, 1, 0, 20, 7));
    }
}

TEST(any_part_of_the_resamples_can_be_drawn_alone) {
    const auto x = ramp(1000);
    const auto all = resampled(x, 1, 0, 20, 1);
    const auto part = resampled(x, 1, 13, 7, 1);
    for (std::size_t b = 0; b < 7; ++b) CHECK(part[b] == all[13 + b]);
}

TEST(columns_share_the_draws) {
    const auto x = ramp(700);
    std::vector<double> pairs;
    for (const double v : x) pairs.insert(pairs.end(), {v, v});
    const auto one = resampled(x, 1, 0, 20, 1);
    const auto two = resampled(pairs, 2, 0, 20, 2);
    for (std::size_t b = 0; b < 20; ++b) CHECK(two[2 * b] == one[b] && two[2 * b + 1] == one[b]);
}

TEST(a_resample_draws_as_many_rows_as_there_are) {
    for (const std::size_t n : {1U, 50U, 256U, 1000U, 70000U}) {
        const std::vector<double> ones(n, 1.0);
        for (const double sum : resampled(ones, 1, 0, 9, 2)) CHECK(sum == static_cast<double>(n));
    }
}

TEST(binomial_has_its_mean_and_variance) {
    const std::int64_t draws = 1000, part = 3, whole = 7;
    const int repetitions = 4000;
    const double p = 3.0 / 7.0;
    double sum = 0.0, squares = 0.0;
    for (int i = 0; i < repetitions; ++i) {
        const Stream stream(11, static_cast<std::uint64_t>(i));
        const auto k = static_cast<double>(binomial(stream, 0, draws, part, whole));
        sum += k;
        squares += (k - draws * p) * (k - draws * p);
    }
    const double variance = draws * p * (1 - p);
    CHECK(std::abs(sum / repetitions - draws * p) < 5 * std::sqrt(variance / repetitions));
    CHECK(std::abs(squares / repetitions / variance - 1) < 5 * std::sqrt(2.0 / repetitions));
    CHECK(binomial(Stream(1, 1), 0, draws, 0, whole) == 0);
}

TEST(sums_run_along_the_tree) {
    const auto x = ramp(67);
    auto terms = x;
    while (terms.size() > 1) {
        std::vector<double> sums;
        for (std::size_t i = 0; i < terms.size(); i += 2) {
            sums.push_back(i + 1 < terms.size() ? terms[i] + terms[i + 1] : terms[i]);
        }
        terms = sums;
    }
    double sum = 0.0;
    column_sums({x.data(), 67, 1}, {&sum, 1});
    CHECK(sum == terms[0]);
}

TEST(every_instruction_set_gives_the_same_bits) {
    const auto before = instruction_set();
    for (const std::int64_t columns : {1, 2, 5, 8, 33, 70}) {
        for (const std::size_t n : {1U, 18U, 31U, 32U, 33U, 50U, 256U, 300U, 1000U, 5000U}) {
            const auto x = ramp(n * static_cast<std::size_t>(columns));
            CHECK(use_instruction_set("plain"));
            const auto plain = resampled(x, columns, 3, 9, 1);
            for (const auto& name : instruction_sets()) {
                CHECK(use_instruction_set(name));
                CHECK(resampled(x, columns, 3, 9, 2) == plain);
            }
        }
    }
    CHECK(!use_instruction_set("none"));
    CHECK(use_instruction_set(before));
}

TEST(many_draws_cost_no_more_than_few_and_have_the_same_law) {
    const std::int64_t draws = 10'000'000'000, part = 3'000'000'001;
    const double p = static_cast<double>(part) / static_cast<double>(draws);
    const int repetitions = 4000;
    double squares = 0.0;
    for (int i = 0; i < repetitions; ++i) {
        const Stream stream(5, static_cast<std::uint64_t>(i));
        const auto k = binomial(stream, 0, draws, part, draws);
        const double away = static_cast<double>(k - part);
        squares += away * away / (static_cast<double>(draws) * p * (1 - p));
    }
    CHECK(std::abs(squares / repetitions - 1) < 5 * std::sqrt(2.0 / repetitions));
}

TEST(equal_rows_are_grouped_in_order) {
    std::vector<double> x(1000);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = i % 3 == 0 ? 0.5 : 0.0;
    x[10] = 7.0;
    x[20] = -0.0;  // an equal of 0.0
    const Rows rows{x.data(), 1000, 1};
    const auto grouping = group_rows(rows);
    CHECK((grouping.values == std::vector<double>{0.5, 0.0}));
    CHECK((grouping.sizes == std::vector<std::int64_t>{334, 665}));
    CHECK((grouping.rest == std::vector<double>{7.0}));
    const GroupedRows grouped{grouping.values.data(), grouping.sizes, {grouping.rest.data(), 1, 1}};
    std::vector<double> one(50);
    std::vector<double> seven(50);
    resample_grouped_sums(grouped, {1, 0, 50}, 1, {}, one);
    resample_grouped_sums(grouped, {1, 0, 50}, 7, {}, seven);
    CHECK(one == seven);
}

TEST(signs_are_shared_by_the_columns) {
    std::vector<double> pairs;
    for (const double v : ramp(300)) pairs.insert(pairs.end(), {v, 2.0 * v});
    std::vector<double> sums(2 * 20);
    flip_sums({pairs.data(), 300, 2}, {1, 0, 20}, 2, {}, sums);
    for (std::size_t b = 0; b < 20; ++b) CHECK(sums[2 * b + 1] == 2.0 * sums[2 * b]);
}
