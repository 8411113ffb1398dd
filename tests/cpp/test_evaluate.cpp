#include <cmath>

#include "check.hpp"
#include "ranksure/evaluate.hpp"

using namespace ranksure;

namespace {

int kind(std::string_view name) {
    for (std::size_t i = 0; i < measure_kinds().size(); ++i) {
        if (measure_kinds()[i].name == name) return static_cast<int>(i);
    }
    return -1;
}

// Two queries of integer ids: hits at ranks 1 and 3 of the first, the second is not answered.
struct Example {
    std::vector<std::int32_t> retrieved = {7, 8, 9, 7};
    std::vector<std::int64_t> run_offsets = {0, 4};
    std::vector<double> scores = {4.0, 3.0, 2.0, 1.0};
    std::vector<std::int64_t> judged = {7, 9, 1, 2};
    std::vector<std::int64_t> judged_offsets = {0, 3, 4};
    std::vector<double> grades = {1.0, 2.0, -1.0, 1.0};
    std::vector<QueryPair> pairs = {{0, 0}, {-1, 1}};

    std::vector<double> values;
    std::vector<std::uint8_t> states, tied = {9, 9};
    std::vector<std::int64_t> repeats = {9, 9}, first_repeat = {9, 9};

    void run(const std::vector<Measure>& measures, int threads, Ties ties = Ties::trec) {
        values.assign(2 * measures.size(), -1.0);
        states.assign(values.size(), 9);
        const RunView view{IntegerIds<std::int32_t>{retrieved}, run_offsets, scores.data()};
        const QrelsView qrels{IntegerIds<std::int64_t>{judged}, judged_offsets, grades.data()};
        evaluate(view, qrels, pairs, measures, {ties}, threads, {},
                 {values, states, tied, repeats, first_repeat});
    }
};

}  // namespace

TEST(a_query_is_ordered_matched_and_measured) {
    Example example;
    const std::vector<Measure> measures = {
        {kind("recall"), 2}, {kind("ap")}, {kind("ndcg"), 3}, {kind("judged"), 3}};
    example.run(measures, 2);
    CHECK(example.values[0] == 0.5);
    CHECK(example.values[1] == (1.0 + 2.0 / 3.0) / 2.0);
    CHECK(std::abs(example.values[2] - (1.0 + 2.0 / 2.0) / (2.0 + 1.0 / std::log2(3.0))) < 1e-15);
    CHECK(example.values[3] == 2.0 / 3.0);
    for (std::size_t m = 4; m < 8; ++m) CHECK(example.values[m] == 0.0);
    CHECK((example.repeats == std::vector<std::int64_t>{1, 0}));
    CHECK((example.first_repeat == std::vector<std::int64_t>{3, -1}));
    CHECK((example.tied == std::vector<std::uint8_t>{0, 0}));
}

TEST(equal_scores_go_by_id_or_stay) {
    Example example;
    example.retrieved = {10, 9, 8, 100};
    example.scores = {1.0, 1.0, 1.0, 1.0};
    const std::vector<Measure> measures = {{kind("rr")}};
    example.run(measures, 1);  // 9, 8, 100, 10
    CHECK(example.values[0] == 1.0);
    example.run(measures, 1, Ties::stable);
    CHECK(example.values[0] == 0.5);
    CHECK(example.tied[0] == 1);
}

TEST(nothing_relevant_is_marked_for_each_measure) {
    Example example;
    example.grades = {0.5, 0.5, 0.0, 0.0};
    const std::vector<Measure> measures = {{kind("rr")}, {kind("ndcg")}, {kind("judged"), 1}};
    example.run(measures, 1);
    CHECK((example.states == std::vector<std::uint8_t>{1, 0, 0, 1, 1, 0}));
}

TEST(parameters_reach_the_kernels) {
    Example example;  // hits at ranks 1 (grade 1) and 3 (grade 2), one more judged, below zero
    const std::vector<Measure> measures = {
        {.kind = kind("rbp"), .p = 0.5},
        {.kind = kind("rbp"), .p = 0.5, .graded = 1.0, .max_grade = 2.0},
        {.kind = kind("err"), .max_grade = 2.0},
        {.kind = kind("precision"), .k = 2, .judged_only = 1.0},
        {.kind = kind("dcg"), .numbers = {2.0, 8.0}},
        {.kind = kind("sdcg"), .k = 5, .max_grade = 2.0},  // more discounts than documents
        {.kind = kind("utility"), .n_documents = 10.0, .numbers = {1.0, -1.0, 0.0, 0.5}}};
    example.run(measures, 1);
    CHECK(example.values[0] == 0.5 * (1.0 + 0.25));
    CHECK(example.values[1] == 0.5 * (0.5 + 0.25));
    CHECK(example.values[2] == 0.25 + 0.75 * 0.75 / 3.0);
    CHECK(example.values[3] == 1.0);
    CHECK(example.values[4] == 1.0 + 8.0 / 2.0);
    CHECK(example.values[5] > 0.0 && example.values[5] < 1.0);
    CHECK(example.values[6] == 2.0 - 1.0 + 0.5 * 7.0);
}

TEST(every_kind_measures_empty_rankings_and_empty_judgements) {
    Example example;
    example.judged_offsets = {0, 0, 4};
    example.pairs = {{0, 0}, {-1, 0}};
    for (std::size_t i = 0; i < measure_kinds().size(); ++i) {
        Measure measure{.kind = static_cast<int>(i), .k = 3};
        if (measure_kinds()[i].numbers == Numbers::levels) measure.numbers = {0.0, 1.0};
        if (measure_kinds()[i].numbers == Numbers::weights) measure.numbers = {1.0, -1.0, 0.0, 0.0};
        example.run({measure}, 1);
        for (const auto value : example.values) CHECK(std::isfinite(value));
    }
}
