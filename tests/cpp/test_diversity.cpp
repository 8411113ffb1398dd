#include <algorithm>

#include "check.hpp"
#include "ranksure/evaluate_diversity.hpp"

using namespace ranksure;

namespace {

const InterruptCheck never = [] { return false; };

int kind(std::string_view name) {
    const auto kinds = diversity_kinds();
    const auto found = std::find_if(kinds.begin(), kinds.end(),
                                    [&](const DiversityKind& k) { return k.name == name; });
    return static_cast<int>(found - kinds.begin());
}

}  // namespace

TEST(diversity_measures_read_the_subtopics_of_each_query_alone) {
    // query 0: document 1 has the subtopics 0 and 1, document 2 has 0; query 1: nothing relevant
    const std::vector<std::int64_t> retrieved = {2, 9, 1, 5};
    const std::vector<std::int64_t> run_offsets = {0, 3, 4};
    const std::vector<std::int64_t> judged = {1, 2, 5};
    const std::vector<std::int64_t> judged_offsets = {0, 2, 3};
    const std::vector<std::int64_t> offsets = {0, 2, 3, 4};
    const std::vector<std::int64_t> numbers = {0, 1, 0, 1};
    const std::vector<double> grades = {1.0, 1.0, 2.0, 0.0};
    const std::vector<std::int64_t> id_order = {0, 1, 2};
    const RunView run{IntegerIds<std::int64_t>{retrieved}, run_offsets, nullptr};
    const QrelsView qrels{IntegerIds<std::int64_t>{judged}, judged_offsets, nullptr};
    const SubtopicsView subtopics{offsets, numbers, grades.data(), id_order};
    const std::vector<QueryPair> pairs = {{0, 0}, {1, 1}, {-1, 0}};
    const std::vector<DiversityMeasure> measures = {
        {kind("st_recall"), 1, 1.0, 0.5, 0.5, false},
        {kind("precision_ia"), 2, 1.0, 0.5, 0.5, true},
        {kind("nerr_ia"), 3, 1.0, 0.5, 0.5, false},
        {kind("alpha_dcg"), 50, 1.0, 0.5, 0.5, false},
    };
    std::vector<double> values(12);
    std::vector<std::uint8_t> undefined(12);
    for (const int threads : {1, 3}) {
        evaluate_diversity(run, qrels, subtopics, pairs, measures, Ties::trec, Measure::whole,
                           threads, never, {values, undefined});
        CHECK(values[0] == 0.5);
        CHECK(values[1] == 0.75);
        CHECK(values[2] == (1.0 + 1.5 / 3.0) / (2.0 + 0.5 / 2.0));
        CHECK(values[3] > 0.0 && values[3] < 1.0);
        for (std::size_t cell = 4; cell < 12; ++cell) {
            CHECK(values[cell] == 0.0);
            CHECK(undefined[cell] == (cell < 8));
        }
    }
}
