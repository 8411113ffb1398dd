// What evaluation reads and passes on: runs, judgements, and rankings that have met them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ranksure/ids.hpp"

namespace ranksure {

/// Retrieved documents of many queries: query q owns the places [offsets[q], offsets[q + 1]).
struct RunView {
    Ids documents;
    std::span<const std::int64_t> offsets;
    const double* scores;  ///< one a document, or nullptr for ranked lists
};

/// Judged documents of many queries, laid out in the same way.
struct QrelsView {
    Ids documents;
    std::span<const std::int64_t> offsets;
    const double* grades;
};

/// A judged document that was retrieved; ranks count from 1.
struct Hit {
    std::int64_t rank;
    double grade;
};

/// The ranking of one query after it has met the judgements. No id is needed from here on.
struct JudgedRanking {
    std::vector<Hit> hits;       ///< ascending by rank
    std::vector<double> judged;  ///< grades of all judged documents, descending
    std::int64_t retrieved = 0;  ///< documents in the ranking
};

}  // namespace ranksure
