// Kernels for AVX2, in target regions: the rest of the file is compiled for the baseline.
#include "kernels.hpp"

#if defined(__x86_64__) || defined(_M_X64)

#include <immintrin.h>

#include <cstddef>

#if defined(__GNUC__) || defined(__clang__)
#define RANKSURE_AVX2 __attribute__((target("avx2,popcnt")))
#else
#include <intrin.h>
#define RANKSURE_AVX2
#endif

namespace ranksure {
namespace {

// Low 64 bits of each product with a constant.
RANKSURE_AVX2 inline __m256i multiply(__m256i a, std::uint64_t constant) noexcept {
    const auto low = _mm256_set1_epi64x(static_cast<long long>(constant));
    const auto high = _mm256_set1_epi64x(static_cast<long long>(constant >> 32));
    const auto cross = _mm256_add_epi64(_mm256_mul_epu32(_mm256_srli_epi64(a, 32), low),
                                        _mm256_mul_epu32(a, high));
    return _mm256_add_epi64(_mm256_mul_epu32(a, low), _mm256_slli_epi64(cross, 32));
}

RANKSURE_AVX2 inline __m256i mix4(__m256i z) noexcept {
    z = multiply(_mm256_xor_si256(z, _mm256_srli_epi64(z, 30)), 0xBF58476D1CE4E5B9U);
    z = multiply(_mm256_xor_si256(z, _mm256_srli_epi64(z, 27)), 0x94D049BB133111EBU);
    return _mm256_xor_si256(z, _mm256_srli_epi64(z, 31));
}

RANKSURE_AVX2 inline __m256i states(std::uint64_t state, std::uint64_t gamma) noexcept {
    return _mm256_set_epi64x(static_cast<long long>(state + 3 * gamma),
                             static_cast<long long>(state + 2 * gamma),
                             static_cast<long long>(state + gamma), static_cast<long long>(state));
}

RANKSURE_AVX2 std::int64_t count_ones(std::uint64_t state, std::uint64_t gamma,
                                      std::int64_t bits) noexcept {
    auto four = states(state, gamma);
    const auto step = _mm256_set1_epi64x(static_cast<long long>(4 * gamma));
    const auto one = _mm256_set1_epi64x(1);
    auto left = _mm256_sub_epi64(_mm256_set1_epi64x(bits), _mm256_set_epi64x(192, 128, 64, 0));
    std::int64_t ones = 0;
    for (auto steps = 2 * steps_of_512(bits); steps > 0; --steps) {
        // The lowest `left` bits of each word; a shift by 64 or more gives 0, so the mask is full.
        const auto kept = _mm256_andnot_si256(_mm256_cmpgt_epi64(one, left), left);
        const auto mask = _mm256_sub_epi64(_mm256_sllv_epi64(one, kept), one);
        alignas(32) std::uint64_t words[4];
        _mm256_store_si256(reinterpret_cast<__m256i*>(words), _mm256_and_si256(mix4(four), mask));
        ones += _mm_popcnt_u64(words[0]) + _mm_popcnt_u64(words[1]) + _mm_popcnt_u64(words[2]) +
                _mm_popcnt_u64(words[3]);
        four = _mm256_add_epi64(four, step);
        left = _mm256_sub_epi64(left, _mm256_set1_epi64x(256));
    }
    return ones;
}

// Ones of each word, by the ones of its half bytes.
RANKSURE_AVX2 inline __m256i count4(__m256i words) noexcept {
    const auto table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const auto low = _mm256_set1_epi8(15);
    const auto bytes = _mm256_add_epi8(
        _mm256_shuffle_epi8(table, _mm256_and_si256(words, low)),
        _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(words, 4), low)));
    return _mm256_sad_epu8(bytes, _mm256_setzero_si256());
}

template <class T>
RANKSURE_AVX2 inline __m256i load4(const T* four) noexcept {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(four));
}

// Four lanes of `shares`.
RANKSURE_AVX2 void shares4(const std::uint64_t* states, const std::uint64_t* gammas,
                           const std::uint64_t* steps, const std::int64_t* draws, Digits digits,
                           std::int64_t* inside) noexcept {
    auto state = load4(states);
    const auto gamma = load4(gammas);
    const auto step = load4(steps);
    auto undecided = load4(draws);
    auto total = _mm256_setzero_si256();
    const auto one = _mm256_set1_epi64x(1);
    for (; digits.left(); state = _mm256_add_epi64(state, step)) {
        if (_mm256_testz_si256(undecided, undecided)) break;
        auto ones = _mm256_setzero_si256();
        auto left = undecided;
        auto word = state;
        auto some = _mm256_cmpgt_epi64(left, _mm256_setzero_si256());
        while (!_mm256_testz_si256(some, some)) {
            const auto kept = _mm256_and_si256(some, left);
            const auto mask = _mm256_sub_epi64(_mm256_sllv_epi64(one, kept), one);
            ones = _mm256_add_epi64(ones, count4(_mm256_and_si256(mix4(word), mask)));
            word = _mm256_add_epi64(word, gamma);
            left = _mm256_sub_epi64(left, _mm256_set1_epi64x(64));
            some = _mm256_cmpgt_epi64(left, _mm256_setzero_si256());
        }
        const auto zeros = _mm256_sub_epi64(undecided, ones);
        if (digits.next()) {
            total = _mm256_add_epi64(total, zeros);  // a 0 below the digit 1: smaller than p
            undecided = ones;
        } else {
            undecided = zeros;  // a 1 above the digit 0: larger than p
        }
    }
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(inside), total);
}

