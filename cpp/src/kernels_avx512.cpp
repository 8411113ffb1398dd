// Kernels for AVX-512 (F, BW, DQ, VL, VPOPCNTDQ), in target regions like those for AVX2.
#include "kernels.hpp"

#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)

#include <immintrin.h>

#include <cstddef>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // g++ 12 warns in its own intrinsics
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#define RANKSURE_AVX512 \
    __attribute__((target("avx2,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")))

namespace ranksure {
namespace {

RANKSURE_AVX512 inline __m512i mix8(__m512i z) noexcept {
    const auto first = _mm512_set1_epi64(static_cast<long long>(0xBF58476D1CE4E5B9U));
    const auto second = _mm512_set1_epi64(static_cast<long long>(0x94D049BB133111EBU));
    z = _mm512_mullo_epi64(_mm512_xor_si512(z, _mm512_srli_epi64(z, 30)), first);
    z = _mm512_mullo_epi64(_mm512_xor_si512(z, _mm512_srli_epi64(z, 27)), second);
    return _mm512_xor_si512(z, _mm512_srli_epi64(z, 31));
}

RANKSURE_AVX512 inline __m512i states(std::uint64_t state, std::uint64_t gamma) noexcept {
    const auto numbers = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
    return _mm512_add_epi64(
        _mm512_set1_epi64(static_cast<long long>(state)),
        _mm512_mullo_epi64(numbers, _mm512_set1_epi64(static_cast<long long>(gamma))));
}

RANKSURE_AVX512 std::int64_t count_ones(std::uint64_t state, std::uint64_t gamma,
                                        std::int64_t bits) noexcept {
    auto eight = states(state, gamma);
    const auto step = _mm512_set1_epi64(static_cast<long long>(8 * gamma));
    const auto one = _mm512_set1_epi64(1);
    auto left = _mm512_sub_epi64(_mm512_set1_epi64(bits),
                                 _mm512_set_epi64(448, 384, 320, 256, 192, 128, 64, 0));
    auto ones = _mm512_setzero_si512();
    for (auto steps = steps_of_512(bits); steps > 0; --steps) {
        // The lowest `left` bits of each word; a shift by 64 or more gives 0, so the mask is full.
        const auto kept = _mm512_max_epi64(left, _mm512_setzero_si512());
        const auto mask = _mm512_sub_epi64(_mm512_sllv_epi64(one, kept), one);
        ones = _mm512_add_epi64(ones, _mm512_popcnt_epi64(_mm512_and_si512(mix8(eight), mask)));
        eight = _mm512_add_epi64(eight, step);
        left = _mm512_sub_epi64(left, _mm512_set1_epi64(512));
    }
    return _mm512_reduce_add_epi64(ones);
}

RANKSURE_AVX512 void shares(const std::uint64_t* states, const std::uint64_t* gammas,
                            const std::uint64_t* steps, const std::int64_t* draws,
                            std::int64_t part, std::int64_t whole, std::int64_t* inside) noexcept {
    auto state = _mm512_loadu_si512(states);
    const auto gamma = _mm512_loadu_si512(gammas);
    const auto step = _mm512_loadu_si512(steps);
    auto undecided = _mm512_loadu_si512(draws);
    auto total = _mm512_setzero_si512();
    const auto one = _mm512_set1_epi64(1);
    for (Digits digits{part, whole}; digits.left(); state = _mm512_add_epi64(state, step)) {
        const auto most = _mm512_reduce_max_epi64(undecided);
        if (most == 0) break;
        auto ones = _mm512_setzero_si512();
        auto left = undecided;
        auto word = state;
        for (std::int64_t bits = 0; bits < most; bits += 64) {
            const auto kept = _mm512_max_epi64(left, _mm512_setzero_si512());
            const auto mask = _mm512_sub_epi64(_mm512_sllv_epi64(one, kept), one);
            ones = _mm512_add_epi64(ones, _mm512_popcnt_epi64(_mm512_and_si512(mix8(word), mask)));
            word = _mm512_add_epi64(word, gamma);
            left = _mm512_sub_epi64(left, _mm512_set1_epi64(64));
        }
        const auto zeros = _mm512_sub_epi64(undecided, ones);
        if (digits.next()) {
            total = _mm512_add_epi64(total, zeros);  // a 0 below the digit 1: smaller than p
            undecided = ones;
        } else {
            undecided = zeros;  // a 1 above the digit 0: larger than p
        }
    }
    _mm512_storeu_si512(inside, total);
}

RANKSURE_AVX512 void draw_full(std::uint64_t state, std::uint64_t gamma, std::int64_t draws,
                               std::uint8_t* drawn) noexcept {
    auto eight = states(state, gamma);
    const auto step = _mm512_set1_epi64(static_cast<long long>(8 * gamma));
    for (auto steps = steps_of_64(draws); steps > 0; --steps, drawn += 64) {
        _mm512_storeu_si512(drawn, mix8(eight));
        eight = _mm512_add_epi64(eight, step);
    }
}

RANKSURE_AVX512 void draw_short(std::uint64_t state, std::uint64_t gamma, std::int64_t draws,
                                std::uint32_t rows, std::uint8_t* drawn) noexcept {
    auto eight = states(state, gamma);
    const auto step = _mm512_set1_epi64(static_cast<long long>(8 * gamma));
    const auto factor = _mm512_set1_epi16(static_cast<short>(rows));
    const auto left_out = _mm512_set1_epi16(static_cast<short>(65536U % rows));
    for (std::int64_t i = 0; i < draws; eight = _mm512_add_epi64(eight, step)) {
        const auto pieces = mix8(eight);
        const auto packed = _mm512_cvtepi16_epi8(_mm512_mulhi_epu16(pieces, factor));
        const auto lower = _mm512_mullo_epi16(pieces, factor);
        const auto kept = _mm512_cmpge_epu16_mask(lower, left_out);
        if (kept == 0xFFFFFFFFU) {
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(drawn + i), packed);
            i += 32;
            continue;
        }
        alignas(32) std::uint8_t bytes[32];
        _mm256_store_si256(reinterpret_cast<__m256i*>(bytes), packed);
        for (int piece = 0; piece < 32; ++piece) {
            drawn[i] = bytes[piece];
            i += static_cast<std::int64_t>((kept >> piece) & 1U);
        }
    }
}

// Eight times `vectors` columns, all draws; the last vector may hold fewer columns.
template <int vectors>
RANKSURE_AVX512 void add_strip(const double* block, std::int64_t columns, std::int64_t draws,
                               const std::uint8_t* drawn, __mmask8 last, double* sums) noexcept {
    __m512d total[static_cast<std::size_t>(vectors)];
    for (int v = 0; v < vectors; ++v) total[v] = _mm512_setzero_pd();
    for (std::int64_t i = 0; i < draws; ++i) {
        const double* row = block + drawn[i] * columns;
        for (int v = 0; v + 1 < vectors; ++v) {
            total[v] = _mm512_add_pd(total[v], _mm512_loadu_pd(row + 8 * v));
        }
        total[vectors - 1] =
            _mm512_add_pd(total[vectors - 1], _mm512_maskz_loadu_pd(last, row + 8 * (vectors - 1)));
    }
    for (int v = 0; v + 1 < vectors; ++v) _mm512_storeu_pd(sums + 8 * v, total[v]);
    _mm512_mask_storeu_pd(sums + 8 * (vectors - 1), last, total[vectors - 1]);
}

RANKSURE_AVX512 void add_rows(const double* block, std::int64_t columns, std::int64_t draws,
                              const std::uint8_t* drawn, double* sums) noexcept {
    using Strip = void (*)(const double*, std::int64_t, std::int64_t, const std::uint8_t*, __mmask8,
                           double*) noexcept;
    constexpr Strip strips[] = {add_strip<1>, add_strip<2>, add_strip<3>, add_strip<4>,
                                add_strip<5>, add_strip<6>, add_strip<7>, add_strip<8>};
    for (std::int64_t first = 0; first < columns; first += 64) {
        const auto width = columns - first < 64 ? columns - first : 64;
        const auto vectors = (width + 7) / 8;
        const auto last = static_cast<__mmask8>((1U << (width - 8 * (vectors - 1))) - 1U);
        strips[vectors - 1](block + first, columns, draws, drawn, last, sums + first);
    }
}

constexpr Kernels avx512 = {"avx512", count_ones, shares, draw_full, draw_short, add_rows};

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
