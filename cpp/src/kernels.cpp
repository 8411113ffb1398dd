#include "kernels.hpp"

#include <atomic>
#include <bit>
#include <cmath>
#include <vector>

#include "ranksure/kernel_choice.hpp"
#include "ranksure/random.hpp"

#define RANKSURE_TARGET
#if defined(_MSC_VER)
#define RANKSURE_INLINE __forceinline
#else
#define RANKSURE_INLINE __attribute__((always_inline)) inline
#endif

namespace ranksure {
namespace {

// Plain C++: one lane at a time.
using Word = std::uint64_t;
using Number = double;
constexpr int width = 1;
constexpr int columns_together = 4;

Word load(const std::uint64_t* from) noexcept { return *from; }
Word load(const std::int64_t* from) noexcept { return static_cast<Word>(*from); }
Number load(const double* from) noexcept { return *from; }
void store(std::uint64_t* to, Word a) noexcept { *to = a; }
void store(std::int64_t* to, Word a) noexcept { *to = static_cast<std::int64_t>(a); }
void store(double* to, Number a) noexcept { *to = a; }

constexpr Word all(std::uint64_t a) noexcept { return a; }
constexpr Word add(Word a, Word b) noexcept { return a + b; }
constexpr Word subtract(Word a, Word b) noexcept { return a - b; }
constexpr Word scaled(Word a, std::uint64_t factor) noexcept { return a * factor; }
// Of the lower 32 bits of each.
constexpr Word product_of_low(Word a, Word b) noexcept {
    return (a & 0xFFFFFFFFU) * (b & 0xFFFFFFFFU);
}
constexpr Word both(Word a, Word b) noexcept { return a & b; }
constexpr Word either(Word a, Word b) noexcept { return a | b; }
constexpr Word without(Word a, Word b) noexcept { return a & ~b; }
constexpr Word exclusive(Word a, Word b) noexcept { return a ^ b; }
constexpr Word inverted(Word a) noexcept { return ~a; }
template <int bits>
constexpr Word down(Word a) noexcept {
    return a >> bits;
}
template <int bits>
constexpr Word up(Word a) noexcept {
    return a << bits;
}
constexpr Word mixed(Word a) noexcept { return mix(a); }
constexpr bool any_above(Word a, Word b) noexcept {
    return static_cast<std::int64_t>(a) > static_cast<std::int64_t>(b);
}
constexpr Word above(Word a, Word b) noexcept { return any_above(a, b) ? ~Word{0} : 0; }
constexpr Word from_zero(Word a) noexcept { return any_above(a, 0) ? a : 0; }
constexpr Word first_bits(Word a) noexcept { return a < 64 ? (Word{1} << a) - 1 : ~Word{0}; }
constexpr Word bits_set(Word a) noexcept {
#if defined(__x86_64__) && !defined(__POPCNT__) && !defined(_MSC_VER)
    // std::popcount is a call of a library here. Sums of neighbouring bits, pairs, half bytes,
    // bytes.
    a -= a >> 1 & 0x5555555555555555U;
    a = (a & 0x3333333333333333U) + (a >> 2 & 0x3333333333333333U);
    return ((a + (a >> 4)) & 0x0F0F0F0F0F0F0F0FU) * 0x0101010101010101U >> 56;
#else
    return static_cast<Word>(std::popcount(a));
#endif
}
// The bits of `a` where `high` and `low` have the two digits of `number`.
template <int number>
constexpr Word pick(Word a, Word high, Word low) noexcept {
    return a & (number / 2 != 0 ? high : ~high) & (number % 2 != 0 ? low : ~low);
}

constexpr Number number(Word a) noexcept { return static_cast<Number>(a); }
constexpr Number spread(double a) noexcept { return a; }
constexpr Number plus(Number a, Number b) noexcept { return a + b; }
constexpr Number minus(Number a, Number b) noexcept { return a - b; }
constexpr Number times(Number a, Number b) noexcept { return a * b; }
constexpr Number fused(Number a, Number b, Number c) noexcept { return a * b + c; }
constexpr Number divided(Number a, Number b) noexcept { return a / b; }
constexpr Number larger(Number a, Number b) noexcept { return a > b ? a : b; }
Number root(Number a) noexcept { return std::sqrt(a); }
constexpr Word less(Number a, Number b) noexcept { return a < b ? ~Word{0} : 0; }
constexpr Word bits_of(Number a) noexcept { return std::bit_cast<Word>(a); }
constexpr Number as_number(Word a) noexcept { return std::bit_cast<Number>(a); }
constexpr Number one_with_sign_of(Word a) noexcept { return a >> 63 != 0 ? -1.0 : 1.0; }

// clang-format off: the second builds upon the first.
#include "draw_shares.inl"
#include "draw_tree.inl"
// clang-format on

constexpr Kernels plain = table("plain");

std::vector<const Kernels*> find_kernels() {
    std::vector<const Kernels*> found = {&plain};
    for (const auto* other : {avx2_kernels(), avx512_kernels(), neon_kernels()}) {
        if (other != nullptr) found.push_back(other);
    }
    return found;
}

const std::vector<const Kernels*>& all_kernels() {
    static const auto found = find_kernels();
    return found;
}

std::atomic<const Kernels*>& chosen() noexcept {
    static std::atomic<const Kernels*> choice = all_kernels().back();
    return choice;
}

}  // namespace

const Kernels& kernels() noexcept { return *chosen().load(std::memory_order_relaxed); }

std::vector<std::string> instruction_sets() {
    std::vector<std::string> names;
    for (const auto* table : all_kernels()) names.emplace_back(table->name);
    return names;
}

std::string instruction_set() { return kernels().name; }

bool use_instruction_set(std::string_view name) {
    for (const auto* table : all_kernels()) {
        if (name != table->name) continue;
        chosen().store(table, std::memory_order_relaxed);
        return true;
    }
    return false;
}

}  // namespace ranksure
