#include "ranksure/evaluate_diversity.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "ranksure/discount.hpp"
#include "ranksure/match.hpp"

namespace ranksure {
namespace {

constexpr std::int64_t queries_per_task = 16;

// The largest rank whose discount is read.
std::int64_t last_rank(const RunView& run, const QrelsView& qrels,
                       std::span<const DiversityMeasure> measures) noexcept {
    std::int64_t ranks = 0;
    for (const auto& offsets : {run.offsets, qrels.offsets}) {
        for (std::size_t q = 0; q + 1 < offsets.size(); ++q) {
            ranks = std::max(ranks, offsets[q + 1] - offsets[q]);
        }
    }
    for (const auto& measure : measures) {
        const auto& kind = diversity_kinds()[static_cast<std::size_t>(measure.kind)];
        if (kind.reads_to_cut_off) ranks = std::max(ranks, measure.k);
    }
    return ranks;
}

// Scratch of one task, reused from query to query.
struct Scratch {
    std::vector<std::int64_t> order;
    MatchScratch match;
    JudgedRanking ranking;
    std::vector<SubtopicHit> hits;
    std::vector<SubtopicHit> condensed;  // without the unjudged documents
};

}  // namespace

void evaluate_diversity(const RunView& run, const QrelsView& qrels, const SubtopicsView& subtopics,
                        std::span<const QueryPair> pairs,
                        std::span<const DiversityMeasure> measures, Ties ties, std::int64_t depth,
                        int threads, const InterruptCheck& interrupted,
                        const DiversityOutput& out) {
    const auto table = discounts(last_rank(run, qrels, measures));
    // Matching carries a number along with each judged document; here it says which one it is.
    std::vector<double> numbers(static_cast<std::size_t>(qrels.offsets.back()));
    std::iota(numbers.begin(), numbers.end(), 0.0);
    const QrelsView numbered{qrels.documents, qrels.offsets, numbers.data()};

    const auto evaluate_pair = [&](std::size_t i, Scratch& scratch) {
        const auto [run_row, judged_row] = pairs[i];
        const auto row = static_cast<std::size_t>(judged_row);
        const auto first = qrels.offsets[row];
        scratch.order.clear();
        if (run_row >= 0) {
            const auto q = static_cast<std::size_t>(run_row);
            order_documents(run.documents, run.scores, run.offsets[q], run.offsets[q + 1], ties,
                            scratch.order);
        }
        match(run, scratch.order, numbered, judged_row, scratch.match, scratch.ranking);
        scratch.hits.clear();
        scratch.condensed.clear();
        for (const auto& hit : scratch.ranking.hits) {
            if (hit.rank > depth) break;
            const auto document =
                static_cast<std::size_t>(hit.grade) - static_cast<std::size_t>(first);
            scratch.hits.push_back({hit.rank, document});
            scratch.condensed.push_back({std::ssize(scratch.hits), document});
        }
        for (std::size_t m = 0; m < measures.size(); ++m) {
            const auto& measure = measures[m];
            const RelevantSubtopics judged(subtopics, first, qrels.offsets[row + 1], measure.rel);
            const auto& kind = diversity_kinds()[static_cast<std::size_t>(measure.kind)];
            const auto& hits = measure.judged_only ? scratch.condensed : scratch.hits;
            const auto cell = i * measures.size() + m;
            out.values[cell] = kind.value({hits, judged, measure, table});
            out.undefined[cell] = judged.total() == 0;
        }
    };

    const auto count = static_cast<std::int64_t>(pairs.size());
    parallel_for((count + queries_per_task - 1) / queries_per_task, threads,
                 [&](std::int64_t task) {
                     Scratch scratch;
                     const auto last = std::min(count, (task + 1) * queries_per_task);
                     for (auto i = task * queries_per_task; i < last; ++i) {
                         evaluate_pair(static_cast<std::size_t>(i), scratch);
                     }
                 },
                 interrupted);
}

}  // namespace ranksure