RANKSURE_AVX2 void shares(const std::uint64_t* states, const std::uint64_t* gammas,
                          const std::uint64_t* steps, const std::int64_t* draws, std::int64_t part,
                          std::int64_t whole, std::int64_t* inside) noexcept {
    shares4(states, gammas, steps, draws, {part, whole}, inside);
    shares4(states + 4, gammas + 4, steps + 4, draws + 4, {part, whole}, inside + 4);
}

RANKSURE_AVX2 void draw_full(std::uint64_t state, std::uint64_t gamma, std::int64_t draws,
                             std::uint8_t* drawn) noexcept {
    auto four = states(state, gamma);
    const auto step = _mm256_set1_epi64x(static_cast<long long>(4 * gamma));
    for (auto steps = 2 * steps_of_64(draws); steps > 0; --steps, drawn += 32) {
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(drawn), mix4(four));
        four = _mm256_add_epi64(four, step);
    }
}

RANKSURE_AVX2 void draw_short(std::uint64_t state, std::uint64_t gamma, std::int64_t draws,
                              std::uint32_t rows, std::uint8_t* drawn) noexcept {
    auto four = states(state, gamma);
    const auto step = _mm256_set1_epi64x(static_cast<long long>(4 * gamma));
    const auto factor = _mm256_set1_epi16(static_cast<short>(rows));
    const std::uint32_t least = 65536U % rows;
    const auto left_out = _mm256_set1_epi16(static_cast<short>(least));
    for (std::int64_t i = 0; i < draws; four = _mm256_add_epi64(four, step)) {
        const auto pieces = mix4(four);
        const auto row = _mm256_mulhi_epu16(pieces, factor);
        const auto lower = _mm256_mullo_epi16(pieces, factor);
        // unsigned lower >= left_out, for each of the 16 pieces
        const auto kept = _mm256_cmpeq_epi16(_mm256_max_epu16(lower, left_out), lower);
        const auto packed =
            _mm_packus_epi16(_mm256_castsi256_si128(row), _mm256_extracti128_si256(row, 1));
        if (_mm256_movemask_epi8(kept) == -1) {
            _mm_storeu_si128(reinterpret_cast<__m128i*>(drawn + i), packed);
            i += 16;
            continue;
        }
        alignas(16) std::uint8_t bytes[16];
        _mm_store_si128(reinterpret_cast<__m128i*>(bytes), packed);
        const auto mask = static_cast<std::uint32_t>(_mm256_movemask_epi8(kept));
        for (int piece = 0; piece < 16; ++piece) {
            drawn[i] = bytes[piece];
            i += static_cast<std::int64_t>((mask >> (2 * piece)) & 1U);
        }
    }
}

// Four times `vectors` columns, all draws; the last vector may hold fewer columns.
template <int vectors>
RANKSURE_AVX2 void add_strip(const double* block, std::int64_t columns, std::int64_t draws,
                             const std::uint8_t* drawn, __m256i last, double* sums) noexcept {
    __m256d total[static_cast<std::size_t>(vectors)];
    for (int v = 0; v < vectors; ++v) total[v] = _mm256_setzero_pd();
    for (std::int64_t i = 0; i < draws; ++i) {
        const double* row = block + drawn[i] * columns;
        for (int v = 0; v + 1 < vectors; ++v) {
            total[v] = _mm256_add_pd(total[v], _mm256_loadu_pd(row + 4 * v));
        }
        total[vectors - 1] =
            _mm256_add_pd(total[vectors - 1], _mm256_maskload_pd(row + 4 * (vectors - 1), last));
    }
    for (int v = 0; v + 1 < vectors; ++v) _mm256_storeu_pd(sums + 4 * v, total[v]);
    _mm256_maskstore_pd(sums + 4 * (vectors - 1), last, total[vectors - 1]);
}

RANKSURE_AVX2 void add_rows(const double* block, std::int64_t columns, std::int64_t draws,
                            const std::uint8_t* drawn, double* sums) noexcept {
    using Strip = void (*)(const double*, std::int64_t, std::int64_t, const std::uint8_t*, __m256i,
                           double*) noexcept;
    constexpr Strip strips[] = {add_strip<1>, add_strip<2>, add_strip<3>, add_strip<4>,
                                add_strip<5>, add_strip<6>, add_strip<7>, add_strip<8>};
    for (std::int64_t first = 0; first < columns; first += 32) {
        const auto width = columns - first < 32 ? columns - first : 32;
        const auto vectors = (width + 3) / 4;
        const auto in_last = width - 4 * (vectors - 1);
        const auto last =
            _mm256_cmpgt_epi64(_mm256_set1_epi64x(in_last), _mm256_set_epi64x(3, 2, 1, 0));
        strips[vectors - 1](block + first, columns, draws, drawn, last, sums + first);
    }
}

constexpr Kernels avx2 = {"avx2", count_ones, shares, draw_full, draw_short, add_rows};

bool has_avx2() noexcept {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");
#else
    int leaf1[4];
    int leaf7[4];
    __cpuid(leaf1, 1);
    __cpuidex(leaf7, 7, 0);
    const bool os_saves = (leaf1[2] & (1 << 27)) != 0 && (_xgetbv(0) & 6) == 6;
    return os_saves && (leaf7[1] & (1 << 5)) != 0 && (leaf1[2] & (1 << 23)) != 0;
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
