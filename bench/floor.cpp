// The floor of a bootstrap in blocks: sums of table look-ups by ready-made byte indices, all in L1.
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace {

constexpr std::size_t lanes = 8;  // independent sums, more than an addition's latency needs

template <class Add>
double passes(const std::uint8_t* indices, std::size_t n, std::size_t times, Add add) {
    double total = 0;
    for (std::size_t pass = 0; pass < times; ++pass) {
        double sums[lanes] = {};
        for (std::size_t i = 0; i + lanes <= n; i += lanes) add(indices + i, sums);
        for (double sum : sums) total += sum;
        asm volatile("" ::: "memory");  // or the compiler does one pass and multiplies
    }
    return total;
}

}  // namespace

extern "C" double floor_bytes(const double* table, const std::uint8_t* indices, std::size_t n,
                              std::size_t times) {
    return passes(indices, n, times, [table](const std::uint8_t* at, double* sums) {
#pragma GCC unroll 8
        for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += table[at[lane]];
    });
}

extern "C" double floor_words(const double* table, const std::uint8_t* indices, std::size_t n,
                              std::size_t times) {
    return passes(indices, n, times, [table](const std::uint8_t* at, double* sums) {
        std::uint64_t word;
        std::memcpy(&word, at, sizeof word);
#pragma GCC unroll 8
        for (std::size_t lane = 0; lane < lanes; ++lane)
            sums[lane] += table[word >> (8 * lane) & 255];
    });
}
