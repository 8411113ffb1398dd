// Correctly rounded log2 and 2^x, and the discounts of DCG: no libm decides a result.
#pragma once

#include <cstdint>
#include <vector>

namespace ranksure {

/// The double nearest to log2(x), x > 0. Error before rounding below 2^-95 relative.
double log2_rounded(double x) noexcept;

/// The double nearest to 2^x, 0 <= x <= 1000.
double exp2_rounded(double x) noexcept;

/// log2(rank + 1) for the ranks 1 to `ranks`; entry 0 is unused.
std::vector<double> discounts(std::int64_t ranks);

}  // namespace ranksure
