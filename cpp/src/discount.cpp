#include "ranksure/discount.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "double_double.hpp"

namespace ranksure {
namespace {

constexpr DoubleDouble ln2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};

}  // namespace

double log2_rounded(double x) noexcept {
    // x = 2^e m with m near 1; log2 m = 2 atanh(s) / ln 2, s = (m - 1) / (m + 1), |s| < 0.172
    int exponent = 0;
    double m = std::frexp(x, &exponent);
    if (m < 0.70710678118654752) {
        m *= 2.0;
        --exponent;
    }
    const DoubleDouble s = divide({m - 1.0, 0.0}, two_sum(m, 1.0));
    const DoubleDouble square = multiply(s, s);
    DoubleDouble series = {0.0, 0.0};
    for (int power = 45; power >= 1; power -= 2) {
        const DoubleDouble term = divide({1.0, 0.0}, {static_cast<double>(power), 0.0});
        series = add(multiply(series, square), term);
    }
    const DoubleDouble twice = {2.0 * s.hi, 2.0 * s.lo};
    const DoubleDouble fraction = divide(multiply(twice, series), ln2);
    return add({static_cast<double>(exponent), 0.0}, fraction).hi;
}

double exp2_rounded(double x) noexcept {
    const double whole = std::nearbyint(x);
    if (whole == x) return std::ldexp(1.0, static_cast<int>(x));
    const DoubleDouble y = multiply({x - whole, 0.0}, ln2);  // |y| < 0.35
    DoubleDouble series = {1.0, 0.0};
    for (int k = 27; k >= 1; --k) {
        const DoubleDouble step = divide(multiply(series, y), {static_cast<double>(k), 0.0});
        series = add({1.0, 0.0}, step);
    }
    return std::ldexp(series.hi, static_cast<int>(whole));
}

std::vector<double> discounts(std::int64_t ranks) {
    // Nearly all rankings are shorter than this, and their logarithms are computed once.
    static const auto common = [] {
        std::array<double, 1025> table{};
        for (std::size_t rank = 1; rank < table.size(); ++rank) {
            table[rank] = log2_rounded(static_cast<double>(rank) + 1.0);
        }
        return table;
    }();
    std::vector<double> table(static_cast<std::size_t>(ranks) + 1);
    const auto known = std::min(table.size(), common.size());
    std::copy_n(common.begin(), known, table.begin());
    for (std::size_t rank = known; rank < table.size(); ++rank) {
        table[rank] = log2_rounded(static_cast<double>(rank) + 1.0);
    }
    return table;
}

}  // namespace ranksure
