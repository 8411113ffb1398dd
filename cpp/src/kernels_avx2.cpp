// Kernels for AVX2, in target regions: the rest of the file is compiled for the baseline.
#include "kernels.hpp"

#if defined(__x86_64__) || defined(_M_X64)

#include <immintrin.h>

#include <cstddef>

#if defined(__GNUC__) || defined(__clang__)
#define RANKSURE_TARGET __attribute__((target("avx2,fma,popcnt")))
#define RANKSURE_INLINE RANKSURE_TARGET __attribute__((always_inline)) inline
#else
#include <intrin.h>
#define RANKSURE_TARGET
#define RANKSURE_INLINE __forceinline
#endif

namespace ranksure {
namespace {

using Word = __m256i;
using Number = __m256d;
constexpr int width = 4;
constexpr int columns_together = 4;

RANKSURE_TARGET inline Word load(const void* from) noexcept {
    return _mm256_loadu_si256(static_cast<const __m256i*>(from));
}
RANKSURE_TARGET inline Number load(const double* from) noexcept { return _mm256_loadu_pd(from); }
RANKSURE_TARGET inline void store(void* to, Word a) noexcept {
    _mm256_storeu_si256(static_cast<__m256i*>(to), a);
}
RANKSURE_TARGET inline void store(double* to, Number a) noexcept { _mm256_storeu_pd(to, a); }

RANKSURE_TARGET inline Word all(std::uint64_t a) noexcept {
    return _mm256_set1_epi64x(static_cast<long long>(a));
}
RANKSURE_TARGET inline Word add(Word a, Word b) noexcept { return _mm256_add_epi64(a, b); }
RANKSURE_TARGET inline Word subtract(Word a, Word b) noexcept { return _mm256_sub_epi64(a, b); }
// Low 64 bits of each product.
RANKSURE_TARGET inline Word scaled(Word a, std::uint64_t factor) noexcept {
    const auto low = all(factor);
    const auto cross = add(_mm256_mul_epu32(_mm256_srli_epi64(a, 32), low),
                           _mm256_mul_epu32(a, all(factor >> 32)));
    return add(_mm256_mul_epu32(a, low), _mm256_slli_epi64(cross, 32));
}
// Of the lower 32 bits of each.
RANKSURE_TARGET inline Word product_of_low(Word a, Word b) noexcept {
    return _mm256_mul_epu32(a, b);
}
RANKSURE_TARGET inline Word both(Word a, Word b) noexcept { return _mm256_and_si256(a, b); }
RANKSURE_TARGET inline Word either(Word a, Word b) noexcept { return _mm256_or_si256(a, b); }
RANKSURE_TARGET inline Word without(Word a, Word b) noexcept { return _mm256_andnot_si256(b, a); }
RANKSURE_TARGET inline Word exclusive(Word a, Word b) noexcept { return _mm256_xor_si256(a, b); }
template <int bits>
RANKSURE_TARGET inline Word down(Word a) noexcept {
    return _mm256_srli_epi64(a, bits);
}
RANKSURE_TARGET inline Word inverted(Word a) noexcept { return without(all(~std::uint64_t{0}), a); }
template <int bits>
RANKSURE_TARGET inline Word up(Word a) noexcept {
    return _mm256_slli_epi64(a, bits);
}
RANKSURE_TARGET inline Word mixed(Word z) noexcept {
    z = scaled(exclusive(z, down<30>(z)), 0xBF58476D1CE4E5B9U);
    z = scaled(exclusive(z, down<27>(z)), 0x94D049BB133111EBU);
    return exclusive(z, down<31>(z));
}
RANKSURE_TARGET inline Word above(Word a, Word b) noexcept { return _mm256_cmpgt_epi64(a, b); }
RANKSURE_TARGET inline bool any_above(Word a, Word b) noexcept {
    const auto found = above(a, b);
    return _mm256_testz_si256(found, found) == 0;
}
RANKSURE_TARGET inline Word from_zero(Word a) noexcept { return without(a, above(all(0), a)); }
// A shift by 64 or more gives 0, so that the mask is full.
RANKSURE_TARGET inline Word first_bits(Word a) noexcept {
    return subtract(_mm256_sllv_epi64(all(1), a), all(1));
}
// By the numbers of ones in half bytes.
RANKSURE_TARGET inline Word bits_set(Word a) noexcept {
    const auto ones = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                       0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const auto low = _mm256_set1_epi8(15);
    const auto bytes =
        _mm256_add_epi8(_mm256_shuffle_epi8(ones, both(a, low)),
                        _mm256_shuffle_epi8(ones, both(_mm256_srli_epi16(a, 4), low)));
    return _mm256_sad_epu8(bytes, all(0));
}
// The bits of `a` where `high` and `low` have the two digits of `number`.
template <int number>
RANKSURE_TARGET inline Word pick(Word a, Word high, Word low) noexcept {
    const auto some = number / 2 != 0 ? both(a, high) : without(a, high);
    return number % 2 != 0 ? both(some, low) : without(some, low);
}

// Numbers below 2^52 are the last digits of doubles from 2^52 on.
RANKSURE_TARGET inline Number spread(double a) noexcept { return _mm256_set1_pd(a); }
RANKSURE_TARGET inline Number number(Word a) noexcept {
    const auto base = spread(0x1p52);
    return _mm256_sub_pd(_mm256_or_pd(_mm256_castsi256_pd(a), base), base);
}
RANKSURE_TARGET inline Number plus(Number a, Number b) noexcept { return _mm256_add_pd(a, b); }
RANKSURE_TARGET inline Number times(Number a, Number b) noexcept { return _mm256_mul_pd(a, b); }
RANKSURE_TARGET inline Number minus(Number a, Number b) noexcept { return _mm256_sub_pd(a, b); }
// a * b + c, rounded once or twice: for what is not part of a definition.
RANKSURE_TARGET inline Number fused(Number a, Number b, Number c) noexcept {
    return _mm256_fmadd_pd(a, b, c);
}
RANKSURE_TARGET inline Number divided(Number a, Number b) noexcept { return _mm256_div_pd(a, b); }
RANKSURE_TARGET inline Number larger(Number a, Number b) noexcept { return _mm256_max_pd(a, b); }
RANKSURE_TARGET inline Number root(Number a) noexcept { return _mm256_sqrt_pd(a); }
RANKSURE_TARGET inline Word less(Number a, Number b) noexcept {
    return _mm256_castpd_si256(_mm256_cmp_pd(a, b, _CMP_LT_OQ));
}
RANKSURE_TARGET inline Word bits_of(Number a) noexcept { return _mm256_castpd_si256(a); }
RANKSURE_TARGET inline Number as_number(Word a) noexcept { return _mm256_castsi256_pd(a); }
RANKSURE_TARGET inline Number one_with_sign_of(Word a) noexcept {
    const auto sign = _mm256_and_pd(_mm256_castsi256_pd(a), spread(-0.0));
    return _mm256_or_pd(sign, spread(1.0));
}

// clang-format off: the second builds upon the first.
#include "draw_shares.inl"
#include "draw_tree.inl"
// clang-format on

constexpr Kernels avx2 = table("avx2");

bool has_avx2() noexcept {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("popcnt");
#else
    int leaf1[4];
    int leaf7[4];
    __cpuid(leaf1, 1);
    __cpuidex(leaf7, 7, 0);
    const bool os_saves = (leaf1[2] & (1 << 27)) != 0 && (_xgetbv(0) & 6) == 6;
    return os_saves && (leaf7[1] & (1 << 5)) != 0 && (leaf1[2] & (1 << 23)) != 0 &&
           (leaf1[2] & (1 << 12)) != 0;
#endif
}

}  // namespace

const Kernels* avx2_kernels() noexcept { return has_avx2() ? &avx2 : nullptr; }

}  // namespace ranksure

#else

namespace ranksure {
const Kernels* avx2_kernels() noexcept { return nullptr; }
}  // namespace ranksure

#endif
