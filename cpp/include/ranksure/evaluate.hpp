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

/// What stands behind a value.
enum class State : std::uint8_t {
    measured,
    nothing_relevant,  ///< the golden set gives the measure nothing to find
    too_many_orders,   ///< equal scores are to be averaged, and there is no way to do so
};

/// The choices of an evaluation.
struct Choices {
    Ties ties = Ties::trec;
    std::int64_t depth = Measure::whole;  ///< ranks of a ranking that count
};

/// Where results go; row-major tables of pairs x measures, and one entry a pair.
struct EvaluationOutput {
    std::span<double> values;
    std::span<std::uint8_t> states;        ///< a `State` each
    std::span<std::uint8_t> tied;          ///< 1 where two documents have equal scores
    std::span<std::int64_t> repeats;       ///< documents that left because they stood there before
    std::span<std::int64_t> first_repeat;  ///< place in the run of the first of them, or -1
};

/// Evaluates every pair: order, match, cut, measure. Row i of the output depends on pair i alone.
void evaluate(const RunView& run, const QrelsView& qrels, std::span<const QueryPair> pairs,
              std::span<const Measure> measures, const Choices& choices, int threads,
              const InterruptCheck& interrupted, const EvaluationOutput& out);

}  // namespace ranksure
