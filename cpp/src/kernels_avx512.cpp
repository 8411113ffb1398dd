// Kernels for AVX-512 (F, BW, DQ, VL, VPOPCNTDQ), in target regions like those for AVX2.
#include "kernels.hpp"

#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)

#include <immintrin.h>

#include <cstddef>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // g++ 12 warns in its own intrinsics
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#define RANKSURE_TARGET \
    __attribute__((target("avx2,fma,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")))
#define RANKSURE_INLINE RANKSURE_TARGET __attribute__((always_inline)) inline

namespace ranksure {
namespace {

using Word = __m512i;
using Number = __m512d;
constexpr int width = 8;
constexpr int columns_together = 4;

RANKSURE_TARGET inline Word load(const void* from) noexcept { return _mm512_loadu_si512(from); }
RANKSURE_TARGET inline Number load(const double* from) noexcept { return _mm512_loadu_pd(from); }
RANKSURE_TARGET inline void store(void* to, Word a) noexcept { _mm512_storeu_si512(to, a); }
RANKSURE_TARGET inline void store(double* to, Number a) noexcept { _mm512_storeu_pd(to, a); }

RANKSURE_TARGET inline Word all(std::uint64_t a) noexcept {
    return _mm512_set1_epi64(static_cast<long long>(a));
}
RANKSURE_TARGET inline Word add(Word a, Word b) noexcept { return _mm512_add_epi64(a, b); }
RANKSURE_TARGET inline Word subtract(Word a, Word b) noexcept { return _mm512_sub_epi64(a, b); }
RANKSURE_TARGET inline Word scaled(Word a, std::uint64_t factor) noexcept {
    return _mm512_mullo_epi64(a, all(factor));
}
// Of the lower 32 bits of each.
RANKSURE_TARGET inline Word product_of_low(Word a, Word b) noexcept {
    return _mm512_mul_epu32(a, b);
}
RANKSURE_TARGET inline Word both(Word a, Word b) noexcept { return _mm512_and_si512(a, b); }
RANKSURE_TARGET inline Word either(Word a, Word b) noexcept { return _mm512_or_si512(a, b); }
RANKSURE_TARGET inline Word without(Word a, Word b) noexcept { return _mm512_andnot_si512(b, a); }
RANKSURE_TARGET inline Word exclusive(Word a, Word b) noexcept { return _mm512_xor_si512(a, b); }
template <int bits>
RANKSURE_TARGET inline Word down(Word a) noexcept {
    return _mm512_srli_epi64(a, bits);
}
RANKSURE_TARGET inline Word inverted(Word a) noexcept { return without(all(~std::uint64_t{0}), a); }
template <int bits>
RANKSURE_TARGET inline Word up(Word a) noexcept {
    return _mm512_slli_epi64(a, bits);
}
RANKSURE_TARGET inline Word mixed(Word z) noexcept {
    const auto first = all(0xBF58476D1CE4E5B9U);
    const auto second = all(0x94D049BB133111EBU);
    z = _mm512_mullo_epi64(exclusive(z, down<30>(z)), first);
    z = _mm512_mullo_epi64(exclusive(z, down<27>(z)), second);
    return exclusive(z, down<31>(z));
}
RANKSURE_TARGET inline bool any_above(Word a, Word b) noexcept {
    return _mm512_cmpgt_epi64_mask(a, b) != 0;
}
RANKSURE_TARGET inline Word above(Word a, Word b) noexcept {
    return _mm512_movm_epi64(_mm512_cmpgt_epi64_mask(a, b));
}
RANKSURE_TARGET inline Word from_zero(Word a) noexcept { return _mm512_max_epi64(a, all(0)); }
// A shift by 64 or more gives 0, so that the mask is full.
RANKSURE_TARGET inline Word first_bits(Word a) noexcept {
    return subtract(_mm512_sllv_epi64(all(1), a), all(1));
}
RANKSURE_TARGET inline Word bits_set(Word a) noexcept { return _mm512_popcnt_epi64(a); }
// The bits of `a` where `high` and `low` have the two digits of `number`.
template <int number>
RANKSURE_TARGET inline Word pick(Word a, Word high, Word low) noexcept {
    return _mm512_ternarylogic_epi64(a, high, low, 0x10 << number);
}

RANKSURE_TARGET inline Number number(Word a) noexcept { return _mm512_cvtepi64_pd(a); }
RANKSURE_TARGET inline Number spread(double a) noexcept { return _mm512_set1_pd(a); }
RANKSURE_TARGET inline Number plus(Number a, Number b) noexcept { return _mm512_add_pd(a, b); }
RANKSURE_TARGET inline Number times(Number a, Number b) noexcept { return _mm512_mul_pd(a, b); }
RANKSURE_TARGET inline Number minus(Number a, Number b) noexcept { return _mm512_sub_pd(a, b); }
// a * b + c, rounded once or twice: for what is not part of a definition.
RANKSURE_TARGET inline Number fused(Number a, Number b, Number c) noexcept {
    return _mm512_fmadd_pd(a, b, c);
}
RANKSURE_TARGET inline Number divided(Number a, Number b) noexcept { return _mm512_div_pd(a, b); }
RANKSURE_TARGET inline Number larger(Number a, Number b) noexcept { return _mm512_max_pd(a, b); }
RANKSURE_TARGET inline Number root(Number a) noexcept { return _mm512_sqrt_pd(a); }
RANKSURE_TARGET inline Word less(Number a, Number b) noexcept {
    return _mm512_movm_epi64(_mm512_cmp_pd_mask(a, b, _CMP_LT_OQ));
}
RANKSURE_TARGET inline Word bits_of(Number a) noexcept { return _mm512_castpd_si512(a); }
RANKSURE_TARGET inline Number as_number(Word a) noexcept { return _mm512_castsi512_pd(a); }
RANKSURE_TARGET inline Number one_with_sign_of(Word a) noexcept {
    const auto sign = both(a, all(std::uint64_t{1} << 63));
    return _mm512_castsi512_pd(either(sign, _mm512_castpd_si512(spread(1.0))));
}

// clang-format off: the second builds upon the first.
#include "draw_shares.inl"
#include "draw_tree.inl"
// clang-format on

constexpr Kernels avx512 = table("avx512");

}  // namespace

const Kernels* avx512_kernels() noexcept {
    __builtin_cpu_init();
    const bool has = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                     __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                     __builtin_cpu_supports("avx512vpopcntdq");
    return has ? &avx512 : nullptr;
}

}  // namespace ranksure

#else

namespace ranksure {
const Kernels* avx512_kernels() noexcept { return nullptr; }
}  // namespace ranksure

#endif
