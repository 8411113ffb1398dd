// The measures of one query, over the hits of its judged ranking.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "ranksure/rankings.hpp"

namespace ranksure {

/// One requested column: a kind and its parameters. Those that a kind does not know are not read.
struct Measure {
    static constexpr double as_trec_eval = 2.0;
    static constexpr std::int64_t whole = std::numeric_limits<std::int64_t>::max();
    int kind;  ///< index into `measure_kinds`
    std::int64_t k = whole;
    double rel = 1.0;          ///< least grade that is relevant
    double p = 0.8;            ///< persistence of rbp and compat
    double graded = 0.0;       ///< rbp: 1 where the gain is grade / max_grade
    double max_grade = 1.0;    ///< the grade that satisfies most
    double base = 2.0;         ///< of the logarithm of dcg
    double beta = 1.0;         ///< weight of recall in f
    double times = 1.0;        ///< r_precision at this multiple of R
    double T = 1.0;            ///< gain wanted, of inst, insq, bpm and nerr11
    double level = 0.0;        ///< recall level of iprec
    double n_documents = 0.0;  ///< size of the collection, for utility
    double normalize = 1.0;    ///< compat: over the overlap of the ideal ranking with itself
    double judged_only = 0.0;  ///< not 0: unjudged documents leave the ranking, see as_trec_eval
    double like = 0.0;         ///< rbp, rbp_residual and rndcg: the formula, see as_trec_eval
    std::vector<double> numbers = {};  ///< levels, weights, or grade and own gain in turns
};

/// A parameter by the name that both sides know.
struct MeasureParameter {
    std::string_view name;
    double Measure::* field;
};
std::span<const MeasureParameter> measure_parameters() noexcept;

/// What a kernel needs beside the ranking.
struct Cut {
    std::int64_t k;                        ///< cut-off, `whole` for none
    double rel;                            ///< least grade that is relevant
    const std::vector<double>& discounts;  ///< log2(rank + 1)
    const Measure& measure;
    std::vector<std::int64_t>& counts;  ///< scratch, twice as long as any ranking or golden set
};

/// When a measure has no value of its own, because nothing is relevant.
enum class Needs : std::uint8_t { nothing, relevant, linear_gain, exponential_gain };

/// What `Measure::numbers` holds.
enum class Numbers : std::uint8_t { none, gains, levels, weights };

struct MeasureKind {
    std::string_view name;
    double (*value)(const JudgedRanking&, const Cut&) noexcept;
    Needs needs;
    Numbers numbers = Numbers::none;
};

/// All measures of the core, in the order of their kinds.
std::span<const MeasureKind> measure_kinds() noexcept;

/// Does the golden set give the measure something to find? Otherwise `no_relevant` decides.
bool has_relevant(const Measure& measure, const JudgedRanking& ranking) noexcept;

/// Does a judged document stay in the condensed list? trec_eval takes out grades below zero.
inline bool stays_condensed(const Measure& measure, const Hit& hit) noexcept {
    return measure.judged_only != Measure::as_trec_eval || hit.grade >= 0.0;
}

/// The ranking as a measure sees it: without unjudged documents where it asks for that, with own
/// gains in the place of grades. `view` is where a changed ranking goes.
const JudgedRanking& seen_by(const Measure& measure, const JudgedRanking& ranking,
                             JudgedRanking& view);

/// The largest rank whose discount a measure reads, whatever the lengths of the rankings.
std::int64_t least_discounts(const Measure& measure) noexcept;

}  // namespace ranksure
