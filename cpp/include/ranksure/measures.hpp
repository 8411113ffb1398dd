// The measures of one query, over the hits of its judged ranking.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "ranksure/rankings.hpp"

namespace ranksure {

/// What a kernel needs beside the ranking.
struct Cut {
    std::int64_t k;  ///< cut-off, `whole` for none
    double rel;      ///< least grade that is relevant
    const std::vector<double>& discounts;
};

/// One requested column.
struct Measure {
    static constexpr std::int64_t whole = std::numeric_limits<std::int64_t>::max();
    int kind;  ///< index into `measure_kinds`
    std::int64_t k = whole;
    double rel = 1.0;
};

/// When a measure has no value of its own, because nothing is relevant.
enum class Needs : std::uint8_t { nothing, relevant, linear_gain, exponential_gain };

struct MeasureKind {
    std::string_view name;
    double (*value)(const JudgedRanking&, const Cut&) noexcept;
    Needs needs;
};

/// All measures of the core, in the order of their kinds.
std::span<const MeasureKind> measure_kinds() noexcept;

/// Does the golden set give the measure something to find? Otherwise `no_relevant` decides.
bool has_relevant(const Measure& measure, const JudgedRanking& ranking) noexcept;

}  // namespace ranksure
