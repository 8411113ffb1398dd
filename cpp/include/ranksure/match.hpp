// Where the ids of a ranking meet the judgements, once per query.
#pragma once

#include <cstdint>
#include <vector>

#include "ranksure/candidates.hpp"
#include "ranksure/rankings.hpp"

namespace ranksure {

/// Documents that stood in the ranking before: they leave it.
struct Repeats {
    std::int64_t count = 0;
    std::int64_t first = -1;  ///< place in the run of the first one, -1 when there is none
};

/// Memory that is reused from query to query.
struct MatchScratch {
    CandidateFilter filter;
    PlaceTable table;
};

/// Looks up the judged documents of qrels row `judged_row` in the ranking `order` (places of the
/// run, best first), which repeats leave, and fills `result`.
Repeats match(const RunView& run, std::vector<std::int64_t>& order, const QrelsView& qrels,
              std::int64_t judged_row, MatchScratch& scratch, JudgedRanking& result);

}  // namespace ranksure
