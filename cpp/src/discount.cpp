#include "ranksure/discount.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace ranksure {
namespace {

// An unevaluated sum of two doubles, about 106 bits. The operations are the classical ones of
// Dekker and Knuth; they hold because the compiler may not contract or reorder.
struct Pair {
    double hi;
    double lo;
};

Pair two_sum(double a, double b) noexcept {
    const double s = a + b;
    const double t = s - a;
    return {s, (a - (s - t)) + (b - t)};
}

Pair two_product(double a, double b) noexcept {
    constexpr double splitter = 134217729.0;  // 2^27 + 1
    const double ta = splitter * a;
    const double a1 = ta - (ta - a);
    const double a2 = a - a1;
    const double tb = splitter * b;
    const double b1 = tb - (tb - b);
    const double b2 = b - b1;
    const double p = a * b;
    return {p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2};
}

Pair add(Pair a, Pair b) noexcept {
    const Pair s = two_sum(a.hi, b.hi);
    const Pair t = two_sum(a.lo, b.lo);
    const Pair u = two_sum(s.hi, s.lo + t.hi);
    return two_sum(u.hi, u.lo + t.lo);
}

Pair multiply(Pair a, Pair b) noexcept {
    const Pair p = two_product(a.hi, b.hi);
    return two_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

Pair divide(Pair a, Pair b) noexcept {
    const double q1 = a.hi / b.hi;
    const Pair rest = add(a, multiply({-q1, 0.0}, b));
    const double q2 = rest.hi / b.hi;
    const Pair rest2 = add(rest, multiply({-q2, 0.0}, b));
    return add(two_sum(q1, q2), {rest2.hi / b.hi, 0.0});
}

constexpr Pair ln2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};

}  // namespace

double log2_rounded(std::int64_t n) noexcept {
    // n = 2^e m with m near 1; log2 m = 2 atanh(s) / ln 2, s = (m - 1) / (m + 1), |s| < 0.172
    int exponent = 0;
    double m = std::frexp(static_cast<double>(n), &exponent);
    if (m < 0.70710678118654752) {
        m *= 2.0;
        --exponent;
    }
    const Pair s = divide({m - 1.0, 0.0}, two_sum(m, 1.0));
    const Pair square = multiply(s, s);
    Pair series = {0.0, 0.0};
    for (int power = 45; power >= 1; power -= 2) {
        const Pair term = divide({1.0, 0.0}, {static_cast<double>(power), 0.0});
        series = add(multiply(series, square), term);
    }
    const Pair twice = {2.0 * s.hi, 2.0 * s.lo};
    const Pair fraction = divide(multiply(twice, series), ln2);
    return add({static_cast<double>(exponent), 0.0}, fraction).hi;
}

double exp2_rounded(double x) noexcept {
    const double whole = std::nearbyint(x);
    if (whole == x) return std::ldexp(1.0, static_cast<int>(x));
    const Pair y = multiply({x - whole, 0.0}, ln2);  // |y| < 0.35
    Pair series = {1.0, 0.0};
    for (int k = 27; k >= 1; --k) {
        const Pair step = divide(multiply(series, y), {static_cast<double>(k), 0.0});
        series = add({1.0, 0.0}, step);
    }
    return std::ldexp(series.hi, static_cast<int>(whole));
}

std::vector<double> discounts(std::int64_t ranks) {
    // Nearly all rankings are shorter than this, and their logarithms are computed once.
    static const auto common = [] {
        std::array<double, 1025> table{};
        for (std::size_t rank = 1; rank < table.size(); ++rank) {
            table[rank] = log2_rounded(static_cast<std::int64_t>(rank) + 1);
        }
        return table;
    }();
    std::vector<double> table(static_cast<std::size_t>(ranks) + 1);
    const auto known = std::min(table.size(), common.size());
    std::copy_n(common.begin(), known, table.begin());
    for (std::size_t rank = known; rank < table.size(); ++rank) {
        table[rank] = log2_rounded(static_cast<std::int64_t>(rank) + 1);
    }
    return table;
}

}  // namespace ranksure
