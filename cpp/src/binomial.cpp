#include "ranksure/binomial.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "double_double.hpp"
#include "kernels.hpp"

namespace ranksure {
namespace {

constexpr std::uint64_t next_digit = std::uint64_t{1} << 16;
constexpr std::uint64_t beyond = std::uint64_t{1} << 26;

// The words of a region, taken one after the other.
struct Words {
    std::uint64_t state;
    std::uint64_t gamma;

    std::uint64_t next() noexcept {
        const auto word = mix(state);
        state += gamma;
        return word;
    }
};

// floor(a * b / c) for a, b, c <= 2^53. The quotient in doubles is off by a few units at most; the
// remainder is small, so wrapping arithmetic gives it exactly and tells by how many.
std::int64_t product_over(std::int64_t a, std::int64_t b, std::int64_t c) noexcept {
    const double estimate =
        static_cast<double>(a) * static_cast<double>(b) / static_cast<double>(c);
    auto quotient = static_cast<std::int64_t>(estimate);
    auto rest = static_cast<std::int64_t>(
        static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b) -
        static_cast<std::uint64_t>(quotient) * static_cast<std::uint64_t>(c));
    for (; rest < 0; rest += c) --quotient;
    for (; rest >= c; rest -= c) ++quotient;
    return quotient;
}

// Probabilities of one binomial law, relative to that of its mode.
class Law {
public:
    Law(std::int64_t n, std::int64_t part, std::int64_t whole) noexcept
        : n_(n),
          part_(static_cast<double>(part)),
          other_(static_cast<double>(whole - part)),
          mode_(product_over(n + 1, part, whole)),
          mean_(static_cast<double>(n) * (part_ / static_cast<double>(whole))),
          share_other_(other_ / static_cast<double>(whole)),
          mean_other_(static_cast<double>(n) * share_other_),
          at_mode_(deviance(mode_)) {}

    std::int64_t mode() const noexcept { return mode_; }
    std::int64_t width() const noexcept {
        return static_cast<std::int64_t>(std::sqrt(1.5 * (mean_ * share_other_))) + 3;
    }

    // Is a random fraction below 2^k f(x) / f(mode)? `digits` are its first 64 bits, `more` the
    // next. The decision is exact: doubles decide with a margin far above all their errors (so that
    // it does not matter whose logarithm it is), 106 bits decide the rest.
    bool accepts(std::int64_t x, int k, std::uint64_t digits, std::uint64_t more) const {
        if (x < 16 || n_ - x < 16) return accepts_exactly(x, k, digits, more);
        const double away = static_cast<double>(std::abs(x - mode_));
        const double margin = 1e-9 + 1e-14 * away;
        const double ratio = std::ldexp(std::exp(at_mode_ - deviance(x)), k);
        const double fraction = static_cast<double>(digits) * 0x1p-64;
        if (fraction < ratio * (1.0 - margin) - 0x1p-50) return true;
        if (fraction > ratio * (1.0 + margin) + 0x1p-50) return false;
        return accepts_exactly(x, k, digits, more);
    }

private:
    // Minus the logarithm of f(x), but for terms without x: Loader's saddle point form, which does
    // not cancel. (C. Loader, Fast and accurate computation of binomial probabilities, 2000.)
    double deviance(std::int64_t x) const noexcept {
        const auto a = static_cast<double>(x);
        const auto b = static_cast<double>(n_ - x);
        return from_mean(a, mean_) + from_mean(b, mean_other_) + 0.5 * std::log(a * b) +
               stirling(a) + stirling(b);
    }

    // x log(x / mean) + mean - x
    static double from_mean(double x, double mean) noexcept {
        const double v = (x - mean) / (x + mean);
        if (std::abs(v) > 0.1) return x * std::log(x / mean) + mean - x;
        const double square = v * v;
        double sum = (x - mean) * v;
        double term = 2.0 * x * v;
        for (int j = 3; j < 30; j += 2) {
            term *= square;
            const double next = sum + term / j;
            if (next == sum) break;
            sum = next;
        }
        return sum;
    }

    // Stirling's remainder log(x!) - log(sqrt(2 pi x) (x/e)^x), to 2e-12 from x = 16 on.
    static double stirling(double x) noexcept {
        const double r = 1.0 / (x * x);
        return (1.0 / 12.0 - (1.0 / 360.0 - r / 1260.0) * r) / x;
    }

    // The ratio as a product of fractions.
    bool accepts_exactly(std::int64_t x, int k, std::uint64_t digits, std::uint64_t more) const {
        DoubleDouble ratio = {std::ldexp(1.0, std::min(k, 1000)), 0.0};
        const auto low = std::min(mode_, x);
        const auto high = std::max(mode_, x);
        for (auto i = low + 1; i <= high; ++i) {
            auto up = two_product(static_cast<double>(n_ - i + 1), part_);
            auto down = two_product(static_cast<double>(i), other_);
            if (x < mode_) std::swap(up, down);
            ratio = multiply(ratio, divide(up, down));
        }
        DoubleDouble fraction = {0.0, 0.0};
        for (const auto half :
             {more & 0xFFFFFFFFU, more >> 32, digits & 0xFFFFFFFFU, digits >> 32}) {
            fraction = add(fraction, {static_cast<double>(half), 0.0});
            fraction = {fraction.hi * 0x1p-32, fraction.lo * 0x1p-32};
        }
        const auto gap = add(ratio, {-fraction.hi, -fraction.lo});
        const double error = ratio.hi * static_cast<double>(high - low + 2) * 0x1p-96 + 0x1p-100;
        if (std::abs(gap.hi) <= error) {
            throw std::runtime_error("a random fraction equals a probability in 90 bits");
        }
        return gap.hi > 0.0;
    }

