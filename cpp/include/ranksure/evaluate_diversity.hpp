// A table of diversity measures over many queries.
#pragma once

#include <cstdint>
#include <span>

#include "ranksure/diversity.hpp"
#include "ranksure/evaluate.hpp"

namespace ranksure {

/// Row-major tables of pairs x measures.
struct DiversityOutput {
    std::span<double> values;
    std::span<std::uint8_t> undefined;  ///< 1 where no subtopic has a relevant document
};

/// As `evaluate`, for judgements that belong to subtopics. The grades of `qrels` are not read, and
/// a ranking ends at the rank `depth`.
void evaluate_diversity(const RunView& run, const QrelsView& qrels, const SubtopicsView& subtopics,
                        std::span<const QueryPair> pairs,
                        std::span<const DiversityMeasure> measures, Ties ties, std::int64_t depth,
                        int threads, const InterruptCheck& interrupted, const DiversityOutput& out);

}  // namespace ranksure
