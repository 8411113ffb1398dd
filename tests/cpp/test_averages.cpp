#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "check.hpp"
#include "ranksure/averages.hpp"
#include "ranksure/discount.hpp"

using namespace ranksure;

namespace {

// Documents 0 to 11 in four groups of equal scores; entry i is the grade of document i.
const std::vector<double> scores = {5, 5, 5, 4, 3, 3, 3, 3, 2, 2, 1, 1};
constexpr double none = -9.0;  // not judged
const std::vector<double> grades = {2, none, 0, 1, none, 1, 3, none, -1, 2, none, 1};

TiedRanking example(std::int64_t depth) {
    TiedRanking tied;
    std::vector<std::int64_t> order(scores.size());
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = 0; i < grades.size(); ++i) {
        if (grades[i] == none) continue;
        tied.ranking.hits.push_back({static_cast<std::int64_t>(i) + 1, grades[i]});
        tied.ranking.judged.push_back(grades[i]);
    }
    tied.ranking.judged.push_back(1.0);
    std::sort(tied.ranking.judged.begin(), tied.ranking.judged.end(), std::greater<>());
    tied.ranking.retrieved = std::min<std::int64_t>(depth, 12);
    find_groups(order, scores.data(), tied);
    return tied;
}

/// A column of a kind, with the numbers that it cannot do without.
Measure measure_of(const MeasureKind& kind) {
    Measure measure{.kind = static_cast<int>(&kind - measure_kinds().data())};
    measure.max_grade = 3.0;
    if (kind.numbers == Numbers::weights) measure.numbers = {1.0, -1.0, 0.5, 0.25};
    if (kind.numbers == Numbers::levels) measure.numbers = {0.0, 0.5};
    return measure;
}

}  // namespace

TEST(groups_of_equal_scores_are_found_around_the_hits) {
    const auto tied = example(9);
    CHECK(tied.groups.size() == 4);
    CHECK(tied.groups[2].start == 4 && tied.groups[2].size == 4);
    CHECK(tied.groups[2].first_hit == 3 && tied.groups[2].last_hit == 5);
    CHECK(tied.ranking.hits[3].grade == 3.0);  // descending within the group
    CHECK(example(8).groups.size() == 3);      // the last ranks do not count
}

TEST(trying_every_order_gives_what_the_closed_forms_say) {
    const auto table = discounts(40);
    std::vector<std::int64_t> counts(40);
    for (const std::int64_t depth : {1, 6, 9, 12}) {
        const auto tied = example(depth);
        for (const auto& kind : measure_kinds()) {
            auto measure = measure_of(kind);
            const auto closed_form = averaged_kernel(kind.name);
            for (const std::int64_t k : {2, 5, 9, 30}) {
                const Cut cut{k, 1.0, table, measure, counts};
                const auto tried = average_over_orders(kind, tied, cut);
                CHECK(tried.has_value());
                if (closed_form == nullptr) continue;
                CHECK(std::abs(*tried - closed_form(tied, cut)) < 1e-14);
            }
        }
    }
}

TEST(too_many_orders_are_not_tried) {
    const auto table = discounts(20);
    const auto& rr = measure_kinds()[3];
    const auto measure = measure_of(rr);
    std::vector<std::int64_t> counts(40);
    TiedRanking tied;
    tied.ranking.hits = {{1, 1.0}};
    tied.ranking.judged = {1.0};
    tied.ranking.retrieved = 9;
    tied.groups = {{0, 9, 0, 1}};
    CHECK(!average_over_orders(rr, tied, {9, 1.0, table, measure, counts}));
    tied.groups = {{0, 8, 0, 1}};
    CHECK(average_over_orders(rr, tied, {9, 1.0, table, measure, counts}));
}
