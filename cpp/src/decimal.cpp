#include "ranksure/decimal.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <version>

namespace ranksure {
namespace {

constexpr std::uint64_t exact_integers = std::uint64_t{1} << 53;  // all up to here are float64

constexpr std::array<double, 23> powers_of_ten = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                  1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

constexpr auto powers_of_five = [] {
    std::array<std::uint64_t, 28> powers{1};
    for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = 5 * powers[i - 1];
    return powers;
}();

// mantissa * 10^exponent
struct Decimal {
    std::uint64_t mantissa = 0;
    int exponent = 0;
    int digits = 0;  // without leading zeros; 19 always fit into the mantissa
    bool negative = false;
};

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

// The number that eight characters spell, or nothing when one of them is no digit.
std::optional<std::uint64_t> eight_digits(const char* p) noexcept {
    std::uint64_t word = 0;
    if constexpr (std::endian::native != std::endian::little) return std::nullopt;
    std::memcpy(&word, p, sizeof word);
    const auto digits = word - 0x3030303030303030U;   // a digit gives 0 to 9, and no borrow
    const auto above = digits + 0x7676767676767676U;  // 10 and more reach the highest bit
    if (((word | digits | above) & 0x8080808080808080U) != 0) return std::nullopt;
    const auto pairs = 10 * digits + (digits >> 8);
    constexpr std::uint64_t each_fourth = 0x000000FF000000FFU;
    const auto upper = (pairs & each_fourth) * (100 + (std::uint64_t{1'000'000} << 32));
    const auto lower = ((pairs >> 16) & each_fourth) * (1 + (std::uint64_t{10'000} << 32));
    return (upper + lower) >> 32;
}

// Reads digits from `p` on; returns where they end.
const char* read_digits(const char* p, const char* end, Decimal& number) noexcept {
    if (number.mantissa == 0) {
        while (p < end && *p == '0') ++p;
    }
    const auto* first = p;
    while (end - p >= 8) {
        const auto eight = eight_digits(p);
        if (!eight) break;
        number.mantissa = 100'000'000 * number.mantissa + *eight;
        p += 8;
    }
    for (; p < end && is_digit(*p); ++p) {
        number.mantissa = 10 * number.mantissa + static_cast<std::uint64_t>(*p - '0');
    }
    number.digits += static_cast<int>(p - first);
    return p;
}

// Reads the exponent behind "e"; returns nullptr when there is none or it is a long one.
const char* read_exponent(const char* p, const char* end, Decimal& number) noexcept {
    const bool negative = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+')) ++p;
    if (p == end || end - p > 4) return nullptr;
    int exponent = 0;
    for (; p < end && is_digit(*p); ++p) exponent = 10 * exponent + (*p - '0');
    number.exponent += negative ? -exponent : exponent;
    return p;
}

bool read_parts(std::string_view text, Decimal& number) noexcept {
    const auto* p = text.data();
    const auto* end = p + text.size();
    if (p < end && (*p == '-' || *p == '+')) number.negative = *p++ == '-';
    const auto* first = p;
    p = read_digits(p, end, number);
    auto places = p - first;
    if (p < end && *p == '.') {
        const auto* point = p++;
        p = read_digits(p, end, number);
        number.exponent = -static_cast<int>(p - point - 1);
        places += p - point - 1;
    }
    if (places == 0 || places > 1000) return false;
    if (p < end && (*p == 'e' || *p == 'E')) p = read_exponent(p + 1, end, number);
    return p == end;
}

// mantissa / 10^places, rounded once: the quotient has at least 62 bits, and what remains of the
// division only tells on which side of a tie it lies.
#if defined(__SIZEOF_INT128__)
double divided(std::uint64_t mantissa, int places) noexcept {
    __extension__ using Wide = unsigned __int128;
    const auto power = powers_of_five[static_cast<std::size_t>(places)];
    const auto up = std::countl_zero(mantissa);
    const auto down = std::countl_zero(power);
    const auto numerator = static_cast<Wide>(mantissa << up) << 63;
    const auto divisor = power << down;
    auto quotient = static_cast<std::uint64_t>(numerator / divisor);
    if (static_cast<Wide>(quotient) * divisor != numerator) quotient |= 1;
    const auto exponent = 1023 - 63 + down - up - places;
    return static_cast<double>(quotient) *
           std::bit_cast<double>(static_cast<std::uint64_t>(exponent) << 52);
}
#endif

// Decimals beyond the two exact ways, where the standard library has the third.
std::optional<double> by_library([[maybe_unused]] std::string_view text) noexcept {
#if defined(__cpp_lib_to_chars)
    if (text.front() == '+') text.remove_prefix(1);
    double value = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc()) {
        return value;
    }
#endif
    return std::nullopt;
}

}  // namespace

std::optional<double> read_decimal(std::string_view text) noexcept {
    Decimal number;
    if (!read_parts(text, number)) return std::nullopt;
    const auto [mantissa, exponent, digits, negative] = number;
    double value = 0;
    if (digits > 19) return by_library(text);
    if (mantissa == 0) {
        value = 0;
    } else if (exponent >= -22 && exponent <= 22 && mantissa <= exact_integers) {
        const auto power =
            powers_of_ten[static_cast<std::size_t>(exponent < 0 ? -exponent : exponent)];
        value = static_cast<double>(mantissa);
        value = exponent < 0 ? value / power : value * power;
#if defined(__SIZEOF_INT128__)
    } else if (exponent <= 0 && exponent >= -27) {
        value = divided(mantissa, -exponent);
#endif
    } else {
        return by_library(text);
    }
    return negative ? -value : value;
}

}  // namespace ranksure
