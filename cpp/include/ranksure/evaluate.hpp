// A table of measures over many queries.
#pragma once

#include <cstdint>
#include <span>

#include "ranksure/measures.hpp"
#include "ranksure/order.hpp"
#include "ranksure/parallel.hpp"
#include "ranksure/rankings.hpp"

namespace ranksure {

/// One row of the table: rows of the run (-1: the run does not answer) and of the qrels.
struct QueryPair {
    std::int64_t run_row;
    std::int64_t judged_row;
};

/// Where results go; row-major tables of pairs x measures, and one entry a pair.
struct EvaluationOutput {
    std::span<double> values;
    std::span<std::uint8_t> undefined;     ///< 1 where nothing is relevant
    std::span<std::uint8_t> tied;          ///< 1 where two documents have equal scores
    std::span<std::int64_t> repeats;       ///< documents that left because they stood there before
    std::span<std::int64_t> first_repeat;  ///< place in the run of the first of them, or -1
};

/// Evaluates every pair: order, match, measure. Row i of the output depends on pair i alone.
void evaluate(const RunView& run, const QrelsView& qrels, std::span<const QueryPair> pairs,
              std::span<const Measure> measures, Ties ties, int threads,
              const InterruptCheck& interrupted, const EvaluationOutput& out);

}  // namespace ranksure
