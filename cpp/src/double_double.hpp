// Arithmetic with about 106 bits, for the few places where 53 do not settle the rounding.
#pragma once

namespace ranksure {

// An unevaluated sum of two doubles, about 106 bits. The operations are the classical ones of
// Dekker and Knuth; they hold because the compiler may not contract or reorder.
struct DoubleDouble {
    double hi;
    double lo;
};

inline DoubleDouble two_sum(double a, double b) noexcept {
    const double s = a + b;
    const double t = s - a;
    return {s, (a - (s - t)) + (b - t)};
}

inline DoubleDouble two_product(double a, double b) noexcept {
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

inline DoubleDouble add(DoubleDouble a, DoubleDouble b) noexcept {
    const DoubleDouble s = two_sum(a.hi, b.hi);
    const DoubleDouble t = two_sum(a.lo, b.lo);
    const DoubleDouble u = two_sum(s.hi, s.lo + t.hi);
    return two_sum(u.hi, u.lo + t.lo);
}

inline DoubleDouble multiply(DoubleDouble a, DoubleDouble b) noexcept {
    const DoubleDouble p = two_product(a.hi, b.hi);
    return two_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

inline DoubleDouble divide(DoubleDouble a, DoubleDouble b) noexcept {
    const double q1 = a.hi / b.hi;
    const DoubleDouble rest = add(a, multiply({-q1, 0.0}, b));
    const double q2 = rest.hi / b.hi;
    const DoubleDouble rest2 = add(rest, multiply({-q2, 0.0}, b));
    return add(two_sum(q1, q2), {rest2.hi / b.hi, 0.0});
}

}  // namespace ranksure
