// Novelty and diversity measures of one query, whose judgements belong to subtopics.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ranksure/rankings.hpp"

namespace ranksure {

/// Subtopics of judged documents: document j owns [offsets[j], offsets[j + 1]), ascending by
/// number.
struct SubtopicsView {
    std::span<const std::int64_t> offsets;
    std::span<const std::int64_t> numbers;  ///< order of the subtopics' ids
    const double* grades;
    std::span<const std::int64_t> id_order;  ///< of each document: place among all ids, ascending
};

/// A judged document that was retrieved, by its number within the query; ranks count from 1.
struct SubtopicHit {
    std::int64_t rank;
    std::size_t document;
};

/// The judgements of one query for one threshold. Subtopics are numbered 0 to `total` - 1 in their
/// order; those without a relevant document do not count.
class RelevantSubtopics {
public:
    RelevantSubtopics(const SubtopicsView& all, std::int64_t first, std::int64_t last, double rel);

    std::size_t documents() const noexcept { return offsets_.size() - 1; }
    std::size_t total() const noexcept { return total_; }
    std::span<const std::size_t> of(std::size_t document) const noexcept {
        return std::span(subtopics_)
            .subspan(offsets_[document], offsets_[document + 1] - offsets_[document]);
    }
    /// The relevant documents, descending by their ids.
    std::span<const std::size_t> relevant() const noexcept { return relevant_; }

private:
    std::vector<std::size_t> offsets_ = {0};
    std::vector<std::size_t> subtopics_;
    std::vector<std::size_t> relevant_;
    std::size_t total_ = 0;
};

/// One requested column.
struct DiversityMeasure {
    int kind;  ///< index into `diversity_kinds`
    std::int64_t k;
    double rel;
    double alpha;
    double beta;
    bool judged_only;  ///< unjudged documents leave the ranking
};

/// What a kernel reads.
struct DiverseRanking {
    const std::vector<SubtopicHit>& hits;  ///< ascending by rank
    const RelevantSubtopics& judged;
    const DiversityMeasure& measure;
    const std::vector<double>& discounts;  ///< log2(rank + 1)
};

struct DiversityKind {
    std::string_view name;
    double (*value)(const DiverseRanking&);
    bool reads_to_cut_off = false;  ///< its ideal stands at every rank down to k
};

/// All diversity measures, in the order of their kinds.
std::span<const DiversityKind> diversity_kinds() noexcept;

}  // namespace ranksure
