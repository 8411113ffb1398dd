#include "ranksure/evaluate.hpp"

#include <algorithm>
#include <vector>

#include "ranksure/averages.hpp"
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
    TiedRanking tied;
    JudgedRanking view;
    TiedRanking tied_view;
    std::vector<std::int64_t> counts;
};

/// Ends the ranking at a rank.
void cut_at(std::int64_t depth, JudgedRanking& ranking) noexcept {
    ranking.retrieved = std::min(ranking.retrieved, depth);
    while (!ranking.hits.empty() && ranking.hits.back().rank > depth) ranking.hits.pop_back();
}

/// One measure, averaged over the orders of the tied groups; `view` is scratch.
State average(const MeasureKind& kind, const TiedRanking& tied, const Cut& cut, TiedRanking& view,
              double& value) {
    const auto kernel = averaged_kernel(kind.name);
    if (kernel != nullptr && has_tied_view(cut.measure, tied)) {
        value = kernel(seen_by(cut.measure, tied, view), cut);
        return State::measured;
    }
    const auto tried = average_over_orders(kind, tied, cut);
    value = tried.value_or(0.0);
    return tried ? State::measured : State::too_many_orders;
}

}  // namespace

void evaluate(const RunView& run, const QrelsView& qrels, std::span<const QueryPair> pairs,
              std::span<const Measure> measures, const Choices& choices, int threads,
              const InterruptCheck& interrupted, const EvaluationOutput& out) {
    const auto length = std::max(longest(run.offsets), longest(qrels.offsets));
    auto ranks = length;
    for (const auto& measure : measures) ranks = std::max(ranks, least_discounts(measure));
    const auto table = discounts(ranks);

    const auto evaluate_pair = [&](std::size_t i, Scratch& scratch) {
        const auto [run_row, judged_row] = pairs[i];
        auto& ranking = scratch.tied.ranking;
        scratch.order.clear();
        bool tied = false;
        if (run_row >= 0) {
            const auto q = static_cast<std::size_t>(run_row);
            tied = order_documents(run.documents, run.scores, run.offsets[q], run.offsets[q + 1],
                                   choices.ties, scratch.order);
        }
        const auto repeats = match(run, scratch.order, qrels, judged_row, scratch.match, ranking);
        out.tied[i] = tied;
        out.repeats[i] = repeats.count;
        out.first_repeat[i] = repeats.first;
        const bool averaged = tied && choices.ties == Ties::average;
        if (averaged) {
            ranking.retrieved = std::min(ranking.retrieved, choices.depth);
            find_groups(scratch.order, run.scores, scratch.tied);
        } else {
            cut_at(choices.depth, ranking);
        }
        for (std::size_t m = 0; m < measures.size(); ++m) {
            const auto& measure = measures[m];
            const auto& kind = measure_kinds()[static_cast<std::size_t>(measure.kind)];
            const Cut cut{measure.k, measure.rel, table, measure, scratch.counts};
            const auto& seen = seen_by(measure, ranking, scratch.view);
            const auto cell = i * measures.size() + m;
            auto state = State::measured;
            if (!has_relevant(measure, seen)) {
                out.values[cell] = 0.0;
                state = State::nothing_relevant;
            } else if (averaged) {
                state = average(kind, scratch.tied, cut, scratch.tied_view, out.values[cell]);
            } else {
                out.values[cell] = kind.value(seen, cut);
            }
            out.states[cell] = static_cast<std::uint8_t>(state);
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
