#include "ranksure/evaluate.hpp"

#include <algorithm>
#include <vector>

#include "ranksure/discount.hpp"
#include "ranksure/match.hpp"

namespace ranksure {
namespace {

// Queries handed to a thread at a time: enough to hide the hand-over, few enough to stop soon.
constexpr std::int64_t queries_per_task = 64;

std::int64_t longest(std::span<const std::int64_t> offsets) noexcept {
    std::int64_t length = 0;
    for (std::size_t q = 0; q + 1 < offsets.size(); ++q) {
        length = std::max(length, offsets[q + 1] - offsets[q]);
    }
    return length;
}

// Scratch of one task, reused from query to query.
struct Scratch {
    std::vector<std::int64_t> order;
    MatchScratch match;
    JudgedRanking ranking;
    JudgedRanking view;
    std::vector<std::int64_t> counts;
};

}  // namespace

void evaluate(const RunView& run, const QrelsView& qrels, std::span<const QueryPair> pairs,
              std::span<const Measure> measures, Ties ties, int threads,
              const InterruptCheck& interrupted, const EvaluationOutput& out) {
    const auto length = std::max(longest(run.offsets), longest(qrels.offsets));
    auto ranks = length;
    for (const auto& measure : measures) ranks = std::max(ranks, least_discounts(measure));
    const auto table = discounts(ranks);

    const auto evaluate_pair = [&](std::size_t i, Scratch& scratch) {
        const auto [run_row, judged_row] = pairs[i];
        scratch.order.clear();
        out.tied[i] = 0;
        if (run_row >= 0) {
            const auto q = static_cast<std::size_t>(run_row);
            out.tied[i] = order_documents(run.documents, run.scores, run.offsets[q],
                                          run.offsets[q + 1], ties, scratch.order);
        }
        const auto repeats =
            match(run, scratch.order, qrels, judged_row, scratch.match, scratch.ranking);
        out.repeats[i] = repeats.count;
        out.first_repeat[i] = repeats.first;
        for (std::size_t m = 0; m < measures.size(); ++m) {
            const auto& measure = measures[m];
            const auto& kind = measure_kinds()[static_cast<std::size_t>(measure.kind)];
            const auto cell = i * measures.size() + m;
            const auto& seen = seen_by(measure, scratch.ranking, scratch.view);
            out.values[cell] =
                kind.value(seen, {measure.k, measure.rel, table, measure, scratch.counts});
            out.undefined[cell] = !has_relevant(measure, seen);
        }
    };

    const auto count = static_cast<std::int64_t>(pairs.size());
    const auto tasks = (count + queries_per_task - 1) / queries_per_task;
    parallel_for(
        tasks, threads,
        [&](std::int64_t task) {
            Scratch scratch;
            scratch.counts.resize(2 * static_cast<std::size_t>(length) + 1);
            const auto last = std::min(count, (task + 1) * queries_per_task);
            for (auto i = task * queries_per_task; i < last; ++i) {
                evaluate_pair(static_cast<std::size_t>(i), scratch);
            }
        },
        interrupted);
}

}  // namespace ranksure
