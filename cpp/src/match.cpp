#include "ranksure/match.hpp"

#include <algorithm>
#include <functional>
#include <type_traits>

namespace ranksure {
namespace {

/// Takes the places `gone` (ascending) out of `order`.
void close_up(const std::vector<std::int64_t>& gone, std::vector<std::int64_t>& order) noexcept {
    auto next = gone.begin();
    std::size_t kept = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (next != gone.end() && *next == static_cast<std::int64_t>(i)) {
            ++next;
        } else {
            order[kept++] = order[i];
        }
    }
    order.resize(kept);
}

// Ids of both sides are integers, or both are text; the caller has seen to it.
template <class RunIds, class JudgedIds>
Repeats match_ids(const RunIds& documents, std::vector<std::int64_t>& order,
                  const JudgedIds& judged, std::int64_t first, std::int64_t last,
                  const double* grades, MatchScratch& scratch, JudgedRanking& result) {
    Repeats repeats;
    auto& table = scratch.table;
    // The table holds places of the ranking that may repeat or may be judged; ranks follow once the
    // repeats have left.
    const auto id_at = [&](std::int64_t i) {
        return documents[order[static_cast<std::size_t>(i)]];
    };
    const auto length = static_cast<std::int64_t>(order.size());
    std::vector<std::int64_t> left_at;  // places of the ranking that repeat an earlier one
    const auto& candidates = scratch.filter.find(documents, order, judged, first, last);
    table.reset(static_cast<std::int64_t>(candidates.size()));
    for (const auto i : candidates) {
        if (table.insert(id_at(i), i, id_at) < 0) continue;
        if (repeats.count++ == 0) repeats.first = order[static_cast<std::size_t>(i)];
        left_at.push_back(i);
    }
    result.retrieved = length - repeats.count;
    for (auto j = first; j < last; ++j) {
        result.judged.push_back(grades[j]);
        const auto place = table.find(judged[j], id_at);
        if (place < 0) continue;
        const auto gone = std::lower_bound(left_at.begin(), left_at.end(), place) - left_at.begin();
        result.hits.push_back({place + 1 - gone, grades[j]});
    }
    if (repeats.count > 0) close_up(left_at, order);
    return repeats;
}

}  // namespace

Repeats match(const RunView& run, std::vector<std::int64_t>& order, const QrelsView& qrels,
              std::int64_t judged_row, MatchScratch& scratch, JudgedRanking& result) {
    const auto row = static_cast<std::size_t>(judged_row);
    const auto first = qrels.offsets[row];
    const auto last = qrels.offsets[row + 1];
    result.hits.clear();
    result.judged.clear();
    const auto repeats = std::visit(
        [&](const auto& documents, const auto& judged) {
            using RunIds = std::decay_t<decltype(documents)>;
            using JudgedIds = std::decay_t<decltype(judged)>;
            if constexpr (std::is_same_v<RunIds, TextIds> == std::is_same_v<JudgedIds, TextIds>) {
                return match_ids(documents, order, judged, first, last, qrels.grades, scratch,
                                 result);
            } else {
                return Repeats{};
            }
        },
        run.documents, qrels.documents);
    std::sort(result.hits.begin(), result.hits.end(),
              [](const Hit& a, const Hit& b) { return a.rank < b.rank; });
    std::sort(result.judged.begin(), result.judged.end(), std::greater<>());
    return repeats;
}

}  // namespace ranksure