    std::int64_t n_;
    double part_;
    double other_;
    std::int64_t mode_;
    double mean_;
    double share_other_;
    double mean_other_;
    double at_mode_;
};

std::int64_t by_rejection(Words words, std::int64_t n, std::int64_t part, std::int64_t whole) {
    const Law law(n, part, whole);
    const auto width = static_cast<std::uint64_t>(law.width());
    const auto left_out = (std::uint64_t{1} << 32) % width;
    while (true) {
        const auto word = words.next();
        int k = std::countr_one((word >> 1) & 0x7FFFFFFFU);
        for (int more = k == 31 ? 64 : 0; more == 64; k += more) {
            more = std::countr_one(words.next());
        }
        auto place = (word >> 32) * width;
        while ((place & 0xFFFFFFFFU) < left_out) place = (words.next() >> 32) * width;
        const auto away =
            static_cast<std::int64_t>(static_cast<std::uint64_t>(k) * width + (place >> 32));
        const auto x = (word & 1U) != 0 ? law.mode() + away : law.mode() - 1 - away;
        const auto more_digits = mix(words.state + beyond * words.gamma);
        const auto digits = words.next();
        if (x >= 0 && x <= n && law.accepts(x, k, digits, more_digits)) return x;
    }
}

std::int64_t half(Words words, std::int64_t draws) {
    if (draws > few_halves) return by_rejection(words, draws, 1, 2);
    std::int64_t ones = 0;
    for (; draws > 64; draws -= 64) ones += std::popcount(words.next());
    return draws > 0 ? ones + std::popcount(words.next() << (64 - draws)) : ones;
}

std::int64_t by_digits(Words words, std::int64_t draws, std::int64_t part, std::int64_t whole) {
    std::int64_t inside = 0;
    const auto step = next_digit * words.gamma;
    for (Digits digits{part, whole}; draws > 0 && digits.left(); words.state += step) {
        const auto ones = half(words, draws);
        if (digits.next()) {
            inside += draws - ones;  // a 0 below the digit 1: smaller than p
            draws = ones;
        } else {
            draws -= ones;  // a 1 above the digit 0: larger than p
        }
    }
    return inside;
}

// Whether candidates are proposed, or every draw looked at.
bool many(std::int64_t draws, std::int64_t part, std::int64_t whole) noexcept {
    return draws > (2 * part == whole ? few_halves : few_draws) &&
           product_over(draws, std::min(part, whole - part), whole) >= 128;
}

std::int64_t share(Words words, std::int64_t draws, std::int64_t part, std::int64_t whole) {
    if (part == whole) return draws;
    return many(draws, part, whole) ? by_rejection(words, draws, part, whole)
                                    : by_digits(words, draws, part, whole);
}

}  // namespace

LaneStreams::LaneStreams(std::uint64_t seed, std::uint64_t first, int used) noexcept : count(used) {
    kernels().start_streams(stream_key(seed, first), *this);
}

std::int64_t binomial(const Stream& stream, std::uint64_t region, std::int64_t draws,
                      std::int64_t part, std::int64_t whole) {
    return share({stream.begin(region), stream.gamma}, draws, part, whole);
}

LaneCounts binomial(const LaneStreams& streams, std::uint64_t region, const LaneCounts& draws,
                    std::int64_t part, std::int64_t whole) {
    LaneCounts inside{};
    const auto used = draws.begin() + streams.count;
    const auto [least, most] = std::minmax_element(draws.begin(), used);
    if (part != whole && *most <= few_draws) {
        kernels().shares(streams, region, draws.data(), *most, part, whole, inside.data());
        return inside;
    }
    std::uint64_t states[lanes] = {};
    LaneCounts undecided{};
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        states[lane] = streams.start[lane] + (region << 32) * streams.gamma[lane];
        undecided[lane] = static_cast<int>(lane) < streams.count;
    }
    constexpr auto exact = std::int64_t{1} << 51;
    if (part != whole && many(*least, part, whole) && *most < (std::int64_t{1} << 31) &&
        *most < exact / whole) {
        auto padded = draws;
        std::fill(padded.begin() + streams.count, padded.end(), *most);
        kernels().rejections(states, streams.gamma, padded.data(), part, whole, inside.data(),
                             undecided.data());
    }
    for (std::size_t lane = 0; lane < static_cast<std::size_t>(streams.count); ++lane) {
        if (undecided[lane] == 0) continue;
        inside[lane] = share({states[lane], streams.gamma[lane]}, draws[lane], part, whole);
    }
    return inside;
}

}  // namespace ranksure
