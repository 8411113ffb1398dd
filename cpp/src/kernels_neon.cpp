// Kernels for NEON, which every 64-bit ARM processor has: no choice at run time.
#include "kernels.hpp"

#if defined(__aarch64__) && (defined(__GNUC__) || defined(__clang__))

#include <arm_neon.h>

#define RANKSURE_TARGET
#define RANKSURE_INLINE __attribute__((always_inline)) inline

namespace ranksure {
namespace {

using Word = uint64x2_t;
using Number = float64x2_t;
constexpr int width = 2;
constexpr int columns_together = 4;

inline Word load(const std::uint64_t* from) noexcept { return vld1q_u64(from); }
inline Word load(const std::int64_t* from) noexcept {
    return vreinterpretq_u64_s64(vld1q_s64(from));
}
inline Number load(const double* from) noexcept { return vld1q_f64(from); }
inline void store(std::uint64_t* to, Word a) noexcept { vst1q_u64(to, a); }
inline void store(std::int64_t* to, Word a) noexcept { vst1q_s64(to, vreinterpretq_s64_u64(a)); }
inline void store(double* to, Number a) noexcept { vst1q_f64(to, a); }

inline Word all(std::uint64_t a) noexcept { return vdupq_n_u64(a); }
inline Word add(Word a, Word b) noexcept { return vaddq_u64(a, b); }
inline Word subtract(Word a, Word b) noexcept { return vsubq_u64(a, b); }
// Of the lower 32 bits of each.
inline Word product_of_low(Word a, Word b) noexcept {
    return vmull_u32(vmovn_u64(a), vmovn_u64(b));
}
template <int bits>
inline Word up(Word a) noexcept {
    return vshlq_n_u64(a, bits);
}
template <int bits>
inline Word down(Word a) noexcept {
    return vshrq_n_u64(a, bits);
}
inline Word scaled(Word a, std::uint64_t factor) noexcept {
    const auto low = all(factor);
    const auto cross = add(product_of_low(down<32>(a), low), product_of_low(a, all(factor >> 32)));
    return add(product_of_low(a, low), up<32>(cross));
}
inline Word both(Word a, Word b) noexcept { return vandq_u64(a, b); }
inline Word either(Word a, Word b) noexcept { return vorrq_u64(a, b); }
inline Word without(Word a, Word b) noexcept { return vbicq_u64(a, b); }
inline Word exclusive(Word a, Word b) noexcept { return veorq_u64(a, b); }
inline Word inverted(Word a) noexcept {
    return vreinterpretq_u64_u32(vmvnq_u32(vreinterpretq_u32_u64(a)));
}
inline Word mixed(Word z) noexcept {
    z = scaled(exclusive(z, down<30>(z)), 0xBF58476D1CE4E5B9U);
    z = scaled(exclusive(z, down<27>(z)), 0x94D049BB133111EBU);
    return exclusive(z, down<31>(z));
}
inline Word above(Word a, Word b) noexcept {
    return vcgtq_s64(vreinterpretq_s64_u64(a), vreinterpretq_s64_u64(b));
}
inline bool any_above(Word a, Word b) noexcept {
    const auto found = above(a, b);
    return (vgetq_lane_u64(found, 0) | vgetq_lane_u64(found, 1)) != 0;
}
inline Word from_zero(Word a) noexcept { return without(a, above(all(0), a)); }
// A shift looks at the lowest byte of its number only, so that 64 and more need a limit.
inline Word first_bits(Word a) noexcept {
    const auto few = above(all(64), a);
    const auto mask = subtract(vshlq_u64(all(1), vreinterpretq_s64_u64(both(a, all(63)))), all(1));
    return either(both(mask, few), inverted(few));
}
inline Word bits_set(Word a) noexcept {
    return vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u64(a)))));
}
// The bits of `a` where `high` and `low` have the two digits of `number`.
template <int number>
inline Word pick(Word a, Word high, Word low) noexcept {
    const auto some = number / 2 != 0 ? both(a, high) : without(a, high);
    return number % 2 != 0 ? both(some, low) : without(some, low);
}

inline Number number(Word a) noexcept { return vcvtq_f64_u64(a); }
inline Number spread(double a) noexcept { return vdupq_n_f64(a); }
inline Number plus(Number a, Number b) noexcept { return vaddq_f64(a, b); }
inline Number minus(Number a, Number b) noexcept { return vsubq_f64(a, b); }
inline Number times(Number a, Number b) noexcept { return vmulq_f64(a, b); }
// a * b + c, rounded once or twice: for what is not part of a definition.
inline Number fused(Number a, Number b, Number c) noexcept { return vfmaq_f64(c, a, b); }
inline Number divided(Number a, Number b) noexcept { return vdivq_f64(a, b); }
inline Number larger(Number a, Number b) noexcept { return vmaxnmq_f64(a, b); }
inline Number root(Number a) noexcept { return vsqrtq_f64(a); }
inline Word less(Number a, Number b) noexcept { return vcltq_f64(a, b); }
inline Word bits_of(Number a) noexcept { return vreinterpretq_u64_f64(a); }
inline Number as_number(Word a) noexcept { return vreinterpretq_f64_u64(a); }
inline Number one_with_sign_of(Word a) noexcept {
    const auto sign = both(a, all(std::uint64_t{1} << 63));
    return as_number(either(sign, bits_of(spread(1.0))));
}

// clang-format off: the second builds upon the first.
#include "draw_shares.inl"
#include "draw_tree.inl"
// clang-format on

constexpr Kernels neon = table("neon");

}  // namespace

const Kernels* neon_kernels() noexcept { return &neon; }

}  // namespace ranksure

#else

namespace ranksure {
const Kernels* neon_kernels() noexcept { return nullptr; }
}  // namespace ranksure

#endif
