// Decimal text as float64.
#pragma once

#include <optional>
#include <string_view>

namespace ranksure {

/// The float64 nearest to a plain decimal: a sign, digits with or without a point, an exponent.
/// Nothing for any other text, and for a few rare decimals (many digits, extreme exponents): what
/// they are is the caller's to find out.
std::optional<double> read_decimal(std::string_view text) noexcept;

}  // namespace ranksure
